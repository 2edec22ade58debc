"""Leduc poker, rule by rule."""

from __future__ import annotations

import pytest

from engine_cy import DataError, load_game


def played(cards, public, bets=""):
    """Return the state after bets such as "crc", with the seats' cards and the public card."""
    game = load_game("leduc_poker", len(cards.split()))
    form = game.new_initial_state(0).to_dict()
    number = {face: i + 1 for i, face in enumerate(game.words.cards)}
    form["record"]["card"][: game.num_players] = [number[face] for face in cards.split()]
    form["record"]["public_card"] = number[public]
    state = game.state_from_dict({**form, "events": []})
    for letter in bets:
        state.apply_action("fcr".index(letter))
    return state


def test_the_deck_has_one_rank_more_than_there_are_players():
    for players, ranks in ((2, "JQK"), (3, "JQKA")):
        game = load_game("leduc_poker", players)
        assert game.words.cards == [rank + suit for rank in ranks for suit in "sh"]
        seen = {int(game.new_initial_state(seed).record()["public_card"]) for seed in range(200)}
        assert seen == set(range(1, 2 * players + 3))


def test_everybody_antes_one_chip():
    assert played("Js Qs Ks", "As").scores().tolist() == [-1, -1, -1]


@pytest.mark.parametrize("bets, legal", [
    ("", [1, 2]),               # nothing is owed: no fold
    ("c", [1, 2]),
    ("r", [0, 1, 2]),
    ("rr", [0, 1]),             # two raises a round
    ("cr", [0, 1, 2]),
    ("crr", [0, 1]),
    ("rrc", [1, 2]),            # the second round counts anew
    ("rrcrr", [0, 1]),
])
def test_legal_actions(bets, legal):
    assert played("Js Ks", "Qs", bets).legal_actions().tolist() == legal


@pytest.mark.parametrize("bets, staked", [
    ("r", [3, 1]), ("rr", [3, 5]), ("rrc", [5, 5]), ("ccr", [5, 1]), ("ccrr", [5, 9]),
    ("rrcrr", [9, 13]),
])
def test_a_raise_calls_and_adds_two_chips_then_four(bets, staked):
    assert (-played("Js Ks", "Qs", bets).scores()).tolist() == staked


@pytest.mark.parametrize("bets, seat", [
    ("", 0), ("c", 1), ("cc", 2), ("ccc", 0), ("ccr", 0), ("ccrf", 1), ("rf", 2), ("rfr", 0),
    ("rfrc", 0), ("crfc", 0), ("crcf", 1), ("crcfc", 2), ("crcfcr", 1), ("rcc", 0), ("rccccr", 0),
])
def test_who_acts(bets, seat):
    """The first seat left opens each round; after a raise everybody else answers."""
    assert played("Js Qs Ks", "As", bets).acting_players() == (seat,)


def test_the_card_is_turned_up_after_the_first_round_only():
    state = played("Js Qs", "Kh", "r")
    assert state.observation(0).to_dict()["view"]["public_card"] is None
    state.apply_action(1)
    assert state.observation(1).to_dict()["view"]["public_card"] == "Kh"
    assert [e.text for e in state.events()] == ["seat 0 raises to 3", "seat 1 calls",
                                                "the Kh is turned up"]


def test_the_card_stays_hidden_where_the_first_round_ends_the_game():
    state = played("Js Qs", "Kh", "rf")
    assert state.is_terminal()
    assert state.observation(0).record()["public_card"] == 0


def test_who_is_left_alone_takes_the_pot_and_shows_nothing():
    state = played("Js Qs Ks", "Kh", "rccrff")
    assert state.returns().tolist() == [6, -3, -3]
    view = state.observation(1).to_dict()["view"]
    assert view["shown"] == [] and view["staked"] == [7, 3, 3]
    assert not any(e.kind == "shows" for e in state.events())


@pytest.mark.parametrize("cards, public, returns", [
    ("Js Ks", "Qs", [-1, 1]),           # the higher card
    ("Ks Qs", "Qh", [-1, 1]),           # a pair beats it
    ("Js Ks", "Jh", [1, -1]),           # even the lowest
    ("Qs Qh", "Ks", [0, 0]),            # equal ranks share
    ("Js Ah Qs", "Ks", [-1, 2, -1]),
    ("As Js Ah", "Ks", [0.5, -1, 0.5]),
    ("As Js Ah", "Jh", [-1, 2, -1]),
])
def test_showdown(cards, public, returns):
    state = played(cards, public, "c" * 2 * len(cards.split()))
    assert state.returns().tolist() == returns
    assert state.ranks().tolist() == [1 + sum(r > own for r in returns) for own in returns]


def test_a_showdown_shows_the_cards_of_those_who_stayed_in():
    state = played("As Js Ah", "Kh", "rfccc")
    assert [e.text for e in state.events()][-2:] == ["seat 0 shows the As", "seat 2 shows the Ah"]
    assert state.returns().tolist() == [0.5, -1, 0.5]
    for seat in range(3):
        assert state.observation(seat).to_dict()["view"]["shown"] == ["As", None, "Ah"]
    assert str(state.observation(0)).splitlines()[2] == "seat 1: hidden, 1 in the pot, folded"


def test_what_is_shown_down_belongs_to_the_information_state():
    left, right = played("Js Ks", "Qs", "cccc"), played("Js Kh", "Qs", "cccc")
    assert left.information_state_hash(0) != right.information_state_hash(0)
    left, right = played("Js Ks", "Qs", "ccc"), played("Js Kh", "Qs", "ccc")
    assert left.information_state_hash(0) == right.information_state_hash(0)


def test_equal_ranks_are_two_cards():
    left, right = played("Js Ks", "Qs"), played("Jh Ks", "Qs")
    assert left.information_state_hash(0) != right.information_state_hash(0)
    faces = [world.record()["card"][1] for world, _ in left.observation(0).worlds(100)]
    assert sorted(faces) == [card for card in range(2, 7) for _ in range(4)]


def test_the_whole_game_for_two_has_936_information_states():
    """The known size with two suits told apart. A round ends in 4 ways by a fold and in 5 without:
    120 deals x (4 + 5 x 9) ways of betting."""
    states, ends = set(), 0
    left = [state for state, _ in load_game("leduc_poker").initial_worlds(120)]
    while left:
        state = left.pop()
        if state.is_terminal():
            ends += 1
            continue
        states.add(state.information_state_hash(state.current_player()))
        for action in state.legal_actions().tolist():
            left.append(state.clone())
            left[-1].apply_action(action)
    assert (len(states), ends) == (936, 5880)


@pytest.mark.parametrize("players, low, high", [(2, -13, 13), (3, -13, 26)])
def test_declared_utilities_are_reached(players, low, high):
    game = load_game("leduc_poker", players)
    assert (game.utility_min, game.utility_max, game.utility_sum) == (low, high, 0)
    state = played("Ks Js Jh"[: 3 * players - 1], "Kh", ("rr" + "c" * (players - 1)) * 2)
    assert state.returns().max() == high and state.returns().min() == low


def test_the_longest_game():
    state = played("Ks Js Qh", "Kh", ("ccrcrcc") * 2)
    assert state.is_terminal() and state.num_moves == state.game.max_game_length == 14


def test_one_tensor_layout_that_is_seat_relative():
    games = [load_game("leduc_poker", n) for n in (2, 3)]
    assert games[0].observation_tensor_layout == games[1].observation_tensor_layout
    state = played("Ks Js Qh", "Kh", "crcfrr")
    at = {name: slice(a, b) for name, a, b in state.game.observation_tensor_layout}
    for seat in range(3):
        tensor = state.observation(seat).tensor()
        order = [(seat + i) % 3 for i in range(3)]
        assert tensor[at["staked"]].tolist() == pytest.approx(
            [-state.scores()[p] / 13 for p in order])
        assert tensor[at["to_act"]].tolist() == [p in state.acting_players() for p in order]
        moves = tensor[at["moves"]].reshape(3, 2, 3, 3)     # seat, round, turn, action
        by_seat = [moves[order.index(p)].argmax(axis=-1).tolist() for p in range(3)]
        taken = [moves[order.index(p)].sum(axis=-1).tolist() for p in range(3)]
        assert taken == [[[1, 1, 0], [0, 0, 0]], [[1, 0, 0], [1, 0, 0]], [[1, 0, 0], [1, 0, 0]]]
        assert by_seat == [[[1, 0, 0], [0, 0, 0]], [[2, 0, 0], [2, 0, 0]], [[1, 0, 0], [2, 0, 0]]]


@pytest.mark.parametrize("change, part", [
    ({"card": "Ts"}, "'view.card' is 'Ts'; it must be one of Js, Jh, Qs, Qh, Ks, Kh"),
    ({"card": 3}, "'view.card' is 3"),
    ({"bets": ["raise"]}, "it must be two lists"),
    ({"bets": [["bet"], []]}, "it must be two lists"),
    ({"bets": [["fold"], []]}, "they cannot be played: Action 'fold' is not legal"),
    ({"bets": [["raise", "fold", "call"], []]}, "after the end of the game"),
    ({"bets": [["call"], ["call"]]}, "the first round has 2 moves"),
    ({"bets": [["call", "call", "call"], []]}, "the first round has 2 moves"),
    ({"bets": [["call", "call"], []]}, "'view.public_card' is None; it must be one of"),
    ({"public_card": "Qs"}, "it is turned up after the first round"),
    ({"staked": [1, 1]}, "by the bets it must be [3, 1]"),
    ({"shown": ["Js", "Qs"]}, "it must be a list of 0 cards"),
    ({"pot": 4}, "'view.pot' is unknown"),
])
def test_a_table_that_cannot_be_names_the_field(change, part):
    view = {"card": "Js", "public_card": None, "bets": [["raise"], []], **change}
    with pytest.raises(DataError) as caught:
        read(view)
    assert part in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("shown, part", [
    (None, "it must be a list of 3 cards"),
    (["As", "Js", "Ah"], "seat 1 has folded and shows nothing"),
    (["Ks", None, "Ah"], "seat 0 shows its own card"),
    (["As", None, None], "it must be one of"),
])
def test_a_showdown_that_cannot_be(shown, part):
    view = played("As Js Ah", "Kh", "rfccc").observation(0).to_dict()["view"]
    read(view, 3)
    with pytest.raises(DataError) as caught:
        read({**view, "shown": shown}, 3)
    assert part in str(caught.value)


def test_a_card_that_is_there_twice_is_refused():
    view = {"card": "Js", "public_card": "Js", "bets": [["call", "call"], []]}
    with pytest.raises(DataError):
        read(view)


def read(view, players=2):
    return load_game("leduc_poker", players).observation_from_dict(
        {"game": "leduc_poker", "players": players, "player": 0, "view": view})
