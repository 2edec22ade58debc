"""A run can be stopped anywhere: what comes after is bit for bit what would have come."""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from importlib import resources
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [torch]")

from configs.schema import GameConfig
from engine_cy import DataError, GameOptionError
from nets.training.checkpoint import (
    add_row,
    load_checkpoint,
    network_of,
    read_torch,
    write_torch,
)
from nets.training.config import PoolConfig, Recipe, TrainConfig
from nets.training.ppo import Learner
from nets.training.trainer import Trainer

ROOT = Path(__file__).resolve().parents[3]


def settings(folder, **changes):
    """A run of eight or nine small updates, with a pool and a magnet."""
    given = {
        "game": GameConfig(name="kuhn_poker", players=2), "decisions": 3400, "games": 200,
        "recipe": Recipe(hidden=[16, 16], critic_hidden=[8], minibatch=128, magnet=0.05),
        "pool": PoolConfig(share=0.3), "snapshot_every": 2, "threads": 1, "device": "cpu",
        "checkpoint_every": 0.0, "progress": False, "tensorboard": False,
        "run_dir": str(folder), "seed": 3}
    return TrainConfig(**given | changes)


def train(folder, **changes):
    trainer = Trainer(settings(folder, **changes))
    trainer.run([])
    return trainer


def same(a, b):
    """Whether two values of a checkpoint are equal to the last bit."""
    if isinstance(a, torch.Tensor):
        return torch.equal(a, b)
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return a == b


def assert_same_run(folder, whole):
    found, wanted = load_checkpoint(folder), load_checkpoint(whole)
    for part in ("current", "ema", "rest", "config", "game"):
        assert same(getattr(found, part), getattr(wanted, part)), part
    assert found.snapshots.keys() == wanted.snapshots.keys()
    for update in wanted.snapshots:
        assert same(found.snapshot(update), wanted.snapshot(update))
    timed = ("seconds", "play_seconds", "learn_seconds", "speed")
    lines = [[{k: v for k, v in json.loads(line).items() if k not in timed}
              for line in (path / "curve.jsonl").read_text().splitlines()]
             for path in (folder, whole)]
    assert lines[0] == lines[1]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The uninterrupted run."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    trainer = train(folder)
    assert trainer.finished and trainer.progress["updates"] in (8, 9)
    assert trainer.pool.members
    return folder


def test_a_run_in_pieces_is_the_whole_run(tmp_path, whole):
    while not train(tmp_path / "run", stop_after=1).finished:
        pass
    assert_same_run(tmp_path / "run", whole)


def test_updates_after_the_checkpoint_are_made_again(tmp_path, whole):
    folder = tmp_path / "run"
    train(folder, stop_after=3)
    kept = (folder / "checkpoint.pt").read_bytes()
    train(folder, stop_after=3)
    (folder / "checkpoint.pt").write_bytes(kept)
    (folder / "checkpoint.pt.77.part").write_bytes(b"half a file")
    (folder / "snapshots" / "000002.pt.77.part").write_bytes(b"half a file")
    train(folder)
    assert not list(folder.rglob("*.part"))
    assert_same_run(folder, whole)


# Imports torch once, then makes a process for each line: to start Python anew each time is slow.
NURSERY = """
import json, os, sys
sys.path[:0] = [{root!r}, {here!r}]
from test_resume import train
for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        train(**json.loads(line))
        os._exit(0)
    print(pid, flush=True)
    print(os.waitpid(pid, 0)[1], flush=True)
"""


class Nursery:
    """Starts runs in processes of their own."""

    def __init__(self):
        script = NURSERY.format(root=str(ROOT), here=str(Path(__file__).parent))
        self._process = subprocess.Popen([sys.executable, "-c", script], text=True,
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def start(self, folder, changes):
        """Return the process id of a run."""
        self._process.stdin.write(json.dumps({"folder": str(folder), **changes}) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def status(self):
        """Wait for the run; 0: it came to its end, 9: it was killed."""
        return int(self._process.stdout.readline())

    def close(self):
        self._process.communicate()
        assert self._process.returncode == 0


def kill_and_resume(folder, kills, seed, slowest, **changes):
    """Start the run, kill it after a random time, and so on; then let it end."""
    chance, nursery, killed = random.Random(seed), Nursery(), 0
    while killed < kills:
        before = progress(folder)
        pid = nursery.start(folder, changes)
        begun = time.monotonic()
        # Counted from the moment it works: to load the checkpoint takes time.
        while progress(folder) == before and time.monotonic() - begun < 30:
            time.sleep(0.001)
        time.sleep(chance.random() * slowest)
        os.kill(pid, signal.SIGKILL)
        status = nursery.status()
        if status == 0:                       # it had come to its end: nothing left to kill
            break
        assert status == signal.SIGKILL
        killed += 1
    nursery.start(folder, changes)
    assert nursery.status() == 0
    nursery.close()
    return killed


def progress(folder):
    path = folder / "curve.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_three_kills_change_nothing(tmp_path, whole):
    assert kill_and_resume(tmp_path / "run", 3, 1, 0.03) >= 1
    assert_same_run(tmp_path / "run", whole)


@pytest.mark.soak
def test_twenty_kills_change_nothing(tmp_path):
    """A longer run, checkpoints seldom: updates are lost, and made again."""
    long = {"decisions": 150_000, "games": 1000, "checkpoint_every": 0.1}
    train(tmp_path / "whole", **long)
    assert kill_and_resume(tmp_path / "run", 20, 7, 0.5, **long) == 20
    assert_same_run(tmp_path / "run", tmp_path / "whole")


@pytest.mark.parametrize("change, sentence", [
    ({"seed": 4}, "seed=3, not 4"),
    ({"games": 100}, "games=200, not 100"),
    ({"recipe": Recipe(hidden=[8])}, r"recipe\.hidden=\[16, 16\], not \[8\]"),
    ({"game": GameConfig(name="leduc_poker")}, r'game\.name="kuhn_poker", not "leduc_poker"'),
])
def test_another_run_is_refused(whole, change, sentence):
    with pytest.raises(GameOptionError, match=f"holds a run with {sentence}; choose another"):
        train(whole, **change)


def test_a_folder_in_use_is_refused(tmp_path):
    from nets.training.checkpoint import alone_in

    folder = tmp_path / "run"
    folder.mkdir()
    with alone_in(folder), pytest.raises(DataError, match="is in use by another process"):
        train(folder)


def test_a_broken_checkpoint_is_one_sentence(tmp_path, whole):
    with pytest.raises(DataError, match="there is no checkpoint"):
        load_checkpoint(tmp_path)
    (tmp_path / "checkpoint.pt").write_bytes(b"no zip")
    with pytest.raises(DataError, match="cannot be read"):
        load_checkpoint(tmp_path)
    write_torch(tmp_path / "checkpoint.pt", {"format": 0})
    with pytest.raises(DataError, match="is no checkpoint of a training run"):
        load_checkpoint(tmp_path)
    with pytest.raises(DataError, match="no snapshot of update 3; there are 2, 4, 6, 8"):
        load_checkpoint(whole).snapshot(3)


def test_a_checkpoint_that_lacks_something_is_one_sentence(tmp_path, whole):
    write_torch(tmp_path / "checkpoint.pt", {"format": 1})
    with pytest.raises(DataError, match="is no checkpoint of a training run"):
        load_checkpoint(tmp_path)
    folder = shutil.copytree(whole, tmp_path / "run")
    content = read_torch(folder / "checkpoint.pt")
    write_torch(folder / "checkpoint.pt", content | {"current": {}})
    with pytest.raises(DataError, match="weights are those of no net of this run"):
        network_of(load_checkpoint(folder), "current")
    for damage in ({"current": {}}, {"rest": content["rest"] | {"optimizer": {}}}):
        write_torch(folder / "checkpoint.pt", content | damage)
        with pytest.raises(DataError, match=r"checkpoint\.pt: the file is no checkpoint of this"):
            train(folder)


def test_a_bit_that_has_flipped_in_a_checkpoint_is_noticed(tmp_path):
    path = tmp_path / "checkpoint.pt"
    weights = torch.linspace(1, 2, 64)
    write_torch(path, {"weights": weights})
    raw = bytearray(path.read_bytes())
    raw[raw.index(weights.numpy().tobytes()) + 3] ^= 0x40
    path.write_bytes(raw)
    with pytest.raises(DataError, match=r"the file is damaged; the checksum of .*/data/0 is"):
        read_torch(path)


def test_a_run_does_not_go_on_under_other_component_data(tmp_path):
    """The settings name the file of the data; what stands in it may have changed."""
    box = tmp_path / "box.toml"
    text = resources.files("engine_cy.data").joinpath("hoi_pho_lab_2p.toml").read_text("utf-8")
    box.write_text(text, "utf-8")
    game = GameConfig(name="hoi_pho", data=str(box), options={"max_rounds": 1})
    train(tmp_path / "run", game=game, players=[2], games=20, stop_after=1)
    before = (tmp_path / "run" / "checkpoint.pt").read_bytes()
    assert "start_money = 5" in text
    box.write_text(text.replace("start_money = 5", "start_money = 6"), "utf-8")
    with pytest.raises(GameOptionError, match="data of hoi_pho have changed since"):
        train(tmp_path / "run", game=game, players=[2], games=20, stop_after=1)
    assert (tmp_path / "run" / "checkpoint.pt").read_bytes() == before


def test_a_checkpoint_of_another_run_is_not_gone_on_with(tmp_path, whole):
    folder = shutil.copytree(whole, tmp_path / "run")
    (folder / "config.json").unlink()
    with pytest.raises(GameOptionError, match=r"checkpoint\.pt is of a run with seed=3, not 4"):
        train(folder, seed=4)


def test_files_of_other_programs_stay_in_the_folder(tmp_path):
    """A browser calls what it has not loaded to the end so, too."""
    folder = tmp_path / "run"
    others = [folder / "film.part", folder / "films" / "checkpoint.pt.7.part"]
    others[1].parent.mkdir(parents=True)
    for path in others:
        path.write_text("half a film")
    train(folder, stop_after=1)
    assert [path.read_text() for path in others] == ["half a film"] * 2


def test_a_net_that_is_lost_leaves_the_last_checkpoint(tmp_path, monkeypatch):
    folder = tmp_path / "run"
    train(folder, stop_after=1)
    before = (folder / "checkpoint.pt").read_bytes(), (folder / "curve.jsonl").read_bytes()
    learn = Learner.learn

    def loses(learner, *given):
        told = learn(learner, *given)
        with torch.no_grad():
            learner.net.policy.bias[0] = float("nan")
        return told

    monkeypatch.setattr(Learner, "learn", loses)
    with pytest.raises(GameOptionError, match="Update 2 has led to weights that are no finite num"):
        train(folder)
    assert ((folder / "checkpoint.pt").read_bytes(),
            (folder / "curve.jsonl").read_bytes()) == before


def test_a_rate_that_blows_the_net_up_is_one_sentence(tmp_path):
    with pytest.raises(GameOptionError, match=r"recipe\.learning_rate below 1e\+30 may do better"):
        train(tmp_path / "run", recipe=Recipe(hidden=[8], critic_hidden=[8], learning_rate=1e30))
    assert not (tmp_path / "run" / "checkpoint.pt").exists()


@pytest.mark.parametrize("write", [
    lambda path: write_torch(path, {"weights": torch.zeros(9999)}),
    lambda path: add_row(path, {"update": 1, "text": "x" * 9999}),
], ids=["checkpoint", "curve"])
def test_a_file_that_has_no_room_is_named(tmp_path, write):
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, limit[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            write(tmp_path / "a.pt")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert caught.value.filename == str(tmp_path / "a.pt")


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "checkpoint.pt"
    write_torch(path, {"format": 1})
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"checkpoint\.pt"):
        write_torch(path, {"format": 2})
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_nets_of_a_checkpoint(whole):
    checkpoint = load_checkpoint(whole)
    found = [network_of(checkpoint, which).state_dict() for which in ("ema", "current", 4)]
    assert same(dict(found[0]), dict(checkpoint.ema))
    assert same(dict(found[1]), dict(checkpoint.current))
    assert same(dict(found[2]), dict(checkpoint.snapshot(4)))
    assert not same(dict(found[0]), dict(found[1]))
    assert not any("critic" in key for key in found[0])


def test_a_teacher_is_heard_at_first_and_then_no_more(tmp_path):
    """The policy comes nearer to the script's moves; after its part of the run it is left alone."""
    taught = {"game": GameConfig(name="fairy_concerto", players=2), "players": [2], "games": 64,
              "decisions": 11_000}
    recipe = {"hidden": [64], "critic_hidden": [8], "minibatch": 256, "entropy": 0.0, "epochs": 8,
              "learning_rate": 5e-3}
    rows = {}
    for name, weight in (("with", 20.0), ("without", 0.0)):
        folder = tmp_path / name
        train(folder, **taught, recipe=Recipe(**recipe, teacher=weight, teacher_part=0.5))
        lines = (folder / "curve.jsonl").read_text().splitlines()
        rows[name] = [json.loads(line) for line in lines]
    weights = [row["teacher_weight"] for row in rows["with"]]
    assert weights[0] == 20.0 and weights == sorted(weights, reverse=True) and weights[-1] == 0
    heard = [row["taught"] for row in rows["with"] if row["teacher_weight"]]
    assert len(heard) >= 3 and heard[-1] < 0.95 * heard[0]
    assert all(row["taught"] == 0 for row in rows["with"] if not row["teacher_weight"])
    assert all(row["taught"] == row["teacher_weight"] == 0 for row in rows["without"])


def test_changed_rules_are_refused(whole):
    checkpoint = load_checkpoint(whole)
    checkpoint.game["fingerprints"]["2"] = "another"
    with pytest.raises(GameOptionError, match="have changed since this was trained"):
        network_of(checkpoint)


def test_a_setting_that_came_later_than_the_run_has_its_default(tmp_path):
    folder = tmp_path / "run"
    train(folder, stop_after=1)
    held = json.loads((folder / "config.json").read_text())
    assert held.pop("tables") == 4
    assert held["recipe"].pop("deals") == 0
    (folder / "config.json").write_text(json.dumps(held))
    train(folder, stop_after=1)
    with pytest.raises(GameOptionError, match="tables=4, not 2"):
        train(folder, tables=2)
