"""Bootstrap intervals of an event's means, edges and shares, clustered by deal.

Deals are drawn with replacement, with all their games, and every statistic of the event is taken
again on the same draws: a ratio of sums over deals (win share, mean rank, mean score), or the
difference of two. The ends are those of the bias-corrected and accelerated interval (BCa), which
follows the skewness that a share near 0 or 1 has and Student's interval has not; the acceleration
comes from the deals' influence, that is their residuals. Bootstrap intervals are too short for few
deals, as a sample's spread is: the levels of the ends are moved out as far as Student's t with the
divisor n - 1 lies outside the normal with the divisor n.

With fewer than `FEW` deals the interval of `arena.statistics` stays, and its floors always do: that
n deals cannot show more than n deals can is no matter of the method. `docs/tournaments.md` has the
measured coverage.

Sources: B. Efron, Journal of the American Statistical Association 82 (1987), 171 (BCa);
T. C. Hesterberg, The American Statistician 69 (2015), 371, section 5.4 (levels for few samples).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from arena.statistics import Clusters, Estimate, difference
from arena.student import LEVEL, t_quantile

DRAWS = 2000
FEW = 20  # deals; with fewer, Student's interval
CHUNK = 1_000_000  # counts in memory at a time: draws times deals
# Quotients of the same numbers on paper may differ in their last digits.
EQUAL = 1e-12
NORMAL = NormalDist()


@dataclass
class _Asked:
    """A statistic whose interval is to be drawn: a ratio, or the difference of two."""

    shown: dict[str, Any]  # as written to the results; `low` and `high` are put in at the end
    parts: tuple[Clusters, ...]
    estimate: Estimate

    @property
    def deals(self) -> int:
        """Return the number of deals behind the smaller part."""
        return min(len(part) for part in self.parts)


class Bootstrap:
    """The intervals of one event.

    `mean` and `edge` return what results show at once, with Student's interval; `settle` draws all
    of them anew together and puts the ends in.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._asked: list[_Asked] = []

    def mean(
        self, clusters: Clusters, lowest: float = -math.inf, highest: float = math.inf
    ) -> dict[str, Any] | None:
        """Return {mean, low, high} of observations; None without one."""
        return self._ask(clusters.estimate(lowest, highest), clusters)

    def edge(self, first: Clusters, second: Clusters) -> dict[str, Any] | None:
        """Return {mean, low, high} of the difference of two shares; None where one is unknown."""
        one, other = first.estimate(0.0, 1.0), second.estimate(0.0, 1.0)
        if one is None or other is None:
            return None
        edge = difference(one, other)
        if _at_an_edge(one) or _at_an_edge(other):
            return edge.to_dict()  # draws would not know the doubt of that side
        return self._ask(edge, first, second)

    def _ask(self, estimate: Estimate | None, *parts: Clusters) -> dict[str, Any] | None:
        if estimate is None:
            return None
        asked = _Asked(estimate.to_dict(), parts, estimate)
        if estimate.low is not None and asked.deals >= FEW:
            self._asked.append(asked)
        return asked.shown

    def settle(self) -> None:
        """Draw the deals and put the ends of all intervals in."""
        if not self._asked:
            return
        columns = _columns([part for asked in self._asked for part in asked.parts])
        drawn = _draw(columns, self._seed)
        at = 0
        for asked in self._asked:
            mean, spread, influence = _ratio(columns[:, at : at + 2], drawn[:, at : at + 2])
            at += 2
            if len(asked.parts) == 2:
                less = _ratio(columns[:, at : at + 2], drawn[:, at : at + 2])
                mean, spread, influence = mean - less[0], spread - less[1], influence - less[2]
                at += 2
            _put_in(asked, *bca(spread, mean, influence, asked.deals))
        self._asked.clear()


def _at_an_edge(side: Estimate) -> bool:
    """Return whether a floor, and not the spread of the deals, makes an end of the interval."""
    half = t_quantile(max(side.clusters - 1, 1)) * math.sqrt(side.variance)
    return max(side.floor_below, side.floor_above) > half


def bca(drawn: np.ndarray, mean: float, influence: np.ndarray, n: int) -> tuple[float, float]:
    """Return the ends of the interval from the draws of a statistic.

    `influence` is the derivative of the statistic by the weight of each deal, `n` the number of
    deals behind it.
    """
    close = EQUAL * max(1.0, abs(mean))
    below = np.mean(drawn < mean - close) + 0.5 * np.mean(np.abs(drawn - mean) <= close)
    bias = NORMAL.inv_cdf(min(max(float(below), 1.0 / len(drawn)), 1.0 - 1.0 / len(drawn)))
    second = float((influence**2).sum())
    acceleration = float((influence**3).sum()) / (6.0 * second**1.5) if second > 0.0 else 0.0
    out = math.sqrt(n / (n - 1)) * t_quantile(n - 1, LEVEL)
    levels = []
    for side in (-out, out):
        moved = bias + side
        levels.append(NORMAL.cdf(bias + moved / max(1.0 - acceleration * moved, EQUAL)))
    low, high = np.quantile(drawn, levels)
    return float(low), float(high)


def _put_in(asked: _Asked, low: float, high: float) -> None:
    """Put the ends in, no nearer than the floors and no farther than a value can be."""
    estimate = asked.estimate
    low = min(low, estimate.mean - estimate.floor_below)
    high = max(high, estimate.mean + estimate.floor_above)
    low, high = max(low, estimate.lowest), min(high, estimate.highest)
    asked.shown["low"], asked.shown["high"] = round(low, 9) + 0.0, round(high, 9) + 0.0


def _columns(parts: Sequence[Clusters]) -> np.ndarray:
    """Return [deal, 2 * part]: sum and count of each part in each deal, on a grid.

    Multiples of a power of two that is small enough to lose nothing and large enough that no sum
    over the draws is rounded: sums are then the same in whatever order a library takes them.
    """
    deals = sorted({deal for part in parts for deal in part.by_deal()})
    row = {deal: i for i, deal in enumerate(deals)}
    columns = np.zeros((len(deals), 2 * len(parts)))
    for k, part in enumerate(parts):
        for deal, (total, count) in part.by_deal().items():
            columns[row[deal], 2 * k : 2 * k + 2] = total, count
    largest = np.abs(columns).max(axis=0) * len(deals)
    unit = np.exp2(np.ceil(np.log2(np.maximum(largest, 1.0))) - 52.0)
    return np.round(columns / unit) * unit


def _draw(columns: np.ndarray, seed: int) -> np.ndarray:
    """Return [draw, column]: the columns' sums over deals drawn with replacement."""
    n = len(columns)
    rng = np.random.Generator(np.random.PCG64(seed))
    sums = np.empty((DRAWS, columns.shape[1]))
    step = max(1, CHUNK // n)
    for start in range(0, DRAWS, step):
        rows = min(step, DRAWS - start)
        chosen = rng.integers(n, size=(rows, n)) + n * np.arange(rows)[:, None]
        times = np.bincount(chosen.ravel(), minlength=rows * n).reshape(rows, n)
        sums[start : start + rows] = times.astype(float) @ columns
    return sums


def _ratio(columns: np.ndarray, drawn: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Return (mean, its draws, influence of each deal) of a part from its two columns."""
    sums, counts = columns.T
    mean = float(sums.sum() / counts.sum())
    # A draw may happen to hold no deal of the part.
    ratios = np.full(len(drawn), mean)
    np.divide(drawn[:, 0], drawn[:, 1], out=ratios, where=drawn[:, 1] > 0.0)
    return mean, ratios, (sums - mean * counts) / counts.sum()
