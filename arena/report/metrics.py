"""The metrics of a game (`arena.metrics`) as labelled rows."""

from __future__ import annotations

from typing import Any

from arena.report.words import number

# Label, where the estimate is, factor: 100 where it is shown in percent.
ROWS = (
    ("legal actions of a decision", ("branching", "mean"), 1),
    ("decisions without a choice, %", ("branching", "forced"), 100),
    ("hidden bits: who holds what", ("hidden_bits", "mean"), 1),
    ("at a seat's first decision", ("hidden_bits", "first"), 1),
    ("at its last", ("hidden_bits", "last"), 1),
    ("hidden bits: order of decks", ("hidden_bits", "order"), 1),
    ("lead changes in a game", ("lead", "changes"), 1),
    ("winner behind, % of the game", ("lead", "behind"), 100),
    ("winner leads for good after, %", ("lead", "settled"), 100),
    ("games with one winner, %", ("decisiveness", "decided"), 100),
    ("its margin, points", ("decisiveness", "margin"), 1),
)


def metric_rows(metrics: dict[str, Any] | None) -> list[tuple[str, str]]:
    """Return (label, mean with its interval) of all that could be measured."""
    rows = []
    for label, (part, key), factor in ROWS:
        estimate = ((metrics or {}).get(part) or {}).get(key)
        if estimate is not None:
            rows.append((label, _in_words(estimate, factor)))
    return rows


def _in_words(estimate: dict[str, Any], factor: int) -> str:
    mean, low, high = (
        None if value is None else factor * value
        for value in (estimate["mean"], estimate["low"], estimate["high"])
    )
    digits = 2 if factor == 1 else 1
    if low is None:
        return number(mean, digits)
    return f"{number(mean, digits)} ({number(low, digits)} to {number(high, digits)})"
