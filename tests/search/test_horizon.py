"""Where simulations end: after how many deals, and what a finished game is worth."""

import math

import pytest

from engine_cy import BotSpecError, load_game
from search import make_bot
from search.formula import find_scripted
from search.ismcts import Search


def ends(game, state, simulations=40, **settings):
    """Yield the states at the ends of a search's simulations, with what was backed up for them."""
    search = Search(game, c=0.5, memory=1 << 22, **settings)
    search.begin(state.observation(state.current_player()), 1)
    for _ in range(simulations):
        search.descend()
        utilities = search.evaluate()               # plays the world on to the horizon
        yield search.leaf_state(), utilities
        search.back_up(utilities)


@pytest.mark.parametrize("name, deals", [("house_of_fado", 1), ("house_of_fado", 5),
                                         ("hoi_pho", 1), ("hoi_pho", 3), ("fado_duetos", 2)])
def test_a_simulation_goes_through_so_many_deals(name, deals):
    game = load_game(name)
    state = game.new_initial_state(3)
    header = state.record()["h"]
    formula = find_scripted(name, "LEAF")
    first = int(header["epoch"]) + int(header["stage"])
    for end, utilities in ends(game, state, formula=formula, deals=deals):
        begun = int(end.record()["h"]["epoch"]) + int(end.record()["h"]["stage"])
        # Hội Phố does not deal a round that nobody plays.
        assert begun - first == deals or (
            begun - first == deals - 1 and not end.acting_players())
        assert utilities == pytest.approx(formula(end))


@pytest.mark.parametrize("name, deals", [("hoi_pho", 1), ("fado_duetos", 1),
                                         ("house_of_fado", 16)])
def test_a_formula_says_how_many_deals_suit_its_game(name, deals):
    assert find_scripted(name, "LEAF").deals == deals
    game = load_game(name)
    state = game.new_initial_state(3)
    seat = state.current_player()
    plain, told = (make_bot(f"ismcts+sims:100{more}", game, 1) for more in ("", f"+deals:{deals}"))
    other = make_bot(f"ismcts+sims:100+deals:{deals + 1}", game, 1)
    shares = [bot.policy(state.observation(seat)).tolist() for bot in (plain, told, other)]
    assert shares[0] == shares[1] != shares[2]


def test_a_lead_in_points_is_mixed_into_the_utility_of_a_finished_game():
    game = load_game("goofspiel", 3)
    seen = 0
    for end, utilities in ends(game, game.new_initial_state(1), blend=0.4, margin=5.0):
        scores, returns = end.scores(), end.returns()
        for p in range(3):
            lead = scores[p] - max(s for q, s in enumerate(scores) if q != p)
            won = (returns[p] - game.utility_min) / (game.utility_max - game.utility_min)
            mixed = 0.6 * won + 0.4 / (1 + math.exp(-lead / 5))
            got = (utilities[p] - game.utility_min) / (game.utility_max - game.utility_min)
            assert got == pytest.approx(mixed)
            seen += 1
    assert seen == 120


def test_a_formula_is_not_mixed_with_points():
    game = load_game("hoi_pho")
    state = game.new_initial_state(2)
    bots = [make_bot(f"ismcts+sims:60{more}", game, 1) for more in ("", "+blend:0.5")]
    assert len({tuple(bot.policy(state.observation(0))) for bot in bots}) == 1


def test_alone_there_is_nobody_to_lead_over():
    with pytest.raises(BotSpecError, match=r"blend=0\.2 needs somebody to lead over"):
        make_bot("ismcts+blend:0.2", load_game("fairy_concerto", 1), 1)


@pytest.mark.parametrize("name, spec", [
    ("goofspiel", "ismcts+deals:3"), ("fairy_concerto", "flat_mc+deals:2"),
    ("house_of_fado", "ismcts+deals:4+horizon:game"),
])
def test_deals_are_refused_where_no_formula_ends_a_simulation(name, spec):
    with pytest.raises(BotSpecError, match=r"deals=\d needs simulations that end by a leaf"):
        make_bot(spec, load_game(name), 1)
