"""Means of games that come in clusters, with 95% intervals that know about the clusters.

Games of one deal are alike, so a deal counts once: for deal d let m_d be the number of observations
and y_d their sum. The mean is sum(y) / sum(m), and its variance is estimated from the residuals
y_d - mean * m_d of the n deals,

    var = n / (n - 1) * sum_d (y_d - mean * m_d)^2 / sum(m)^2,

the linearised (cluster-robust) variance of a ratio; the interval takes Student's t with n - 1
degrees of freedom. Source: W. G. Cochran, Sampling Techniques, 3rd edition 1977, chapters 6 and 9.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval; `low` and `high` are None where one deal gives no spread."""

    mean: float
    low: float | None
    high: float | None
    clusters: int
    variance: float = 0.0  # of the mean

    def to_dict(self) -> dict[str, Any]:
        """Return mean and interval, JSON-safe and rounded far below their own error."""
        return {"mean": _rounded(self.mean), "low": _rounded(self.low), "high": _rounded(self.high)}


class Clusters:
    """Sums and counts of observations by deal."""

    def __init__(self) -> None:
        self._sums: dict[int, float] = {}
        self._counts: dict[int, int] = {}

    def add(self, cluster: int, value: float) -> None:
        """Add one observation of a deal."""
        self._sums[cluster] = self._sums.get(cluster, 0.0) + value
        self._counts[cluster] = self._counts.get(cluster, 0) + 1

    def __len__(self) -> int:
        return len(self._sums)

    @property
    def observations(self) -> int:
        """Number of observations in all deals."""
        return sum(self._counts.values())

    def estimate(self, lowest: float = -math.inf, highest: float = math.inf) -> Estimate | None:
        """Return mean and interval, cut to what a value can be; None without an observation."""
        n, total = len(self._sums), self.observations
        if n == 0:
            return None
        # In order of the deals, not of arrival: a sum of floats depends on the order.
        deals = sorted(self._sums)
        mean = math.fsum(self._sums[d] for d in deals) / total
        if n == 1:
            return Estimate(mean, None, None, 1)
        residuals = (self._sums[d] - mean * self._counts[d] for d in deals)
        variance = n / (n - 1) * math.fsum(r * r for r in residuals) / total**2
        if variance < 1e-24 and mean in (lowest, highest):
            return _at_the_edge(mean, n, lowest, highest)
        half = t_quantile(n - 1) * math.sqrt(variance)
        low, high = max(lowest, mean - half), min(highest, mean + half)
        return Estimate(mean, low, high, n, variance)


def _at_the_edge(mean: float, n: int, lowest: float, highest: float) -> Estimate:
    """Return the interval where every deal gave the same extreme value.

    No spread was seen, but n deals cannot show that there is none: with probability 0.975 or more
    an outcome as common as 1 - 0.025^(1/n) would have been seen at least once.
    """
    unseen = (highest - lowest) * (1.0 - (0.5 * (1.0 - LEVEL)) ** (1.0 / n))
    if mean == lowest:
        return Estimate(mean, mean, mean + unseen, n)
    return Estimate(mean, mean - unseen, mean, n)


def difference(first: Estimate, second: Estimate) -> Estimate:
    """Return first - second for estimates from different deals (Welch's interval)."""
    mean = first.mean - second.mean
    clusters = first.clusters + second.clusters
    if first.low is None or second.low is None:
        return Estimate(mean, None, None, clusters)
    variance = first.variance + second.variance
    if variance == 0.0:
        # Both lie at an edge: the edges' own intervals are all there is.
        low, high = first.low - second.high, first.high - second.low  # type: ignore[operator]
        return Estimate(mean, low, high, clusters)
    freedom = variance**2 / sum(
        part.variance**2 / (part.clusters - 1) for part in (first, second)
    )
    half = t_quantile(freedom) * math.sqrt(variance)
    return Estimate(mean, mean - half, mean + half, clusters, variance)


def t_quantile(freedom: float, level: float = LEVEL) -> float:
    """Return the two-sided quantile of Student's t; within 0.2% of the exact value.

    Exact for 1 and 2 degrees of freedom, else the series in 1 / freedom around the normal quantile.
    Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.7.5.
    """
    p = 0.5 * (1.0 + level)
    if freedom < 1.5:
        return math.tan(math.pi * (p - 0.5))
    if freedom < 2.5:
        return (2 * p - 1) / math.sqrt(2 * p * (1 - p))
    z = NormalDist().inv_cdf(p)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def quantiles(counts: Mapping[Any, int], points: Iterable[float]) -> list[Any]:
    """Return for each point p the smallest value that at least p of all observations reach.

    `counts` maps a value to how often it was seen; to reach is to be as small or smaller.
    """
    total = sum(counts.values())
    found = []
    for p in points:
        below = 0
        for value in sorted(counts):
            below += counts[value]
            if below >= p * total - 1e-9:
                found.append(value)
                break
    return found


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 9) + 0.0
