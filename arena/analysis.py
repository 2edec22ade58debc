"""What a bot says of its decision, cut to what a record keeps."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

MOST = 1e100  # of a value
MOST_ROWS = 6  # the likeliest actions are kept
VALUES = ("utility", "score", "value")  # names under which bots give an action's value


def ask(bot: Any, shown: Sequence[Any], action: int) -> dict[str, Any] | None:
    """Return {simulations, value, actions: [[action, visits, value, prior], ...]}, or None.

    `shown` is what the bot was asked with, `action` what it answered; its own row is always kept.
    A bot that has nothing to say, or fails to say it, has played all the same.
    """
    try:
        return compact(bot.analysis(*shown), action)
    except KeyboardInterrupt:
        raise
    except BaseException:  # the bot's own code
        return None


def compact(said: Any, played: int) -> dict[str, Any] | None:
    """Return what a record keeps of a bot's analysis; None where it says nothing of actions."""
    if not isinstance(said, Mapping) or not isinstance(said.get("actions"), Mapping):
        return None
    rows = [row for facts in said["actions"].values() if (row := _row(facts)) is not None]
    if not rows:
        return None
    rows.sort(key=lambda row: (*(-_known(figure) for figure in row[1:]), row[0]))
    kept = [row for i, row in enumerate(rows) if i < MOST_ROWS or row[0] == played]
    value = next((row[2] for row in rows if row[0] == played), None)
    return {"simulations": _count(said.get("simulations")), "value": value, "actions": kept}


def _row(facts: Any) -> list[Any] | None:
    if not isinstance(facts, Mapping) or _count(facts.get("action")) is None:
        return None
    value = next((facts[name] for name in VALUES if name in facts), None)
    return [
        _count(facts["action"]), _count(facts.get("visits")), _number(value),
        _number(facts.get("prior")),
    ]  # fmt: skip


def _known(value: float | None) -> float:
    return -math.inf if value is None else value


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < 2**63 else None


def _number(value: Any) -> float | None:
    if type(value) not in (int, float) or not abs(value) < MOST:
        return None
    return round(float(value), 5)
