"""The report of a tournament: one HTML page that needs nothing but itself.

Needs the extra ``report`` (matplotlib, jinja2), imported here at the first use only.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from importlib import resources
from typing import Any

from arena import charts
from arena.records import GameRecord

MAX_FAILURES = 50  # listed with their traces; the rest is counted


def render_report(results: dict[str, Any], records: Sequence[GameRecord]) -> str:
    """Return the page.

    Raises: ModuleNotFoundError if the extra is not installed.
    """
    import jinja2

    facts = results["tournament"]
    results = {
        **results["events"][0], "failures": results["failures"],
        "tournament": {**facts, **facts["events"][0]},
    }  # fmt: skip
    source = resources.files("arena").joinpath("templates", "report.html.j2").read_text("utf-8")
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    environment.filters.update(
        percent=percent, number=number, seconds=in_seconds, interval=interval, breakable=breakable
    )
    bots = sorted(results["bots"], key=_by_share)
    return environment.from_string(source).render(
        results=results,
        facts=results["tournament"],
        bots=bots,
        fair=1 / results["tournament"]["players"],
        think=_think_times(records),
        charts=_charts(results, bots) if records else {},
        sentences=in_words(results),
        pairs=_pair_table(results, bots),
        edges=edges(results),
        failures=_failures(results, records),
        command=command_line(results["tournament"]),
    )


def edges(results: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the pairs that have an edge, each turned so that its first bot is the stronger."""
    turned = []
    for pair in results["pairs"]:
        if pair["edge"] and pair["edge"]["mean"] < 0:
            swapped = {"a": pair["b"], "b": pair["a"], "edge": _mirrored(pair["edge"], 0.0)}
            if "a_among_b" in pair:
                swapped["a_among_b"], swapped["b_among_a"] = pair["b_among_a"], pair["a_among_b"]
            turned.append(swapped)
        elif pair["edge"]:
            turned.append(pair)
    return sorted(turned, key=lambda pair: -pair["edge"]["mean"])


def in_words(results: dict[str, Any]) -> list[str]:
    """Return what was played, in sentences."""
    facts = results["tournament"]
    players, bots = facts["players"], len({bot["name"] for bot in facts["bots"]})
    seats = f"{players} seats" if players != 1 else "one seat"
    sentences = [
        f"{count(bots, 'bot')} at {seats}, master seed {facts['seed']}.",
        f"{count(facts['blocks'], 'deal')}, each played in every rotation of its line-up round "
        f"the table: {count(results['games_planned'], 'game')}.",
    ]
    if facts["lineups"] == "pairs":
        sentences.append("Line-ups: one bot against copies of another, for every two bots.")
    elif bots > players:
        sentences.append(f"Line-ups: choices of {players} of the {bots} bots, taken evenly.")
    elif bots < players:
        sentences.append("Line-ups: every way to fill the seats with each bot at least once.")
    if not results["complete"]:
        sentences.append(
            f"The run is not complete: {count(results['games'], 'game')} so far. "
            f"The same command continues it."
        )
    if facts["allow_cheating"]:
        sentences.append("Bots that look at the hidden cards were admitted.")
    if facts["data"]:
        sentences.append(f"Component data from {facts['data']}.")
    return sentences


def command_line(facts: dict[str, Any]) -> str:
    """Return the command that plays this tournament again."""
    facts = {**facts, **facts["events"][0]}
    words = [
        "desgarrada tournament",
        f"game={facts['game']}",
        f"players={facts['players']}",
        "bots=[" + ",".join(_bot_word(bot) for bot in facts["bots"]) + "]",
        f"blocks={facts['blocks']}",
        f"seed={facts['seed']}",
    ]
    if facts["lineups"] != "field":
        words.append(f"lineups={facts['lineups']}")
    if facts["allow_cheating"]:
        words.append("allow_cheating=true")
    if facts["data"]:
        words.append(f"game.data={facts['data']}")
    words += [f"game.options.{key}={_word(facts['options'][key])}" for key in facts["set_options"]]
    return " ".join(words)


def percent(share: float | None, digits: int = 1) -> str:
    """Return a share as a percentage without its sign, or a dash."""
    return "–" if share is None else f"{100 * share:.{digits}f}"


def number(value: float | None, digits: int = 2) -> str:
    """Return a number, or a dash."""
    return "–" if value is None else f"{value:.{digits}f}"


def interval(estimate: dict[str, Any] | None, digits: int = 1) -> str:
    """Return the interval of a share in percent, or a dash where there is none."""
    if estimate is None or estimate["low"] is None:
        return "–"
    return f"{percent(estimate['low'], digits)} to {percent(estimate['high'], digits)}"


def in_seconds(value: float | None) -> str:
    """Return a time in the unit that suits it, or a dash."""
    if value is None:
        return "–"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.0f} µs"


def count(n: int, noun: str) -> str:
    """Return "1 deal", "2 deals"."""
    return f"{n:,} {noun}" + ("" if n == 1 else "s")


def breakable(name: str) -> Any:
    """Return a bot's name as markup that a narrow column may break between its words."""
    import markupsafe

    marked = str(markupsafe.escape(name))
    return markupsafe.Markup(re.sub(r"(?=\+)|(?<=:)(?!\d)", "<wbr>", marked))


def _by_share(bot: dict[str, Any]) -> tuple[float, str]:
    share = bot["win_share"]
    return (-share["mean"] if share else 1.0, bot["name"])


def _charts(results: dict[str, Any], bots: Sequence[dict[str, Any]]) -> dict[str, str]:
    fair = 1 / results["tournament"]["players"]
    ranked = [_interval_row(bot["name"], bot["win_share"]) for bot in bots if bot["win_share"]]
    drawn = {
        "shares": charts.interval_chart(ranked, fair, "c1", "Win share of each bot with interval")
    }
    seats = [_interval_row(f"seat {s['seat']}", s["win_share"]) for s in results["seats"]]
    if len(seats) > 1:
        drawn["seats"] = charts.interval_chart(seats, fair, "c2", "Win share of each seat")
    spreads = [(bot["name"], bot["scores"]) for bot in bots if bot["scores"]]
    if spreads:
        drawn["scores"] = charts.spread_chart(spreads, "c3", "Spread of final scores of each bot")
    if results["length"]:
        drawn["length"] = charts.histogram(
            results["length"]["counts"], "c4", "How many games had which length"
        )
    return drawn


def _interval_row(label: str, estimate: dict[str, Any]) -> charts.Interval:
    return (label, estimate["mean"], estimate["low"], estimate["high"])


def _think_times(records: Sequence[GameRecord]) -> dict[str, float]:
    """Return the mean seconds per decision of each bot that decided anything.

    Summed exactly: a last digit that follows the order of the records could show in the rounding.
    """
    spent: dict[str, list[float]] = {}
    decisions: dict[str, int] = {}
    for record in records:
        for seat, bot in enumerate(record.bots):
            spent.setdefault(bot, []).append(record.times["seconds"][seat])
            decisions[bot] = decisions.get(bot, 0) + record.times["decisions"][seat]
    return {bot: math.fsum(spent[bot]) / count for bot, count in decisions.items() if count}


def _pair_table(
    results: dict[str, Any], bots: Sequence[dict[str, Any]]
) -> list[tuple[str, list[dict[str, Any] | None]]]:
    """Return rows (bot, cells): how often the row's bot came in ahead of the column's."""
    ahead: dict[tuple[str, str], dict[str, Any]] = {}
    for pair in results["pairs"]:
        if pair["ahead"]:
            ahead[pair["a"], pair["b"]] = pair["ahead"]
            ahead[pair["b"], pair["a"]] = _mirrored(pair["ahead"], 1.0)
    names = [bot["name"] for bot in bots]
    return [(row, [ahead.get((row, column)) for column in names]) for row in names]


def _mirrored(estimate: dict[str, Any], whole: float) -> dict[str, Any]:
    """Return the estimate as the other bot sees it: `whole` less each value."""
    low, high = estimate["low"], estimate["high"]
    return {
        "mean": whole - estimate["mean"],
        "low": None if high is None else whole - high,
        "high": None if low is None else whole - low,
    }


def _failures(
    results: dict[str, Any], records: Sequence[GameRecord]
) -> list[dict[str, Any]]:
    traces = {record.id: record.failure.trace for record in records if record.failure}
    return [
        {**failure, "trace": traces.get(failure["game"], "")}
        for failure in results["failures"][:MAX_FAILURES]
    ]


def _bot_word(bot: dict[str, str]) -> str:
    if bot["spec"] == bot["name"]:
        return bot["name"]
    return f"{{name:{bot['name']},spec:{bot['spec']}}}"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
