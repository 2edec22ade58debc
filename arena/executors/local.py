"""Games on processes of this machine.

A worker that ends, or is silent for ten times as long as a block takes, is replaced and what it had
is played again; if the same question ends the next one too, the game is lost by the seat asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing.connection import wait
from time import perf_counter
from typing import Self

from arena.executors.tasks import Queue, Results, Task, WorkerError, default_workers
from arena.executors.worker import Worker
from arena.table import Setup
from engine_cy.errors import DataError

SILENCE = 10.0  # mean blocks without a word after which a worker is given up
UNKNOWN = 20.0  # times `patience`, as long as no block of the event has ended
START_SECONDS = 60.0  # a new interpreter may take at least, on a machine that is busy
LOOK_SECONDS = 1.0  # between two looks at workers that say nothing


class LocalPool:
    """Hands tasks to worker processes and takes their records."""

    def __init__(
        self, setup: Setup, workers: int | None = None, address: str | None = None
    ) -> None:
        self._setup = setup
        self._size = workers or default_workers()
        self._workers: list[Worker] = []
        self._blocks = _BlockTimes(setup.patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self._workers:
            worker.dismiss()
        for worker in self._workers:
            worker.stop()
        self._workers = []

    def run(self, tasks: Sequence[Task]) -> Results:
        """Yield finished games in any order."""
        queue = Queue(tasks, self._size)
        while len(self._workers) < min(self._size, len(tasks)):
            self._workers.append(Worker(self._setup))
        self._feed(queue)
        while busy := {w.connection: w for w in self._workers if w.tasks}:
            for connection in wait(list(busy), self._look_after()):
                yield from self._take(busy[connection], queue)  # type: ignore[index]
            for worker in self._workers:
                if worker.tasks and worker.silent_for() > self._limit(worker):
                    self._replace(worker, queue, "silent")
            self._feed(queue)

    def _feed(self, queue: Queue) -> None:
        """Give work to whoever has none: what a lost worker had may come back late."""
        for worker in self._workers:
            if not worker.tasks:
                worker.send(queue.next_chunk())

    def _take(self, worker: Worker, queue: Queue) -> Results:
        try:
            kind, content = worker.connection.recv()
        except (EOFError, OSError):
            self._replace(worker, queue, "killed its process")
            return
        if kind == "refused":
            raise DataError(content)
        if kind == "error":
            raise WorkerError(f"the arena failed in a worker process:\n{content}")
        games, seconds = content
        queue.took((perf_counter() - worker.sent) / len(worker.tasks))
        self._blocks.add(worker.tasks, seconds)
        worker.tasks = []
        self._feed(queue)
        yield games

    def _look_after(self) -> float:
        return min(LOOK_SECONDS, self._setup.patience / 4)

    def _limit(self, worker: Worker) -> float:
        if not worker.has_begun:
            return max(START_SECONDS, UNKNOWN * self._setup.patience)
        task, _ = worker.current()
        return self._blocks.limit(task.block.event)

    def _replace(self, worker: Worker, queue: Queue, kind: str) -> None:
        """Find out who was asked, and have the worker's tasks played by a new one."""
        if kind == "silent":
            worker.process.kill()
        worker.process.join(5)
        task, question = worker.current()
        task.blame(question, kind, f"last exit code {worker.process.exitcode}")
        queue.put_back(worker.tasks)
        position = self._workers.index(worker)
        worker.dismiss()
        worker.stop()
        self._workers[position] = Worker(self._setup)


class _BlockTimes:
    """The mean time of a block of each event, and how long silence may last there."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._sums: dict[int, tuple[float, int]] = {}

    def add(self, tasks: Sequence[Task], seconds: Sequence[float]) -> None:
        for task, taken in zip(tasks, seconds, strict=True):
            event = task.block.event
            total, count = self._sums.get(event, (0.0, 0))
            self._sums[event] = (total + taken, count + 1)

    def limit(self, event: int) -> float:
        if event not in self._sums:
            return UNKNOWN * self._patience
        total, count = self._sums[event]
        return max(self._patience, SILENCE * total / count)
