"""How far a search is from an equilibrium, by its budget: exact, at every information set."""

import pytest

import engine_cy
from search.exact import bot_profiles, build_tree, measure

# Where mixing matters: NashConv of uniform play is 1.5 at four cards.
GOOFSPIEL = {
    "shown": {"num_cards": 4, "points_order": "descending"},
    "hidden": {"num_cards": 4, "points_order": "descending", "imp_info": True},
}


@pytest.mark.parametrize("bids", GOOFSPIEL)
def test_exploitability_falls_with_simulations(bids):
    """With matched regrets; UCB1 stops where it is balanced (test_matrix_games.py)."""
    tree = build_tree(engine_cy.load_game("goofspiel", players=2, **GOOFSPIEL[bids]))
    found = []
    for sims in (30, 300, 3000):
        profile = bot_profiles(tree, f"ismcts+sims:{sims}+select:regret", 2, seed=3).mean(axis=0)
        found.append(measure(tree, profile).nash_conv)
    assert 1.4 > found[0] > 2 * found[1] > 4 * found[2]
