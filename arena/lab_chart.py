"""Exploitability by budget as an SVG file; needs the extra ``report`` (matplotlib)."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STYLES = {"mixture": "-", "argmax": "--"}


def budget_chart(lab: dict[str, Any]) -> str | None:
    """Return the chart of one game, or None where no bot has two budgets.

    Raises: ModuleNotFoundError if the extra is not installed.
    """
    lines = budget_lines(lab["bots"])
    if not lines:
        return None
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.0), layout="constrained")
    axes = figure.add_subplot()
    for name, form, points in lines:
        sims, values, errors = zip(*points, strict=True)
        axes.errorbar(sims, values, yerr=errors, linestyle=STYLES[form], marker="o", markersize=4,
                      capsize=3, label=f"{name}, {form}")  # fmt: skip
    axes.axhline(lab["uniform"]["nash_conv"], color="0.5", linestyle=":", label="uniform")
    axes.set_xscale("log")
    return finish(figure, axes, lab, "simulations a decision")


def finish(figure: Figure, axes: Axes, lab: Mapping[str, Any], across: str) -> str:
    """Return a chart of NashConv in a lab as text; `across` is what its values stand over."""
    axes.set_ylim(bottom=0)
    axes.set_xlabel(across)
    axes.set_ylabel("NashConv")
    axes.set_title(lab["summary"], parse_math=False)
    axes.legend(fontsize="small")
    return as_svg(figure, lab["lab"])


def as_svg(figure: Figure, salt: str) -> str:
    """Return a figure as text: equal data give equal text."""
    from matplotlib import rc_context

    buffer = io.StringIO()
    with rc_context({"svg.hashsalt": salt}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def budget_lines(
    rows: Sequence[dict[str, Any]],
) -> list[tuple[str, str, list[tuple[int, float, float]]]]:
    """Return (bot without its budget, form, [(sims, NashConv, error)]) of bots with two or more."""
    found: dict[tuple[str, str], list[tuple[int, float, float]]] = {}
    for row in rows:
        if row["sims"] is not None:
            name = row["spec"].replace(f"+sims:{row['sims']}", "")
            found.setdefault((name, row["form"]), []).append(
                (row["sims"], row["nash_conv"], row["error"] or 0.0)
            )
    return [(*key, sorted(points)) for key, points in found.items() if len(points) > 1]
