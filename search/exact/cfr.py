"""CFR+ (Tammelin 2014, arXiv:1407.5042): alternating updates, linear averaging, any seats.

With two seats and a constant sum the average profile converges to an equilibrium. With more seats
or a general sum it is an algorithm without that promise: `measure` says how good its result is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from search.exact import loops
from search.exact.policies import Profile, normalised, uniform_profile
from search.exact.tree import Tree
from search.exact.values import Exploitability, measure

FIRST_LOOK = 25     # iterations of `solve_to` before its first measurement

class CfrPlus:
    """A run of CFR+ that can be continued; `iterations` counts those done."""

    def __init__(self, tree: Tree) -> None:
        """Start from the uniform profile."""
        self.tree = tree
        self.iterations = 0
        self._regret = np.zeros(tree.num_sequences)
        self._total = np.zeros(tree.num_sequences)   # plans, iteration t with weight t
        self._behaviour = uniform_profile(tree)
        self._plan = np.empty(tree.num_sequences)
        self._value = np.empty(tree.num_sequences)
        loops.plans(tree.arrays, self._behaviour, self._plan)

    def run(self, iterations: int) -> None:
        """Do more iterations; each updates every seat once, in ascending order.

        Raises: ValueError for fewer than none.
        """
        if iterations < 0:
            raise ValueError(f"iterations={iterations} is out of range; allowed are 0 and more.")
        loops.cfr_plus(self.tree.arrays, self.iterations, iterations, self._regret, self._total,
                       self._behaviour, self._plan, self._value)
        self.iterations += iterations

    @property
    def average(self) -> Profile:
        """The average profile, the one that converges; uniform before the first iteration."""
        return normalised(self.tree, self._total)

    @property
    def current(self) -> Profile:
        """The profile of the present regrets."""
        return self._behaviour.copy()


def solve(tree: Tree, iterations: int) -> Profile:
    """Return the average profile after a number of iterations of CFR+."""
    cfr = CfrPlus(tree)
    cfr.run(iterations)
    return cfr.average


@dataclass(frozen=True)
class Solution:
    """The best average profile that a run of CFR+ has come by."""

    profile: Profile
    iterations: int
    result: Exploitability


def solve_to(tree: Tree, nash_conv: float, iterations: int) -> Solution:
    """Run CFR+ until the average profile's NashConv is at most `nash_conv`.

    Looks after 25 iterations and whenever they have doubled, `iterations` being the most, and
    returns the best profile seen: with three seats and more the last one need not be.
    """
    cfr = CfrPlus(tree)
    best: Solution | None = None
    while best is None or (best.result.nash_conv > nash_conv and cfr.iterations < iterations):
        cfr.run(min(max(FIRST_LOOK, cfr.iterations), iterations - cfr.iterations))
        found = Solution(cfr.average, cfr.iterations, measure(tree, cfr.average))
        if best is None or found.result.nash_conv < best.result.nash_conv:
            best = found
    return best
