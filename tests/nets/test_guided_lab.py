"""In a solved game: a search that is told a good policy is better than one that is not."""

import numpy as np
import pytest

import engine_cy
from nets.batched import SearchPool
from search.exact import bot_profiles, build_tree, edge, measure, solve, uniform_profile

SIMS = 100


class Oracle:
    """Answers as a network that has learnt a profile by heart; its values are even."""

    def __init__(self, tree, profile):
        game = tree.game
        self.actions = game.num_distinct_actions
        self.empty = np.zeros(self.actions + max(2, game.max_players), dtype=np.float32)
        self.known = {}
        for i in range(tree.num_sets):
            out = self.empty.copy()
            where = tree.sequences(i)
            out[tree.action[where]] = np.log(np.maximum(profile[where], 1e-6))
            self.known[tree.observation(i).tensor().tobytes()] = out

    def __call__(self, rows):
        return np.stack([self.known.get(row.tobytes(), self.empty) for row in rows])


def searched(tree, evaluate, **settings):
    """Return the profile of the visit shares of searches at every information set."""
    game, profile = tree.game, uniform_profile(tree)
    pool = SearchPool(game, 128, SIMS, memory=1 << 18, rollouts=1.0, **settings)
    for first in range(0, tree.num_sets, 128):
        sets = range(first, min(first + 128, tree.num_sets))
        visits, _ = pool.run([tree.observation(i) for i in sets], list(sets), evaluate)
        for row, i in zip(visits, sets, strict=True):
            where = tree.sequences(i)
            profile[where] = row[tree.action[where]] / row.sum()
    return profile


@pytest.fixture(scope="module")
def lab():
    game = engine_cy.load_game("hoi_pho", 2, data="hoi_pho_lab_2p", max_rounds=1)
    tree = build_tree(game)
    return tree, solve(tree, 100)


@pytest.mark.parametrize("stop", ["new", "own", "all"])
def test_a_good_prior_makes_a_better_search(lab, stop):
    """Priors near an equilibrium against even ones, the same search else, and against ismcts."""
    tree, solution = lab
    guided = searched(tree, Oracle(tree, solution), stop=stop)
    even = searched(tree, Oracle(tree, uniform_profile(tree)), stop=stop)
    plain = bot_profiles(tree, f"ismcts+sims:{SIMS}+c:0.7", 1, seed=2).mean(axis=0)
    assert edge(tree, guided, even) > 0.02
    assert edge(tree, guided, plain) > 0.02
    assert measure(tree, guided).nash_conv < 0.6 * measure(tree, even).nash_conv
    assert edge(tree, guided, solution) > -0.03


def test_a_belief_by_a_good_policy_is_not_worse(lab):
    tree, solution = lab
    oracle = Oracle(tree, solution)
    without, believing = (searched(tree, oracle, belief=belief) for belief in (0, 64))
    assert edge(tree, believing, without) > -0.01
    assert edge(tree, believing, solution) > edge(tree, without, solution) - 0.01
