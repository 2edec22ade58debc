"""The games as OpenSpiel games: its own checks, its own games as the yardstick, our promises."""

import pickle
import random
import subprocess
import sys
from types import SimpleNamespace

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install 'desgarrada[openspiel]'")

from adapter_cases import CASES, Case  # noqa: E402
from open_spiel.python import policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import exploitability, get_all_states  # noqa: E402

from engine_cy import (  # noqa: E402
    GameOptionError,
    IllegalActionError,
    load_game,
    registered_games,
)
from engine_cy.registry import game_info  # noqa: E402
from frontends import openspiel  # noqa: E402

ROOT_SEED = bytes(range(1, 9))


def load(case: Case):
    return pyspiel.load_game(openspiel.PREFIX + case.name, case.arguments)


def play_at_random(state, rng: random.Random):
    """Yield a state at every node of a random game; it is one object."""
    yield state
    while not state.is_terminal():
        if state.is_simultaneous_node():
            players = range(state.num_players())
            state.apply_actions([rng.choice(state.legal_actions(p) or [0]) for p in players])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state


def dealt(game, seed: bytes = ROOT_SEED):
    """Return the state after the deal of a seed."""
    state = game.new_initial_state()
    for byte in seed:
        state.apply_action(byte)
    return state


def test_every_game_is_registered():
    names = {name for name in pyspiel.registered_names() if name.startswith(openspiel.PREFIX)}
    assert names == {openspiel.PREFIX + name for name in registered_games()}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_simulation_test_of_openspiel_passes(case):
    pyspiel.random_sim_test(load(case), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_states_pickle_and_clones_are_independent(case):
    game = load(case)
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.new_initial_state().game == game.game
    rng = random.Random(1)
    for number, state in enumerate(play_at_random(game.new_initial_state(), rng)):
        if number < 12 and not state.is_terminal():
            copy = state.clone()
            before = str(state)
            assert str(pickle.loads(pickle.dumps(state))) == before
            for _ in play_at_random(copy, rng):
                pass
            assert str(state) == before


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nodes_say_what_the_engine_says(case):
    game = load(case)
    for state in play_at_random(game.new_initial_state(), random.Random(2)):
        ours = state.state
        if ours is None or ours.is_terminal():
            continue
        acting = ours.acting_players()
        assert state.is_simultaneous_node() == (len(acting) > 1)
        for player in range(game.num_players()):
            assert state.legal_actions(player) == ours.legal_actions(player).tolist()
            assert bool(state.legal_actions(player)) == (player in acting)
    assert state.returns() == ours.returns().tolist()


def test_a_game_without_simultaneous_choices_is_sequential():
    dynamics = {case.name: load(case).get_type().dynamics for case in CASES}
    for name, found in dynamics.items():
        simultaneous = game_info(name).simultaneous
        assert (found == pyspiel.GameType.Dynamics.SIMULTANEOUS) == simultaneous
    assert dynamics["kuhn_poker"] == pyspiel.GameType.Dynamics.SEQUENTIAL


@pytest.mark.parametrize("actions, sentence", [
    ([0, 13], "number 13 is not legal for seat 1"),
    ([-5, 0], "not legal for seat 0"),
    ([0], "1 actions are given for 2 players"),
    ([0, 0, 0], "3 actions are given for 2 players"),
])
def test_actions_that_do_not_fit_are_refused_and_none_of_them_is_taken(actions, sentence):
    state = dealt(load(Case("goofspiel", 2)))
    before = str(state)
    with pytest.raises(IllegalActionError, match=sentence):
        state.apply_actions(actions)
    assert str(state) == before and state.is_simultaneous_node()


def test_a_simultaneous_choice_takes_the_actions_of_all_and_chance_takes_none():
    state = dealt(load(Case("goofspiel", 2)))
    with pytest.raises(IllegalActionError, match="apply_actions takes an action of each"):
        state.apply_action(0)
    for other in (load(Case("hoi_pho", 3)).new_initial_state(), ended(state)):
        with pytest.raises(IllegalActionError, match="at which players choose"):
            other.apply_actions([0] * other.num_players())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_environment_of_openspiel_plays_every_game(case):
    """Where seats ever choose at once it gives an action of each at every node."""
    environment = rl_environment.Environment(load(case), seed=1)
    step = environment.reset()
    while not step.last():
        legal = step.observations["legal_actions"]
        player = step.observations["current_player"]
        step = environment.step([legal[player][0]] if environment.is_turn_based
                                else [(actions or [0])[0] for actions in legal])
    assert step.rewards == environment.get_state.returns()


def ended(state):
    """Return the end of a random game from `state`, which is left alone."""
    return list(play_at_random(state.clone(), random.Random(4)))[-1]


# ---- chance ----------------------------------------------------------------------------------


def test_the_deals_of_kuhn_poker_are_listed_with_their_chances():
    state = load(Case("kuhn_poker", 2)).new_initial_state()
    outcomes = state.chance_outcomes()
    assert [probability for _, probability in outcomes] == pytest.approx([1 / 6] * 6)
    hands = set()
    for outcome, _ in outcomes:
        hands.add(tuple(state.child(outcome).state.record()["card"][:2].tolist()))
    assert hands == {(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b}


class LoadedDice:
    """Stands for a game with two deals, one of them three times as likely."""

    spec = SimpleNamespace(chance_after_deal=False)

    def initial_worlds(self, limit: int):
        return iter([("likely", 3), ("rare", 1)])


def test_a_deal_is_as_likely_as_the_physical_deals_it_stands_for():
    assert openspiel.list_deals(LoadedDice()) == (("likely", 0.75), ("rare", 0.25))


def test_the_only_deal_needs_no_chance():
    game = load(Case("goofspiel", 2, (("points_order", "descending"),)))
    assert game.new_initial_state().is_simultaneous_node()
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert game.max_chance_nodes_in_history() == 0


def test_else_chance_draws_the_seed_byte_by_byte():
    state = dealt(load(Case("hoi_pho", 4)))
    seed = int.from_bytes(ROOT_SEED, "big")
    assert str(state) == str(load_game("hoi_pho", 4).new_initial_state(seed))
    assert not state.is_chance_node()


@pytest.mark.parametrize("case, most", [(Case("kuhn_poker", 2), 5), (Case("hoi_pho", 4), 255)],
                         ids=str)
def test_an_outcome_that_is_not_listed_is_refused(case, most):
    for outcome in (-2, most + 1):
        with pytest.raises(IllegalActionError, match=f"{outcome} is not one of 0..{most}"):
            load(case).new_initial_state().apply_action(outcome)


# ---- what a seat knows -------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_tensor_and_text_are_those_of_the_observation(case):
    game = load(case)
    for number, state in enumerate(play_at_random(game.new_initial_state(), random.Random(3))):
        if state.state is None or number % 3:
            continue
        for player in range(game.num_players()):
            observation = state.state.observation(player)
            assert state.observation_string(player) == str(observation)
            assert state.observation_tensor(player) == observation.tensor().tolist()
            assert state.information_state_tensor(player) == observation.tensor().tolist()
            key = f"{observation.information_state_hash():016x}"
            assert state.information_state_string(player) == f"{key}\n{observation}"


def test_an_information_state_does_not_show_the_other_hand():
    state = load(Case("kuhn_poker", 2)).new_initial_state()
    texts = {}
    for outcome in state.legal_actions():
        child = state.child(outcome)
        own = int(child.state.record()["card"][0])
        texts.setdefault(own, set()).add(child.information_state_string(0))
    assert {own: len(seen) for own, seen in texts.items()} == {1: 1, 2: 1, 3: 1}


def test_public_parts_alone_are_refused_in_one_sentence():
    game = load(Case("kuhn_poker", 2))
    public_only = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    with pytest.raises(ValueError, match="what one seat knows"):
        game.make_py_observer(public_only)
    with pytest.raises(ValueError, match="takes no parameters"):
        game.make_py_observer(None, {"x": 1})


# ---- parameters --------------------------------------------------------------------------------


def test_a_game_string_names_what_is_not_the_default():
    game = pyspiel.load_game("desgarrada_goofspiel(num_cards=4,players=2,imp_info=true)")
    assert str(game) == "desgarrada_goofspiel(imp_info=True,num_cards=4)"
    assert game.game.options["imp_info"] is True


def test_a_preset_decides_the_options_that_are_not_given():
    game = pyspiel.load_game("desgarrada_hoi_pho(card_text=faces_2025)").game
    assert game == load_game("hoi_pho", card_text="faces_2025")
    assert game.options["skill7_scope"] == "turn"


def test_data_decide_the_player_count_that_is_not_given():
    assert pyspiel.load_game("desgarrada_hoi_pho(data=hoi_pho_lab_2p)").num_players() == 2


@pytest.mark.parametrize("parameters, sentence", [
    ({"players": 9}, "is for 2 to 5 players here, not players=9"),
    ({"points_order": "spiral"}, "points_order=spiral is not allowed"),
    ({"data": "a,b.toml"}, "data=a,b.toml is not allowed"),
])
def test_bad_parameters_are_refused_in_one_sentence(parameters, sentence):
    with pytest.raises(GameOptionError, match=sentence):
        pyspiel.load_game("desgarrada_goofspiel", parameters)


def test_the_interpreter_ends_well_after_the_games_were_registered():
    code = "import frontends.openspiel, pyspiel; pyspiel.load_game('desgarrada_kuhn_poker')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---- against OpenSpiel's own games -------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_kuhn_poker_is_openspiels_kuhn_poker(players):
    """Same exploitability of the uniform policy, and as many states and information states."""
    facts = []
    for name in ("desgarrada_kuhn_poker", "kuhn_poker"):
        game = pyspiel.load_game(name, {"players": players})
        states = get_all_states.get_all_states(game, include_terminals=True).values()
        nodes = [state for state in states if not state.is_chance_node()]
        seen = {state.information_state_string(state.current_player())
                for state in nodes if not state.is_terminal()}
        gap = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
        facts.append((len(seen), round(gap, 9)))
    assert facts[0] == facts[1]


def test_goofspiel_in_turns_has_openspiels_exploitability():
    gaps = []
    for name in ("desgarrada_goofspiel", "goofspiel"):
        game = pyspiel.load_game_as_turn_based(
            name, {"num_cards": 4, "points_order": "descending", "imp_info": True})
        gaps.append(exploitability.nash_conv(game, policy.UniformRandomPolicy(game)))
    assert gaps[0] == pytest.approx(gaps[1])
