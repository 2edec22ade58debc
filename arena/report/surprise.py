"""Which games were surprising: those whose winner had little chance to come in first.

The chance is that of the Plackett-Luce model of the ratings (Plackett 1975): at one table the seat
of strength s comes in first with probability s / (sum over all seats). Without ratings the win
shares stand in for the strengths. What counts is which *bot* won: copies of one bot are one side.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from arena.ratings import POINTS
from arena.records import GameRecord
from arena.report.words import in_letters, listed, odds


@dataclass(frozen=True)
class Upset:
    """A game with the chance that its winners, or one of them, would come in first."""

    record: GameRecord
    chance: float
    story: str  # who beat whom

    @property
    def odds(self) -> str:
        """Return the chance in words, "1 in 37"."""
        return odds(self.chance)

    @property
    def bits(self) -> float:
        """Return the surprise, -log2 of the chance."""
        return -math.log2(self.chance)


def upsets(event: dict[str, Any], records: Sequence[GameRecord]) -> list[Upset]:
    """Return the games of one event that were played to their end, most surprising first."""
    chance = _chance_alone(event) if _is_solo(records) else _chance_at_table(event)
    found = [_upset(record, chance(record)) for record in records if record.failure is None]
    # The rounding keeps equal chances equal whatever order their terms were summed in.
    return sorted(found, key=lambda u: (-round(u.bits, 9), u.record.block, u.record.rotation))


def most_surprising(events: Sequence[Sequence[Upset]], limit: int) -> list[Upset]:
    """Return at most `limit` games, the events taking turns, each with its most surprising next."""
    turns = max((len(found) for found in events), default=0)
    return [found[turn] for turn in range(turns) for found in events if turn < len(found)][:limit]


def _is_solo(records: Sequence[GameRecord]) -> bool:
    return any(record.players == 1 for record in records)


def _upset(record: GameRecord, chance: float) -> Upset:
    return Upset(record, chance, _who_beat_whom(record))


def _chance_at_table(event: dict[str, Any]) -> Callable[[GameRecord], float]:
    strength, effect = _strengths(event)

    def chance(record: GameRecord) -> float:
        logs = [strength[bot] + effect.get(seat, 0.0) for seat, bot in enumerate(record.bots)]
        weights = [math.exp(log - max(logs)) for log in logs]
        winners = _winners(record)
        won = math.fsum(w for w, bot in zip(weights, record.bots, strict=True) if bot in winners)
        return won / math.fsum(weights)

    return chance


def _strengths(event: dict[str, Any]) -> tuple[dict[str, float], dict[int, float]]:
    """Return the log-strength of each bot and, where known, what each seat adds to it."""
    ratings = event["ratings"]
    if ratings is None:
        return {bot["name"]: math.log(_smoothed_share(bot)) for bot in event["bots"]}, {}
    seats = {seat["seat"]: seat["effect"] for seat in ratings["seats"]}
    return (
        {bot["name"]: bot["rating"] / POINTS for bot in ratings["bots"]},
        {seat: effect / POINTS for seat, effect in seats.items()},
    )


def _chance_alone(event: dict[str, Any]) -> Callable[[GameRecord], float]:
    """Return the chance of a game for one: how often the bot wins, or loses."""
    wins = {bot["name"]: _smoothed_share(bot) for bot in event["bots"]}

    def chance(record: GameRecord) -> float:
        return wins[record.bots[0]] if _won_alone(record) else 1 - wins[record.bots[0]]

    return chance


def _smoothed_share(bot: dict[str, Any]) -> float:
    """Return the win share with half a win and half a loss added: never quite 0 or 1."""
    share, games = bot["win_share"], bot["appearances"]
    return 0.5 if share is None else (share["mean"] * games + 0.5) / (games + 1)


def _winners(record: GameRecord) -> set[str]:
    return {bot for bot, rank in zip(record.bots, record.ranks, strict=True) if rank == 1}


def _won_alone(record: GameRecord) -> bool:
    return record.shares[0] >= 0.5


def _who_beat_whom(record: GameRecord) -> str:
    if record.players == 1:
        return f"{record.bots[0]} {'won' if _won_alone(record) else 'lost'}"
    winners = _winners(record)
    beaten = Counter(bot for bot in record.bots if bot not in winners)
    first = listed(list(dict.fromkeys(bot for bot in record.bots if bot in winners)))
    if not beaten:
        copies = record.bots.count(record.bots[0]) == record.players
        return f"{first} beat itself" if copies else f"{first} tied"
    others = [name if n == 1 else f"{in_letters(n)} {name}" for name, n in sorted(beaten.items())]
    return f"{first} {'beat' if len(winners) == 1 else 'tied ahead of'} {listed(others)}"
