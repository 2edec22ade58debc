"""Nets measured exactly: what a net plays at every information set of a small game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from search.exact import loops
from search.exact.policies import Profile, check_profile, normalised
from search.exact.tree import Tree
from search.mlp import MLP

Inputs = NDArray[np.float32]


def inputs_of(tree: Tree) -> Inputs:
    """Return what the seat sees at every information set, float32[I, F]."""
    out = np.empty((tree.num_sets, tree.game.observation_tensor_size), dtype=np.float32)
    for i in range(tree.num_sets):
        tree.observation(i).tensor(out[i])
    return out


def net_profile(
    tree: Tree, net: MLP, inputs: Inputs | None = None, temperature: float = 1.0
) -> Profile:
    """Return the policy of a net at every information set: the softmax of the legal logits.

    inputs: `inputs_of(tree)`, where several nets are measured on one tree. temperature: as of
    `policy_of`; at 0 the first of the likeliest actions has everything.
    """
    logits = net.forward(inputs_of(tree) if inputs is None else inputs).astype(np.float64)
    first = tree.game.num_players                  # after the seats' empty sequences
    chosen = logits[tree.set_of[first:], tree.action[first:]]
    starts = tree.first[:-1] - first
    most = np.maximum.reduceat(chosen, starts)
    below = chosen - np.repeat(most, np.diff(tree.first))
    weights = np.ones(tree.num_sequences)
    if temperature > 0:
        weights[first:] = np.exp(below / temperature)
        return normalised(tree, weights)
    at_top = np.flatnonzero(below == 0)            # the first of each set's
    _, places = np.unique(tree.set_of[first:][at_top], return_index=True)
    weights[first:] = 0.0
    weights[first + at_top[places]] = 1.0
    return weights


def mixture(tree: Tree, profiles: Sequence[Profile], weights: Sequence[float]) -> Profile:
    """Return what a seat does that draws one profile per game by weight and keeps to it.

    The average is of plans, the chances that a seat plays towards an action, so it is exact.

    Raises: ValueError for no profile, or weights that do not fit.
    """
    if len(profiles) != len(weights) or not profiles or not sum(weights) > 0 or min(weights) < 0:
        raise ValueError(f"{len(weights)} weights {list(weights)} do not fit {len(profiles)} "
                         "profiles; each needs one of 0 or more, not all 0.")
    mixed = Mixture(tree)
    for profile, weight in zip(profiles, weights, strict=True):
        mixed.add(profile, weight)
    return mixed.profile


class Mixture:
    """The average of profiles that come one by one, see `mixture`."""

    def __init__(self, tree: Tree) -> None:
        """Begin with nothing."""
        self._tree = tree
        self._total = np.zeros(tree.num_sequences)
        self._plan = np.empty(tree.num_sequences)

    def add(self, profile: Profile, weight: float) -> None:
        """Mix a profile in."""
        loops.plans(self._tree.arrays, check_profile(self._tree, profile), self._plan)
        self._total += weight * self._plan

    @property
    def profile(self) -> Profile:
        """What is mixed so far; uniform at information sets that no part leads to."""
        return normalised(self._tree, self._total)
