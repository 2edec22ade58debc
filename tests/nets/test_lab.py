"""Nets measured exactly: profiles of nets, mixtures of profiles."""

import itertools

import numpy as np
import pytest

from engine_cy import load_game
from nets.lab import inputs_of, mixture, net_profile
from nets.snapshots import linear_weights
from search.exact import build_tree, expected_returns, join_profiles, random_profile
from search.exact.policies import check_profile
from search.mlp import MLP, policy_of


@pytest.fixture(scope="module")
def tree():
    return build_tree(load_game("leduc_poker", 2))


def random_net(game, seed=0):
    rng = np.random.default_rng(seed)
    sizes = [game.observation_tensor_size, 16, game.num_distinct_actions + 2]
    layers = [(rng.normal(size=(b, a)).astype(np.float32), rng.normal(size=b).astype(np.float32))
              for a, b in itertools.pairwise(sizes)]
    return MLP(layers, game.num_distinct_actions, 2)


def test_profile_is_the_policy_at_every_set(tree):
    net = random_net(tree.game)
    profile = check_profile(tree, net_profile(tree, net))
    inputs = inputs_of(tree)
    for i in range(0, tree.num_sets, 37):
        observation = tree.observation(i)
        logits = net.forward(observation.tensor()[None])[0]
        expected = policy_of(logits[: tree.game.num_distinct_actions], observation.legal_actions())
        assert np.allclose(profile[tree.sequences(i)], expected, atol=1e-6)
        assert np.array_equal(inputs[i], observation.tensor())


def test_a_mixture_gets_the_mean_of_what_its_parts_get(tree):
    parts = [random_profile(tree, seed) for seed in (1, 2, 3)]
    weights = linear_weights(3)
    mixed = check_profile(tree, mixture(tree, parts, weights))
    others = random_profile(tree, 9)
    for seat in range(2):
        def value(profile, seat=seat):
            both = [others, others]
            both[seat] = profile
            return expected_returns(tree, join_profiles(tree, both))[seat]

        mean = sum(w * value(p) for w, p in zip(weights, parts, strict=True)) / sum(weights)
        assert value(mixed) == pytest.approx(mean, abs=1e-12)


def test_a_mixture_of_one_is_that_one(tree):
    profile = random_profile(tree, 4)
    assert np.allclose(mixture(tree, [profile, profile], [1.0, 3.0]), profile)


@pytest.mark.parametrize("weights", [[], [1.0], [0.0, 0.0], [-1.0, 2.0]])
def test_weights_that_do_not_fit_are_refused(tree, weights):
    with pytest.raises(ValueError, match="do not fit 2 profiles"):
        mixture(tree, [random_profile(tree, 1), random_profile(tree, 2)], weights)
