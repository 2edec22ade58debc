"""The best net of a run: an averaged net takes its place where a test finds it stronger.

A test is a match of two nets, judged as `desgarrada match` is (`arena.sequential`): the score of a
deal is the edge of the new net over the best one, both sitting everywhere in turn (`arena.edges`).
All games of a stretch of deals are played in lock-step, so a test of thousands of games takes
seconds. Shares are normalised utilities: win shares where the game pays such.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.sequential import Match, Verdict, judge
from engine_cy import Game, GameOptionError
from nets.training.checkpoint import State
from nets.training.config import AcceptConfig
from nets.training.facts import GameFacts
from nets.training.layers import Threads
from nets.training.lockstep import Lockstep
from nets.training.selfplay import Player, play_out
from search.streams import stream_seed

STRETCH = 64              # deals of each player count that are played before the test looks again
NEW, BEST = 1, 2          # policies at a table; policy 0 would be recorded


@dataclass
class Best:
    """The net that no later one has been stronger than."""

    update: int               # after which it was the averaged net
    state: State              # of PolicyValueNet
    progress: dict[str, Any]  # of the run at that time

    def to_dict(self) -> dict[str, Any]:
        """Return what a checkpoint keeps of it."""
        return asdict(self)


def read_match(config: AcceptConfig) -> Match:
    """Return what is asked of a test.

    Raises: GameOptionError naming the setting that cannot be.
    """
    for name, value, least, most in (
        ("every", config.every, 0, 10**9), ("max_blocks", config.max_blocks, 1, 10**6),
    ):
        if not least <= value <= most:
            raise GameOptionError(f"accept.{name}={value} is out of range; allowed are {least} to "
                                  f"{most}.")
    for name, number, bound in (("effect", config.effect, 2.0), ("alpha", config.alpha, 0.5),
                                ("beta", config.beta, 0.5)):
        if not 0.0 < number < bound:
            raise GameOptionError(f"accept.{name}={number} is out of range; it must lie between 0 "
                                  f"and {bound:g}.")
    return Match(config.effect, config.max_blocks, config.alpha, config.beta)


def compare(facts: GameFacts, new: Player, best: Player, match: Match, seed: int,
            threads: Threads) -> Verdict:
    """Play deals until the test has seen enough; they are a function of the seed."""
    scores: list[float] = []
    while True:
        part = stream_seed(seed, len(scores))
        edges = [play_stretch(facts, game, (new, new, best), stream_seed(part, i), threads)
                 for i, game in enumerate(facts.games)]
        scores += np.stack(edges, axis=1).reshape(-1).tolist()     # player counts take turns
        verdict = judge(match, scores)
        if verdict.stops:
            return verdict


def play_stretch(facts: GameFacts, game: Game, players: Sequence[Player], seed: int,
                 threads: Threads) -> NDArray[np.float64]:
    """Return the edge of the new net on each deal of a stretch."""
    rows = seatings(game.num_players)

    def play(seats: tuple[int, ...]) -> NDArray[np.float64]:
        return table_shares(facts, game, seats, seed, players)

    return edges_of(rows, np.stack(threads.map(play, rows)))


def seatings(players: int) -> list[tuple[int, ...]]:
    """Return who sits where in the games of one deal: one new net among best ones, and reverse."""
    if players == 1:
        return [(NEW,), (BEST,)]
    ones = [(NEW, BEST)] if players == 2 else [
        (one, *[other] * (players - 1)) for one, other in ((NEW, BEST), (BEST, NEW))]
    return [row[turn:] + row[:turn] for row in ones for turn in range(players)]


def table_shares(facts: GameFacts, game: Game, seats: tuple[int, ...], seed: int,
                 players: Sequence[Player]) -> NDArray[np.float64]:
    """Return the normalised utilities [STRETCH, P] of a stretch of deals, one seating."""
    policies = np.tile(np.array(seats, dtype=np.uint8), (STRETCH, 1))
    table = Lockstep(game, STRETCH, seed, policies, np.empty(0, dtype=np.int32), len(players))
    play_out(table, players)
    return facts.normalised(game, table.returns())


def edges_of(rows: Sequence[tuple[int, ...]], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the edge of the new net on each deal; shares: [seatings, deals, P].

    It is what one new net gets less what one best net gets; with three seats or more each of them
    sits alone among the others.
    """
    found: dict[int, list[NDArray[np.float64]]] = {NEW: [], BEST: []}
    for row, share in zip(rows, shares, strict=True):
        for policy, those in found.items():
            if row.count(policy) == 1:
                those.append(share[:, row.index(policy)])
    edges: NDArray[np.float64] = np.mean(found[NEW], axis=0) - np.mean(found[BEST], axis=0)
    return edges


def told(verdict: Verdict, update: int, best: int) -> dict[str, Any]:
    """Return the line of the curve about a test: of `update` against `best`, which now is best."""
    edge = verdict.edge
    return {"against": best, "decision": verdict.decision, "blocks": verdict.blocks,
            "edge": None if edge is None else round(edge.mean, 6),
            "llr": round(verdict.llr, 6),
            "best": update if verdict.decision == "stronger" else best}
