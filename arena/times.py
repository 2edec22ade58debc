"""How long the bots thought, written as ``times.json``: the only file that holds times."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from arena.records import GameRecord
from arena.results import SCORE_POINTS
from arena.statistics import quantiles

FORMAT = 1
MICROSECOND = 1e-6


def think_times(records: Sequence[GameRecord], facts: dict[str, Any]) -> dict[str, Any]:
    """Return for each event and bot how its seconds per decision are spread, JSON-safe."""
    names = list(dict.fromkeys(bot["name"] for bot in facts["bots"]))
    return {
        "format": FORMAT,
        "events": [
            {
                "event": number,
                "name": event["name"],
                "bots": [_bot(records, number, name) for name in names],
            }
            for number, event in enumerate(facts["events"])
        ],
    }


def _bot(records: Sequence[GameRecord], event: int, name: str) -> dict[str, Any]:
    spent: Counter[int] = Counter()  # microseconds -> decisions
    overtime = 0
    for record in records:
        if record.event != event:
            continue
        mine = [bot == name for bot in record.bots]
        for (seat, _), taken in zip(record.actions, record.times["moves"], strict=True):
            if mine[seat]:
                spent[taken] += 1
        overtime += sum(n for seat, n in enumerate(record.times["overtime"]) if mine[seat])
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
