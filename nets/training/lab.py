"""A run measured exactly: its averaged weights, its last ones, and the mixture of its snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.lab import ITERATIONS, PRECISION
from engine_cy import GameOptionError
from nets.lab import Mixture, inputs_of, mixture, net_profile
from nets.snapshots import linear_weights
from nets.training.checkpoint import (
    Checkpoint,
    load_checkpoint,
    network_of,
    network_with,
    read_torch,
)
from nets.training.network import PolicyValueNet, layers_of
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


def lab_curve(checkpoint: Checkpoint, tree: Tree, decisions: Mapping[int, int]
              ) -> list[dict[str, Any]]:
    """Return a row for each snapshot, and for the end of the run: NashConv of its policies then.

    A row has "update", "decisions", and "current", "mixture" (of the snapshots until then), "ema",
    as far as they are known. decisions: update -> decisions until then; others are left out.
    """
    inputs, mixed = inputs_of(tree), Mixture(tree)
    last = checkpoint.progress["updates"]

    def worth(net: PolicyValueNet) -> tuple[Profile, float]:
        found = net_profile(tree, MLP(layers_of(net), net.num_actions, net.num_seats), inputs)
        return found, measure(tree, found).nash_conv

    rows: list[dict[str, Any]] = []
    for number, update in enumerate(checkpoint.snapshots, start=1):
        profile, current = worth(network_of(checkpoint, update))
        mixed.add(profile, float(number))
        row = {"update": update, "decisions": decisions.get(update), "current": current,
               "mixture": measure(tree, mixed.profile).nash_conv}
        if update in checkpoint.averages:
            state = read_torch(checkpoint.averages[update])
            row["ema"] = worth(network_with(checkpoint, state))[1]
        rows.append(row)
    if not rows or rows[-1]["update"] != last:
        rows.append({"update": last, "decisions": checkpoint.progress["decisions"],
                     "current": worth(network_of(checkpoint, "current"))[1]})
    rows[-1]["ema"] = worth(network_of(checkpoint, "ema"))[1]
    return [row for row in rows if row["decisions"] is not None]


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
