"""One simultaneous choice with any payoffs: what two seats that search against each other end at.

The choice is the first bid of a small Goofspiel; the payoffs are backed up from outside.
"""

import numpy as np
import pytest

import engine_cy
from search.ismcts import Search

MIB = 1024 * 1024

# Payoff of seat 0, seat 1 gets the negative; the equilibrium of seat 0; the value of the game.
# Biased rock, paper, scissors: Shafiei, Sturtevant, Schaeffer (2009).
GAMES = {
    "matching pennies": ([[1, -1], [-1, 1]], [1 / 2, 1 / 2], 0.0),
    "one cell pays most": ([[1, -0.25], [-0.25, 0.25]], [2 / 7, 5 / 7], 3 / 28),
    "rock, paper, scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3] * 3, 0.0),
    "biased": ([[0, -0.25, 0.5], [0.25, 0, -1], [-0.5, 1, 0]], [4 / 7, 2 / 7, 1 / 7], 0.0),
}


def policies(payoffs, simulations, match_regrets, seed=1):
    """Return the root's policy of each seat, each from a search of its own."""
    game = engine_cy.load_game("goofspiel", players=2, num_cards=len(payoffs),
                               points_order="ascending")
    found = []
    for seat in (0, 1):
        search = Search(game, c=0.7, memory=16 * MIB, match_regrets=match_regrets)
        search.begin(game.new_initial_state(1).observation(seat), seed)
        for _ in range(simulations):
            search.descend()
            mine, theirs = search.leaf_state().record()["bid"][0][:2] - 1
            search.back_up([payoffs[mine][theirs], -payoffs[mine][theirs]])
        found.append(np.array(search.root_policy()))
    return found


def losses(payoffs, row, column, value):
    """Return what each seat's policy can lose against a best reply, below the game's value."""
    table = np.array(payoffs)
    return value - (row @ table).min(), (table @ column).max() - value


@pytest.mark.parametrize("name", GAMES)
def test_the_equilibrium_of_the_table_is_one(name):
    payoffs, row, value = GAMES[name]
    assert np.array(row) @ np.array(payoffs) == pytest.approx(value)


@pytest.mark.parametrize("name", GAMES)
def test_matched_regrets_end_near_the_equilibrium(name):
    payoffs, row, value = GAMES[name]
    few, many = (losses(payoffs, *policies(payoffs, n, True), value) for n in (300, 20_000))
    assert max(many) < 0.06
    assert sum(many) < sum(few)
    assert abs(policies(payoffs, 20_000, True)[0] - row).max() < 0.06


@pytest.mark.parametrize("name", ["matching pennies", "rock, paper, scissors"])
def test_ucb1_mixes_evenly_where_that_is_right(name):
    payoffs, _, value = GAMES[name]
    assert max(losses(payoffs, *policies(payoffs, 5000, False), value)) < 0.03


def test_ucb1_stops_at_balanced_play_that_is_no_equilibrium():
    """Why there is select=regret; the known fault of decoupled UCT."""
    payoffs, _, value = GAMES["biased"]
    for n in (1000, 20_000):
        row, column = policies(payoffs, n, False)
        assert row == pytest.approx([1 / 3] * 3, abs=0.02)
        assert max(losses(payoffs, row, column, value)) > 0.15


@pytest.mark.parametrize("match_regrets", [False, True])
def test_nobody_plays_for_the_best_joint_outcome(match_regrets):
    """Both seats' hopes lie in one cell each; the likelier action is the other one."""
    payoffs, row, _ = GAMES["one cell pays most"]
    mine, _ = policies(payoffs, 5000, match_regrets)
    assert np.argmax(np.max(payoffs, axis=1)) == 0 == np.argmin(row)
    assert mine[0] < 0.45
