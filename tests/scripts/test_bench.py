"""The bench command: it measures, it writes what it measured, it refuses nonsense."""

import json
import sys

import pytest

from arena.benchmark import TimedSearch
from engine_cy import load_game
from scripts.bench_table import is_missed
from scripts.cli import main
from search import make_bot

QUICK = ["game=kuhn_poker", "repeats=1", "seconds=0.05"]


def test_bench_prints_every_figure_and_writes_them(tmp_path, capsys):
    out = tmp_path / "bench.json"
    assert main(["bench", *QUICK, f"out={out}"]) == 0
    rows = json.loads(out.read_text())["rows"]
    text = capsys.readouterr().out
    assert all(row["name"] in text and row["value"] > 0 for row in rows)
    names = [row["name"].strip() for row in rows]
    assert {"per ply", "share of fill", "two search threads / one"} <= set(names)


def test_bench_times_the_search_that_is_asked_for(capsys):
    assert main(["bench", *QUICK, "search=game_horizon", "search.sims=50"]) == 0
    assert "ismcts(sims=50), horizon=game" in capsys.readouterr().out


def test_bench_measures_the_arena_alone(tmp_path, capsys):
    out = tmp_path / "bench.json"
    assert main(["bench", *QUICK, "arena=true", "search.sims=20", f"out={out}"]) == 0
    rows = {row["name"].strip(): row["value"] for row in json.loads(out.read_text())["rows"]}
    assert list(rows) == [
        "arena's own CPU time beside ismcts(sims=20)", "games of ismcts(sims=20), one worker",
        "two workers / one",
    ]
    assert 0 < rows["arena's own CPU time beside ismcts(sims=20)"] < 100
    assert min(rows.values()) > 0
    assert "root:" not in capsys.readouterr().out


def test_the_timed_search_plays_as_the_search():
    game = load_game("kuhn_poker")
    plain = make_bot("ismcts+sims:50", game, 3)
    timed = make_bot("py:arena.benchmark:TimedSearch+sims:50", game, 3)
    before = TimedSearch.spent
    for seed in range(20):
        observation = game.new_initial_state(seed).observation(0)
        assert timed.act(observation) == plain.act(observation)
    assert TimedSearch.spent > before


def test_a_missed_bar_is_marked_at_the_end_of_its_row(capsys, monkeypatch):
    from search.benchmark import Row

    rows = [Row("slow", 3.0, "x", "<= 2"), Row("quick", 0.6, "x", ">= 0.5"), Row("bare", 1, "ns")]
    monkeypatch.setattr("scripts.bench.measure", lambda settings, state: iter(rows))
    assert main(["bench", "repeats=1", "seconds=0.05"]) == 0
    slow, quick, bare = capsys.readouterr().out.splitlines()[-3:]
    assert slow.endswith("x      <= 2     MISSED")
    assert quick.endswith(">= 0.5")
    assert bare.endswith("ns")


@pytest.mark.parametrize("value, bar, missed", [
    (2.0, "<= 2", False), (2.1, "<= 2", True), (0.5, ">= 0.5", False), (0.4, ">= 0.5", True),
])
def test_a_bar_is_a_limit_with_its_direction(value, bar, missed):
    assert is_missed(value, bar) is missed


@pytest.mark.parametrize("setting, sentence", [
    ("peers=[tag]", "peers=tag is unknown"),
    ("peers=7", "peers=7 is unknown"),
    ("peers=[openspiel,onnxruntime]", "compare with one at a time"),
    ("repeats=0", "repeats=0 is too small"),
    ("seconds=nan", "seconds=nan is too small"),
    ("seconds=inf", "seconds=inf is too long; at most 3600"),
    ("seed=-1", "seed=-1 is out of range; allowed are 0 to 2^64 - 1"),
    ("search.c=much", "search.c"),
])
def test_bench_refuses_nonsense_in_one_sentence(setting, sentence, capsys):
    assert main(["bench", *QUICK, setting]) == 2
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1


@pytest.mark.parametrize("word", ["peers=openspiel", "peers=[openspiel]"])
def test_bench_beside_openspiel_prints_and_writes_both_sides(word, tmp_path, capsys, monkeypatch):
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from search import peers

    kuhn = peers.Contest("kuhn_poker", 2, 1000, 5.0, 1e9, peers.dealt_cards)
    monkeypatch.setattr(peers, "CONTESTS", (kuhn,))
    out = tmp_path / "peers.json"
    assert main(["bench", word, "game=kuhn_poker", "repeats=2", f"out={out}"]) == 0
    facts = json.loads(out.read_text())
    text = capsys.readouterr().out
    assert facts["peer"].startswith("OpenSpiel ") and facts["peer"] in text
    assert len(facts["rows"]) == 4
    assert all(row["name"] in text for row in facts["rows"])
    assert ">= 1e+09 MISSED" in text


def test_bench_beside_openspiel_says_in_one_sentence_that_it_is_missing(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert main(["bench", "peers=openspiel"]) == 2
    error = capsys.readouterr().err
    assert "peers=openspiel needs OpenSpiel" in error and error.count("\n") == 1


def test_bench_measures_networks_alone(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("nets.benchmark.registered_games", lambda: ("goofspiel", "kuhn_poker"))
    out = tmp_path / "bench.json"
    assert main(["bench", *QUICK, "nets=true", f"out={out}"]) == 0
    rows = json.loads(out.read_text())["rows"]
    text = capsys.readouterr().out
    assert all(row["name"] in text and row["value"] > 0 for row in rows)
    names = [row["name"].strip() for row in rows]
    assert {"from Python, batch 1", "kuhn_poker, 2 players: questions",
            "goofspiel, 2 players: questions"} <= set(names)


def test_bench_beside_onnx_runtime_tells_speed_and_difference(tmp_path, capsys):
    for module in ("onnx", "onnxruntime"):
        pytest.importorskip(module, reason=f"{module} is not installed (extra [onnx])")
    out = tmp_path / "peers.json"
    assert main(["bench", "peers=onnxruntime", "repeats=1", f"out={out}"]) == 0
    facts = json.loads(out.read_text())
    text = capsys.readouterr().out
    assert facts["peer"].startswith("ONNX Runtime ") and facts["peer"] in text
    *speeds, difference = facts["rows"]
    assert [row["bar"] for row in speeds] == [">= 4", "", ""]
    assert 0 < difference["value"] <= 1e-4 and "greatest difference" in text


def test_bench_beside_onnx_runtime_says_in_one_sentence_that_it_is_missing(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    assert main(["bench", "peers=onnxruntime"]) == 2
    error = capsys.readouterr().err
    assert "'desgarrada[onnx]' brings it" in error and error.count("\n") == 1


def test_bench_measures_answers_of_the_server(capsys):
    words = ["server=true", "think=0.02", "repeats=1", "game=kuhn_poker"]
    assert main(["bench", *words]) == 0
    out = capsys.readouterr().out
    assert "answer / think budget of 0.02 s, ismcts" in out and "the first of a server" in out
    assert "net_ismcts" not in out
