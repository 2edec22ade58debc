"""Where games are played: one process, many, or a cluster; the records do not depend on which.

An executor is a context manager: ``with get_executor(name)(setup, workers, address) as pool``, then
``pool.run(tasks)`` yields finished games in any order, as often as there are tasks to play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, Self

from arena.executors.local import LocalPool
from arena.executors.on_ray import RayPool
from arena.executors.serial import SerialPool
from arena.executors.tasks import Results, Task, WorkerError
from engine_cy.errors import GameOptionError

__all__ = ["EXECUTORS", "Executor", "Results", "Task", "WorkerError", "get_executor"]


class Executor(Protocol):
    """What every executor can do, made as (setup, workers, address).

    `workers` None: as many as there are processors.
    """

    def run(self, tasks: Sequence[Task]) -> Results:
        """Play the tasks; yields lists of records."""

    def __enter__(self) -> Self:
        """Start."""

    def __exit__(self, *error: object) -> None:
        """End all processes, whatever they are doing."""


EXECUTORS: dict[str, Callable[..., Executor]] = {
    "local": LocalPool,
    "ray": RayPool,
    "serial": SerialPool,
}


def get_executor(name: str) -> Callable[..., Executor]:
    """Return an executor by name.

    Raises: GameOptionError if there is none.
    """
    if name not in EXECUTORS:
        raise GameOptionError(
            f"executor={name!r} is unknown; allowed are {', '.join(sorted(EXECUTORS))}"
        )
    return EXECUTORS[name]
