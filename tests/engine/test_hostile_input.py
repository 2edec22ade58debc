"""Input made to do harm: it is refused in a sentence, or it is a position that can be played."""

import copy
import json
import random

import pytest
from cases import CASES

import engine_cy
from engine_cy import DataError, load_game
from engine_cy.core import Game, Observation, State

REFUSALS = (engine_cy.DataError, engine_cy.GameOptionError)


def observation_dict(game, seed, moves, seat=0):
    """Return the JSON form of what a seat knows after some random moves."""
    rng = random.Random(seed)
    state = game.new_initial_state(seed)
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions().tolist()))
    return json.loads(json.dumps(state.observation(seat).to_dict()))


@pytest.mark.parametrize("name, value", [
    ("num_players", 5), ("max_game_length", -5), ("fingerprint", "x"), ("options", {}),
    ("observation_tensor_layout", []), ("utility_max", 2.0), ("words", None), ("data", None),
])
def test_a_bot_cannot_change_the_game_it_is_given(name, value):
    game = load_game("hoi_pho")
    before = getattr(game, name)
    with pytest.raises(AttributeError):
        setattr(game, name, value)
    game.options.clear()
    game.observation_tensor_layout.clear()
    assert game.options and getattr(game, name) == before


def test_objects_made_round_the_games_are_refused():
    game = load_game("kuhn_poker")
    for make in (Game, State, Observation, lambda: State.__new__(State),
                 lambda: Observation.__new__(Observation),
                 lambda: Game.__new__(Game).new_initial_state(1)):
        with pytest.raises(TypeError):
            make()
    with pytest.raises(engine_cy.GameOptionError):
        Observation.__new__(Observation, game, 9)


@pytest.mark.parametrize("decisions", [
    [[3, "rock"]] * 72,
    [[0, "play ship"], [0, "play ship"]],
    [],
])
def test_a_trace_that_does_not_lead_to_the_view_is_refused(decisions):
    game = load_game("hoi_pho", players=4)
    form = observation_dict(game, 5, 8)
    assert form["trace"]["decisions"] != decisions
    form["trace"]["decisions"] = decisions
    with pytest.raises(DataError):
        game.observation_from_dict(form)


@pytest.mark.parametrize("path, value", [
    (("trace", "at_deal", "money"), [9, 5, 5, 5]),
    (("trace", "deals"), 7),
    (("trace", "origin"), [3]),
    (("trace", "news"), [0, 0, 0, 0]),
    (("trace", "rumour"), 1),
    (("trace", "public_hash"), "0x00000000000012"),
    (("trace", "events"), [["plays", 9, 3, 0]]),
    (("trace", "events"), [["plays", 0, 99, 0]]),
    (("view", "committed"), {}),
    (("view", "committed"), [1]),
    (("view", "truncated"), True),
    (("view", "bound"), [3, None, None, None]),
    (("view", "played"), [[3, 3, 4, 5]]),
    (("view", "round"), 1.0),
    (("view", "phase"), "over"),
    (("view", "contracts"), [[5, 7, 9, 11], [], [], []]),
    (("view", "skill"), {"actor": 0, "used": [[6]]}),
])
def test_a_table_of_hoi_pho_that_cannot_be_is_refused(path, value):
    game = load_game("hoi_pho", players=4)
    form = observation_dict(game, 5, 0)
    game.observation_from_dict(form)
    target = form
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    with pytest.raises(DataError) as caught:
        game.observation_from_dict(form)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("players, view", [
    (2, {"card": 2, "bets": ["pass", "pass", "bet"]}),
    (3, {"card": 2, "bets": ["pass", "pass", "pass", "bet"]}),
    (2, {"card": 2, "bets": ["pass", "pass"]}),
    (2, {"card": 2, "bets": ["pass", "pass"], "shown": [3, 1]}),
    (2, {"card": 2, "bets": ["bet", "pass"], "shown": [2, 1]}),
    (2, {"card": 2, "bets": ["pass", "pass"], "shown": [2, True]}),
    (2, {"card": 2, "bets": ["pass", "pass"], "shown": 5}),
])
def test_a_table_of_kuhn_poker_that_cannot_be_is_refused(players, view):
    game = load_game("kuhn_poker", players=players)
    with pytest.raises(DataError):
        game.observation_from_dict(
            {"game": "kuhn_poker", "players": players, "player": 0, "view": view})


def test_a_trace_without_its_knowledge_is_not_read():
    game = load_game("hoi_pho", players=4)
    for seed in range(30):
        form = observation_dict(game, seed, 11 + seed)
        del form["knowledge"]
        alone = game.observation_from_dict(form)
        del form["trace"]
        assert alone == game.observation_from_dict(form) and alone.events() is None


def test_a_state_whose_counts_contradict_each_other_is_refused():
    game = load_game("kuhn_poker")
    form = game.new_initial_state(1).to_dict()
    form["record"]["num_moves"] = 3
    with pytest.raises(DataError):
        game.state_from_dict(form)
    game = load_game("hoi_pho")
    for field, value in (("foe", 9), ("taking", 200), ("phase", 40), ("turn", 7), ("draws", 9)):
        form = game.new_initial_state(1).to_dict()
        form["record"][field] = value
        with pytest.raises(DataError):
            game.state_from_dict(form)


def test_the_events_of_a_sampled_world_stay_its_observers():
    game = load_game("hoi_pho")
    world = game.new_initial_state(1).observation(2).sample_state(1)
    again = game.state_from_dict(world.to_dict())
    assert again.observation(2).events() == world.observation(2).events() is not None
    assert again.observation(0).events() is None and world.observation(0).events() is None


@pytest.mark.parametrize("name", ["hoi_pho", "fado_duetos", "kuhn_poker"])
def test_events_from_a_number_on_are_the_rest_of_all_events(name):
    state = load_game(name).new_initial_state(3)
    for _ in range(5):
        seat = state.current_player()
        if seat < 0:
            break
        state.apply_action(int(state.legal_actions(seat)[0]), seat)
    for source in (state, state.observation(1)):
        events = source.events()
        assert len(events) > 1
        for start in range(len(events) + 2):
            assert source.events(start) == events[start:]
        assert source.events(-3) == events  # there is nothing before the first


# ---- structure-aware mutations -------------------------------------------------------------------

STRANGE = (None, True, -1, 0, 1, 3, 14, 77, 10**20, 1.5, float("nan"), "", "ship", "play 3", "over",
           "\x00", [], [[]], {}, [0] * 4, [None] * 4)


def places(form, path=()):
    """Yield the path of every value in a JSON form."""
    items = form.items() if isinstance(form, dict) else enumerate(form)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from places(value, (*path, key))


def mutated(form, rng):
    """Return a copy with one value dropped, doubled, or replaced by something strange."""
    form = copy.deepcopy(form)
    *way, last = rng.choice(list(places(form)))
    target = form
    for key in way:
        target = target[key]
    match rng.randrange(4):
        case 0:
            del target[last]
        case 1 if isinstance(target, list):
            target.insert(last, copy.deepcopy(target[last]))
        case 2 if type(target[last]) is int:
            target[last] += rng.choice((-1, 1))
        case _:
            target[last] = copy.deepcopy(rng.choice(STRANGE))
    return form


def exercise(observation):
    """Do with an observation what bots and frontends do."""
    world = observation.sample_state(7)
    assert world.check() == 0
    observation.tensor()
    str(observation)
    observation.events()
    form = json.loads(json.dumps(observation.to_dict()))
    observation.game.observation_from_dict(form)
    rng = random.Random(1)
    while not world.is_terminal():
        world.apply_action(rng.choice(world.legal_actions().tolist()))
    assert world.check() == 0


@pytest.mark.parametrize("case", CASES, ids=str)
def test_mutated_observations_are_refused_or_can_be_played(case):
    rng = random.Random(str(case))
    accepted = 0
    for i in range(60):
        form = mutated(observation_dict(case.game, i, rng.randrange(60), i % 2 % case.players), rng)
        if i % 3 == 0:
            form.pop("trace", None)
        try:
            observation = case.game.observation_from_dict(form)
        except REFUSALS:
            continue
        accepted += 1
        exercise(observation)
    assert accepted < 60


@pytest.mark.parametrize("case", CASES, ids=str)
def test_mutated_states_are_refused_or_can_be_played(case):
    rng = random.Random(str(case))
    for i in range(40):
        state = case.game.new_initial_state(i)
        for _ in range(rng.randrange(40)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions().tolist()))
        form = mutated(json.loads(json.dumps(state.to_dict())), rng)
        try:
            again = case.game.state_from_dict(form)
        except REFUSALS:
            continue
        str(again)
        again.observation(0).to_dict()
        while not again.is_terminal():
            again.apply_action(rng.choice(again.legal_actions().tolist()))


@pytest.mark.parametrize("name", [None, [], 5, "", "hoi_pho\x00", "Hoi_Pho"])
def test_a_name_that_is_no_game_is_refused(name):
    with pytest.raises(engine_cy.GameOptionError):
        load_game(name)


@pytest.mark.parametrize("data", [5, "a\x00b", "/", b"\xff", []])
def test_what_is_no_data_file_is_refused(data):
    with pytest.raises(DataError):
        load_game("hoi_pho", data=data)


@pytest.mark.parametrize("value", [[], {}, [1], 1.5])
@pytest.mark.parametrize("name", ["hoi_pho", "fairy_concerto"])
def test_a_commitment_that_is_no_text_is_refused(name, value):
    form = observation_dict(load_game(name), 1, 0)
    form["view"]["committed"] = value
    with pytest.raises(DataError, match="committed"):
        load_game(name).observation_from_dict(form)
