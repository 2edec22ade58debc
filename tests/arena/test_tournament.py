"""Whole tournaments of Kuhn poker: the same results however they were played."""

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import engine_cy
from arena.entrants import Entrant
from arena.events import describe
from arena.executors import Task, get_executor
from arena.records import LogWriter, read_log
from arena.schedule import Block
from arena.table import Setup
from engine_cy.errors import BotSpecError, DataError, GameOptionError

FIELD = [
    "py:arena_bots:First",
    "py:arena_bots:Chance",
    {"name": "other", "spec": "py:arena_bots:Chance"},
    "py:arena_bots:Crashes",
]


def results_of(run):
    return (run.run_dir / "results.json").read_bytes()


def failing(run):
    return {failure["bot"] for failure in run.results["failures"]}


def killer(folder, whom):
    """Return a bot that kills once, at a game that does not depend on where `folder` is.

    The seed of a bot follows its name, which without one of its own would be its specification.
    """
    spec = f"py:arena_bots:Killer+flag:{folder / 'flag'}+odds:12+whom:{whom}"
    return {"name": "killer", "spec": spec}


def test_any_number_of_workers_gives_the_same_bytes(play):
    given = {"bots": FIELD, "players": 3, "blocks": 16}
    serial = play(run_dir="serial", **given)
    assert serial.results["complete"]
    assert failing(serial) == {"py:arena_bots:Crashes"}
    for workers in (1, 2, 3):
        run = play(run_dir=f"w{workers}", executor="local", workers=workers, **given)
        assert results_of(run) == results_of(serial)
        # Logs differ in their times and in the order of blocks, and in nothing else.
        logged = {
            record.id: (record.actions, record.bot_seeds, record.scores) for record in run.records
        }
        assert logged == {r.id: (r.actions, r.bot_seeds, r.scores) for r in serial.records}


def test_no_two_games_of_a_tournament_share_their_seeds(play):
    run = play(bots=["py:arena_bots:Chance"], blocks=30)
    assert len({tuple(record.bot_seeds) for record in run.records}) == 60
    assert len({record.seed for record in run.records}) == 30


def test_a_finished_run_is_not_played_again(play):
    first = play()
    log = (first.run_dir / "games.jsonl").read_bytes()
    again = play()
    assert again.resumed == len(again.records) == 24
    assert (again.run_dir / "games.jsonl").read_bytes() == log
    assert results_of(again) == results_of(first)


def test_a_log_cut_anywhere_continues_to_the_same_results(play):
    whole = play(run_dir="whole", bots=FIELD, players=3)
    log = whole.run_dir / "games.jsonl"
    content = log.read_bytes()
    for end in range(0, len(content), len(content) // 9):
        log.write_bytes(content[:end])
        (whole.run_dir / "results.json").unlink()
        run = play(run_dir="whole", bots=FIELD, players=3)
        assert results_of(run) == results_of(play(run_dir="other", bots=FIELD, players=3))
        assert len({record.id for record in read_log(log)}) == len(read_log(log)) == 36


TOURNAMENT = """
import sys
sys.path.insert(0, sys.argv[1])
from arena.config import TournamentConfig
from arena.tournament import run_tournament
from configs.schema import GameConfig
if __name__ == "__main__":
    run_tournament(TournamentConfig(
        game=GameConfig(name="kuhn_poker"), players=2, run_dir=sys.argv[2], executor=sys.argv[3],
        bots=["py:arena_bots:First", {"name": "killer", "spec": sys.argv[4]}], blocks=30,
        workers=2, report=False, progress=False,
    ))
"""


@pytest.mark.parametrize("executor, whom", [("serial", "self"), ("local", "parent")])
def test_a_tournament_killed_again_and_again_ends_as_if_it_had_not_been(
    tmp_path, play, executor, whom
):
    bot = killer(tmp_path, whom)
    script = tmp_path / "tournament.py"
    script.write_text(TOURNAMENT)
    command = [
        sys.executable, script, Path(__file__).parent, tmp_path / "killed", executor,
        bot["spec"],
    ]  # fmt: skip
    codes = []
    while 0 not in codes and len(codes) < 40:
        (tmp_path / "flag").unlink(missing_ok=True)
        if len(codes) == 3:  # by then killed often enough; let it finish
            (tmp_path / "flag").touch()
        codes.append(subprocess.run(list(map(str, command)), capture_output=True).returncode)
    assert codes == [-9, -9, -9, 0]
    (tmp_path / "flag").touch()
    untouched = play(run_dir="untouched", bots=["py:arena_bots:First", bot], blocks=30)
    assert (tmp_path / "killed" / "results.json").read_bytes() == results_of(untouched)
    log = read_log(tmp_path / "killed" / "games.jsonl")
    assert sorted(r.id for r in log) == sorted(r.id for r in untouched.records)


@pytest.mark.parametrize("executor, whom", [("serial", "self"), ("local", "parent")])
def test_ctrl_c_writes_what_there_is_and_the_run_continues(tmp_path, play, executor, whom):
    bot = killer(tmp_path, f"{whom}+kind:INT")
    given = {"bots": ["py:arena_bots:First", bot], "blocks": 60, "executor": executor}
    with pytest.raises(KeyboardInterrupt):
        play(**given)
    stopped = json.loads((tmp_path / "run" / "results.json").read_text())
    assert not stopped["complete"]
    assert stopped["games"] == len(read_log(tmp_path / "run" / "games.jsonl"))
    assert results_of(play(**given)) == results_of(play(run_dir="untouched", **given))


def test_a_search_by_the_clock_leaves_its_simulations_in_the_record(play):
    run = play(bots=["py:arena_bots:First", "ismcts+seconds:0.001"], blocks=2)
    for record in run.records:
        timed = record.bots.index("ismcts+seconds:0.001")
        assert len(record.simulations[timed]) == record.times["decisions"][timed]
        assert record.simulations[1 - timed] == []
    assert play(run_dir="sims", bots=["ismcts+sims:10"], blocks=1).records[0].simulations is None


@pytest.mark.parametrize(
    "change, words",
    [
        ({"seed": 2}, "seed=1, not 2"),
        ({"blocks": 13}, "blocks=12, not 13"),
        ({"bots": ["random", "py:arena_bots:First"]}, "bots=.*not"),
        ({"players": 3}, "players=2, not 3"),
        ({"lineups": "pairs"}, "lineups"),
    ],
)
def test_another_tournament_in_the_same_folder_is_refused(play, change, words):
    run = play()
    before = {path.name: path.read_bytes() for path in run.run_dir.iterdir()}
    with pytest.raises(GameOptionError, match=words):
        play(**change)
    assert {path.name: path.read_bytes() for path in run.run_dir.iterdir()} == before


def test_how_it_is_played_may_change_between_resumes(play):
    play(executor="serial")
    assert play(executor="local", workers=2).resumed == 24


def test_a_folder_of_something_else_is_refused(play, tmp_path):
    (tmp_path / "run").write_text("a file")
    with pytest.raises(DataError, match="is a file"):
        play()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "config.json").write_text("{}")
    with pytest.raises(DataError, match=r"no tournament's configuration"):
        play(run_dir="other")


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 100_000,
        {"bots": [{"x": 1}]}, {"bots": [{"name": "a"}, 5]},
    ],
)  # fmt: skip
def test_a_configuration_that_is_none_is_one_sentence(play, content):
    path = play().run_dir / "config.json"
    if isinstance(content, dict):
        content = json.dumps({**json.loads(path.read_text()), **content}).encode()
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"config\.json: the file is no tournament's"):
        play()


def test_a_long_setting_is_cut_in_the_sentence(play):
    path = play().run_dir / "config.json"
    held = json.loads(path.read_text())
    held["events"][0]["data"] = "x" * 10_000
    path.write_text(json.dumps(held))
    with pytest.raises(GameOptionError) as caught:
        play()
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    "change, words",
    [
        ({"deal": 77}, "is no game of this tournament"),
        ({"seed": 1}, "is no game of this tournament"),
        ({"bot_seeds": [1, 2]}, "is no game of this tournament"),
        ({"specs": ["random", "random"]}, "is no game of this tournament"),
        ({"options": {"x": 1}}, "is no game of this tournament"),
        ({"game": "leduc"}, "is no game of this tournament"),
        ({"block": 99, "id": "99.0"}, "is no game of this tournament"),
        ({"rotation": 1, "id": "0.1"}, "is no game of this tournament|is recorded twice"),
        ({"fingerprint": "0" * 64}, "was played by other rules"),
    ],
)
def test_a_game_that_is_not_planned_is_refused(play, change, words):
    run = play()
    first, *rest = run.records
    with LogWriter(run.run_dir / "other.jsonl") as log:
        log.add([dataclasses.replace(first, **change), *rest])
    os.replace(run.run_dir / "other.jsonl", run.run_dir / "games.jsonl")
    with pytest.raises(DataError, match=words):
        play()


def test_games_of_another_tournament_in_the_log_are_refused(play):
    run = play()
    other = play(run_dir="other", bots=["py:arena_bots:First", "py:arena_bots:Crashes"])
    (run.run_dir / "games.jsonl").write_bytes((other.run_dir / "games.jsonl").read_bytes())
    with pytest.raises(DataError, match="is no game of this tournament"):
        play()


def test_after_a_broken_line_is_deleted_its_game_is_played_again(play):
    run = play()
    log = run.run_dir / "games.jsonl"
    first, second, *rest = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([first, second.replace(b'"players":2', b'"players":3'), *rest]))
    with pytest.raises(DataError, match=r"line 2: .*; delete that line and start again"):
        play()
    log.write_bytes(b"".join([first, *rest]))
    again = play()
    assert again.resumed == 23
    assert again.results == run.results


def test_bots_that_fail_lose_and_the_tournament_goes_on(play):
    bots = [
        "py:arena_bots:First",
        "py:arena_bots:Crashes",
        "py:arena_bots:Illegal",
        "py:arena_bots:Unborn",
    ]
    run = play(bots=bots, players=3, blocks=20)
    assert run.results["complete"]
    assert failing(run) == set(bots[1:])
    for record in run.records:
        if record.failure is not None:
            shares = list(record.shares)
            assert shares.pop(record.failure.seat) == 0.0
            assert shares == [0.5, 0.5]
    crash = next(r.failure for r in run.records if r.failure and r.failure.kind == "crash")
    assert "Traceback" not in crash.message
    assert "arena_bots.py" in crash.trace
    unborn = next(bot for bot in run.results["events"][0]["bots"] if bot["name"] == bots[3])
    assert unborn["win_share"]["mean"] == 0.0
    assert unborn["failures"] == unborn["appearances"]


@pytest.mark.parametrize(
    "bot",
    ["Huge", "Indexless", "Textless", "RaisesTextless", "Surrogate", "TimedRaises", "TimedNan",
     "TimedHuge", "NeedsRaises", "Leaves", "MadeOnce"],
)  # fmt: skip
@pytest.mark.parametrize("executor", ["serial", "local"])
def test_no_bot_ends_the_tournament(play, bot, executor):
    spec = f"py:arena_bots:{bot}"
    run = play(bots=[spec, "py:arena_bots:First"], blocks=2, executor=executor)
    assert run.results["complete"]
    assert failing(run) == {spec}
    assert len(run.results["failures"]) == 4
    again = play(bots=[spec, "py:arena_bots:First"], blocks=2, executor=executor)
    assert again.resumed == 4


def test_a_bot_that_leaves_when_it_is_looked_at_is_refused(play, tmp_path):
    with pytest.raises(BotSpecError, match="cannot be made: SystemExit: 0"):
        play(bots=["py:arena_bots:NeverMade", "py:arena_bots:First"])
    assert not (tmp_path / "run").exists()


def test_a_bot_cannot_change_what_is_recorded_of_the_game(play):
    honest = play(run_dir="honest", game="goofspiel", blocks=2)
    run = play(game="goofspiel", bots=["py:arena_bots:Vandal", "py:arena_bots:Chance"], blocks=2)
    (told,), (event,) = (r.results["tournament"]["events"] for r in (run, honest))
    assert told == event
    for record in run.records:
        assert record.options == event["options"]
        assert record.fingerprint == event["fingerprint"]


def test_a_bot_that_ends_its_process_loses_and_the_tournament_goes_on(play):
    bots = ["py:arena_bots:Quits", "py:arena_bots:Chance"]
    runs = [
        play(run_dir=f"w{workers}", bots=bots, blocks=8, executor="local", workers=workers)
        for workers in (1, 2)
    ]
    assert runs[0].results["complete"]
    assert failing(runs[0]) == {"py:arena_bots:Quits"}
    assert {f["kind"] for f in runs[0].results["failures"]} == {"killed its process"}
    assert results_of(runs[0]) == results_of(runs[1])


def test_a_worker_that_dies_once_is_replaced_and_nobody_is_blamed(play, tmp_path):
    given = {"bots": ["py:arena_bots:First", killer(tmp_path, "self")], "blocks": 20}
    run = play(executor="local", workers=2, **given)
    assert (tmp_path / "flag").exists()
    assert run.results["failures"] == []
    assert results_of(run) == results_of(play(run_dir="untouched", **given))


def test_cheating_needs_permission(play):
    bots = ["py:arena_bots:First", "py:arena_bots:Peeks"]
    with pytest.raises(BotSpecError, match="allow_cheating=true"):
        play(bots=bots)
    run = play(bots=bots, allow_cheating=True)
    assert run.results["failures"] == []


def test_data_that_change_under_way_end_the_run_in_a_sentence():
    game = engine_cy.load_game("kuhn_poker", players=2)
    event = dataclasses.replace(describe(game, None, None, "field", 1), fingerprint="0" * 64)
    setup = Setup(
        events=(event,), entrants=(Entrant("a", "random"), Entrant("b", "random")), seed=1,
        engine_version="unknown",
    )  # fmt: skip
    with (
        get_executor("local")(setup, 1) as pool,
        pytest.raises(DataError, match="data of kuhn_poker changed"),
    ):
        list(pool.run([Task(Block(0, 0, (0, 1)), (0,))]))


@pytest.mark.parametrize(
    "change, error, words",
    [
        ({"workers": 0}, GameOptionError, "workers=0"),
        ({"seed": -1}, GameOptionError, "seed=-1 is out of range; allowed are 0 to"),
        ({"seed": 2**64}, GameOptionError, "seed=18446744073709551616 is out of range"),
        ({"bots": ["random+x:\udcff", "random"]}, BotSpecError, "UTF-8"),
        ({"executor": "cloud"}, GameOptionError, "'cloud'.*local, ray, serial"),
        ({"players": 9}, GameOptionError, "9"),
        ({"game": "chess"}, GameOptionError, "chess"),
        ({"bots": ["nobody"]}, BotSpecError, "nobody"),
        ({"bots": ["a b(", "random"]}, BotSpecError, "a b"),
        ({"bots": [7, "random"]}, BotSpecError, "7 is no bot"),
        ({"bots": [{"name": "x y", "spec": "random"}]}, BotSpecError, "no name"),
        ({"bots": [{"name": "x\udcff", "spec": "random"}]}, BotSpecError, "no name"),
        (
            {"bots": [{"name": "x", "spec": "random"}, {"name": "x", "spec": "greedy"}]},
            BotSpecError,
            "'x' stands for",
        ),
    ],
)
def test_bad_settings_are_refused_before_anything_is_written(
    play, tmp_path, change, error, words
):
    with pytest.raises(error, match=words):
        play(**change)
    assert not (tmp_path / "run").exists()


def test_two_spellings_of_a_specification_are_one_bot(settings):
    from arena.entrants import read_entrants

    short, long = read_entrants(["ismcts+sims:1000+c:0.7", "ismcts(c=0.7, sims=1000)"])
    assert short == long


def test_clones_cannot_be_told_apart(play):
    # Equal bots under two names, 60 tournaments: an interval of 95% excludes the truth in about
    # 3 of them; 10 or more would be one chance in a thousand.
    clones = [{"name": name, "spec": "py:arena_bots:Chance"} for name in ("a", "b")]
    excluded = 0
    for seed in range(60):
        run = play(run_dir=f"null{seed}", bots=clones, blocks=30, seed=seed)
        share = run.results["events"][0]["bots"][0]["win_share"]
        excluded += not share["low"] <= 0.5 <= share["high"]
    assert excluded < 10
