"""Whole games of self-play: the current policy on all seats, or some seats from the pool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine_cy import Game
from nets.training.facts import GameFacts
from nets.training.lockstep import Lockstep
from nets.training.rows import Decisions, join, read_decisions
from search.streams import stream_seed

if TYPE_CHECKING:
    from nets.training.group import Group  # which needs torch; actors do without

# A policy: float32[m, F] -> float32[m, A or more], logits.
Player = Callable[[NDArray[np.float32]], NDArray[np.float32]]


@dataclass(frozen=True)
class Plan:
    """How many games are played, and who sits in them."""

    games: int                  # of an update, over all player counts
    pool_share: float           # of the games that have seats from the pool
    shards: int                 # tables of each player count, played side by side
    deals: int = 0              # of a stretch; 0: a game is one
    teacher: bool = False       # whether the game's script says what it would play


@dataclass
class Harvest:
    """What one update's games gave."""

    decisions: Decisions        # of this process
    decided: int                # decisions of all processes; what follows is of all, too
    games: int
    moves: int                  # actions applied, forced ones and those of the pool included
    length: float               # mean moves of a game
    against: dict[int, tuple[float, int]]   # pool policy -> (sum of shares against it, games)


@dataclass(frozen=True)
class Job:
    """One table to play: all that decides its games, but for the nets."""

    game: int                   # number of the game among the facts'
    size: int                   # games
    seed: int
    pool: int                   # policies of the pool that play
    pool_share: float
    deals: int = 0              # of a stretch
    teacher: bool = False


@dataclass
class PlayedTable:
    """What one table gave."""

    decisions: Decisions
    games: int
    moves: int
    against: dict[int, tuple[float, int]]   # as of a Harvest


def jobs_of(facts: GameFacts, plan: Plan, pool: int, seed: int) -> list[Job]:
    """Return the tables of an update whose current policy meets `pool` others.

    They depend on nothing but the arguments: who plays them, and on how many threads, does not
    change them.
    """
    shares = split_evenly(plan.games, len(facts.games))
    return [Job(i, size, stream_seed(stream_seed(seed, i), k), pool, plan.pool_share,
                plan.deals, plan.teacher)
            for i, share in enumerate(shares)
            for k, size in enumerate(split_evenly(share, plan.shards)) if size]


def harvest_of(tables: Sequence[PlayedTable], group: Group) -> Harvest:
    """Return what the tables of this process gave, and what there is to tell of all."""
    own = [(len(t.decisions), t.games, t.moves, t.against) for t in tables]
    told = [table for part in group.gather(own) for table in part]
    against: dict[int, tuple[float, int]] = {}
    for _, _, _, tallies in told:
        for policy, (won, count) in tallies.items():
            before = against.get(policy, (0.0, 0))
            against[policy] = (before[0] + won, before[1] + count)
    games, moves = sum(table[1] for table in told), sum(table[2] for table in told)
    return Harvest(join([t.decisions for t in tables]), sum(table[0] for table in told), games,
                   moves, moves / games, against)


def play_table(facts: GameFacts, players: Sequence[Player], job: Job) -> PlayedTable:
    """Play one table's games to their ends; players[0] is the current policy."""
    game = facts.games[job.game]
    policies = seat_policies(game.num_players, job.size, job.pool, job.pool_share, job.seed)
    columns = np.array(facts.columns, dtype=np.int32)
    table = Lockstep(game, job.size, job.seed, policies, columns, len(players),
                     job.deals, job.teacher)
    play_out(table, players)
    return PlayedTable(read_decisions(table, facts), job.size, table.moves,
                  tally(facts, game, policies, table.returns()))


def play_out(table: Lockstep, players: Sequence[Player]) -> None:
    """Play a table's games to their ends."""
    while waiting := table.waiting():
        inputs = table.inputs[:waiting]
        groups = [players[policy](inputs[begin:end]) for policy, begin, end in table.groups]
        table.choose(groups[0] if len(groups) == 1 else np.concatenate(groups))


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
