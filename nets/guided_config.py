"""Parameters of the bot net_ismcts: a specification and a Hydra config share them."""

from __future__ import annotations

from dataclasses import dataclass

from search.budget import memory_param, seconds_param, sims_param, simulation_budget
from search.params import param

DEFAULT_SIMS = 200


@dataclass
class GuidedConfig:
    """Network, budgets and settings of a guided search."""

    path: str | None = param(
        None, "file of the bundle; null: the network shipped for the game")
    sims: int | None = sims_param(DEFAULT_SIMS)
    seconds: float | None = seconds_param()
    memory: int = memory_param()
    c: float = param(
        1.0, "exploration constant of PUCT on utilities scaled to 0..1", low=0, high=100)
    spread: bool = param(
        False, "scale c by the standard deviation of a node's utilities, 0.3 as it is")
    fpu: float = param(
        0.0, "how far an untried move counts below its node's mean, times the root of the tried "
        "moves' priors; not at the root", low=0, high=10)
    mixed: float = param(
        0.05, "share of the uniform distribution in the network's priors", low=0, high=1)
    first: str = param(
        "sample", "first move of another seat's new node: drawn from the network's policy, or the "
        "likeliest one", choices=("sample", "most"))
    stop: str = param(
        "own", "where a simulation ends: at the first new node of any seat after the root's "
        "choice, at one of the own seat, or where no seat is in its tree any more",
        choices=("new", "own", "all"))
    leaf: str = param(
        "new", "whose view of the leaf gives its utilities (their mean): of the seats with a new "
        "node there, of those that choose there, of every seat, or of the own one",
        choices=("new", "acting", "every", "own"))
    rollouts: float = param(
        0.0, "weight of a random playout beside the network's utilities of a leaf; 1: the "
        "network's do not count", low=0, high=1)
    belief: int = param(
        0, "worlds that are weighed by how likely the network would have made the others' moves "
        "since the last deal, for simulations to be drawn from; 0: all are as likely",
        low=0, high=100_000)
    horizon: str = param(
        "auto", "where a playout ends: at the round's end by a leaf formula, or with the game; "
        "auto: the round where the game has a formula", choices=("auto", "round", "game"))
    final: str = param(
        "most", "what is played: the most visited move, a draw by visits, or that without the "
        "moves of a tenth of the most visited one's or less",
        choices=("most", "mixture", "purified"))

    @property
    def simulations(self) -> int | None:
        """The budget in simulations; None where only time limits the search."""
        return simulation_budget(self.sims, self.seconds, DEFAULT_SIMS)

    @property
    def rule(self) -> str:
        """What is played of the policy: most, mixture or purified."""
        return self.final
