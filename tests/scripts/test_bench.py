"""The bench command: it measures, it writes what it measured, it refuses nonsense."""

import json

import pytest

from scripts.cli import main

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


@pytest.mark.parametrize("setting, sentence", [
    ("peers=[tag]", "peers=tag is unknown"),
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
