"""The games as PettingZoo environments: its own checks, and our promises."""

import contextlib
import pickle
import warnings

import numpy as np
import pytest

pytest.importorskip(
    "pettingzoo", reason="PettingZoo is not installed: pip install 'desgarrada[pettingzoo]'")

from adapter_cases import CASES, Case
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

from engine_cy import GameOptionError, IllegalActionError, load_game
from frontends.pettingzoo import env, parallel_env, raw_env

CYCLES = 40
# It would rather have arrays than the dict with an action mask that its own card games use.
EXPECTED_WARNINGS = ("not a NumPy array", "should be gymnasium.spaces.box")


def make(kind, case: Case):
    return kind(case.name, **case.arguments)


@contextlib.contextmanager
def only_expected_warnings():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    texts = [str(warning.message) for warning in caught]
    assert [text for text in texts if not any(part in text for part in EXPECTED_WARNINGS)] == []


def play_at_random(environment, seed: int):
    """Play one game; yield (agent, what it last saw) before each of its choices."""
    rng = np.random.default_rng(seed)
    environment.reset(seed=seed)
    for agent in environment.agent_iter():
        seen, reward, over, cut, info = environment.last()
        yield agent, seen, reward, over, info
        legal = np.flatnonzero(seen["action_mask"])
        environment.step(None if over or cut else int(rng.choice(legal)))


@pytest.mark.parametrize("kind", [env, raw_env])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_api_test_of_pettingzoo_passes(kind, case, capsys):
    with only_expected_warnings():
        api_test(make(kind, case), num_cycles=CYCLES)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_seed_test_of_pettingzoo_passes(case):
    seed_test(lambda: make(env, case), num_cycles=CYCLES)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_parallel_api_test_of_pettingzoo_passes(case, capsys):
    with only_expected_warnings():
        parallel_api_test(make(parallel_env, case), num_cycles=1000)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_parallel_seed_test_of_pettingzoo_passes(case):
    parallel_seed_test(lambda: make(parallel_env, case), num_cycles=CYCLES)


# ---- observations ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_agent_sees_its_seats_observation_and_nothing_is_out_of_bounds(case):
    environment = make(raw_env, case)
    for agent, seen, _, over, info in play_at_random(environment, seed=5):
        assert environment.observation_space(agent).contains(seen)
        state = environment._state
        seat = environment.possible_agents.index(agent)
        assert (seen["observation"] == state.observation(seat).tensor()).all()
        assert np.flatnonzero(seen["action_mask"]).tolist() == state.legal_actions(seat).tolist()
        assert (info["action_mask"] == seen["action_mask"]).all()
        assert over == state.is_terminal()


def test_a_choice_already_made_is_not_seen():
    seen = []
    for bid in (0, 12):
        environment = raw_env("goofspiel")
        environment.reset(seed=1)
        environment.step(bid)
        assert environment.agent_selection == "player_1"
        seen.append(environment.observe("player_1"))
    assert (seen[0]["observation"] == seen[1]["observation"]).all()


def test_a_seat_that_owes_no_choice_has_an_empty_mask():
    environment = parallel_env("kuhn_poker")
    seen, infos = environment.reset(seed=1)
    assert seen["player_0"]["action_mask"].tolist() == [1, 1]
    assert seen["player_1"]["action_mask"].tolist() == [0, 0]
    assert infos["player_1"]["action_mask"].tolist() == [0, 0]


# ---- seeds -------------------------------------------------------------------------------------


def test_a_seed_is_the_engines_deal():
    environment = raw_env("hoi_pho", 3, render_mode="ansi")
    environment.reset(seed=7)
    assert environment.render() == str(load_game("hoi_pho", 3).new_initial_state(7))


@pytest.mark.parametrize("kind", [env, parallel_env])
def test_resets_without_a_seed_follow_the_latest_one(kind):
    def deals(seed: int) -> list[str]:
        environment = kind("hoi_pho", render_mode="ansi")
        tables = []
        for given in (seed, None, None):
            environment.reset(seed=given)
            tables.append(environment.render())
        return tables

    assert deals(3) == deals(3)
    assert len({*deals(3), *deals(4)}) == 6


# ---- rewards, ends, illegal actions ------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_rewards_of_a_game_are_its_returns(case):
    environment = make(raw_env, case)
    totals: dict[str, float] = {}
    for agent, _, reward, over, _ in play_at_random(environment, seed=6):
        assert over or reward == 0
        totals[agent] = reward
    assert [totals[agent] for agent in environment.possible_agents] == \
        environment._state.returns().tolist()
    assert environment.agents == []


def test_a_guard_that_ends_the_game_truncates_it():
    environment = parallel_env("hoi_pho", 4, max_rounds=1)
    seen, _ = environment.reset(seed=1)
    while environment.agents:
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in environment.agents}
        seen, rewards, over, cut, _ = environment.step(actions)
    assert all(over.values()) and all(cut.values())
    assert sum(rewards.values()) == pytest.approx(1)


def test_it_does_so_for_an_agent_at_a_time_too():
    ends = []
    environment = raw_env("hoi_pho", 4, max_rounds=1)
    for agent, _, _, over, _ in play_at_random(environment, seed=1):
        if over:
            ends.append((agent, environment.terminations[agent], environment.truncations[agent]))
    assert ends == [(agent, True, True) for agent in environment.possible_agents]


def test_an_illegal_action_of_the_bare_environment_raises_and_changes_nothing():
    environment = raw_env("goofspiel", num_cards=3, render_mode="ansi")
    environment.reset(seed=1)
    before = environment.render()
    with pytest.raises(IllegalActionError, match="is not legal"):
        environment.step(7)
    assert environment.render() == before


def test_an_illegal_action_ends_the_game_at_the_lowest_utility():
    environment = env("goofspiel", 3, num_cards=4)
    environment.reset(seed=1)
    for bid in (2, 3, 1, 2):                            # card 3 of player_0 is gone
        environment.step(bid)
    assert environment.terminations == {"player_0": True, "player_1": True, "player_2": True}
    assert environment.rewards == {"player_0": -1.0, "player_1": 0, "player_2": 0}


def test_illegal_actions_in_parallel_end_the_game_at_the_lowest_utility():
    environment = parallel_env("goofspiel", 3, num_cards=4)
    environment.reset(seed=1)
    environment.step({"player_0": 2, "player_1": 3, "player_2": 1})
    _, rewards, over, cut, _ = environment.step({"player_0": 2, "player_1": 0, "player_2": 0})
    assert rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
    assert all(over.values()) and all(cut.values()) and environment.agents == []


@pytest.mark.parametrize("action", [None, 1.0, "bid 1", [1, 2], np.array([1]), 99, -1])
def test_what_is_no_action_in_parallel_is_illegal_whoever_gives_it(action):
    for guilty, other in (("player_0", "player_1"), ("player_1", "player_0")):
        environment = parallel_env("goofspiel")
        environment.reset(seed=1)
        _, rewards, _, _, _ = environment.step({guilty: action, other: 0})
        assert rewards == {guilty: -1.0, other: 0.0}


@pytest.mark.parametrize("action", [1, np.int64(1), np.array(1)])
def test_any_number_of_the_space_is_an_action(action):
    together, bare = parallel_env("goofspiel"), raw_env("goofspiel")
    together.reset(seed=1)
    assert not any(together.step({"player_0": action, "player_1": action})[2].values())
    bare.reset(seed=1)
    bare.step(action)
    bare.step(action)
    assert str(bare._state) == str(together._state)


def test_a_missing_action_is_named():
    environment = parallel_env("goofspiel")
    environment.reset(seed=1)
    with pytest.raises(IllegalActionError, match="player_1 owes a choice"):
        environment.step({"player_0": 2})


def test_actions_of_seats_that_owe_none_are_ignored():
    environment = parallel_env("kuhn_poker")
    environment.reset(seed=1)
    _, _, over, _, _ = environment.step({"player_0": 0, "player_1": 99})
    assert not any(over.values())


# ---- the rest ----------------------------------------------------------------------------------


def test_text_is_rendered_where_it_was_asked_for():
    environment = env("kuhn_poker", render_mode="ansi")
    environment.reset(seed=1)
    assert environment.render().startswith("Kuhn poker, 2 players")
    silent = env("kuhn_poker")
    silent.reset(seed=1)
    assert silent.render() is None
    with pytest.raises(GameOptionError, match="render_mode=human is not allowed; allowed: ansi"):
        env("kuhn_poker", render_mode="human")


def test_the_name_says_game_and_rules_version():
    assert str(env("kuhn_poker")) == str(parallel_env("kuhn_poker")) == "kuhn_poker_v1"


def test_an_environment_can_be_pickled_in_mid_game():
    environment = parallel_env("goofspiel", num_cards=4)
    environment.reset(seed=1)
    copy = pickle.loads(pickle.dumps(environment))
    actions = {"player_0": 2, "player_1": 1}
    ours, theirs = environment.step(actions), copy.step(actions)
    assert (ours[0]["player_0"]["observation"] == theirs[0]["player_0"]["observation"]).all()
