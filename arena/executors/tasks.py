"""The unit of work, how it is handed out, and what is remembered of processes that ended on it."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.match import Fatal
from arena.records import GameRecord
from arena.schedule import Block

CHUNK_SECONDS = 0.5  # work sent to a worker at a time: more saves messages, less keeps all busy
CHUNK_TASKS = 64
MAX_DEATHS = 5  # of workers on one task, beyond those that a bot was convicted of
NOBODY = -1  # the worker is not asking a bot

Results = Iterator[list[GameRecord]]


class WorkerError(RuntimeError):
    """A worker failed for no fault of a bot; what was played until then is in the log."""


@dataclass
class Task:
    """Rotations of a block still to be played, and what is known to end the process."""

    block: Block
    rotations: tuple[int, ...]
    fatal: dict[int, Fatal] = field(default_factory=dict)  # by rotation
    deaths: list[tuple[int, int, int]] = field(default_factory=list)  # (rotation, seat, move)

    def blame(self, death: tuple[int, int, int], kind: str, how: str) -> None:
        """Note where a worker ended; the second end on one question convicts the seat asked.

        `death` is (rotation, seat, move), `how` says what happened for the case that nothing does.

        Raises: WorkerError where it happens again and again and no question explains it.
        """
        rotation, seat, move = death
        if seat != NOBODY and death in self.deaths:
            self.fatal[rotation] = Fatal(seat, move, kind)
            self.deaths = []
            return
        self.deaths.append(death)
        if len(self.deaths) > MAX_DEATHS:
            raise WorkerError(
                f"{len(self.deaths)} worker processes ended on block {self.block.index} "
                f"({how}) and no bot's move explains it"
            )


class Queue:
    """The tasks that wait, handed out in chunks of about half a second."""

    def __init__(self, tasks: Sequence[Task], workers: int) -> None:
        self._waiting = deque(tasks)
        self._alone: deque[Task] = deque()  # tasks that saw a worker end are sent one by one
        self._workers = workers
        self._task_seconds = 0.0  # running mean; 0 until the first answer

    def next_chunk(self) -> list[Task]:
        """Return the next tasks for one worker; none where nothing waits."""
        if self._alone:
            return [self._alone.popleft()]
        return [self._waiting.popleft() for _ in range(min(self._chunk(), len(self._waiting)))]

    @property
    def waits(self) -> bool:
        """Whether there is a task that nobody has."""
        return bool(self._alone or self._waiting)

    def took(self, seconds: float) -> None:
        """Learn how long a task takes."""
        mean = self._task_seconds
        self._task_seconds = seconds if mean == 0.0 else 0.8 * mean + 0.2 * seconds

    def put_back(self, tasks: Sequence[Task]) -> None:
        """Take back tasks on one of which a worker ended."""
        self._alone.extend(tasks)

    def _chunk(self) -> int:
        if self._task_seconds == 0.0:
            return 1
        wanted = min(CHUNK_TASKS, int(CHUNK_SECONDS / self._task_seconds))
        fair = len(self._waiting) // (2 * self._workers)  # leave enough for the others
        return max(1, min(wanted, fair))


def default_workers() -> int:
    """Return the number of processors this process may use."""
    return max(1, len(os.sched_getaffinity(0)))


def play_task(table: Any, task: Task, asking: Any) -> Iterator[GameRecord]:
    """Yield the task's games; `asking` is kept at (block, rotation, seat, move) of the question."""
    for rotation in task.rotations:

        def on_ask(seat: int, move: int, rotation: int = rotation) -> None:
            asking[:] = (task.block.index, rotation, seat, move)

        asking[:] = (task.block.index, rotation, NOBODY, NOBODY)
        yield table.play(task.block, rotation, on_ask, task.fatal.get(rotation))
