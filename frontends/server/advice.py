"""What a bot says of each move, in win shares: for hints and reviews."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine_cy import Game, Observation
from frontends.server.thinking import Thought


class Advice(NamedTuple):
    """One legal move. share: of the bot's policy. value: win share in 0..1, None: not known."""

    action: int
    text: str
    visits: int | None
    share: float
    value: float | None


def advice_of(game: Game, observation: Observation, thought: Thought) -> list[Advice]:
    """Return the legal moves, the bot's best first."""
    assert thought.policy is not None
    said = thought.analysis.get("actions")
    facts = {
        row.get("action"): row
        for row in (said.values() if isinstance(said, dict) else ())
        if isinstance(row, dict)
    }
    rows = []
    for action in map(int, observation.legal_actions()):
        row = facts.get(action, {})
        rows.append(Advice(
            action, game.action_to_string(action), _count(row.get("visits")),
            min(round(float(thought.policy[action]), 5), 1.0), _win_share(game, row.get("utility")),
        ))
    return sorted(rows, key=lambda row: (
        -row.share, -1.0 if row.value is None else -row.value, row.action))


def _win_share(game: Game, utility: Any) -> float | None:
    """Return a utility in the game's unit as a share between the least and the most there is."""
    if not isinstance(utility, (int, float)):
        return None
    low, high = game.utility_min, game.utility_max
    return round(min(max((utility - low) / (high - low), 0.0), 1.0), 5)


def _count(visits: Any) -> int | None:
    return visits if type(visits) is int and visits >= 0 else None
