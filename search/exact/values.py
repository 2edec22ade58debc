"""Exact values of profiles: expected returns, best responses, what a deviation gains."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from search.exact import loops
from search.exact.policies import Profile, alone_among, check_profile
from search.exact.tree import Tree


@dataclass(frozen=True)
class Exploitability:
    """What each seat would gain by the best response to a profile; names as in OpenSpiel."""

    returns: NDArray[np.float64]     # [P] expected utilities of the profile
    best: NDArray[np.float64]        # [P] utilities of a best response, all others as they are

    @property
    def gains(self) -> NDArray[np.float64]:
        """Gain of each seat."""
        return self.best - self.returns

    @property
    def nash_conv(self) -> float:
        """Sum of the gains: 0 in an equilibrium."""
        return float(self.gains.sum())

    @property
    def exploitability(self) -> float:
        """Mean gain of a seat: NashConv over the number of seats."""
        return self.nash_conv / len(self.best)


def expected_returns(tree: Tree, profile: Profile) -> NDArray[np.float64]:
    """Return every seat's expected utility, float64[P].

    Raises: ValueError for a profile that does not fit the tree.
    """
    out = np.empty(tree.game.num_players)
    loops.expected_returns(tree.arrays, check_profile(tree, profile),
                           np.empty(tree.num_sequences), out)
    return out


def best_response(tree: Tree, profile: Profile, seat: int) -> tuple[float, Profile]:
    """Return (utility, profile) of a seat's best response; the other seats are as they were.

    Raises: ValueError for a profile that does not fit the tree, or a seat that is not there.
    """
    if not 0 <= seat < tree.game.num_players:
        raise ValueError(f"There is no seat {seat}; the game has seats 0 to "
                         f"{tree.game.num_players - 1}.")
    response = check_profile(tree, profile).copy()
    room = np.empty((2, tree.num_sequences))
    value = loops.best_response(tree.arrays, check_profile(tree, profile), seat, room[0], room[1],
                                response)
    return value, response


def measure(tree: Tree, profile: Profile) -> Exploitability:
    """Return expected returns and best-response values of all seats.

    Raises: ValueError for a profile that does not fit the tree.
    """
    best = [best_response(tree, profile, seat)[0] for seat in range(tree.game.num_players)]
    return Exploitability(expected_returns(tree, profile), np.array(best))


def value_among(tree: Tree, one: Profile, others: Profile) -> float:
    """Return the utility of `one` alone among seats that play `others`, mean over the seats."""
    seats = range(tree.game.num_players)
    alone = [expected_returns(tree, alone_among(tree, p, one, others))[p] for p in seats]
    return float(np.mean(alone))


def edge(tree: Tree, a: Profile, b: Profile) -> float:
    """Return the utility of `a` alone among `b` less that of `b` alone among `a`.

    With two seats and win shares: what `a` wins more often than `b`.
    """
    return value_among(tree, a, b) - value_among(tree, b, a)
