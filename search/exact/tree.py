"""A small game as flat arrays: the sequence form that all exact computations run on."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine_cy import Game, Observation
from engine_cy.core import state_from_bytes
from search.exact.loops import Arrays
from search.exact.walk import Walk

MAX_DEALS = 100_000
MAX_NODES = 5_000_000


@dataclass(frozen=True)
class Tree:
    """Every decision and every end of a game; P seats, I information sets, S sequences, L ends.

    A sequence is an action at an information set, with all own choices that lead there; sequences
    0..P-1 are the seats' empty ones. Sets are numbered so that a set comes after the set of its
    parent sequence. A policy of all seats (a profile) is float64[S]: the chance of every action at
    its set, 1 for the empty sequences.

    An information set is what the hash tells together with the seat's own course. So recall is
    perfect by construction; `forgotten` counts the sets that the hash alone would not keep apart.
    """

    game: Game
    num_deals: int
    num_nodes: int                   # decisions with a choice, and ends, over all deals
    depth: int                       # most such decisions on one course
    key: NDArray[np.uint64]          # [I] information_state_hash
    player: NDArray[np.int8]         # [I]
    parent: NDArray[np.int32]        # [I] the seat's sequence before the decision
    first: NDArray[np.int32]         # [I + 1] first sequence of the set
    action: NDArray[np.uint8]        # [S] action id
    last: NDArray[np.int32]          # [L, P] the seats' sequences at an end
    payoff: NDArray[np.float64]      # [L, P] utility times the chance of the deal
    samples: list[bytes] = field(repr=False)  # [I] a position of the set

    @property
    def num_sets(self) -> int:
        """Number of information sets with a choice, over all seats."""
        return len(self.key)

    @property
    def num_sequences(self) -> int:
        """Length of a profile."""
        return len(self.action)

    @cached_property
    def forgotten(self) -> int:
        """Information sets that share their hash with another of a different own course."""
        return self.num_sets - len(np.unique(self.key))

    @cached_property
    def arrays(self) -> Arrays:
        """The arrays as the loops take them."""
        return Arrays(self.player, self.parent, self.first, self.last, self.payoff)

    @cached_property
    def set_of(self) -> NDArray[np.int32]:
        """[S] the information set of a sequence, -1 for the empty ones."""
        sizes = np.diff(self.first)
        sets = np.repeat(np.arange(self.num_sets, dtype=np.int32), sizes)
        return np.concatenate([np.full(self.game.num_players, -1, np.int32), sets])

    @cached_property
    def seat_of(self) -> NDArray[np.int8]:
        """[S] the seat a sequence belongs to."""
        empty = np.arange(self.game.num_players, dtype=np.int8)
        return np.concatenate([empty, self.player[self.set_of[self.game.num_players:]]])

    def sequences(self, i: int) -> slice:
        """Return where the actions of information set i lie in a profile."""
        return slice(int(self.first[i]), int(self.first[i + 1]))

    def observation(self, i: int) -> Observation:
        """Return what the seat of information set i sees there."""
        state = state_from_bytes(self.game, self.samples[i], log_of=False)
        return state.observation(int(self.player[i]))


def build_tree(game: Game, max_deals: int = MAX_DEALS, max_nodes: int = MAX_NODES) -> Tree:
    """Return the tree of a game, every first deal played out in every way.

    Raises:
        TooManyWorlds: where there are more first deals or positions than allowed.
        GameOptionError: where something is drawn by chance after the first deal.
    """
    walk = Walk(game, max_nodes)
    worlds = list(game.initial_worlds(max_deals))
    total = sum(weight for _, weight in worlds)
    for number, (world, weight) in enumerate(worlds):
        walk.add_deal(world, weight / total, number)
    seats = game.num_players
    last, payoff = merge_ends(
        np.frombuffer(walk.lasts, dtype=np.int32).reshape(-1, seats),
        np.frombuffer(walk.payoffs, dtype=np.float64).reshape(-1, seats))
    return Tree(
        game=game, num_deals=len(worlds), num_nodes=walk.num_nodes, depth=walk.depth,
        key=np.array(walk.keys, dtype=np.uint64), player=np.array(walk.players, dtype=np.int8),
        parent=np.array(walk.parents, dtype=np.int32),
        first=np.array([*walk.first, len(walk.actions)], dtype=np.int32),
        action=np.frombuffer(walk.actions, dtype=np.uint8), last=last, payoff=payoff,
        samples=walk.samples)


def merge_ends(
    last: NDArray[np.int32], payoff: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the ends with those of equal sequences added up: they differ in nobody's choices."""
    order = np.lexsort(last.T[::-1])
    rows = last[order]
    new = np.ones(len(rows), dtype=bool)
    new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    starts = np.flatnonzero(new)
    return np.ascontiguousarray(rows[starts]), np.add.reduceat(payoff[order], starts, axis=0)
