"""``desgarrada check-engine``: a sentence for every check, and one for every fault there can be."""

import os
import re
import sys
from pathlib import Path

import pytest

from scripts import cli

ROOT = Path(__file__).parents[2]
PYTHON = f"{sys.executable} -I -S"
LIAR = f"{PYTHON} {ROOT / 'tests' / 'arena' / 'lying_engine.py'}"
EXAMPLE = f"{PYTHON} {ROOT / 'examples' / 'bots' / 'high_card.py'}"


@pytest.fixture
def check(capsys):
    """Return a function that runs the command: (code, lines of stdout, stderr)."""

    def run(*words):
        code = cli.main(["check-engine", *words])
        caught = capsys.readouterr()
        return code, caught.out.splitlines(), caught.err

    return run


def test_a_good_program_is_fit(check):
    code, lines, err = check(EXAMPLE, "games=1")
    assert (code, err) == (0, "")
    *findings, verdict = lines
    assert verdict == f"{EXAMPLE}: fit for a tournament."
    assert all(re.fullmatch(r"ok     \S.*[^.]\.", line) for line in findings)
    text = "\n".join(findings)
    for part in (
        "it starts, answers hello in .* and is 'high card'",
        "an unknown method gets error -32601, and it goes on",
        "kuhn_poker, 2 players: it plays 2 games in all seats, 3 decisions, and wins",
        "hoi_pho, 4 players: it plays 4 games in all seats",
        "hoi_pho, 4 players: the same seed gives the same game",
        "it can begin in the middle of a game",
        "a second hello brings it to another game",
        "it ends when it is told to quit",
        "it ends when its input ends",
    ):
        assert re.search(part, text)


@pytest.mark.parametrize(("what", "sentence"), [
    ("hello exit", "crash: its process ended with exit code 4 when it was asked hello"),
    ("other game", "it plays chess, go, not kuhn_poker"),
    ("knows all", "an unknown method gets a result, not error -32601"),
    ("other code", "an unknown method gets error -1, not error -32601"),
    ("illegal", r"illegal move: seat 0, decision 0: answered 99; legal were 0 \(pass\), 1 \(bet\)"),
    ("talk", "broken protocol: seat 0, decision 0: it wrote 'thinking...' where"),
    ("twice", "its answer to .* has not the id of the request"),
    ("counts on", "the same seed twice gives different games"),
    ("carries over", "after a game that was broken off the same seed gives another game"),
    ("one reset", "its process ended with exit code 5 when it was asked reset"),
])
def test_a_fault_is_a_sentence(check, what, sentence):
    code, lines, err = check(f"{LIAR} '{what}'", "game=kuhn_poker", "games=4")
    assert (code, err) == (1, "")
    faults = [line for line in lines if line.startswith("fault")]
    assert any(re.search(sentence, line) for line in faults)
    assert lines[-1].endswith(f": {len(faults)} fault{'s' * (len(faults) > 1)}.")


def test_what_the_program_told_stands_below_the_fault(check):
    lines = check(f"{LIAR} exit", "game=kuhn_poker", "games=1")[1]
    fault = next(i for i, line in enumerate(lines) if line.startswith("fault"))
    assert lines[fault + 1] == "         no cards left"


@pytest.mark.parametrize(("what", "sentence"), [
    ("no quit", "it still runs 0.2 s after quit"),
    ("no end", "it still runs 0.2 s after the end of its input, and so would outlive"),
])
def test_a_program_that_does_not_end_is_found_and_ended(check, monkeypatch, what, sentence):
    monkeypatch.setattr("arena.foreign.check.QUIT_SECONDS", 0.2)
    code, lines, _ = check(f"{LIAR} '{what}'", "game=kuhn_poker", "games=1")
    assert code == 1
    assert [line for line in lines if line.startswith("fault")] == [
        line for line in lines if sentence in line] != []


def test_a_program_of_one_game_is_checked_at_that_game(check, tmp_path):
    text = (ROOT / "examples" / "bots" / "high_card.py").read_text(encoding="utf-8")
    only = tmp_path / "only.py"
    only.write_text(text.replace('"protocol": 1}', '"protocol": 1, "games": ["goofspiel"]}'))
    code, lines, _ = check(f"{PYTHON} {only}", "games=1")
    assert code == 0
    assert any("goofspiel, 2 players: it plays 2 games" in line for line in lines)
    assert not any("kuhn" in line for line in lines)


@pytest.mark.parametrize(("words", "sentence"), [
    ([], "the following arguments are required: COMMAND"),
    ([""], "names no program"),
    (["./bot", "x"], "'x' is not a setting; the command is one word: quote it"),
    (["./bot", "games=0"], "games=0 is not allowed; it is a number from 1"),
    (["./bot", "players=two"], "players=two is not allowed"),
    (["./bot", "game=chess"], "chess"),
    (["./bot", "game=kuhn_poker", "level=3"], "level"),
    (["./bot", "level=3"], "level= is an option of a game: name it by game="),
    (["./bot+level:3"], "has no parameter 'level'"),
])
def test_bad_usage_is_a_sentence(check, words, sentence):
    code, lines, err = check(*words)
    assert (code, lines) == (2, [])
    assert sentence in err
    assert err.startswith("desgarrada: ") and err.count("\n") == 1


def test_a_tournament_is_played_from_the_command_line(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.symlink(ROOT / "examples" / "bots" / "high_card.py", "mine.py")
    code = cli.main([
        "tournament", "game=goofspiel", f"bots=[random,cmd:{sys.executable} mine.py+timeout:30]",
        "blocks=4", "executor=serial", "report=false", "run_dir=run"])
    out = capsys.readouterr().out
    assert code == 0
    assert "_mine.py+timeout:30 " in out


def test_a_bot_that_cannot_play_stops_a_tournament_before_it_begins(capsys, tmp_path):
    code = cli.main([
        "tournament", "game=kuhn_poker", "bots=[random,cmd:./no_such_bot]",
        f"run_dir={tmp_path / 'run'}"])
    assert code == 2
    assert capsys.readouterr().err == (
        "desgarrada: bot cmd:./no_such_bot cannot be used: there is no program './no_such_bot'\n")
    assert not (tmp_path / "run").exists()
