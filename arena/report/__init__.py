"""The report of a tournament: one HTML page that needs nothing but itself.

Needs the extra ``report`` (matplotlib, jinja2), imported at the first use only.
"""

from arena.report.page import render_report
from arena.report.pairs import edges
from arena.report.settings import command_line
from arena.report.words import count, interval, number, percent

__all__ = ["command_line", "count", "edges", "interval", "number", "percent", "render_report"]
