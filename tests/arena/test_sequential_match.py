"""`desgarrada match`: played to a verdict, the same whatever the number of workers."""

import csv
import json
from pathlib import Path

import pytest

from arena.config import MatchConfig
from arena.sequential_match import run_match
from configs.schema import GameConfig
from engine_cy.errors import GameOptionError
from scripts import match as command
from scripts.errors import guard

STRONG, WEAK = "greedy", "random"


@pytest.fixture
def contest(tmp_path):
    def run(run_dir="run", game="goofspiel", players=2, **changes):
        given = {
            "bots": [STRONG, WEAK], "blocks": 200, "executor": "serial", "workers": 1,
            "report": False, "progress": False, "effect": 0.2,
        }  # fmt: skip
        config = {**given, **changes}
        return run_match(MatchConfig(
            game=GameConfig(name=game), players=players, run_dir=str(tmp_path / run_dir), **config
        ))  # fmt: skip

    return run


def test_a_clear_difference_ends_early(contest):
    run = contest()
    match = run.results["match"]
    assert match["decision"] == "stronger"
    assert (match["a"], match["b"]) == (STRONG, WEAK)
    assert 32 <= match["blocks"] < 200
    assert match["edge"]["low"] > 0
    assert run.results["complete"]
    assert run.results["games"] == 2 * match["blocks"] == len(run.records)
    assert match["course"][-1] == [match["blocks"], match["llr"]]


def test_the_weaker_first_is_not_stronger(contest):
    assert contest(bots=[WEAK, STRONG]).results["match"]["decision"] == "not stronger"


def test_equal_bots_of_few_deals_stay_undecided(contest):
    bots = [{"name": name, "spec": "random"} for name in "ab"]
    run = contest(bots=bots, blocks=40, effect=0.1, alpha=0.001, beta=0.001)
    assert run.results["match"]["decision"] == "undecided"
    assert run.results["complete"] and run.results["games"] == 80


@pytest.mark.parametrize("players", [3, 4])
def test_each_deal_is_played_in_both_line_ups(contest, players):
    run = contest(game="goofspiel", players=players, blocks=40)
    deals = {}
    for record in run.records:
        deals.setdefault(record.deal, []).append(record.bots.count(STRONG))
    for alone in deals.values():
        assert sorted(alone) == [1] * players + [players - 1] * players
    match, (event,) = run.results["match"], run.results["events"]
    (pair,) = event["pairs"]
    assert match["edge"]["mean"] == pytest.approx(pair["edge"]["mean"])


def test_one_player_games_are_compared_deal_by_deal(contest):
    run = contest(game="fairy_concerto", players=1, bots=["greedy", "random"], blocks=60)
    assert run.results["match"]["decision"] == "stronger"
    deals = {}
    for record in run.records:
        deals.setdefault(record.seed, set()).add(record.bots[0])
    assert set(map(frozenset, deals.values())) == {frozenset({"greedy", "random"})}


def test_any_number_of_workers_gives_the_same_bytes(contest):
    bots = [{"name": name, "spec": "random"} for name in "ab"]
    runs = [
        contest(run_dir=f"w{workers}", bots=bots, effect=0.1, executor="local", workers=workers)
        for workers in (1, 2, 9)
    ]
    assert len({(run.run_dir / "results.json").read_bytes() for run in runs}) == 1
    # Nine workers played ahead of the verdict; that stays in the log and counts for nothing.
    logged = [len((run.run_dir / "games.jsonl").read_text().splitlines()) for run in runs]
    assert logged[2] > logged[0] == runs[2].results["games"]


def test_a_match_that_was_cut_off_comes_to_the_same_verdict(contest):
    whole = contest()
    log = whole.run_dir / "games.jsonl"
    text = (whole.run_dir / "results.json").read_bytes()
    lines = log.read_bytes().splitlines(keepends=True)
    for kept in (0, 7, len(lines) - 1):
        log.write_bytes(b"".join(lines[:kept]))
        again = contest()
        assert again.resumed == kept
        assert (whole.run_dir / "results.json").read_bytes() == text


@pytest.mark.parametrize("change, words", [
    ({"bots": ["random"]}, "a match is between 2 bots, not 1"),
    ({"bots": ["random", "greedy", "ismcts"]}, "between 2 bots, not 3"),
    ({"bots": ["random", "random"]}, "'random' is listed twice"),
    ({"effect": 0.0}, "effect=0.0 is out of range"),
    ({"alpha": 0.7}, "alpha=0.7 is out of range"),
    ({"beta": -1.0}, "beta=-1.0 is out of range"),
    ({"lineups": "field"}, "leave lineups out"),
])  # fmt: skip
def test_what_is_no_match_is_refused_in_a_sentence(contest, tmp_path, change, words):
    with pytest.raises(GameOptionError, match=words):
        contest(**change)
    assert not (tmp_path / "run").exists()


def test_another_question_in_the_same_folder_is_refused(contest):
    contest(blocks=40)
    with pytest.raises(GameOptionError, match=r'test=\{"effect": 0.2'):
        contest(blocks=40, effect=0.1)


def test_the_command_prints_its_verdict(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["game=goofspiel", "bots=[greedy,random]", "effect=0.2", "run_dir=x",
             "executor=serial", "progress=false"]  # fmt: skip
    assert guard(command.main, words) == 0
    out = capsys.readouterr().out
    assert "Verdict: greedy is stronger than random." in out
    results = json.loads(Path("x/results.json").read_text())
    assert "greedy is stronger than" in Path("x/report.html").read_text()
    assert results["match"]["decision"] == "stronger"
    assert guard(command.main, ["bots=[random]", "run_dir=y"]) == 2
    assert capsys.readouterr().err == "desgarrada: a match is between 2 bots, not 1\n"


def test_a_sweep_of_matches_ends_in_their_verdicts(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["-m", "game=goofspiel", "bots=[greedy,random],[random,greedy]", "effect=0.2",
             "run_dir=x", "executor=serial", "progress=false", "report=false"]  # fmt: skip
    assert guard(command.main, words) == 0
    rows = list(csv.DictReader(Path("x/sweep.csv").read_text().splitlines()))
    assert [(row["job"], row["settings"], row["a"], row["a is"]) for row in rows] == [
        ("0", "bots=[greedy,random]", "greedy", "stronger"),
        ("1", "bots=[random,greedy]", "random", "not stronger"),
    ]
    assert "The whole sweep:" in capsys.readouterr().out
