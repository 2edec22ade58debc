"""The evaluate command: tables and files of the laboratory; nonsense gets one sentence."""

import json

import pytest

from configs.labs import named_labs
from scripts.cli import main

QUICK = ["lab=kuhn_poker", "seeds=2"]


def test_evaluate_prints_every_bot_and_writes_results_and_chart(tmp_path, capsys):
    run_dir = tmp_path / "runs" / "a"
    assert main(["evaluate", *QUICK, "bots=[random,ismcts]", "budgets=[5,10]",
                 f"run_dir={run_dir}"]) == 0
    text = capsys.readouterr().out
    results = json.loads((run_dir / "results.json").read_text(encoding="utf-8"))
    lab, = results["labs"]
    assert [(row["bot"], row["form"]) for row in lab["bots"]] == [
        ("random", "mixture"), ("ismcts+sims:5", "mixture"), ("ismcts+sims:5", "argmax"),
        ("ismcts+sims:10", "mixture"), ("ismcts+sims:10", "argmax")]
    assert all(f"{row['nash_conv']:.4f}" in text for row in lab["bots"])
    assert f"{lab['edges'][1][0]:+.3f}" in text
    assert results["seeds"] == 2 and len(lab["bots"][1]["each_seed"]) == 2
    pytest.importorskip("matplotlib")
    assert {path.name for path in run_dir.iterdir()} == {"results.json", "kuhn_poker.svg"}


def test_many_contenders_leave_their_edges_to_the_file(tmp_path, capsys):
    budgets = "budgets=[20,21,22,23,24,25]"
    assert main(["evaluate", *QUICK, "bots=[ismcts]", budgets, f"run_dir={tmp_path}"]) == 0
    assert "contenders over each other are in results.json" in capsys.readouterr().out
    lab, = json.loads((tmp_path / "results.json").read_text())["labs"]
    assert len(lab["edges"]) == len(lab["bots"]) > 10


def test_what_rounds_to_nothing_has_no_minus():
    from arena.lab_text import signed

    assert [signed(v, 3) for v in (-1e-9, 0.0, -0.0006, 0.25)] == [
        "+0.000", "+0.000", "-0.001", "+0.250"]


def test_the_same_seed_gives_the_same_figures(tmp_path):
    found = []
    for name in ("a", "b"):
        run_dir = tmp_path / name
        assert main(["evaluate", *QUICK, "bots=[ismcts+sims:10]", f"run_dir={run_dir}"]) == 0
        lab, = json.loads((run_dir / "results.json").read_text())["labs"]
        found.append([{k: v for k, v in row.items() if k != "seconds"} for row in lab["bots"]])
    assert found[0] == found[1]


def test_sizes_lists_the_games_alone(tmp_path, capsys):
    assert main(["evaluate", "lab=[kuhn_poker,goofspiel_4]", "sizes=true", "bots=[]",
                 f"run_dir={tmp_path}"]) == 0
    text = capsys.readouterr().out
    assert "kuhn_poker" in text and "goofspiel_4" in text and "-0.0556 +0.0556" in text
    labs = json.loads((tmp_path / "results.json").read_text())["labs"]
    assert [lab["lab"] for lab in labs] == ["kuhn_poker", "goofspiel_4"]
    assert labs[0]["positions"] == 54 and "bots" not in labs[0]


def test_a_sweep_gives_each_run_its_folder(tmp_path, capsys):
    assert main(["evaluate", "-m", "lab=kuhn_poker,goofspiel_4", "bots=[random]", "seeds=1,2",
                 f"run_dir={tmp_path}"]) == 0
    found = [json.loads(path.read_text()) for path in sorted(tmp_path.glob("*/results.json"))]
    assert [(run["labs"][0]["lab"], run["seeds"]) for run in found] == [
        ("kuhn_poker", 1), ("kuhn_poker", 2), ("goofspiel_4", 1), ("goofspiel_4", 2)]
    assert "job 3: lab=goofspiel_4" in capsys.readouterr().out


def test_all_is_every_file_of_the_laboratory():
    from scripts.evaluate import chosen_labs

    for names in ("all", ["kuhn_poker", "all"]):
        assert list(chosen_labs(names)) == list(named_labs())
    assert all(lab.summary and lab.game.load().num_players > 1 for lab in named_labs().values())


@pytest.mark.parametrize("settings, sentence", [
    (["lab=nope"], "lab=nope is unknown; there are"),
    (["lab=[all,nope]"], "lab=nope is unknown; there are"),
    (["lab=[]"], "lab=[] names no game"),
    (["lab=[[1]]"], "names no game"),
    (["seeds=0"], "seeds=0 is out of range; allowed are 1 to 1000"),
    (["budgets=[10,0]"], "budgets=0 is out of range"),
    (["budgets=10"], "budgets"),
    (["bots=[]"], "bots=[] leaves nothing to measure"),
    (["bots=[nope]"], "there is no bot 'nope'"),
    (["bots=[ismcts+c:x]"], "Parameter c=x of bot 'ismcts' is not allowed"),
    (["bots=[cheating_mcts]"], "Bot 'cheating_mcts' sees every hand"),
    (["bots=[py:test_lab_bots:ActsOnly]"], "has no method policy"),
    (["seed=-1"], "seed=-1 is out of range"),
])
def test_evaluate_refuses_nonsense_in_one_sentence(settings, sentence, tmp_path, capsys,
                                                   monkeypatch):
    (tmp_path / "test_lab_bots.py").write_text(
        "class ActsOnly:\n"
        "    def __init__(self, game, seed): pass\n"
        "    def act(self, observation): return 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    run_dir = tmp_path / "run"
    assert main(["evaluate", *QUICK, *settings, f"run_dir={run_dir}"]) == 2
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1
    assert not run_dir.exists()


def test_a_bot_without_a_proper_policy_gets_one_sentence(tmp_path, capsys, monkeypatch):
    (tmp_path / "test_lab_nan.py").write_text(
        "import numpy as np, search\n"
        "class Nan(search.Bot):\n"
        "    def policy(self, observation):\n"
        "        return np.full(self.game.num_distinct_actions, np.nan)\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["evaluate", *QUICK, "bots=[py:test_lab_nan:Nan]", f"run_dir={tmp_path}"]) == 2
    error = capsys.readouterr().err
    assert "gives the legal actions of information set 0 the chances [nan nan]" in error
