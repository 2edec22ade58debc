"""The report's charts as SVG elements for inlining in a page.

matplotlib draws; the result is then fitted to the page: colours become the page's own variables
(so that a chart follows light and dark), text takes the page's font, identifiers get a prefix, and
whatever points off the page (namespaces, metadata) goes. Charts are narrow, scale with the page and
have their labels above the rows, so that they stay readable on a phone.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Sequence
from typing import Any

WIDTH = 4.4  # inches; 72 units of the SVG each
ROW_HEIGHT, FRAME_HEIGHT = 0.5, 0.65
FONT_SIZE = 10.5
LABEL_LENGTH = 44  # what fits into the width

# Drawn colours, each standing for a variable of the page's style sheet.
INK, MUTED, LINE, ACCENT, SOFT = "#010203", "#040506", "#070809", "#0a0b0c", "#0d0e0f"
VARIABLES = {INK: "--ink", MUTED: "--muted", LINE: "--line", ACCENT: "--accent", SOFT: "--soft"}

Interval = tuple[str, float, float | None, float | None]  # label, mean, low, high


def interval_chart(rows: Sequence[Interval], reference: float, prefix: str, about: str) -> str:
    """Return points with their intervals, one row each, and a dashed line at `reference`.

    Values are shares and are shown in percent; `about` is the text for those who cannot see it.
    """
    figure, axes = _figure(FRAME_HEIGHT + ROW_HEIGHT * len(rows))
    axes.axvline(100 * reference, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
    for y, (_, mean, low, high) in enumerate(rows):
        if low is not None and high is not None:
            axes.plot([100 * low, 100 * high], [y, y], color=ACCENT, linewidth=2.2, alpha=0.55)
        axes.plot([100 * mean], [y], "o", color=ACCENT, markersize=6)
    _row_labels(axes, [row[0] for row in rows])
    ends = [v for row in rows for v in row[1:] if v is not None] + [reference]
    margin = 0.06 * max(max(ends) - min(ends), 0.05)
    axes.set_xlim(100 * (min(ends) - margin), 100 * (max(ends) + margin))
    axes.set_xlabel("win share, %")
    return _svg(figure, prefix, about)


def spread_chart(rows: Sequence[tuple[str, dict[str, float]]], prefix: str, about: str) -> str:
    """Return the spread of scores, one row each: 5 to 95%, the middle half, the median."""
    figure, axes = _figure(FRAME_HEIGHT + ROW_HEIGHT * len(rows))
    for y, (_, at) in enumerate(rows):
        for ends in ((at["q05"], at["q25"]), (at["q75"], at["q95"])):
            axes.plot(ends, [y, y], color=ACCENT, linewidth=1.4)
        axes.barh(y, at["q75"] - at["q25"], left=at["q25"], height=0.36, color=SOFT,
                  edgecolor=ACCENT, linewidth=1.4)  # fmt: skip
        axes.plot([at["median"]] * 2, [y - 0.18, y + 0.18], color=ACCENT, linewidth=2.8)
    _row_labels(axes, [row[0] for row in rows])
    axes.set_xlabel("final score")
    return _svg(figure, prefix, about)


def histogram(counts: Sequence[tuple[float, int]], prefix: str, about: str) -> str:
    """Return how often each value occurred; many values share bars with their neighbours."""
    figure, axes = _figure(2.3)
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
    return _svg(figure, prefix, about)


def _figure(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.add_subplot()
    figure.patch.set_visible(False)
    axes.patch.set_visible(False)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
    axes.tick_params(colors=MUTED, labelsize=FONT_SIZE, length=0)
    axes.xaxis.label.set_color(MUTED)
    axes.yaxis.label.set_color(MUTED)
    axes.grid(axis="x", color=LINE, linewidth=0.7)
    axes.set_axisbelow(True)
    return figure, axes


def _row_labels(axes: Any, labels: Sequence[str]) -> None:
    """Write each label above its row, from the left edge on."""
    for y, label in enumerate(labels):
        shown = label if len(label) <= LABEL_LENGTH else label[: LABEL_LENGTH - 2] + "…"
        axes.text(
            0, y - 0.46, shown, transform=axes.get_yaxis_transform(), color=INK, va="center",
            fontsize=FONT_SIZE, parse_math=False,
        )  # fmt: skip
    axes.set_yticks([])
    axes.set_ylim(len(labels) - 0.65, -0.75)


def _svg(figure: Any, prefix: str, about: str) -> str:
    from matplotlib import rc_context

    buffer = io.StringIO()
    # Fixed salt and no date: equal data give equal text. The page's fonts write the labels, so a
    # character that the drawing's own font lacks does no harm.
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": prefix, "font.size": FONT_SIZE}
    with rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return _for_page(buffer.getvalue(), prefix, about)


def _for_page(svg: str, prefix: str, about: str) -> str:
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\n?", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg)
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(r'\bid="', f'id="{prefix}-', svg)
    svg = re.sub(r'(href="|url\()#', rf"\1#{prefix}-", svg)
    svg = re.sub(r"(font: [\d.]+px )[^;\"]*", r"\1var(--font)", svg)
    for colour, variable in VARIABLES.items():
        svg = svg.replace(colour, f"var({variable})")
    # The page sets the size; the drawing keeps its shape by its viewBox.
    head, rest = svg.split(">", 1)
    head = re.sub(r' (width|height|version)="[^"]*"', "", head)
    label = about.replace("&", "and").replace('"', "'").replace("<", "")
    return f'{head} role="img" aria-label="{label}">{rest.strip()}'
