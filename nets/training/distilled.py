"""Fits a micro-policy's network to a teacher's policy: cross-entropy over the legal actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from nets.micro.positions import Arrays
from nets.weights import Layers

ILLEGAL = -1e9


@dataclass(frozen=True)
class Recipe:
    """How the network is fitted."""

    epochs: int
    batch: int
    learning_rate: float
    decay: float  # of the weights


class Student:
    """A perceptron from features to heads; the logit of an action is the sum of its heads."""

    def __init__(self, sizes: Sequence[int], heads: NDArray[np.float32], seed: int) -> None:
        """Draw the weights. heads: float32[actions, heads], see `head_matrix`."""
        torch.manual_seed(seed)
        parts: list[nn.Module] = []
        for inputs, outputs in pairwise(sizes):
            parts += [nn.Linear(inputs, outputs), nn.ReLU()]
        self.net = nn.Sequential(*parts[:-1])
        self.heads = torch.from_numpy(heads.T.copy())

    def fit(self, data: Arrays, recipe: Recipe, rng: np.random.Generator,
            progress: Callable[[int], Any]) -> None:
        """Learn from all positions, `epochs` times; the learning rate falls to 0 by a cosine."""
        optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=recipe.learning_rate, weight_decay=recipe.decay)
        count = len(data.start)
        steps = max(1, recipe.epochs * -(-count // recipe.batch))
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
        for _ in range(recipe.epochs):
            order = rng.permutation(count)
            for begin in range(0, count, recipe.batch):
                rows = order[begin: begin + recipe.batch]
                loss = self.loss(data, rows)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                progress(len(rows))

    def loss(self, data: Arrays, rows: NDArray[np.int64]) -> Tensor:
        """Return the mean cross-entropy of some positions."""
        counts = data.stop[rows] - data.start[rows]
        line = np.repeat(np.arange(len(rows)), counts)
        place = np.arange(len(line)) - np.repeat(np.cumsum(counts) - counts, counts)
        flat = place + np.repeat(data.start[rows], counts)
        legal = torch.from_numpy(data.actions[flat].astype(np.int64))
        lines = torch.from_numpy(line)
        x = torch.from_numpy(data.features[rows].astype(np.float32))
        logits = self.net(x) @ self.heads
        masked = torch.full_like(logits, ILLEGAL)
        masked[lines, legal] = logits[lines, legal]
        logp = torch.log_softmax(masked, dim=1)[lines, legal]
        return -(logp * torch.from_numpy(data.shares[flat])).sum() / len(rows)

    def layers(self) -> Layers:
        """Return the weights as numpy arrays of their own."""
        return [(part.weight.detach().numpy().copy(), part.bias.detach().numpy().copy())
                for part in self.net if isinstance(part, nn.Linear)]
