"""Exact solvers against OpenSpiel's, for the same policies on the same games."""

import numpy as np
import pytest

import engine_cy
from search.exact import CfrPlus, build_tree, measure, random_profile, uniform_profile

pyspiel = pytest.importorskip("pyspiel")
policies = pytest.importorskip("open_spiel.python.policy")
cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")

# name -> (our name, players, our options, OpenSpiel's text)
GAMES = {
    "kuhn_poker_2p": ("kuhn_poker", 2, {}, "kuhn_poker"),
    "kuhn_poker_3p": ("kuhn_poker", 3, {}, "kuhn_poker(players=3)"),
    "goofspiel_3": ("goofspiel", 2, {"num_cards": 3, "points_order": "descending"},
                    "goofspiel(num_cards=3,players=2,points_order=descending)"),
    "goofspiel_4_hidden": (
        "goofspiel", 2, {"num_cards": 4, "points_order": "descending", "imp_info": True},
        "goofspiel(num_cards=4,players=2,points_order=descending,imp_info=true)"),
    "goofspiel_3_random": ("goofspiel", 2, {"num_cards": 3}, "goofspiel(num_cards=3,players=2)"),
    "goofspiel_3p": ("goofspiel", 3, {"num_cards": 3, "points_order": "ascending"},
                     "goofspiel(num_cards=3,players=3,points_order=ascending)"),
    "leduc_poker": ("leduc_poker", 2, {}, "leduc_poker"),
}


@pytest.fixture(scope="module", params=GAMES)
def pair(request):
    """Return (our tree, their game, {their information state: our information set})."""
    name, players, options, text = GAMES[request.param]
    tree = build_tree(engine_cy.load_game(name, players=players, **options))
    theirs = pyspiel.load_game(text)
    if theirs.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        theirs = pyspiel.convert_to_turn_based(theirs)
    sets = {key: i for i, key in enumerate(tree.key.tolist())}
    found = {}
    for state, _ in tree.game.initial_worlds(1000):
        walk_both(tree.game, state, theirs.new_initial_state(), sets, found)
    return tree, theirs, found


def chance_outcome(game, state, theirs):
    """Return what our deal says at a chance node of theirs."""
    record = state.record()
    drawn = sum(step.player == pyspiel.PlayerId.CHANCE for step in theirs.full_history())
    if game.name == "kuhn_poker":
        return int(record["card"][drawn]) - 1
    if game.name == "leduc_poker":        # both private cards, then the public one
        return int([*record["card"][:2], record["public_card"]][drawn]) - 1
    return int(record["prize"][int(record["tricks"])]) - 1


def walk_both(game, state, theirs, sets, found):
    """Play both games along every line and note which information states belong together."""
    while theirs.is_chance_node():
        theirs.apply_action(chance_outcome(game, state, theirs))
    assert state.is_terminal() == theirs.is_terminal()
    if state.is_terminal():
        assert list(state.returns()) == theirs.returns()
        return
    seat = state.current_player()
    assert theirs.current_player() == seat
    legal = [int(action) for action in state.legal_actions()]
    assert legal == theirs.legal_actions()
    if len(legal) > 1:
        i = sets[state.information_state_hash(seat)]
        assert found.setdefault(theirs.information_state_string(), i) == i
    for action in legal:
        after, their_after = state.clone(), theirs.clone()
        after.apply_action(action, seat)
        their_after.apply_action(action)
        walk_both(game, after, their_after, sets, found)


def as_theirs(tree, theirs, found, profile):
    """Return our profile as a tabular policy of theirs."""
    policy = policies.TabularPolicy(theirs)
    for text, row in policy.state_lookup.items():
        if text in found:
            where = tree.sequences(found[text])
            policy.action_probability_array[row] = 0.0
            policy.action_probability_array[row][tree.action[where]] = profile[where]
    return policy


def test_information_states_are_the_same_ones(pair):
    tree, _, found = pair
    assert len(found) == tree.num_sets
    assert sorted(found.values()) == list(range(tree.num_sets))


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_nash_conv_is_the_same(pair, seed):
    tree, theirs, found = pair
    profile = uniform_profile(tree) if seed is None else random_profile(tree, seed)
    policy = as_theirs(tree, theirs, found, profile)
    result = measure(tree, profile)
    other = exploitability.nash_conv(theirs, policy, return_only_nash_conv=False)
    assert np.allclose(result.gains, other.player_improvements, atol=1e-9)
    assert abs(result.nash_conv - other.nash_conv) < 1e-9
    if theirs.num_players() == 2:
        assert abs(result.exploitability - exploitability.exploitability(theirs, policy)) < 1e-9


# Not with three seats at Goofspiel: regrets that are 0 exactly there are 0 up to rounding, in each
# program by its own order of sums, and a regret of 1e-19 chooses as one of 1 does.
@pytest.mark.parametrize("pair", [name for name in GAMES if name != "goofspiel_3p"], indirect=True)
def test_cfr_plus_gives_the_same_average_policy(pair):
    tree, theirs, found = pair
    solver = cfr.CFRPlusSolver(theirs)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    ours = CfrPlus(tree)
    ours.run(10)
    result = measure(tree, ours.average)
    assert abs(result.nash_conv - exploitability.nash_conv(theirs, average)) < 1e-6
    for text, i in found.items():
        where = tree.sequences(i)
        row = average.action_probability_array[average.state_lookup[text]]
        assert np.allclose(row[tree.action[where]], ours.average[where], atol=1e-6), text
