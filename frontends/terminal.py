"""A person against bots in a terminal: reads lines, prints what the person's seat can know.

Everything shown during the game comes from the `Observation`; the session never sees a `State`.
"""

from __future__ import annotations

import re
from typing import Any

from engine_cy.errors import NotationError
from frontends.choices import Entry, Menu, note_of
from frontends.local import LocalTable
from frontends.log import folded
from frontends.screen import EndOfInputError, Screen
from frontends.tables import component_values, item_lines

HELP = (
    ("Enter, ok", "send the chosen move"),
    ("undo", "take the choice back; also a sent one that nobody has answered"),
    ("moves", "list the legal moves again"),
    ("table", "show the table and your hand again"),
    ("log", "everything that has happened, in words"),
    ("cards", "what the cards and pieces are, as in the game's box"),
    ("hint", "what the hint bot would do (hint=SPEC)"),
    ("quit", "leave the game"),
)
SHORT = {
    "?": "help",
    "h": "help",
    "u": "undo",
    "m": "moves",
    "t": "table",
    "l": "log",
    "c": "cards",
    "q": "quit",
    "exit": "quit",
    "back": "undo",
}
COMMANDS = ("help", "undo", "moves", "table", "log", "cards", "hint", "quit")
SHOWN_HINTS = 3  # moves named by a hint


class Session:
    """One game at one terminal.

    `names` says who sits at each of the other seats; `hint_bot` answers ``hint`` (None: nobody).
    """

    def __init__(
        self,
        table: LocalTable,
        screen: Screen,
        names: dict[int, str],
        *,
        confirm: bool = True,
        hint_bot: Any = None,
    ) -> None:
        self.table = table
        self.screen = screen
        self.names = names
        self.confirm = confirm
        self.hint_bot = hint_bot
        self._told = 0  # events already shown
        self._shown: list[str] = []  # lines of the table on the screen; none after an undo
        self._sent = 0  # moves sent and not taken back

    def play(self) -> bool:
        """Play until the game is over or the person leaves; return whether it was finished."""
        self._greet()
        try:
            while not self.table.is_over():
                self._turn()
        except EndOfInputError:
            self.screen.say("You leave the table; the game stays unfinished.")
            return False
        self._finish()
        return True

    def _greet(self) -> None:
        game, screen = self.table.game, self.screen
        screen.say(
            f"{game.spec.title}, {game.num_players} player{'s' * (game.num_players > 1)}", "strong"
        )
        for seat in range(game.num_players):
            screen.say(f"  seat {seat}  {self._who(seat)}")
        screen.say("Type a move, or help.", "faint")

    def _who(self, seat: int) -> str:
        return "you" if seat == self.table.seat else self.names[seat]

    def _turn(self) -> None:
        """Show what is new, ask for one decision, and send it to the table."""
        observation = self.table.observation()
        if self._tell_news(observation) or not self._shown:
            self._show_table(observation)
        else:
            self._show_changes(observation)
        menu = Menu(
            observation.legal_actions(),
            self.table.game.action_to_string,
            lambda action: note_of(observation, action),
        )
        self._show_moves(menu)
        entry = self._decide(observation, menu)
        if entry is not None:
            self.table.choose(entry.action)
            self._sent += 1

    def _decide(self, observation: Any, menu: Menu) -> Entry | None:
        """Return the move to send, or None if an earlier one was taken back."""
        only = menu.entries[0] if len(menu) == 1 else None
        chosen = only
        while True:
            word = self.screen.ask("> " if chosen is None else prompt(chosen, chosen is not only))
            command = self._command(word, menu)
            if word.casefold() in ("", "ok"):
                if chosen is not None:
                    return chosen
                self.screen.say("Nothing is chosen yet: type a move, or help.", "warn")
            elif command == "undo":
                if self._take_back(None if chosen is only else chosen):
                    return None
                chosen = only
            elif command:
                self._obey(command, observation, menu)
            else:
                try:
                    chosen = menu.find(word)
                except NotationError as error:
                    self.screen.say(f"{error}.", "warn")
                    continue
                if not self.confirm:
                    return chosen

    def _command(self, word: str, menu: Menu) -> str:
        """Return the command that `word` is, or "" for a move; moves come before abbreviations."""
        word = word.casefold()
        if word in COMMANDS:
            return word
        if not word or any(
            word == entry.label.casefold() or entry.text.casefold().startswith(word)
            for entry in menu.entries
        ):
            return ""
        begun = [command for command in COMMANDS if command.startswith(word) and len(word) > 2]
        return SHORT.get(word, begun[0] if begun else "")

    def _take_back(self, chosen: Entry | None) -> bool:
        """Undo; return whether a move already sent came back from the table."""
        if chosen is not None:
            self.screen.say(f"{chosen.text} is taken back.", "faint")
            return False
        if not self.table.can_undo():
            sent = "your last move has been answered" if self._sent else "you have sent no move yet"
            self.screen.say(f"There is nothing to take back: {sent}.", "warn")
            return False
        self.table.undo()
        self._sent -= 1
        self._told = len(self.table.observation().events())
        self._shown = []
        self.screen.say("Your last move is taken back.", "faint")
        return True

    def _obey(self, command: str, observation: Any, menu: Menu) -> None:
        """Carry out a command that changes nothing in the game.

        Raises: EndOfInputError for quit.
        """
        if command == "quit":
            raise EndOfInputError
        if command == "help":
            self._show_help(menu)
        elif command == "moves":
            self._show_moves(menu)
        elif command == "table":
            self._show_table(observation)
        elif command == "log":
            self._tell(observation.events())
        elif command == "cards":
            self._show_cards()
        elif command == "hint":
            self._show_hint(observation)

    def _show_help(self, menu: Menu) -> None:
        example = menu.entries[-1]
        choose = f"{example.label}, {example.text}"
        rows = [(choose, "choose a move: by its mark, its text, or a clear abbreviation"), *HELP]
        width = max(len(typed) for typed, _ in rows)
        for typed, meaning in rows:
            self.screen.paragraph(meaning, f"  {typed:<{width}}  ", " " * (width + 4))

    def _show_table(self, observation: Any) -> None:
        self._shown = str(observation).splitlines()
        self.screen.say()
        self.screen.block("\n".join(self._shown))

    def _show_changes(self, observation: Any) -> None:
        """Print what is new at the table after a step that nothing was told of."""
        before, self._shown = self._shown, str(observation).splitlines()
        self.screen.say()
        self.screen.block("\n".join(line for line in self._shown if line not in before))

    def _show_moves(self, menu: Menu) -> None:
        self.screen.say()
        self.screen.say("Your move:" if len(menu) > 1 else "Your only move:", "strong")
        for line in menu.lines(self.screen.width - 2):
            self.screen.say("  " + line)

    def _show_cards(self) -> None:
        """Print what the game says of its pieces, else the component data as they stand."""
        text = self.table.game.words.cards_text()
        if text:
            for line in text.splitlines():
                self.screen.paragraph(line, hanging="   ")  # under the text behind a card's number
            return
        values = component_values(self.table.game)
        if not values:
            self.screen.say("This game has no component data.")
        for line in item_lines(values, self.screen.width):
            self.screen.say(line)

    def _show_hint(self, observation: Any) -> None:
        if self.hint_bot is None:
            self.screen.say(
                "There is no hint bot; start with hint=SPEC, for instance hint=club.", "warn"
            )
            return
        policy = self.hint_bot.policy(observation)
        best = sorted(observation.legal_actions(), key=lambda action: (-policy[action], action))
        shares = [
            f"{self.table.game.action_to_string(int(action))} {policy[action]:.0%}"
            for action in best[:SHOWN_HINTS]
            if policy[action] > 0
        ]
        self.screen.say(f"{self.hint_bot.name}: {', '.join(shares)}", "good")

    def _tell_news(self, observation: Any) -> bool:
        """Print the events since the last time; return whether there were any."""
        events = observation.events()
        news = events[self._told :]
        if news:
            self.screen.rule()
            self._tell(news)
        self._told = len(events)
        return bool(news)

    def _tell(self, events: list[Any]) -> None:
        own = re.compile(rf"\b(seat {self.table.seat}(?:'s)?)(?!\w| \(you\))")
        for text in folded(events):
            self.screen.paragraph(own.sub(r"\1 (you)", text), "  · ", "    ", "faint")

    def _finish(self) -> None:
        """Print the last events, the uncovered table and the result."""
        self._tell_news(self.table.observation())
        self.screen.say()
        self.screen.say("The game is over. The table, face up:", "strong")
        self.screen.block(self.table.uncovered())
        self.screen.say()
        standing = self.table.result()
        width = max(len("player"), *(len(self._who(seat)) for _, seat, _ in standing))
        self.screen.say(f"  rank  seat  {'player':<{width}}  score", "faint")
        for rank, seat, score in standing:
            mine = seat == self.table.seat
            self.screen.say(
                f"  {rank:>4}  {seat:>4}  {self._who(seat):<{width}}  {score:>5g}",
                "strong" if mine else "",
            )
        self.screen.say()
        self.screen.say(verdict(standing, self.table.seat), "strong")


def prompt(chosen: Entry, free: bool) -> str:
    """Return the question about a chosen move; `free`: there are others."""
    return f"{chosen.text}: Enter sends it{', undo takes it back' if free else ''} > "


def verdict(standing: list[tuple[int, int, float]], seat: int) -> str:
    """Return one sentence: how the person at `seat` came out of the game."""
    rank = next(rank for rank, other, _ in standing if other == seat)
    equal = sum(1 for place, _, _ in standing if place == rank)
    if len(standing) == 1:
        return "You have finished the game."
    if rank == 1:
        return "You win." if equal == 1 else f"You share the win with {_others(equal - 1)}."
    shared = "" if equal == 1 else f", level with {_others(equal - 1)}"
    return f"You come {_ordinal(rank)} of {len(standing)}{shared}."


def _others(count: int) -> str:
    return "one other" if count == 1 else f"{count} others"


def _ordinal(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"
