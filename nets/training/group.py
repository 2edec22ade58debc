"""Processes that learn one net together, started by torch's own launcher.

    torchrun --nproc-per-node=2 -m scripts.cli train train=hoi_pho run_dir=runs/hoi_pho

Each plays its part of an update's games and has its part of every minibatch; gradients are summed
over all of them, so each makes the same steps on the same nets. The first process alone writes.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, distributed

from engine_cy import GameOptionError

Item = TypeVar("Item")

# The others wait for the first one while it plays games against known bots or earlier nets.
PATIENCE = timedelta(hours=6)


class Group:
    """The processes of a run; this class: one process, which has nobody to tell."""

    rank = 0
    size = 1
    local_rank: int | None = None     # among the processes of this machine; None: alone
    local_size = 1

    @property
    def first(self) -> bool:
        """Whether this process writes the run's files."""
        return self.rank == 0

    def part(self, items: list[Item]) -> list[Item]:
        """Return this process's part of a list, the parts in the order of the processes."""
        count = len(items)
        return items[count * self.rank // self.size: count * (self.rank + 1) // self.size]

    def sums(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sums over all processes of an array that each has in the same shape."""
        return numbers

    def add_gradients(self, parameters: Iterable[Tensor]) -> None:
        """Replace gradients by their sums; all processes have gradients of the same tensors."""

    def gather(self, item: Item) -> list[Item]:
        """Return what each process has, in order."""
        return [item]

    def from_first(self, job: Callable[[], Item]) -> Item:
        """Return, or raise, in every process what the job gives in the first; it runs only there.

        The exception is an OSError, or one of the engine's.
        """
        return job()


class Together(Group):
    """Several processes, joined by `torch.distributed`."""

    def __init__(self, local_rank: int, local_size: int) -> None:
        """Belong to the process group that is there already."""
        self.rank, self.size = distributed.get_rank(), distributed.get_world_size()
        self.local_rank, self.local_size = local_rank, local_size

    def sums(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sums over all processes of an array that each has in the same shape."""
        total = torch.from_numpy(np.array(numbers, dtype=np.float64))
        distributed.all_reduce(total)
        result: NDArray[np.float64] = total.numpy()
        return result

    def add_gradients(self, parameters: Iterable[Tensor]) -> None:
        """Replace gradients by their sums, in one message."""
        gradients = [p.grad for p in parameters if p.grad is not None]
        flat = torch.cat([gradient.reshape(-1) for gradient in gradients])
        distributed.all_reduce(flat)
        parts = flat.split([gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view_as(gradient))

    def gather(self, item: Item) -> list[Item]:
        """Return what each process has, in order."""
        found: list[Any] = [None] * self.size
        distributed.all_gather_object(found, item)
        return found

    def from_first(self, job: Callable[[], Item]) -> Item:
        """Return, or raise, in every process what the job gives in the first."""
        answer: list[Any] = [None, None]
        if self.first:
            try:
                answer[0] = job()
            except (OSError, ValueError) as error:
                answer[1] = error
        distributed.broadcast_object_list(answer, src=0)
        if answer[1] is not None:
            raise answer[1]
        found: Item = answer[0]
        return found


@contextlib.contextmanager
def join_group() -> Iterator[Group]:
    """Join the processes that torch's launcher has started with this one, or be alone.

    Raises: GameOptionError where they cannot be joined.
    """
    if "RANK" not in os.environ or "WORLD_SIZE" not in os.environ:
        yield Group()
        return
    backend = "cpu:gloo,cuda:nccl" if torch.cuda.is_available() else "gloo"
    try:
        distributed.init_process_group(backend, timeout=PATIENCE)
    except (RuntimeError, ValueError) as error:
        first = str(error).partition("\n")[0]
        raise GameOptionError(f"The processes of this run cannot be joined: {first}") from None
    try:
        yield Together(int(os.environ.get("LOCAL_RANK", "0")),
                       int(os.environ.get("LOCAL_WORLD_SIZE", "1")))
    finally:
        distributed.destroy_process_group()
