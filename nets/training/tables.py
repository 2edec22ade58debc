"""Who plays an update's games: threads of this process, or actors of a Ray cluster.

Neither changes what is played: a table is a function of its seed and of the nets at it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from engine_cy import GameOptionError
from nets.training.config import TrainConfig
from nets.training.facts import GameFacts
from nets.training.layers import Threads
from nets.training.network import PolicyValueNet, layers_of
from nets.training.selfplay import Job, PlayedTable, Player, play_table
from nets.training.transfer import to_device
from search.mlp import MLP

EXECUTORS = ("local", "ray")


class Executor(Protocol):
    """Plays tables."""

    def play(self, jobs: Sequence[Job], nets: Sequence[PolicyValueNet]) -> list[PlayedTable]:
        """Return what each table gave, in order; nets[0] is the current policy."""

    def end(self) -> None:
        """End all processes."""


class LocalTables:
    """Plays on the threads of this process."""

    def __init__(self, facts: GameFacts, device: torch.device, threads: Threads) -> None:
        self.facts, self.device, self.threads = facts, device, threads

    def play(self, jobs: Sequence[Job], nets: Sequence[PolicyValueNet]) -> list[PlayedTable]:
        """Return what each table gave, in order."""
        players = [player(net, self.device) for net in nets]
        return self.threads.map(lambda job: play_table(self.facts, players, job), list(jobs))

    def end(self) -> None:
        """There is nothing to end."""


def player(net: PolicyValueNet, device: torch.device) -> Player:
    """Return a net as something that plays: the C kernel on the CPU, torch on a GPU."""
    if device.type == "cpu":
        return MLP(layers_of(net), net.num_actions, net.num_seats).forward

    @torch.no_grad()
    def on_device(inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        logits: NDArray[np.float32] = net(to_device(inputs, device)).logits.float().cpu().numpy()
        return logits

    return on_device


@contextlib.contextmanager
def executor_of(config: TrainConfig, facts: GameFacts, device: torch.device, threads: Threads
                ) -> Iterator[Executor]:
    """Start the executor of the settings; all of its processes end with the context.

    Raises: GameOptionError where Ray is not installed or its cluster cannot be joined.
    """
    found: Executor
    if config.executor == "ray":
        from nets.training.actors import RayTables

        found = RayTables(facts, config.workers, config.ray_address)
    else:
        found = LocalTables(facts, device, threads)
    try:
        yield found
    finally:
        found.end()


def check_executor(config: TrainConfig, processes: int) -> None:
    """Refuse an executor that cannot be.

    Raises: GameOptionError.
    """
    if config.executor not in EXECUTORS:
        raise GameOptionError(f"executor={config.executor!r} is unknown; allowed are "
                              f"{', '.join(EXECUTORS)}.")
    if config.executor == "ray" and processes > 1:
        raise GameOptionError(f"executor='ray' is for one learner, not for {processes} processes "
                              "of torchrun; these play their own games (executor=local).")
    if config.workers is not None and config.workers < 1:
        raise GameOptionError(f"workers={config.workers} is too few; at least 1 is needed.")
