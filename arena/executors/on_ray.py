"""Games on a Ray cluster: each actor plays on a worker process of its own machine.

What a bot does to its process is settled there, as on one machine. An actor that is lost, with its
machine or without it, says nothing about a bot: what it had is played again by a new one. Games are
sent to actors that live: where the cluster has room for fewer, the others wait and hold nothing up.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Self

from arena.executors import cluster
from arena.executors.local import LocalPool
from arena.executors.tasks import Queue, Results, Task, WorkerError
from arena.records import GameRecord
from arena.table import Setup
from engine_cy.errors import DataError

MAX_LOSSES = 20  # actors lost without a single answer in between
LEAVE_SECONDS = 3.0  # for actors to end their workers before they are killed


@dataclass(frozen=True)
class _Sent:
    """Tasks that an actor has."""

    actor: Any
    tasks: list[Task]
    at: float


class RayPool:
    """Hands tasks to actors and takes their records."""

    def __init__(
        self, setup: Setup, workers: int | None = None, address: str | None = None
    ) -> None:
        self._ray = cluster.import_ray()
        self._setup = setup
        self._workers = workers
        self._address = address
        self._started = False
        self._actors: list[Any] = []
        self._starting: dict[Any, Any] = {}  # actors that have not said yet that they live
        self._losses = 0

    def __enter__(self) -> Self:
        self._started = cluster.join(self._ray, self._address, self._workers)
        if self._workers is None:
            self._workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return self

    def __exit__(self, *error: object) -> None:
        leaving = [actor.leave.remote() for actor in self._living()]
        if leaving:
            self._ray.wait(leaving, num_returns=len(leaving), timeout=LEAVE_SECONDS)
        for actor in self._actors:
            self._ray.kill(actor)
        self._actors = []
        self._starting = {}
        if self._started:
            self._ray.shutdown()

    def run(self, tasks: Sequence[Task]) -> Results:
        """Yield finished games in any order."""
        assert self._workers is not None  # known since __enter__
        queue = Queue(tasks, self._workers)
        while len(self._actors) < min(self._workers, len(tasks)):
            self._actors.append(self._new_actor())
        busy: dict[Any, _Sent] = {}
        self._feed(queue, busy)
        while busy or queue.waits:
            done, _ = self._ray.wait([*busy, *self._starting], num_returns=1)
            if done[0] in self._starting:
                self._begin(done[0], queue)
            else:
                yield from self._take(busy.pop(done[0]), done[0], queue)
            self._feed(queue, busy)

    def _living(self) -> list[Any]:
        starting = {id(actor) for actor in self._starting.values()}
        return [actor for actor in self._actors if id(actor) not in starting]

    def _feed(self, queue: Queue, busy: dict[Any, _Sent]) -> None:
        """Give work to whoever has none: what a lost actor had may come back late."""
        working = {id(sent.actor) for sent in busy.values()}
        for actor in self._living():
            if id(actor) not in working and (tasks := queue.next_chunk()):
                busy[actor.play.remote(tasks)] = _Sent(actor, tasks, perf_counter())

    def _begin(self, answer: Any, queue: Queue) -> None:
        actor = self._starting.pop(answer)
        try:
            self._ray.get(answer)
        except self._ray.exceptions.RayError as error:
            self._replace(_Sent(actor, [], perf_counter()), queue, error)

    def _take(self, sent: _Sent, answer: Any, queue: Queue) -> Results:
        try:
            kind, content = self._ray.get(answer)
        except self._ray.exceptions.RayTaskError as error:
            raise WorkerError(f"the arena failed in a Ray actor:\n{error}") from error
        except self._ray.exceptions.RayError as error:
            self._replace(sent, queue, error)
            return
        if kind == "refused":
            raise DataError(content)
        if kind == "error":
            raise WorkerError(content)
        self._losses = 0
        queue.took((perf_counter() - sent.at) / len(sent.tasks))
        yield content

    def _replace(self, sent: _Sent, queue: Queue, error: Exception) -> None:
        self._losses += 1
        if self._losses > MAX_LOSSES:
            raise WorkerError(f"{self._losses} Ray actors were lost in a row: {error}") from error
        queue.put_back(sent.tasks)
        self._actors[self._actors.index(sent.actor)] = self._new_actor()

    def _new_actor(self) -> Any:
        remote = self._ray.remote(num_cpus=1, max_restarts=0)(_Actor)
        actor = remote.remote(self._setup, list(sys.path), os.getcwd())
        self._starting[actor.lives.remote()] = actor
        return actor


class _Actor:
    """One worker process of the machine the actor lives on."""

    def __init__(self, setup: Setup, path: list[str], folder: str) -> None:
        # As the driver finds its modules, a bot of the user's own included, so does the worker.
        sys.path += [entry for entry in path if entry not in sys.path]
        if os.path.isdir(folder):
            os.chdir(folder)
        self._pool = LocalPool(setup, 1)

    def lives(self) -> None:
        """Answer, which says that the cluster had room."""

    def leave(self) -> None:
        """End the worker, and what its bots have started."""
        self._pool.__exit__()

    def play(self, tasks: list[Task]) -> tuple[str, Any]:
        """Return ("games", records), or what went wrong in words."""
        try:
            games: list[GameRecord] = [game for games in self._pool.run(tasks) for game in games]
        except DataError as error:
            return "refused", str(error)
        except WorkerError as error:
            return "error", str(error)
        return "games", games
