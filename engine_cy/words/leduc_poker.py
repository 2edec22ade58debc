"""Leduc poker in words and JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine_cy.errors import IllegalActionError
from engine_cy.words.base import Fields, Json, Words

ANTE = 1
RAISES = (2, 4)                 # chips a raise adds, in the first and the second round
RANKS, SUITS = "JQKA", "sh"     # aces with three players only


class LeducWords(Words):
    """Cards are rank and suit, such as Qh; moves are the bets of a round in order of play."""

    action_names = ("fold", "call", "raise")
    event_kinds = ("dealt", "folds", "checks", "calls", "raises", "turned up", "shows")
    notation_help = "write 'fold', 'call' (which is also a check) or 'raise'"

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.cards = [rank + suit for rank in RANKS[: self.players + 1] for suit in SUITS]

    def event_to_string(self, kind: str, seat: int | None, a: int, b: int) -> str:
        if kind == "turned up":
            return f"the {self._face(a)} is turned up"
        if kind == "raises":
            return f"seat {seat} raises to {a}"
        if kind in ("dealt", "shows"):
            return f"seat {seat} {'is dealt' if kind == 'dealt' else kind} the {self._face(a)}"
        return f"seat {seat} {kind}"

    def text(self, rec: np.void, seat: int | None) -> str:
        lines = [f"Leduc poker, {self.players} players"]
        for p in range(self.players):
            card = self._face(rec["card"][p]) or "hidden"
            row = f"seat {p}: {card}, {rec['staked'][p]} in the pot"
            row += ", folded" if (int(rec["folded"]) >> p) & 1 else ""
            lines.append(row + (" (you)" if p == seat else ""))
        public = [self._face(rec["public_card"]), None if rec["turned_at"] else "face down"]
        lines.append("public card: " + ", ".join(part for part in public if part))
        for name, part in zip(("first", "second"), self._rounds(rec), strict=True):
            bets = ", ".join(f"seat {move >> 2} {self.action_names[move & 3]}" for move in part)
            lines.append(f"{name} round: {bets or '-'}")
        return "\n".join(lines if rec["turned_at"] else lines[:-1])

    def inventory(self, rec: np.void) -> dict[str, dict[str, int]]:
        places = {f"seat {p}": 1 for p in range(self.players)}
        turned = int(rec["turned_at"] > 0)
        deck = len(self.cards) - self.players - turned
        return {"cards": {**places, "turned up": turned, "deck": deck}}

    def view(self, rec: np.void, seat: int) -> Json:
        return {
            "card": self._face(rec["card"][seat]),
            "public_card": self._face(rec["public_card"]) if rec["turned_at"] else None,
            "bets": [[self.action_names[m & 3] for m in part] for part in self._rounds(rec)],
            "staked": rec["staked"][: self.players].tolist(),
            "shown": [
                self._face(rec["card"][p]) if p in self._stayed(rec) else None
                for p in range(self.players)
            ] if self._stayed(rec) else [],
        }

    def read_view(self, rec: np.void, seat: int, view: Json, knowledge: Json) -> None:
        fields = Fields("view", view)
        card = self._read_card(fields, "card", fields.get("card"))
        self._read_bets(rec, fields)
        if rec["turned_at"]:
            public = self._read_card(fields, "public_card", fields.get("public_card"))
            rec["public_card"] = public
        elif fields.get("public_card", None) is not None:
            raise fields.fault("public_card", "it is turned up after the first round: null")
        staked = rec["staked"][: self.players].tolist()
        if fields.integers("staked", self.players, 0, 255, staked) != staked:
            raise fields.fault("staked", f"by the bets it must be {staked}")
        rec["card"][seat] = card
        self._read_shown(rec, seat, fields)
        fields.done()
        Fields("knowledge", knowledge).done()

    def schema(self) -> tuple[Json, Json, Json]:
        card: Json = {"enum": self.cards}
        maybe: Json = {"enum": [None, *self.cards]}
        seats = {"minItems": self.players, "maxItems": self.players}
        part: Json = {"type": "array", "items": {"enum": list(self.action_names)}}
        shown: Json = {"anyOf": [{"type": "array", "maxItems": 0},
                                 {"type": "array", "items": maybe, **seats}]}
        view: Json = {
            "type": "object",
            "required": ["card", "bets"],
            "additionalProperties": False,
            "properties": {
                "card": {**card, "description": "the seat's own card"},
                "public_card": {**maybe, "description": "null before it is turned up"},
                "bets": {
                    "type": "array", "items": part, "minItems": 2, "maxItems": 2,
                    "description": "the moves of each round in order of play",
                },
                "staked": {
                    "type": "array", "items": {"type": "integer", "minimum": 0}, **seats,
                    "description": "chips in the pot by seat",
                },
                "shown": {
                    **shown,
                    "description": "cards shown down, by seat; null for a seat that has folded",
                },
            },
        }
        return view, {"type": "object", "additionalProperties": False}, {}

    # ---- parts of the record -------------------------------------------------------------------

    def _face(self, card: Any) -> str | None:
        """Return the text of a card number, None for a hidden one."""
        return self.cards[int(card) - 1] if card else None

    def _rounds(self, rec: np.void) -> tuple[list[int], list[int]]:
        """Return the moves of both rounds, as the struct writes them."""
        moves = rec["moves"][: int(rec["num_moves"])].tolist()
        first = int(rec["turned_at"]) or len(moves)
        return moves[:first], moves[first:]

    def _stayed(self, rec: np.void) -> list[int]:
        """Return the seats whose cards have been shown down."""
        left = [p for p in range(self.players) if not (int(rec["folded"]) >> p) & 1]
        return left if rec["h"]["over"] and len(left) > 1 else []

    def _read_card(self, fields: Fields, key: str, face: Any) -> int:
        """Return the number of a card's text."""
        if face not in self.cards:
            raise fields.fault(key, f"it must be one of {', '.join(self.cards)}")
        return self.cards.index(face) + 1

    def _read_bets(self, rec: np.void, fields: Fields) -> None:
        """Play the bets at a table of our own and copy what they lead to."""
        bets = fields.get("bets")
        good = isinstance(bets, list) and len(bets) == 2 and all(isinstance(b, list) for b in bets)
        if not good or any(move not in self.action_names for part in bets for move in part):
            raise fields.fault("bets", "it must be two lists, a round each, of 'fold', 'call' and "
                               "'raise'")
        table = self.game.new_initial_state(0)
        try:
            for move in [*bets[0], *bets[1]]:
                table.apply_action(self.action_names.index(move))
        except IllegalActionError as error:
            raise fields.fault("bets", f"they cannot be played: {error}".rstrip(".")) from error
        played = table.record()
        for name in ("moves", "num_moves", "turned_at", "staked", "folded", "to_answer", "raises"):
            rec[name] = played[name]
        for name in ("epoch", "over", "choosers", "acting", "num_moves"):
            rec["h"][name] = played["h"][name]
        if len(self._rounds(rec)[0]) != len(bets[0]):
            raise fields.fault("bets", f"the first round has {len(self._rounds(rec)[0])} moves")

    def _read_shown(self, rec: np.void, seat: int, fields: Fields) -> None:
        stayed = self._stayed(rec)
        length = self.players if stayed else 0
        shown = fields.get("shown", None if stayed else [])
        if not isinstance(shown, list) or len(shown) != length:
            raise fields.fault("shown", f"it must be a list of {length} cards")
        for p, face in enumerate(shown):
            if p not in stayed:
                if face is not None:
                    raise fields.fault("shown", f"seat {p} has folded and shows nothing: null")
                continue
            card = self._read_card(fields, "shown", face)
            if p == seat and card != rec["card"][seat]:
                raise fields.fault("shown", f"seat {seat} shows its own card")
            rec["card"][p] = card
