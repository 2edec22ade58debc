"""Drawings as SVG elements for inlining in a page.

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
from typing import Any, Literal

WIDTH = 4.4  # inches; 72 units of the SVG each
FONT_SIZE = 10.5
LABEL_LENGTH = 44  # what fits into the width

# Drawn colours, each standing for a variable of the page's style sheet.
INK, MUTED, LINE, ACCENT, SOFT = "#010203", "#040506", "#070809", "#0a0b0c", "#0d0e0f"
VARIABLES = {INK: "--ink", MUTED: "--muted", LINE: "--line", ACCENT: "--accent", SOFT: "--soft"}

Grid = Literal["x", "both"]


def new_figure(height: float, grid: Grid = "x") -> tuple[Any, Any]:
    """Return (figure, axes) of that height in inches, without a frame."""
    figure, (axes,) = stacked_figure(height, 1, grid)
    return figure, axes


def stacked_figure(height: float, rows: int, grid: Grid = "x") -> tuple[Any, list[Any]]:
    """Return (figure, axes from the top down), which share their x axis."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    figure.patch.set_visible(False)
    stacked = list(figure.subplots(rows, sharex=True, squeeze=False)[:, 0])
    for axes in stacked:
        _plain(axes, grid)
    return figure, stacked


def _plain(axes: Any, grid: Grid) -> None:
    axes.patch.set_visible(False)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
    axes.tick_params(colors=MUTED, labelsize=FONT_SIZE, length=0, which="both")
    axes.xaxis.label.set_color(MUTED)
    axes.yaxis.label.set_color(MUTED)
    axes.grid(axis=grid, color=LINE, linewidth=0.7)
    axes.set_axisbelow(True)


def row_labels(axes: Any, labels: Sequence[str]) -> None:
    """Write each label above its row, from the left edge on."""
    for y, label in enumerate(labels):
        axes.text(
            0, y - 0.46, shortened(label), transform=axes.get_yaxis_transform(), color=INK,
            va="center", fontsize=FONT_SIZE, parse_math=False,
        )  # fmt: skip
    axes.set_yticks([])
    axes.set_ylim(len(labels) - 0.65, -0.75)


def shortened(label: str, length: int = LABEL_LENGTH) -> str:
    """Return a label that is no longer than `length`."""
    return label if len(label) <= length else label[: length - 2] + "…"


def to_svg(figure: Any, prefix: str, about: str) -> str:
    """Return the drawing as an SVG element; `about` is the text for those who cannot see it."""
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
