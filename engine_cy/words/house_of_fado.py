"""House of Fado in words."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from engine_cy.components import Data
from engine_cy.games._house_of_fado_data import (
    COLOURS,
    TABLES,
    TIE_BREAKS,
    TYPES,
    read_facts,
)
from engine_cy.words import house_of_fado_json
from engine_cy.words.base import Words
from engine_cy.words.house_of_fado_events import EVENT_KINDS, event_text
from engine_cy.words.house_of_fado_names import action_names
from engine_cy.words.house_of_fado_text import table_text

if TYPE_CHECKING:
    from engine_cy.core import Game

ASSISTANT = 8       # bit of an assistant among figures
CRITICS = 3         # in the box


def members(bits: Any) -> list[int]:
    """Return the numbers of the set bits, ascending."""
    return [n for n in range(32) if (int(bits) >> n) & 1]


def _plain(name: str) -> str:
    """Return a name without accents: "Joao" for "João"."""
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))


class HouseOfFadoWords(Words):
    """Musicians and fados are named by their ids in the data file, spaces as in the rulebook."""

    form = house_of_fado_json
    event_kinds = EVENT_KINDS
    notation_help = (
        "write for example 'place market_L', 'hire PG3', 'seat 2 gray 1 brown', 'table 2', "
        "'kick to street_R/1', 'raise S to 4', 'keep CG'"
    )

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        data = cast(Data, game.data)
        self.facts = read_facts(data, self.players, game.options)
        self.action_names = action_names(self.facts)
        self.tiles: list[str] = [tile["id"] for tile in self.facts["tiles"]]
        self.fados: list[str] = [fado["id"] for fado in self.facts["fados"]]
        self.boards: list[str] = [board["id"] for board in self.facts["billboards"]]
        for tile in self.facts["tiles"]:        # promos by name, too, with or without its accents
            for name in (tile["name"], _plain(tile["name"])) if "name" in tile else ():
                self.action_ids[f"hire {name}"] = self.action_ids[f"hire {tile['id']}"]
        self.stars: tuple[str, ...] = (*self.facts["types"], "fados", "cubes")

    def event_to_string(self, kind: str, seat: int | None, a: int, b: int) -> str:
        return event_text(self, kind, seat, a, b)

    def text(self, rec: np.void, seat: int | None) -> str:
        return table_text(self, rec, seat)

    # ---- pieces in words -----------------------------------------------------------------------

    def fado_text(self, fado: int) -> str:
        """Return a fado with what it asks for and gives: "F07 (n1 n2 n3: 4)"."""
        tile = self.facts["fados"][fado]
        notes = [k for k, n in zip(self.facts["kinds"], tile["notes"], strict=True)
                 for _ in range(n)]
        return f"{tile['id']} ({' '.join(notes)}: {tile['points']})"

    def tile_text(self, tile: int, fame: int) -> str:
        """Return a musician with its note or power, and its fame: "PG3 n3 fame 2"."""
        facts = self.facts["tiles"][tile]
        gift = facts["power"] if facts["note"] is None else self.facts["kinds"][facts["note"]]
        return f"{facts['id']} {gift}" + (f" fame {fame}" if fame else "")

    def scoring_text(self, board: int) -> str:
        """Return a billboard scoring tile: "BS1 9/6/3"."""
        facts = self.facts["billboards"][board]
        return f"{facts['id']} {'/'.join(map(str, facts['scores']))}"

    def cards_text(self) -> str:
        facts = self.facts
        levels = range(2, 7)
        spent = ", ".join(f"{n} for {level}"
                          for level, n in zip(levels, facts["raise_customers"], strict=True))
        lines = [
            "Most points win; ties: " + ", ".join(TIE_BREAKS[i] for i in facts["tie_breaks"]) + ".",
            f"The game ends with the round in which star {facts['stars_to_end']} of 5 is taken: "
            "first musician of each type with fame 6, "
            f"first with {facts['star_fados']} fados, first without cubes.",
            f"stars: {facts['star_points'][1:]} points for 1 to 5 of them",
            f"fados: {facts['fado_bonus']} points for 0, 1, 2 ... of them, beside their own",
            f"money: 1 point for every {facts['money_per_point']}; musicians left: their fame",
            f"hiring: {facts['hire_cost']} for fame 1 to 5, and in the market "
            + ", ".join(f"{cost} for {name}" for name, cost
                        in zip(facts["types"], facts["base_cost"], strict=True)),
            f"fame: guests spent to reach it: {spent}; money instead: {facts['raise_money']}",
            *(f"{name} is raised by {' and '.join(COLOURS[c] for c in facts['accepts'][k])} guests"
              for k, name in enumerate(facts["types"])),
            f"income for each guest at a table by cubes removed: {facts['income']}",
            f"price of the critic by cubes removed: {facts['critic_cost']}",
        ]
        lines += [self.fado_text(f) for f in range(len(self.fados)) if facts["fados"][f]["in_play"]]
        lines += [self._power_text(tile) for tile in facts["tiles"]
                  if tile["power"] and tile["in_play"]]
        return "\n".join(lines)

    def _power_text(self, tile: dict[str, Any]) -> str:
        what = {"cubes": "more cubes leave with the critic", "money": "money when hired",
                "customers": "customers of any colour to spend at a closing"}[tile["power"]]
        return f"{tile['id']} ({tile['name']}, fame {tile['fame']}): {tile['amount']} {what}"

    # ---- inventory -----------------------------------------------------------------------------

    def inventory(self, rec: np.void) -> dict[str, dict[str, int]]:
        """Return where every component is; bank and note supply may be without limit."""
        t, n = rec["t"], self.players
        seats = [f"seat {p}" for p in range(n)]
        found = {"money": dict(zip(seats, t["money"][:n].tolist(), strict=True))}
        found["money"]["bank"] = -sum(found["money"].values())
        found |= self._notes(t, seats) | self._musicians(t, seats) | self._customers(t, seats)
        found |= self._figures(t, seats)
        scored = [int(t["scored"][p]).bit_count() for p in range(n)]
        found["fados"] = {
            "display": int(np.count_nonzero(t["display"])), "stack":
            int(t["stack"]).bit_count() + int(t["top"] > 0),
            **dict(zip(seats, scored, strict=True)),
            "box": sum(not fado["in_play"] for fado in self.facts["fados"]),
        }
        found["stars"] = {"board": int(np.count_nonzero(t["star"] == 0))} | {
            seat: int(np.count_nonzero(t["star"] == p + 1)) for p, seat in enumerate(seats)}
        found["scoring tiles"] = {"billboard": TYPES, "box": len(self.boards) - TYPES}
        found["first player token"] = {f"seat {int(t['starter'])}": 1}
        return found

    def _notes(self, t: np.void, seats: list[str]) -> dict[str, dict[str, int]]:
        limit, mode = self.facts["options"]["supply_per_kind"], self.facts["options"]["clef_mode"]
        clefs = self.facts["clefs"] * self.players
        found = {}
        for k, kind in enumerate(self.facts["kinds"]):
            places = {seat: int(t["notes"][p][k]) for p, seat in enumerate(seats)}
            total = limit + (clefs if mode == "ordinary_kind" and k == 0 else 0)
            places["supply" if limit else "bank"] = total - sum(places.values())
            found[f"notes {kind}"] = places
        if mode != "ordinary_kind":
            places = {seat: int(t["clef"][p]) for p, seat in enumerate(seats)}
            found["treble clefs"] = {**places, "spent": clefs - sum(places.values())}
        return found

    def _musicians(self, t: np.void, seats: list[str]) -> dict[str, dict[str, int]]:
        places = {"market": int(t["market"]).bit_count(), "box": int(t["boxed"]).bit_count(),
                  "billboard": int(np.count_nonzero(t["billboard"])),
                  "star places": int(np.count_nonzero(t["star_place"]))}
        places |= {seat: int(np.count_nonzero(t["musician"][p])) for p, seat in enumerate(seats)}
        dice = sum(bool(t["fame"][i]) for i in range(len(self.tiles))
                   if not (int(t["boxed"]) >> i) & 1)
        return {"musicians": places,
                "dice": {"musicians": dice, "supply": self.facts["dice"] - dice}}

    def _customers(self, t: np.void, seats: list[str]) -> dict[str, dict[str, int]]:
        found = {}
        for c, colour in enumerate(COLOURS):
            places = {"street": int(t["group"][:, c].sum()), "bag": int(t["bag"][c]),
                      "discard": int(t["discard"][c])}
            places |= {f"{seat} tables": int(t["guests"][p, :, c].sum())
                       for p, seat in enumerate(seats)}
            places |= {f"{seat} bar": int(t["at_bar"][p][c]) for p, seat in enumerate(seats)}
            found[f"{colour} customers"] = places
        critics = {seat: int(t["critic"][p] > 0) for p, seat in enumerate(seats)}
        critics["street"] = int(t["critics"]).bit_count()
        found["critics"] = {**critics, "box": CRITICS - sum(self.facts["critics"])}
        locked = [int(self.facts["cubes"] - t["cubes"][p] < self.facts["unlock"])
                  for p in range(self.players)]
        found["decoration tiles"] = {
            **{f"{seat} table {TABLES}": n for seat, n in zip(seats, locked, strict=True)},
            "off": self.players - sum(locked),
        }
        return found

    def _figures(self, t: np.void, seats: list[str]) -> dict[str, dict[str, int]]:
        """Return workers, assistants and cubes by seat; a worker on its way is in the air."""
        found = {}
        figures = t["figure"].tolist()
        for p, seat in enumerate(seats):
            places = {"hand": int(t["hand"][p]), "board": figures.count(p + 1),
                      "home": (int(t["home"]) >> p) & 1}
            places["air"] = self.facts["workers"] - sum(places.values())
            found[f"workers of {seat}"] = places
            if self.facts["assistants"]:
                places = {"supply": int(t["supply"][p]),
                          "board": figures.count(p + 1 + ASSISTANT)}
                places["air"] = self.facts["assistants"] - sum(places.values())
                found[f"assistants of {seat}"] = places
            cubes = {"track": int(t["cubes"][p]), "billboard": int(t["posted"][p].sum())}
            cubes["out"] = self.facts["cubes"] - sum(cubes.values())
            found[f"cubes of {seat}"] = cubes
        return found
