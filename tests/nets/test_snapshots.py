"""Bundles that keep snapshots, and the bot that picks one for each game."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from arena.entrants import read_entrants
from arena.lab import contenders, judge, open_lab
from configs.labs import named_labs
from engine_cy import load_game
from nets.bundle import BundleError, bundle_bytes, new_bundle, parse_bundle, write_bundle
from nets.export import build_bundle
from nets.lab import inputs_of, mixture, net_profile
from nets.snapshots import MEMBER, drawn, linear_weights
from nets.testing import random_layers
from nets.verify import FAULT, OK, verify_bundle
from search import make_bot
from search.exact import bot_profiles, build_tree
from search.mlp import MLP

GAME = load_game("kuhn_poker", 2)
UPDATES = (20, 40, 60)


def layers(seed):
    return random_layers(GAME, (8,), seed, scale=3.0)


def bundle(dtype="float32", updates=UPDATES):
    return new_bundle([GAME], layers(0), dtype=dtype,
                      snapshots={update: layers(update) for update in updates})


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    file = tmp_path_factory.mktemp("bundles") / "past.zip"
    write_bundle(file, bundle())
    return file


@pytest.fixture(scope="module")
def tree():
    return build_tree(GAME)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8"])
def test_snapshots_come_back_and_give_the_same_bytes(dtype):
    made = bundle(dtype)
    read = parse_bundle(bundle_bytes(made))
    assert read.manifest["snapshots"] == list(UPDATES)
    assert bundle_bytes(read) == bundle_bytes(made)
    alone = [new_bundle([GAME], layers(update), dtype=dtype).mlp() for update in UPDATES]
    x = np.ones((1, GAME.observation_tensor_size), np.float32)
    assert [net.forward(x).tolist() for net in read.snapshots()] == [
        net.forward(x).tolist() for net in alone]
    assert new_bundle([GAME], layers(0)).snapshots() == []


def test_what_is_no_snapshot_is_refused():
    with pytest.raises(BundleError, match="A snapshot has other layers than the network"):
        new_bundle([GAME], layers(0), snapshots={1: random_layers(GAME, (9,))})
    for updates in ([], [3, 2], [1, 1], [-1], "12", [True]):
        made = bundle()
        odd = replace(made, manifest={**made.manifest, "snapshots": updates})
        with pytest.raises(BundleError, match=r"snapshots is .*, not an ascending list"):
            parse_bundle(bundle_bytes(odd))


@pytest.mark.parametrize("damage", [
    lambda manifest, members: manifest.update(snapshots=[20, 40]),
    lambda manifest, members: members.update({MEMBER: members[MEMBER][:-1]}),
    lambda manifest, members: members.pop(MEMBER),
])
def test_broken_snapshots_are_one_sentence(damage):
    made = bundle()
    manifest, members = dict(made.manifest), dict(made.members)
    damage(manifest, members)
    with pytest.raises(BundleError, match=r"Bundle in memory has broken snapshots: \d+ bytes"):
        replace(made, manifest=manifest, members=members).snapshots()


def test_verify_reads_them(tmp_path):
    made = build_bundle([GAME], layers(0), onnx=False, snapshots={3: layers(1)})
    for name, bundle_, sentence in (
        ("good", made, "1 earlier networks are kept"),
        ("none", build_bundle([GAME], layers(0), onnx=False), "no earlier networks are kept"),
        ("odd", replace(made, manifest={k: v for k, v in made.manifest.items()
                                        if k != "snapshots"}), "says nothing of the snapshots"),
    ):
        write_bundle(tmp_path / name, bundle_)
        said, = [f for f in verify_bundle(tmp_path / name) if f.part == "snapshots"]
        assert sentence in said.sentence
        assert said.verdict == (FAULT if name == "odd" else OK)


def test_a_snapshot_is_drawn_by_its_number():
    counts = Counter(drawn(seed, 4) for seed in range(4000))
    assert sorted(counts) == [0, 1, 2, 3]
    assert np.allclose([counts[i] / 4000 for i in range(4)], [0.1, 0.2, 0.3, 0.4], atol=0.03)
    assert drawn(5, 1) == 0


def test_the_bot_keeps_to_one_snapshot_for_a_game(path):
    bot = make_bot(f"net+path:{path}+pick:snapshots", GAME, 1)
    state = GAME.new_initial_state(3)
    view = state.observation(0)
    nets = bundle().snapshots()
    for seed in range(8):
        bot.reset(seed)
        logits = nets[drawn(seed, 3)].forward(view.tensor()[None])[0]
        for _ in range(3):
            assert np.array_equal(bot.logits(view), logits)
            assert bot.act(view) in (0, 1)


def test_a_bundle_without_snapshots_says_how_to_make_one(tmp_path):
    write_bundle(tmp_path / "a.zip", new_bundle([GAME], layers(0)))
    with pytest.raises(BundleError, match=r"keeps no snapshots to pick from; .* snapshots=true"):
        make_bot(f"net+path:{tmp_path}/a.zip+pick:snapshots", GAME, 1)


@pytest.mark.parametrize("words", ["", "+temperature:0.5", "+temperature:0"])
def test_a_net_is_measured_as_it_plays(path, tree, words):
    spec = f"net+path:{path}{words}"
    found = bot_profiles(tree, spec, seeds=2)
    bot = make_bot(spec, GAME, 1)
    assert np.array_equal(found[0], found[1])
    for i in range(tree.num_sets):
        where = tree.sequences(i)
        said = bot.policy(tree.observation(i))[tree.action[where]]
        assert np.allclose(found[0, where], said, atol=1e-6)


def test_a_mixture_is_measured_by_plans(path, tree):
    found = bot_profiles(tree, f"net+path:{path}+pick:snapshots", seeds=1)[0]
    profiles = [net_profile(tree, net, inputs_of(tree)) for net in bundle().snapshots()]
    wanted = mixture(tree, profiles, linear_weights(3))
    assert np.allclose(found, wanted)
    by_set = np.average(profiles, axis=0, weights=linear_weights(3))
    assert not np.allclose(found, by_set, atol=1e-3)    # the average of plans is another one


def test_the_likeliest_action_is_the_first_of_equals(tree):
    size = GAME.num_distinct_actions + 2
    zero = MLP([(np.zeros((size, GAME.observation_tensor_size), np.float32),
                 np.zeros(size, np.float32))], GAME.num_distinct_actions, 2)
    profile = net_profile(tree, zero, temperature=0.0)
    assert all(profile[tree.sequences(i)].tolist() == [1.0, 0.0] for i in range(tree.num_sets))


def test_the_lab_takes_both(path):
    lab = open_lab("kuhn_poker", named_labs()["kuhn_poker"])
    entrants = read_entrants([f"net+path:{path}", f"net+path:{path}+pick:snapshots",
                              f"net_ismcts+path:{path}+sims:10"])
    rows = [judge(lab, one) for one in contenders(lab, entrants, seeds=2, seed=1)]
    assert [row["form"] for row in rows] == ["mixture", "argmax"] * 3
    assert rows[0]["error"] == rows[2]["error"] == 0.0
