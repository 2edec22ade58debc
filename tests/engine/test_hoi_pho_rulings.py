"""Hội Phố, the numbered rulings as their corrections left them; expected numbers by hand.

Ruling 12 (moved amounts are public) is a matter of display; money is common knowledge, see
correction 21.
"""

import pytest
from hoi_pho_setup import SHIP, TURNS, arrange, calls, last_turn, quiet_end, showdown
from hoi_pho_table import Table

THREE_HANDS = [[SHIP, 1, 2, 3, 4, 5], [SHIP, 6, 7, 8, 9, 10], [SHIP, SHIP, 11, 12, 13, 14]]


def held(t) -> list[list[int]]:
    """Contract values of every seat."""
    return [list(values) for values in t.contracts]


def discarding() -> Table:
    """Three players before the discard; 15 and a ship lie face up."""
    return Table(players=3, phase="discard", hands=THREE_HANDS, discards=[15, SHIP])


# --- 1. Three players --------------------------------------------------------------------------


def test_ruling_01_each_player_discards_one():
    t = discarding()
    assert t.phase == "discard"
    assert tuple(t.to_act) == (0, 1, 2)
    assert set(t.legal(0)) == {"discard ship", *(f"discard {c}" for c in range(1, 6))}
    t.discard(SHIP, 10, 12)
    assert t.phase == "play"
    assert [list(hand) for hand in t.hands] == [
        [1, 2, 3, 4, 5],
        [SHIP, 6, 7, 8, 9],
        [SHIP, SHIP, 11, 13, 14],
    ]
    assert sorted(map(str, t.discards)) == sorted(["15", SHIP, SHIP, "10", "12"])


def test_ruling_01_the_deal_starts_with_the_discard():
    t = Table(players=3, seed=4)
    assert t.phase == "discard"
    assert [len(hand) for hand in t.hands] == [6, 6, 6]
    assert len(t.discards) == 2


def test_ruling_01_without_the_discard_six_cards_stay():
    t = Table(players=3, seed=4, three_player_discard="none")
    assert t.phase == "play"
    assert [len(hand) for hand in t.hands] == [6, 6, 6]
    assert len(t.discards) == 2


def test_ruling_01_without_the_discard_the_better_leftover_breaks_ties():
    # seats 0 and 1 tie at 9; their best leftovers are 8 and 12
    t = quiet_end([9, 9, 1], held=[[8, 7], [12, 1], [14, 15]], three_player_discard="none")
    assert held(t) == [[], [5], []]
    t = quiet_end([9, 9, 1], held=[[8, 7], [SHIP, 1], [14, 15]], three_player_discard="none")
    assert held(t) == [[5], [], []]


# --- 2 to 7. Resolution ------------------------------------------------------------------------


def test_ruling_02_a_zeroed_card_still_zeroes_its_rival():
    # 5 zeroes 14, 14 zeroes 13 all the same: 5 first +2, nobody second; 14 -3; lone ship +5
    t = showdown([13, 14, 5, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [5, 2, 7, 10]
    # 1 zeroes 15, 15 zeroes 13: 1 first +2; 15 pays 2 to its left (1) and right (13)
    t = showdown([13, 15, 1, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [7, 1, 9, 10]


def test_ruling_03_lowest_standing_card_does_not_trigger():
    # 14 is at 0: 5 first +2, 2 second +1 and no 4; 14 -3; lone ship +5
    t = showdown([14, 5, 2, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [2, 7, 6, 10]


def test_ruling_03_all_zeroed_cards_trigger():
    # 12 and 14 are at 0: 5 first +2, 2 second +1; 12: contract, +1 to the others; 14: -3
    t = showdown([12, 14, 5, 2], money=[5, 5, 5, 5])
    assert held(t) == [[5], [], [], []]
    assert list(t.money) == [5, 3, 8, 7]


def test_ruling_04_no_second_place_with_one_card_standing():
    for now in ([13, 14, 5, SHIP], [13, 15, 1, SHIP]):
        t = showdown(now, money=[5, 5, 5, 5])
        assert list(t.ledger) == [0, 0, 2, 5]  # the winner's 2 and the lone ship's 5


def test_ruling_05_two_merchants_have_no_second_place():
    # 12 would earn 2 as second; it only takes its skill
    t = showdown([14, 12, SHIP, SHIP], money=[5, 5, 5, 5])
    # 14 +4 +1; 12's contract; ships +1 +1
    assert list(t.money) == [10, 5, 7, 7]
    assert held(t) == [[], [5], [], []]


def test_ruling_06_one_merchant_takes_reward_and_skill():
    # 12 alone: first +3 (no second +2), contract, others +1
    t = showdown([12, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [8, 6, 6, 6]
    assert held(t) == [[5], [], [], []]


def test_ruling_06_no_merchant_ships_only():
    t = showdown([SHIP] * 5, money=[1, 2, 3, 4, 5])
    assert list(t.money) == [1, 2, 3, 4, 5]
    assert dict(t.on_table) == {}


def test_ruling_07_order_inside_a_turn():
    # seat 1's lone ship: 0 + 5 before 3 takes 1; seat 2's 8 takes 0 + 3 before it pays 1;
    # seat 3's 4 is second: 0 + 1 before it pays its only 1; seat 0: 0 + 3
    t = showdown([3, SHIP, 8, 4], money=[0, 0, 0, 0])
    assert list(t.money) == [3, 4, 2, 0]


# --- 8 and 9. Embargo --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scope", "money"),
    [
        # turn 1: 3 alone +2 and 1 from each: 10, 4, 4, 4
        # turn 2: 9 +3, 8 +1, lone ship +5; 7 resolves
        ("round", [8, 4, 4, 4]),  # the three collected stay, the first place's 2 go back
        ("turn", [10, 4, 4, 4]),
    ],
)
def test_ruling_08_and_09_transfers_are_not_refunded(scope, money):
    t = arrange(
        [3, SHIP, SHIP, SHIP],
        held=[[8], [7], [9], [SHIP]],
        money=[5, 5, 5, 5],
        skill7_scope=scope,
    )
    t.play(3, SHIP, SHIP, SHIP)
    assert list(t.money) == [10, 4, 4, 4]
    t.play(8, 7, 9, SHIP)
    assert list(t.money) == money


# --- 10 and 11. Choosing a player, the duel ----------------------------------------------------


@pytest.mark.parametrize(("merchant", "verb"), [(1, "challenge"), (8, "entice"), (9, "seduce")])
def test_ruling_10_any_opponent_even_without_money(merchant, verb):
    t = showdown([merchant, SHIP, SHIP, SHIP], money=[9, 0, 0, 0])
    assert set(t.legal(0)) == {f"{verb} {place}" for place in ("left", "across", "right")}


def duel(seed=0):
    """Seat 0's lone 1 challenged seat 2: 10 and 8 money."""
    t = showdown([1, SHIP, SHIP, SHIP], money=[8, 0, 8, 0], seed=seed)
    t.do(0, "challenge across")
    return t


def throw(t, mine, theirs) -> None:
    """One throw of seats 0 and 2."""
    t.do(0, mine)
    t.do(2, theirs)


def test_ruling_11_draws_are_replayed():
    t = duel()
    for hand in ("rock", "paper"):
        throw(t, hand, hand)
        assert t.phase == "throw"
        assert tuple(t.to_act) == (0, 2)
        assert list(t.money) == [10, 0, 8, 0]
    throw(t, "rock", "scissors")
    assert list(t.money) == [14, 0, 4, 0]


def test_ruling_11_owner_can_lose():
    t = duel()
    throw(t, "rock", "paper")
    assert list(t.money) == [5, 0, 13, 0]


def test_ruling_11_chance_decides_after_three_draws():
    results = []
    for seed in range(40):
        t = duel(seed)
        for hand in ("rock", "rock", "scissors"):
            throw(t, hand, hand)
        assert (t.phase, t.turn) == ("play", 2)
        results.append(tuple(t.money))
    assert set(results) == {(14, 0, 4, 0), (5, 0, 13, 0)}
    # binomial(40, 1/2): 7 or fewer on one side has probability below 1 in 20000
    assert 8 <= results.count((14, 0, 4, 0)) <= 32


# --- 13. Protection fee ------------------------------------------------------------------------


def test_ruling_13_owner_gets_only_what_is_paid():
    # 3 alone: 0 + 2; seats hold 1, 0, 1 with two contract holders among them
    t = showdown([3, SHIP, SHIP, SHIP], money=[0, 1, 0, 1], contracts=[[], [5], [7], []])
    assert list(t.money) == [4, 0, 0, 0]


# --- 14 and 15. Calls --------------------------------------------------------------------------


def test_ruling_14_calls_only_cards_in_hands():
    t = showdown([4, 9, SHIP, SHIP], past=[[1, 8, 14, SHIP]], held=[[2, 3, SHIP], [], [], []])
    assert t.phase == "dictate"
    assert set(t.legal(0)) == calls(2, 3, 5, 6, 7, 10, 11, 12, 13, 15)


def test_ruling_14_discards_cannot_be_called():
    t = showdown([4, SHIP, SHIP], discards=[6, 7, 8, 9, 10])
    assert set(t.legal(0)) == calls(1, 2, 3, 5, 11, 12, 13, 14, 15)


def test_ruling_14_called_card_is_locked_for_one_turn():
    t = showdown([4, 9, SHIP, SHIP], held=[[], [], [SHIP], [14, 15]])
    t.do(0, "call 15")
    assert list(t.legal(3)) == ["play 15"]
    t.play(SHIP, SHIP, SHIP, 15)
    assert dict(t.bound) == {}
    assert "play 14" in t.legal(3)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_ruling_14_last_turn_only_one_money(players):
    now = [4] + [SHIP] * (players - 1)
    t = last_turn(now, money=[0] * players)
    assert t.round == 2  # no call was asked for
    assert t.money[0] == 3  # first place 2 and 1, under the cap of 7
    turn_before = showdown(now, past=[[None] * players] * (TURNS[players] - 2))
    assert turn_before.phase == "dictate"


def test_ruling_15_own_hand_and_discards_cannot_be_called():
    t = showdown([5, SHIP, SHIP], held=[[1, 2, 3, SHIP], [], []], discards=[6, 7, 8, 9, 10])
    assert t.phase == "snitch"
    assert set(t.legal(0)) == calls(4, 11, 12, 13, 14, 15)


def test_ruling_15_snitching_works_in_the_last_turn():
    t = last_turn([5, SHIP, SHIP, SHIP], held=[[1], [8], [9], [10]], money=[0, 5, 5, 5])
    assert set(t.legal(0)) == calls(8, 9, 10)
    t.do(0, "call 9")
    # 0 + 2 + 3 = 5 ties with seats 1 and 3; last cards 1, 8, 10: seat 3 claims
    assert held(t) == [[], [], [], [5]]


# --- 16 to 20. The table -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "takes"),
    [("table", {"take 8", "take 9", "take 12"}), ("opponents", {"take 9", "take 12"})],
)
def test_ruling_16_source_of_networking(source, takes):
    # 8 is seat 0's own of turn 1, 9 an opponent's of turn 1, 12 an opponent's of this turn
    t = showdown(
        [6, 12, SHIP, SHIP],
        past=[[8, SHIP, 9, SHIP]],
        held=[[2, 3, SHIP], [], [], []],
        skill6_source=source,
    )
    assert set(t.legal(0)) == takes


@pytest.mark.parametrize(("source", "phase"), [("table", "take"), ("opponents", "play")])
def test_ruling_16_only_own_cards_face_up(source, phase):
    # nobody but seat 0 has shown a merchant
    t = showdown([6, SHIP, SHIP], past=[[8, SHIP, SHIP]], skill6_source=source)
    assert t.phase == phase


def test_ruling_16_mandatory_when_possible():
    t = showdown([6, 12, SHIP, SHIP], held=[[2], [], [], []])
    assert t.phase == "take"
    assert list(t.legal(0)) == ["take 12"]


def test_ruling_17_a_swap_changes_no_reward():
    # 15 +5, 9 second +1, lone ship +5; seat 0's 6 takes the 15 and places 2 (+4)
    t = showdown([6, 15, 9, SHIP], held=[[2], [], [], []], money=[5, 5, 5, 5])
    t.do(0, "take 15")
    t.do(0, "place 2")
    assert list(t.money) == [9, 10, 6, 10]


def test_ruling_18_a_swap_in_the_last_turn_changes_the_tie_break():
    # 12 +3 = 9; seat 0: 5 + 4 = 9 by the placed 2; last cards 12 and 13: seat 1 claims;
    # the same with 15 taken: seat 0 claims
    def end(taken):
        past = [[None, None, 15, None], [None] * 4, [None] * 4]
        t = last_turn([6, 12, SHIP, SHIP], past=past, held=[[2], [13], [], []], money=[5, 6, 1, 1])
        t.do(0, taken)
        t.do(0, "place 2")
        return held(t)

    assert end("take 12") == [[], [5], [], []]
    assert end("take 15") == [[5], [], [], []]


def test_ruling_19_copies_earlier_and_present_turns_of_anybody():
    t = showdown([11, 12, SHIP, SHIP], past=[[3, 9, 13, SHIP]])
    assert set(t.legal(0)) == {"copy 3", "copy 9", "copy 12", "copy 13"}


def test_ruling_19_discards_cannot_be_copied():
    t = showdown([11, 12, SHIP], past=[[3, 2, SHIP]], discards=[8, 9, 10])
    assert set(t.legal(0)) == {"copy 2", "copy 3", "copy 12"}


def test_ruling_20_chain_of_copying_networking():
    t = showdown([11, 12, SHIP, SHIP], past=[[6, 9, 3, SHIP]], held=[[2, 8, SHIP], [], [], []])
    assert set(t.legal(0)) == {"copy 3", "copy 6", "copy 9", "copy 12"}
    t.do(0, "copy 6")
    assert set(t.legal(0)) == {"take 3", "take 6", "take 9", "take 12"}  # not the copying 11
    t.do(0, "take 6")
    assert set(t.legal(0)) == {"place 2", "place 8"}
    t.do(0, "place 8")
    assert t.phase == "entice"
    t.do(0, "entice left")
    assert t.turn == 3
    assert list(t.hands[0]) == [SHIP, 2, 6]


# --- 21 to 26. Skills --------------------------------------------------------------------------


def test_ruling_21_copier_owns_the_skill():
    # seat 1's 8 (turn 1) copied by seat 2: "left" is seat 3. 12 +3; ships +1 +1
    t = showdown([SHIP, SHIP, 11, 12], past=[[SHIP, 8, 2, 3]], money=[5, 5, 5, 5])
    t.do(2, "copy 8")
    assert tuple(t.to_act) == (2,)
    t.do(2, "entice left")
    assert list(t.money) == [6, 6, 9, 4]


@pytest.mark.parametrize(("strict", "contracts"), [(False, [5]), (True, [])])
def test_ruling_22_tie_for_least(strict, contracts):
    # 10 alone: 2 + 3 = 5, equal to seat 2
    t = showdown([10, SHIP, SHIP, SHIP], money=[2, 9, 5, 9], skill10_strict=strict)
    assert list(t.contracts[0]) == contracts


def test_ruling_23_contract_at_once_and_no_end_before_the_round_is_over():
    t = showdown([10, SHIP, SHIP, SHIP], money=[0, 9, 9, 9], contracts=[[5, 7, 9], [], [], []])
    assert list(t.contracts[0]) == [5, 7, 9, 11]
    assert t.top == 13
    assert not t.over


FULL = [[5, 7, 9, 29], [11, 13, 15], [17, 19, 21], [23, 25, 27]]


def test_ruling_24_empty_deck():
    # all 13 are out; 12 alone +3, others +1, no contract, no claim. Sums 39 < 57 < 75 rank the rest
    t = last_turn([12, SHIP, SHIP, SHIP], money=[5, 5, 5, 5], contracts=FULL)
    assert held(t) == FULL
    assert t.over
    assert t.top is None
    assert list(t.money) == [8, 6, 6, 6]
    assert list(t.ranks) == [1, 2, 3, 4]


def test_ruling_24_empty_deck_and_skill_10():
    t = last_turn([10, SHIP, SHIP, SHIP], money=[0, 5, 5, 5], contracts=FULL)
    assert held(t) == FULL


def test_ruling_25_charity_of_the_poor():
    t = showdown([14, 5, SHIP, SHIP], money=[2, 5, 5, 5])
    assert t.money[0] == 0


def test_ruling_26_neighbours_get_two_each_from_a_poor_owner():
    # 1 zeroes 15: owner has 0; the bank pays all 4. 1 first +2 (left neighbour), ships +1
    t = showdown([15, 1, SHIP, SHIP], money=[0, 5, 5, 5])
    assert list(t.money) == [0, 9, 6, 8]


# --- 27 to 30. Rounds and the end --------------------------------------------------------------


def test_ruling_27_money_carries_over_up_to_the_top_contract():
    t = quiet_end([20, 7, 6, 0])
    assert list(t.money) == [7, 7, 6, 0]


@pytest.mark.parametrize(
    ("money", "left", "winner"),
    [
        ([9, 9, 9, 9], [[2], [14], [13], [15]], 3),
        ([9, 9, 1, 1], [[2], [1], [13], [15]], 0),
        ([9, 1, 9, 1], [[SHIP], [14], [1], [15]], 2),
        ([9, 8, 8, 8], [[SHIP], [14], [1], [15]], 0),
    ],
)
def test_ruling_28_round_tie(money, left, winner):
    t = quiet_end(money, held=left)
    assert [len(values) for values in held(t)] == [int(s == winner) for s in range(4)]


def test_ruling_29_equal_sums_share_the_win():
    # six are out; seat 1's 12 takes 17, the claim of seat 0 is 19:
    # 5 + 11 + 13 + 19 = 48 and 7 + 9 + 15 + 17 = 48
    t = last_turn(
        [SHIP, 12, SHIP, SHIP],
        money=[30, 0, 1, 1],
        contracts=[[5, 11, 13], [7, 9, 15], [], []],
    )
    assert held(t) == [[5, 11, 13, 19], [7, 9, 15, 17], [], []]
    assert list(t.ranks) == [1, 1, 3, 3]
    assert list(t.returns) == [0.5, 0.5, 0.0, 0.0]


def test_ruling_30_what_is_simultaneous():
    t = arrange([1, SHIP, SHIP, SHIP])
    assert tuple(t.to_act) == (0, 1, 2, 3)  # the card
    t.play(1, SHIP, SHIP, SHIP)
    assert tuple(t.to_act) == (0,)  # a skill's choice
    t.do(0, "challenge right")
    assert tuple(t.to_act) == (0, 3)  # the throw
    assert tuple(discarding().to_act) == (0, 1, 2)  # the discard of three players
