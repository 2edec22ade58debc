"""Games of self-play on a Ray cluster: actors play tables with the newest nets, the learner learns.

The learner waits for all tables of an update and takes them in their order, so a run on Ray ends
with the weights of a run without it. An actor that is lost says nothing about the games: what it
had is played again by a new one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.executors import cluster
from arena.executors.on_ray import MAX_LOSSES
from arena.executors.tasks import WorkerError
from nets.training.facts import GameFacts
from nets.training.network import PolicyValueNet, layers_of
from nets.training.selfplay import Job, PlayedTable
from nets.training.table_actor import TableActor


@dataclass
class _Actor:
    """An actor, and what it has to do."""

    handle: Any
    table: int | None = None      # number of the job it plays; None: it has not said that it lives


class RayTables:
    """Hands tables to actors; starts no more of them than there are tables."""

    def __init__(self, facts: GameFacts, workers: int | None, address: str | None) -> None:
        """Join the cluster; actors start with the first tables.

        Raises: GameOptionError.
        """
        self._ray = cluster.import_ray()
        self._started = cluster.join(self._ray, address, workers)
        self._workers = workers or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._facts = self._ray.put(facts)
        self._idle: list[_Actor] = []
        self._busy: dict[Any, _Actor] = {}      # what is asked of it -> actor
        self._losses = 0

    def end(self) -> None:
        """End the actors, and the cluster where it was started here."""
        for actor in [*self._idle, *self._busy.values()]:
            self._ray.kill(actor.handle)
        self._idle, self._busy = [], {}
        if self._started:
            self._ray.shutdown()

    def play(self, jobs: Sequence[Job], nets: Sequence[PolicyValueNet]) -> list[PlayedTable]:
        """Return what each table gave, in order.

        Raises: WorkerError where a table cannot be played, or actors are lost again and again.
        """
        given = self._ray.put([(layers_of(net), net.num_actions, net.num_seats) for net in nets])
        waiting = list(reversed(range(len(jobs))))
        found: dict[int, PlayedTable] = {}
        while len(found) < len(jobs):
            while len(self._idle) + len(self._busy) < min(self._workers, len(jobs)):
                self._start()
            while waiting and self._idle:
                actor = self._idle.pop()
                actor.table = waiting.pop()
                self._busy[actor.handle.play.remote(jobs[actor.table], given)] = actor
            (answer, *_), _ = self._ray.wait(list(self._busy), num_returns=1)
            actor = self._busy.pop(answer)
            try:
                content = self._ray.get(answer)
            except self._ray.exceptions.RayTaskError as error:
                raise WorkerError(f"self-play failed in a Ray actor:\n{error}") from error
            except self._ray.exceptions.RayError as error:
                self._lost(actor, waiting, error)
                continue
            self._losses = 0
            if actor.table is not None:
                found[actor.table] = content
            self._idle.append(actor)
        return [found[i] for i in range(len(jobs))]

    def _start(self) -> None:
        remote = self._ray.remote(num_cpus=1, max_restarts=0)(TableActor)
        actor = _Actor(remote.remote(self._facts, list(sys.path), os.getcwd()))
        self._busy[actor.handle.lives.remote()] = actor

    def _lost(self, actor: _Actor, waiting: list[int], error: Exception) -> None:
        self._losses += 1
        if self._losses > MAX_LOSSES:
            raise WorkerError(f"{self._losses} Ray actors were lost in a row: {error}") from error
        if actor.table is not None:
            waiting.append(actor.table)
