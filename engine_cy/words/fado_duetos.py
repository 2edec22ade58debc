"""Fado: Duetos e Desgarradas in words."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from engine_cy.errors import DataError
from engine_cy.games._fado_duetos_data import CATEGORIES, MAX_CARDS, MAX_COLUMNS, most_rounds
from engine_cy.words import fado_duetos_json
from engine_cy.words.base import Words
from engine_cy.words.fado_duetos_bonuses import held
from engine_cy.words.fado_duetos_course import STACK, num_chips
from engine_cy.words.fado_duetos_events import EVENT_KINDS, event_text
from engine_cy.words.fado_duetos_json import (
    GUITARIST,
    PHASES,
    cards_of,
)

if TYPE_CHECKING:
    from engine_cy.core import Game


class FadoDuetosWords(Words):
    """Cards are their ids in the data file; characteristics are called as there."""

    form = fado_duetos_json
    event_kinds = EVENT_KINDS
    notation_help = (
        "write for example 'H07' (to place, pick, show or retrieve the card), 'hand melody', "
        "'showcase 2 artist', 'end turn'"
    )

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if game.data is None:
            raise DataError("Fado: Duetos e Desgarradas needs its component data.")
        tree, options = game.data.tree, game.options
        deck, layout = tree["decks"][options["deck"]], tree["layouts"][options["variant"]]
        self.cards: list[list[Any]] = deck["hand"]
        self.showcase: list[list[Any]] = deck["showcase"]
        self.columns: int = layout["columns"]
        self.levels: int = layout["levels"]
        self.places = self.columns * self.levels
        self.setup = next(s for s in tree["setup"] if s["players"] == self.players)
        self.chips: list[int] = self.setup["chips"]
        self.bonus = tree["bonus"]
        self.stacks_to_end: int = tree["end"]["stacks"]
        self.variety: list[int] = tree["bonus"]["variety"]
        self.stack_cards = options["two_player_stack_cards"] if self.players == 2 else 0
        left = len(self.cards) - self.players * self.setup["opening_hand"]
        self.most_rounds = most_rounds(self.players, left, self.stack_cards)
        self.card_ids = {row[0]: i for i, row in enumerate(self.cards)}
        self.showcase_ids = {row[0]: i + 1 for i, row in enumerate(self.showcase)}
        self.showcase_ids["guitarist"] = GUITARIST
        names = [row[0] for row in self.cards]
        names += [f"unused {i}" for i in range(len(names) + 1, MAX_CARDS + 1)]
        names += [f"hand {category}" for category in CATEGORIES]
        names += [
            f"showcase {column} {category}"
            for column in range(1, MAX_COLUMNS + 1)
            for category in CATEGORIES
        ]
        self.action_names = (*names, "end turn")

    def event_to_string(self, kind: str, seat: int | None, a: int, b: int) -> str:
        return event_text(self, kind, seat, a, b)

    # ---- cards ---------------------------------------------------------------------------------

    def card(self, card: int) -> str:
        """Return a hand card with its values: "H07 1-7-G-4", in the order of the file."""
        return _spell(self.cards[card])

    def piece_name(self, piece: Any) -> str:
        return self.card(self.card_ids[piece])

    def showcase_card(self, card: int) -> str:
        """Return a showcase card with its values, or "guitarist"."""
        return "guitarist" if card == GUITARIST else _spell(self.showcase[card - 1])

    def showcase_id(self, card: int) -> str:
        """Return a showcase card's id, or "guitarist"."""
        return "guitarist" if card == GUITARIST else str(self.showcase[card - 1][0])

    def ids(self, cards: list[int]) -> list[str]:
        """Return the ids of hand cards."""
        return [self.cards[c][0] for c in cards]

    def column(self, rec: np.void, column: int) -> list[int]:
        """Return the showcase cards of a column, level I first."""
        start, base = column * self.levels, int(rec["base"][column])
        return [
            int(rec["showcase"][start + (base + i) % self.levels]) for i in range(self.levels)
        ]

    def to_act(self, rec: np.void) -> int | None:
        """Return the seat whose turn it is, None where all place or the game is over."""
        if PHASES[int(rec["phase"])] in ("place", "over"):
            return None
        return (int(rec["marker"]) + int(rec["turn"])) % self.players

    def score(self, rec: np.void, seat: int) -> int:
        """Return the points of a seat."""
        chips = sum(v for bits in rec["chips"][seat] for v in held(bits))
        return (
            chips
            + self.bonus["feature"] * int((rec["feature"] == seat + 1).sum())
            + self.bonus["sequence"] * int((rec["sequence"] == seat + 1).sum())
            + sum(v for i, v in enumerate(self.variety) if rec["variety"][i] == seat + 1)
        )

    def cards_text(self) -> str:
        bonus = self.bonus
        run = f"the first three in a row {bonus['sequence']}, "
        return "\n".join([
            "Most points win; then most victory chips, then the most points of variety chips. A "
            "card reads: its id, then " + ", ".join(CATEGORIES) + ".",
            "A set is three hand cards, or two and a showcase card at level I, alike in one "
            "characteristic; it takes the top chip of that stack and a card for the next round.",
            "One card of a hand set comes back. The guitarist belongs to no set."
            if len(self.showcase) < self.places else "One card of a hand set comes back.",
            f"Bonuses: the first {bonus['feature_chips']} chips of one stack {bonus['feature']}, "
            + (run if self.setup["sequence_chips"] else "")
            + "one of each stack " + ", ".join(map(str, self.variety)) + " points.",
            f"The game ends with the round in which {self.stacks_to_end} stacks are finished, or "
            "when there is no card for everybody.",
        ])

    # ---- counts --------------------------------------------------------------------------------

    def inventory(self, rec: np.void) -> dict[str, dict[str, int]]:
        """Return where every card and chip is."""
        n = self.players
        cards = {f"hand {p}": len(cards_of(rec["hand"][p])) for p in range(n)}
        cards["practice area"] = int(np.count_nonzero(rec["practice"]))
        cards["rewards"] = int(rec["rewards"])
        cards["discarded"] = len(cards_of(rec["discards"]))
        cards["deck"] = len(self.cards) - int(rec["drawn"])
        out: dict[str, dict[str, int]] = {"hand cards": cards}
        out["showcase cards"] = {"showcase": int(np.count_nonzero(rec["showcase"]))}
        chips = {f"seat {p}": num_chips(rec, p) for p in range(n)}
        chips["stacks"] = 4 * len(self.chips) - int(rec["taken"].sum())
        out["victory chips"] = chips
        boxes = {"feature": 4, "sequence": 4 * self.setup["sequence_chips"],
                 "variety": len(self.variety)}
        for kind, total in boxes.items():
            taken = {f"seat {p}": int((rec[kind] == p + 1).sum()) for p in range(n)}
            taken["supply"] = total - sum(taken.values())
            out[f"{kind} chips"] = taken
        return out

    # ---- text ----------------------------------------------------------------------------------

    def text(self, rec: np.void, seat: int | None) -> str:
        left = len(self.cards) - int(rec["drawn"])
        lines = [
            f"Fado: Duetos e Desgarradas, {self.players} players - round {int(rec['round'])} - "
            f"{left} cards in the deck - marker: seat {int(rec['marker'])}",
            *self._showcase_lines(rec),
            "stacks:      " + ", ".join(self._stack(rec, c) for c in range(4)),
            f"bonuses:     {self._bonuses_left(rec)}",
            f"{'':13}{'cards':>5} {'points':>6}  chips",
            *(self._seat_line(rec, p, seat) for p in range(self.players)),
        ]
        lines += self._practice_lines(rec)
        for p in range(self.players) if seat is None else (seat,):
            whose = "your hand" if p == seat else f"hand {p}"
            cards = ", ".join(self.card(c) for c in cards_of(rec["hand"][p]))
            lines.append(f"{whose + ':':13}{cards or '-'}")
            known = ", ".join(self.ids(cards_of(rec["known"][p])))
            if known and p == seat:
                lines.append(f"{'':13}(the others know of {known})")
            if rec["commit"][p]:
                lines.append(f"{'placed:':13}{self.action_names[rec['commit'][p] - 1]}")
        if rec["h"]["steps"]:
            steps = rec["step"][: int(rec["h"]["steps"])]
            names = ", ".join(self.action_names[a - 1] for a in steps)
            lines.append(f"{'set begun:':13}{names}")
        lines.append(f"{'now:':13}{self._now(rec, seat)}")
        return "\n".join(lines)

    def _showcase_lines(self, rec: np.void) -> list[str]:
        lines = []
        for column in range(self.columns):
            first, *rest = self.column(rec, column)
            above = ", ".join(self.showcase_card(card) for card in rest)
            lines.append(
                f"{f'showcase {column + 1}:':13}{self.showcase_card(first)}"
                + (f"  (above: {above})" if above else "")
            )
        return lines

    def _stack(self, rec: np.void, category: int) -> str:
        left = self.chips[int(rec["taken"][category]):]
        return f"{CATEGORIES[category]} {left[0] if left else '-'}"

    def _bonuses_left(self, rec: np.void) -> str:
        left = []
        for kind in ("feature", "sequence") if self.setup["sequence_chips"] else ("feature",):
            free = [c for c, p in zip(CATEGORIES, rec[kind], strict=True) if not p]
            left += [f"{kind} ({self.bonus[kind]}) {', '.join(free)}"] if free else []
        free = [str(v) for v, p in zip(self.variety, rec["variety"], strict=False) if not p]
        return "; ".join(left + ([f"variety {', '.join(free)}"] if free else [])) or "-"

    def _seat_line(self, rec: np.void, p: int, seat: int | None) -> str:
        chips = []
        for c, category in enumerate(CATEGORIES):
            values = held(rec["chips"][p][c])
            if values:
                chips.append(f"{category} {' '.join(map(str, values))}")
        bonuses = [f"{kind} {CATEGORIES[c]}" for kind in ("feature", "sequence")
                   for c in range(4) if rec[kind][c] == p + 1]
        bonuses += [f"variety {v}" for i, v in enumerate(self.variety)
                    if rec["variety"][i] == p + 1]
        notes = f"  + {', '.join(bonuses)}" if bonuses else ""
        known = self.ids(cards_of(rec["known"][p]))
        if known and p != seat:
            notes += f"  [holds {', '.join(known)}]"
        you = " (you)" if p == seat else ""
        return (
            f"{f'seat {p}{you}':13}{int(rec['hand_size'][p]):>5} {self.score(rec, p):>6}  "
            f"{', '.join(chips) or '-'}{notes}"
        )

    def _practice_lines(self, rec: np.void) -> list[str]:
        lying = [
            f"{self.card(int(c) - 1)} ({f'seat {p}' if p < STACK else 'deck'})"
            for p, c in enumerate(rec["practice"])
            if c
        ]
        lines = [f"{'practice:':13}{', '.join(lying)}"] if lying else []
        if rec["rewards"]:
            lines.append(f"{'rewards:':13}{int(rec['rewards'])} face down")
        gone = self.ids(cards_of(rec["discards"]))
        if gone:
            lines += wrap(", ".join(gone), 96, initial_indent=f"{'discards:':13}",
                          subsequent_indent=" " * 13)
        return lines

    def _now(self, rec: np.void, seat: int | None) -> str:
        who = self.to_act(rec)
        actor = f"seat {who}{' (you)' if who == seat else ''}"
        return {
            "place": "everybody places a card in the practice area",
            "pick": f"{actor} picks a card of the practice area",
            "sets": f"{actor} presents sets or ends its turn",
            "over": "the game is over",
        }[PHASES[int(rec["phase"])]]


def _spell(row: list[Any]) -> str:
    return f"{row[0]} {'-'.join(str(v) for v in row[1:])}"
