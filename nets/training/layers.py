"""Layers over features of which most are 0: a product in C on the CPU, a dense one on a GPU."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from nets.training import sparse
from nets.training.group import Group
from nets.training.rows import Features
from nets.training.transfer import to_device

CHUNK = 4096          # rows that are made dense at a time


class Threads:
    """Does slices of one job at a time, on so many threads; the result is that of one thread."""

    def __init__(self, count: int) -> None:
        """Start `count` - 1 threads; the calling one works too."""
        self.count = count
        self._pool = ThreadPoolExecutor(count - 1) if count > 1 else None

    def split(self, size: int, least: int, job: Callable[[int, int], None]) -> None:
        """Call job(begin, end) for slices of 0..size, each of `least` items or a multiple."""
        blocks = -(-size // least)
        parts = min(self.count, blocks)
        cuts = [min(size, blocks * i // parts * least) for i in range(parts + 1)] \
            if parts else [0]
        futures = [self._pool.submit(job, cuts[i], cuts[i + 1])
                   for i in range(1, parts)] if self._pool else []
        if parts:
            job(cuts[0], cuts[1])
        wait(futures)
        for future in futures:
            future.result()

    def map(self, job: Callable[[Any], Any], items: list[Any]) -> list[Any]:
        """Return job(item) of each item, in order."""
        if self._pool is None or len(items) < 2:
            return [job(item) for item in items]
        futures = [self._pool.submit(job, item) for item in items[1:]]
        first = job(items[0])
        return [first, *(future.result() for future in futures)]


def even_cuts(rows: Features, width: int, parts: int) -> list[int]:
    """Return parts + 1 features from 0 to `width`, with about as many pairs between any two."""
    counts, cuts = np.zeros(width, np.int64), np.empty(parts + 1, np.int64)
    sparse.even_cuts(rows.start, rows.stop, rows.index, counts, cuts)
    return [int(cut) for cut in cuts]


class _SparseProduct(torch.autograd.Function):
    """features @ weight + bias on the CPU; the features are data, they have no gradient."""

    @staticmethod
    def forward(ctx: Any, weight: Tensor, bias: Tensor, rows: Features,
                threads: Threads) -> Tensor:
        ctx.rows, ctx.threads, ctx.shape = rows, threads, weight.shape
        out = torch.empty(len(rows.start), weight.shape[1])
        arrays = weight.detach().numpy(), bias.detach().numpy(), out.numpy()
        threads.split(len(rows.start), 1, lambda begin, end: sparse.forward(
            rows.start, rows.stop, rows.index, rows.value, *arrays, begin, end))
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, None, None]:
        gradient = gradients[0].contiguous()
        rows, out, parts = ctx.rows, torch.zeros(ctx.shape), ctx.threads.count
        arrays = gradient.numpy(), out.numpy()
        cuts = even_cuts(rows, ctx.shape[0], parts)
        ctx.threads.split(parts, 1, lambda begin, end: sparse.backward(
            rows.start, rows.stop, rows.index, rows.value, *arrays, cuts[begin], cuts[end]))
        return out, gradient.sum(dim=0), None, None


class FirstLayer(nn.Module):
    """A linear layer whose inputs are scaled by fixed numbers; its weight is kept [in, out]."""

    scale: Tensor

    def __init__(self, inputs: int, units: int, threads: Threads) -> None:
        """Draw the weights as `torch.nn.Linear` does."""
        super().__init__()
        bound = 1.0 / math.sqrt(inputs)
        self.weight = nn.Parameter(torch.empty(inputs, units).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.empty(units).uniform_(-bound, bound))
        self.register_buffer("scale", torch.ones(inputs))
        self.threads = threads

    def effective(self) -> Tensor:
        """Return the weight over raw features, [in, out]: the scale is folded in."""
        return self.weight * self.scale[:, None]

    def forward(self, rows: Features | Tensor) -> Tensor:
        """Return [m, out] of sparse rows or of float32[m, in]."""
        weight = self.effective()
        if isinstance(rows, Tensor):
            return rows @ weight + self.bias
        if weight.device.type == "cpu":
            return _SparseProduct.apply(weight, self.bias, rows, self.threads)
        return to_device(rows.dense(), weight.device) @ weight + self.bias

    def fit_scale(self, rows: Features, group: Group, least: float = 0.5, most: float = 4.0
                  ) -> None:
        """Set the scale to one over the root mean square of each feature, within bounds.

        The rows of all processes count. A feature that is always 0 keeps its scale of 1.
        """
        square = np.zeros(rows.width)
        for begin in range(0, len(rows.start), CHUNK):
            part = replace(rows, start=rows.start[begin: begin + CHUNK],
                           stop=rows.stop[begin: begin + CHUNK])
            square += np.square(part.dense(), dtype=np.float64).sum(axis=0)
        count = group.sums(np.array([float(len(rows.start))]))[0]
        mean = group.sums(square) / max(1.0, count)
        with np.errstate(divide="ignore"):
            scale = np.where(mean > 0, np.clip(1.0 / np.sqrt(mean), least, most), 1.0)
        self.scale.copy_(torch.from_numpy(scale.astype(np.float32)))
