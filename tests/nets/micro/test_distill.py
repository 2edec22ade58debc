"""Distillation: the same seed gives the same policy, its files are whole, and it learns."""

import json

import pytest

from nets.micro.policy import read_policy
from scripts.cli import main

pytest.importorskip("torch", reason="torch is not installed: pip install desgarrada[torch]")

WORDS = ["distill", "game=fairy_concerto", "positions=100", "rounds=2", "hidden=[8]", "epochs=3",
         "vectors=4", "progress=false"]


def distilled(folder, *more):
    assert main([*WORDS, f"out={folder}", *more]) == 0
    return read_policy(folder / "fairy_concerto.json")


def test_a_seed_decides_everything_and_the_files_are_there(tmp_path, capsys):
    first, again = distilled(tmp_path / "a"), distilled(tmp_path / "b")
    assert first.data == again.data
    names = {path.name for path in (tmp_path / "a").iterdir()}
    assert names == {f"fairy_concerto.{end}" for end in ("json", "js", "php", "vectors.json")}
    assert "nats of which" in capsys.readouterr().out
    assert first.data["trained"]["teacher"] == "net"
    # The same policy under another version: nothing is learnt, no move is another.
    file = tmp_path / "a" / "fairy_concerto.json"
    told = distilled(tmp_path / "d", f"policy={file}", "version='2'", "strength='weak, and new'")
    assert told.fingerprint == first.fingerprint and told.data["version"] == "2"
    assert "Strength: weak, and new" in (tmp_path / "d" / "fairy_concerto.php").read_text("utf-8")
    vectors = json.loads((tmp_path / "d" / "fairy_concerto.vectors.json").read_text("utf-8"))
    assert vectors["policy"] == first.fingerprint and len(vectors["vectors"]) == 4


@pytest.mark.parametrize(("words", "sentence"), [
    (["game=kuhn_poker"], "There is no list of features for kuhn_poker"),
    (["game=hoi_pho", "rounds=0"], "rounds=0"),
    (["game=hoi_pho", "teacher=nobody"], "nobody"),
    (["game=hoi_pho", "teacher=cheating_mcts"], "'cheating_mcts' looks at hidden cards"),
    (["policy=nowhere.json"], "nowhere.json cannot be read"),
    (["game=fado_duetos", "game.options.deck=three"], "plays fado_duetos with deck nine, not 'thr"),
])
def test_bad_settings_are_one_sentence(tmp_path, capsys, words, sentence):
    assert main(["distill", *words, f"out={tmp_path}"]) == 2
    err = capsys.readouterr().err
    assert sentence in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
