"""From a training run to a bundle that plays: which net, what it says, what is refused."""

import os
import sys

import pytest

from engine_cy import load_game
from nets.bundle import BundleError, read_bundle
from nets.curve import read_rows
from nets.from_run import bundle_of_run
from nets.verify import FAULT, verify_bundle
from scripts import cli
from search import make_bot

pytest.importorskip("torch", reason="the extra [torch] is not installed")
checkpoints = pytest.importorskip("nets.training.checkpoint")


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory):
    """A run of a few updates at Kuhn poker for two and three."""
    folder = tmp_path_factory.mktemp("runs") / "kuhn"
    words = ["game=kuhn_poker", "players=[2,3]", "decisions=4000", "games=256", "threads=1",
             "recipe.hidden=[16,16]", "recipe.critic_hidden=[8]", "snapshot_every=2",
             "tensorboard=false", "progress=false", f"run_dir={folder}"]
    assert cli.main(["train", *words]) == 0
    return folder


def export(capsys, *words):
    code = cli.main(["export", *words])
    return (code, *capsys.readouterr())


def test_the_command_writes_a_bundle_that_is_good_and_plays(run_dir, tmp_path, capsys):
    out = tmp_path / "kuhn.zip"
    code, text, err = export(capsys, f"run_dir={run_dir}", f"out={out}", "onnx=false")
    assert (code, err) == (0, "")
    assert text.startswith("kuhn_poker for 2, 3 players, ema after ")
    assert f"net+path:{out}" in text
    assert FAULT not in {finding.verdict for finding in verify_bundle(out)}
    for players in (2, 3):
        game = load_game("kuhn_poker", players)
        state = game.new_initial_state(1)
        bot = make_bot(f"net+path:{out}", game, 1)
        assert bot.act(state.observation(0)) in (0, 1)


def test_the_manifest_says_how_it_was_trained(run_dir):
    found = bundle_of_run(run_dir, onnx=False)
    trained = found.manifest["trained"]
    assert trained["which"] == "ema"
    assert trained["decisions"] == trained["progress"]["decisions"] >= 4000
    assert len(trained["date"]) == 10
    assert trained["config"]["recipe"]["hidden"] == [16, 16]
    assert "run_dir" not in trained["config"]  # a path of somebody's machine
    assert found.manifest["hidden"] == [16, 16]


def test_an_earlier_net_does_not_boast_of_the_whole_run(run_dir, capsys):
    """What it has learnt from is less than the run that went on without it."""
    rows = {row["update"]: row["decisions"] for row in read_rows(run_dir / "curve.jsonl")}
    found = bundle_of_run(run_dir, "2", onnx=False).manifest["trained"]
    assert found["decisions"] == rows[2] < found["progress"]["decisions"]
    content = checkpoints.read_torch(run_dir / "checkpoint.pt")
    kept = (run_dir / "checkpoint.pt").read_bytes()
    best = checkpoints.read_torch(run_dir / "snapshots" / "000002.pt")
    checkpoints.write_torch(run_dir / "best.pt", best)
    content["rest"]["best"] = {"update": 2, "state": best, "progress": {"decisions": rows[2]}}
    checkpoints.write_torch(run_dir / "checkpoint.pt", content)
    assert bundle_of_run(run_dir, "best", onnx=False).manifest["trained"]["decisions"] == rows[2]
    checkpoints.write_torch(run_dir / "best.pt", content["current"])   # of a later update
    _, out, _ = export(capsys, f"run_dir={run_dir}", "which=best", "onnx=false")
    assert "best after an unknown number of decisions" in out
    (run_dir / "checkpoint.pt").write_bytes(kept)
    (run_dir / "best.pt").unlink()
    (run_dir / "kuhn_poker.zip").unlink()


def test_the_same_run_gives_the_same_bytes(run_dir, tmp_path, capsys):
    for name in ("a.zip", "b.zip"):
        export(capsys, f"run_dir={run_dir}", f"out={tmp_path / name}", "onnx=false")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["a.zip", "b.zip"]


def test_without_a_name_the_bundle_lies_in_the_run(run_dir, capsys):
    code = export(capsys, f"run_dir={run_dir}", "onnx=false", "weights=float16")[0]
    assert code == 0
    assert read_bundle(run_dir / "kuhn_poker.zip").manifest["dtype"] == "float16"
    (run_dir / "kuhn_poker.zip").unlink()


def test_the_temperature_goes_into_the_manifest(run_dir, capsys):
    export(capsys, f"run_dir={run_dir}", "onnx=false", "temperature=0.25")
    assert read_bundle(run_dir / "kuhn_poker.zip").temperature == 0.25
    export(capsys, f"run_dir={run_dir}", "onnx=false")
    plain = read_bundle(run_dir / "kuhn_poker.zip")
    assert plain.temperature == 1 and "temperature" not in plain.manifest
    (run_dir / "kuhn_poker.zip").unlink()


def test_each_word_is_another_net(run_dir):
    import torch

    current = checkpoints.load_checkpoint(run_dir).current
    (run_dir / "best.pt").unlink(missing_ok=True)
    made = {which: bundle_of_run(run_dir, which, onnx=False).manifest["sha256"]["weights.bin"]
            for which in ("ema", "current", "2")}
    assert len(set(made.values())) == 3
    with pytest.raises(BundleError, match=r"no best\.pt in .* which=ema takes"):
        bundle_of_run(run_dir, "best", onnx=False)
    torch.save(current, run_dir / "best.pt")
    best = bundle_of_run(run_dir, "best", onnx=False)
    assert best.manifest["sha256"]["weights.bin"] == made["current"]
    torch.save({"a": torch.zeros(3)}, run_dir / "best.pt")
    with pytest.raises(BundleError, match=r"best\.pt holds no net of this run"):
        bundle_of_run(run_dir, "best", onnx=False)
    (run_dir / "best.pt").unlink()


@pytest.mark.parametrize(("words", "sentence"), [
    (["which=first"], "which=first names no net; allowed: ema, current, best, or"),
    (["which=777"], "no snapshot of update 777"),
    (["weights=int4"], "weights=int4 is no type"),
    (["temperature=-0.1"], "temperature=-0.1 is out of range; allowed are 0 to 1000"),
    (["out=''"], "out= is no name of a file"),
    (["out=/"], "out=/ is no name of a file"),
    (["out=/no/such/folder/a.zip"], "there is no folder /no/such/folder"),
    (["run_dir=/no/such/run"], "run_dir=/no/such/run does not exist"),
    (["seed=-1"], "seed"),
    (["whcih=ema"], "did you mean which"),
])
def test_bad_settings_are_one_sentence(run_dir, words, sentence, capsys):
    given = [f"run_dir={run_dir}", "onnx=false", *words]
    code, out, err = export(capsys, *given)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert not (run_dir / "kuhn_poker.zip").exists()


def test_a_folder_without_a_checkpoint(tmp_path, capsys):
    code, _, err = export(capsys, f"run_dir={tmp_path}", "onnx=false")
    assert code == 2
    assert "there is no checkpoint" in err


@pytest.mark.parametrize(("module", "words", "sentence"), [
    ("torch", ["onnx=false"], r"needs torch, which is not installed"),
    ("onnx", [], r"needs onnx, which is not installed"),
])
def test_what_is_not_installed_is_said(run_dir, module, words, sentence, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    code, _, err = export(capsys, f"run_dir={run_dir}", *words)
    assert code == 2
    assert sentence in err
