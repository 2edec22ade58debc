"""What is minimised: clipped surrogate, entropy, the pull of the magnet, shares of the seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from nets.training import loss
from nets.training.layers import Threads
from nets.training.network import log_policy, log_shares
from nets.training.transfer import to_device

TOLD = ("policy", "entropy", "clipped", "divergence", "pull", "taught")
ROW_BLOCK = 256


@dataclass(frozen=True)
class Weights:
    """The settings of the policy's loss."""

    clip: float
    entropy: float
    magnet: float = 0.0
    teacher: float = 0.0


@dataclass(frozen=True)
class Played:
    """m decisions as they were made."""

    masks: NDArray[np.uint8]          # [m, A]
    actions: NDArray[np.int64]
    log_chances: NDArray[np.float32]
    advantages: NDArray[np.float32]
    taught: NDArray[np.int64]         # the teacher's moves; they count with a weight above 0


def policy_loss(logits: Tensor, played: Played, weights: Weights, slow: Tensor | None,
                threads: Threads) -> tuple[Tensor, dict[str, float]]:
    """Return (mean loss, what it is made of) of logits [m, A]; `slow`: those of the magnet.

    Of no rows it is 0, as are its parts.
    """
    if logits.device.type == "cpu":
        told = np.empty((len(played.actions), len(TOLD)))
        value = _CompiledLoss.apply(logits, played, weights, slow, told, threads)
        return value, dict(zip(TOLD, mean_of(told).tolist(), strict=True))
    return torch_policy_loss(logits, played, weights, slow)


class _CompiledLoss(torch.autograd.Function):
    """The loss on the CPU: the gradient is found along with it."""

    @staticmethod
    def forward(ctx: Any, logits: Tensor, played: Played, weights: Weights, slow: Tensor | None,
                told: NDArray[np.float64], threads: Threads) -> Tensor:
        given = logits.detach().float().contiguous().numpy()
        gradient = torch.empty(given.shape)
        out = gradient.numpy()
        behind = np.empty((0, given.shape[1]), np.float32) if slow is None else \
            slow.detach().float().contiguous().numpy()
        threads.split(len(given), ROW_BLOCK, lambda begin, end: loss.policy_loss(
            given, played.masks, played.actions, played.log_chances, played.advantages,
            weights.clip, weights.entropy, behind, weights.magnet, played.taught, weights.teacher,
            out, told, begin, end))
        ctx.save_for_backward(gradient)
        policy, entropy, _, _, pull, taught = mean_of(told)
        return torch.tensor(policy - weights.entropy * entropy + weights.magnet * pull
                            + weights.teacher * taught, dtype=torch.float32)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None, None, None, None]:
        return ctx.saved_tensors[0] * gradients[0], None, None, None, None, None


def torch_policy_loss(logits: Tensor, played: Played, weights: Weights, slow: Tensor | None
                      ) -> tuple[Tensor, dict[str, float]]:
    """Return the same by torch's own functions, on any device."""
    device, rows = logits.device, max(1, len(logits))
    masks = to_device(played.masks, device).bool()
    actions = to_device(played.actions, device)
    before = to_device(played.log_chances, device)
    advantages = to_device(played.advantages, device)
    logp = log_policy(logits.float(), masks)
    chances = torch.softmax(logits.float().masked_fill(~masks, -1e9), dim=-1)
    now = logp.gather(1, actions[:, None])[:, 0]
    ratio = (now - before).exp()
    bound = ratio.clamp(1.0 - weights.clip, 1.0 + weights.clip)
    surrogate = -torch.minimum(ratio * advantages, bound * advantages).sum() / rows
    entropy = -(chances * logp).sum() / rows
    value = surrogate - weights.entropy * entropy
    pull = torch.zeros((), device=device)
    if slow is not None:
        pull = (chances * (logp - log_policy(slow.float(), masks))).sum() / rows
        value = value + weights.magnet * pull
    taught = -logp.gather(1, to_device(played.taught, device)[:, None]).sum() / rows \
        if weights.teacher > 0 else torch.zeros((), device=device)
    value = value + weights.teacher * taught
    with torch.no_grad():
        clipped = ((ratio - 1.0).abs() > weights.clip).float().sum() / rows
        divergence = (ratio - 1.0 - (now - before)).sum() / rows
    told = torch.stack([surrogate, entropy, clipped, divergence, pull, taught]).detach().tolist()
    return value, dict(zip(TOLD, told, strict=True))


def share_loss(values: Tensor, seats: Tensor, shares: Tensor) -> Tensor:
    """Return the cross-entropy of the seats' shares; logits, seats and shares are [m, S]."""
    return -(shares * log_shares(values, seats)).sum() / max(1, len(values))


def mean_of(told: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the means of the columns, 0 where there are no rows."""
    means: NDArray[np.float64] = told.sum(axis=0) / max(1, len(told))
    return means
