"""The edge of one bot over another: what it wins against copies of the other, less the reverse.

With three seats or more the line-ups of the two directions differ (one A among Bs, one B among As),
and a bot may fall below a fair share in both: only the difference says who is stronger. With two
seats both are the same games, and in games for one seat all bots play the same deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from arena.records import GameRecord
from arena.statistics import Clusters, Estimate, difference
from arena.student import LEVEL


def edge_parts(
    games: Sequence[GameRecord], a: str, b: str, players: int
) -> tuple[Clusters, ...] | None:
    """Return the observations of which the edge of `a` over `b` is made; None without any.

    One part is a difference already; of two, the edge is the first mean less the second.
    """
    if players == 1:
        parts: tuple[Clusters, ...] = (_alone(games, a, b),)
    elif players == 2:
        parts = (_of_two(games, a, b),)
    else:
        parts = (_one_among(games, a, b), _one_among(games, b, a))
    return parts if all(len(part) for part in parts) else None


def edge_estimate(parts: tuple[Clusters, ...], level: float = LEVEL) -> Estimate | None:
    """Return the edge and Student's interval at `level`."""
    both = parts[0] if len(parts) == 1 else paired(*parts)
    if both is not None:
        return both.estimate(-1.0, 1.0, level)
    first, second = (part.estimate(0.0, 1.0, level) for part in parts)
    assert first is not None and second is not None  # no part is empty
    return difference(first, second, level)


def paired(first: Clusters, second: Clusters) -> Clusters | None:
    """Return the difference on each deal, where both line-ups were played on the same deals."""
    one, other = first.means(), second.means()
    if one.keys() != other.keys():
        return None
    both = Clusters()
    for deal in sorted(one):
        both.add(deal, one[deal] - other[deal])
    return both


def _one_among(games: Sequence[GameRecord], one: str, others: str) -> Clusters:
    """Return the share of a single `one` where all other seats hold `others`."""
    share = Clusters()
    for game in games:
        if game.bots.count(one) == 1 and game.bots.count(others) == game.players - 1:
            share.add(game.deal, game.shares[game.bots.index(one)])
    return share


def _alone(games: Sequence[GameRecord], a: str, b: str) -> Clusters:
    """Return share(a) - share(b) in games for one, which all entrants play on the same deals."""
    shares: dict[str, dict[int, list[float]]] = {a: {}, b: {}}
    for game in games:
        if game.bots[0] in shares:
            shares[game.bots[0]].setdefault(game.deal, []).append(game.shares[0])
    edge = Clusters()
    for deal in sorted(shares[a].keys() & shares[b].keys()):
        edge.add(deal, fmean(shares[a][deal]) - fmean(shares[b][deal]))
    return edge


def _of_two(games: Sequence[GameRecord], a: str, b: str) -> Clusters:
    """Return share(a) - share(b) in games for two: both line-ups are the same one."""
    edge = Clusters()
    for game in games:
        if set(game.bots) == {a, b}:
            edge.add(game.deal, game.shares[game.bots.index(a)] - game.shares[game.bots.index(b)])
    return edge
