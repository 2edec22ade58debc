"""A run measured exactly: its averaged weights, its last ones, and the mixture of its snapshots."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arena.lab import ITERATIONS, PRECISION
from engine_cy import GameOptionError
from nets.lab import inputs_of, mixture, net_profile
from nets.snapshots import linear_weights
from nets.training.checkpoint import Checkpoint, load_checkpoint, network_of
from nets.training.network import layers_of
from search.exact import build_tree, measure, solve_to, uniform_profile
from search.exact.policies import Profile
from search.exact.tree import Tree
from search.mlp import MLP


@dataclass(frozen=True)
class Measured:
    """NashConv of the policies of a run, and what there was to win."""

    uniform: float
    cfr_plus: float
    found: dict[str, float]           # "ema", "current", "mixture" -> NashConv

    def closed(self, which: str) -> float:
        """Return the part of the gap between uniform play and CFR+ that is closed."""
        return (self.uniform - self.found[which]) / (self.uniform - self.cfr_plus)


def profiles_of(checkpoint: Checkpoint, tree: Tree) -> dict[str, Profile]:
    """Return the profiles of the averaged net, the last one and the mixture of snapshots.

    The mixture draws a snapshot per seat and game, number i with weight i.
    """
    inputs = inputs_of(tree)

    def profile(which: str | int) -> Profile:
        net = network_of(checkpoint, which)
        return net_profile(tree, MLP(layers_of(net), net.num_actions, net.num_seats), inputs)

    found = {"ema": profile("ema"), "current": profile("current")}
    if checkpoint.snapshots:
        snapshots = [profile(update) for update in checkpoint.snapshots]
        found["mixture"] = mixture(tree, snapshots, linear_weights(len(snapshots)))
    return found


def measure_run(path: str | Path) -> Measured:
    """Measure the checkpoint of a run whose game can be solved.

    Raises: DataError without a checkpoint; GameOptionError or TooManyWorlds for a game that cannot
        be solved.
    """
    checkpoint = load_checkpoint(path)
    games = checkpoint.facts().games
    if len(games) != 1:
        raise GameOptionError("A run of several player counts is measured at none of them; "
                              "train with one of players=.")
    tree = build_tree(games[0])
    uniform = measure(tree, uniform_profile(tree)).nash_conv
    solution = solve_to(tree, PRECISION * uniform, ITERATIONS)
    found = {which: measure(tree, profile).nash_conv
             for which, profile in profiles_of(checkpoint, tree).items()}
    return Measured(uniform, solution.result.nash_conv, found)
