"""Proximal policy optimisation (Schulman et al. 2017, arXiv:1707.06347) on an update's games.

With `magnet` above 0 the loss has the reverse Kullback-Leibler divergence to a slow copy of the
policy: magnetic mirror descent (Sokota et al. 2023, arXiv:2206.05825). With `teacher` above 0 it
has the cross-entropy to the moves of a scripted bot at first: kickstarting (Schmitt et al. 2018,
arXiv:1803.03835).
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from nets.training.config import Recipe
from nets.training.facts import GameFacts
from nets.training.group import Group
from nets.training.layers import Threads
from nets.training.losses import Played, Weights, policy_loss, share_loss
from nets.training.minibatches import Minibatch, moments, shared_minibatches
from nets.training.network import Critic, Outputs, PolicyValueNet, log_shares
from nets.training.rows import Decisions
from nets.training.transfer import to_device

CHUNK = 8192           # rows a critic is asked for at a time


@dataclass(frozen=True)
class Step:
    """The settings of one update, which change in the course of a run."""

    learning_rate: float
    entropy: float
    seed: int
    teacher: float = 0.0


class Learner:
    """The nets, their optimizer and what else one update hands to the next."""

    def __init__(self, facts: GameFacts, recipe: Recipe, seed: int, device: torch.device,
                 threads: Threads, bfloat16: bool = False, group: Group | None = None) -> None:
        """Draw the nets from a seed; the same in every process of a group."""
        self.facts, self.recipe, self.device, self.bfloat16 = facts, recipe, device, bfloat16
        self.threads, self.group = threads, group or Group()
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
        mean, spread = moments(advantages, self.group)
        normalised = (advantages - mean) / (spread + 1e-8)
        for param_group in self.optimizer.param_groups:
            param_group["lr"] = step.learning_rate
        told = []
        for part in shared_minibatches(decisions, self.recipe, step.seed, self.group):
            told.append(self._descend(decisions, part, normalised, step))
        self.updates += 1
        self._follow()
        _, wrong = moments(decisions.returns - values, self.group)
        _, varied = moments(decisions.returns, self.group)
        return self._means(told) | {
            "advantage_spread": spread, "critic_explains": 1.0 - wrong**2 / max(varied**2, 1e-12)}

    def finite(self) -> bool:
        """Return whether all weights of the nets are finite numbers."""
        return all(bool(torch.isfinite(p).all())
                   for p in (*self.net.parameters(), *self.critic.parameters()))

    def _means(self, told: list[dict[str, float]]) -> dict[str, float]:
        """Return the mean of each number over the steps that have it, of all processes' rows."""
        keys = list(dict.fromkeys(key for step in told for key in step))
        table = self.group.sums(np.array([[step.get(key, 0.0) for key in keys] for step in told]))
        count = [sum(key in step for step in told) for key in keys]
        return {key: float(total / n)
                for key, total, n in zip(keys, table.sum(axis=0), count, strict=True)}

    def _descend(self, decisions: Decisions, part: Minibatch, advantages: NDArray[np.float32],
                 step: Step) -> dict[str, float]:
        """Do one step of the optimizer; returns this process's part of each mean."""
        recipe, rows = self.recipe, part.rows
        with_critic = part.epoch < recipe.critic_epochs
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
                        decisions.log_chances[rows], advantages[rows], decisions.taught[rows])
        weights = Weights(recipe.clip, step.entropy, recipe.magnet, step.teacher)
        loss, told = policy_loss(out.logits, played, weights, slow, self.threads)
        seats = self._tensor(decisions.seats[rows])
        shares = self._tensor(decisions.shares[rows])
        sides = {"value": share_loss(out.values, seats, shares)}
        if judged is not None:
            goals = self._tensor(decisions.goals[rows])
            sides["critic"] = share_loss(judged.float(), seats, goals)
        sides = {key: side * part.part for key, side in sides.items()}
        loss = loss * part.part + recipe.value * sum(sides.values())
        if recipe.auxiliary > 0:
            sides["auxiliary"] = self._auxiliary(decisions, part, out)
            loss = loss + recipe.auxiliary * sides["auxiliary"]
        loss.backward()
        parameters = self.optimizer.param_groups[0]["params"]
        self.group.add_gradients(parameters)
        length = torch.nn.utils.clip_grad_norm_(parameters, recipe.gradient_norm)
        self.optimizer.step()
        sides["gradient"] = length / self.group.size     # each process has the whole of it
        return {key: value * part.part for key, value in told.items()} | {
            key: float(tensor.detach()) for key, tensor in sides.items()}

    def _auxiliary(self, decisions: Decisions, part: Minibatch, out: Outputs) -> Tensor:
        """Return this process's part of the loss of the heads beside, on the first rows."""
        net, some = self.net, part.some
        guessed_points, guessed_cards, guessed_next = net.beside(out.trunk[: len(some)])
        seats = self._tensor(decisions.seats[some])
        points = (self._tensor(decisions.scores[some]) - net.score_mean) / net.score_scale
        wrong = torch.nn.functional.smooth_l1_loss(guessed_points, points, reduction="none")
        loss = (wrong * seats).sum() / part.num_seats
        if decisions.width > decisions.num_features:
            held = self._tensor(decisions.hidden(some).dense())
            loss = loss + wrong_bits(guessed_cards, held) / part.num_some
        if part.num_later:
            later = decisions.following[some].astype(np.int64)
            has_later = np.flatnonzero(later >= 0)
            seen = decisions.own(later[has_later]).dense()[:, self.facts.public]
            loss = loss + wrong_bits(guessed_next[self._tensor(has_later)],
                                     self._tensor(seen)) / part.num_later
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
            model.trunk.first.fit_scale(rows, self.group)
        mean, spread = moments(decisions.scores[decisions.seats], self.group)
        self.net.score_mean.fill_(mean)
        self.net.score_scale.fill_(max(spread, 1e-3))
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
        return to_device(array, self.device)


def wrong_bits(logits: Tensor, bits: Tensor) -> Tensor:
    """Return the cross-entropy of bits [m, k], a mean over the k, summed over the m."""
    return torch.nn.functional.binary_cross_entropy_with_logits(
        logits, bits.clamp(0.0, 1.0), reduction="sum") / max(1, bits.shape[1])
