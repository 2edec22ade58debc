"""The list of legal moves a person chooses from, and what may be typed for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine_cy.errors import NotationError

# The other seats in a move's words, clockwise from the next one, by player count.
ROUND_THE_TABLE = {
    2: ("across",),
    3: ("left", "right"),
    4: ("left", "across", "right"),
    5: ("left", "far_left", "far_right", "right"),
}
SHOWN_ON_DOUBT = 4  # moves named in the sentence about an ambiguous entry


@dataclass(frozen=True)
class Entry:
    """One legal move: what to type for it, its text, its number in the engine."""

    label: str
    text: str
    action: int
    note: str = ""  # shown behind the text, never typed


class Menu:
    """The legal moves of one decision.

    A number typed must mean what it says: where the moves' texts hold numbers of their own
    (``play 7``) the label is that number; where they hold none the moves are counted from 1; and
    where the same number stands in two moves (``play 7``, ``call 7``) they are lettered.
    """

    def __init__(
        self,
        actions: Iterable[int],
        text_of: Callable[[int], str],
        note_of: Callable[[int], str] = lambda action: "",
    ) -> None:
        numbers = [int(action) for action in actions]
        texts = [text_of(number) for number in numbers]
        self.entries = [
            Entry(label, text, number, note_of(number))
            for label, text, number in zip(labels(texts), texts, numbers, strict=True)
        ]

    def __len__(self) -> int:
        return len(self.entries)

    def find(self, typed: str) -> Entry:
        """Return the move meant by a label, a text, or an abbreviation that fits only one move.

        Raises: NotationError naming what was typed, and the moves that fit if there are several.
        """
        wanted = " ".join(typed.casefold().split())
        for matches in (_is_label, _is_text, _is_argument, _starts_text, _abbreviates):
            found = [entry for entry in self.entries if matches(entry, wanted)]
            if len(found) == 1:
                return found[0]
            if found:
                names = [entry.text for entry in found[:SHOWN_ON_DOUBT]]
                more = " and others" if len(found) > SHOWN_ON_DOUBT else ""
                raise NotationError(f"'{typed}' fits several moves: {', '.join(names)}{more}")
        raise NotationError(f"'{typed}' is no move here: type one of {self._spread()}")

    def lines(self, width: int) -> list[str]:
        """Return the moves in columns, at most `width` characters wide, read downwards."""
        left = max(len(entry.label) for entry in self.entries)
        cells = [
            f"{entry.label:>{left}}  {entry.text}{f' ({entry.note})' if entry.note else ''}"
            for entry in self.entries
        ]
        column = max(map(len, cells)) + 3
        columns = max(1, min(width // column, -(-len(cells) // 4)))  # four moves a column at least
        rows = -(-len(cells) // columns)
        return [
            "".join(f"{cell:<{column}}" for cell in cells[row::rows]).rstrip()
            for row in range(rows)
        ]

    def _spread(self) -> str:
        names = [entry.label for entry in self.entries]
        if len(names) <= 8:
            return ", ".join(names)
        return f"{names[0]}, {names[1]}, ... {names[-1]} (moves lists them)"


def labels(texts: Sequence[str]) -> list[str]:
    """Return what to type for each move; see `Menu`."""
    if not any(character.isdigit() for text in texts for character in text):
        return [str(place + 1) for place in range(len(texts))]
    arguments = [text.rpartition(" ")[2] for text in texts]
    if len(set(arguments)) == len(arguments):
        return arguments
    return [_letters(place) for place in range(len(texts))]


def seat_named(text: str, seat: int, players: int) -> str:
    """Return "seat N" for a verb with a place at the table ("challenge left"), else ""."""
    places = ROUND_THE_TABLE.get(players, ())
    place = text.partition(" ")[2]
    return f"seat {(seat + 1 + places.index(place)) % players}" if place in places else ""


def note_of(observation: Any, action: int) -> str:
    """Return what stands behind a move: the seat it names, or what the game says of it."""
    game = observation.game
    seat = seat_named(game.action_to_string(action), observation.player, game.num_players)
    return seat or game.words.action_note(observation.record(), action)


def _letters(place: int) -> str:
    """Return a, b, ... z, aa, ab, ... for 0, 1, ..."""
    name = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def _is_label(entry: Entry, wanted: str) -> bool:
    return entry.label.casefold() == wanted


def _is_text(entry: Entry, wanted: str) -> bool:
    return entry.text.casefold() == wanted


def _is_argument(entry: Entry, wanted: str) -> bool:
    return entry.text.casefold().partition(" ")[2] == wanted


def _starts_text(entry: Entry, wanted: str) -> bool:
    return _begins(entry.text.casefold(), wanted)


def _begins(text: str, typed: str) -> bool:
    """Return whether `text` begins with what was typed; a number is never cut: 1 is not 13."""
    cut = typed[-1:].isdigit() and text[len(typed) : len(typed) + 1].isdigit()
    return text.startswith(typed) and not cut


def _abbreviates(entry: Entry, wanted: str) -> bool:
    """Each word typed begins a word of the move, in order: ``pl 7``, ``sh`` for ``play ship``."""
    words = iter(entry.text.casefold().replace("_", " ").split())
    return all(
        any(_begins(word, part) for word in words) for part in wanted.replace("_", " ").split()
    )
