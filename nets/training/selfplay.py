"""Whole games of self-play: the current policy on all seats, or some seats from the pool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine_cy import Game
from nets.training.facts import GameFacts
from nets.training.layers import Threads
from nets.training.lockstep import Lockstep
from nets.training.rows import Decisions, join, read_decisions
from search.streams import stream_seed

# A policy: float32[m, F] -> float32[m, A or more], logits.
Player = Callable[[NDArray[np.float32]], NDArray[np.float32]]


@dataclass(frozen=True)
class Plan:
    """How many games are played, and who sits in them."""

    games: int                  # of an update, over all player counts
    pool_share: float           # of the games that have seats from the pool
    shards: int                 # tables of each player count, played side by side


@dataclass
class Harvest:
    """What one update's games gave."""

    decisions: Decisions
    games: int
    moves: int                  # actions applied, forced ones and those of the pool included
    length: float               # mean moves of a game
    against: dict[int, tuple[float, int]]   # pool policy -> (sum of normalised shares, seats)


def play(facts: GameFacts, plan: Plan, players: Sequence[Player], seed: int,
         threads: Threads) -> Harvest:
    """Play an update's games to their ends; players[0] is the current policy.

    Everything is a function of the arguments, whatever the number of threads.
    """
    jobs = []
    for i, game in enumerate(facts.games):
        share = split_evenly(plan.games, len(facts.games))[i]
        for k, size in enumerate(split_evenly(share, plan.shards)):
            if size:
                jobs.append((game, size, stream_seed(stream_seed(seed, i), k)))
    done = threads.map(lambda job: play_table(facts, plan, players, *job), jobs)
    parts = [part for part, _ in done]
    against: dict[int, tuple[float, int]] = {}
    for _, tally in done:
        for policy, (won, seats) in tally.items():
            before = against.get(policy, (0.0, 0))
            against[policy] = (before[0] + won, before[1] + seats)
    moves, games = sum(moves for (_, moves), _ in done), sum(size for _, size, _ in jobs)
    return Harvest(join([part for part, _ in parts]), games, moves, moves / games, against)


def play_table(
    facts: GameFacts, plan: Plan, players: Sequence[Player], game: Game, size: int, seed: int
) -> tuple[tuple[Decisions, int], dict[int, tuple[float, int]]]:
    """Return ((decisions, moves), tally against each pool policy) of one table's games."""
    policies = seat_policies(game.num_players, size, len(players) - 1, plan.pool_share, seed)
    columns = np.array(facts.columns, dtype=np.int32)
    table = Lockstep(game, size, seed, policies, columns, len(players))
    while waiting := table.waiting():
        inputs = table.inputs[:waiting]
        groups = [players[policy](inputs[begin:end]) for policy, begin, end in table.groups]
        table.choose(groups[0] if len(groups) == 1 else np.concatenate(groups))
    decisions = read_decisions(table, facts)
    return (decisions, table.moves), tally(facts, game, policies, table.returns())


def seat_policies(seats: int, games: int, pool: int, share: float, seed: int
                  ) -> NDArray[np.uint8]:
    """Return the policy of each seat, [games, P]: 0 the current one, 1..pool those of the pool.

    A game with seats from the pool has 1 to P - 1 of them, all the same policy.
    """
    policies = np.zeros((games, seats), dtype=np.uint8)
    if pool == 0 or seats == 1:
        return policies
    rng = np.random.default_rng([seed, 3])
    for g in np.flatnonzero(rng.random(games) < share):
        count = rng.integers(1, seats)
        policies[g, rng.permutation(seats)[:count]] = rng.integers(1, pool + 1)
    return policies


def tally(facts: GameFacts, game: Game, policies: NDArray[np.uint8],
          returns: NDArray[np.float64]) -> dict[int, tuple[float, int]]:
    """Return policy -> (sum over its games of the current policy's share, games).

    The share is that of a current seat against one of the pool: their means, one over their sum.
    """
    utility = facts.normalised(game, returns)
    found = {}
    for policy in range(1, int(policies.max(initial=0)) + 1):
        games = np.flatnonzero((policies == policy).any(axis=1))
        if not len(games):
            continue
        ours, theirs = policies[games] == 0, policies[games] == policy
        won = (utility[games] * ours).sum(axis=1) / ours.sum(axis=1)
        lost = (utility[games] * theirs).sum(axis=1) / theirs.sum(axis=1)
        both = won.sum() + lost.sum()
        share = float(won.sum() / both) if both > 0 else 0.5
        found[policy] = (share * len(games), len(games))
    return found


def split_evenly(total: int, parts: int) -> list[int]:
    """Return `parts` sizes that sum to `total` and differ by 1 at most."""
    return [total * (i + 1) // parts - total * i // parts for i in range(parts)]
