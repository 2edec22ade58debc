"""Fairy Concerto in words and JSON."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, cast

import numpy as np

from engine_cy.components import Data
from engine_cy.games._fairy_concerto_data import KINDS, contest_cards, read_facts, score_cards
from engine_cy.words import fairy_concerto_json
from engine_cy.words.base import Words
from engine_cy.words.fairy_concerto_json import (
    ITEMS,
    PAHHA,
    PHASES,
    card_ids,
    counts,
)

if TYPE_CHECKING:
    from engine_cy.core import Game

# The order is that of `EventKind` in games/fairy_concerto.pyx.
EVENT_KINDS = (
    "popular_kind", "contest_cards", "dealt_cards", "round_starts", "draws_fairies", "adds",
    "removes", "keeps", "draws_cards", "receives", "pahha_adds", "pahha_draws", "scores",
    "pahha_scores", "game_ends",
)
BOARDS = 4          # orchestra boards in the box, and honor tokens of each kind
HONORED = ("conductor", "soloist", "pianist", "harpist")


def _action_names() -> tuple[str, ...]:
    """Return the action texts in the order of the ids in fairy_concerto.pxd."""
    keep = ("keep 1", "keep 2")
    pairs = [f"add {k}, remove {m}" for k in KINDS for m in KINDS]
    names = [f"add {k}" for k in KINDS]
    names += [f"add {k}, {card}" for k in KINDS for card in keep]
    names += keep
    names += pairs
    names += [f"{pair}, {card}" for pair in pairs for card in keep]
    for size in (2, 3):
        names += [f"add {'+'.join(c)}" for c in combinations_with_replacement(KINDS, size)]
    return tuple(names)


def list_fairies(numbers: list[int]) -> str:
    """Return fairies as text: "2 trumpeter, composer"."""
    parts = [f"{n} {k}" if n > 1 else k for k, n in zip(KINDS, numbers, strict=True) if n]
    return ", ".join(parts) or "none"


class FairyConcertoWords(Words):
    """Fairies are named by kind, score and contest cards by their id; left is the next seat."""

    form = fairy_concerto_json
    action_names = _action_names()
    event_kinds = EVENT_KINDS
    notation_help = (
        "write for example 'add drummer', 'add drummer, keep 1', 'keep 2', "
        "'add drummer, remove horn_player', 'add drummer+violinist'"
    )

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        data = cast(Data, game.data)
        self.facts = read_facts(data, self.players, game.options)
        self.cards = score_cards(data, game.options["score_cards"])
        self.contest = contest_cards(data)

    def event_to_string(self, kind: str, seat: int | None, a: int, b: int) -> str:
        who = f"seat {seat}"
        if kind in ("draws_fairies", "receives"):
            hand = list_fairies([(a >> 3 * k) & 7 for k in range(len(KINDS))])
            return f"{who} {'draws' if kind == 'draws_fairies' else 'receives'} {hand}"
        if kind in ("adds", "removes", "pahha_adds", "popular_kind"):
            verb = {"adds": f"{who} adds", "removes": f"{who} removes",
                    "pahha_adds": "Pahha gets", "popular_kind": "the popular kind is"}[kind]
            return f"{verb} {KINDS[a]}"
        if kind in ("dealt_cards", "draws_cards"):
            verb = "is dealt" if kind == "dealt_cards" else "draws"
            return f"{who} {verb} {self.card_text(a)} and {self.card_text(b)}"
        if kind == "keeps":
            return f"{who} keeps {self.card_text(a)} and discards {self.card_text(b)}"
        if kind == "contest_cards":
            names = (self.contest_name("soloist", a), self.contest_name("pianist", b >> 8),
                     self.contest_name("harpist", b & 255))
            return "soloist {}, pianist {}, harpist {}".format(*names)
        return {
            "round_starts": f"round {a} starts",
            "pahha_draws": "Pahha gets a face-down score card",
            "scores": f"{who} has {a} points, {b} of them for honors",
            "pahha_scores": f"Pahha has {a} points, {b} of them for honors",
            "game_ends": "the game ends",
        }[kind]

    def card_text(self, card: int) -> str:
        """Return a score card with what it asks for: "SC01 (3 trumpeter, 2 drummer)"."""
        return f"{self.cards[card]['id']} ({list_fairies(self.cards[card]['needs'])})"

    def contest_name(self, deck: str, index: int) -> str:
        """Return a contest card with what it says: "A", "P1 (trumpeter, drummer)"."""
        card = self.contest[deck][index]
        if deck == "soloist":
            return str(card["method"])
        return f"{card['id']} ({list_fairies(card['kinds'])})"

    # ---- counts --------------------------------------------------------------------------------

    def own_pair(self, rec: np.void, seat: int) -> list[int]:
        """Return the two cards a seat has to choose from, as far as the record knows them."""
        if PHASES[int(rec["phase"])] == "choose" and rec["chooser"] == seat:
            first = int(rec["num_draws"]) - 2
        elif self.setup_open(rec):
            first = 2 * seat
        else:
            return []
        return [int(c) - 1 for c in rec["draws"][first : first + 2] if c]

    def setup_open(self, rec: np.void) -> bool:
        """Whether the setup cards have still to be chosen from."""
        return bool(rec["h"]["epoch"] == 1 and rec["draft"] == 0 and rec["phase"] == 0)

    def inventory(self, rec: np.void) -> dict[str, dict[str, int]]:
        """Return where every component of the box is."""
        n = self.players
        places = {f"hand {p}": counts(rec["hand"][p]) for p in range(n)}
        places |= {f"orchestra {p}": counts(rec["orchestra"][p]) for p in range(n)}
        deck = bool(self.game.options["random_cards"])      # then no fairy is in the bag
        places |= {"Pahha": counts(rec["pahha"]), "supply" if deck else "bag": counts(rec["bag"]),
                   "removed": counts(rec["removed"])}
        found: dict[str, dict[str, int]] = {
            kind: {place: numbers[k] for place, numbers in places.items()}
            for k, kind in enumerate(KINDS)
        }
        for k, kind in enumerate(KINDS):
            found[kind]["popularity card"] = int(rec["popularity"] == k)
        cards = {f"kept {p}": int(rec["kept"][p]).bit_count() for p in range(n)}
        cards |= {f"choosing {p}": len(self.own_pair(rec, p)) for p in range(n)}
        cards |= {"Pahha": int(rec["num_face_down"]), "discards": int(rec["discards"]).bit_count()}
        cards["pile"] = len(self.cards) - sum(cards.values())
        found["score cards"] = cards
        found |= {f"{deck} cards": {"table": 1, "box": len(self.contest[deck]) - 1}
                  for deck in self.contest}
        found["conductor card"] = found["popularity card"] = {"table": 1}
        sides = [f"seat {p}" for p in range(n)] + (["Pahha"] if n == 1 else [])
        boards = dict.fromkeys(sides, 1)
        found["orchestra boards"] = boards | {"box": BOARDS - len(sides)}
        found["honor tokens"] = self._honors(rec, sides)
        found["drawstring bag"] = {"box" if deck else "table": 1}
        found["random cards"] = (self.random_cards(rec) if deck
                                 else {"box": sum(self.facts["tokens"])})
        return found

    def _honors(self, rec: np.void, sides: list[str]) -> dict[str, int]:
        """Return who has honor tokens; one of each kind is set out for each side."""
        rows = [*range(self.players), PAHHA]
        honors = {side: int(rec["points"][row][-1]) // self.facts["points"]["honor"]
                  for side, row in zip(sides, rows, strict=False)}
        honors["set out"] = len(HONORED) * len(sides) - sum(honors.values())
        honors["box"] = len(HONORED) * (BOARDS - len(sides))
        return honors

    def random_cards(self, rec: np.void) -> dict[str, int]:
        """Return how many random cards lie in the pile and on the discard pile."""
        drawn = 1 + self.players * sum(self.facts["draw"][: int(rec["h"]["epoch"])])
        return {"pile": sum(self.facts["tokens"]) - drawn, "discards": drawn}

    # ---- text ----------------------------------------------------------------------------------

    def text(self, rec: np.void, seat: int | None) -> str:
        rounds, drafts = len(self.facts["draw"]), self.facts["drafts"]
        draft = min(int(rec["draft"]) + 1, drafts)
        of_drafts = f", draft {draft} of {drafts}" if self.players > 1 else ""
        players = f"{self.players} players" if self.players > 1 else "alone against Pahha"
        lines = [
            f"Fairy Concerto, {players} - round {int(rec['h']['epoch'])} of {rounds}{of_drafts}",
            f"{'popular:':13}{KINDS[rec['popularity']]} - "
            f"soloist {self.contest_name('soloist', rec['soloist'])}, "
            f"pianist {self.contest_name('pianist', rec['pianist'])}, "
            f"harpist {self.contest_name('harpist', rec['harpist'])}",
            f"{'orchestra':13}" + "".join(f" {kind:>11}" for kind in KINDS) + "  score cards",
        ]
        for p in range(self.players):
            you = " (you)" if p == seat else ""
            names = " ".join(card_ids(self, rec["kept"][p])) or "-"
            lines.append(self._row(f"seat {p}{you}", counts(rec["orchestra"][p]), names))
        if self.players == 1:
            lines.append(self._row("Pahha", counts(rec["pahha"]),
                                   f"{int(rec['num_face_down'])} face down"))
        if self.players == 2:
            lines.append(self._row("removed", counts(rec["removed"]), ""))
        lines += self._hand_lines(rec, seat)
        lines += self._score_lines(rec)
        if self.game.options["random_cards"]:
            deck = self.random_cards(rec)
            lines.append(f"random cards: {deck['pile']} in the pile, {deck['discards']} discarded")
        lines.append(f"{'now:':13}{self._now(rec, seat)}")
        return "\n".join(lines)

    def cards_text(self) -> str:
        points = self.facts["points"]
        lines = [
            "Most points win." if self.players > 1 else "You win with more points than Pahha.",
            f"popularity: {points['popularity']} for each fairy of the popular kind",
            f"conductor: {points['conductor']} for each fairy of the most numerous kind",
            f"soloist A: {points['soloist_A']} for each fairy of the least numerous kind you have",
            f"soloist B: {points['soloist_B']} for each fairy between the most and the least",
            f"soloist C: {points['soloist_C']} for each kind in the widest group of equal numbers",
            f"soloist D: {points['soloist_D']} for each group of equal numbers",
            f"pianist, harpist: {points['pianist_set']}, {points['harpist_set']} for each set",
            f"score cards: {points['score_card']} for each that the orchestra fulfils",
            f"honors: {points['honor']} for most points on conductor, soloist, pianist, harpist",
            "composer: when added, draw two score cards and keep one",
        ]
        if self.players == 1:
            lines.append(f"Pahha's face-down cards: {points['face_down_card']} each")
        lines += [f"{deck} {self.contest_name(deck, i)}"
                  for deck in ("pianist", "harpist") for i in range(len(self.contest[deck]))]
        lines += [self.card_text(c) for c in range(len(self.cards))]
        return "\n".join(lines)

    def _row(self, name: str, numbers: list[int], tail: str) -> str:
        return (f"{name:13}" + "".join(f" {n or '.':>11}" for n in numbers) + f"  {tail}").rstrip()

    def _hand_lines(self, rec: np.void, seat: int | None) -> list[str]:
        lines = []
        for p in range(self.players):
            if rec["hand"][p]:
                name = "your hand" if p == seat else f"hand {p}"
                lines.append(self._row(name, counts(rec["hand"][p]), ""))
        for p in range(self.players) if seat is None else (seat,):
            whose = "" if p == seat else f" of seat {p}"
            pair = self.own_pair(rec, p)
            if pair:
                cards = ", ".join(f"{i + 1}: {self.card_text(c)}" for i, c in enumerate(pair))
                lines.append(f"choice{whose}: {cards}")
            if rec["commit"][p]:
                lines.append(f"committed{whose}: {self.action_names[rec['commit'][p] - 1]}")
        shown = 0
        for p in range(self.players):
            shown |= int(rec["kept"][p])
        if shown:
            kept = [self.card_text(c) for c in range(len(self.cards)) if (shown >> c) & 1]
            lines.append(f"{'kept cards:':13}{', '.join(kept)}")
        return lines

    def _score_lines(self, rec: np.void) -> list[str]:
        if not rec["h"]["over"]:
            return []
        lines = [f"{'points':13}" + "".join(f" {item:>11}" for item in (*ITEMS, "total"))]
        rows = [(f"seat {p}", rec["points"][p]) for p in range(self.players)]
        if self.players == 1:
            rows.append(("Pahha", rec["points"][4]))
        for name, items in rows:
            numbers = [*map(int, items), int(items.sum())]
            lines.append(f"{name:13}" + "".join(f" {n:>11}" for n in numbers))
        return lines

    def _now(self, rec: np.void, seat: int | None) -> str:
        phase = PHASES[int(rec["phase"])]
        if phase == "choose":
            you = " (you)" if rec["chooser"] == seat else ""
            return f"seat {int(rec['chooser'])}{you} keeps one of two score cards"
        if phase == "over":
            return "the game is over"
        number = self.facts["add"][int(rec["h"]["epoch"]) - 1]
        what = f"{number} {'fairy' if number == 1 else 'fairies'} to add"
        if self.players == 2:
            what += " and one to remove"
        if self.setup_open(rec):
            what += " and a score card to keep"
        return f"{'everybody chooses' if self.players > 1 else 'you choose'} {what}"
