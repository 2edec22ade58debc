"""The rows of guided search in `desgarrada bench nets=true`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine_cy import Game, Observation, State
from nets.batched import search_together
from search import speed
from search.benchmark import Row, best
from search.guided import GuidedSearch
from search.mlp import MLP

SIMS = 200
MEMORY = 1 << 24
TOGETHER = 64           # searches of one batch


def views_of(states: Sequence[State]) -> list[Observation]:
    """Return the observations of the seats to act, where they have a choice."""
    return [state.observation(state.current_player()) for state in states
            if len(state.legal_actions()) > 1]


def alone_ns(search: GuidedSearch, views: Sequence[Observation]) -> float:
    """Return the mean time of a simulation of searches one after the other."""
    start = speed.thread_seconds()
    for seed, view in enumerate(views):
        search.clear()
        search.run(view, seed, SIMS)
    return (speed.thread_seconds() - start) / (SIMS * len(views)) * 1e9


def mean_questions(search: GuidedSearch, views: Sequence[Observation]) -> float:
    """Return how often a simulation asks the network, over searches of all views."""
    asked = 0
    for seed, view in enumerate(views):
        search.clear()
        search.run(view, seed, SIMS)
        asked += search.asked
    return asked / (SIMS * len(views))


def together_ns(
    searches: Sequence[GuidedSearch], views: Sequence[Observation], mlp: MLP
) -> float:
    """Return the mean time of a simulation of searches that share forward passes."""
    start = speed.thread_seconds()
    for seed, search in enumerate(searches):
        search.clear()
        search.begin(views[seed % len(views)], seed)
    search_together(searches, SIMS, mlp.forward)
    return (speed.thread_seconds() - start) / (SIMS * len(searches)) * 1e9


def guided_rows(game: Game, mlp: MLP, states: Sequence[State], repeats: int) -> Iterator[Row]:
    """Yield the simulations a second of net_ismcts, alone and many together.

    Nothing for a game whose utilities have no constant sum, which networks do not value.
    """
    views = views_of(states)
    if not views or (game.num_players > 1 and game.utility_sum is None):
        return
    search = GuidedSearch(game, mlp, simulations=SIMS, memory=MEMORY)
    alone = best(partial(alone_ns, search, views), repeats)
    yield Row(f"  net_ismcts by {SIMS}: simulations", 1e9 / alone, "1/s")
    yield Row("  questions of a simulation", mean_questions(search, views), "")
    many = [GuidedSearch(game, None, simulations=SIMS, memory=MEMORY, num_actions=mlp.num_actions,
                         num_seats=mlp.num_seats) for _ in range(TOGETHER)]
    together = best(partial(together_ns, many, views, mlp), repeats)
    yield Row(f"  {TOGETHER} searches together: simulations", 1e9 / together, "1/s")
