"""Student's t and the tail of F, for any degrees of freedom from 1 on, fractions included.

P(|T| > t) = I_x(freedom / 2, 1 / 2) with x = freedom / (freedom + t^2), where I is the regularised
incomplete beta function; likewise P(F > f) = I_x(below / 2, above / 2) with
x = below / (below + above * f). Sources: M. Abramowitz and I. Stegun, Handbook of Mathematical
Functions, 26.7.1, 26.6.2 and 26.5.8 (the continued fraction); W. J. Lentz, Applied Optics 15
(1976), 668 (its sum).
"""

from __future__ import annotations

import math
from functools import lru_cache

LEVEL = 0.95  # of every interval
TINY = 1e-300  # stands for a denominator of 0
PRECISION = 1e-15  # of the continued fraction
TOLERANCE = 1e-12  # of a quantile


@lru_cache(maxsize=4096)
def t_quantile(freedom: float, level: float = LEVEL) -> float:
    """Return t with P(|T| <= t) = level; `freedom` is at least 1, `level` inside (0, 1)."""
    outside = 1.0 - level
    low, high = 0.0, 2.0
    while two_tails(high, freedom) > outside:
        low, high = high, 2.0 * high
    while high - low > TOLERANCE * high:
        middle = 0.5 * (low + high)
        if two_tails(middle, freedom) > outside:
            low = middle
        else:
            high = middle
    return high


def two_tails(t: float, freedom: float) -> float:
    """Return P(|T| > t) for t >= 0."""
    square = t * t
    # Each form converges where its argument is small, and loses no digits there.
    if square > 3.0:
        return _beta(freedom / (freedom + square), 0.5 * freedom, 0.5)
    return 1.0 - _beta(square / (freedom + square), 0.5, 0.5 * freedom)


def f_tail(value: float, above: float, below: float) -> float:
    """Return P(F > value) for F with `above` and `below` degrees of freedom; value >= 0."""
    return _beta(below / (below + above * value), 0.5 * below, 0.5 * above)


def _beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b)."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - _beta(1.0 - x, b, a)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    logarithm += a * math.log(x) + b * math.log1p(-x)
    return math.exp(logarithm) / (a * _fraction(x, a, b))


def _fraction(x: float, a: float, b: float) -> float:
    """Return 1 + d1 / (1 + d2 / (1 + ...)), the continued fraction below the power of x."""
    value, above, below = 1.0, 1.0, 0.0
    step = 0
    while True:
        step += 1
        m = step // 2
        if step % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        below = 1.0 / (1.0 + term * below or TINY)
        above = 1.0 + term / above or TINY
        factor = above * below
        value *= factor
        if abs(factor - 1.0) < PRECISION:
            return value
