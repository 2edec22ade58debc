"""The laboratory's results as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from arena.text import columns

MAX_EDGES = 10      # contenders whose edges fit into a terminal


def signed(value: float, digits: int) -> str:
    """Return a number with its sign; what rounds to 0 is +0."""
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def size_table(labs: Iterable[dict[str, Any]]) -> str:
    """Return sizes, values and how well CFR+ solves each game."""
    rows: list[tuple[str, ...]] = [
        ("lab", "seats", "deals", "positions", "sets", "depth", "tree s", "uniform", "CFR+",
         "iterations", "s", "value of each seat")
    ]  # fmt: skip
    for lab in labs:
        solved = lab["cfr_plus"]
        rows.append((
            lab["lab"],
            str(lab["players"]),
            f"{lab['deals']:,}",
            f"{lab['positions']:,}",
            f"{lab['information_sets']:,}",
            str(lab["depth"]),
            f"{lab['seconds']['tree']:.2f}",
            f"{lab['uniform']['nash_conv']:.4f}",
            f"{solved['nash_conv']:.6f}",
            f"{solved['iterations']:,}",
            f"{lab['seconds']['cfr_plus']:.2f}",
            " ".join(signed(value, 4) for value in solved["returns"]),
        ))  # fmt: skip
    return "\n".join([*columns(rows), "", "uniform, CFR+: NashConv, what all seats together would "
                      "gain by best responses"])


def lab_heading(lab: dict[str, Any]) -> str:
    """Return one line about a solved game."""
    solved = lab["cfr_plus"]
    return (
        f"{lab['lab']}: {lab['summary']}; {lab['deals']:,} deals, {lab['information_sets']:,} "
        f"information sets; NashConv {lab['uniform']['nash_conv']:.4f} uniform, "
        f"{solved['nash_conv']:.6f} CFR+"
    )


BOT_HEAD = ("bot", "plays", "NashConv", "s.e.", "closed", "v uniform", "v CFR+", "seconds")


def bot_table(rows: Sequence[dict[str, Any]]) -> str:
    """Return NashConv and edges of every contender."""
    cells = [BOT_HEAD]
    for row in rows:
        cells.append((
            row["bot"],
            row["form"],
            f"{row['nash_conv']:.4f}",
            "-" if row["error"] is None else f"{row['error']:.4f}",
            "-" if row["closed"] is None else f"{row['closed']:.1%}",
            signed(row["against_uniform"], 4),
            signed(row["against_equilibrium"], 4),
            f"{row['seconds']:.1f}",
        ))  # fmt: skip
    return "\n".join(columns(cells))


def edge_table(rows: Sequence[dict[str, Any]], edges: Sequence[Sequence[float]]) -> str:
    """Return the edge of every contender over every other, columns by number, or where it lies."""
    if len(rows) > MAX_EDGES:
        return f"The edges of {len(rows)} contenders over each other are in results.json."
    cells = [("edge of row over column", *(str(i + 1) for i in range(len(rows))))]
    for i, row in enumerate(rows):
        name = f"{i + 1} {row['bot']}, {row['form']}"
        cells.append((name, *("" if i == j else signed(e, 3) for j, e in enumerate(edges[i]))))
    return "\n".join(columns(cells))
