"""Cycles among the bots: A beats B beats C beats A, and what alpha-Rank says of them.

A rating puts all bots in one line, which a cycle does not have. The edges that differ from 0, each
at a level divided by the number of pairs (C. E. Bonferroni; so that a field of equals shows one in
at most a twentieth of all tournaments), make a directed graph; whoever is in a strongly connected
part of three or more is in a cycle, and a shortest one is named for every such part.

alpha-Rank lets a population of one bot be invaded by a single other, again and again; the share of
time each bot holds the population is its mass, in the limit of strong selection. An edge that is
not above noise counts as 0 there, since strong selection would otherwise decide by its sign alone.

Sources: S. Omidshafiei et al., alpha-Rank, arXiv 1903.01373 (2019), equations 9-11, in the form
for a single population; its limit is taken as in OpenSpiel's alpharank.py. W. K. Grassmann,
M. I. Taksar and D. P. Heyman, Operations Research 33 (1985), 1107: a stationary distribution
without a subtraction, hence exact where chances are tiny.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

POPULATION = 50  # bots that are one population; alpha-Rank's m
FIRST_ALPHA = 1.0  # of the sweep, doubled until the masses stay
LAST_ALPHA = 2.0**40
LEAST_CHANCE = 1e-30  # of an invasion; weaker ones weigh nothing, and products stay finite
STILL = 1e-5  # relative change of masses that counts as none
DIGITS = 9  # of a mass that is written


def find_cycles(beats: np.ndarray) -> list[list[int]]:
    """Return a shortest cycle of every strongly connected part of three or more.

    `beats[a, b]` is whether a beats b. Each cycle starts with its smallest number, each next is
    beaten by the one before, and the first by the last.
    """
    count = len(beats)
    reaches = beats.copy()
    for through in range(count):
        reaches |= reaches[:, through : through + 1] & reaches[through]
    mutual = reaches & reaches.T
    cycles = []
    left = set(range(count))
    while left:
        first = min(left)
        part = [first, *(bot for bot in sorted(left) if bot != first and mutual[first, bot])]
        left.difference_update(part)
        if len(part) >= 3:
            found = (_shortest(beats, start) for start in part)
            cycles.append(min((c for c in found if c), key=lambda c: (len(c), c)))
    return cycles


def _shortest(beats: np.ndarray, start: int) -> list[int]:
    """Return a shortest cycle through `start` whose other members have larger numbers, or []."""
    before = {start: -1}
    queue = deque([start])
    while queue:
        bot = queue.popleft()
        if bot != start and beats[bot, start]:
            path = [bot]
            while before[path[-1]] >= 0:
                path.append(before[path[-1]])
            return path[::-1]
        for other in range(start + 1, len(beats)):
            if beats[bot, other] and other not in before:
                before[other] = bot
                queue.append(other)
    return []


def alpha_rank(edges: np.ndarray) -> np.ndarray:
    """Return the mass of each bot in the limit of strong selection.

    `edges[a, b]` is what a gets against b less what b gets against a.
    """
    alpha, mass = FIRST_ALPHA, masses(edges, FIRST_ALPHA)
    while alpha < LAST_ALPHA:
        alpha *= 2.0
        previous, mass = mass, masses(edges, alpha)
        if np.allclose(mass, previous, rtol=STILL, atol=1e-12):
            break
    return mass


def masses(edges: np.ndarray, alpha: float) -> np.ndarray:
    """Return the mass of each bot at one strength of selection `alpha`."""
    count = len(edges)
    chance = _fixation(alpha * edges.T) / max(count - 1, 1)  # [holder, invader]
    np.fill_diagonal(chance, 0.0)
    return _stationary(chance)


def cycles_to_dict(beats: np.ndarray, edges: np.ndarray, names: list[str]) -> dict[str, Any] | None:
    """Return the cycles above noise and alpha-Rank's masses, largest first; None without a cycle.

    `edges` count where one of the two beats the other.
    """
    cycles = find_cycles(beats)
    if not cycles:
        return None
    mass = alpha_rank(np.where(beats | beats.T, edges, 0.0)).round(DIGITS).tolist()
    order = sorted(range(len(names)), key=lambda bot: (-mass[bot], bot))
    return {
        "cycles": [[names[bot] for bot in cycle] for cycle in cycles],
        "alpha_rank": [{"name": names[bot], "mass": mass[bot]} for bot in order],
    }


def _fixation(drive: np.ndarray) -> np.ndarray:
    """Return the chance that one invader takes over, (1 - e^-u) / (1 - e^-mu) for its drive u."""
    u = np.clip(np.abs(drive), 1e-14, None)
    strong = np.expm1(-u) / np.expm1(-POPULATION * u)
    # For -u both sides of the fraction are multiplied by e^-mu, which leaves no large powers.
    weak = strong * np.exp(-(POPULATION - 1) * u)
    return np.maximum(np.where(drive >= 0.0, strong, weak), LEAST_CHANCE)


def _stationary(chance: np.ndarray) -> np.ndarray:
    """Return the stationary distribution of a chain from its chances off the diagonal."""
    count = len(chance)
    reduced = chance.copy()
    for last in range(count - 1, 0, -1):
        out = reduced[last, :last].sum()
        reduced[:last, last] /= out
        reduced[:last, :last] += reduced[:last, last : last + 1] * reduced[last, :last]
    mass = np.ones(count)
    for state in range(1, count):
        mass[state] = mass[:state] @ reduced[:state, state]
    return mass / mass.sum()
