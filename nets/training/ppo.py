"""Proximal policy optimisation (Schulman et al. 2017, arXiv:1707.06347) on an update's games.

With `magnet` above 0 the loss has the reverse Kullback-Leibler divergence to a slow copy of the
policy: magnetic mirror descent (Sokota et al. 2023, arXiv:2206.05825).
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from nets.training.config import Recipe
from nets.training.facts import GameFacts
from nets.training.layers import Threads
from nets.training.losses import Played, Weights, policy_loss, share_loss
from nets.training.network import Critic, Outputs, PolicyValueNet, log_shares
from nets.training.rows import Decisions

CHUNK = 8192           # rows a critic is asked for at a time


@dataclass(frozen=True)
class Step:
    """The settings of one update, which change in the course of a run."""

    learning_rate: float
    entropy: float
    seed: int


class Learner:
    """The nets, their optimizer and what else one update hands to the next."""

    def __init__(self, facts: GameFacts, recipe: Recipe, seed: int, device: torch.device,
                 threads: Threads, bfloat16: bool = False) -> None:
        """Draw the nets from a seed."""
        self.facts, self.recipe, self.device, self.bfloat16 = facts, recipe, device, bfloat16
        self.threads = threads
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed % 2**63)
            self.net = PolicyValueNet(facts, recipe.hidden, threads).to(device)
            self.critic = Critic(facts, recipe.critic_hidden, threads).to(device)
        self.magnet = copy.deepcopy(self.net) if recipe.magnet > 0 else None
        self.average = {k: v.clone() for k, v in self.net.state_dict().items()}
        self.updates = 0
        parameters = [*self.net.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(parameters, lr=recipe.learning_rate, eps=1e-5,
                                          fused=True)

    def learn(self, decisions: Decisions, step: Step) -> dict[str, float]:
        """Do one update; returns means of the losses and of what tells how it went."""
        if self.updates == 0:
            self._look_at_scales(decisions)
        values = self._expected(decisions)
        advantages = decisions.advantages(values, self.recipe.decay)
        spread = float(advantages.std())
        normalised = (advantages - advantages.mean()) / (spread + 1e-8)
        for group in self.optimizer.param_groups:
            group["lr"] = step.learning_rate
        sums: dict[str, list[float]] = {}
        for epoch, rows in minibatches(len(decisions), self.recipe, step.seed):
            told = self._descend(decisions, rows, normalised, step,
                                 epoch < self.recipe.critic_epochs)
            for key, value in told.items():
                sums.setdefault(key, []).append(value)
        self.updates += 1
        self._follow()
        error = decisions.returns - values
        explained = 1.0 - float(error.var()) / max(float(decisions.returns.var()), 1e-12)
        return {key: float(np.mean(values)) for key, values in sums.items()} | {
            "advantage_spread": spread, "critic_explains": explained}

    def _descend(self, decisions: Decisions, rows: NDArray[np.int64],
                 advantages: NDArray[np.float32], step: Step, with_critic: bool
                 ) -> dict[str, float]:
        """Do one step of the optimizer on some rows."""
        recipe = self.recipe
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.bfloat16):
            out = self.net(decisions.own(rows))
            judged = self.critic(decisions.everything(rows)) if with_critic else None
        out = Outputs(*(part.float() for part in out))
        slow = None
        if self.magnet is not None:
            with torch.no_grad():
                slow = self.magnet(decisions.own(rows)).logits
        played = Played(decisions.masks[rows], decisions.actions[rows],
                        decisions.log_chances[rows], advantages[rows])
        loss, told = policy_loss(out.logits, played,
                                 Weights(recipe.clip, step.entropy, recipe.magnet), slow,
                                 self.threads)
        seats = self._tensor(decisions.seats[rows])
        shares = self._tensor(decisions.shares[rows])
        sides = {"value": share_loss(out.values, seats, shares)}
        if judged is not None:
            sides["critic"] = share_loss(judged.float(), seats, shares)
        loss = loss + recipe.value * sum(sides.values())
        if recipe.auxiliary > 0:
            sides["auxiliary"] = self._auxiliary(decisions, rows, out)
            loss = loss + recipe.auxiliary * sides["auxiliary"]
        loss.backward()
        parameters = self.optimizer.param_groups[0]["params"]
        sides["gradient"] = torch.nn.utils.clip_grad_norm_(parameters, recipe.gradient_norm)
        self.optimizer.step()
        return told | {key: float(tensor.detach()) for key, tensor in sides.items()}

    def _auxiliary(self, decisions: Decisions, rows: NDArray[np.int64], out: Outputs) -> Tensor:
        """Return the loss of the heads beside, on the first part of the rows."""
        net, some = self.net, rows[: max(1, int(len(rows) * self.recipe.auxiliary_part))]
        guessed_points, guessed_cards, guessed_next = net.beside(out.trunk[: len(some)])
        seats = self._tensor(decisions.seats[some])
        points = (self._tensor(decisions.scores[some]) - net.score_mean) / net.score_scale
        wrong = torch.nn.functional.smooth_l1_loss(guessed_points, points, reduction="none")
        loss = (wrong * seats).sum() / seats.sum()
        if decisions.width > decisions.num_features:
            held = self._tensor(decisions.hidden(some).dense()).clamp(0.0, 1.0)
            loss = loss + torch.nn.functional.binary_cross_entropy_with_logits(
                guessed_cards, held)
        later = decisions.following[some].astype(np.int64)
        has_later = np.flatnonzero(later >= 0)
        if len(has_later):
            seen = decisions.own(later[has_later]).dense()[:, self.facts.public]
            loss = loss + torch.nn.functional.binary_cross_entropy_with_logits(
                guessed_next[self._tensor(has_later)], self._tensor(seen).clamp(0.0, 1.0))
        return loss

    @torch.no_grad()
    def _expected(self, decisions: Decisions) -> NDArray[np.float32]:
        """Return the critic's normalised utility of the deciding seat at every decision."""
        found = np.empty(len(decisions), dtype=np.float32)
        for begin in range(0, len(decisions), CHUNK):
            rows = slice(begin, begin + CHUNK)
            values = self.critic(decisions.everything(rows)).float()
            shares = log_shares(values, self._tensor(decisions.seats[rows]))[:, 0].exp()
            found[rows] = shares.cpu().numpy() * decisions.totals[rows]
        return found

    @torch.no_grad()
    def _look_at_scales(self, decisions: Decisions) -> None:
        """Fix the scales of features and points by the first update's decisions."""
        for model, rows in ((self.net, decisions.own(slice(None))),
                            (self.critic, decisions.everything(slice(None)))):
            model.trunk.first.fit_scale(rows)
        points = decisions.scores[decisions.seats] if len(decisions) else np.zeros(1)
        self.net.score_mean.fill_(float(points.mean()))
        self.net.score_scale.fill_(max(float(points.std()), 1e-3))
        if self.magnet is not None:
            self.magnet.load_state_dict(self.net.state_dict())
        self.average = {k: v.clone() for k, v in self.net.state_dict().items()}

    @torch.no_grad()
    def _follow(self) -> None:
        """Let the average, and the magnet, follow the net by one update.

        The average forgets faster at first: with its final rate it would keep the first nets.
        """
        keep = min(self.recipe.average, (1 + self.updates) / (10 + self.updates))
        for key, new in self.net.state_dict().items():
            self.average[key].lerp_(new, 1.0 - keep)
        if self.magnet is not None:
            for slow, fast in zip(self.magnet.parameters(), self.net.parameters(), strict=True):
                slow.lerp_(fast, self.recipe.magnet_rate)

    def _tensor(self, array: NDArray) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device, non_blocking=True)


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
