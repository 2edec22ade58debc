"""The report's charts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.report.svg import (
    ACCENT,
    FONT_SIZE,
    INK,
    MUTED,
    SOFT,
    new_figure,
    row_labels,
    shortened,
    stacked_figure,
    to_svg,
)  # fmt: skip
from arena.report.words import in_seconds

ROW_HEIGHT, FRAME_HEIGHT, PART_HEIGHT = 0.5, 0.65, 1.1  # inches
BAR_HEIGHT = 0.48  # of a row: the rest is for the label
NAME_LENGTH = 24  # of a name beside a point
MICROSECOND = 1e-6

Interval = tuple[str, float, float | None, float | None]  # label, mean, low, high


@dataclass(frozen=True)
class Axis:
    """What an axis shows: values times `scale`, with a dashed line at `reference`."""

    label: str
    scale: float = 1.0
    reference: float | None = None
    least_span: float = 0.0  # of what is shown; less would make much of little


def share_axis(players: int) -> Axis:
    """Return the axis of win shares, in percent; in a game for one no share is the fair one."""
    return Axis("win share, %", 100, 1 / players if players > 1 else None, 0.05)


RATING_AXIS = Axis("rating", 1, 0.0, 20)


def interval_chart(rows: Sequence[Interval], axis: Axis, prefix: str, about: str) -> str:
    """Return points with their intervals, one row each."""
    figure, axes = new_figure(FRAME_HEIGHT + ROW_HEIGHT * len(rows))
    _reference_line(axes.axvline, axis)
    for y, (_, mean, low, high) in enumerate(rows):
        if low is not None and high is not None:
            ends = [axis.scale * low, axis.scale * high]
            axes.plot(ends, [y, y], color=ACCENT, linewidth=2.2, alpha=0.55)
        axes.plot([axis.scale * mean], [y], "o", color=ACCENT, markersize=6)
    row_labels(axes, [row[0] for row in rows])
    axes.set_xlim(*_limits(rows, axis))
    axes.set_xlabel(axis.label)
    return to_svg(figure, prefix, about)


def spread_chart(rows: Sequence[tuple[str, dict[str, float]]], prefix: str, about: str) -> str:
    """Return the spread of scores, one row each: 5 to 95%, the middle half, the median."""
    figure, axes = new_figure(FRAME_HEIGHT + ROW_HEIGHT * len(rows))
    for y, (_, at) in enumerate(rows):
        for ends in ((at["q05"], at["q25"]), (at["q75"], at["q95"])):
            axes.plot(ends, [y, y], color=ACCENT, linewidth=1.4)
        axes.barh(y, at["q75"] - at["q25"], left=at["q25"], height=0.36, color=SOFT,
                  edgecolor=ACCENT, linewidth=1.4)  # fmt: skip
        axes.plot([at["median"]] * 2, [y - 0.18, y + 0.18], color=ACCENT, linewidth=2.8)
    row_labels(axes, [row[0] for row in rows])
    if all(float(value).is_integer() for _, at in rows for value in at.values()):
        axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("final score")
    return to_svg(figure, prefix, about)


def histogram(counts: Sequence[tuple[float, int]], prefix: str, about: str) -> str:
    """Return how often each value occurred; many values share bars with their neighbours."""
    figure, axes = new_figure(2.3)
    values = [value for value, _ in counts]
    span = max(values) - min(values) + 1
    width = max(1, round(span / 30))
    edges = [min(values) - 0.5 + width * i for i in range(-int(-span // width) + 1)]
    weights = [count for _, count in counts]
    axes.hist(values, bins=edges, weights=weights, color=SOFT, edgecolor=ACCENT, linewidth=1)
    axes.yaxis.get_major_locator().set_params(integer=True, nbins=5)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("actions in the game")
    axes.set_ylabel("games")
    return to_svg(figure, prefix, about)


def time_chart(rows: Sequence[tuple[str, dict[str, Any]]], prefix: str, about: str) -> str:
    """Return how the think times of each bot spread, one row each, as outlines over a log axis.

    A row is an entry of ``times.json``: a histogram by powers of two of microseconds and quantiles.
    """
    figure, axes = new_figure(FRAME_HEIGHT + ROW_HEIGHT * len(rows))
    axes.set_xscale("log", base=10)
    for y, (_, bot) in enumerate(rows):
        bars = sorted(bot["histogram"])
        tallest = max(n for _, n in bars)
        lefts = [MICROSECOND * 2.0**power for power, _ in bars]
        axes.bar(lefts, [-BAR_HEIGHT * n / tallest for _, n in bars], width=lefts, bottom=y + 0.3,
                 align="edge", color=SOFT, edgecolor=ACCENT, linewidth=0.8)  # fmt: skip
        axes.plot([bot["quantiles"]["median"]], [y + 0.3], "o", color=ACCENT, markersize=5)
    row_labels(axes, [row[0] for row in rows])
    axes.set_ylim(len(rows) - 0.6, -0.75)
    _time_axis(axes, "time of a decision")
    return to_svg(figure, prefix, about)


def scatter(
    points: Sequence[tuple[float, Interval]], axis: Axis, prefix: str, about: str
) -> str:
    """Return strength (up) against mean think time in seconds (to the right, log axis)."""
    figure, axes = new_figure(3.6, grid="both")
    axes.set_xscale("log", base=10)
    _reference_line(axes.axhline, axis)
    for seconds, (_, mean, low, high) in points:
        if low is not None and high is not None:
            ends = [axis.scale * low, axis.scale * high]
            axes.plot([seconds, seconds], ends, color=ACCENT, linewidth=2.2, alpha=0.55)
        axes.plot([seconds], [axis.scale * mean], "o", color=ACCENT, markersize=6)
    bottom, top = _limits([row for _, row in points], axis)
    axes.set_ylim(bottom, top)
    times = [seconds for seconds, _ in points]
    margin = max(1.6, (max(times) / min(times)) ** 0.12)
    axes.set_xlim(min(times) / margin, max(times) * margin)
    _name_points(axes, points, axis, (top - bottom) / 16)
    axes.set_ylabel(axis.label)
    _time_axis(axes, "mean time of a decision")
    return to_svg(figure, prefix, about)


def course_chart(match: dict[str, Any], prefix: str, about: str) -> str:
    """Return the log-likelihood ratio of a sequential test by blocks, between its two bounds."""
    figure, axes = new_figure(2.8, grid="both")
    for bound in match["bounds"]:
        axes.axhline(bound, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
    blocks, ratios = zip((0, 0.0), *match["course"], strict=True)
    axes.plot(blocks, ratios, color=ACCENT, linewidth=2)
    axes.plot(blocks[-1:], ratios[-1:], "o", color=ACCENT, markersize=6)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("deals")
    axes.set_ylabel("log-likelihood ratio")
    return to_svg(figure, prefix, about)


def parts_chart(
    lines: Sequence[tuple[str, Sequence[float | None]]], prefix: str, about: str
) -> str:
    """Return figures over the course of a game, one line each with an axis of its own.

    A line is (label, mean in each of the equal parts of the game); None leaves a gap.
    """
    figure, axes = stacked_figure(PART_HEIGHT * len(lines) + 0.4, len(lines))
    for one, (label, values) in zip(axes, lines, strict=True):
        at = [100 * (part + 0.5) / len(values) for part in range(len(values))]
        known = [math.nan if value is None else value for value in values]
        top = max(value for value in values if value is not None)
        one.plot(at, known, "-o", color=ACCENT, linewidth=1.8, markersize=4)
        one.set_title(label, loc="left", fontsize=FONT_SIZE, color=INK, pad=4)
        one.set_xlim(0, 100)
        one.set_ylim(0, 1.15 * top)
        one.yaxis.get_major_locator().set_params(nbins=3)
    axes[-1].set_xlabel("part of the game, %")
    return to_svg(figure, prefix, about)


def _reference_line(draw: Any, axis: Axis) -> None:
    if axis.reference is not None:
        draw(axis.scale * axis.reference, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))


def _limits(rows: Sequence[Interval], axis: Axis) -> tuple[float, float]:
    """Return the ends of an axis that has room for all intervals and the reference."""
    ends = [v for row in rows for v in row[1:] if v is not None]
    if axis.reference is not None:
        ends.append(axis.reference)
    margin = 0.06 * max(max(ends) - min(ends), axis.least_span)
    return axis.scale * (min(ends) - margin), axis.scale * (max(ends) + margin)


def _name_points(
    axes: Any, points: Sequence[tuple[float, Interval]], axis: Axis, line: float
) -> None:
    """Write each name beside its point, on the side with more room; `line` is a line's height.

    Names on one side that would overlap are moved apart, from the top down.
    """
    left, right = (math.log(end) for end in axes.get_xlim())
    lowest = {"left": math.inf, "right": math.inf}
    for seconds, (name, mean, _, _) in sorted(points, key=lambda p: (-p[1][1], p[0])):
        side = "left" if math.log(seconds) < (left + right) / 2 else "right"
        y = min(axis.scale * mean, lowest[side] - line)
        lowest[side] = y
        axes.annotate(
            shortened(name, NAME_LENGTH), (seconds, y), (8 if side == "left" else -8, 0),
            textcoords="offset points", ha=side, va="center", color=INK, fontsize=FONT_SIZE,
            parse_math=False,
        )  # fmt: skip


def _time_axis(axes: Any, label: str) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    low, high = axes.get_xlim()
    decades = math.log10(high / low)
    between = (1, 2, 5) if decades < 1.5 else (1, 3) if decades < 2.5 else (1,)
    axes.xaxis.set_major_locator(LogLocator(base=10, subs=between, numticks=8))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: in_seconds(value)))
    axes.set_xlim(low, high)
    axes.set_xlabel(label)
