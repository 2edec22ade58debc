"""The laboratory: bots measured exactly, on games that are small enough to be solved.

A bot is measured by its policy at every information set, not by games: nothing is left to luck but
the bot's own seeds. All utilities are the game's own; an edge is what one of a kind gets alone
among others less what one of the others gets alone among its kind.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arena.entrants import Entrant
from configs.labs import LabConfig
from search import bot_info, parse_spec, registered_bots
from search.exact import (
    Exploitability,
    Solution,
    Tree,
    argmax_profile,
    bot_profiles,
    build_tree,
    edge,
    measure,
    solve_to,
    uniform_profile,
)
from search.exact.policies import Profile

PRECISION = 1e-3    # of CFR+: the part of the uniform profile's NashConv that may be left
ITERATIONS = 1600   # of CFR+ at most
MIXTURE, ARGMAX = "mixture", "argmax"

Watch = Callable[[list[int]], Iterable[int]]


@dataclass(frozen=True)
class Lab:
    """A solved game."""

    name: str
    summary: str
    tree: Tree
    uniform: Exploitability
    solution: Solution
    tree_seconds: float
    cfr_seconds: float

    def facts(self) -> dict[str, Any]:
        """Return what the game is, how large, and how well it is solved; JSON-safe."""
        tree, game = self.tree, self.tree.game
        return {
            "lab": self.name,
            "summary": self.summary,
            "game": game.name,
            "players": game.num_players,
            "options": dict(game.options),
            "fingerprint": game.fingerprint,
            "deals": tree.num_deals,
            "positions": tree.num_nodes,
            "information_sets": tree.num_sets,
            "forgotten": tree.forgotten,
            "depth": tree.depth,
            "uniform": _as_dict(self.uniform),
            "cfr_plus": _as_dict(self.solution.result) | {"iterations": self.solution.iterations},
            "seconds": {"tree": self.tree_seconds, "cfr_plus": self.cfr_seconds},
        }


@dataclass(frozen=True)
class Contender:
    """A bot at one budget, playing its policies as they are or their likeliest actions alone."""

    name: str
    spec: str
    sims: int | None                 # null: the bot has no such budget
    form: str                        # MIXTURE or ARGMAX
    profiles: Profile                # [seeds, S]
    seconds: float                   # spent on all policies of the bot

    @property
    def profile(self) -> Profile:
        """What the bot plays when every decision has a seed of its own."""
        return self.profiles.mean(axis=0)


def open_lab(name: str, config: LabConfig) -> Lab:
    """Return a game of the laboratory, solved.

    Raises: TooManyWorlds or GameOptionError for a game that cannot be solved.
    """
    start = time.perf_counter()
    tree = build_tree(config.game.load())
    built = time.perf_counter()
    uniform = measure(tree, uniform_profile(tree))
    solution = solve_to(tree, PRECISION * uniform.nash_conv, ITERATIONS)
    return Lab(name, config.summary, tree, uniform, solution, built - start,
               time.perf_counter() - built)


def at_budgets(entrants: Sequence[Entrant], budgets: Sequence[int]) -> list[Entrant]:
    """Return every bot that has a parameter `sims` once for each budget, the others as they are."""
    found: dict[str, Entrant] = {}
    for entrant in entrants:
        spec = parse_spec(entrant.spec)
        if not budgets or not _has_sims(entrant.spec):
            found[entrant.name] = entrant
            continue
        for sims in budgets:
            params = dict(spec.params) | {"sims": sims}
            text = str(replace(spec, params=tuple(sorted(params.items()))))
            found[text] = Entrant(text, text)
    return list(found.values())


def _has_sims(text: str) -> bool:
    spec = parse_spec(text)
    declared = bot_info(spec.name).params if spec.name in registered_bots() else ()
    return "sims" in dict(spec.params) or any(param["name"] == "sims" for param in declared)


def contenders(
    lab: Lab, entrants: Sequence[Entrant], seeds: int, seed: int, watch: Watch = iter
) -> Iterator[Contender]:
    """Yield every bot as it plays in one lab: one contender, or two where argmax differs."""
    for entrant in entrants:
        start = time.perf_counter()
        profiles = bot_profiles(lab.tree, entrant.spec, seeds, seed, watch)
        seconds = time.perf_counter() - start
        sims = dict(parse_spec(entrant.spec).params).get("sims")
        one = Contender(entrant.name, entrant.spec, sims if isinstance(sims, int) else None,
                        MIXTURE, profiles, seconds)
        yield one
        top = np.array([argmax_profile(lab.tree, profile) for profile in profiles])
        if not np.allclose(top, profiles):
            yield replace(one, form=ARGMAX, profiles=top)


def judge(lab: Lab, contender: Contender) -> dict[str, Any]:
    """Return what one contender is worth, JSON-safe.

    `error` is the standard error of NashConv by the jackknife over seeds: what other seeds would
    have changed. It is None with a single seed.
    """
    tree, profile = lab.tree, contender.profile
    result = measure(tree, profile)
    return {
        "bot": contender.name,
        "spec": contender.spec,
        "sims": contender.sims,
        "form": contender.form,
        **_as_dict(result),
        "closed": closed(lab, result),
        "error": jackknife(tree, contender.profiles),
        "each_seed": [measure(tree, one).nash_conv for one in contender.profiles],
        "against_uniform": edge(tree, profile, uniform_profile(tree)),
        "against_equilibrium": edge(tree, profile, lab.solution.profile),
        "seconds": contender.seconds,
    }


def closed(lab: Lab, result: Exploitability) -> float | None:
    """Return the part of the gap in NashConv from uniform play to CFR+ that a policy closes.

    None where CFR+ has come no nearer than uniform play, as in a game without a choice.
    """
    gap = lab.uniform.nash_conv - lab.solution.result.nash_conv
    if gap <= 0.0:
        return None
    return (lab.uniform.nash_conv - result.nash_conv) / gap


def jackknife(tree: Tree, profiles: Profile) -> float | None:
    """Return the standard error of the NashConv of the profiles' mean; None for one profile."""
    n = len(profiles)
    if n < 2:
        return None
    total = profiles.sum(axis=0)
    without = np.array([measure(tree, (total - one) / (n - 1)).nash_conv for one in profiles])
    return float(np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum()))


def head_to_head(lab: Lab, field: Sequence[Contender]) -> list[list[float]]:
    """Return the edge of every contender (row) over every other (column)."""
    edges = np.zeros((len(field), len(field)))
    for i, a in enumerate(field):
        for j, b in enumerate(field[:i]):
            edges[i, j] = edge(lab.tree, a.profile, b.profile)
            edges[j, i] = -edges[i, j]
    return edges.tolist()


def _as_dict(result: Exploitability) -> dict[str, Any]:
    return {
        "returns": result.returns.tolist(),
        "gains": result.gains.tolist(),
        "nash_conv": result.nash_conv,
        "exploitability": result.exploitability,
    }
