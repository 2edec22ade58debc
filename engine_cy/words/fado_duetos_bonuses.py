"""Fado: Duetos e Desgarradas: who has earned which bonus chip, as far as the victory chips tell.

Each stack only goes down, so of two chips of one stack the higher was taken first. Chips of
different stacks may have been taken in any order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine_cy.words.fado_duetos import FadoDuetosWords


def held(bits: int) -> list[int]:
    """Return the values of a seat's chips of one stack in the order of taking."""
    return [v for v in range(int(bits).bit_length() - 1, 0, -1) if (int(bits) >> v) & 1]


def first_to_earn(words: FadoDuetosWords, rec: np.void, key: str, category: int) -> int | None:
    """Return the seat that earned the "feature" or "sequence" chip of a stack, None if nobody."""
    if key == "sequence" and not words.setup["sequence_chips"]:
        return None
    moments = {}
    for p in range(words.players):
        chips = held(rec["chips"][p][category])
        if key == "feature":
            earned = chips[words.bonus["feature_chips"] - 1 :][:1]
        else:
            earned = [v for v in chips if v + 1 in chips and v + 2 in chips][:1]
        if earned:
            moments[earned[0]] = p
    return moments[max(moments)] if moments else None


def num_sets(rec: np.void, seat: int) -> int:
    """Return the seat's number of complete variety sets."""
    return min(int(bits).bit_count() for bits in rec["chips"][seat])


def num_variety(words: FadoDuetosWords, rec: np.void) -> int:
    """Return how many variety chips are taken."""
    sets = [num_sets(rec, p) for p in range(words.players)]
    if not words.game.options["variety_repeat"]:
        sets = [min(1, count) for count in sets]
    return min(sum(sets), len(words.variety))


def first_impossible(words: FadoDuetosWords, rec: np.void, seats: list[int]) -> int | None:
    """Return the index of the first seat that cannot have been next to complete a variety set.

    A set completed means that of each stack everything down to its chips is gone. A seat can be
    next if no other seat's next set lies wholly among the chips that are then gone.
    """
    chips = [[held(rec["chips"][p][c]) for c in range(4)] for p in range(words.players)]
    once = not words.game.options["variety_repeat"]
    done = [0] * words.players
    gone = [words.chips[0] + 1] * 4
    for at, seat in enumerate(seats):
        if done[seat] >= num_sets(rec, seat) or (once and done[seat]):
            return at
        needed = [chips[seat][c][done[seat]] for c in range(4)]
        gone = [min(a, b) for a, b in zip(gone, needed, strict=True)]
        done[seat] += 1
        for p in range(words.players):
            if p != seat and not (once and done[p]) and done[p] < num_sets(rec, p) \
                    and all(chips[p][c][done[p]] >= gone[c] for c in range(4)):
                return at
    return None
