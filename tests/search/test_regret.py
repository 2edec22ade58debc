"""Search by regret matching: the average policy mixes where mixing matters."""

import numpy as np
import pytest

import engine_cy
from engine_cy import BotSpecError
from search import make_bot
from search.exact import bot_profiles, build_tree, measure


@pytest.fixture(scope="module")
def goofspiel_tree():
    return build_tree(engine_cy.load_game("goofspiel", 2, num_cards=4, points_order="descending"))


def nash_conv(tree, spec, seeds=2):
    return measure(tree, bot_profiles(tree, spec, seeds=seeds).mean(axis=0)).nash_conv


def test_the_average_nears_an_equilibrium_where_ucb1_settles_on_a_reply(goofspiel_tree):
    few, many = (nash_conv(goofspiel_tree, f"ismcts+select:regret+sims:{n}") for n in (100, 3000))
    assert many < few / 5
    assert many < nash_conv(goofspiel_tree, "ismcts+sims:3000") / 5


def test_a_hand_dealt_anew_is_not_known_to_the_others():
    """Kuhn: with one hand in all worlds the search is as exploitable as any pure policy."""
    tree = build_tree(engine_cy.load_game("kuhn_poker", 2))
    plain, redealt = (nash_conv(tree, f"ismcts+select:regret+sims:3000{more}", seeds=4)
                      for more in ("", "+redeal:0.5"))
    assert redealt < 0.9 * plain


def decisions(spec, game, observation, n):
    return [make_bot(spec, game, seed).act(observation) for seed in range(n)]


def test_what_is_played_of_the_policy():
    game = engine_cy.load_game("goofspiel", 2, num_cards=4, points_order="descending")
    observation = game.new_initial_state(1).observation(0)
    spec = "ismcts+select:regret+sims:300+final:"
    for seed in range(20):
        bots = {rule: make_bot(spec + rule, game, seed) for rule in ("most", "mixture", "purified")}
        shares = bots["most"].policy(observation)
        assert shares.sum() == pytest.approx(1.0)
        assert all(np.array_equal(bot.policy(observation), shares) for bot in bots.values())
        assert bots["most"].act(observation) == shares.argmax()
        assert shares[bots["purified"].act(observation)] >= 0.1 * shares.max()
    drawn = decisions(spec + "mixture", game, observation, 200)
    assert len(set(drawn)) > 1 and drawn == decisions(spec + "mixture", game, observation, 200)
    means = np.mean([make_bot(spec + "mixture", game, seed).policy(observation)
                     for seed in range(200)], axis=0)
    assert np.bincount(drawn, minlength=len(means)) / 200 == pytest.approx(means, abs=0.12)


def test_one_simulation_is_enough_for_an_answer():
    game = engine_cy.load_game("kuhn_poker", 2)
    for seed in range(50):
        state = game.new_initial_state(seed)
        bot = make_bot("ismcts+sims:1+select:regret+redeal:0.95", game, seed)
        assert bot.act(state.observation(0)) in state.legal_actions()


@pytest.mark.parametrize("bot", ["flat_mc", "cheating_mcts"])
def test_only_ismcts_deals_its_own_hand_anew(bot):
    with pytest.raises(BotSpecError, match="redeal belongs to the bot ismcts"):
        make_bot(f"{bot}+redeal:0.5", engine_cy.load_game("kuhn_poker"), 1)


def test_hidden_bids_cannot_be_dealt_anew():
    game = engine_cy.load_game("goofspiel", 2, imp_info=True)
    with pytest.raises(BotSpecError, match="needs worlds dealt from what is public alone"):
        make_bot("ismcts+redeal:0.5", game, 1)
