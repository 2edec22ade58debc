"""Play tasks on one process or many; the records do not depend on which, or on how many.

The unit of work is a task: some rotations of one block. Workers are fresh interpreters that hold
nothing but the table; each writes into a little shared memory whom it is asking, so when a bot
takes its process down with it, the seat is known. The task is then played again in a new process;
if the same question ends that one too, the game is lost by that seat.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from time import perf_counter
from typing import Any

from arena.records import GameRecord
from arena.schedule import Block
from arena.table import Setup, Table
from engine_cy.errors import DataError, GameOptionError

CHUNK_SECONDS = 0.5  # work sent to a worker at a time: more saves messages, less keeps all busy
CHUNK_TASKS = 64
MAX_DEATHS = 5  # of workers on one task, beyond those that a bot was convicted of
NOBODY = -1  # the worker is not asking a bot


class WorkerError(RuntimeError):
    """A worker failed for no fault of a bot; what was played until then is in the log."""


@dataclass
class Task:
    """Rotations of a block still to be played, and what is known to end the process."""

    block: Block
    rotations: tuple[int, ...]
    fatal: dict[int, tuple[int, int]] = field(default_factory=dict)  # rotation -> (seat, move)
    deaths: list[tuple[int, int, int]] = field(default_factory=list)  # (rotation, seat, move)


Results = Iterator[list[GameRecord]]


def play_serial(setup: Setup, tasks: Sequence[Task], workers: int) -> Results:
    """Play in this process, one task after another. A bot that ends its process ends the run."""
    table = Table(setup)
    for task in tasks:
        yield [table.play(task.block, rotation) for rotation in task.rotations]


def play_local(setup: Setup, tasks: Sequence[Task], workers: int) -> Results:
    """Play on `workers` processes of this machine; yields finished games in any order.

    Closing the iterator, or an exception in it, ends the processes.
    """
    pool = _Pool(setup, tasks, min(workers, len(tasks)))
    try:
        yield from pool.run()
    finally:
        pool.stop()


EXECUTORS: dict[str, Callable[[Setup, Sequence[Task], int], Results]] = {
    "local": play_local,
    "serial": play_serial,
}


def get_executor(name: str) -> Callable[[Setup, Sequence[Task], int], Results]:
    """Return an executor by name.

    Raises: GameOptionError if there is none.
    """
    if name not in EXECUTORS:
        raise GameOptionError(
            f"executor={name!r} is unknown; allowed are {', '.join(sorted(EXECUTORS))}"
        )
    return EXECUTORS[name]


class _Worker:
    """One process: its connection, whom it asks, and the tasks it was sent."""

    def __init__(self, setup: Setup) -> None:
        context = multiprocessing.get_context("spawn")
        self.asking = context.RawArray("q", [NOBODY, NOBODY, NOBODY, NOBODY])
        self.connection, theirs = context.Pipe()
        self.tasks: list[Task] = []
        self.sent = 0.0
        self.process = context.Process(
            target=_work, args=(theirs, self.asking, setup), daemon=True, name="arena-worker"
        )
        with _interrupts_ignored():  # inherited: Ctrl-C is for the parent to handle
            self.process.start()
        theirs.close()

    def send(self, tasks: list[Task]) -> None:
        self.tasks = tasks
        self.sent = perf_counter()
        # A worker that died idle is noticed when its answer is read.
        with contextlib.suppress(OSError):
            self.connection.send(tasks)

    def stop(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class _Pool:
    """Hands tasks to workers and takes their records, replacing workers that die."""

    def __init__(self, setup: Setup, tasks: Sequence[Task], workers: int) -> None:
        self._setup = setup
        self._waiting = deque(tasks)
        self._alone: deque[Task] = deque()  # tasks that saw a worker die are sent one by one
        self._workers = [_Worker(setup) for _ in range(workers)]
        self._task_seconds = 0.0  # running mean; 0 until the first answer

    def run(self) -> Results:
        for worker in self._workers:
            self._feed(worker)
        while busy := {w.connection: w for w in self._workers if w.tasks}:
            for connection in wait(list(busy)):
                worker = busy[connection]  # type: ignore[index]
                yield from self._take(worker)

    def stop(self) -> None:
        for worker in self._workers:
            worker.stop()

    def _take(self, worker: _Worker) -> Results:
        try:
            kind, content = worker.connection.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        if kind == "refused":
            raise DataError(content)
        if kind == "error":
            raise WorkerError(f"the arena failed in a worker process:\n{content}")
        taken = (perf_counter() - worker.sent) / len(worker.tasks)
        mean = self._task_seconds
        self._task_seconds = taken if mean == 0.0 else 0.8 * mean + 0.2 * taken
        worker.tasks = []
        self._feed(worker)
        yield content

    def _feed(self, worker: _Worker) -> None:
        if self._alone:
            worker.send([self._alone.popleft()])
        elif self._waiting:
            worker.send([self._waiting.popleft() for _ in range(self._chunk())])

    def _chunk(self) -> int:
        if self._task_seconds == 0.0:
            return 1
        wanted = min(CHUNK_TASKS, int(CHUNK_SECONDS / self._task_seconds))
        fair = len(self._waiting) // (2 * len(self._workers))  # leave enough for the others
        return max(1, min(wanted, fair))

    def _bury(self, worker: _Worker) -> None:
        """Find out who was asked when the worker died, and have its tasks played by a new one."""
        worker.process.join(5)
        index, rotation, seat, move = worker.asking
        code = worker.process.exitcode
        playing = [task for task in worker.tasks if task.block.index == index]
        if playing:
            _blame(playing[0], (rotation, seat, move), code)
        else:  # it died before its first game
            _blame(worker.tasks[0], (NOBODY, NOBODY, NOBODY), code)
        self._alone.extend(worker.tasks)
        position = self._workers.index(worker)
        worker.stop()
        self._workers[position] = _Worker(self._setup)
        self._feed(self._workers[position])


def _blame(task: Task, death: tuple[int, int, int], exitcode: int | None) -> None:
    """Note where a worker died; the second death on one question convicts the seat asked."""
    rotation, seat, move = death
    if seat != NOBODY and death in task.deaths:
        task.fatal[rotation] = (seat, move)
        task.deaths = []
        return
    task.deaths.append(death)
    if len(task.deaths) > MAX_DEATHS:
        raise WorkerError(
            f"{len(task.deaths)} worker processes died on block {task.block.index} "
            f"(last exit code {exitcode}) and no bot's move explains it"
        )


def _work(connection: Connection, asking: Any, setup: Setup) -> None:
    """Play tasks until the parent closes the connection."""
    try:
        table = Table(setup)
        while True:
            tasks = connection.recv()
            games = [game for task in tasks for game in _play(table, task, asking)]
            connection.send(("games", games))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the parent has ended
    except DataError as error:
        connection.send(("refused", str(error)))
    except Exception:
        connection.send(("error", traceback.format_exc()))


def _play(table: Table, task: Task, asking: Any) -> Iterator[GameRecord]:
    for rotation in task.rotations:

        def on_ask(seat: int, move: int, rotation: int = rotation) -> None:
            asking[:] = (task.block.index, rotation, seat, move)

        asking[:] = (task.block.index, rotation, NOBODY, NOBODY)
        yield table.play(task.block, rotation, on_ask, task.fatal.get(rotation))


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may change handlers; Ctrl-C does not reach this one
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def default_workers() -> int:
    """Return the number of processors this process may use."""
    return max(1, len(os.sched_getaffinity(0)))
