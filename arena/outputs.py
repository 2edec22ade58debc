"""The files that are made of a run's log: results, times, tables, metrics, report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.config import RunConfig
from arena.faults import explain
from arena.metrics import metrics_of
from arena.records import GameRecord
from arena.replay import load_recorded_game
from arena.report import render_report
from arena.results import summarize, to_text
from arena.schedule import Block
from arena.tables_csv import write_tables
from arena.times import think_times
from arena.whole_file import write_whole

METRICS_FILE = "metrics.json"
RESULTS_FILE = "results.json"
TIMES_FILE = "times.json"
REPORT_FILE = "report.html"


@dataclass
class Finished:
    """A run that was played, or continued, to its end."""

    results: dict[str, Any]
    records: list[GameRecord]
    run_dir: Path
    report: Path | None  # None: not asked for, or a note says why there is none
    notes: list[str]  # sentences for the user
    resumed: int  # games that were in the log already
    times: dict[str, Any] = field(default_factory=dict)  # of times.json


@dataclass(frozen=True)
class Counted:
    """What the results rest on: the blocks that were needed, and their games so far."""

    blocks: Sequence[Block]
    records: list[GameRecord]
    extra: Callable[[dict[str, Any]], dict[str, Any]]  # adds to results what only this run has


def write_outputs(
    finished: Finished,
    counted: Counted,
    config: RunConfig,
    facts: dict[str, Any],
    on_results: Callable[[dict[str, Any]], None] | None,
) -> None:
    """Write all files of the folder but the log and the configuration."""
    planned = planned_games(counted.blocks, len(facts["events"]))
    results = summarize(counted.records, facts, planned)
    results |= counted.extra(results)
    finished.results, finished.records = results, counted.records
    times = finished.times = think_times(finished.records, facts)
    write_whole(finished.run_dir / RESULTS_FILE, to_text(results))
    write_whole(finished.run_dir / TIMES_FILE, to_text(times))
    write_tables(results, finished.records, finished.run_dir)
    if on_results is not None:
        on_results(results)
    if config.report:
        metrics = _metrics(finished, facts)
        write_whole(finished.run_dir / METRICS_FILE, to_text(metrics))
        _report(finished, times, metrics, config.report_games)


def _metrics(finished: Finished, facts: dict[str, Any]) -> list[dict[str, Any] | None]:
    """Return the metrics of each event's games; None where there are no games to measure."""
    measured: list[dict[str, Any] | None] = []
    for number, event in enumerate(facts["events"]):
        games = [record for record in finished.records if record.event == number]
        try:
            measured.append(metrics_of(games, load_recorded_game(games[0])) if games else None)
        except ValueError as error:  # the rules have changed since the games were played
            finished.notes.append(f"{event['name']} could not be measured: {error}")
            measured.append(None)
    return measured


def planned_games(blocks: Sequence[Block], events: int) -> list[int]:
    """Return the number of games of each event."""
    planned = [0] * events
    for block in blocks:
        planned[block.event] += len(block.seats)
    return planned


def _report(
    finished: Finished,
    times: dict[str, Any],
    metrics: Sequence[dict[str, Any] | None],
    games: int,
) -> None:
    """Write report.html; where that cannot be, a note says why, and the results stand."""
    path = finished.run_dir / REPORT_FILE
    try:
        page = render_report(finished.results, finished.records, times, metrics, games)
    except ModuleNotFoundError as error:
        finished.notes.append(
            f"no report.html was written, for {error.name} is not installed; after "
            f"pip install 'desgarrada[report]' the same command with "
            f"run_dir={finished.run_dir} writes it"
        )
    except Exception as error:
        finished.notes.append(
            f"no report.html was written, for the page could not be drawn: {explain(error)}"
        )
    else:
        write_whole(path, page)
        finished.report = path
