"""How every bot did against every other: edges in order, and the cells of the heat map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

FULL_COLOUR = 0.5  # of an edge of one half or more; a share is half as far from its middle
STRONGEST = 0.62  # opacity of the full colour: the number on it must stay readable


@dataclass(frozen=True)
class Cell:
    """What the bot of the row did against the bot of the column."""

    estimate: dict[str, Any]
    ahead: bool  # of the column's bot, or level with it
    opacity: float


@dataclass(frozen=True)
class HeatMap:
    """Rows (bot, cells), all of one kind: "edge" or, where not all pairs have one, "ahead"."""

    kind: str
    rows: list[tuple[str, list[Cell | None]]]


def edges(event: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the pairs that have an edge, each turned so that its first bot is the stronger."""
    turned = []
    for pair in event["pairs"]:
        if pair["edge"] and pair["edge"]["mean"] < 0:
            swapped = {"a": pair["b"], "b": pair["a"], "edge": mirrored(pair["edge"], 0.0)}
            if "a_among_b" in pair:
                swapped["a_among_b"], swapped["b_among_a"] = pair["b_among_a"], pair["a_among_b"]
            turned.append(swapped)
        elif pair["edge"]:
            turned.append(pair)
    return sorted(turned, key=lambda pair: -pair["edge"]["mean"])


def heat_map(event: dict[str, Any], names: Sequence[str]) -> HeatMap | None:
    """Return the heat map of an event, bots in the order of `names`; None where no two met."""
    met = [pair for pair in event["pairs"] if pair["ahead"] or pair["edge"]]
    if not met:
        return None
    kind = "edge" if all(pair["edge"] for pair in met) else "ahead"
    whole = 0.0 if kind == "edge" else 1.0
    cells: dict[tuple[str, str], Cell] = {}
    for pair in met:
        if pair[kind]:
            cells[pair["a"], pair["b"]] = _cell(pair[kind], whole)
            cells[pair["b"], pair["a"]] = _cell(mirrored(pair[kind], whole), whole)
    rows = [(row, [cells.get((row, column)) for column in names]) for row in names]
    return HeatMap(kind, rows)


def mirrored(estimate: dict[str, Any], whole: float) -> dict[str, Any]:
    """Return the estimate as the other bot sees it: `whole` less each value."""
    low, high = estimate["low"], estimate["high"]
    return {
        "mean": whole - estimate["mean"],
        "low": None if high is None else whole - high,
        "high": None if low is None else whole - low,
    }


def _cell(estimate: dict[str, Any], whole: float) -> Cell:
    off = estimate["mean"] - whole / 2
    reach = FULL_COLOUR / (1 + whole)
    return Cell(estimate, off >= 0, round(STRONGEST * min(1.0, abs(off) / reach), 3))
