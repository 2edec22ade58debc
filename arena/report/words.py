"""Numbers and settings in the words of the page and of the terminal's table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def percent(share: float | None, digits: int = 1) -> str:
    """Return a share as a percentage without its sign, or a dash."""
    return "–" if share is None else f"{100 * share:.{digits}f}"


def number(value: float | None, digits: int = 2) -> str:
    """Return a number, or a dash."""
    return "–" if value is None else f"{value:.{digits}f}"


def signed(value: float | None, digits: int = 0) -> str:
    """Return a number with its sign, or a dash; what rounds to zero has none."""
    if value is None:
        return "–"
    text = f"{abs(value):.{digits}f}"
    if float(text) == 0:
        return text
    return f"{'−' if value < 0 else '+'}{text}"


def interval(estimate: dict[str, Any] | None, digits: int = 1) -> str:
    """Return the interval of a share in percent, or a dash where there is none."""
    if estimate is None or estimate["low"] is None:
        return "–"
    return f"{percent(estimate['low'], digits)} to {percent(estimate['high'], digits)}"


def signed_interval(estimate: dict[str, Any] | None, scale: float = 1.0, digits: int = 0) -> str:
    """Return the interval of a value with signs, `scale` times as large, or a dash."""
    if estimate is None or estimate["low"] is None:
        return "–"
    ends = (signed(scale * estimate[end], digits) for end in ("low", "high"))
    return " to ".join(ends)


def in_seconds(value: float | None) -> str:
    """Return a time in the unit that suits it, or a dash."""
    if value is None:
        return "–"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= 0.9995 * size:  # three digits of less would be 1000
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.0f} µs"


def count(n: int, noun: str) -> str:
    """Return "1 deal", "2 deals"."""
    return f"{n:,} {noun}" + ("" if n == 1 else "s")


def in_letters(n: int) -> str:
    """Return a small number as a word."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def listed(names: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def odds(chance: float) -> str:
    """Return "1 in 37" for what is rare, "62 in 100" for what is not."""
    if chance >= 0.5:
        return f"{100 * chance:.0f} in 100"
    once = 1 / chance
    return f"1 in {once:,.0f}" if once >= 9.95 else f"1 in {once:.2g}"


def breakable(name: str) -> Any:
    """Return a bot's name as markup that a narrow column may break between its words."""
    import markupsafe

    marked = str(markupsafe.escape(name))
    return markupsafe.Markup(re.sub(r"(?=\+)|(?<=:)(?!\d)", "<wbr>", marked))
