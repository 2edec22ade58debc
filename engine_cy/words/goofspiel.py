"""Goofspiel in words and JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine_cy.words.base import Fields, Json, Words, card_list

RETURNS_TYPES = ("win_loss", "point_difference", "total_points")


class GoofspielWords(Words):
    """Bid and prize cards are 1..num_cards; a trick is a prize, the bids by seat and the winner."""

    event_kinds = ("prize", "bid", "won", "tied")
    notation_help = "write 'bid 7' for the bid of card 7"

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.cards = game.options["num_cards"]
        self.hidden_bids = game.options["imp_info"]
        self.action_names = tuple(f"bid {c}" for c in range(1, self.cards + 1))

    def event_to_string(self, kind: str, seat: int | None, a: int, b: int) -> str:
        if kind == "prize":
            return f"prize {a} is turned up"
        if kind == "bid":
            return f"seat {seat} bids {a}"
        if kind == "won":
            return f"seat {seat} wins prize {a}"
        return f"the highest bids tie: prize {a} is thrown away"

    def text(self, rec: np.void, seat: int | None) -> str:
        lines = [f"Goofspiel, {self.players} players, cards 1..{self.cards}"]
        for trick in self._tricks(rec):
            bids = " ".join("?" if b is None else str(b) for b in trick["bids"])
            who = "nobody" if trick["winner"] is None else f"seat {trick['winner']}"
            lines.append(f"prize {trick['prize']}: bids {bids}, to {who}")
        if not rec["h"]["over"]:
            lines.append(f"prize {self._prize(rec)}: to bid for")
        if seat is None and self._to_come(rec):
            lines.append("prizes to come: " + " ".join(map(str, self._to_come(rec))))
        for p in range(self.players):
            hand = " ".join(map(str, card_list(rec["hand"][p])))
            left = self.cards - int(rec["tricks"])
            row = f"seat {p}: {rec['points'][p]} points, hand {hand or (left and '?') or '-'}"
            card = self._commitment(rec, p)
            row += f", has bid {card}" if card else ""
            lines.append(row + (" (you)" if p == seat else ""))
        return "\n".join(lines)

    def inventory(self, rec: np.void) -> dict[str, dict[str, int]]:
        tricks = int(rec["tricks"])
        winners = rec["winner"][:tricks].tolist()
        prizes = {f"seat {p}": winners.count(p + 1) for p in range(self.players)}
        prizes |= {"thrown away": winners.count(0), "pile": self.cards - tricks}
        cards = {f"hand {p}": int(rec["hand"][p]).bit_count() for p in range(self.players)}
        played = np.count_nonzero(rec["bid"][:tricks, : self.players], axis=0)
        cards |= {f"played {p}": int(played[p]) for p in range(self.players)}
        return {"prizes": prizes, "bid cards": cards}

    def view(self, rec: np.void, seat: int) -> Json:
        return {
            "hand": card_list(rec["hand"][seat]),
            "prize": None if rec["h"]["over"] else self._prize(rec),
            "tricks": self._tricks(rec),
            "points": rec["points"][: self.players].tolist(),
            "own_bid": self._commitment(rec, seat),
        }

    def read_view(self, rec: np.void, seat: int, view: Json, knowledge: Json) -> None:
        fields = Fields("view", view)
        hand = fields.integers("hand", None, 1, self.cards)
        tricks = fields.get("tricks")
        if not isinstance(tricks, list) or len(tricks) > self.cards:
            raise fields.fault("tricks", f"it must be a list of at most {self.cards} tricks")
        for t, trick in enumerate(tricks):
            self._read_trick(rec, seat, t, Fields(f"view.tricks[{t}]", trick))
        rec["tricks"] = len(tricks)
        over = len(tricks) == self.cards
        if len(tricks) == self.cards - 1:
            raise fields.fault("tricks", "the last trick plays itself and cannot be missing")
        if not over:
            rec["prize"][len(tricks)] = fields.integer("prize", 1, self.cards)
        elif fields.get("prize", None) is not None:
            raise fields.fault("prize", "all prizes have been won: it must be null")
        self._check_prizes(rec, fields)
        self._fill_hands(rec, seat)
        if len(set(hand)) != len(hand) or set(hand) != set(card_list(rec["hand"][seat])):
            raise fields.fault("hand", "it must be the cards that the seat has not bid in 'tricks'")
        self._check_points(rec, fields)
        card = fields.get("own_bid", None)
        if card is not None and (over or card not in hand):
            raise fields.fault("own_bid", "it must be a card of the hand, or null")
        fields.done()
        Fields("knowledge", knowledge).done()
        self._open_choice(rec, seat, card, over)

    def schema(self) -> tuple[Json, Json, Json]:
        card: Json = {"type": "integer", "minimum": 1, "maximum": self.cards}
        maybe: Json = {"anyOf": [card, {"type": "null"}]}
        seats = {"minItems": self.players, "maxItems": self.players}
        no_winner = "null: a tie for the highest bid"
        trick: Json = {
            "type": "object",
            "required": ["prize", "bids", "winner"],
            "additionalProperties": False,
            "properties": {
                "prize": card,
                "bids": {
                    "type": "array",
                    "description": "card by seat; null where the bid stayed hidden",
                    "items": maybe,
                    **seats,
                },
                "winner": {"enum": [None, *range(self.players)], "description": no_winner},
            },
        }
        points = {"type": "array", "items": {"type": "integer", "minimum": 0}, **seats}
        view: Json = {
            "type": "object",
            "required": ["hand", "prize", "tricks"],
            "additionalProperties": False,
            "properties": {
                "hand": {"type": "array", "items": card, "uniqueItems": True},
                "prize": {**maybe, "description": "the prize to bid for; null at the end"},
                "tricks": {"type": "array", "items": trick, "maxItems": self.cards},
                "points": points,
                "own_bid": {**maybe, "description": "the card committed in this trick, if any"},
            },
        }
        return view, {"type": "object", "additionalProperties": False}, {}

    # ---- parts of the record -------------------------------------------------------------------

    def _prize(self, rec: np.void) -> int:
        return int(rec["prize"][rec["tricks"]])

    def _to_come(self, rec: np.void) -> list[int]:
        return [int(c) for c in rec["prize"][int(rec["tricks"]) + 1 : self.cards] if c]

    def _commitment(self, rec: np.void, seat: int) -> int | None:
        return None if rec["h"]["over"] else int(rec["bid"][rec["tricks"], seat]) or None

    def _tricks(self, rec: np.void) -> list[Any]:
        return [
            {
                "prize": int(rec["prize"][t]),
                "bids": [b or None for b in rec["bid"][t][: self.players].tolist()],
                "winner": int(rec["winner"][t]) - 1 if rec["winner"][t] else None,
            }
            for t in range(int(rec["tricks"]))
        ]

    def _read_trick(self, rec: np.void, seat: int, t: int, trick: Fields) -> None:
        rec["prize"][t] = trick.integer("prize", 1, self.cards)
        bids = trick.get("bids")
        if not isinstance(bids, list) or len(bids) != self.players:
            raise trick.fault("bids", f"it must be a list of {self.players} bids, one per seat")
        for p, card in enumerate(bids):
            if self.hidden_bids and p != seat:
                if card is not None:
                    raise trick.fault("bids", "the other seat's bids stay hidden: null")
            elif type(card) is not int or not 1 <= card <= self.cards:
                raise trick.fault("bids", f"the bid of seat {p} must be 1..{self.cards}")
            elif card in rec["bid"][:t, p]:
                raise trick.fault("bids", f"seat {p} has bid card {card} before")
            rec["bid"][t, p] = card or 0
        winner = trick.choice("winner", (None, *range(self.players)))
        if not self.hidden_bids:
            highest = max(bids)
            best = bids.index(highest) if bids.count(highest) == 1 else None
            if winner != best:
                raise trick.fault("winner", f"by the bids it must be {best}")
        rec["winner"][t] = 0 if winner is None else winner + 1
        if winner is not None:
            rec["points"][winner] += rec["prize"][t]
        trick.done()

    def _check_prizes(self, rec: np.void, fields: Fields) -> None:
        shown = [c for c in rec["prize"].tolist() if c]
        if len(set(shown)) != len(shown):
            raise fields.fault("tricks", "a prize comes twice")
        order = self.game.options["points_order"]
        if order == "random":
            return
        pile = list(range(1, self.cards + 1))[:: 1 if order == "ascending" else -1]
        if shown != pile[: len(shown)]:
            raise fields.fault("prize", f"the prizes come in {order} order")
        rec["prize"][: self.cards] = pile

    def _fill_hands(self, rec: np.void, seat: int) -> None:
        tricks = int(rec["tricks"])
        for p in range(self.players):
            if p == seat or not self.hidden_bids or not tricks:
                gone = set(rec["bid"][:tricks, p].tolist())
                rec["hand"][p] = sum(1 << c for c in range(1, self.cards + 1) if c not in gone)

    def _check_points(self, rec: np.void, fields: Fields) -> None:
        points = rec["points"][: self.players].tolist()
        given = fields.integers("points", self.players, 0, 255, points)
        if given != points:
            raise fields.fault("points", f"by the tricks it must be {points}")

    def _open_choice(self, rec: np.void, seat: int, card: int | None, over: bool) -> None:
        header, tricks = rec["h"], int(rec["tricks"])
        header["over"], header["epoch"] = over, 1
        everybody = 0 if over else (1 << self.players) - 1
        header["choosers"] = header["acting"] = everybody
        header["num_moves"] = self.players * min(tricks, self.cards - 1)
        if card is not None:
            rec["bid"][tricks, seat] = card
            header["acting"] = everybody & ~(1 << seat)
            header["num_moves"] += 1
