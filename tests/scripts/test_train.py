"""``desgarrada train``: settings, recipes, and that training learns."""

import json

import pytest

pytest.importorskip("torch", reason="training needs the extra [torch]")

from nets.training.lab import measure_run
from scripts.cli import main

SMALL = ["games=100", "recipe.hidden=[8]", "recipe.critic_hidden=[8]", "threads=1",
         "device=cpu", "tensorboard=false", "progress=false"]


def train(*words):
    return main(["train", *SMALL, *words])


@pytest.mark.parametrize("recipe, players", [
    ("hoi_pho", None), ("fairy_concerto", None), ("fado_duetos", None), ("house_of_fado", None),
    ("lab_hoi_pho_2p", "[2]"), ("lab_hoi_pho_3p", "[3]"), ("kuhn_poker", "[2]")])
def test_every_recipe_starts(recipe, players, tmp_path, capsys):
    code = train(f"train={recipe}", f"run_dir={tmp_path}/run", "stop_after=1", "games=8")
    out, err = capsys.readouterr()
    assert code == 0, err
    assert out.startswith("1 updates, ") and "the same command goes on" in out
    row = json.loads((tmp_path / "run" / "curve.jsonl").read_text())
    assert row["update"] == 1 and row["decisions"] > 0
    if players:
        config = json.loads((tmp_path / "run" / "config.json").read_text())
        assert config["players"] == json.loads(players)


@pytest.mark.parametrize("word, sentence", [
    ("decisions=0", "decisions=0 is out of range; allowed are 1 to"),
    ("recipe.hidden=[]", "recipe.hidden=[] has no layer; at least one is needed."),
    ("recipe.clip=0", "recipe.clip=0.0 is out of range; it must be above 0."),
    ("recipe.teacher=1", "recipe.teacher=1.0 needs a compiled script, and kuhn_poker has none; "
     "allowed: 0."),
    ("recipe.entropy=nan", "recipe.entropy=nan is out of range; allowed are 0 to 100."),
    ("recipe.learning_rate_end=-1", "recipe.learning_rate_end=-1.0 is out of range; allowed are 0"),
    ("recipe.magnet_rate=2", "recipe.magnet_rate=2.0 is out of range; allowed are 0 to 1."),
    ("recipe.value=-1", "recipe.value=-1.0 is out of range; allowed are 0 to 100."),
    ("stop_after=-1", "stop_after=-1 is out of range; allowed are 0 to"),
    ("threads=0", "threads=0 is out of range; allowed are 1 to 1024."),
    ("recipe.teacher_part=0", "recipe.teacher_part=0.0 is out of range; it must be above 0."),
    ("recipe.deals=1", "recipe.deals=1 needs a leaf formula, and kuhn_poker has none; allowed: 0."),
    ("device=tpu", "device='tpu' is unknown; allowed are auto, cpu, cuda and cuda:N."),
    ("precision=fp8", "precision='fp8' is unknown; allowed are auto, fp32 and bf16."),
    ("players=[9]", "9"),
    ("recipe.hiden=[8]", "there is no setting 'recipe.hiden'"),
    ("train=hoi_foo", "hoi_foo"),
    ("evaluation.bots=[rnadom]", "there is no bot 'rnadom' (did you mean random?)"),
])
def test_bad_settings_are_one_sentence(word, sentence, tmp_path, capsys):
    code = train("train=kuhn_poker", f"run_dir={tmp_path}/run", "evaluation.every=10", word)
    err = capsys.readouterr().err
    assert code == 2
    assert err.startswith("desgarrada: ") and err.count("\n") == 1
    assert sentence in err


def test_evaluations_are_in_the_curve(tmp_path, capsys):
    assert train("train=kuhn_poker", f"run_dir={tmp_path}/run", "decisions=600",
                 "evaluation.every=300", "evaluation.blocks=3", "evaluation.bots=[random]") == 0
    rows = [json.loads(line) for line in (tmp_path / "run" / "curve.jsonl").open()]
    found = [row["evaluation"]["random@2"] for row in rows if "evaluation" in row]
    assert len(found) == 2
    assert all(result["games"] == 6 and -1 <= result["edge"] <= 1 for result in found)


def test_evaluations_change_nothing_that_is_learnt(tmp_path):
    import torch

    from nets.training.checkpoint import load_checkpoint

    common = ("train=kuhn_poker", "decisions=600")
    train(*common, f"run_dir={tmp_path}/a")
    train(*common, f"run_dir={tmp_path}/b", "evaluation.every=200", "evaluation.blocks=2")
    a, b = (load_checkpoint(tmp_path / name).current for name in "ab")
    assert all(torch.equal(a[key], b[key]) for key in a)


def test_tensorboard_gets_the_curve(tmp_path):
    pytest.importorskip("tensorboard", reason="logs need the extra [torch]")
    train("train=kuhn_poker", f"run_dir={tmp_path}/run", "stop_after=1", "tensorboard=true")
    assert list((tmp_path / "run" / "tensorboard").glob("events*"))


def test_training_learns_kuhn_poker(tmp_path):
    """In seconds it closes half of the gap between uniform play and equilibrium."""
    assert train("train=kuhn_poker", f"run_dir={tmp_path}/run", "decisions=100_000", "games=2000",
                 "recipe.hidden=[32,32]", "recipe.minibatch=1024", "snapshot_every=2") == 0
    measured = measure_run(tmp_path / "run")
    assert measured.closed("ema") > 0.5
    assert measured.closed("mixture") > 0.5


def test_a_sweep_by_several_processes_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "2")
    assert train("-m", "train=kuhn_poker", f"run_dir={tmp_path}/run", "seed=1,2") == 2
    assert "sweep (-m) without it" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
