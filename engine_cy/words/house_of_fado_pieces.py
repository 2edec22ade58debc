"""House of Fado: whether a table read from JSON has every piece once; each complaint is a sentence.

The rules check the same and more (`games/house_of_fado_checks.pxi`) but know no fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine_cy.errors import DataError
from engine_cy.games._house_of_fado_data import COLOURS, TYPES
from engine_cy.words.house_of_fado_names import ASSISTANT, counted

if TYPE_CHECKING:
    from engine_cy.words.house_of_fado import HouseOfFadoWords

PAST = ("hire", "street", "seat", "table", "rehearse", "advertise")     # after the kick-out
# What the step of a phase must have, and what it may have beside `origin` and `left`.
_NEEDED = {
    "leave": ("origin",), "own": ("origin", "space"), "remove": ("space", "kicked"),
    "kick": ("space", "kicked"), "bonus": ("space", "kick"), "bonus_six": ("space", "kick"),
    "seat": ("space", "group_chosen"), "table": ("space", "group_chosen"),
    **dict.fromkeys(("hire", "street", "rehearse", "advertise", "close", "raise", "six", "part",
                     "critic"), ("space",)),
}
_POSSIBLE = {
    "bonus_six": ("type",), "hire": ("hired",), "table": ("party",),
    "raise": ("spent", "due", "type", "virtual", "extra_cubes"),
    "six": ("due", "type", "extra_cubes"), "part": ("type", "extra_cubes"),
}
_LATE = ("came", "turn_up")


def check_pieces(words: HouseOfFadoWords, where: str, t: np.void, phase: str) -> None:
    """Raise DataError for a piece that is missing or lies twice, and for a step out of phase."""
    _check_step(words, where, t, phase)
    _check_musicians(words, where, t)
    _check_fados(words, where, t)
    _check_customers(words, where, t)
    for p in range(words.players):
        _check_seat(words, where, t, p, phase)


def _check_step(words: HouseOfFadoWords, where: str, t: np.void, phase: str) -> None:
    needed = _NEEDED.get(phase, ())
    for field in needed:
        if not t[field]:
            raise DataError(f"The field '{where}.step.{field}' is missing; the phase {phase!r} "
                            "needs it.")
    possible = {*needed, *_POSSIBLE.get(phase, ())}
    if phase not in ("lift", "over"):
        possible |= {"origin", "left"} - ({"left"} if phase == "leave" else set())
    if words.facts["options"]["kickout_timing"] == "after_action":
        possible |= {"kicked"} if phase in PAST else set()
        possible |= {*_LATE} if phase in ("remove", "kick", "bonus", "bonus_six") else set()
    fields = ("origin", "left", "space", "kicked", "kick", "hired", "group_chosen", "party",
              "spent", "due", "type", "virtual", "extra_cubes", *_LATE)
    for field in fields:
        if np.any(t[field]) and field not in possible:
            raise DataError(f"The field '{where}.step.{field}' is set; the phase {phase!r} has "
                            "none.")


def _once(where: str, what: str, names: list[str], places: list[int], wanted: list[bool]) -> None:
    """Complain about a piece that does not lie in exactly one place, or in any that is not wanted.

    places: number + 1 of each piece that lies somewhere, 0 for nothing.
    """
    for i, name in enumerate(names):
        times = places.count(i + 1)
        if times != wanted[i]:
            raise DataError(f"The field '{where}' has {what} {name} in {counted(times, 'place')}; "
                            f"it must be {int(wanted[i])}.")


def _numbers(bits: Any) -> list[int]:
    """Return 1 + the number of each set bit."""
    return [i + 1 for i in range(32) if (int(bits) >> i) & 1]


def _check_musicians(words: HouseOfFadoWords, where: str, t: np.void) -> None:
    places = [*_numbers(t["market"]), *_numbers(t["boxed"])]
    for row in (t["billboard"], t["star_place"], *t["musician"]):
        places += row.tolist()
    _once(where, "the musician", words.tiles, places, [True] * len(words.tiles))
    tiles = words.facts["tiles"]
    for k in range(TYPES if words.facts["options"]["promos"] else 0):
        gone = [i for i, tile in enumerate(tiles) if tile["type"] == k and tile["in_play"]
                and (int(t["boxed"]) >> i) & 1 and t["fame"][i] < 6]
        if len(gone) != 1:
            raise DataError(f"The field '{where}.removed' has {len(gone)} of type "
                            f"{words.facts['types'][k]} with a fame below 6; promos replace one.")


def _check_fados(words: HouseOfFadoWords, where: str, t: np.void) -> None:
    places = [*t["display"].tolist(), int(t["top"]), *_numbers(t["stack"])]
    for scored in t["scored"]:
        places += _numbers(scored)
    _once(where, "the fado", words.fados, places,
          [tile["in_play"] for tile in words.facts["fados"]])


def _check_customers(words: HouseOfFadoWords, where: str, t: np.void) -> None:
    for c, colour in enumerate(COLOURS):
        count = sum(int(t[field][..., c].sum()) for field in ("group", "guests", "at_bar"))
        count += int(t["bag"][c] + t["discard"][c])
        wanted = words.facts["customers"][c] * words.players
        if count != wanted:
            raise DataError(f"The field '{where}' has {count} {colour} customers in street, "
                            f"restaurants, bag and discard; it must be {wanted}.")
    critics = int(t["critics"]).bit_count() + int(np.count_nonzero(t["critic"]))
    wanted = sum(words.facts["critics"])
    if critics != wanted:
        raise DataError(f"The field '{where}' has {counted(critics, 'critic')} in street and "
                        f"restaurants; it must be {wanted}.")


def _check_seat(words: HouseOfFadoWords, where: str, t: np.void, p: int, phase: str) -> None:
    """Count a seat's figures and cubes; one worker may be in the air, a kicked-out figure is."""
    facts, figures, mine = words.facts, t["figure"].tolist(), p == int(t["seat"])
    kicked = int(t["kicked"])
    workers = figures.count(p + 1) + int(t["hand"][p]) + ((int(t["home"]) >> p) & 1)
    workers += (kicked == p + 1) + (mine and t["origin"] > 0 and t["space"] == 0)
    assistants = figures.count(ASSISTANT | (p + 1)) + int(t["supply"][p])
    assistants += (kicked == ASSISTANT | (p + 1)) + (mine and phase == "own")
    for name, count in (("workers", workers), ("assistants", assistants)):
        if count != facts[name]:
            raise DataError(f"The field '{where}.seats[{p}]' has {count} {name} with those on the "
                            f"board and on their way; it must be {facts[name]}.")
    cubes = int(t["cubes"][p] + t["posted"][p].sum())
    if cubes > facts["cubes"]:
        raise DataError(f"The field '{where}.seats[{p}].cubes' and the posted ones are {cubes}; "
                        f"there are {facts['cubes']}.")
