"""Bad input gets one clear sentence: the offending value and what was allowed."""

from __future__ import annotations

import copy
import json
import random

import numpy as np
import pytest
from cases import CASES, case
from plays import position

from engine_cy import (
    DataError,
    Game,
    GameOptionError,
    IllegalActionError,
    NotationError,
    Observation,
    State,
    TooManyWorlds,
    load_game,
)
from engine_cy.components import read_data
from engine_cy.core import observation_from_bytes, state_from_bytes
from engine_cy.registry import game_info

KUHN = case("kuhn_poker", 3).game
GOOFSPIEL = case("goofspiel", 2, num_cards=5, imp_info=True).game


def sentence(error, call, *args, **kwargs):
    """Return the message of the error that a call raises, after checking its form."""
    with pytest.raises(error) as caught:
        call(*args, **kwargs)
    text = str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert text.endswith(".") and not text.endswith("..")
    assert "\n" not in text
    return text


# ---- games, players, options -------------------------------------------------------------------


def test_an_unknown_game_lists_the_games():
    text = sentence(GameOptionError, load_game, "chess")
    assert "'chess'" in text
    assert "fairy_concerto, goofspiel, hoi_pho, house_of_fado, kuhn_poker" in text
    assert "'_hoi_pho_data'" in sentence(GameOptionError, game_info, "_hoi_pho_data")


@pytest.mark.parametrize("players", [1, 4, 9, "2", 2.0, True])
def test_a_wrong_player_count_names_the_range(players):
    text = sentence(GameOptionError, load_game, "kuhn_poker", players)
    assert "2 to 3 players" in text and repr(players) in text


@pytest.mark.parametrize("options, part", [
    ({"cards": 3}, "has no option 'cards'; options: num_cards, points_order"),
    ({"num_cards": 14}, "num_cards=14 is not allowed; allowed: integers 2..13"),
    ({"num_cards": 1}, "num_cards=1 is not allowed"),
    ({"num_cards": True}, "num_cards=true is not allowed"),
    ({"num_cards": 2.5}, "num_cards=2.5 is not allowed"),
    ({"num_cards": "many"}, "num_cards=many is not allowed"),
    ({"points_order": "up"}, "allowed: random, ascending, descending"),
    ({"imp_info": 1}, "imp_info=1 is not allowed; allowed: true, false"),
    ({"returns_type": None}, "allowed: win_loss, point_difference, total_points"),
])
def test_a_wrong_option_names_what_is_allowed(options, part):
    assert part in sentence(GameOptionError, load_game, "goofspiel", **options)


def test_options_are_understood_as_texts_of_a_command_line():
    game = load_game("goofspiel", num_cards="7", imp_info="true")
    assert game.options["num_cards"] == 7 and game.options["imp_info"] is True


# ---- seeds, seats, actions ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None])
def test_a_wrong_seed_names_the_range(seed):
    observation = KUHN.new_initial_state(0).observation(0)
    for call in (KUHN.new_initial_state, observation.sample_state):
        with pytest.raises(ValueError, match=r"Seed .* is not an integer in \[0, 2\^64\)\."):
            call(seed)


@pytest.mark.parametrize("seat", [-1, 3, "0", 1.0])
def test_a_wrong_seat_names_the_seats(seat):
    state = KUHN.new_initial_state(0)
    calls = (state.observation, state.observation_of_all, state.legal_actions,
             state.legal_actions_mask, state.information_state_hash,
             lambda seat: state.apply_action(0, seat))
    for call in calls:
        with pytest.raises(ValueError, match=r"Seat .* is not one of 0\.\.2\."):
            call(seat)


@pytest.mark.parametrize("action", [-1, 2, 2**40, 0.5, "bet", None])
def test_an_illegal_action_names_the_legal_ones(action):
    state = KUHN.new_initial_state(0)
    before = state.to_bytes()
    text = sentence(IllegalActionError, state.apply_action, action)
    assert f"number {action!r}" in text and "legal: pass, bet" in text
    assert state.to_bytes() == before


def test_an_action_out_of_turn_or_after_the_end():
    state = KUHN.new_initial_state(0)
    assert "seat 2 does not act now" in sentence(IllegalActionError, state.apply_action, 0, 2)
    for _ in range(3):
        state.apply_action(0)
    assert "after the end" in sentence(IllegalActionError, state.apply_action, 0)


def test_texts_and_numbers_that_are_no_action():
    assert "'raise' is no action of kuhn_poker; write 'pass' or 'bet'" in sentence(
        NotationError, KUHN.string_to_action, "raise"
    )
    for action in (-1, 2, 0.5, "bet"):
        text = sentence(NotationError, KUHN.action_to_string, action)
        assert f"Action {action!r} is not one of 0..1" in text


@pytest.mark.parametrize("each", CASES, ids=str)
def test_action_texts_are_unique_and_read_back(each):
    game = each.game
    texts = [game.action_to_string(a) for a in range(game.num_distinct_actions)]
    assert [game.string_to_action(f"  {text} ") for text in texts] == list(range(len(texts)))


def test_results_exist_at_the_end_only():
    state = KUHN.new_initial_state(0)
    for call in (state.returns, state.ranks):
        with pytest.raises(ValueError, match="not over after 0 moves"):
            call()


def test_objects_are_made_by_games_only():
    for cls in (State, Observation):
        with pytest.raises(TypeError, match="not by"):
            cls()
    with pytest.raises(AttributeError):
        KUHN.name = "poker"


def test_too_many_worlds_are_refused_before_the_first():
    state = KUHN.new_initial_state(0)
    assert "More than 5 worlds" in sentence(TooManyWorlds, state.observation(0).worlds, 5)
    assert len(list(state.observation(0).worlds(6))) == 6


def test_rewinding_needs_a_decision_of_the_same_game():
    state = KUHN.new_initial_state(0)
    for k in (-1, 1):
        with pytest.raises(ValueError, match=f"Decision {k} is not one of 0..0"):
            KUHN.rewind(state, k)
    with pytest.raises(ValueError, match="another game"):
        GOOFSPIEL.rewind(state, 0)


def test_a_tensor_of_the_wrong_size_is_refused():
    observation = KUHN.new_initial_state(0).observation(0)
    with pytest.raises(ValueError, match="A tensor of 3 floats is not one of 21"):
        observation.tensor(np.zeros(3, dtype=np.float32))


def test_bytes_of_the_wrong_length_are_refused():
    assert "3 bytes are no state of kuhn_poker" in sentence(
        DataError, state_from_bytes, KUHN, b"abc"
    )
    assert "3 bytes are no observation of kuhn_poker" in sentence(
        DataError, observation_from_bytes, KUHN, 0, b"abc"
    )


# ---- JSON --------------------------------------------------------------------------------------


def changed(form, path, value):
    """Return a copy of a JSON form with one field changed, or removed for `...`."""
    form = copy.deepcopy(form)
    *folders, name = path.split(".")
    node = form
    for folder in folders:
        node = node[folder]
    if value is ...:
        del node[name]
    else:
        node[name] = value
    return form


def kuhn_observation():
    state = KUHN.new_initial_state(0)
    for action in (0, 1):
        state.apply_action(action)
    return state.observation(1).to_dict()


@pytest.mark.parametrize("path, value, part", [
    ("view", ..., "'observation.view' is missing"),
    ("view", [], "'view' is []; it must be an object"),
    ("game", "chess", "'observation.game' is 'chess'; it must be one of kuhn_poker"),
    ("players", 2, "'observation.players' is 2; it must be one of 3"),
    ("player", 3, "'observation.player' is 3; it must be an integer 0..2"),
    ("player", True, "'observation.player' is True"),
    ("options", [], "'observation.options' is []; it must be an object"),
    ("format", 2, "'observation.format' is 2"),
    ("extra", 1, "'observation.extra' is unknown; the fields are"),
    ("knowledge", 3, "'knowledge' is 3; it must be an object"),
    ("knowledge", {"hands": []}, "'knowledge.hands' is unknown; the fields are none"),
    ("view.card", 5, "'view.card' is 5; it must be an integer 1..4"),
    ("view.card", ..., "'view.card' is missing"),
    ("view.bets", ["raise"], "'view.bets' is ['raise']; it must be a list of 'pass' and 'bet'"),
    ("view.bets", ["bet"] * 4, "the betting ended after 3 of them"),
    ("view.shown", [1, 2, 3], "cards are shown at the end"),
    ("view.pot", 3, "'view.pot' is unknown"),
    ("trace", [], "'trace' is []; it must be an object"),
    ("trace.fingerprint", "x", "'trace.fingerprint' is 'x'"),
    ("trace.public_hash", "xyz", "it must be 16 hex digits"),
    ("trace.public_hash", 7, "it must be 16 hex digits"),
    ("trace.num_moves", -1, "'trace.num_moves' is -1; it must be an integer 0..65535"),
    ("trace.news", [1], "'trace.news' is [1]; it must be a list of 3 integers"),
    ("trace.events", 3, "3 is no event: [kind, seat or null, number, number]"),
    ("trace.events", [["bets", 0]], "['bets', 0] is no event"),
    ("trace.events", [["sings", 0, 0, 0]], "where kind is one of dealt, passes, bets, shows"),
    ("trace.decisions", "bet", "'bet' is no decision [seat, action or null]"),
    ("trace.decisions", [[7, "bet"]], "[7, 'bet'] is no decision"),
    ("trace.decisions", [[0, "raise"]], "[0, 'raise'] is no decision"),
    ("trace.decisions", [[0, "bet"], [1, "bet"]], "by the view it must be"),
])
def test_a_broken_observation_names_the_field(path, value, part):
    form = changed(kuhn_observation(), path, value)
    assert part in sentence(DataError, KUHN.observation_from_dict, form)


@pytest.mark.parametrize("path, value, part", [
    ("view.hand", [1, 2], "the cards that the seat has not bid"),
    ("view.hand", [1, 1, 4, 5], "the cards that the seat has not bid"),
    ("view.prize", None, "'view.prize' is None; it must be an integer 1..5"),
    ("view.prize", 1, "a prize comes twice"),
    ("view.points", [9, 9], "by the tricks it must be"),
    ("view.own_bid", 2, "it must be a card of the hand"),
    ("view.tricks", 3, "a list of at most 5 tricks"),
    ("view.tricks", [{"prize": 1}], "'view.tricks[0].bids' is missing"),
    ("view.tricks", [{"prize": 1, "bids": [1], "winner": 0}], "2 bids, one per seat"),
    ("view.tricks", [{"prize": 1, "bids": [2, 1], "winner": 0}], "stay hidden: null"),
    ("view.tricks", [{"prize": 1, "bids": [9, None], "winner": 0}], "seat 0 must be 1..5"),
    ("view.tricks", [{"prize": 1, "bids": [2, None], "winner": 5}], "one of None, 0, 1"),
])
def test_a_broken_goofspiel_view_names_the_field(path, value, part):
    state = GOOFSPIEL.state_from_dict(
        changed(GOOFSPIEL.new_initial_state(0).to_dict(), "record.prize",
                [1, 2, 3, 4, 5] + [0] * 8)
    )
    state.apply_action(1, 0)
    state.apply_action(0, 1)
    form = changed(state.observation(0).to_dict(), path, value)
    assert part in sentence(DataError, GOOFSPIEL.observation_from_dict, form)


def test_an_observation_that_no_deal_explains():
    """Seat 0 has lost with a 5: no card beats it."""
    state = GOOFSPIEL.new_initial_state(0)
    state.apply_action(4, 0)
    state.apply_action(0, 1)
    form = state.observation(0).to_dict()
    form["view"]["tricks"][0]["winner"] = 1
    del form["view"]["points"], form["trace"]
    text = sentence(DataError, GOOFSPIEL.observation_from_dict, form)
    assert text.startswith("No deal agrees")


@pytest.mark.parametrize("path, value, part", [
    ("record", ..., "'state.record' is missing"),
    ("record", 3, "'record' is 3; it must be an object"),
    ("record.card", [1, 2], "'record.card' must be 3 integers 0..255"),
    ("record.card", [1, 2, 300], "'record.card' must be 3 integers 0..255"),
    ("record.card", [1, 1, 2], "describes no position of this game: invariant 2"),
    ("record.num_moves", "x", "'record.num_moves' must be an integer 0..255"),
    ("record.h.public_hash", 5, "it must be 16 hex digits"),
    ("record.h.epoch", ..., "'record.h.epoch' is missing"),
    ("record.h.num_players", 2, "of another player count"),
    ("record.h.choosers", 255, "contradict each other"),
    ("record.pot", 1, "'record.pot' is unknown"),
    ("fingerprint", "x", "'fingerprint' is 'x'"),
    ("game", "chess", "'state.game' is 'chess'"),
    ("events_of", 3, "'state.events_of' is 3; it must be a seat below 3 or null"),
    ("events", [["bets"]], "'state.events' is malformed"),
    ("events", [["bets", 0, 0, 0, 256]], "'state.events' is malformed"),
    ("events", [["sings", 0, 0, 0, 1]], "where kind is one of"),
])
def test_a_broken_state_names_the_field(path, value, part):
    form = changed(KUHN.new_initial_state(0).to_dict(), path, value)
    assert part in sentence(DataError, KUHN.state_from_dict, form)


def test_a_commitment_that_was_not_legal_is_refused():
    state = GOOFSPIEL.new_initial_state(0)
    for seat, action in ((0, 1), (1, 2), (0, 3)):
        state.apply_action(action, seat)
    form = state.to_dict()
    form["record"]["bid"][1][0] = 2         # bid in the first trick already
    text = sentence(DataError, GOOFSPIEL.state_from_dict, form)
    assert "has chosen what is not legal" in text


@pytest.mark.parametrize("call", ["state_from_dict", "observation_from_dict"])
@pytest.mark.parametrize("value", [None, [], "text", 3])
def test_json_that_is_no_object(call, value):
    assert "must be an object" in sentence(DataError, getattr(KUHN, call), value)


@pytest.mark.parametrize("each", CASES, ids=str)
def test_truncated_objects_are_refused(each):
    """Any part of a state or an observation may be missing: a DataError, nothing else."""
    state, _ = position(each.game, 5, 5)
    for form, call, optional in (
        (state.to_dict(), each.game.state_from_dict, {"format", "options", "events", "events_of"}),
        (state.observation(0).to_dict(), each.game.observation_from_dict,
         {"format", "options", "knowledge", "trace"}),
    ):
        for name in form.keys() - optional:
            sentence(DataError, call, changed(form, name, ...))
    for name in state.to_dict()["record"]:
        sentence(DataError, each.game.state_from_dict,
                 changed(state.to_dict(), f"record.{name}", ...))


@pytest.mark.parametrize("each", CASES, ids=str)
def test_a_state_with_one_number_changed_is_refused_or_whole(each):
    """Whatever is read has its invariants, and can be shown, observed and written again."""
    rng = random.Random(4)
    for seed in range(60):
        form = position(each.game, seed, seed)[0].to_dict()
        spoil(form["record"], rng)
        try:
            state = each.game.state_from_dict(json.loads(json.dumps(form)))
        except DataError:
            continue
        assert state.check() == 0
        assert each.game.state_from_dict(state.to_dict()) == state
        assert all(len(state.legal_actions(p)) for p in state.acting_players())


def spoil(record, rng):
    """Change one number of a record."""
    tables = [t for t in (record, record["h"]) if rng.random() < 0.5] or [record]
    table = tables[-1]
    name = rng.choice([n for n, v in table.items() if not isinstance(v, (str, dict))])
    value = rng.choice((0, 1, 2, 5, 15, 100, 200))
    node, key = table, name
    while isinstance(node[key], list):
        node, key = node[key], rng.randrange(len(node[key]))
    node[key] = value


# ---- data files --------------------------------------------------------------------------------


@pytest.mark.parametrize("text, part", [
    ("a = ", "is not a valid TOML file"),
    ("a = 1", "the value a has no provenance"),
    ("provenance = 'hearsay'\na = 1", "has provenance 'hearsay'; the words are rulebook"),
    ("provenance = 'rulebook'\nprovenance_of = 3\na = 1", "provenance_of is malformed"),
    ("provenance = 'rulebook'\nprovenance_of = {b = 'review'}\na = 1", "is malformed"),
])
def test_a_broken_data_file(tmp_path, text, part):
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    message = sentence(DataError, read_data, path)
    assert "box.toml" in message and part in message
    assert part in sentence(DataError, load_game, "hoi_pho", data=path)


def test_a_data_file_that_is_not_there_or_no_text(tmp_path):
    missing = tmp_path / "none.toml"
    assert "cannot be read" in sentence(DataError, load_game, "hoi_pho", data=missing)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "not a valid TOML file" in sentence(DataError, load_game, "hoi_pho", data=binary)


def test_games_are_equal_by_fingerprint_and_hashable():
    left, right = load_game("goofspiel", 3), load_game("goofspiel", 3)
    assert left == right and len({left, right}) == 1 and isinstance(left, Game)
    assert left != load_game("goofspiel", 3, num_cards=12) and left != "goofspiel"
