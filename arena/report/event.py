"""What the page shows of one event: its bots in order, its charts, its pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from arena.ratings import by_name
from arena.report import charts
from arena.report.metrics import metric_rows
from arena.report.pairs import edges, heat_map
from arena.report.settings import event_in_words, event_title
from arena.report.verdicts import (
    cycle_sentences,
    headline,
    legend,
    seat_sentences,
    strength_verdict,
)  # fmt: skip

# Label, key and factor of what the metrics tell of each part of a game.
PARTS = (
    ("legal actions of a decision", "choices", 1),
    ("hidden bits", "hidden_bits", 1),
    ("winner leads, % of the games", "winner_leads", 100),
)
MAX_DRAWN = 12  # events with charts
MAX_BOTS = 24  # in charts and heat map; larger ones nobody reads
MAX_EDGES = 60  # pairs listed below it

Named = dict[str, Any]


def show_event(
    results: Named, index: int, times: Named | None, metrics: Named | None
) -> Named:
    """Return the template's variables of one event."""
    event, facts = results["events"][index], results["tournament"]["events"][index]
    several = len(results["events"]) > 1
    bots = ranked(event)
    found = edges(event)
    think = think_times(times, index)
    return {
        "facts": facts,
        "results": event,
        "number": index,
        "title": event_title(facts),
        "bots": bots,
        "ratings": by_name(event["ratings"]),
        "think": think,
        "headline": headline(
            rating_rows(event["ratings"]) or share_rows(bots), event["strength_test"]
        ),
        "legend": strength_verdict(event["strength_test"]) if several else legend(facts, event),
        "seat_sentences": seat_sentences(event),
        "cycles": cycle_sentences(event["cycles"]),
        "alpha_rank": (event["cycles"] or {}).get("alpha_rank"),
        "sentences": event_in_words(event, facts, len(results["tournament"]["bots"])),
        "matrix": heat_map(event, [bot["name"] for bot in bots[:MAX_BOTS]]),
        "edges": found[:MAX_EDGES],
        "more_edges": len(found[MAX_EDGES:]),
        "metrics": metric_rows(metrics),
        "measured": metrics["games"] if metrics is not None else 0,
        "charts": {}
        if index >= MAX_DRAWN
        else _charts(event, facts, bots[:MAX_BOTS], think, f"e{index}")
        | _course(metrics, f"e{index}"),
        "uncharted": index == MAX_DRAWN,
    }


def ranked(event: Named) -> list[Named]:
    """Return the results of the bots, best first: by rating, else by win share."""
    rating = {name: row["rating"] for name, row in by_name(event["ratings"]).items()}

    def key(bot: Named) -> tuple[float, float, str]:
        share = bot["win_share"]["mean"] if bot["win_share"] else -1.0
        return (-rating.get(bot["name"], 0.0), -share, bot["name"])

    return sorted(event["bots"], key=key)


def think_times(times: Named | None, event: int) -> dict[str, Named]:
    """Return the think times of the bots that decided anything in one event, by name."""
    if times is None:
        return {}
    (found,) = (entry for entry in times["events"] if entry["event"] == event)
    return {bot["name"]: bot for bot in found["bots"] if bot["decisions"]}


def rating_rows(ratings: Named | None) -> list[charts.Interval]:
    """Return the ratings as rows of a chart, best first."""
    rows = [] if ratings is None else ratings["bots"][:MAX_BOTS]
    return [(row["name"], row["rating"], row["low"], row["high"]) for row in rows]


def share_rows(bots: Sequence[Named]) -> list[charts.Interval]:
    """Return the win shares of the bots that played as rows of a chart, in the order given."""
    return _estimates((bot["name"], bot["win_share"]) for bot in bots)


def strength_chart(
    rows: Sequence[charts.Interval], axis: charts.Axis, think: dict[str, Named], prefix: str
) -> dict[str, str]:
    """Return the chart of strength against think time, where two bots or more have both."""
    points = [(think[row[0]]["mean"], row) for row in rows if row[0] in think]
    if len(points) < 2:
        return {}
    about = "Strength of each bot against its mean think time"
    return {"strength": charts.scatter(points, axis, prefix, about)}


def _charts(
    event: Named, facts: Named, bots: Sequence[Named], think: dict[str, Named], prefix: str
) -> dict[str, str]:
    """Return the charts that the event has data for, by name."""
    shares = share_rows(bots)
    if not shares:
        return {}
    fair = charts.share_axis(facts["players"])
    drawn = {
        "shares": charts.interval_chart(
            shares, fair, f"{prefix}-shares", "Win share of each bot with interval"
        )
    }
    ratings = rating_rows(event["ratings"])
    if ratings:
        drawn["ratings"] = charts.interval_chart(
            ratings, charts.RATING_AXIS, f"{prefix}-ratings", "Rating of each bot with interval"
        )
    seats = _estimates((f"seat {s['seat']}", s["win_share"]) for s in event["seats"])
    if len(seats) > 1:
        drawn["seats"] = charts.interval_chart(
            seats, fair, f"{prefix}-seats", "Win share of each seat"
        )
    strength, axis = (ratings, charts.RATING_AXIS) if ratings else (shares, fair)
    drawn |= strength_chart(strength, axis, think, f"{prefix}-strength")
    return drawn | _spreads(event, bots, think, prefix)


def _spreads(
    event: Named, bots: Sequence[Named], think: dict[str, Named], prefix: str
) -> dict[str, str]:
    """Return the charts of how scores, lengths and think times spread."""
    drawn = {}
    scores = [(bot["name"], bot["scores"]) for bot in bots if bot["scores"]]
    if scores:
        drawn["scores"] = charts.spread_chart(
            scores, f"{prefix}-scores", "Spread of final scores of each bot"
        )
    if event["length"]:
        drawn["length"] = charts.histogram(
            event["length"]["counts"], f"{prefix}-length", "How many games had which length"
        )
    spent = [(bot["name"], think[bot["name"]]) for bot in bots if bot["name"] in think]
    if spent:
        drawn["times"] = charts.time_chart(
            spent, f"{prefix}-times", "Spread of the think times of each bot"
        )
    return drawn


def _course(metrics: Named | None, prefix: str) -> dict[str, str]:
    """Return the chart of a game's course by its metrics, without the lines that say nothing."""
    if metrics is None:
        return {}
    lines = [
        (label, [None if part[key] is None else factor * part[key] for part in metrics["parts"]])
        for label, key, factor in PARTS
    ]
    telling = [line for line in lines if any(line[1])]
    if not telling:
        return {}
    return {"course": charts.parts_chart(telling, f"{prefix}-course", "The course of a game")}


def _estimates(rows: Iterable[tuple[str, Named | None]]) -> list[charts.Interval]:
    return [
        (label, found["mean"], found["low"], found["high"]) for label, found in rows if found
    ]
