"""The one table that a sweep (``-m``) ends in, printed and kept as ``sweep.csv``."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from arena.config import is_sweep
from scripts.jobs import job_in_words

BOTS = ("job", "settings", "event", "bot", "win share %", "95% interval", "rating", "played")
VERDICTS = ("job", "settings", "a", "b", "a is", "edge", "95% interval", "LLR", "deals")
LEFT = 4  # columns of words


class Sweep:
    """Collects the results of the jobs of one command."""

    def __init__(self) -> None:
        self._jobs: list[tuple[int, list[str], dict[str, Any]]] = []
        self._folder = ""

    def add(self, folder: str, results: dict[str, Any]) -> None:
        """Take the results of a job; `folder` is that of the whole sweep."""
        if not is_sweep():
            return
        number, words = job_in_words()
        if number == 0:
            self._jobs = []
        self._jobs.append((number, words, results))
        self._folder = folder

    def show(self) -> None:
        """Print the table, where there was a sweep, and write it into the sweep's folder."""
        from arena.text import columns
        from arena.whole_file import write_whole

        if not self._jobs:
            return
        rows = self._rows()
        self._jobs = []
        print("\nThe whole sweep:\n")
        print("\n".join(columns(rows, left=LEFT)))
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        write_whole(Path(self._folder) / "sweep.csv", text.getvalue())
        print(f"\n{Path(self._folder) / 'sweep.csv'}")

    def _rows(self) -> list[tuple[str, ...]]:
        common = set.intersection(*(set(words) for _, words, _ in self._jobs))
        matches = all("match" in results for _, _, results in self._jobs)
        rows: list[tuple[str, ...]] = [VERDICTS if matches else BOTS]
        for job, words, results in self._jobs:
            swept = " ".join(word for word in words if word not in common)
            found = [_verdict(results["match"])] if matches else _bots(results)
            rows += [(str(job), swept, *row) for row in found]
        return rows


def _verdict(match: dict[str, Any]) -> tuple[str, ...]:
    from arena.report import interval, number, percent

    edge = match["edge"]
    return (
        match["a"], match["b"], match["decision"], percent(edge and edge["mean"]), interval(edge),
        number(match["llr"]), str(match["blocks"]),
    )  # fmt: skip


def _bots(results: dict[str, Any]) -> list[tuple[str, ...]]:
    from arena.ratings import by_name
    from arena.report import interval, number, percent
    from arena.text import by_share

    rows: list[tuple[str, ...]] = []
    for event in results["events"]:
        rated = by_name(event["ratings"])
        for bot in by_share(event):
            share, rating = bot["win_share"], rated.get(bot["name"])
            rows.append((
                event["name"], bot["name"], percent(share and share["mean"]), interval(share),
                number(rating["rating"] if rating else None, 0), str(bot["appearances"]),
            ))  # fmt: skip
    return rows
