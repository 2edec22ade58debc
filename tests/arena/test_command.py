"""`desgarrada tournament` from its words to its files."""

import csv
import json
import shlex
import sys
from pathlib import Path

import pytest

from arena.report import command_line
from scripts import tournament
from scripts.errors import guard

ENGINE = Path(__file__).parents[2] / "examples" / "bots" / "high_card.py"
QUICK = ["game=kuhn_poker", "blocks=6", "executor=serial", "progress=false"]


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Return a function that runs the command in an empty folder: (code, out, err)."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        code = guard(tournament.main, [*QUICK, *words])
        caught = capsys.readouterr()
        return code, caught.out, caught.err

    return run


def test_a_tournament_prints_its_table_and_names_its_report(command, tmp_path):
    code, out, _ = command(
        "bots=[py:arena_bots:First,{name:me,spec:py:arena_bots:Chance}]", "run_dir=runs/x"
    )
    assert code == 0
    assert "95% interval" in out
    assert "me " in out
    assert out.rstrip().endswith("runs/x/report.html")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["runs"]
    files = sorted(path.name for path in (tmp_path / "runs" / "x").iterdir())
    assert files == [
        "bots.csv", "config.json", "games.csv", "games.jsonl", "metrics.json", "pairs.csv",
        "report.html", "results.json", "times.json",
    ]  # fmt: skip


@pytest.mark.parametrize("words", [
    ["bots=[py:arena_bots:First,{name:me,spec:py:arena_bots:Chance}]"],
    ["bots=[py:arena_bots:First,ismcts]", "budget.sims=10", "lineups=pairs", "analysis=true"],
    ["games=[{name:kuhn_poker,players:3},{name:goofspiel,blocks:2,label:goof,"
     "options:{num_cards:4}},{name:goofspiel,lineups:pairs}]", "bots=[random,greedy]"],
    [f"bots=[random,{{name:high,spec:'cmd:{sys.executable} {ENGINE}+timeout:20'}}]"],
])  # fmt: skip
def test_the_printed_command_resumes_the_run(command, tmp_path, words):
    assert command(*words, "run_dir=x", "report=false")[0] == 0
    results = json.loads((tmp_path / "x" / "results.json").read_text())
    printed = shlex.split(command_line(results["tournament"]))
    assert printed[:2] == ["desgarrada", "tournament"]
    code, out, err = command(*printed[2:], "run_dir=x", "report=false")
    assert code == 0, err
    assert f"{results['games']} of these games were in x already" in out


def test_a_sweep_gives_each_run_its_folder(command, tmp_path):
    code, out, _ = command(
        "-m", "seed=1,2", "bots=[py:arena_bots:First,py:arena_bots:Chance]", "run_dir=s"
    )
    assert code == 0
    assert out.count("fair share") == 2
    assert sorted(path.name for path in (tmp_path / "s").iterdir()) == ["0", "1", "sweep.csv"]


def test_a_sweep_ends_in_one_table(command, tmp_path):
    code, out, _ = command(
        "-m", "seed=1,2", "bots=[py:arena_bots:First,py:arena_bots:Chance]", "run_dir=s"
    )
    assert code == 0
    rows = list(csv.DictReader((tmp_path / "s" / "sweep.csv").read_text().splitlines()))
    assert [(row["job"], row["settings"]) for row in rows] == [
        ("0", "seed=1"), ("0", "seed=1"), ("1", "seed=2"), ("1", "seed=2"),
    ]  # fmt: skip
    for row in rows:
        results = json.loads((tmp_path / "s" / row["job"] / "results.json").read_text())
        (share,) = (
            bot["win_share"]["mean"]
            for bot in results["events"][0]["bots"]
            if bot["name"] == row["bot"]
        )
        assert row["win share %"] == f"{100 * share:.1f}"
    table = out[out.index("The whole sweep:"):]
    assert all(row["bot"] in table for row in rows)
    # A run that is no sweep has no such table.
    assert "sweep" not in command("bots=[random,py:arena_bots:First]", "run_dir=x")[1]


def test_a_sweep_without_a_folder_has_one_all_the_same(command, tmp_path, monkeypatch):
    ticks = iter(range(100))  # no two looks at the clock give the same time
    monkeypatch.setattr("time.strftime", lambda form: f"t{next(ticks)}")
    code, out, _ = command(
        "-m", "seed=1,2", "lineups=field,pairs", "bots=[random,py:arena_bots:First]", "report=false"
    )
    assert code == 0
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name == "sweep-t0"
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["0", "1", "2", "3", "sweep.csv"]
    headings = [line for line in out.splitlines() if line.startswith("job ") and "=" in line]
    assert len(headings) == 4
    assert headings[1].startswith("job 1: ")
    assert {"seed=1", "lineups=pairs", "game=kuhn_poker"} <= set(headings[1].split())
    assert "bots=[random,py:arena_bots:First]" in headings[1]


def test_a_run_without_a_folder_is_named_by_its_game(command, tmp_path):
    assert command("bots=[random,greedy]", "report=false")[0] == 0
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("kuhn_poker-2")


@pytest.mark.parametrize("sweep", [[], ["-m"]])
def test_ctrl_c_is_one_sentence_that_says_how_to_continue(command, tmp_path, sweep):
    killer = f"py:arena_bots:Killer+flag:{tmp_path / 'flag'}+kind:INT+odds:12+whom:self"
    # The seed of a bot follows its name, so that the signal comes at the same game every time.
    bots = f"bots=[py:arena_bots:First,{{name:killer,spec:'{killer}'}}]"
    words = [*sweep, bots, "run_dir=x", "blocks=60"]
    code, out, err = command(*words, "report=false")
    folder = "x/0" if sweep else "x"
    assert code == 130
    assert err.strip() == (
        f"desgarrada: stopped; {folder} holds the games so far and their results, and the same "
        "command with run_dir=x continues"
    )
    assert " of 120 games on " in out
    assert ("The whole sweep:" in out) == bool(sweep)
    code, out, _ = command(*words, "report=false")
    assert code == 0
    assert f"of these games were in {folder} already" in out


@pytest.mark.parametrize("bots", ["random", "club"])
def test_bots_without_brackets_are_told_how_to_write_a_list(command, bots):
    assert command(f"bots={bots}")[2] == f"desgarrada: bots is a list: bots=[{bots}]\n"


@pytest.mark.parametrize("word, said", [
    ("bots=[ismcts+sims=100,random]", "written with colons: ismcts+sims:100"),
    ("bots=[random,greedy", "not as many '[' as ']'"),
    ("budget=0.5", "'budget=0.5' sets nothing; there are budget.seconds, budget.sims"),
    ("game=hoipho", "there is no game 'hoipho' (did you mean hoi_pho?)"),
])  # fmt: skip
def test_slips_of_the_pen_are_answered_with_the_right_spelling(command, tmp_path, word, said):
    code, _, err = command(word, "run_dir=x")
    assert code == 2
    assert said in err and len(err.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_ones_own_is_told_its_first_line(command, tmp_path):
    folder = tmp_path / "my" / "tournament"
    folder.mkdir(parents=True)
    (folder / "evening.yaml").write_text("bots: [random, greedy]\nblocks: 2\n")
    words = ["--config-dir", "my", "tournament=evening", "run_dir=x", "report=false"]
    code, _, err = command(*words)
    assert code == 2
    assert "needs '# @package _global_' as its first line" in err
    (folder / "evening.yaml").write_text("# @package _global_\nbots: [random, greedy]\nseed: 5\n")
    code, out, err = command(*words)
    assert code == 0, err
    assert "seed 5" in out


def test_help_lists_the_experiments(capsys):
    assert guard(tournament.main, ["--help"]) == 0
    assert "tournament=NAME" in (out := capsys.readouterr().out)
    assert "demo, field, gauntlet, mix, pairs, quick" in out


def test_overtime_is_told(command):
    bots = "bots=[py:arena_bots:Slow+seconds:0.03,py:arena_bots:First]"
    code, out, _ = command(bots, "run_dir=x", "report=false", "budget.seconds=0.001",
                           "budget.grace=0.005", "blocks=1")  # fmt: skip
    assert code == 0
    assert "py:arena_bots:Slow+seconds:0.03 was over its time in " in out


def test_a_misspelt_named_bot_gets_the_named_ones(command):
    err = command("bots=[clubb,random]")[2]
    assert "there is no bot 'clubb' (did you mean club?); the bots are cheating_mcts, " in err
    assert ", club, master, novice, and py:package.module:Class" in err


def test_the_table_comes_before_a_report_that_cannot_be_drawn(command, tmp_path, monkeypatch):
    def broken(*args, **more):
        raise RuntimeError("no ink")

    monkeypatch.setattr("arena.outputs.render_report", broken)
    code, out, err = command("bots=[random,greedy]", "run_dir=x")
    assert code == 0
    assert "95% interval" in out
    assert out.rstrip().endswith("x/results.json")
    assert "no report.html was written, for the page could not be drawn: RuntimeError" in err


def test_failures_are_counted_in_the_output(command):
    code, out, _ = command("bots=[py:arena_bots:First,py:arena_bots:Crashes]", "run_dir=x")
    assert code == 0
    assert "lost by a failing bot" in out


def test_a_bot_in_the_folder_it_is_started_from_plays(command, tmp_path, monkeypatch):
    (tmp_path / "my_own_bots.py").write_text(
        "class Mine:\n"
        "    def __init__(self, game, seed, depth=1):\n"
        "        self.depth = depth\n"
        "    def act(self, observation):\n"
        "        return observation.legal_actions()[0]\n"
    )
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path not in ("", ".")])
    code, out, err = command(
        "bots=[py:my_own_bots:Mine+depth:2,random]", "run_dir=x", "executor=local", "workers=2"
    )
    assert code == 0, err
    assert "py:my_own_bots:Mine+depth:2" in out
    assert "failing" not in out


@pytest.mark.parametrize(
    "word, said",
    [
        ("players=9", "9"),
        ("bots=[nobody]", "nobody"),
        ("blocks=many", "blocks"),
        ("block=3", "block"),
        ("game=chess", "chess"),
        ("executor=cloud", "cloud"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(command, tmp_path, word, said):
    code, out, err = command(word, "run_dir=x")
    assert code == 2
    assert out == ""
    assert said in err
    assert len(err.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name, bots", [("demo", 5), ("quick", 2), ("mix", 3), ("gauntlet", 4)])
def test_the_experiments_in_the_package_can_be_played(tmp_path, monkeypatch, capsys, name, bots):
    monkeypatch.chdir(tmp_path)
    words = [f"tournament={name}", "blocks=1", "executor=serial", "report=false", "run_dir=x"]
    assert guard(tournament.main, words) == 0
    results = json.loads((tmp_path / "x" / "results.json").read_text())
    for event in results["events"]:
        assert event["games"] and len(event["bots"]) == bots
    assert results["failures"] == []
