"""Undercut in words and JSON; what each method returns is told in engine_cy/words/base.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine_cy.words.base import Fields, Json, Words, card_list

CARDS, TRICKS = 9, 4


class UndercutWords(Words):
    """Cards are 1..9; a trick is the pair of cards by seat."""

    action_names = tuple(f"play {card}" for card in range(1, CARDS + 1))
    event_kinds = ("dealt", "plays", "takes")
    notation_help = "write 'play 7' for card 7"

    def event_to_string(self, kind: str, seat: int | None, a: int, b: int) -> str:
        """Return an event in words."""
        if kind == "dealt":
            return f"seat {seat} is dealt {' '.join(map(str, card_list(a)))}"
        return f"seat {seat} plays {a}" if kind == "plays" else f"seat {seat} takes trick {a}"

    def text(self, rec: np.void, seat: int | None) -> str:
        """Return a readable table."""
        lines = ["Undercut"]
        lines += [f"trick {t + 1}: {a} against {b}" for t, (a, b) in enumerate(self._tricks(rec))]
        for p in range(2):
            hand = " ".join(map(str, card_list(rec["hand"][p])))
            row = f"seat {p}: hand {hand or ('-' if rec['h']['over'] else '?')}"
            card = self._commitment(rec, p)
            row += f", has chosen {card}" if card else ""
            lines.append(row + (" (you)" if p == seat else ""))
        return "\n".join(lines)

    def inventory(self, rec: np.void) -> dict[str, dict[str, int]]:
        """Return where the nine cards are."""
        hands = {f"hand {p}": int(rec["hand"][p]).bit_count() for p in range(2)}
        return {"cards": {**hands, "played": 2 * int(rec["tricks"]), "left over": 1}}

    def view(self, rec: np.void, seat: int) -> Json:
        """Return the table and the seat's own hand."""
        return {
            "hand": card_list(rec["hand"][seat]),
            "tricks": self._tricks(rec),
            "own_card": self._commitment(rec, seat),
        }

    def read_view(self, rec: np.void, seat: int, view: Json, knowledge: Json) -> None:
        """Fill a zeroed record from a view; DataError names the field at fault."""
        fields = Fields("view", view)
        tricks = fields.get("tricks")
        if not isinstance(tricks, list) or len(tricks) > TRICKS:
            raise fields.fault("tricks", f"it must be a list of at most {TRICKS} tricks")
        for t in range(len(tricks)):
            pair = Fields("view.tricks", {str(t): tricks[t]})
            rec["played"][t] = pair.integers(str(t), 2, 1, CARDS)
        hand = fields.integers("hand", TRICKS - len(tricks), 1, CARDS)
        card = fields.get("own_card", None)
        if card is not None and (type(card) is not int or card not in hand):
            raise fields.fault("own_card", "it must be a card of the hand, or null")
        fields.done()
        Fields("knowledge", knowledge).done()
        rec["hand"][seat] = sum(1 << c for c in set(hand))
        rec["tricks"] = len(tricks)
        header = rec["h"]
        header["epoch"], header["over"] = 1, len(tricks) == TRICKS
        header["num_moves"] = 2 * len(tricks)
        header["choosers"] = header["acting"] = 0 if header["over"] else 3
        if card is not None:
            rec["played"][len(tricks), seat] = card
            header["acting"] = 3 & ~(1 << seat)
            header["num_moves"] += 1

    def schema(self) -> tuple[Json, Json, Json]:
        """Return JSON Schemas of view, knowledge and trace."""
        card: Json = {"type": "integer", "minimum": 1, "maximum": CARDS}
        pair: Json = {"type": "array", "items": card, "minItems": 2, "maxItems": 2}
        view: Json = {
            "type": "object",
            "required": ["hand", "tricks"],
            "additionalProperties": False,
            "properties": {
                "hand": {"type": "array", "items": card, "uniqueItems": True},
                "tricks": {"type": "array", "items": pair, "maxItems": TRICKS},
                "own_card": {"anyOf": [card, {"type": "null"}]},
            },
        }
        return view, {"type": "object", "additionalProperties": False}, {}

    def _tricks(self, rec: np.void) -> list[Any]:
        return rec["played"][: int(rec["tricks"])].tolist()

    def _commitment(self, rec: np.void, seat: int) -> int | None:
        return None if rec["h"]["over"] else int(rec["played"][rec["tricks"], seat]) or None
