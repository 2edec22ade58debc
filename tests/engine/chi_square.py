"""Goodness of fit of sampled deals, and the wrong dealers that a good test must reject."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

from scipy.stats import chisquare


def p_value(samples: Iterable[Hashable], weights: Mapping[Hashable, int]) -> float:
    """Return the p-value of samples under probabilities in proportion to weights.

    0 where a sample lies outside the support.
    """
    counts = Counter(samples)
    if counts.keys() - weights.keys():
        return 0.0
    if len(weights) == 1:
        return 1.0
    scale = counts.total() / sum(weights.values())
    keys = list(weights)
    return float(chisquare([counts[k] for k in keys], [weights[k] * scale for k in keys]).pvalue)


def greedy_deal(
    types: Sequence[int], allowed: Sequence[int], room: Sequence[int], rng: random.Random
) -> list[list[int]]:
    """Deal place by place any piece that may go there; start again when stuck. Biased."""
    while True:
        left = list(range(len(types)))
        hands: list[list[int]] = []
        for holder, places in enumerate(room):
            hand: list[int] = []
            for _ in range(places):
                fitting = [i for i in left if (allowed[i] >> holder) & 1]
                if not fitting:
                    break
                piece = rng.choice(fitting)
                left.remove(piece)
                hand.append(types[piece])
            hands.append(hand)
        if not left:
            return hands


def careless_deal(
    types: Sequence[int], room: Sequence[int], rng: random.Random
) -> list[list[int]]:
    """Deal at random as if every piece could go anywhere. Wrong."""
    pieces = rng.sample(list(types), len(types))
    return [[pieces.pop() for _ in range(places)] for places in room]
