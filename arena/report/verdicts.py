"""What the tests and ratings say, in sentences for readers who know no statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.report.charts import Interval
from arena.report.words import count, listed, percent, signed

MAX_NAMED = 3  # bots in a headline
LEVEL = 0.05  # below it a difference is called one
RATING = (
    "Rating: of two bots the one with 100 points more comes in ahead 64 times in 100; the field "
    "has 0 on average."
)


def headline(rows: Sequence[Interval], test: dict[str, Any] | None = None) -> str | None:
    """Return who is first and how surely; `rows` are ratings or win shares, best first.

    `test` is that of equal bots: where it sees nothing, no interval does.
    """
    if len(rows) < 2:
        return None
    first, *others = rows
    level = [row[0] for row in rows if row[1] == first[1]]
    if len(level) > 1:
        return f"{listed(level)} are level."
    if test is not None and test["p"] >= LEVEL:
        return f"{first[0]} is first, but these games do not show that the bots differ."
    close = [row[0] for row in others if _overlap(first, row)]
    if not close:
        return f"{first[0]} is the strongest; its interval lies clear of all others."
    if len(close) > MAX_NAMED:
        return f"{first[0]} is first, but its interval overlaps those of {len(close)} others."
    those = "that" if len(close) == 1 else "those"
    return f"{first[0]} is first, but its interval overlaps {those} of {listed(close)}."


def legend(facts: dict[str, Any], event: dict[str, Any]) -> list[str]:
    """Return what the numbers in the table of an event mean."""
    players = facts["players"]
    found = ["A game that is won counts 1."]
    if players > 1:
        found = [f"A win is worth 1, ties split it; a fair share is {percent(1 / players)}%."]
    if event["ratings"]:
        found.append(RATING)
    found.append(
        "Small: intervals that hold the true value 95 times in 100; they are computed over deals, "
        "not games."
    )
    return [*found, *strength_verdict(event["strength_test"])]


def seat_sentences(event: dict[str, Any]) -> list[str]:
    """Return whether the seat matters, and by how much."""
    found = _verdict(event["seat_test"], "the seat matters", "all seats")
    found.append("Win share of each seat, all bots together; every line-up sat in every rotation.")
    effects = (event["ratings"] or {"seats": []})["seats"]
    mine = sorted(
        (seat["effect"], seat["seat"]) for seat in effects if seat["event"] == event["event"]
    )
    if mine:
        (low, worst), (high, best) = mine[0], mine[-1]
        found.append(
            f"In rating points: from {signed(low)} (seat {worst}) to {signed(high)} (seat {best})."
        )
    return found


def strength_verdict(test: dict[str, Any] | None) -> list[str]:
    """Return whether the bots differ, from the test of equal bots."""
    return _verdict(test, "the bots differ", "all bots")


def cycle_sentences(cycles: dict[str, Any] | None) -> list[str]:
    """Return the cycles among the bots, one sentence each."""
    if cycles is None:
        return []
    return [
        ", ".join(f"{a} beats {b}" for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        + ": no order of strength fits these bots."
        for cycle in cycles["cycles"]
    ]


def _verdict(test: dict[str, Any] | None, claim: str, alike: str) -> list[str]:
    """Return the verdict of a test in one sentence; none where there was no test."""
    if test is None:
        return []
    head = claim.capitalize() if test["p"] < LEVEL else f"No sign that {claim}"
    return [
        f"{head}: were {alike} alike, luck would make differences this large "
        f"{_how_often(test['p'])} ({_how(test)})."
    ]


def _how_often(p: float) -> str:
    if p >= 0.01:
        return f"{_times(100 * p)} in 100"
    if p >= 0.0015:
        return f"{_times(1000 * p)} in 1,000"
    return "once in 1,000 times or less"


def _times(n: float) -> str:
    return "once" if round(n) == 1 else f"{n:.0f} times"


def _how(test: dict[str, Any]) -> str:
    size = (
        count(test["deals"], "deal") if "deals" in test
        else count(test["permutations"], "permutation")
    )  # fmt: skip
    return f"{test['test']}, p = {test['p']:.2g}, {size}"


def _overlap(first: Interval, other: Interval) -> bool:
    """Return whether two intervals do, or one of them is unknown."""
    return first[2] is None or other[3] is None or other[3] >= first[2]
