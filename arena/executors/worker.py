"""One worker process: a fresh interpreter that holds nothing but the table.

It writes into a little shared memory whom it is asking, so when a bot takes the process down with
it, or does not answer, the seat is known.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection
from time import monotonic, perf_counter
from typing import Any

from arena.executors.tasks import NOBODY, Task, play_task
from arena.foreign.pool import POOL
from arena.lifeline import can_be_bound, die_with_parent
from arena.records import GameRecord
from arena.table import Setup, Table
from engine_cy.errors import DataError

STOP_SECONDS = 5.0  # for a worker to end before it is killed


class Worker:
    """The parent's end of a worker: its connection, whom it asks, and the tasks it was sent."""

    def __init__(self, setup: Setup) -> None:
        context = multiprocessing.get_context("spawn")
        self.asking = context.RawArray("q", [NOBODY, NOBODY, NOBODY, NOBODY])
        self.connection, theirs = context.Pipe()
        self.tasks: list[Task] = []
        self.sent = 0.0
        self._heard = (monotonic(), tuple(self.asking))
        self.process = context.Process(
            target=_work, args=(theirs, self.asking, setup, can_be_bound()), daemon=True,
            name="arena-worker",
        )  # fmt: skip
        with _interrupts_ignored():  # inherited: Ctrl-C is for the parent to handle
            self.process.start()
        theirs.close()

    def send(self, tasks: list[Task]) -> None:
        """Give it tasks, if there are any; the answer is read from `connection`."""
        self.tasks = tasks
        if not tasks:
            return
        self.sent = perf_counter()
        self._heard = (monotonic(), tuple(self.asking))
        # A worker that died idle is noticed when its answer is read.
        with contextlib.suppress(OSError):
            self.connection.send(tasks)

    def silent_for(self) -> float:
        """Return the seconds since the last look at which it had a new question."""
        asking = tuple(self.asking)
        if asking != self._heard[1]:
            self._heard = (monotonic(), asking)
        return monotonic() - self._heard[0]

    @property
    def has_begun(self) -> bool:
        """Whether it has come to its first game; to start an interpreter takes a while."""
        return bool(self.asking[0] != NOBODY)

    def current(self) -> tuple[Task, tuple[int, int, int]]:
        """Return the task it plays and (rotation, seat, move) of its last question."""
        index, rotation, seat, move = self.asking
        for task in self.tasks:
            if task.block.index == index:
                return task, (rotation, seat, move)
        return self.tasks[0], (NOBODY, NOBODY, NOBODY)  # it has not begun

    def dismiss(self) -> None:
        """Have the process end, without waiting, and foreign programs of its bots with it."""
        self.connection.close()  # where it has no tasks it ends at that
        if self.tasks:
            self.process.terminate()

    def stop(self) -> None:
        """See a dismissed process end, whatever it is doing."""
        self.process.join(STOP_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _work(connection: Connection, asking: Any, setup: Setup, bound: bool) -> None:
    """Play tasks until the parent closes the connection; `bound`: or ends while a bot thinks."""
    if bound:
        die_with_parent()
    signal.signal(signal.SIGTERM, _leave)
    try:
        table = Table(setup)
        while True:
            games: list[GameRecord] = []
            seconds: list[float] = []
            for task in connection.recv():
                start = perf_counter()
                games += play_task(table, task, asking)
                seconds.append(perf_counter() - start)
            connection.send(("games", (games, seconds)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the parent has ended
    except DataError as error:
        connection.send(("refused", str(error)))
    except Exception:
        connection.send(("error", traceback.format_exc()))


def _leave(number: int, frame: object) -> None:
    """End at once, but not before the programs of the bots, and what those have started."""
    POOL.end_all()
    os._exit(128 + number)


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
