"""How ``desgarrada bench`` writes figures and holds them against what is asked of them."""

from __future__ import annotations


def is_missed(value: float, bar: str) -> bool:
    """Return whether a figure misses its bar, ``<= 2`` or ``>= 0.5``; none misses ``""``."""
    if not bar:
        return False
    sign, limit = bar.split()
    return value > float(limit) if sign == "<=" else value < float(limit)


def figure(value: float) -> str:
    """Return a number with three significant digits or all its whole ones."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
