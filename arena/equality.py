"""Two tests of a tournament of equals: are all bots equally strong, are all seats equally good?

Strength: a permutation test. A block is one deal played by one line-up in all rotations, and the
order of the line-up round the table was drawn at random. If all bots were equal, any other order
would have given the same results to the positions, so the bots are put into new orders within
every block, and the p-value is the share of orders that look at least as unequal as the order that
was played, itself included. That is exact whatever the luck of a deal, ties or the game are; in
games for one seat a block is a deal, played by every bot.

Seats: Hotelling's T2 of the mean win share per seat against an equal share, one observation per
deal; approximately exact for many deals. One made-up deal, won by every seat equally often, is
added: deals without any spread would otherwise divide by nothing, as when one seat wins them all.

Sources: R. A. Fisher, The Design of Experiments, 1935, section 21 (randomisation as the basis of a
test); H. Hotelling, Annals of Mathematical Statistics 2 (1931), 360.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from arena.student import f_tail

PERMUTATIONS = 999
DIGITS = 9  # of a p-value, significant ones, or after the point of a statistic, as written
# Statistics that are equal on paper may differ in their last digits, and count as equal.
EQUAL = 1e-9


def strength_test(
    bots: Sequence[Sequence[int]],
    values: Sequence[Sequence[float]],
    seed: int,
    permutations: int = PERMUTATIONS,
) -> dict[str, Any] | None:
    """Return the test that all bots are equally strong; None where no order could differ.

    `bots[k]` are the numbers of the bots at the positions of block k, `values[k]` what each
    position won in it; blocks may differ in size.
    """
    count = 1 + max((bot for block in bots for bot in block), default=-1)
    groups = _by_size(bots, values)
    covariance = sum((_covariance(b, v, count) for b, v in groups), np.zeros((count, count)))
    weight = np.linalg.pinv(covariance, rcond=1e-10, hermitian=True)
    if not np.any(weight):
        return None
    observed = sum(_totals(b, v, count) for b, v in groups)
    statistic = observed @ weight @ observed
    rng = np.random.Generator(np.random.PCG64(seed))
    reached = 1
    for _ in range(permutations):
        drawn = sum(_totals(b, rng.permuted(v, axis=1), count) for b, v in groups)
        reached += bool(drawn @ weight @ drawn >= statistic * (1.0 - EQUAL))
    return {
        "p": round(reached / (permutations + 1), DIGITS),
        "permutations": permutations,
        "test": "permutation within blocks",
    }


def seat_test(shares: np.ndarray) -> dict[str, Any] | None:
    """Return the test that all seats win equally often, from mean shares [deals, seats].

    None where there are too few deals for the number of seats.
    """
    deals, seats = shares.shape
    freedom = seats - 1
    if freedom < 1 or deals <= freedom:
        return None
    # One coordinate follows from the others.
    rows = np.concatenate([shares, np.eye(seats)])[:, :freedom]
    weights = np.concatenate([np.ones(deals), np.full(seats, 1.0 / seats)])
    mean = weights @ rows / weights.sum()
    centred = rows - mean
    covariance = (centred * weights[:, None]).T @ centred / (weights.sum() - 1.0)
    away = mean - 1.0 / seats
    square = weights.sum() * float(away @ np.linalg.solve(covariance, away))
    ratio = square * (deals - freedom) / (freedom * (deals - 1))
    return {
        "p": float(f"{f_tail(max(ratio, 0.0), freedom, deals - freedom):.{DIGITS}g}"),
        "statistic": round(square, DIGITS),
        "deals": deals,
        "test": "Hotelling T2",
    }


def _by_size(
    bots: Sequence[Sequence[int]], values: Sequence[Sequence[float]]
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return (bots, values - their block's mean) as arrays [blocks, positions], one per size."""
    sizes: dict[int, list[int]] = {}
    for k, block in enumerate(bots):
        sizes.setdefault(len(block), []).append(k)
    groups = []
    for chosen in sizes.values():
        value = np.array([values[k] for k in chosen])
        groups.append((
            np.array([bots[k] for k in chosen]), value - value.mean(axis=1, keepdims=True)))
    return groups


def _totals(bots: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    """Return what each bot won above its blocks' means."""
    return np.bincount(bots.ravel(), weights=values.ravel(), minlength=count)


def _covariance(bots: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    """Return the covariance of `_totals` over all orders within blocks.

    A block of p positions whose values have variance s2 (divisor p - 1), where bot i holds n_i
    positions, adds s2 * (n_i * [i = j] - n_i * n_j / p).
    """
    positions = bots.shape[1]
    if positions == 1:
        return np.zeros((count, count))
    held = (bots[:, :, None] == np.arange(count)).sum(axis=1).astype(float)
    spread = (values**2).sum(axis=1) / (positions - 1)
    return np.diag(spread @ held) - (held * spread[:, None]).T @ held / positions
