"""The page itself: charts and tables of all events, then as many games as fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from arena.ratings import by_name
from arena.records import GameRecord
from arena.report import charts, settings, words
from arena.report.event import (
    rating_rows,
    show_event,
    strength_chart,
    think_times,
)  # fmt: skip
from arena.report.surprise import Upset, most_surprising, upsets
from arena.report.verdicts import RATING, headline
from arena.report.viewer import packed

MAX_BYTES = 2_000_000  # of the page
MAX_GAMES = 50  # to watch in the page
MAX_FAILURES = 50  # listed with their traces; the rest is counted
MAX_TRACE = 4_000  # characters of a trace in the page, the last ones
MARKUP_OF_A_GAME = 1_500  # bytes beside its data, at most

Named = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """A game to watch in the page, with its packed data."""

    upset: Upset
    event: str  # title, for the list
    data: str


def render_report(
    results: Named,
    records: Sequence[GameRecord],
    times: Named | None = None,
    metrics: Sequence[Named | None] | None = None,
    report_games: int = 10,
) -> str:
    """Return the page of results of format 2; `times` are those of ``times.json``.

    `metrics` holds those of each event. At most `report_games` games can be watched in the page;
    fewer where the page would be larger than MAX_BYTES.

    Raises: ModuleNotFoundError if the extra is not installed.
    """
    template = _template()
    shown = _variables(results, records, times, metrics)
    room = MAX_BYTES - len(template.render(shown, games=[], no_room=0, refused=[]).encode())
    candidates = _games(results, records, min(report_games, MAX_GAMES))
    return template.render(shown, **_fitting(results, candidates, room))


def _fitting(results: Named, candidates: Sequence[Upset], room: int) -> Named:
    """Return the first games that fit into `room` bytes, and what became of the others."""
    games: list[Shown] = []
    refused: list[str] = []
    for place, upset in enumerate(candidates):
        try:
            data = packed(upset.record)
        except ValueError:  # the rules of today do not play it
            refused.append(upset.record.id)
            continue
        room -= len(data) + MARKUP_OF_A_GAME
        if room < 0:
            return {"games": games, "no_room": len(candidates) - place, "refused": refused}
        games.append(Shown(upset, _event_title(results, upset.record), data))
    return {"games": games, "no_room": 0, "refused": refused}


def _template() -> Any:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("arena"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(
        percent=words.percent,
        number=words.number,
        signed=words.signed,
        seconds=words.in_seconds,
        interval=words.interval,
        signed_interval=words.signed_interval,
        count=words.count,
        breakable=words.breakable,
    )
    return environment.get_template("report.html.j2")


def _asset(name: str) -> str:
    return resources.files("arena").joinpath("templates", name).read_text("utf-8")


def _variables(
    results: Named,
    records: Sequence[GameRecord],
    times: Named | None,
    metrics: Sequence[Named | None] | None,
) -> Named:
    count = len(results["events"])
    known = metrics or [None] * count
    return {
        "style": _asset("report.css"),
        "script": _asset("viewer.js"),
        "results": results,
        "facts": results["tournament"],
        "events": [show_event(results, i, times, known[i]) for i in range(count)],
        "pooled": _pooled(results, times) if count > 1 else None,
        "sentences": settings.in_words(results),
        "rated": any(event["ratings"] for event in results["events"]),
        "match": _match(results),
        "failures": _failures(results, records),
        "command": settings.command_line(results["tournament"]),
    }


def _pooled(results: Named, times: Named | None) -> Named:
    """Return what the page shows of all events together."""
    ratings = results["ratings"]
    rows = rating_rows(ratings)
    drawn = {}
    if rows:
        drawn["ratings"] = charts.interval_chart(
            rows, charts.RATING_AXIS, "all-ratings", "Rating of each bot over all events"
        )
        think = _mean_times(times, len(results["events"]))
        drawn |= strength_chart(rows, charts.RATING_AXIS, think, "all-strength")
    shares = {
        (index, bot["name"]): bot["win_share"]
        for index, event in enumerate(results["events"])
        for bot in event["bots"]
    }
    rated = by_name(ratings)
    names = [*rated, *(b["name"] for b in results["tournament"]["bots"] if b["name"] not in rated)]
    return {
        "names": list(dict.fromkeys(names)), "ratings": rated, "shares": shares, "charts": drawn,
        "legend": RATING, "headline": headline(rows),
    }  # fmt: skip


def _mean_times(times: Named | None, events: int) -> dict[str, Named]:
    """Return the mean time of a decision of each bot over all events."""
    spent: dict[str, list[tuple[float, int]]] = {}
    for event in range(events):
        for name, bot in think_times(times, event).items():
            spent.setdefault(name, []).append((bot["mean"], bot["decisions"]))
    return {
        name: {"mean": sum(mean * n for mean, n in parts) / sum(n for _, n in parts)}
        for name, parts in spent.items()
    }


def _match(results: Named) -> Named | None:
    match = results.get("match")
    if match is None:
        return None
    return {
        "sentences": settings.match_in_words(match),
        "chart": charts.course_chart(match, "course", "Log-likelihood ratio by blocks")
        if match["course"]
        else None,
    }


def _games(results: Named, records: Sequence[GameRecord], limit: int) -> list[Upset]:
    """Return the games to show, in the order in which they find room."""
    of_event: list[list[GameRecord]] = [[] for _ in results["events"]]
    for record in records:
        of_event[record.event].append(record)
    found = [
        upsets(event, games) for event, games in zip(results["events"], of_event, strict=True)
    ]
    return most_surprising(found, limit)


def _event_title(results: Named, record: GameRecord) -> str:
    return settings.event_title(results["tournament"]["events"][record.event])


def _failures(results: Named, records: Sequence[GameRecord]) -> list[Named]:
    traces = {record.id: record.failure.trace for record in records if record.failure}
    return [
        {**failure, "trace": traces.get(failure["game"], "")[-MAX_TRACE:]}
        for failure in results["failures"][:MAX_FAILURES]
    ]
