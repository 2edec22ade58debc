"""What a tournament shows: shares, ranks, scores, seats, pairs; written as ``results.json``.

Everything here is a function of the set of games, in whatever order they were played, and holds no
times: the same tournament gives the same bytes on any number of workers, resumed or not.

The unit is a bot's appearance: a bot that holds three seats of a game appears three times. All
intervals are clustered by deal (`arena.bootstrap`, for few deals `arena.statistics`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from arena.bootstrap import Bootstrap
from arena.deals import keyed_hash
from arena.edges import edge_parts, paired
from arena.entrants import Entrant
from arena.inference import cycles_of, ratings_of, seat_test_of, strength_test_of
from arena.match import last_rank
from arena.records import GameRecord, in_order
from arena.statistics import Clusters, quantiles

FORMAT = 2
SCORE_POINTS = {
    "min": 0.0, "q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95, "max": 1.0,
}  # fmt: skip


def summarize(
    records: Sequence[GameRecord], facts: dict[str, Any], planned: Sequence[int]
) -> dict[str, Any]:
    """Return the results of the games played, JSON-safe.

    `facts` describe the tournament and are passed through; `planned` is the number of games of each
    of its events.
    """
    games = in_order(records)
    events = [
        _event([game for game in games if game.event == number], number, facts, planned[number])
        for number in range(len(facts["events"]))
    ]
    return {
        "format": FORMAT,
        "complete": len(games) == sum(planned),
        "games": len(games),
        "games_planned": sum(planned),
        "tournament": facts,
        "events": events,
        "ratings": _pooled_ratings(games, events, facts),
        "failures": [_failure(game) for game in games if game.failure is not None],
    }


def _pooled_ratings(
    games: Sequence[GameRecord], events: Sequence[dict[str, Any]], facts: dict[str, Any]
) -> dict[str, Any] | None:
    """Return the ratings over all events; those of the only one are known."""
    if len(events) == 1:
        return events[0]["ratings"]
    return ratings_of(games, [entrant.name for entrant in _field(facts)])


def _event(
    games: Sequence[GameRecord], number: int, facts: dict[str, Any], planned: int
) -> dict[str, Any]:
    """Return the results of one event."""
    event = facts["events"][number]
    field = _field(facts)
    names = [entrant.name for entrant in field]
    players = event["players"]
    bootstrap = Bootstrap(keyed_hash(facts["seed"], "bootstrap", number))
    edges = {
        (a, b): parts
        for a, b in combinations(names, 2)
        if (parts := edge_parts(games, a, b, players)) is not None
    }
    results = {
        "event": number,
        "name": event["name"],
        "complete": len(games) == planned,
        "games": len(games),
        "games_planned": planned,
        "deals": len({game.deal for game in games}),
        "bots": [_bot(games, entrant, players, bootstrap) for entrant in field],
        "seats": [_seat(games, seat, None, bootstrap) for seat in range(players)],
        "seat_test": seat_test_of(games, players),
        "strength_test": strength_test_of(
            games, names, keyed_hash(facts["seed"], "strength", number)
        ),
        "pairs": [
            _pair(games, a, b, edges.get((a, b)), bootstrap) for a, b in combinations(names, 2)
        ],
        "ratings": ratings_of(games, names),
        "cycles": cycles_of(edges, names),
        "length": _lengths(games),
        "truncated": sum(game.truncated for game in games),
    }
    bootstrap.settle()
    return results


def _field(facts: dict[str, Any]) -> list[Entrant]:
    """Return the bots of the tournament, each once."""
    return list(dict.fromkeys(Entrant(bot["name"], bot["spec"]) for bot in facts["bots"]))


def to_text(value: Any) -> str:
    """Return the content of ``results.json``, and of the other JSON files beside it."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _bot(
    games: Sequence[GameRecord], entrant: Entrant, players: int, bootstrap: Bootstrap
) -> dict[str, Any]:
    share, rank, score = Clusters(), Clusters(), Clusters()
    points: Counter[float] = Counter()
    failures = 0
    for game in games:
        for seat in _seats_of(game, entrant.name):
            share.add(game.deal, game.shares[seat])
            rank.add(game.deal, game.ranks[seat])
            if game.scores is not None:
                score.add(game.deal, game.scores[seat])
                points[game.scores[seat]] += 1
        failures += game.failure is not None and game.bots[game.failure.seat] == entrant.name
    found = quantiles(points, SCORE_POINTS.values())
    played = sum(entrant.name in game.bots for game in games)
    # A bot in several seats cannot win with all of them.
    win_share = bootstrap.mean(share, 0.0, played / max(share.observations, 1))
    if win_share is not None and players > 1 and _always_alone(games, entrant.name):
        # It shares every win with itself.
        win_share = {"mean": win_share["mean"], "low": None, "high": None}
    return {
        "name": entrant.name,
        "spec": entrant.spec,
        "appearances": share.observations,
        "deals": len(share),
        "win_share": win_share,
        "mean_rank": bootstrap.mean(rank, 1.0, float(last_rank(players))),
        "mean_score": bootstrap.mean(score),
        "scores": dict(zip(SCORE_POINTS, found, strict=True)) if found else None,
        "by_seat": [_seat(games, seat, entrant.name, bootstrap) for seat in range(players)],
        "failures": int(failures),
    }


def _always_alone(games: Sequence[GameRecord], bot: str) -> bool:
    """Return whether the bot held all seats of every game it played: its share is then fixed."""
    return all(set(game.bots) == {bot} for game in games if bot in game.bots)


def _seat(
    games: Sequence[GameRecord], seat: int, bot: str | None, bootstrap: Bootstrap
) -> dict[str, Any]:
    """Return the win share of a seat, of all bots or of one."""
    share = Clusters()
    for game in games:
        if bot is None or game.bots[seat] == bot:
            share.add(game.deal, game.shares[seat])
    win_share = bootstrap.mean(share, 0.0, 1.0)
    return {"seat": seat, "games": share.observations, "win_share": win_share}


def _pair(
    games: Sequence[GameRecord],
    a: str,
    b: str,
    edge: tuple[Clusters, ...] | None,
    bootstrap: Bootstrap,
) -> dict[str, Any]:
    """Return how `a` did against `b` where they met, and its edge where the line-ups allow one."""
    ahead = Clusters()
    for game in games:
        for one in _seats_of(game, a):
            for other in _seats_of(game, b):
                ahead.add(game.deal, _ahead(game.ranks[one], game.ranks[other]))
    pair = {"a": a, "b": b, "ahead": bootstrap.mean(ahead, 0.0, 1.0), "edge": None}
    if edge is not None and len(edge) == 1:
        pair["edge"] = bootstrap.mean(edge[0], -1.0, 1.0)
    elif edge is not None:
        both = paired(*edge)
        pair["edge"] = bootstrap.edge(*edge) if both is None else bootstrap.mean(both, -1.0, 1.0)
        pair["a_among_b"] = bootstrap.mean(edge[0], 0.0, 1.0)
        pair["b_among_a"] = bootstrap.mean(edge[1], 0.0, 1.0)
    return pair


def _ahead(rank: int, other: int) -> float:
    if rank == other:
        return 0.5
    return 1.0 if rank < other else 0.0


def _lengths(games: Sequence[GameRecord]) -> dict[str, Any] | None:
    """Return the spread of the number of actions in games played to their end."""
    counts = Counter(game.length for game in games if game.failure is None)
    if not counts:
        return None
    mean = sum(length * n for length, n in counts.items()) / counts.total()
    points = dict(zip(SCORE_POINTS, quantiles(counts, SCORE_POINTS.values()), strict=True))
    return {"mean": round(mean, 9), **points, "counts": [[k, counts[k]] for k in sorted(counts)]}


def _failure(game: GameRecord) -> dict[str, Any]:
    failure = game.failure
    assert failure is not None  # the caller has filtered
    return {
        "game": game.id,
        "event": game.event,
        "bot": game.bots[failure.seat],
        "seat": failure.seat,
        "move": failure.move,
        "kind": failure.kind,
        "message": failure.message,
    }


def _seats_of(game: GameRecord, bot: str) -> list[int]:
    return [seat for seat, name in enumerate(game.bots) if name == bot]
