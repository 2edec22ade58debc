"""No bot wins more than what its seat can know is worth: the gap between knowing and seeing.

A seat plays small games out in every way against others who are (nearly) in equilibrium. The bot is
asked at every true position, not once for each information set: whoever reads a hidden card or a
commitment of the same moment answers differently there, and gets more than a best response does.
"""

from functools import cache

import pytest

import engine_cy
from search import make_bot
from search.exact import best_response, build_tree, profile_to_table, solve

LABS = {
    "kuhn_poker": ("kuhn_poker", 2, {}),
    "kuhn_poker_3p": ("kuhn_poker", 3, {}),
    "leduc_poker": ("leduc_poker", 2, {}),
    "goofspiel": ("goofspiel", 2, {"num_cards": 4, "points_order": "descending"}),
    "goofspiel_hidden": ("goofspiel", 2, {"num_cards": 4, "imp_info": True,
                                          "points_order": "descending"}),
    "hoi_pho_2p": ("hoi_pho", 2, {"data": "hoi_pho_lab_2p", "max_rounds": 1}),
    "fairy_concerto_2p": ("fairy_concerto", 2, {"data": "fairy_concerto_lab_2p"}),
    "fado_duetos_2p": ("fado_duetos", 2, {"data": "fado_duetos_lab_round_2p"}),
}
BOTS = ["greedy", "ismcts+sims:100", "ismcts+sims:100+select:regret"]


class Lab:
    """A small game with opponents; bound: what each seat can get from them and no more."""

    def __init__(self, name):
        game, players, options = LABS[name]
        self.game = engine_cy.load_game(game, players=players, **options)
        tree = build_tree(self.game)
        profile = solve(tree, 200)
        self.table = profile_to_table(tree, profile)
        self.bound = [best_response(tree, profile, seat)[0] for seat in range(players)]

    def worth(self, seat, choose):
        """Return the expected utility of a seat that plays choose(state), over all first deals."""
        worlds = list(self.game.initial_worlds(10_000))
        weight = sum(w for _, w in worlds)
        return sum(w * self.value(state, seat, choose) for state, w in worlds) / weight

    def value(self, state, seat, choose):
        if state.is_terminal():
            return float(state.returns()[seat])
        player, actions = state.current_player(), state.legal_actions().tolist()
        if len(actions) == 1:
            chances = [1.0]
        elif player == seat:
            actions, chances = [choose(state)], [1.0]
        else:
            chances = self.table[state.information_state_hash(player)]
        total = 0.0
        for action, chance in zip(actions, chances, strict=True):
            if chance > 0:
                after = state.clone()
                after.apply_action(action)
                total += chance * self.value(after, seat, choose)
        return total


@cache
def lab(name):
    return Lab(name)


def player_of(spec, game, seat):
    """Return the bot as a function of the true state; asked afresh, always by the same seed."""
    bot = make_bot(spec, game, 1)

    def choose(state):
        bot.reset(1)
        args = (state,) if bot.needs_state else ()
        return bot.act(state.observation(seat), *args)

    return choose


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("name", LABS)
def test_no_bot_beats_the_best_response(name, spec):
    game = lab(name).game
    for seat in range(game.num_players):
        gets = lab(name).worth(seat, player_of(spec, game, seat))
        assert gets <= lab(name).bound[seat] + 1e-9


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "hoi_pho_2p"])
def test_a_bot_that_sees_the_hands_does(name):
    """The measure tells: the test above can fail."""
    choose = player_of("cheating_mcts+sims:100", lab(name).game, 1)
    assert lab(name).worth(1, choose) > lab(name).bound[1] + 0.02


def test_a_bot_that_sees_a_commitment_does():
    """Seat 1 of Goofspiel bids just above what seat 0 has laid down."""

    def peep(state):
        record, actions = state.record(), state.legal_actions().tolist()
        laid = int(record["bid"][int(record["tricks"])][0]) - 1
        return min((a for a in actions if a > laid), default=actions[0])

    assert lab("goofspiel").worth(1, peep) > lab("goofspiel").bound[1] + 0.02
