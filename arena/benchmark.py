"""The figures of `desgarrada bench arena=true`: what the arena costs beside the bots it asks.

The cost is CPU time, so that other work on the machine does not change it; how two workers scale is
wall-clock time and needs two processors that are free.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from arena.config import TournamentConfig
from arena.executors import Task, get_executor
from arena.records import LOG_FILE, LogWriter
from arena.run import Plan, make_plan
from configs.schema import GameConfig
from engine_cy import Observation
from search.benchmark import Row, best
from search.bots import SearchBot

LENGTH = 4  # of a timed tournament on one worker, in units of `seconds`
WARM_UP = 2  # blocks for each worker, so that its process has started


class TimedSearch(SearchBot):
    """`ismcts` that adds up the CPU time of its decisions, over all bots of the process."""

    spent = 0.0  # seconds

    def act(self, observation: Observation) -> int:
        """Return the action of the search."""
        start = time.process_time()
        action = super().act(observation)
        TimedSearch.spent += time.process_time() - start
        return action


def arena_rows(
    game: GameConfig, players: int | None, sims: int, seed: int, repeats: int, seconds: float
) -> Iterator[Row]:
    """Yield the arena's own cost and how two workers scale, with searches in all seats."""
    name = f"ismcts(sims={sims})"
    timed = _plan(game, players, f"py:arena.benchmark:TimedSearch+sims:{sims}", seed, 1)
    cost = best(lambda: _own_cost(timed, seconds), repeats)
    yield Row(f"arena's own CPU time beside {name}", cost, "%", "<= 5")
    blocks = max(4, round(LENGTH * seconds / _block_seconds(timed)))
    plan = _plan(game, players, f"ismcts+sims:{sims}", seed, blocks)
    single = best(lambda: _wall_seconds(plan, 1), repeats)
    double = best(lambda: _wall_seconds(plan, 2), repeats)
    games = sum(len(block.seats) for block in plan.blocks)
    yield Row(f"games of {name}, one worker", games / single, "1/s")
    yield Row("  two workers / one", single / double, "x", ">= 1.85")


def _plan(game: GameConfig, players: int | None, bot: str, seed: int, blocks: int) -> Plan:
    """Return a tournament of one bot in all seats."""
    return make_plan(
        TournamentConfig(game=game, players=players, bots=[bot], blocks=blocks, seed=seed)
    )


def _tasks(plan: Plan) -> list[Task]:
    return [Task(block, tuple(range(len(block.seats)))) for block in plan.blocks]


def _own_cost(plan: Plan, seconds: float) -> float:
    """Return the share of the CPU time that is not spent in decisions, in percent.

    Games are played and written to the log in this process; to make the bots counts as the arena's.
    """
    with tempfile.TemporaryDirectory() as folder, LogWriter(Path(folder) / LOG_FILE) as log:
        pool = get_executor("serial")(plan.setup)
        list(pool.run(_tasks(plan)))  # the first search of a process reads its code
        TimedSearch.spent = 0.0
        start = time.process_time()
        while (used := time.process_time() - start) < seconds:
            for games in pool.run(_tasks(plan)):
                log.add(games)
    return 100 * (1 - TimedSearch.spent / used)


def _block_seconds(plan: Plan) -> float:
    """Return how long one block takes in this process."""
    pool = get_executor("serial")(plan.setup)
    start = time.perf_counter()
    list(pool.run(_tasks(plan)))
    return time.perf_counter() - start


def _wall_seconds(plan: Plan, workers: int) -> float:
    """Return how long the tournament takes on processes that have started."""
    tasks = _tasks(plan)
    with get_executor("local")(plan.setup, workers) as pool:
        list(pool.run(tasks[: WARM_UP * workers]))
        start = time.perf_counter()
        list(pool.run(tasks))
        return time.perf_counter() - start
