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


def metric_rows(metrics: dict[str, Any] | None) -> list[tuple[str, str, str]]:
    """Return (label, mean, its interval or nothing) of all that could be measured."""
    rows = []
    for label, (part, key), factor in ROWS:
        estimate = ((metrics or {}).get(part) or {}).get(key)
        if estimate is not None:
            digits = 2 if factor == 1 else 1
            ends = [estimate[end] for end in ("low", "high") if estimate[end] is not None]
            mean, *ends = [number(factor * value, digits) for value in (estimate["mean"], *ends)]
            rows.append((label, mean, " to ".join(ends)))
    return rows
