"""Goodness of fit of sampled deals, and the wrong dealers that a good test must reject."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

from scipy.stats import chisquare

FEWEST = 5      # samples expected in a cell


def p_value(samples: Iterable[Hashable], weights: Mapping[Hashable, int]) -> float:
    """Return the p-value of samples under probabilities in proportion to weights.

    0 where a sample lies outside the support. Cells are joined, rarest first, until each is
    expected five times, as the approximation asks for.
    """
    counts = Counter(samples)
    if counts.keys() - weights.keys():
        return 0.0
    if len(weights) == 1:
        return 1.0
    scale = counts.total() / sum(weights.values())
    cells = [(0, 0.0)]
    for key in sorted(weights, key=lambda k: weights[k]):
        if cells[-1][1] >= FEWEST:
            cells.append((0, 0.0))
        seen, expected = cells[-1]
        cells[-1] = seen + counts[key], expected + weights[key] * scale
    if len(cells) > 1 and cells[-1][1] < FEWEST:
        seen, expected = cells.pop()
        cells[-1] = cells[-1][0] + seen, cells[-1][1] + expected
    if len(cells) == 1:
        return 1.0
    return float(chisquare(*zip(*cells, strict=True)).pvalue)


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
