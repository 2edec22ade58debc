"""Fairy Concerto: whether hands can have lost what an observation says, given the table.

A hand passes to the left, so it is public which seats have picked from it, and how often. What a
seat has added this round stands in its orchestra; what two players have removed, or Pahha has got,
lies together.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine_cy.games._fairy_concerto_data import KINDS

Counts = list[int]      # number of fairies of each kind
COMPOSER = KINDS.index("composer")


class Round(NamedTuple):
    """The picks of a round so far; hands and seats are numbered by where they are now.

    picked: what each hand has lost. orchestras: of each seat, earlier rounds included. others: the
    fairies removed or Pahha's. added[p][h]: how many fairies seat p has added from hand h.
    elsewhere: how many of each hand have gone to `others`.
    """

    picked: list[Counts]
    orchestras: list[Counts]
    others: Counts
    added: list[list[int]]
    elsewhere: int


def count_added(players: int, picks: int, passed: int, per_pick: int) -> list[list[int]]:
    """Return how many fairies each seat has added from each hand after some picks of a round.

    passed: how often the hands have been passed on since the round began.
    """
    added = [[0] * players for _ in range(players)]
    for hand in range(players):
        for pick in range(picks):
            added[(hand - passed + pick) % players][hand] += per_pick
    return added


def take_composers(r: Round, adding: list[int], pahha: int) -> int | None:
    """Take out the composers that have just left the hands and whose cards are not all drawn.

    adding: how many each seat has added from the hand it holds; pahha: how many Pahha has got,
    which are all of this round. Return the first hand that has not lost so many, or None.
    """
    for p, number in enumerate(adding):
        r.picked[p][COMPOSER] -= number + pahha
        r.orchestras[p][COMPOSER] -= number
        r.added[p][p] -= number
        if r.picked[p][COMPOSER] < 0:
            return p
    if len(adding) == 1:
        r.others[COMPOSER] = 0
    return None


def find_excess(r: Round) -> tuple[list[int], list[int]] | None:
    """Return some hands and some kinds of which these hands have lost too many, or None.

    No seat adds more of the kinds than its orchestra has, nor more fairies than it has picked from
    those hands. In round 1 that is also enough where there are two kinds (Gale 1957, A theorem on
    flows in networks); with more, hands may pass that agree with every two classes of kinds only.
    """
    hands, kinds = _subsets(len(r.picked)), _subsets(len(KINDS))
    lost = hands @ np.array(r.picked) @ kinds.T
    from_hands = np.array(r.added) @ hands.T
    of_kinds = np.array(r.orchestras) @ kinds.T
    most = np.minimum(from_hands[:, :, None], of_kinds[:, None, :]).sum(axis=0)
    most += np.minimum(r.elsewhere * hands.sum(axis=1)[:, None], kinds @ r.others)
    if (lost <= most).all():
        return None
    some_hands, some_kinds = np.argwhere(lost > most)[0]
    return _members(hands[some_hands]), _members(kinds[some_kinds])


@cache
def _subsets(size: int) -> NDArray[np.int64]:
    """Return the subsets of so many numbers, each a row of 0 and 1, small ones first."""
    rows = [row for row in product((1, 0), repeat=size) if any(row)]
    return np.array(sorted(rows, key=sum))


def _members(row: NDArray[np.int64]) -> list[int]:
    return [int(i) for i in np.flatnonzero(row)]
