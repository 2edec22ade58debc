"""Minibatches of an update, the same rows however many processes share them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nets.training.config import Recipe
from nets.training.group import Group
from nets.training.rows import Decisions


@dataclass(frozen=True)
class Minibatch:
    """This process's part of the rows of one step, and what the whole of it has.

    A mean over the whole is the sum over the processes of (own sum) / (whole count).
    """

    epoch: int
    rows: NDArray[np.int64]      # of this process's decisions
    some: NDArray[np.int64]      # those of them that teach the heads beside; the first ones
    size: float                  # rows of all processes
    num_some: float              # rows of all processes that teach the heads beside
    num_seats: float             # seats in these
    num_later: float             # of these, decisions that have a following one

    @property
    def part(self) -> float:
        """Return this process's part of the rows."""
        return len(self.rows) / self.size


def minibatches(size: int, recipe: Recipe, seed: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield (epoch, rows) of every step of an update; each epoch has every row once, shuffled anew.

    The parts of an epoch are as equal as can be and have at most `recipe.minibatch` rows.
    """
    rng = np.random.default_rng([seed, 4])
    parts = -(-size // recipe.minibatch)
    for epoch in range(recipe.epochs):
        order = rng.permutation(size)
        for i in range(parts):
            yield epoch, order[size * i // parts: size * (i + 1) // parts]


def shared_minibatches(decisions: Decisions, recipe: Recipe, seed: int, group: Group
                       ) -> list[Minibatch]:
    """Return the steps of an update on the decisions of all processes, one after the other's."""
    sizes = [int(size) for size in group.gather(len(decisions))]
    begin = sum(sizes[: group.rank])

    def own(rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return rows[(rows >= begin) & (rows < begin + len(decisions))] - begin

    steps, counts = [], []
    for epoch, rows in minibatches(sum(sizes), recipe, seed):
        some = own(rows[: max(1, int(len(rows) * recipe.auxiliary_part))])
        steps.append((epoch, own(rows), some))
        counts.append([len(steps[-1][1]), len(some), decisions.seats[some].sum(),
                       (decisions.following[some] >= 0).sum()])
    totals = group.sums(np.array(counts, dtype=np.float64).reshape(len(steps), 4)).tolist()
    return [Minibatch(*step, *total) for step, total in zip(steps, totals, strict=True)]


def moments(numbers: NDArray[np.float32], group: Group) -> tuple[float, float]:
    """Return (mean, standard deviation) of the numbers of all processes."""
    wide = numbers.astype(np.float64).reshape(-1)
    count, total = group.sums(np.array([wide.size, wide.sum()]))
    mean = total / max(1.0, count)
    square = group.sums(np.array([np.square(wide - mean).sum()]))[0]
    return float(mean), float(np.sqrt(square / max(1.0, count)))
