"""Priors from a game's script: where a search begins to look."""

import numpy as np
import pytest

import engine_cy
from engine_cy import BotSpecError
from search import make_bot
from search.formula import find_scripted


@pytest.mark.parametrize("name", ["fado_duetos", "fairy_concerto", "hoi_pho"])
def test_the_prior_is_the_softmax_of_the_scores_a_little_mixed(name):
    game = engine_cy.load_game(name)
    scores = find_scripted(name, "SCORES")
    for seed in range(5):
        state = game.new_initial_state(seed)
        observation = state.observation(state.current_player())
        legal = observation.legal_actions()
        bot = make_bot("ismcts+sims:50+prior:script+temperature:2.0", game, seed)
        weights = np.exp((scores(observation) - scores(observation).max()) / 2.0)
        expected = 0.95 * weights / weights.sum() + 0.05 / len(legal)
        actions = bot.analysis(observation)["actions"]
        priors = [actions[game.action_to_string(int(a))]["prior"] for a in legal]
        assert priors == pytest.approx(expected, abs=1e-4)


def test_a_low_temperature_and_few_simulations_play_the_script():
    game = engine_cy.load_game("fado_duetos")
    for seed in range(20):
        observation = game.new_initial_state(seed).observation(0)
        scores = find_scripted("fado_duetos", "SCORES")(observation)
        bot = make_bot("ismcts+sims:1+prior:script+temperature:0.001", game, seed)
        assert scores[observation.legal_actions().tolist().index(bot.act(observation))] \
            == scores.max()


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel"])
def test_a_game_without_a_compiled_script_says_so(name):
    with pytest.raises(BotSpecError, match="prior=script needs a compiled script"):
        make_bot("ismcts+prior:script", engine_cy.load_game(name), 1)


def table(bot, observation):
    """Return (visits, prior) of the root's actions, in their order."""
    return [(row["visits"], row["prior"]) for row in bot.analysis(observation)["actions"].values()]


@pytest.mark.parametrize("name", ["house_of_fado", "fado_duetos"])
def test_the_bias_is_the_place_of_a_score_between_the_lowest_and_the_highest(name):
    game = engine_cy.load_game(name)
    observation = game.new_initial_state(4).observation(0)
    if not len(observation.legal_actions()):
        observation = game.new_initial_state(4).observation(1)
    scores = find_scripted(name, "SCORES")(observation)
    expected = (scores - scores.min()) / (scores.max() - scores.min())
    bot = make_bot("ismcts+sims:30+bias:2.0", game, 1)
    assert [prior for _, prior in table(bot, observation)] == pytest.approx(expected, abs=1e-4)


def test_the_bias_tries_first_what_the_script_likes():
    game = engine_cy.load_game("fado_duetos")
    for seed in range(10):
        observation = game.new_initial_state(seed).observation(0)
        scores = find_scripted("fado_duetos", "SCORES")(observation)
        half = len(scores) // 2
        bot = make_bot(f"ismcts+sims:{half}+bias:1.0", game, seed)
        visits = np.array([visits for visits, _ in table(bot, observation)])
        assert visits.tolist().count(1) == half and visits.max() == 1
        assert scores[visits == 1].min() >= scores[visits == 0].max() - 1e-3


def test_the_bias_leads_the_search_to_what_the_script_likes():
    game = engine_cy.load_game("fado_duetos")
    observation = game.new_initial_state(1).observation(0)
    scores = find_scripted("fado_duetos", "SCORES")(observation)
    share = {}
    for bias in (0.0, 20.0):
        bot = make_bot(f"ismcts+sims:100+bias:{bias}", game, 1)
        visits = np.array([visits for visits, _ in table(bot, observation)])
        share[bias] = visits[scores == scores.max()].sum() / visits.sum()
    assert share[20.0] > 1.5 * share[0.0]


@pytest.mark.parametrize("settings, words", [
    ("bias:1.0+prior:script", "exclude each other"),
    ("bias:1.0+select:regret", "belong to select=ucb1"),
    ("prior:script+select:regret", "belong to select=ucb1"),
])
def test_settings_that_do_not_go_together_are_refused(settings, words):
    with pytest.raises(BotSpecError, match=words):
        make_bot(f"ismcts+{settings}", engine_cy.load_game("fado_duetos"), 1)


def test_the_bias_needs_a_script():
    with pytest.raises(BotSpecError, match=r"bias=1\.0 needs a compiled script, and kuhn_poker"):
        make_bot("ismcts+bias:1.0", engine_cy.load_game("kuhn_poker"), 1)
