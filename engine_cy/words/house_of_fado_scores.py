"""House of Fado: the points of one seat item by item, as Final Scoring adds them up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine_cy.games._house_of_fado_data import TYPES

if TYPE_CHECKING:
    from engine_cy.words.house_of_fado import HouseOfFadoWords


def score_items(words: HouseOfFadoWords, t: np.void, seat: int) -> dict[str, int]:
    """Return what a seat's points are made of, were the game over now; the engine adds the same."""
    facts = words.facts
    musicians = [int(m) - 1 for m in t["musician"][seat] if m]
    stars = int(np.count_nonzero(t["star"] == seat + 1))
    fados = facts["fado_bonus"]
    return {
        "points": int(t["points"][seat]),
        "musicians": sum(int(t["fame"][tile]) for tile in musicians),
        "stars": facts["star_points"][stars],
        "billboards": sum(_billboard(words, t, seat, k) for k in range(TYPES)),
        "fados": fados[min(int(t["scored"][seat]).bit_count(), len(fados) - 1)],
        "money": int(t["money"][seat]) // facts["money_per_point"],
    }


def _billboard(words: HouseOfFadoWords, t: np.void, seat: int, k: int) -> int:
    """Return a seat's points for its cubes beside a type; ties share their places (ruling 28)."""
    cubes = t["posted"][: words.players, k].tolist()
    if cubes[seat] == 0:
        return 0
    ahead, tied = sum(n > cubes[seat] for n in cubes), cubes.count(cubes[seat])
    places = words.facts["billboards"][int(t["scoring"][k])]["scores"][ahead : ahead + tied]
    return int(sum(places)) // tied
