"""A hosted game as a record: the line that `desgarrada replay` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.analysis import compact
from arena.facts import engine_version
from arena.match import Outcome, ranks_of_failure, shares_of
from arena.records import GameRecord
from frontends.server.bots import shown

if TYPE_CHECKING:
    from frontends.server.hosted import HostedTable

PERSON = "person"


def record_of(table: HostedTable) -> GameRecord:
    """Return the record of a finished game; where a bot failed it, with its failure."""
    game, places = table.game, table.places
    return GameRecord.from_outcome(
        _outcome(table),
        id="0.0", event=0, block=0, rotation=0, deal=0, data=None,
        game=game.name,
        players=game.num_players,
        options=dict(game.options),
        fingerprint=game.fingerprint,
        rules_version=game.rules_version,
        engine_version=engine_version(),
        seed=table.dealer.deal,
        bots=[place.name for place in places],
        specs=[PERSON if place.bot is None else shown(place.bot) for place in places],
        bot_seeds=[table.seed_of(seat) for seat in range(game.num_players)],
    )  # fmt: skip


def _outcome(table: HostedTable) -> Outcome:
    state, players = table.dealer.ended(), table.game.num_players
    if table.failure is not None:
        scores, returns = None, None
        ranks = ranks_of_failure(players, table.failure.seat)
    else:
        scores = [float(score) for score in state.scores()]
        returns = [float(value) for value in state.returns()]
        ranks = [int(rank) for rank in state.ranks()]
    return Outcome(
        actions=list(table.dealer.actions), scores=scores, returns=returns, ranks=ranks,
        shares=shares_of(ranks, returns), truncated=bool(state.truncated), failure=table.failure,
        analysis=_analysis(table), **_times(table),
    )


def _analysis(table: HostedTable) -> list[dict[str, Any] | None] | None:
    """Return what the bots said of their moves; None of a person's."""
    if not table.thoughts:
        return None
    return [
        compact(table.thoughts[number][0].analysis, action) if number in table.thoughts else None
        for number, (_, action) in enumerate(table.dealer.actions)
    ]


def _times(table: HostedTable) -> dict[str, Any]:
    """Return what the bots' decisions took; persons take the time they like."""
    spent: list[list[float]] = [[] for _ in table.places]
    moves = []
    for number, (seat, _) in enumerate(table.dealer.actions):
        seconds = table.thoughts[number][1] if number in table.thoughts else 0.0
        spent[seat].append(seconds)
        moves.append(round(seconds * 1e6))
    return {
        "seconds": [sum(times) for times in spent],
        "slowest": [max(times, default=0.0) for times in spent],
        "decisions": [len(times) for times in spent],
        "moves": moves,
        "overtime": [0] * len(spent),
    }
