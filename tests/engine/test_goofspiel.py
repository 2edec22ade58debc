"""Goofspiel, rule by rule."""

from __future__ import annotations

import pytest

from engine_cy import load_game


def played(tricks, *, seed=0, **options):
    """Return the state after tricks, each a tuple of bids by seat."""
    options = {"points_order": "ascending", **options}
    state = load_game("goofspiel", len(tricks[0]), **options).new_initial_state(seed)
    for bids in tricks:
        for seat, card in enumerate(bids):
            state.apply_action(card - 1, seat)
    return state


def test_the_highest_single_bid_takes_the_prize():
    state = played([(1, 3, 2)], num_cards=4)
    assert state.scores().tolist() == [0, 1, 0]


def test_a_tie_for_the_highest_bid_throws_the_prize_away():
    state = played([(3, 3, 2), (1, 2, 4)], num_cards=4)
    assert state.scores().tolist() == [0, 0, 2]
    assert state.inventory()["prizes"] == {
        "seat 0": 0, "seat 1": 0, "seat 2": 1, "thrown away": 1, "pile": 2,
    }


def test_a_tie_below_the_highest_bid_does_not_matter():
    assert played([(1, 1, 4)], num_cards=4).scores().tolist() == [0, 0, 1]


def test_a_bid_card_is_used_once():
    state = played([(2, 3)], num_cards=4)
    assert state.legal_actions(0).tolist() == [0, 2, 3]
    assert state.legal_actions(1).tolist() == [0, 1, 3]


def test_a_seat_that_has_bid_waits_for_the_others():
    state = load_game("goofspiel", 3, num_cards=4).new_initial_state(0)
    state.apply_action(2, 1)
    assert state.acting_players() == (0, 2) and state.legal_actions(1).tolist() == []
    assert state.current_player() == 0


def test_the_last_trick_plays_itself():
    state = played([(2, 1), (1, 2)], num_cards=3)
    assert state.is_terminal() and state.num_moves == 4
    assert state.scores().tolist() == [1, 2]        # 3 against 3: the last prize is thrown away
    assert [e.text for e in state.events()][-4:] == [
        "prize 3 is turned up", "seat 0 bids 3", "seat 1 bids 3",
        "the highest bids tie: prize 3 is thrown away",
    ]


@pytest.mark.parametrize("order, first", [("ascending", 1), ("descending", 5)])
def test_prizes_come_in_the_order_asked_for(order, first):
    game = load_game("goofspiel", num_cards=5, points_order=order)
    assert {game.new_initial_state(s).observation(0).to_dict()["view"]["prize"]
            for s in range(9)} == {first}


def test_random_prizes_come_equally_often_first():
    game = load_game("goofspiel", num_cards=4)
    first = [int(game.new_initial_state(seed).record()["prize"][0]) for seed in range(4000)]
    assert all(abs(first.count(card) - 1000) < 130 for card in range(1, 5))


# Prizes 1, 2, 3; the last bids are 1 2 3: seat 0 wins 1, seat 1 wins 2, seat 2 wins 3.
THREE = [(3, 1, 2), (2, 3, 1)]


@pytest.mark.parametrize("kind, expected", [
    ("win_loss", [-0.5, -0.5, 1]),
    ("point_difference", [-1, 0, 1]),
    ("total_points", [1, 2, 3]),
])
def test_returns(kind, expected):
    state = played(THREE, num_cards=3, returns_type=kind)
    assert state.returns().tolist() == pytest.approx(expected)
    assert state.ranks().tolist() == [3, 2, 1]


def test_winners_share_and_a_tie_of_all_is_worth_nothing():
    # Prizes 4, 3, 2, 1: to seat 0, to seat 1, thrown away, and the last by 2 3 2 to seat 1.
    shared = played([(4, 1, 3), (1, 2, 1), (3, 4, 4)], num_cards=4, points_order="descending")
    assert shared.scores().tolist() == [4, 4, 0]
    assert shared.returns().tolist() == [0.5, 0.5, -1] and shared.ranks().tolist() == [1, 1, 3]
    even = played([(1, 1), (2, 2)], num_cards=3)
    assert even.returns().tolist() == [0, 0] and even.ranks().tolist() == [1, 1]


@pytest.mark.parametrize("n, kind, low, high, total", [
    (2, "win_loss", -1, 1, 0),
    (3, "point_difference", -91 / 3, 182 / 3, 0),
    (5, "total_points", 0, 91, None),
])
def test_declared_utilities(n, kind, low, high, total):
    game = load_game("goofspiel", n, returns_type=kind)
    assert (game.utility_min, game.utility_max) == pytest.approx((low, high))
    assert game.utility_sum == total


def test_hidden_bids_show_only_who_won():
    state = played([(2, 4), (3, 3)], num_cards=5, imp_info=True)
    view = state.observation(0).to_dict()["view"]
    assert view["tricks"] == [
        {"prize": 1, "bids": [2, None], "winner": 1},
        {"prize": 2, "bids": [3, None], "winner": None},
    ]
    assert [e.text for e in state.observation(1).events()] == [
        "prize 1 is turned up", "seat 1 bids 4", "seat 1 wins prize 1",
        "prize 2 is turned up", "seat 1 bids 3", "the highest bids tie: prize 2 is thrown away",
        "prize 3 is turned up",
    ]


def test_hidden_bids_stay_hidden_after_the_end():
    state = played([(2, 1), (1, 2)], num_cards=3, imp_info=True)
    assert [t["bids"][1] for t in state.observation(0).to_dict()["view"]["tricks"]] == [None] * 3


def test_hidden_bids_are_for_two_players_and_cannot_act_elsewhere():
    asked = load_game("goofspiel", 3, imp_info=True)
    assert asked.options["imp_info"] is False
    assert asked.fingerprint == load_game("goofspiel", 3).fingerprint
    assert load_game("goofspiel", 2, imp_info=True) != load_game("goofspiel", 2)


def test_own_hidden_bids_are_part_of_the_information_state():
    """Two ways to lose the same prizes: the seat itself knows which cards it has bid when."""
    left = played([(1, 3), (2, 4)], num_cards=5, imp_info=True)
    right = played([(2, 3), (1, 4)], num_cards=5, imp_info=True)
    assert left.information_state_hash(0) != right.information_state_hash(0)
    assert left.information_state_hash(1) == right.information_state_hash(1)


def test_one_tensor_layout_for_all_player_counts():
    layouts = {
        tuple(load_game("goofspiel", n, num_cards=c).observation_tensor_layout)
        for n in range(2, 6) for c in (2, 13)
    }
    assert len(layouts) == 1


def test_the_tensor_is_seat_relative():
    """Swapping the seats and their bids leaves each seat's features as they were."""
    left = played([(2, 4), (3, 1)], num_cards=6)
    right = played([(4, 2), (1, 3)], num_cards=6)
    for seat in (0, 1):
        mine = left.observation(seat).tensor()
        assert mine.tobytes() == right.observation(1 - seat).tensor().tobytes()
    layout = {name: slice(start, stop)
              for name, start, stop in left.game.observation_tensor_layout}
    points = left.observation(1).tensor()[layout["points"]]
    assert points.tolist() == pytest.approx([1 / 21, 2 / 21, 0, 0, 0])
