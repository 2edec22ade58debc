"""Kuhn poker in words and JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine_cy.words.base import Fields, Json, Words

_MOVES = ("pass", "bet")


class KuhnWords(Words):
    """Cards are 1..players + 1; moves are the bets in order of play."""

    action_names = _MOVES
    event_kinds = ("dealt", "passes", "bets", "shows")
    notation_help = "write 'pass' or 'bet'"

    def event_to_string(self, kind: str, seat: int | None, a: int, b: int) -> str:
        card = f" card {a}" if kind in ("dealt", "shows") else ""
        return f"seat {seat} {'is dealt' if kind == 'dealt' else kind}{card}"

    def text(self, rec: np.void, seat: int | None) -> str:
        moves = ", ".join(
            f"seat {i % self.players} {_MOVES[m]}" for i, m in enumerate(self._moves(rec))
        )
        cards = [
            f"seat {p}: {'card ' + str(c) if c else 'hidden'}{' (you)' if p == seat else ''}"
            for p, c in enumerate(rec["card"][: self.players].tolist())
        ]
        return "\n".join([f"Kuhn poker, {self.players} players", *cards, f"bets: {moves or '-'}"])

    def inventory(self, rec: np.void) -> dict[str, dict[str, int]]:
        places = {f"seat {p}": 1 for p in range(self.players)}
        return {"cards": {**places, "undealt": 1}}

    def view(self, rec: np.void, seat: int) -> Json:
        shown = rec["card"][: self.players].tolist() if rec["h"]["over"] else []
        return {
            "card": int(rec["card"][seat]),
            "bets": [_MOVES[m] for m in self._moves(rec)],
            "shown": [c or None for c in shown],
        }

    def read_view(self, rec: np.void, seat: int, view: Json, knowledge: Json) -> None:
        fields = Fields("view", view)
        n = self.players
        card = fields.integer("card", 1, n + 1)
        bets = fields.get("bets")
        if not isinstance(bets, list) or any(b not in _MOVES for b in bets):
            raise fields.fault("bets", "it must be a list of 'pass' and 'bet'")
        moves = [_MOVES.index(b) for b in bets]
        end = n + moves.index(1) if 1 in moves[:n] else n
        if len(moves) > end:
            raise fields.fault("bets", f"the betting ended after {end} of them")
        shown = fields.get("shown", [])
        stayed = self._stayed(moves)
        fits = isinstance(shown, list) and len(shown) == (n if len(moves) == end else 0)
        for p, face in enumerate(shown if fits else ()):
            seen = p == seat or p in stayed
            fits = fits and (type(face) is int and 1 <= face <= n + 1 if seen else face is None)
            rec["card"][p] = face if fits and seen else 0
        if not fits or (shown and shown[seat] != card):
            raise fields.fault(
                "shown", "cards are shown at the end: those of the seats that stayed in and the "
                "own one, null for the others"
            )
        fields.done()
        Fields("knowledge", knowledge).done()
        rec["card"][seat] = card
        self._set_moves(rec, moves, end)

    def _stayed(self, moves: list[int]) -> list[int]:
        """Return the seats that would show their card if the betting ended with these moves."""
        n = self.players
        if 1 not in moves:
            return list(range(n))
        first = moves.index(1)
        turns = [p if p >= first else n + p for p in range(n)]
        return [p for p in range(n) if turns[p] < len(moves) and moves[turns[p]]]

    def _set_moves(self, rec: np.void, moves: list[int], end: int) -> None:
        header = rec["h"]
        rec["moves"][: len(moves)] = moves
        rec["num_moves"] = header["num_moves"] = len(moves)
        header["epoch"] = 1
        header["over"] = len(moves) == end
        acting = 0 if header["over"] else 1 << (len(moves) % self.players)
        header["choosers"] = header["acting"] = acting

    def schema(self) -> tuple[Json, Json, Json]:
        card: Json = {"type": "integer", "minimum": 1, "maximum": self.players + 1}
        shown: Json = {"type": "array", "items": {"anyOf": [card, {"type": "null"}]}}
        view: Json = {
            "type": "object",
            "required": ["card", "bets"],
            "additionalProperties": False,
            "properties": {
                "card": {**card, "description": "the seat's own card"},
                "bets": {"type": "array", "items": {"enum": list(_MOVES)}},
                "shown": {**shown, "description": "after the end: cards shown down, by seat"},
            },
        }
        return view, {"type": "object", "additionalProperties": False}, {}

    def _moves(self, rec: np.void) -> list[Any]:
        return rec["moves"][: rec["num_moves"]].tolist()
