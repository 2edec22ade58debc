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
