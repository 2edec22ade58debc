"""Hội Phố, additions 20 to 31 to the rulings, and both contract ladders; numbers by hand.

Addition 20 (the reveal icon) changes no decision and no money.
"""

from itertools import combinations

import pytest
from hoi_pho_setup import SHIP, arrange, imagined, last_turn, quiet_end, showdown, state_texts
from hoi_pho_table import Table

ZEROED_BY = {12: (2,), 13: (14, 15), 14: (5,), 15: (1,)}


def held(t) -> list[list[int]]:
    """Contract values of every seat."""
    return [list(values) for values in t.contracts]


# --- 21. Money is common knowledge -------------------------------------------------------------


def test_correction_21_mask_keeps_everybodys_money():
    now = [SHIP, SHIP, SHIP, 2]
    a = arrange(now, money=[5, 5, 4, 6])
    b = arrange(now, money=[5, 5, 6, 4])
    for seat in range(4):
        seen_a, seen_b = (t.state.observation(seat).to_dict() for t in (a, b))
        assert seen_a != seen_b


def test_correction_21_fill_keeps_everybodys_money():
    t = arrange([SHIP, SHIP, SHIP, 2], money=[5, 9, 0, 13])
    for observer in range(4):
        for world in imagined(t, observer, samples=5):
            # what any seat is shown of the money does not depend on the world
            again = world.observation(observer)
            assert again.to_dict() == t.state.observation(observer).to_dict()


# --- 22. What moves prove ----------------------------------------------------------------------


def fizzle(card):
    """Turn 3: seat 0 keeps two ships and plays `card` (6 or 7) under 12; two ships beside."""
    return showdown(
        [card, 12, SHIP, SHIP],
        past=[[3, 8, 9, 10], [1, 11, 13, 14]],
        held=[[SHIP, SHIP], [], [], []],
    )


@pytest.mark.parametrize("observer", [1, 2, 3])
def test_correction_22_fizzled_networking_proves_a_hand_of_ships(observer):
    t = fizzle(6)
    assert (t.phase, t.turn) == ("play", 4)
    assert all(state_texts(t, w, 0) == {"play ship"} for w in imagined(t, observer))
    # without the proof a merchant is possible there
    t = fizzle(7)
    assert any(state_texts(t, w, 0) != {"play ship"} for w in imagined(t, observer, 60))


def disabled(card):
    """Three players, turn 3: the others keep two ships each, seat 0 the merchants 7 and 8."""
    return showdown(
        [card, 11, 10],
        past=[[SHIP, None, None], [None] * 3],
        held=[[7, 8], [SHIP, SHIP], [SHIP, SHIP]],
    )


@pytest.mark.parametrize("observer", [1, 2])
def test_correction_22_disabled_snitching_proves_every_callable_merchant(observer):
    t = disabled(5)
    assert (t.phase, t.turn) == ("play", 4)
    worlds = imagined(t, observer)
    assert all(state_texts(t, w, 0) == {"play 7", "play 8"} for w in worlds)
    # 3 asks for money and proves nothing
    worlds = imagined(disabled(3), observer, 60)
    assert any(state_texts(t, w, 0) != {"play 7", "play 8"} for w in worlds)


@pytest.mark.parametrize("observer", [1, 2, 3])
def test_correction_22_a_taken_card_is_known_in_its_hand(observer):
    t = showdown([6, 12, SHIP, SHIP], past=[[3, 9, 13, SHIP]], held=[[2, 8, SHIP], [], [], []])
    t.do(0, "take 9")
    t.do(0, "place 2")
    assert all("play 9" in state_texts(t, w, 0) for w in imagined(t, observer))


@pytest.mark.parametrize("observer", [0, 2, 3])
def test_correction_22_a_dictated_card_names_its_holder(observer):
    t = showdown([4, 9, SHIP, SHIP], held=[[], [13, 7], [], []])
    t.do(0, "call 13")
    assert all(state_texts(t, w, 1) == {"play 13"} for w in imagined(t, observer))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_correction_22_each_seat_starts_with_a_sure_ship(players):
    t = Table(players=players, seed=8, three_player_discard="none")
    for observer in range(players):
        for world in imagined(t, observer):
            assert all("play ship" in state_texts(t, world, s) for s in range(players))


def test_correction_22_five_players_hold_one_ship_and_three_merchants():
    t = Table(players=5, seed=8)
    for world in imagined(t, 0, 40):
        assert [len(state_texts(t, world, s)) for s in range(5)] == [4] * 5


def test_correction_22_a_played_ship_is_gone_with_five_players():
    t = showdown([SHIP, 8, 2, 13, 14])  # 13 is at 0: no decision
    assert t.turn == 2
    for world in imagined(t, 1, 40):
        texts = [state_texts(t, world, s) for s in range(5)]
        assert "play ship" not in texts[0]
        assert all("play ship" in other for other in texts[1:])


# --- 23 and 24. Zeroed cards -------------------------------------------------------------------


def test_correction_23_no_decision_after_a_zeroed_card():
    turns = 0
    for cards in combinations(range(1, 16), 3):
        if any(r in cards for m in cards for r in ZEROED_BY.get(m, ())):
            t = showdown([*cards, SHIP])
            assert (t.phase, t.turn) == ("play", 2), cards
            turns += 1
    # five pairs with 13 third cards each; three sets hold two pairs and are counted twice:
    # 1 with 13 and 15, 5 with 13 and 14, and 13 with 14 and 15
    assert turns == 5 * 13 - 3


def test_correction_24_twelve_pays_before_charity():
    # 5 first +2, 2 second +1; 12 pays 1 to the others, so the poor 14 has 1 to lose
    t = showdown([14, 5, 12, 2], money=[0, 5, 5, 5])
    assert list(t.money) == [0, 8, 5, 7]
    assert held(t) == [[], [], [5], []]


def test_correction_24_charity_pays_before_socializing_feeds_it():
    # 5 +2, 1 +1; 14 has 0 and loses nothing, then 15 pays 2 to seat 1 (14) and 2 to seat 3 (1)
    t = showdown([15, 14, 5, 1], money=[5, 0, 5, 5])
    assert list(t.money) == [1, 2, 7, 8]


def test_correction_24_twelve_pays_before_socializing():
    # 2 first +2, 1 second +1; 12 gives 1 to each other, then the poor 15 has 1 of its own:
    # left (seat 1) gets it with 1 from the bank, right (seat 3) 2 from the bank
    t = showdown([15, 12, 2, 1], money=[0, 5, 5, 5])
    assert list(t.money) == [0, 7, 8, 9]
    assert list(t.ledger) == [1, 1, 3, 4]  # 12: 1; 2: 2 + 1; 1: 1 + 1 + 2


def test_correction_24_rival_of_twelve_can_be_switched_off():
    # on: 12 at 0: contract and others +1; 2 first +2; ships +1
    t = showdown([12, 2, SHIP, SHIP], money=[5, 5, 5, 5])
    assert (list(t.money), held(t)[0]) == ([5, 8, 7, 7], [5])
    # off: 12 first +3; 2's skill +4
    t = showdown([12, 2, SHIP, SHIP], money=[5, 5, 5, 5], rival_12_2=False)
    assert (list(t.money), held(t)[0]) == ([8, 9, 6, 6], [])


# --- 25 to 28. Lone merchants, contracts, rounds, swaps ----------------------------------------


@pytest.mark.parametrize(
    ("card", "money", "after", "contracts"),
    [
        (15, [0, 5, 5, 5], [1, 7, 5, 7], []),  # +5, then pays 4 of it
        (10, [0, 3, 3, 3], [3, 3, 3, 3], [5]),  # +3, then compares
        (10, [1, 3, 3, 3], [4, 3, 3, 3], []),
        (7, [5, 5, 5, 5], [5, 5, 5, 5], []),  # refunds its own 2
    ],
)
def test_correction_25_lone_merchant_first_reward_then_skill(card, money, after, contracts):
    t = showdown([card, SHIP, SHIP, SHIP], money=money)
    assert list(t.money) == after
    assert held(t)[0] == contracts


def test_correction_26_rest_of_the_round_follows_and_can_change_the_winner():
    # seat 0's 12 of turn 4 brings 15, its fourth; the claim brings 17 to seat 1, its third
    t = last_turn(
        [12, SHIP, SHIP, SHIP], money=[0, 9, 1, 1], contracts=[[9, 11, 13], [5, 7], [], []]
    )
    assert t.over
    assert list(t.ranks) == [1, 2, 3, 3]
    # one more beforehand and the claim is its fourth: 5 + 7 + 15 + 19 = 46 against
    # 9 + 11 + 13 + 17 = 50
    t = last_turn(
        [12, SHIP, SHIP, SHIP], money=[0, 9, 1, 1], contracts=[[9, 11, 13], [5, 7, 15], [], []]
    )
    assert held(t) == [[9, 11, 13, 17], [5, 7, 15, 19], [], []]
    assert list(t.ranks) == [2, 1, 3, 3]


def test_correction_26_next_cap_uses_the_new_top():
    # 12 takes 5, the claim 7: 9 on top. 12 alone +3: 3; others 12 + 1, 9 + 1, 8 + 1
    t = last_turn([12, SHIP, SHIP, SHIP], money=[0, 12, 9, 8])
    assert held(t) == [[5], [7], [], []]
    assert t.top == 9
    assert list(t.money) == [3, 9, 9, 9]


def test_correction_27_cap_binds_the_winner_too_and_tops_nobody_up():
    t = quiet_end([11, 0, 8, 7], contracts=[[], [5], [], []], round=2)
    assert held(t) == [[7], [5], [], []]
    assert t.top == 9
    assert list(t.money) == [9, 0, 8, 7]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_correction_27_all_cards_are_dealt_afresh(players):
    t = quiet_end([9] + [1] * (players - 1))
    assert (t.round, t.turn) == (2, 1)
    cards = [c for hand in t.hands for c in hand] + list(t.discards)
    assert cards.count(SHIP) == 5
    assert sorted(c for c in cards if c != SHIP) == list(range(1, 16))
    assert all(SHIP in hand for hand in t.hands)
    assert dict(t.on_table) == {}


def test_correction_27_no_cap_before_the_first_round():
    assert list(Table(players=3, seed=1).money) == [5, 5, 5]


def test_correction_28_taking_a_card_takes_no_reward():
    # 15 +5, 11 second +2, lone ship +5; 6 takes the 15; 2 placed +4
    t = showdown([6, 15, 11, SHIP], held=[[2], [], [], []], money=[5, 5, 5, 5])
    t.do(0, "take 15")
    t.do(0, "place 2")
    assert list(t.money) == [9, 10, 7, 10]
    assert 15 in t.hands[0]
    assert dict(t.on_table) == {2: 0, 6: 0, 11: 2}


# --- 29 and 30. Short owner, chains ------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "bank_left", "bank_right"), [(0, 2, 2), (1, 1, 2), (2, 0, 2), (3, 0, 1), (4, 0, 0)]
)
def test_correction_29_own_coins_go_left_first(own, bank_left, bank_right):
    # seat 1's 15 at 0 by seat 3's 1; left is seat 2, right seat 0; ships +1 each
    t = showdown([SHIP, 15, SHIP, 1], money=[5, own, 5, 5])
    assert list(t.money) == [8, 0, 8, 7]
    assert list(t.ledger) == [1 + bank_right, 0, 1 + bank_left, 2]


def test_correction_30_a_placed_eleven_may_not_copy_the_six():
    t = showdown([6, 12, SHIP, SHIP], past=[[3, 9, 13, SHIP]], held=[[11, 8, SHIP], [], [], []])
    t.do(0, "take 9")
    t.do(0, "place 11")
    assert t.phase == "copy"
    assert set(t.legal(0)) == {"copy 3", "copy 12", "copy 13"}
    t.do(0, "copy 12")
    assert held(t) == [[5], [], [], []]
    assert t.turn == 3


def test_correction_30_a_placed_eleven_may_find_nothing_to_copy():
    # the only other merchant face up was taken
    t = showdown([6, 12, SHIP, SHIP], held=[[11], [], [], []])
    t.do(0, "take 12")
    t.do(0, "place 11")
    assert (t.phase, t.turn) == ("play", 2)
    assert dict(t.on_table) == {6: 0, 11: 0}


def test_correction_30_copied_six_may_fizzle():
    # last turn, seat 0 keeps a ship: copying 6 stays legal and does nothing; 12 +3 claims
    past = [[6, None, None, None], [None] * 4, [None] * 4]
    t = last_turn([11, 12, SHIP, SHIP], past=past, held=[[SHIP], [], [], []], money=[5] * 4)
    assert "copy 6" in t.legal(0)
    t.do(0, "copy 6")
    assert t.round == 2
    assert held(t) == [[], [5], [], []]


@pytest.mark.parametrize("source", ["table", "opponents"])
def test_correction_30_a_six_copied_from_the_own_table(source):
    # seat 0's own 6 of turn 1: takeable from the table, not from opponents
    t = showdown(
        [11, 12, SHIP, SHIP], past=[[6, 9, 3, SHIP]], held=[[2], [], [], []], skill6_source=source
    )
    t.do(0, "copy 6")
    own = {"take 6"} if source == "table" else set()
    assert set(t.legal(0)) == {"take 3", "take 9", "take 12"} | own


# --- 31. The last round, and the ladders -------------------------------------------------------


def test_correction_31_last_round_is_played_in_full_with_its_claim():
    # turn 3 of the only round: the game goes on
    t = arrange([2, SHIP, SHIP, SHIP], past=[[None] * 4] * 2, money=[5, 5, 5, 5], max_rounds=1)
    t.play(2, SHIP, SHIP, SHIP)
    assert not t.over
    assert (t.round, t.turn) == (1, 4)
    # after turn 4 the richest claims, then the game is scored
    t = quiet_end([5, 9, 5, 5], max_rounds=1)
    assert t.over
    assert held(t) == [[], [5], [], []]
    assert list(t.returns) == [0.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("ladder", "values"), [("step_two", [5, 7, 9, 11]), ("step_one", [5, 6, 7, 8])]
)
def test_contract_ladder(ladder, values):
    t = quiet_end(
        [20, 1, 1, 1], contracts=[[], values[:1], values[1:2], []], contract_ladder=ladder
    )
    assert held(t) == [values[2:3], values[:1], values[1:2], []]
    assert t.top == values[3]
    assert t.money[0] == values[3]
