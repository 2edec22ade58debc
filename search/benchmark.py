"""The figures of `desgarrada bench`: speed of core and search, in units of this machine.

Times are thread CPU times, the smallest of several repeats; u is one xoshiro256** draw in the same
process. Compare figures of one run only: the machine may be busy with other things.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from engine_cy import Game, Observation, State
from search import speed
from search.bots import find_horizon
from search.config import DEFAULT_SIMS, SearchConfig
from search.ismcts import Search

MIB = 1024 * 1024
TICK = 0.001


@dataclass(frozen=True)
class Row:
    """One figure. bar: what is asked of it in Hội Phố with four players; "" where nothing."""

    name: str
    value: float
    unit: str
    bar: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the row for a JSON file."""
        return asdict(self)


def best(measure: Callable[[], float], repeats: int) -> float:
    """Return the smallest of several measurements."""
    return min(measure() for _ in range(repeats))


def core_rows(state: State, repeats: int) -> Iterator[Row]:
    """Yield the unit, then clones and random playouts from a state."""
    game = state.game
    u = best(lambda: speed.draw_ns(3_000_000), repeats)
    yield Row("u: one xoshiro256** draw", u, "ns")
    yield Row("state", game.state_bytes, "bytes")
    clone = best(lambda: speed.clone_ns(state, 3_000_000), repeats)
    copy = best(lambda: speed.memcpy_ns(game.state_bytes, 3_000_000), repeats)
    yield Row("clone in nogil code", clone, "ns")
    yield Row("  / bare memcpy of its size", clone / copy, "x", "<= 2")
    yield Row("State.clone() from Python", python_clone_ns(state), "ns")
    playout, plies = min(
        speed.playout_ns(state, _count(game), seed=k + 1) for k in range(repeats)
    )
    yield Row("random playout to the end", playout / 1000, "us")
    yield Row("  plies", plies, "plies")
    yield Row("  per ply", playout / plies / u, "u", "<= 60")


def _count(game: Game) -> int:
    """Return how many playouts make a steady figure."""
    return 200_000 if game.max_game_length < 100 else 10_000


def python_clone_ns(state: State, n: int = 200_000) -> float:
    """Return the time of `State.clone()` in a Python loop, the loop left out."""
    start = time.process_time()
    for _ in range(n):
        state.clone()
    middle = time.process_time()
    for _ in range(n):
        pass
    return (2 * middle - start - time.process_time()) / n * 1e9


def search_rows(state: State, config: SearchConfig, repeats: int) -> Iterator[Row]:
    """Yield speed of fill and search from the state's first acting seat, for each horizon."""
    game = state.game
    observation = state.observation(state.current_player())
    fill = best(lambda: speed.fill_ns(observation), repeats)
    yield Row("fill: sample a world", fill, "ns")
    count = config.simulations or DEFAULT_SIMS
    for horizon in horizons(game, config):
        deals = horizon_deals(game, config, horizon)
        playout = min(
            speed.playout_ns(state, _count(game), seed=k + 1, deals=deals)[0]
            for k in range(repeats)
        )
        search = make_search(game, config, horizon)
        simulation = best(partial(speed.simulation_ns, search, observation, count), 4 * repeats)
        name = f"horizon={horizon}"
        yield Row(f"playouts, {name}", 1e9 / playout, "1/s")
        yield Row(f"simulations of ismcts(sims={count}), {name}", 1e9 / simulation, "1/s")
        yield Row("  / playouts", playout / simulation, "x", ">= 0.5")
        yield Row("  share of fill", 100 * fill / simulation, "%", "<= 15")


def horizons(game: Game, config: SearchConfig) -> list[str]:
    """Return the horizons to measure: the config's, or all that the game has."""
    if config.horizon != "auto":
        return [config.horizon]
    return ["game"] if find_horizon(game, "auto") is None else ["round", "game"]


def horizon_deals(game: Game, config: SearchConfig, horizon: str) -> int:
    """Return how many deals a simulation goes through, 0 where it goes on to the game's end."""
    formula = find_horizon(game, horizon)
    return 0 if formula is None else config.deals or formula.deals


def make_search(game: Game, config: SearchConfig, horizon: str) -> Search:
    """Return a search as the bot `ismcts` makes it."""
    formula = find_horizon(game, horizon)
    return Search(game, c=config.exploration(formula is not None), memory=config.memory * MIB,
                  formula=formula, deals=config.deals)


def thread_rows(state: State, config: SearchConfig, seconds: float) -> Iterator[Row]:
    """Yield how two threads scale, and whether a search leaves the GIL to others."""
    observation = state.observation(state.current_player())
    searches = [make_search(state.game, config, config.horizon) for _ in range(2)]
    one = max(_simulations_per_second(searches[:1], observation, seconds) for _ in range(3))
    two = max(_simulations_per_second(searches, observation, seconds) for _ in range(3))
    yield Row("two search threads / one", two / one, "x", ">= 1.85")
    alone = _ticks(seconds, None)
    beside = _ticks(seconds, lambda: searches[0].run(observation, 1, seconds=seconds))
    yield Row("ticks of a thread beside a search", 100 * beside / alone, "%", ">= 90")


def _simulations_per_second(
    searches: list[Search], observation: Observation, seconds: float
) -> float:
    """Return the simulations per wall-clock second of searches that run side by side."""
    workers = [
        threading.Thread(target=search.run, args=(observation, 1), kwargs={"seconds": seconds})
        for search in searches
    ]
    start = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(search.simulations for search in searches) / (time.perf_counter() - start)


def _ticks(seconds: float, work: Callable[[], None] | None) -> int:
    """Return how often a thread that waits a millisecond wakes while the main thread works."""
    count = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal count
        while not done.is_set():
            time.sleep(TICK)
            count += 1

    ticker = threading.Thread(target=tick)
    ticker.start()
    if work is None:
        time.sleep(seconds)
    else:
        work()
    done.set()
    ticker.join()
    return count
