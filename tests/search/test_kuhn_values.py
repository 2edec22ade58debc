"""Kuhn poker, solved exactly: the yardstick that `worlds` and the search are held against."""

import math

import pytest

import engine_cy
from search import make_bot

VALUE = -1 / 18       # of the first seat (Kuhn 1950)
JACK, QUEEN, KING = 1, 2, 3


@pytest.fixture(scope="module")
def game():
    return engine_cy.load_game("kuhn_poker", players=2)


def equilibrium(alpha):
    """Return {(card, bets so far): chance to bet}: Kuhn's family, 0 <= alpha <= 1/3."""
    first = {(JACK, ""): alpha, (QUEEN, ""): 0.0, (KING, ""): 3 * alpha,
             (JACK, "pb"): 0.0, (QUEEN, "pb"): alpha + 1 / 3, (KING, "pb"): 1.0}
    second = {(JACK, "p"): 1 / 3, (QUEEN, "p"): 0.0, (KING, "p"): 1.0,
              (JACK, "b"): 0.0, (QUEEN, "b"): 1 / 3, (KING, "b"): 1.0}
    return first | second


def value(state, policy, bets=""):
    """The first seat's expected chips under a policy, by walking every line."""
    if state.is_terminal():
        return state.returns()[0]
    card = int(state.record()["card"][state.current_player()])
    to_bet = policy[card, bets]
    total = 0.0
    for action, letter, chance in ((0, "p", 1 - to_bet), (1, "b", to_bet)):
        after = state.clone()
        after.apply_action(action)
        total += chance * value(after, policy, bets + letter)
    return total


@pytest.mark.parametrize("alpha", [0.0, 1 / 6, 1 / 3])
def test_the_equilibrium_is_worth_minus_one_eighteenth_over_all_first_deals(game, alpha):
    worlds = list(game.initial_worlds(100))
    assert len(worlds) == 6                             # 3 cards for one seat, 2 for the other
    weight = sum(w for _, w in worlds)
    total = math.fsum(w * value(state, equilibrium(alpha)) for state, w in worlds)
    assert abs(total / weight - VALUE) < 1e-12


def test_the_worlds_of_the_three_cards_of_one_seat_average_to_the_same(game):
    by_card = {}
    for state, _ in game.initial_worlds(100):
        view = state.observation(0)
        card = int(view.record()["card"][0])
        worlds = list(view.worlds(10))
        assert len(worlds) == 2
        by_card[card] = math.fsum(w * value(s, equilibrium(1 / 3)) for s, w in worlds) / 2
    assert set(by_card) == {JACK, QUEEN, KING}
    assert abs(math.fsum(by_card.values()) / 3 - VALUE) < 1e-12


def root_value(view, sims, seed):
    """Mean utility of the root of a search, over all its simulations."""
    bot = make_bot(f"ismcts+c:0.3+sims:{sims}", view.game, seed)
    rows = bot.analysis(view)["actions"].values()
    return sum(row["visits"] * (row["utility"] or 0.0) for row in rows) / sims


def test_search_averages_approach_the_value(game):
    """They stay a little below it: the second seat's tree comes to know the card of the first."""
    views = {int(state.record()["card"][0]): state.observation(0)
             for state, _ in game.initial_worlds(100)}
    seeds = range(11, 16)
    errors = [VALUE - sum(root_value(view, sims, seed) for view in views.values()
                          for seed in seeds) / 3 / len(seeds)
              for sims in (1000, 20_000, 200_000)]
    assert errors == sorted(errors, reverse=True)
    assert 0 < errors[-1] < 0.05


def test_search_never_folds_the_king_nor_calls_with_the_jack(game):
    for state, _ in game.initial_worlds(100):
        state.apply_action(1)
        card = int(state.record()["card"][1])
        action = make_bot("ismcts+sims:2000", game, 5).act(state.observation(1))
        if card != QUEEN:
            assert action == (1 if card == KING else 0)
