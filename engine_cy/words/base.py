"""What the text and JSON forms of all games share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine_cy.errors import DataError

if TYPE_CHECKING:
    import numpy as np

    from engine_cy.core import Game

Json = dict[str, Any]


class Words:
    """Text and JSON forms of one game; a subclass per game.

    A record is the state struct as a numpy record (`Game.dtype`); a masked one is an observation's.

    action_names: the text of each action id. event_kinds: names of the event kinds, by number.
    notation_help: half a sentence with examples of action texts. form: the module that writes and
    reads the JSON, as words/hoi_pho_json.py does; None where the subclass does so itself.
    """

    action_names: tuple[str, ...] = ()
    event_kinds: tuple[str, ...] = ()
    notation_help = ""
    form: Any = None

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.num_players

    @property
    def action_ids(self) -> dict[str, int]:
        """Return the id of each action text."""
        ids = self.__dict__.get("_action_ids")
        if ids is None:
            ids = self.__dict__["_action_ids"] = {
                name: i for i, name in enumerate(self.action_names)
            }
        return ids

    def event_to_string(self, kind: str, seat: int | None, a: int, b: int) -> str:
        """Return an event in words."""
        raise NotImplementedError

    def text(self, rec: np.void, seat: int | None) -> str:
        """Return a readable table: of the truth (seat None) or of what a seat knows."""
        raise NotImplementedError

    def cards_text(self) -> str:
        """Return how one wins and what the components do, for a person; "" where untold."""
        return ""

    def action_note(self, rec: np.void, action: int) -> str:
        """Return what a legal action costs or gives, for a person; "" where its text says it."""
        return ""

    def piece_name(self, piece: Any) -> str:
        """Return a piece of a hand, as the view has it, in the words of the table."""
        return f"card {piece}" if isinstance(piece, int) else str(piece)

    def inventory(self, rec: np.void) -> dict[str, dict[str, int]]:
        """Return {component: {place: count}}."""
        raise NotImplementedError

    def view(self, rec: np.void, seat: int) -> Json:
        """Return the table and the seat's own hand."""
        return self.form.write_view(self, rec, seat)

    def knowledge(self, rec: np.void, seat: int) -> Json:
        """Return what the seat knows beyond the view."""
        return self.form.write_knowledge(self, rec, seat) if self.form else {}

    def trace(self, rec: np.void, seat: int) -> Json:
        """Return the game's own part of the trace."""
        return self.form.write_trace(self, rec) if self.form else {}

    def read_view(self, rec: np.void, seat: int, view: Json, knowledge: Json) -> None:
        """Fill a zeroed record from view and knowledge; DataError names the field at fault."""
        self.form.read_table(self, rec, seat, view)
        self.form.read_knowledge(self, rec, seat, knowledge)

    def read_trace(self, rec: np.void, seat: int, trace: Json, decisions: list[Any]) -> None:
        """Add the game's own part of the trace; decisions are rows (seat, action id or None)."""
        if self.form:
            self.form.read_trace(self, rec, seat, trace, decisions)

    def schema(self) -> tuple[Json, Json, Json]:
        """Return JSON Schemas of view, knowledge and the game's own part of the trace."""
        return self.form.schemas(self)


class Fields:
    """Reads the fields of a JSON object; every complaint names the field and what is allowed."""

    def __init__(self, where: str, d: Any) -> None:
        if not isinstance(d, dict):
            raise DataError(f"The field {where!r} is {d!r}; it must be an object.")
        self.where = where
        self.d = d
        self.used: set[str] = set()

    def fault(self, key: str, what: str) -> DataError:
        """Return the error to raise for a field."""
        return DataError(f"The field '{self.where}.{key}' is {self.d.get(key)!r}; {what}.")

    def get(self, key: str, default: Any = ...) -> Any:
        """Return a value as it stands; a missing one is a DataError unless there is a default."""
        self.used.add(key)
        if key in self.d:
            return self.d[key]
        if default is ...:
            raise DataError(f"The field '{self.where}.{key}' is missing.")
        return default

    def integer(self, key: str, low: int, high: int, default: Any = ...) -> int:
        """Return an integer in low..high."""
        value = self.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.fault(key, f"it must be an integer {low}..{high}")
        return value

    def flag(self, key: str, default: Any = ...) -> bool:
        """Return true or false."""
        value = self.get(key, default)
        if not isinstance(value, bool):
            raise self.fault(key, "it must be true or false")
        return value

    def choice(self, key: str, allowed: tuple[Any, ...], default: Any = ...) -> Any:
        """Return one of the allowed values."""
        value = self.get(key, default)
        if not any(type(value) is type(a) and value == a for a in allowed):
            raise self.fault(key, f"it must be one of {', '.join(map(str, allowed))}")
        return value

    def integers(
        self, key: str, length: int | None, low: int, high: int, default: Any = ...
    ) -> list[int]:
        """Return a list of integers in low..high, of a length if one is given."""
        value = self.get(key, default)
        good = isinstance(value, list) and all(
            type(x) is int and low <= x <= high for x in value
        )
        if not good or (length is not None and len(value) != length):
            count = "" if length is None else f"{length} "
            raise self.fault(key, f"it must be a list of {count}integers {low}..{high}")
        return value

    def done(self) -> None:
        """Complain about a field that nobody asked for."""
        for key in self.d:
            if key not in self.used:
                known = ", ".join(sorted(self.used)) or "none"
                raise DataError(
                    f"The field '{self.where}.{key}' is unknown; the fields are {known}."
                )


def card_list(rec_bits: int, low: int = 0) -> list[int]:
    """Return the numbers of the set bits, ascending."""
    return [n for n in range(low, 32) if (int(rec_bits) >> n) & 1]


def read_hex(value: Any, where: str) -> int:
    """Return a 64-bit number written as 16 hexadecimal digits."""
    if not isinstance(value, str) or re.fullmatch("[0-9a-f]{16}", value) is None:
        raise DataError(f"The field {where!r} is {value!r}; it must be 16 hex digits.")
    return int(value, 16)
