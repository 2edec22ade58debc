"""Means of games that come in clusters, with 95% intervals that know about the clusters.

Games of one deal are alike, so a deal counts once: for deal d let m_d be the number of observations
and y_d their sum. The mean is sum(y) / sum(m), and its variance is estimated from the residuals
y_d - mean * m_d of the n deals,

    var = n / (n - 1) * sum_d (y_d - mean * m_d)^2 / sum(m)^2,

the linearised (cluster-robust) variance of a ratio; the interval takes Student's t with n - 1
degrees of freedom. Source: W. G. Cochran, Sampling Techniques, 3rd edition 1977, chapters 6 and 9.

Few deals may by luck show little spread or none, and n deals cannot show that there is none: a kind
of deal as common as u = 1 - 0.025^(1/n) is missed by all n of them with probability 0.025 (for many
deals u is 3.7 / n, the "rule of three" for this level). At worst such deals have the lowest or the
highest value there is. So an interval reaches at least u * (mean - lowest) below the mean and
u * (highest - mean) above it: the *floor*. It falls with 1 / n where Student's part falls with
1 / sqrt(n), so it matters for few deals and for means close to an edge, and for nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from arena.student import LEVEL, t_quantile


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval; `low` and `high` are None where the deals allow none."""

    mean: float
    low: float | None
    high: float | None
    clusters: int
    variance: float = 0.0  # of the mean
    floor_below: float = 0.0  # the least distance of the interval's ends from the mean
    floor_above: float = 0.0
    lowest: float = -math.inf  # what a value can be
    highest: float = math.inf

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

    def by_deal(self) -> dict[int, tuple[float, int]]:
        """Return {deal: (sum, number of observations)}."""
        return {deal: (total, self._counts[deal]) for deal, total in self._sums.items()}

    def means(self) -> dict[int, float]:
        """Return the mean of each deal."""
        return {deal: total / self._counts[deal] for deal, total in self._sums.items()}

    @property
    def mean(self) -> float:
        """Mean of all observations; there has to be one."""
        return math.fsum(self._sums[d] for d in sorted(self._sums)) / self.observations

    def estimate(
        self, lowest: float = -math.inf, highest: float = math.inf, level: float = LEVEL
    ) -> Estimate | None:
        """Return mean and interval, cut to what a value can be; None without an observation.

        One deal gives no interval; nor do deals without any spread where values have no bounds.
        """
        n, total = len(self._sums), self.observations
        if n == 0:
            return None
        # In order of the deals, not of arrival: a sum of floats depends on the order.
        deals = sorted(self._sums)
        mean = math.fsum(self._sums[d] for d in deals) / total
        if n == 1:
            return Estimate(mean, None, None, 1, lowest=lowest, highest=highest)
        residuals = (self._sums[d] - mean * self._counts[d] for d in deals)
        variance = n / (n - 1) * math.fsum(r * r for r in residuals) / total**2
        bounded = math.isfinite(lowest) and math.isfinite(highest)
        if not bounded and variance < 1e-24 * max(1.0, mean * mean):
            return Estimate(mean, None, None, n)
        below = missed_share(n, level) * (mean - lowest) if bounded else 0.0
        above = missed_share(n, level) * (highest - mean) if bounded else 0.0
        half = t_quantile(n - 1, level) * math.sqrt(variance)
        low = max(lowest, mean - max(half, below))
        high = min(highest, mean + max(half, above))
        return Estimate(mean, low, high, n, variance, below, above, lowest, highest)


def missed_share(n: int, level: float = LEVEL) -> float:
    """Return the share of all deals that n deals miss altogether with probability (1 - level) / 2.

    At the usual level that is 0.025.
    """
    return 1.0 - (0.5 * (1.0 - level)) ** (1.0 / n)


def difference(first: Estimate, second: Estimate, level: float = LEVEL) -> Estimate:
    """Return first - second for estimates from different deals, cut to what it can be.

    `level` is that of both estimates and of the interval.

    Welch's interval; a side whose floor is longer than its part of it contributes the floor, as in
    the method of variance estimates recovery. Sources: B. L. Welch, Biometrika 34 (1947), 28;
    G. Y. Zou and A. Donner, Statistics in Medicine 27 (2008), 1693.
    """
    mean = first.mean - second.mean
    clusters = first.clusters + second.clusters
    if first.low is None or second.low is None:
        return Estimate(mean, None, None, clusters)
    sides = (first, second)
    variance = first.variance + second.variance
    spread = sum(side.variance**2 / (side.clusters - 1) for side in sides)
    # Without any spread the floors are all there is, and t multiplies 0.
    t = t_quantile(variance**2 / spread, level) if spread > 0.0 else 0.0
    parts = [t * math.sqrt(side.variance) for side in sides]
    below = math.hypot(max(parts[0], first.floor_below), max(parts[1], second.floor_above))
    above = math.hypot(max(parts[0], first.floor_above), max(parts[1], second.floor_below))
    floor_below = math.hypot(first.floor_below, second.floor_above)
    floor_above = math.hypot(first.floor_above, second.floor_below)
    lowest, highest = first.lowest - second.highest, first.highest - second.lowest
    low, high = max(lowest, mean - below), min(highest, mean + above)
    return Estimate(
        mean, low, high, clusters, variance, floor_below, floor_above, lowest, highest
    )


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
