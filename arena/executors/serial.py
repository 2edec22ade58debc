"""All games in this process, one after another: for debugging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from arena.executors.tasks import Results, Task
from arena.table import Setup, Table


class SerialPool:
    """Plays in this process. A bot that ends its process ends the run, one that hangs hangs it."""

    def __init__(
        self, setup: Setup, workers: int | None = None, address: str | None = None
    ) -> None:
        self._table = Table(setup)

    def run(self, tasks: Sequence[Task]) -> Results:
        """Yield the games of each task."""
        for task in tasks:
            games = (self._table.play(task.block, rotation) for rotation in task.rotations)
            yield list(games)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass
