"""The nets of a learner: the one that plays, and a critic that sees every hand in training."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from nets.training.facts import GameFacts
from nets.training.layers import FirstLayer, Threads
from nets.training.rows import Features

ILLEGAL = -1e9        # logit of an illegal action: its chance is exactly 0


class Outputs(NamedTuple):
    """What the playing net says of m positions; the last three are for training."""

    logits: Tensor        # [m, A]
    values: Tensor        # [m, S] the deciding seat first
    trunk: Tensor         # [m, U]


class Trunk(nn.Module):
    """Linear layers, each with a ReLU after it; the first takes features."""

    def __init__(self, inputs: int, hidden: Sequence[int], threads: Threads) -> None:
        """Make layers of the widths `hidden`, one at least."""
        super().__init__()
        self.first = FirstLayer(inputs, hidden[0], threads)
        self.rest = nn.ModuleList(
            nn.Linear(a, b) for a, b in itertools.pairwise(hidden))

    def layers(self) -> list[nn.Linear]:
        """Return the layers after the first."""
        return [layer for layer in self.rest if isinstance(layer, nn.Linear)]

    def forward(self, rows: Features | Tensor) -> Tensor:
        """Return [m, hidden[-1]]."""
        h = torch.relu(self.first(rows))
        for layer in self.rest:
            h = torch.relu(layer(h))
        return h


class PolicyValueNet(nn.Module):
    """A policy and the shares of all seats from what one seat sees; heads for training beside.

    scores: the points of all seats at the end, standardised. hidden: what the other seats alone
    know. following: what all will see at the seat's next decision.
    """

    score_mean: Tensor
    score_scale: Tensor

    def __init__(self, facts: GameFacts, hidden: Sequence[int], threads: Threads | None = None
                 ) -> None:
        """Make a net of the widths `hidden` for a game."""
        super().__init__()
        self.num_actions, self.num_seats = facts.num_actions, facts.num_seats
        self.trunk = Trunk(facts.num_features, hidden, threads or Threads(1))
        self.policy = nn.Linear(hidden[-1], facts.num_actions)
        self.value = nn.Linear(hidden[-1], facts.num_seats)
        self.scores = nn.Linear(hidden[-1], facts.num_seats)
        self.hidden = nn.Linear(hidden[-1], facts.width - facts.num_features)
        self.following = nn.Linear(hidden[-1], len(facts.public))
        self.register_buffer("score_mean", torch.zeros(()))
        self.register_buffer("score_scale", torch.ones(()))
        with torch.no_grad():            # the first policy is nearly uniform
            self.policy.weight.mul_(0.1)
            self.policy.bias.zero_()

    def forward(self, rows: Features | Tensor) -> Outputs:
        """Return policy logits and value logits."""
        h = self.trunk(rows)
        both = joined(h, self.policy, self.value)
        return Outputs(both[:, :self.num_actions], both[:, self.num_actions:], h)

    def beside(self, trunk: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return what the heads for training say: points, hidden features, what comes next."""
        heads = self.scores, self.hidden, self.following
        out = joined(trunk, *heads).split([head.out_features for head in heads], dim=1)
        return out[0], out[1], out[2]


def joined(inputs: Tensor, *layers: nn.Linear) -> Tensor:
    """Return what several layers make of the same inputs, side by side: one product is faster."""
    return nn.functional.linear(inputs, torch.cat([layer.weight for layer in layers]),
                                torch.cat([layer.bias for layer in layers]))


class Critic(nn.Module):
    """The shares of all seats from what all of them see; it exists in training alone."""

    def __init__(self, facts: GameFacts, hidden: Sequence[int], threads: Threads) -> None:
        """Make a critic of the widths `hidden` for a game."""
        super().__init__()
        self.trunk = Trunk(facts.width, hidden, threads)
        self.value = nn.Linear(hidden[-1], facts.num_seats)

    def forward(self, rows: Features | Tensor) -> Tensor:
        """Return value logits [m, S]."""
        return self.value(self.trunk(rows))


def log_policy(logits: Tensor, masks: Tensor) -> Tensor:
    """Return log chances [m, A]; illegal actions (mask 0) have a chance of exactly 0."""
    return torch.log_softmax(logits.masked_fill(~masks, ILLEGAL), dim=-1)


def log_shares(values: Tensor, seats: Tensor) -> Tensor:
    """Return the logarithms of the shares [m, S]; seats that are not there have none."""
    return torch.log_softmax(values.masked_fill(~seats, ILLEGAL), dim=-1)


def layers_of(net: PolicyValueNet) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Return [(weight [out, in], bias [out])]: the form of `search.mlp.MLP`.

    The scale of the features is folded into the first layer; the last has policy and value logits.
    """
    first = net.trunk.first
    found: list[tuple[Tensor, Tensor]] = [(first.effective().T, first.bias)]
    found += [(layer.weight, layer.bias) for layer in net.trunk.layers()]
    found.append((torch.cat([net.policy.weight, net.value.weight]),
                  torch.cat([net.policy.bias, net.value.bias])))
    return [(np.ascontiguousarray(w.detach().cpu().numpy()).astype(np.float32),
             b.detach().cpu().numpy().astype(np.float32).copy()) for w, b in found]
