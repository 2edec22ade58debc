"""The figures of `desgarrada bench nets=true`: questions to networks, in and out of games.

Times are thread CPU times, the smallest of several repeats. The plain network is random, with
inputs of which a fifth are not zero; the networks of the games are random too where none is
shipped, and are asked about positions of random games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from engine_cy import Game, State, load_game, registered_games
from nets.bundle import BundleError
from nets.guided_benchmark import guided_rows
from nets.source import find_net
from nets.testing import layers_of_sizes, random_layers
from search import make_bot, speed
from search.benchmark import Row, best
from search.mlp import MLP

SIZES = (256, 128, 128, 64)  # the network of the bars
DENSITY = 0.2  # share of its inputs that are not zero
BATCHES = (1, 8, 64)
ROWS = 64  # different inputs, asked in turn
HIDDEN = (256, 128)  # of a game's network where none is shipped
POSITIONS = 16  # of a random game
CALLS = 20  # rounds through the inputs in one measurement


def plain_network() -> tuple[MLP, NDArray[np.float32]]:
    """Return the network of the bars and inputs float32[ROWS, SIZES[0]]."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(ROWS, SIZES[0])) * (rng.random((ROWS, SIZES[0])) < DENSITY)
    return MLP(layers_of_sizes(SIZES), SIZES[-1] - 4, 4), x.astype(np.float32)


def batches_of(x: NDArray[np.float32], size: int) -> list[NDArray[np.float32]]:
    """Return the rows in batches of one size."""
    return [np.ascontiguousarray(x[i:i + size]) for i in range(0, len(x), size)]


def position_ns(
    ask: Callable[[NDArray[np.float32]], object], batches: Sequence[NDArray[np.float32]]
) -> float:
    """Return the time of one row when `ask` is called from Python with batches in turn."""
    start = speed.thread_seconds()
    for _ in range(CALLS):
        for batch in batches:
            ask(batch)
    rows = CALLS * sum(len(batch) for batch in batches)
    return (speed.thread_seconds() - start) / rows * 1e9


def plain_rows(repeats: int) -> Iterator[Row]:
    """Yield how many positions a second the plain network answers."""
    mlp, x = plain_network()
    name = "-".join(map(str, SIZES))
    inner = best(partial(speed.evaluate_ns, mlp, x), repeats)
    yield Row(f"network {name} by {mlp.path}, nogil", 1e9 / inner, "1/s")
    for size in BATCHES:
        batches = batches_of(x, size)
        outer = best(partial(position_ns, mlp.forward, batches), repeats)
        yield Row(f"  from Python, batch {size}", 1e9 / outer, "1/s")


def game_rows(game: Game, repeats: int, seed: int) -> Iterator[Row]:
    """Yield what one question costs in a game: mask, tensor and network, and its parts."""
    mlp, whose = network_of(game)
    states = positions(game, seed)

    def mean_ns(ask: bool) -> float:
        count = 20_000 // len(states)
        return sum(speed.question_ns(state, mlp, count, ask) for state in states) / len(states)

    title = f"{game.name}, {game.num_players} players"
    whole, before = best(partial(mean_ns, True), repeats), best(partial(mean_ns, False), repeats)
    x = np.array([state.observation(state.current_player()).tensor() for state in states])
    yield Row(f"{title}: questions", 1e9 / whole, "1/s")
    yield Row("  mask and tensor", before, "ns")
    yield Row(f"  {whose} network {_sizes(mlp)}", whole - before, "ns")
    yield Row("  inputs that are not zero", 100 * float((x != 0).mean()), "%")
    yield from guided_rows(game, mlp, states, repeats)


def network_of(game: Game) -> tuple[MLP, str]:
    """Return the network shipped for a game, or a random one, and which of the two it is."""
    try:
        return find_net(None, game)[1], "shipped"
    except BundleError:
        layers = random_layers(game, HIDDEN)
        return MLP(layers, game.num_distinct_actions, max(2, game.max_players)), "random"


def positions(game: Game, seed: int) -> list[State]:
    """Return positions spread evenly over a game of random moves."""
    state, mover, passed = game.new_initial_state(seed), make_bot("random", game, seed), []
    while not state.is_terminal():
        passed.append(state.clone())
        seat = state.current_player()
        state.apply_action(mover.act(state.observation(seat)), seat)
    step = max(1, len(passed) // POSITIONS)
    return passed[::step][:POSITIONS]


def net_rows(game: Game, repeats: int, seed: int) -> Iterator[Row]:
    """Yield the rows of the plain network, of a game, then of all others that are installed."""
    yield from plain_rows(repeats)
    yield from game_rows(game, repeats, seed)
    for name in registered_games():
        if name != game.name:
            yield from game_rows(load_game(name), repeats, seed)


def _sizes(mlp: MLP) -> str:
    return repr(mlp).split()[1]
