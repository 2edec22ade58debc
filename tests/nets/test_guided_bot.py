"""The bot net_ismcts: its parameters, what it plays and says, and that it needs no torch."""

import subprocess
import sys

import numpy as np
import pytest

from engine_cy import BotSpecError, load_game
from nets.testing import with_net
from search import make_bot
from search.registry import bot_info, registered_bots

GAME = load_game("hoi_pho", 4)


def bot_of(spec, game=GAME, seed=1):
    return make_bot(with_net(spec, game), game, seed)


def view_of(seed=3, game=GAME):
    state = game.new_initial_state(seed)
    return state.observation(state.current_player())


def test_it_is_registered_with_its_parameters():
    assert "net_ismcts" in registered_bots()
    names = [row["name"] for row in bot_info("net_ismcts").params]
    assert {"path", "sims", "seconds", "c", "leaf", "stop", "rollouts", "fpu", "final",
            "memory", "belief"} <= set(names)


def test_the_analysis_tells_priors_visits_and_utilities():
    view, bot = view_of(), bot_of("net_ismcts+sims:80")
    report = bot.analysis(view)
    legal = view.legal_actions()
    rows = report["actions"]
    assert [row["action"] for row in rows.values()] == legal.tolist()
    assert sum(row["visits"] for row in rows.values()) == report["simulations"] == 80
    assert sum(row["prior"] for row in rows.values()) == pytest.approx(1, abs=1e-3)
    assert report["questions"] >= 80 and report["horizon"] == "net"
    best = max(rows.values(), key=lambda row: row["visits"])["visits"]
    chosen = GAME.action_to_string(bot.act(view))
    assert rows[chosen]["visits"] == best
    policy = bot.policy(view)
    assert policy.sum() == pytest.approx(1)
    assert not policy[~view.legal_actions_mask().astype(bool)].any()


def test_budgets_are_200_simulations_or_time():
    bot = bot_of("net_ismcts")
    assert bot.analysis(view_of())["simulations"] == 200 and bot.timed_simulations is None
    bot = bot_of("net_ismcts+seconds:0.02")
    bot.act(view_of())
    assert bot.timed_simulations > 0


@pytest.mark.parametrize("spec", [
    "net_ismcts+sims:30+stop:new+leaf:every", "net_ismcts+sims:30+stop:all+leaf:acting",
    "net_ismcts+sims:30+leaf:own+rollouts:0.5+horizon:round", "net_ismcts+sims:30+first:most",
    "net_ismcts+sims:30+spread:true+fpu:0.2+mixed:0.2", "net_ismcts+sims:30+belief:16",
    "net_ismcts+sims:30+final:mixture", "net_ismcts+sims:30+final:purified",
])
def test_a_game_of_each_setting_plays_to_its_end_and_the_same_again(spec):
    courses = []
    for _ in range(2):
        bot, state = bot_of(spec), GAME.new_initial_state(5)
        course = []
        while not state.is_terminal() and len(course) < 120:
            seat = state.current_player()
            course.append(bot.act(state.observation(seat)))
            state.apply_action(course[-1], seat)
        courses.append(course)
    assert courses[0] == courses[1]


def test_settings_that_cannot_be_are_refused_in_a_sentence():
    for spec, words in (
        ("net_ismcts+stop:never", "allowed: new, own, all"),
        ("net_ismcts+leaf:truth", "allowed: new, acting, every, own"),
        ("net_ismcts+rollouts:2.0", "from 0 to 1"),
        ("net_ismcts+sims:0", "integers from 1"),
        ("net_ismcts+path:nowhere.zip", "nowhere.zip"),
    ):
        with pytest.raises(BotSpecError, match=words):
            bot_of(spec)
    goofspiel = load_game("goofspiel", 3, returns_type="total_points")
    with pytest.raises(BotSpecError, match="no constant sum"):
        make_bot("net_ismcts+path:nowhere.zip", goofspiel, 1)
    with pytest.raises(BotSpecError, match="needs a leaf formula"):
        bot_of("net_ismcts+rollouts:0.5+horizon:round", load_game("kuhn_poker", 2))


def test_a_forced_move_asks_nothing():
    game = load_game("fairy_concerto", 4)
    bot, forced = bot_of("net_ismcts+sims:20", game), 0
    state = game.new_initial_state(1)
    while not state.is_terminal():
        seat = state.current_player()
        legal = state.legal_actions(seat)
        view = state.observation(seat)
        if len(legal) == 1:
            forced += 1
            assert np.array_equal(np.flatnonzero(bot.policy(view)), legal)
            assert bot.analysis(view)["simulations"] == 0
        state.apply_action(bot.act(view), seat)
    assert forced


def test_playing_imports_no_torch():
    path = dict(part.split(":", 1) for part in with_net("net_ismcts", GAME).split("+")[1:])["path"]
    script = f"""
import sys
import nets.batched, nets.guided_benchmark
from engine_cy import load_game
from search import make_bot
game = load_game("hoi_pho", 4)
bot = make_bot("net_ismcts+sims:5+path:{path}", game, 1)
state = game.new_initial_state(1)
bot.act(state.observation(state.current_player()))
print("torch" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          timeout=60, check=True)
    assert done.stdout.strip() == "False"
