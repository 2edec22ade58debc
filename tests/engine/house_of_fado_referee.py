"""A second referee of House of Fado in plain Python, from the rulebook and its rulings alone.

It shares no code with the engine. It is told the set-up, what is drawn from the bag and from the
fado stack, and every small decision by its text; it says who must choose among what, and keeps
money, notes, musicians, guests, cubes, workers, stars and points. Rulings are cited as A.., their
corrections as C...

The whole game is one generator: it yields a question and is sent the answer. A question is a dict
seat -> set of texts (answered by a text), ("refill", guests wanted per group) (answered by the
pairs (group, colour) in the order they are drawn) or ("fado",) (answered by the next top tile).
"""

from __future__ import annotations

from typing import Any

from house_of_fado_referee_box import (
    BONUSES,
    GROUPS,
    GUESTS,
    SPACES,
    TYPES,
)
from house_of_fado_referee_table import Flow, Table


class Referee(Table):
    """One game; `question` is what the game waits for, None when it is over."""

    question: Any = None
    flow: Any = None

    # --- questions and answers ------------------------------------------------------------------

    def follow(self, flow: Flow) -> None:
        """Begin the whole game (`game()`) or a part of it (`turn(seat)`, `kick(...)`)."""
        self.flow = flow
        self.answer(None)

    def answer(self, answer: Any) -> None:
        try:
            self.question = self.flow.send(answer)
        except StopIteration:
            self.question = None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seat that owes a choice."""
        return tuple(self.question) if isinstance(self.question, dict) else ()

    def choose(self, seat: int, text: str) -> None:
        assert text in self.question[seat]
        self.answer(text)

    # --- rounds and turns -----------------------------------------------------------------------

    def game(self) -> Flow:
        """Rounds of equal turns until three stars are gone, or the cap (A27, C6, C7, C22)."""
        while True:
            while self.turns < self.n:
                yield from self.turn((self.starter + self.turns) % self.n)
                self.turns += 1
            if len(self.stars) >= 3 or self.round == self.options["max_rounds"]:
                return
            self.round, self.turns = self.round + 1, 0

    def turn(self, me: int) -> Flow:
        self.took_guests = self.turn_up = False
        space = yield from self.move_worker(me)
        if self.bumped and self.options["kickout_timing"] == "before_action":
            yield from self.kick(me, space)
        yield from self.act(me, space)
        if self.bumped:
            yield from self.kick(me, space)
        if self.took_guests or self.options["refill_timing"] == "after_every_turn":
            yield from self.refill()
        if self.turn_up and self.stack:
            self.top = yield ("fado",)
            self.stack.remove(self.top)

    # --- workers and assistants -----------------------------------------------------------------

    def move_worker(self, me: int) -> Flow:
        """Place a worker and return the space; whom it bumps is left in `bumped`."""
        mine, lifted, left = self.seats[me], None, False
        if not mine.hand:
            places = [place for place, figure in self.figures.items() if figure == (me, "worker")]
            places += ["home"] if mine.home else []
            lifted = yield from self.ask(
                me, {f"lift {place}": place for place in places if self.leavings(me, place)})
            leavings = self.leavings(me, lifted)
            if lifted == "home":
                mine.home = False
            else:
                del self.figures[lifted]
            self.aloft = me
        if lifted in SPACES and self.with_assistants:
            text = yield from self.ask(me, {text: text for text in leavings})
            targets = leavings[text]
            left = text != "leave nothing"
            self.leave_assistant(me, text, lifted)
        else:
            targets = self.targets(me, lifted, self.figures)
        space = yield from self.ask(me, {f"place {space}": space for space in targets})
        if lifted:
            self.aloft = None
        else:
            mine.hand -= 1
        if space == "home":
            mine.home = True
            return space
        self.bumped = self.figures.get(space)
        self.figures[space] = (me, "worker")
        if self.bumped == (me, "assistant"):
            yield from self.own_assistant(me, lifted, left)
        return space

    @property
    def with_assistants(self) -> bool:
        return self.options["two_player_assistants"] and self.n == 2

    def leavings(self, me: int, lifted: str) -> dict[str, list[str]]:
        """What may be left behind -> the spaces the worker may then go to (C5, C31)."""
        after = {place: figure for place, figure in self.figures.items() if place != lifted}
        found = {"leave nothing": self.targets(me, lifted, after)}
        if self.with_assistants and lifted in SPACES:
            own = [place for place, figure in after.items() if figure == (me, "assistant")]
            then = {**after, lifted: (me, "assistant")}
            if self.seats[me].assistants:
                free = [t for t in self.targets(me, lifted, then) if t not in own]
                found["leave assistant"] = free
            for place in own:
                moved = {p: figure for p, figure in then.items() if p != place}
                free = [t for t in self.targets(me, lifted, moved) if t != place]
                found[f"fetch {place}"] = free
        return {text: targets for text, targets in found.items() if targets}

    def leave_assistant(self, me: int, text: str, vacated: str) -> None:
        if text == "leave nothing":
            return
        if text == "leave assistant":
            self.seats[me].assistants -= 1
        else:
            del self.figures[text.split()[1]]
        self.figures[vacated] = (me, "assistant")

    def own_assistant(self, me: int, lifted: str | None, left: bool) -> Flow:
        """An assistant in the way of its own worker: to the supply or to the space left (C4)."""
        follows = False
        if lifted in SPACES and not left:
            follows = yield from self.ask(me, {"assistant back": False, "assistant follows": True})
        if follows:
            self.figures[lifted] = (me, "assistant")
        else:
            self.seats[me].assistants += 1
        self.bumped = None

    def targets(self, me: int, lifted: str | None, figures: dict) -> list[str]:
        """Spaces open to a worker lifted from this place (None: from the hand) (A2, C18, C30)."""
        workers = [place for place, figure in figures.items() if figure == (me, "worker")]
        workers += ["home"] if self.seats[me].home else []
        barred = {self.scope(place) for place in [*workers, *([lifted] if lifted else [])]}
        found = [space for space in [*SPACES, "home"] if self.scope(space) not in barred]
        return [s for s in found if s not in figures or figures[s][0] == me
                or self.can_make_room(s, figures)]

    def scope(self, place: str) -> str:
        """Where the one-worker and the no-return rule look; kick-out spaces count in (A2)."""
        space = place.split("/")[0]
        if self.options["uniqueness_scope"] == "space" or space == "home":
            return space
        return SPACES[space][0]

    def can_make_room(self, space: str, figures: dict) -> bool:
        return any(place not in figures or figures[place][1] == "assistant"
                   for place in self.kickouts(space))

    def kickouts(self, space: str) -> list[str]:
        """Kick-out spaces for a figure bumped from this action space (C1)."""
        spaces = [space]
        if self.options["kickout_scope"] == "location":
            spaces = [s for s in SPACES if SPACES[s][0] == SPACES[space][0]]
        return [f"{s}/{i}" for s in spaces for i in (1, 2, 3)]

    # --- kick-outs ------------------------------------------------------------------------------

    def kick(self, me: int, space: str) -> Flow:
        """The owner of the bumped figure chooses an open kick-out space and may use its bonus."""
        owner = self.bumped[0]
        places = self.kickouts(space)
        if all(place in self.figures for place in places):
            yield from self.overflow(me, places)
        free = [place for place in places if place not in self.figures]
        place = yield from self.ask(owner, {f"kick to {place}": place for place in free})
        self.figures[place], self.bumped = self.bumped, None
        under, number = place.split("/")
        location, _, groups = SPACES[under]
        kind, money = BONUSES[location][int(number) - 1]
        if kind == "money":
            self.seats[owner].money += money
        elif kind == "guest":
            yield from self.guest_bonus(owner, groups, money)
        elif kind == "note":
            yield from self.note_bonus(owner, money)
        else:
            yield from self.fame_bonus(owner)

    def overflow(self, me: int, places: list[str]) -> Flow:
        """Take one of the kicker's assistants off, without any one of the opponent's (C5)."""
        standing = [p for p in places if self.figures[p][1] == "assistant"]
        mine = [p for p in standing if self.figures[p][0] == me]
        place = yield from self.ask(me, {f"remove {p}": p for p in mine or standing})
        self.seats[self.figures.pop(place)[0]].assistants += 1

    def guest_bonus(self, owner: int, groups: tuple[int, ...], price: int) -> Flow:
        mine = self.seats[owner]
        offers: dict[str, Any] = {
            f"bar {colour} from {GROUPS[g]}": (g, colour)
            for g in groups for colour in GUESTS if self.groups[g][colour]
        }
        if mine.bar_is_full() or mine.money < price or not offers:
            return
        chosen = yield from self.ask(owner, {**offers, "no bonus": None})
        if chosen:
            group, colour = chosen
            mine.money -= price
            self.groups[group][colour] -= 1
            mine.bar[colour] += 1

    def note_bonus(self, owner: int, price: int) -> Flow:
        offers: dict[str, Any] = {f"note {note}": note for note in self.notes_left()}
        if self.seats[owner].money < price or not offers:
            return
        note = yield from self.ask(owner, {**offers, "no bonus": None})
        if note:
            self.seats[owner].money -= price
            self.take_note(owner, note)

    def fame_bonus(self, owner: int) -> Flow:
        """One level more for as much money as the new level; 6 is resolved at once (A14, C24)."""
        mine = self.seats[owner]
        most = 6 if self.options["fame6_outside_close"] == "resolve_at_once" else 5
        offers: dict[str, Any] = {}
        for kind in TYPES:
            if kind in mine.musicians:
                level = self.fame[mine.musicians[kind]] + 1
                if level <= most and level <= mine.money:
                    offers[f"raise {kind} to {level}"] = (kind, level)
        if not offers:
            return
        chosen = yield from self.ask(owner, {**offers, "no bonus": None})
        if chosen:
            kind, level = chosen
            mine.money -= level
            self.fame[mine.musicians[kind]] = level
            if level == 6:
                yield from self.sixth(owner, kind)
