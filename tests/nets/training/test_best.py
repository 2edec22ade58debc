"""The best net of a run: sequential tests between nets, and what a run keeps of them."""

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [torch]")

from arena.sequential import Match, judge
from configs.schema import GameConfig
from engine_cy import DataError, GameOptionError, load_game
from nets.training import best as tests
from nets.training.best import BEST, NEW, compare, edges_of, seatings, table_shares
from nets.training.checkpoint import load_checkpoint, network_of, read_torch
from nets.training.config import AcceptConfig, Recipe, TrainConfig
from nets.training.facts import facts_of
from nets.training.layers import Threads
from nets.training.trainer import Trainer

MATCH = Match(0.02, 2000)


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_both_nets_sit_everywhere_equally_often(players):
    rows = seatings(players)
    assert len(set(rows)) == len(rows)
    for seat in range(players):
        column = [row[seat] for row in rows]
        assert column.count(NEW) == column.count(BEST) == len(rows) / 2


def test_the_edge_of_a_deal_is_that_of_the_arena():
    """One among the others, less the reverse; of two seats and of one, the difference."""
    rows = seatings(3)
    shares = np.zeros((len(rows), 2, 3))
    for i, row in enumerate(rows):
        if row.count(NEW) == 1:
            shares[i, 0, row.index(NEW)] = 1.0                   # deal 0: the new net wins alone
        else:
            shares[i, 1, row.index(BEST)] = 0.5                  # deal 1: the best gets a half
    assert edges_of(rows, shares).tolist() == [1.0, -0.5]
    two = np.array([[[0.75, 0.25]], [[0.5, 0.5]]])               # seats (new, best), (best, new)
    assert edges_of(seatings(2), two).tolist() == [0.25]
    assert edges_of(seatings(1), np.array([[[0.8]], [[0.5]]])) == pytest.approx([0.3])


def prefers(action, strength=9.0):
    """A policy that wants one action wherever it is legal."""
    def play(inputs):
        logits = np.zeros((len(inputs), 8), dtype=np.float32)
        logits[:, action] = strength
        return logits
    return play


@pytest.fixture(scope="module")
def kuhn():
    return facts_of([load_game("kuhn_poker", 2)])


def test_a_test_finds_the_stronger_net(kuhn):
    """Who always bets wins the ante of one who always passes; of equals none is stronger."""
    passes, bets = prefers(0), prefers(1)
    verdict = compare(kuhn, bets, passes, MATCH, 1, Threads(1))
    assert verdict.decision == "stronger"
    assert verdict.edge.mean > 0.3
    assert verdict == compare(kuhn, bets, passes, MATCH, 1, Threads(2))
    assert compare(kuhn, passes, bets, MATCH, 1, Threads(1)).decision == "not stronger"
    even = compare(kuhn, prefers(0, 0.0), prefers(0, 0.0), MATCH, 1, Threads(1))
    assert even.decision in ("not stronger", "undecided")


def test_a_test_ends_at_its_last_deal(kuhn):
    even = compare(kuhn, prefers(0, 0.0), prefers(0, 0.0), Match(0.02, 40), 3, Threads(1))
    assert (even.decision, even.blocks) == ("undecided", 40)


def lowest(inputs):
    """A policy that plays the lowest legal action."""
    return np.tile(-100.0 * np.arange(256, dtype=np.float32), (len(inputs), 1))


def test_all_games_of_a_deal_are_of_the_same_deal():
    """Policies without chance play it the same way, whoever is called the new one."""
    game = load_game("fairy_concerto", 3)
    facts = facts_of([game])
    first, *others = [table_shares(facts, game, row, 5, (lowest, lowest, lowest))
                      for row in seatings(3)]
    assert first.shape == (tests.STRETCH, 3)
    assert len({tuple(row) for row in first.tolist()}) > 1
    assert all(np.array_equal(first, other) for other in others)


def test_player_counts_take_turns(monkeypatch):
    facts = facts_of([load_game("fairy_concerto", count) for count in (2, 3)])
    seen = []

    def look(match, scores):
        seen.append(len(scores))
        return judge(match, scores)

    monkeypatch.setattr(tests, "judge", look)
    compare(facts, lowest, lowest, Match(0.5, 64), 3, Threads(1))
    assert seen[0] == 2 * tests.STRETCH


def settings(folder, **changes):
    given = {
        "game": GameConfig(name="kuhn_poker", players=2), "decisions": 3000, "games": 200,
        "recipe": Recipe(hidden=[16], critic_hidden=[8], minibatch=64, learning_rate=1e-2),
        "accept": AcceptConfig(every=2, effect=0.1, max_blocks=600), "threads": 1,
        "device": "cpu", "checkpoint_every": 0.0, "progress": False, "tensorboard": False,
        "run_dir": str(folder), "seed": 3}
    return TrainConfig(**given | changes)


def train(folder, **changes):
    trainer = Trainer(settings(folder, **changes))
    trainer.run([])
    return trainer


def accepted(folder):
    lines = [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]
    return {line["update"]: line["accept"] for line in lines if "accept" in line}


def same(a, b):
    return all(torch.equal(a[key], b[key]) for key in b)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("best") / "whole"
    return folder, train(folder)


def test_a_run_keeps_its_best_net(whole):
    folder, trainer = whole
    found = accepted(folder)
    last = trainer.progress["updates"]
    assert list(found) == sorted({*range(2, last + 1, 2), last})
    assert found[2]["decision"] == "first"
    best = 2
    for update, line in list(found.items())[1:]:
        assert line["against"] == best
        best = update if line["decision"] == "stronger" else best
        assert line["best"] == best
    assert best > 2                # it does learn
    checkpoint = load_checkpoint(folder)
    assert checkpoint.rest["best"]["update"] == best == trainer.best.update
    assert checkpoint.rest["best"]["progress"]["updates"] == best
    assert same(network_of(checkpoint, "best").state_dict(), trainer.best.state)
    assert same(read_torch(folder / "best.pt"), trainer.best.state)


def test_tests_do_not_change_what_is_learnt(tmp_path, whole):
    other = train(tmp_path / "run", accept=AcceptConfig())
    assert same(other.learner.average, whole[1].learner.average)
    assert not (tmp_path / "run" / "best.pt").exists()
    with pytest.raises(DataError, match="has looked for no best net"):
        network_of(load_checkpoint(tmp_path / "run"), "best")


def test_a_run_in_pieces_has_the_same_tests(tmp_path, whole):
    folder = tmp_path / "run"
    while not train(folder, stop_after=1).finished:
        pass
    assert accepted(folder) == accepted(whole[0])
    assert (folder / "best.pt").exists()
    assert same(read_torch(folder / "best.pt"), whole[1].best.state)


def test_a_test_that_was_broken_off_is_played_again(tmp_path, whole, monkeypatch):
    folder, count = tmp_path / "run", [0]
    play = tests.play_stretch

    def breaks(*args):
        count[0] += 1
        if count[0] == 3:
            raise KeyboardInterrupt
        return play(*args)

    monkeypatch.setattr(tests, "play_stretch", breaks)
    with pytest.raises(KeyboardInterrupt):
        train(folder)
    monkeypatch.undo()
    train(folder)
    assert accepted(folder) == accepted(whole[0])
    assert same(read_torch(folder / "best.pt"), whole[1].best.state)


def test_a_best_net_that_is_younger_than_the_checkpoint_is_found_again(tmp_path, whole):
    folder = tmp_path / "run"
    train(folder, stop_after=1)
    kept = (folder / "checkpoint.pt").read_bytes()
    train(folder)
    (folder / "checkpoint.pt").write_bytes(kept)
    train(folder, stop_after=0)
    assert not (folder / "best.pt").exists()
    train(folder)
    assert accepted(folder) == accepted(whole[0])
    assert same(read_torch(folder / "best.pt"), whole[1].best.state)


@pytest.mark.parametrize("accept, sentence", [
    ({"effect": 0.0}, "accept.effect=0.0 is out of range"),
    ({"alpha": 0.7}, "accept.alpha=0.7 is out of range"),
    ({"max_blocks": 0}, "accept.max_blocks=0 is out of range"),
])
def test_tests_that_cannot_be_are_refused(tmp_path, accept, sentence):
    with pytest.raises(GameOptionError, match=sentence):
        Trainer(settings(tmp_path, accept=AcceptConfig(every=1, **accept)))
