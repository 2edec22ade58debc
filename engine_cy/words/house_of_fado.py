"""House of Fado in words."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from engine_cy.components import Data
from engine_cy.games._house_of_fado_data import (
    COLOURS,
    MAX_FAME,
    TABLES,
    TYPES,
    read_facts,
)
from engine_cy.words import house_of_fado_json
from engine_cy.words.base import Words
from engine_cy.words.house_of_fado_cards import cards_text
from engine_cy.words.house_of_fado_events import EVENT_KINDS, event_text
from engine_cy.words.house_of_fado_names import ASSISTANT, action_names
from engine_cy.words.house_of_fado_notes import action_note
from engine_cy.words.house_of_fado_text import table_text

if TYPE_CHECKING:
    from engine_cy.core import Game

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

    def notes_text(self, fado: int) -> str:
        """Return the notes that a fado asks for: "n1 n2 n3"."""
        needs = self.facts["fados"][fado]["notes"]
        return " ".join(k for k, n in zip(self.facts["kinds"], needs, strict=True)
                        for _ in range(n))

    def fado_text(self, fado: int) -> str:
        """Return a fado with what it asks for and gives: "F07 (n1 n2 n3: 4)"."""
        tile = self.facts["fados"][fado]
        return f"{tile['id']} ({self.notes_text(fado)}: {tile['points']})"

    def gift_text(self, tile: int) -> str:
        """Return what a musician brings, its note or its power: "n3", "cubes"."""
        facts = self.facts["tiles"][tile]
        return facts["power"] if facts["note"] is None else self.facts["kinds"][facts["note"]]

    def tile_text(self, tile: int, fame: int) -> str:
        """Return a musician with its note or power, and its fame: "PG3 n3 fame 2"."""
        name = f"{self.tiles[tile]} {self.gift_text(tile)}"
        return name + (f" fame {fame}" if fame else "")

    def market_price(self, t: np.void, tile: int) -> int | None:
        """Return what a musician in the market costs; nobody can hire fame 6."""
        fame = max(1, int(t["fame"][tile]))
        if fame == MAX_FAME:
            return None
        base = self.facts["base_cost"][self.facts["tiles"][tile]["type"]]
        return int(base + self.facts["hire_cost"][fame - 1])

    def notes_left(self, t: np.void) -> list[int]:
        """Return the notes of each kind in the supply; below 0 where there is no limit."""
        total = [self.facts["options"]["supply_per_kind"]] * len(self.facts["kinds"])
        if self.facts["options"]["clef_mode"] == "ordinary_kind":
            total[0] += self.facts["clefs"] * self.players
        return [n - int(t["notes"][:, k].sum()) for k, n in enumerate(total)]

    def scoring_text(self, board: int) -> str:
        """Return a billboard scoring tile: "BS1 9/6/3"."""
        facts = self.facts["billboards"][board]
        return f"{facts['id']} {'/'.join(map(str, facts['scores']))}"

    def cards_text(self) -> str:
        return cards_text(self)

    def action_note(self, rec: np.void, action: int) -> str:
        return action_note(self, rec["t"], action)

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
        found = {}
        left = self.notes_left(t)
        for k, kind in enumerate(self.facts["kinds"]):
            places = {seat: int(t["notes"][p][k]) for p, seat in enumerate(seats)}
            places["supply" if limit else "bank"] = left[k]
            found[f"notes {kind}"] = places
        if mode != "ordinary_kind":
            clefs = self.facts["clefs"] * self.players
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
