"""Several processes learn what one learns: torch's own launcher, gloo on the CPU."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [torch]")

ROOT = Path(__file__).resolve().parents[3]

def settings(folder, **changes):
    """Two player counts, a pool, a magnet, hidden cards to guess; three updates of a few steps."""
    from configs.schema import GameConfig
    from nets.training.config import PoolConfig, Recipe, TrainConfig

    given = {
        "game": GameConfig(name="hoi_pho"), "players": [3, 4], "games": 8, "decisions": 2500,
        "tables": 2, "seed": 5, "pool": PoolConfig(share=0.4), "snapshot_every": 1,
        "recipe": Recipe(hidden=[24, 16], critic_hidden=[16], minibatch=300, epochs=2,
                         critic_epochs=1, magnet=0.05),
        "device": "cpu", "threads": 1, "tensorboard": False, "progress": False,
        "checkpoint_every": 0.0, "run_dir": str(folder)}
    return TrainConfig(**given | changes)


def train(folder, **changes):
    from nets.training.trainer import Trainer

    Trainer(settings(folder, **changes)).run([])
    return load(folder)


def train_together(folder, processes):
    """Run the command line's `desgarrada train` by torch's launcher, where `folder` is."""
    words = [f"run_dir={folder}", "game=hoi_pho", "players=[3,4]", "recipe.hidden=[24,16]",
             "recipe.critic_hidden=[16]", "recipe.magnet=0.05", "device=cpu"]
    config = settings(folder)
    for key in ("games", "decisions", "tables", "seed", "snapshot_every", "threads",
                "checkpoint_every", "tensorboard", "progress"):
        words.append(f"{key}={getattr(config, key)}")
    words += ["pool.share=0.4", "recipe.minibatch=300", "recipe.epochs=2", "recipe.critic_epochs=1"]
    done = subprocess.run(
        [sys.executable, "-m", "torch.distributed.run", "--standalone",
         f"--nproc-per-node={processes}", "-m", "scripts.cli", "train", *words],
        cwd=ROOT, capture_output=True, text=True, timeout=300,
        env=os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("updates,") == 1      # the first process alone speaks
    return load(folder)


def load(folder):
    from nets.training.checkpoint import load_checkpoint

    lines = (folder / "curve.jsonl").read_text().splitlines()
    return load_checkpoint(folder), [json.loads(line) for line in lines]


def difference(a, b):
    return max(float((a[key].double() - b[key].double()).abs().max()) for key in a)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return train(tmp_path_factory.mktemp("group") / "run")


def assert_same(found, wanted):
    (checkpoint, curve), (one, line_by_line) = found, wanted
    assert checkpoint.progress["updates"] == one.progress["updates"] >= 3
    for key in ("decisions", "games", "moves"):
        assert checkpoint.progress[key] == one.progress[key]
    for ours, theirs in ((checkpoint.current, one.current), (checkpoint.ema, one.ema),
                         (checkpoint.rest["critic"], one.rest["critic"]),
                         (checkpoint.rest["magnet"], one.rest["magnet"])):
        assert difference(ours, theirs) < 1e-5
    assert [m["update"] for m in checkpoint.rest["pool"]] == [
        m["update"] for m in one.rest["pool"]]
    for row, other in zip(curve, line_by_line, strict=True):
        assert row.keys() == other.keys()
        for key in row.keys() - {"seconds", "play_seconds", "learn_seconds", "speed", "pool"}:
            assert row[key] == pytest.approx(other[key], rel=2e-3, abs=2e-4), key


def test_two_processes_equal_one(tmp_path, alone):
    assert_same(train_together(tmp_path / "run", 2), alone)
    # Only the first process writes.
    assert sorted(p.name for p in (tmp_path / "run").iterdir()) == [
        ".lock", "averages", "checkpoint.pt", "config.json", "curve.jsonl", "snapshots"]


@pytest.mark.slow
def test_three_processes_with_uneven_parts_go_on_with_the_run_of_one(tmp_path, alone):
    train(tmp_path / "run", stop_after=1)
    assert_same(train_together(tmp_path / "run", 3), alone)


def test_settings_that_do_not_fit_several_processes_are_refused(tmp_path):
    from engine_cy import GameOptionError
    from nets.training.group import Group
    from nets.training.trainer import Trainer

    pretended = Group()
    pretended.size = 3
    with pytest.raises(GameOptionError, match="tables=1 is too few for 3 processes"):
        Trainer(settings(tmp_path, tables=1), pretended)
    with pytest.raises(GameOptionError, match="executor='ray' is for one learner"):
        Trainer(settings(tmp_path, executor="ray"), pretended)


def test_minibatches_of_processes_are_those_of_one():
    from nets.training.config import Recipe
    from nets.training.minibatches import minibatches, moments, shared_minibatches

    class Part:
        """A part of 100 rows, beginning with row `begin`."""

        def __init__(self, begin, end):
            self.begin = begin
            self.seats = np.ones((end - begin, 2), dtype=bool)
            self.following = np.arange(begin, end) % 3 - 1

        def __len__(self):
            return len(self.seats)

    class Pretended:
        """One of three processes; what the others would say is made up."""

        def __init__(self, rank):
            self.rank = rank

        def gather(self, item):
            return [10, 60, 30]

        def sums(self, numbers):
            return numbers * (100 / [10, 60, 30][self.rank] if numbers.size == 2 else 1)

    recipe = Recipe(minibatch=30, epochs=2, auxiliary_part=0.25)
    parts = [Part(0, 10), Part(10, 70), Part(70, 100)]
    own = [shared_minibatches(part, recipe, 7, Pretended(rank)) for rank, part in enumerate(parts)]
    for i, (epoch, rows) in enumerate(minibatches(100, recipe, 7)):
        steps = [steps[i] for steps in own]
        assert {step.epoch for step in steps} == {epoch}
        whole = np.concatenate([s.rows + p.begin for s, p in zip(steps, parts, strict=True)])
        assert sorted(whole) == sorted(rows)
        some = np.concatenate([s.some + p.begin for s, p in zip(steps, parts, strict=True)])
        assert sorted(some) == sorted(rows[: int(len(rows) * 0.25)])
        assert all(list(s.rows[: len(s.some)]) == list(s.some) for s in steps)
    mean, spread = moments(np.array([1.0, 3.0], dtype=np.float32), Pretended(1))
    assert mean == pytest.approx(2.0)
    assert spread >= 0.0
