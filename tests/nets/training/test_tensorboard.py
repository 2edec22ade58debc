"""What TensorBoard is told is what the curve says, also of a run that was killed and resumed."""

import json

import pytest

pytest.importorskip("torch", reason="training needs the extra [torch]")
pytest.importorskip("tensorboard", reason="the extra [torch] brings tensorboard")

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from configs.schema import GameConfig
from nets.training.config import AcceptConfig, EvaluationConfig, Recipe, TrainConfig
from nets.training.trainer import Trainer
from nets.training.watchers import make_watchers


def train(folder, **changes):
    given = {
        "game": GameConfig(name="kuhn_poker", players=2), "decisions": 2500, "games": 200,
        "recipe": Recipe(hidden=[16], critic_hidden=[8], minibatch=256), "threads": 1,
        "device": "cpu", "checkpoint_every": 1e6, "progress": False, "run_dir": str(folder),
        "evaluation": EvaluationConfig(every=900, bots=["random"], blocks=4),
        "accept": AcceptConfig(every=2, max_blocks=64)}
    config = TrainConfig(**given | changes)
    notes = []
    trainer = Trainer(config)
    trainer.run(make_watchers(config, notes))
    assert notes == []


def numbers_of(folder):
    """Return {(tag, step): value} of a log, as TensorBoard shows it."""
    log = EventAccumulator(str(folder / "tensorboard"), size_guidance={"scalars": 0})
    log.Reload()
    found = {}
    for tag in log.Tags()["scalars"]:
        for event in log.Scalars(tag):
            assert (tag, event.step) not in found
            found[tag, event.step] = event.value
    return found


def wanted(folder):
    """Return the same of the curve."""
    found = {}
    for line in (folder / "curve.jsonl").read_text().splitlines():
        row = json.loads(line)
        step = row["decisions"]
        for key, value in row.items():
            if isinstance(value, (int, float)) and key not in ("update", "decisions"):
                found[f"train/{key}", step] = value
        for bot, result in row.get("evaluation", {}).items():
            found[f"edge/{bot}", step] = result["edge"]
        if row.get("accept", {}).get("edge") is not None:
            found["accept/edge", step] = row["accept"]["edge"]
            found["accept/best", step] = row["accept"]["best"]
    return found


def assert_same(folder):
    told, curve = numbers_of(folder), wanted(folder)
    assert told.keys() == curve.keys()
    for key, value in curve.items():
        assert told[key] == pytest.approx(value, rel=1e-6), key     # they are kept as float32


def test_the_log_has_the_numbers_of_the_curve(tmp_path):
    train(tmp_path / "run", stop_after=3)
    train(tmp_path / "run")
    assert_same(tmp_path / "run")
    tags = {tag for tag, _ in numbers_of(tmp_path / "run")}
    assert {"train/entropy", "train/speed", "edge/random@2", "accept/edge", "accept/best"} <= tags


def test_numbers_after_the_checkpoint_are_purged_when_they_are_made_again(tmp_path):
    folder = tmp_path / "run"
    train(folder, stop_after=2)
    kept = (folder / "checkpoint.pt").read_bytes()
    train(folder, stop_after=3)
    (folder / "checkpoint.pt").write_bytes(kept)      # as if it had been killed
    train(folder)
    assert_same(folder)


def test_without_tensorboard_a_note_says_so(tmp_path, monkeypatch):
    import builtins

    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.startswith("torch.utils.tensorboard"):
            raise ModuleNotFoundError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    notes = []
    config = TrainConfig(game=GameConfig(name="kuhn_poker"), progress=False)
    assert len(make_watchers(config, notes)) == 1
    assert len(notes) == 1
    assert "tensorboard is not installed" in notes[0]
