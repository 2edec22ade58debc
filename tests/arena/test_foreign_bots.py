"""Foreign bots at the table: they play as if they were at home, and no process is left of them."""

import signal
import subprocess
import sys
from collections import Counter
from importlib import util

import pytest
from foreign_commands import EXAMPLE, EXAMPLE_JS, ROOT, gone, liar, needs_node, running

import engine_cy
import search
from arena.entrants import read_entrants
from arena.foreign.pool import MAX_FREE, POOL
from engine_cy import BotSpecError
from search.bot import choices

BOTH = [EXAMPLE, pytest.param(EXAMPLE_JS, marks=needs_node)]


def load_example():
    found = util.spec_from_file_location("high_card", ROOT / "examples" / "bots" / "high_card.py")
    module = util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


class AtHome(search.Bot):
    """The example bot in this process."""

    act_of_example = staticmethod(load_example().act)

    def act(self, observation):
        legal = [{"action": a, "text": self.game.action_to_string(a)}
                 for a in choices(self.game, observation)]
        asked = {"observation": observation.to_dict(), "legal": legal, "decision": self.decision}
        self.decision += 1
        return self.act_of_example(self.game.name, self.seed >> 11, asked)["action"]


@pytest.fixture(scope="module")
def game():
    return engine_cy.load_game("kuhn_poker")


def games_of(run):
    return sorted((r.id, r.seed, r.bot_seeds, r.actions, r.scores, r.ranks) for r in run.records)


@pytest.mark.parametrize("command", BOTH)
@pytest.mark.parametrize(("name", "players"), [("kuhn_poker", 2), ("goofspiel", 3), ("hoi_pho", 3)])
def test_a_foreign_bot_plays_the_games_of_the_same_bot_at_home(
    play, monkeypatch, command, name, players
):
    module = type(sys)("at_home")
    module.AtHome = AtHome
    monkeypatch.setitem(sys.modules, "at_home", module)
    records = []
    for folder, spec in (("home", "py:at_home:AtHome"), ("away", command)):
        bots = [{"name": "it", "spec": spec}, "random"]
        blocks = 1 if name == "hoi_pho" else 4
        run = play(run_dir=folder, game=name, players=players, bots=bots, blocks=blocks)
        assert run.results["failures"] == []
        records.append(games_of(run))
    assert records[0] == records[1]


@needs_node
def test_any_number_of_workers_gives_the_same_results(play):
    bots = [{"name": "python", "spec": EXAMPLE}, {"name": "node", "spec": EXAMPLE_JS},
            {"name": "dies", "spec": liar("exit")}, {"name": "illegal", "spec": liar("illegal")},
            {"name": "talks", "spec": liar("talk")}, {"name": "twice", "spec": liar("twice")}]
    runs = [play(run_dir=f"w{workers}", game="leduc_poker", executor="local", workers=workers,
                 bots=bots, blocks=15) for workers in (1, 2)]
    first, second = ((run.run_dir / "results.json").read_bytes() for run in runs)
    assert first == second
    kinds = Counter((f["bot"], f["kind"]) for f in runs[0].results["failures"])
    assert set(kinds) == {("dies", "crash"), ("illegal", "illegal move"),
                          ("talks", "broken protocol"), ("twice", "broken protocol")}
    messages = {f["bot"]: f["message"] for f in runs[0].results["failures"]}
    assert messages["dies"] == "its process ended with exit code 3 when it was asked act"
    assert gone("twice")


def test_a_program_is_kept_between_games_and_quits_at_the_end(tmp_path):
    notes = tmp_path / "notes"
    program = f"""
import engine_cy, arena, search
from arena.match import play_game
for name in ("kuhn_poker", "kuhn_poker", "leduc_poker"):
    game = engine_cy.load_game(name)
    play_game(game, [search.make_bot({liar(f"note {notes}")!r}, game, s) for s in (1, 2)], 1)
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
    words = [line.split() for line in notes.read_text().splitlines()]
    for process in {pid for pid, _ in words}:
        told = [method for pid, method in words if pid == process and method != "act"]
        assert told == ["hello", "reset", "reset", "hello", "reset", "quit"]
    assert len({pid for pid, _ in words}) == 2  # one for each seat


def test_programs_of_a_tournament_quit_at_its_end(play, tmp_path):
    notes = tmp_path / "notes"
    play(bots=[{"name": "a", "spec": liar(f"note {notes}")}, "py:arena_bots:First"],
         executor="local", workers=2, blocks=4)  # fmt: skip
    words = [line.split() for line in notes.read_text().splitlines()]
    programs = {pid for pid, _ in words}
    assert len(programs) > 1  # one where the bots are checked, and one in each worker that played
    assert {pid for pid, method in words if method == "quit"} == programs


def test_what_a_program_has_started_ends_with_the_tournament(play):
    play(bots=[liar("fork and answer"), "py:arena_bots:First"], executor="local", blocks=1)
    assert gone("fork and answer")


@pytest.mark.parametrize("what", ["no end", "sleep"])
def test_a_program_ends_when_ours_is_killed(what):
    program = f"""
import engine_cy, arena, search
bot = search.make_bot({liar(what)!r}, engine_cy.load_game("kuhn_poker"), 1)
print("ready", flush=True)
import time
time.sleep(60)
"""
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as ours:
        assert ours.stdout.readline() == b"ready\n"
        assert running(what)
        ours.send_signal(signal.SIGKILL)
    assert gone(what)


def test_programs_that_nobody_uses_are_kept_up_to_a_number(game):
    bots = [search.make_bot(liar("honest"), game, seed) for seed in range(MAX_FREE + 2)]
    assert len(running("honest")) >= MAX_FREE + 2
    del bots
    assert len([engine for engine in POOL._engines if engine.free]) == MAX_FREE
    POOL.end_free()
    assert gone("honest")


def test_a_program_that_is_not_to_be_kept_is_started_for_every_game(game):
    view = game.new_initial_state(1).observation(0)
    for seed in range(3):
        bot = search.make_bot(liar("carries over", keep="false"), game, seed)
        other = game.new_initial_state(2 + seed).observation(0)
        assert bot.act(view) == 0
        bot.act(other)
        bot.reset(seed)
        assert bot.act(view) == 0
    del bot
    assert gone("carries over")


def test_a_bot_tells_its_program_the_number_of_the_decision_and_the_budget(game, monkeypatch):
    bot = search.make_bot(EXAMPLE, game, 2**64 - 1)
    asked = []
    engine = bot._running()
    ask = engine.ask
    monkeypatch.setattr(engine, "ask", lambda *words: asked.append(words) or ask(*words))
    view = game.new_initial_state(1).observation(0)
    bot.act(view)
    bot.budget = {"seconds": 1.5, "sims": None}
    bot.act(view)
    bot.reset(2**64 - 1)
    bot.act(view)
    acts = [params for method, params, _ in asked if method == "act"]
    assert [params["decision"] for params in acts] == [0, 1, 0]
    assert [params["budget"]["seconds"] for params in acts] == [None, 1.5, 1.5]
    assert acts[0]["observation"] == view.to_dict()
    assert acts[0]["legal"] == [{"action": 0, "text": "pass"}, {"action": 1, "text": "bet"}]
    assert [params for method, params, _ in asked if method == "reset"] == [{"seed": 2**53 - 1}]


@pytest.mark.parametrize("command", BOTH)
def test_an_action_may_be_a_text_and_the_analysis_is_of_the_latest_decision(game, command):
    bot = search.make_bot(command, game, 1)
    one, other = (game.new_initial_state(seed).observation(0) for seed in (1, 2))
    action = bot.act(one)
    facts = bot.analysis(one)["actions"]
    assert {row["action"]: row["score"] for row in facts.values()}[action] == 1
    assert bot.analysis(other) == {}
    assert bot.policy(one)[action] == 1.0


def test_the_analysis_of_a_foreign_bot_is_recorded(play):
    run = play(bots=[EXAMPLE], analysis=True, blocks=2)
    said = run.records[0].analysis[0]
    assert [row[0] for row in said["actions"]] != []
    assert said["value"] == 1


def test_a_name_has_no_blanks_and_no_folder():
    entrants = read_entrants([
        "cmd:python3 bots/mine.py --deep+timeout:5", "cmd:'my bots/a,b'",
        {"name": "x", "spec": "cmd:./mine"}, "cmd:./mine " + "a" * 100])
    assert [entrant.name for entrant in entrants] == [
        "cmd:python3_mine.py_--deep+timeout:5", "cmd:a_b", "x", "cmd:mine_" + "a" * 71]
    assert entrants[0].spec == "cmd:python3 bots/mine.py --deep+timeout:5"
    with pytest.raises(BotSpecError, match=r"'cmd:mine' stands for 'cmd:a/mine' and for 'cmd:b/m"):
        read_entrants(["cmd:a/mine", "cmd:b/mine"])


def test_parameters_of_a_foreign_bot_are_checked(game):
    with pytest.raises(BotSpecError, match=r"no parameter .level.*start, keep"):
        search.make_bot(EXAMPLE + "+level:3", game, 1)
    with pytest.raises(BotSpecError, match=r"timeout=0.0 of bot .* numbers from 0.001"):
        search.make_bot(EXAMPLE + "+timeout:0", game, 1)


def test_without_the_arena_a_command_is_refused_in_a_sentence():
    program = ("import search, engine_cy; "
               "search.make_bot('cmd:./bot', engine_cy.load_game('kuhn_poker'), 1)")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    assert done.stderr.rstrip().endswith(
        "Bot 'cmd:./bot' is a foreign program, which the package arena plays; import arena first.")


def test_examples_are_short_and_need_nothing():
    for name, word in (("high_card.py", "import "), ("high_card.js", "require(")):
        lines = (ROOT / "examples" / "bots" / name).read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 60
        assert not [line for line in lines if word in line and "desgarrada" in line]
