"""Training runs as SVG files: exploitability, and edges over known bots, by decisions learnt from.

They need the extra ``report`` (matplotlib).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.lab_chart import as_svg, finish

# Policy of a run -> its line.
LINES = {"mixture": "-", "ema": "--", "current": ":"}

Edges = Mapping[str, Sequence[tuple[int, float, float, float]]]   # decisions, edge, low, high


def exploitability_chart(
    lab: Mapping[str, Any], curves: Mapping[str, Sequence[Mapping[str, Any]]]
) -> str:
    """Return the chart of one game: NashConv of the policies of runs, a colour for each run.

    curves: name of a run -> rows of `nets.training.lab.lab_curve`.
    Raises: ModuleNotFoundError if the extra is not installed.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.0), layout="constrained")
    axes = figure.add_subplot()
    for number, (name, rows) in enumerate(curves.items()):
        for kind, style in LINES.items():
            points = [(row["decisions"] / 1e6, row[kind]) for row in rows if kind in row]
            if points:
                marker = "o" if len(points) == 1 else ""
                axes.plot(*zip(*points, strict=True), linestyle=style, marker=marker,
                          color=f"C{number % 10}", label=f"{name}, {kind}")
    axes.axhline(lab["uniform"]["nash_conv"], color="0.5", linestyle=":", label="uniform")
    axes.axhline(lab["cfr_plus"]["nash_conv"], color="0.5", linestyle="-", label="CFR+")
    return finish(figure, axes, lab, "decisions, millions")


def edge_chart(name: str, edges: Edges) -> str | None:
    """Return the chart of one run against known bots with 95% intervals, None without games.

    edges: "bot@players" -> points. There is a panel for each number of players.
    Raises: ModuleNotFoundError if the extra is not installed.
    """
    if not edges:
        return None
    from matplotlib.figure import Figure

    panels: dict[str, list[str]] = {}
    for key in edges:
        panels.setdefault(key.rpartition("@")[2], []).append(key)
    figure = Figure(figsize=(1.6 + 4.8 * len(panels), 4.0), layout="constrained")
    all_axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    bots = sorted({key.rpartition("@")[0] for key in edges})
    for axes, (players, keys) in zip(all_axes, panels.items(), strict=True):
        for key in keys:
            bot = key.rpartition("@")[0]
            x, middle, low, high = (list(column) for column in zip(*edges[key], strict=True))
            spread = [[m - b for m, b in zip(middle, low, strict=True)],
                      [t - m for m, t in zip(middle, high, strict=True)]]
            axes.errorbar([value / 1e6 for value in x], middle, yerr=spread, marker="o",
                          markersize=4, capsize=3, color=f"C{bots.index(bot) % 10}", label=bot)
        axes.axhline(0.0, color="0.5", linestyle=":")
        axes.set_xlabel("decisions, millions")
        axes.set_title(f"{players} players")
        axes.legend(fontsize="small")
    all_axes[0].set_ylabel("edge of the averaged net")
    figure.suptitle(name, parse_math=False)
    return as_svg(figure, name)
