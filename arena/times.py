"""How long the bots thought, written as ``times.json``: the only file that holds times."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from arena.records import GameRecord
from arena.results import SCORE_POINTS
from arena.statistics import quantiles

FORMAT = 1
MICROSECOND = 1e-6

Whose = tuple[int, str]  # event, bot


def think_times(records: Sequence[GameRecord], facts: dict[str, Any]) -> dict[str, Any]:
    """Return for each event and bot how its seconds per decision are spread, JSON-safe."""
    names = list(dict.fromkeys(bot["name"] for bot in facts["bots"]))
    spent, overtime = _spent(records)
    return {
        "format": FORMAT,
        "events": [
            {
                "event": number,
                "name": event["name"],
                "bots": [
                    _bot(name, spent[number, name], overtime[number, name]) for name in names
                ],
            }
            for number, event in enumerate(facts["events"])
        ],
    }


def _spent(
    records: Sequence[GameRecord],
) -> tuple[defaultdict[Whose, Counter[int]], Counter[Whose]]:
    """Return {microseconds: decisions} of each bot in each event, and its decisions over time."""
    spent: defaultdict[Whose, Counter[int]] = defaultdict(Counter)
    overtime: Counter[Whose] = Counter()
    for record in records:
        for (seat, _), taken in zip(record.actions, record.times["moves"], strict=True):
            spent[record.event, record.bots[seat]][taken] += 1
        for bot, late in zip(record.bots, record.times["overtime"], strict=True):
            overtime[record.event, bot] += late
    return spent, overtime


def _bot(name: str, spent: Counter[int], overtime: int) -> dict[str, Any]:
    decisions = spent.total()
    found = quantiles(spent, SCORE_POINTS.values())
    mean = math.fsum(taken * n for taken, n in spent.items()) / decisions if decisions else None
    return {
        "name": name,
        "decisions": decisions,
        "mean": None if mean is None else mean * MICROSECOND,
        "quantiles": dict(zip(SCORE_POINTS, (t * MICROSECOND for t in found), strict=True))
        if found
        else None,
        "histogram": _histogram(spent),
        "overtime": overtime,
    }


def _histogram(spent: Counter[int]) -> list[list[int]]:
    """Return [k, decisions of 2^k to 2^(k+1) microseconds] for each k that occurs."""
    bins: Counter[int] = Counter()
    for taken, n in spent.items():
        bins[max(taken, 1).bit_length() - 1] += n
    return [[k, bins[k]] for k in sorted(bins)]
