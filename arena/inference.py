"""From game records to what the tests, the ratings and the search for cycles ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Protocol

import numpy as np

from arena.cycles import cycles_to_dict
from arena.edges import edge_estimate
from arena.equality import seat_test, strength_test
from arena.ratings import Finish, rate
from arena.records import GameRecord
from arena.statistics import Clusters
from arena.student import LEVEL


def ratings_of(games: Sequence[GameRecord], names: Sequence[str]) -> dict[str, Any] | None:
    """Return Plackett-Luce ratings of the bots in all games of two seats or more."""
    number = {name: bot for bot, name in enumerate(names)}
    finishes = [
        Finish(game.event, game.deal, tuple(number[bot] for bot in game.bots), tuple(game.ranks))
        for game in games
    ]
    return rate(finishes, names)


class Shared(Protocol):
    """A game of which it is known what each seat won."""

    @property
    def deal(self) -> int:
        """Games of one deal are alike."""

    @property
    def shares(self) -> Sequence[float]:
        """The win share of each seat."""


def seat_test_of(games: Sequence[Shared], players: int) -> dict[str, Any] | None:
    """Return the test that all seats of an event win equally often."""
    deals: dict[int, list[Sequence[float]]] = {}
    for game in games:
        deals.setdefault(game.deal, []).append(game.shares)
    means = [np.mean(deals[deal], axis=0) for deal in sorted(deals)]
    return seat_test(np.reshape(means, (len(means), players)))


def strength_test_of(
    games: Sequence[GameRecord], names: Sequence[str], seed: int
) -> dict[str, Any] | None:
    """Return the test that all bots of an event are equally strong."""
    number = {name: bot for bot, name in enumerate(names)}
    # What each place of a line-up won, in games for one seat each bot on a deal.
    won: dict[int, dict[tuple[int, int], list[float]]] = {}
    for game in games:
        alone = game.players == 1
        block = won.setdefault(game.deal if alone else game.block, {})
        for seat, bot in enumerate(game.bots):
            place = 0 if alone else (seat - game.rotation) % game.players
            block.setdefault((number[bot], place), []).append(game.shares[seat])
    blocks = [sorted(won[block].items()) for block in sorted(won)]
    return strength_test(
        [[bot for (bot, _), _ in block] for block in blocks],
        [[fmean(shares) for _, shares in block] for block in blocks],
        seed,
    )


def cycles_of(
    edges: Mapping[tuple[str, str], tuple[Clusters, ...]], names: Sequence[str]
) -> dict[str, Any] | None:
    """Return the cycles among the bots of an event, None without any.

    `edges` holds the parts of the edge of each pair that has one.
    """
    number = {name: bot for bot, name in enumerate(names)}
    level = 1.0 - (1.0 - LEVEL) / max(len(edges), 1)
    means = np.zeros((len(names), len(names)))
    beats = np.zeros((len(names), len(names)), dtype=bool)
    for (a, b), parts in edges.items():
        edge = edge_estimate(parts, level)
        if edge is None or edge.low is None or edge.high is None:
            continue
        one, other = number[a], number[b]
        means[one, other], means[other, one] = edge.mean, -edge.mean
        beats[one, other], beats[other, one] = edge.low > 0.0, edge.high < 0.0
    return cycles_to_dict(beats, means, list(names))
