"""The skills of merchants 1 to 8 of Hội Phố, each choice they ask for, at the edges."""

import pytest
from hoi_pho_setup import SHIP, arrange, calls, last_turn, quiet_end, showdown, state_texts

from engine_cy.errors import IllegalActionError

PLACES = {
    3: ["left", "right"],
    4: ["left", "across", "right"],
    5: ["left", "far_left", "far_right", "right"],
}
THROWS = {"rock", "scissors", "paper"}


# --- 1. Try your luck --------------------------------------------------------------------------


def duel(money, **setup):
    """Seat 0's 1 against seat 1's 8; two ships. 8 earns 3, each ship 1."""
    return showdown([1, 8, SHIP, SHIP], money=money, **setup)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("actor", [0, 2])
def test_skill_01_any_opponent_may_be_challenged(players, actor):
    now = [SHIP] * players
    now[actor] = 1
    if players == 5:
        now[(actor + 1) % 5] = 8
    t = showdown(now)
    assert t.phase == "challenge"
    assert tuple(t.to_act) == (actor,)
    assert set(t.legal(actor)) == {f"challenge {place}" for place in PLACES[players]}
    for k, place in enumerate(PLACES[players], start=1):
        t = showdown(now)
        t.do(actor, f"challenge {place}")
        assert t.phase == "throw"
        assert tuple(t.to_act) == tuple(sorted((actor, (actor + k) % players)))


@pytest.mark.parametrize(
    ("mine", "theirs", "money"),
    [
        # before the throws: 10, 10 + 3, 11, 11; loser pays floor(13 / 2) = 6 or floor(10 / 2) = 5
        ("rock", "scissors", [16, 7, 11, 11]),
        ("scissors", "paper", [16, 7, 11, 11]),
        ("paper", "rock", [16, 7, 11, 11]),
        ("scissors", "rock", [5, 18, 11, 11]),
        ("paper", "scissors", [5, 18, 11, 11]),
        ("rock", "paper", [5, 18, 11, 11]),
    ],
)
def test_skill_01_winner_takes_half_of_the_losers_money(mine, theirs, money):
    t = duel([10, 10, 10, 10])
    t.do(0, "challenge left")
    assert set(t.legal(0)) == set(t.legal(1)) == THROWS
    assert list(t.legal(2)) == list(t.legal(3)) == []
    t.do(1, theirs)
    t.do(0, mine)
    assert list(t.money) == money
    assert (t.phase, t.turn) == ("play", 2)


def test_skill_01_half_of_one_is_nothing():
    t = duel([1, 0, 5, 5])
    t.do(0, "challenge left")
    t.do(0, "rock")
    t.do(1, "paper")
    assert list(t.money) == [1, 3, 6, 6]


def test_skill_01_an_opponent_without_money_may_be_challenged():
    t = showdown([1, SHIP, SHIP, SHIP], money=[6, 0, 5, 5])
    t.do(0, "challenge left")
    t.do(0, "paper")
    t.do(1, "scissors")
    assert list(t.money) == [4, 4, 5, 5]  # 6 + 2 for the first place, half of it to seat 1


# --- 2. Good fortune ---------------------------------------------------------------------------


def test_skill_02_four_from_the_bank():
    t = showdown([8, 2, SHIP, SHIP], money=[0, 0, 0, 0])
    assert list(t.money) == [3, 4, 1, 1]
    assert list(t.ledger) == [3, 4, 1, 1]


def test_skill_02_as_the_second_of_three_stays_silent():
    t = showdown([8, 2, 1, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [8, 6, 5, 10]


# --- 3. Protection fee -------------------------------------------------------------------------


def test_skill_03_one_from_each_other():
    # 3 is alone: +2, then 1 from each of the other three
    t = showdown([3, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [10, 4, 4, 4]


def test_skill_03_two_from_holders_of_contracts():
    # flat 2 however many contracts; the owner's own contract changes nothing: 5 + 2 + 2 + 2 + 1
    t = showdown([3, SHIP, SHIP, SHIP], money=[5, 5, 5, 5], contracts=[[9], [5], [7, 11], []])
    assert list(t.money) == [12, 3, 3, 4]


def test_skill_03_short_payers_pay_what_they_have():
    # 0 pays 0; 1 with a contract pays 1; 2 with a contract pays 2: 5 + 2 + 0 + 1 + 2
    t = showdown([3, SHIP, SHIP, SHIP], money=[5, 0, 1, 2], contracts=[[], [], [5], [7]])
    assert list(t.money) == [10, 0, 0, 0]


def test_skill_03_is_no_gain_from_the_bank():
    t = showdown([3, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    assert list(t.ledger) == [2, 0, 0, 0]


# --- 4. Dictating ------------------------------------------------------------------------------


def dictate(**setup):
    """Seat 0's lone 4 in turn 1 of four players, hands known."""
    setup.setdefault("money", [5, 5, 5, 5])
    return showdown(
        [4, SHIP, SHIP, SHIP],
        held=[[1, 2, 3, SHIP], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15]],
        **setup,
    )


def test_skill_04_one_money_and_a_call():
    t = dictate()
    # alone: first place 2, skill 1
    assert list(t.money) == [8, 5, 5, 5]
    assert list(t.ledger) == [3, 0, 0, 0]
    assert t.phase == "dictate"
    assert tuple(t.to_act) == (0,)
    assert set(t.legal(0)) == calls(1, 2, 3, *range(5, 16))  # all but the 4 on the table


def test_skill_04_binds_the_holder():
    t = dictate()
    t.do(0, "call 7")
    assert t.turn == 2
    assert dict(t.bound) == {1: 7}
    assert list(t.legal(1)) == ["play 7"]
    assert set(t.legal(0)) == {"play ship", "play 1", "play 2", "play 3"}
    assert len(t.legal(2)) == 4


def test_skill_04_bound_seat_cannot_play_another_card():
    t = dictate()
    t.do(0, "call 7")
    with pytest.raises(IllegalActionError):
        t.do(1, "play 8")
    assert dict(t.bound) == {1: 7}


def test_skill_04_may_bind_its_owner():
    t = dictate()
    t.do(0, "call 2")
    assert dict(t.bound) == {0: 2}
    assert list(t.legal(0)) == ["play 2"]


def test_skill_04_binds_for_one_turn():
    t = dictate()
    t.do(0, "call 13")
    t.play(SHIP, 7, 12, 13)
    assert t.turn == 3
    assert dict(t.bound) == {}
    assert set(t.legal(3)) == {"play ship", "play 14", "play 15"}


def test_skill_04_last_turn_pays_one_and_calls_nothing():
    # first place 2 and 1; seat 0 is richest with 8 and claims
    t = last_turn([4, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    assert t.round == 2
    assert list(t.contracts[0]) == [5]
    assert list(t.money) == [7, 5, 5, 5]  # 8, capped at the 7 on top
    assert dict(t.bound) == {}


# --- 5. Snitching ------------------------------------------------------------------------------


def snitch(money):
    """Seat 0's lone 5 in turn 1 of four players, hands known; first place +2."""
    return showdown(
        [5, SHIP, SHIP, SHIP],
        held=[[1, 2, 3, SHIP], [4, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15]],
        money=money,
    )


def test_skill_05_calls_any_merchant_in_another_hand():
    t = snitch([5, 5, 5, 5])
    assert t.phase == "snitch"
    assert tuple(t.to_act) == (0,)
    assert set(t.legal(0)) == calls(4, *range(6, 16))


@pytest.mark.parametrize(
    ("call", "money"),
    [
        (8, [10, 2, 2, 0]),  # seat 1 pays 3: 5 + 2 + 3
        (12, [9, 5, 0, 0]),  # seat 2 has only 2
        (15, [7, 5, 2, 0]),  # seat 3 has nothing
    ],
)
def test_skill_05_holder_pays_three_or_all(call, money):
    t = snitch([5, 5, 2, 0])
    t.do(0, f"call {call}")
    assert list(t.money) == money
    assert list(t.ledger) == [2, 0, 0, 0]


def test_skill_05_called_card_stays_in_hand():
    t = snitch([5, 5, 5, 5])
    t.do(0, "call 8")
    assert list(t.hands[1]) == [4, 6, 7, 8]
    assert "play 8" in t.legal(1)
    assert len(t.legal(1)) == 4


def test_skill_05_disabled_when_nobody_else_holds_a_merchant():
    # others keep ships; 10 +3, 9 +1, 8 nothing; seat 3 claims with 8, capped at 7
    t = last_turn([5, 8, 9, 10], held=[[6], [SHIP], [SHIP], [SHIP]], money=[5, 5, 5, 5])
    assert t.round == 2
    assert list(t.contracts[3]) == [5]
    assert list(t.money) == [5, 5, 6, 7]


# --- 6. Networking -----------------------------------------------------------------------------


def network(**setup):
    """Turn 2: 3, 9, 13 lie on the table from turn 1; seat 0's 6 is lowest under seat 1's 12."""
    setup.setdefault("held", [[2, 8, SHIP], [], [], []])
    return showdown([6, 12, SHIP, SHIP], past=[[3, 9, 13, SHIP]], money=[5, 5, 5, 5], **setup)


def test_skill_06_takes_first_then_places():
    t = network()
    assert t.phase == "take"
    assert set(t.legal(0)) == {"take 3", "take 9", "take 12", "take 13"}
    t.do(0, "take 9")
    assert t.phase == "place"
    assert set(t.legal(0)) == {"place 2", "place 8"}  # no ship, not the 9 just taken
    t.do(0, "place 2")
    # the placed 2 pays 4: 5 + 4 (two merchants: no second reward for 6); 12 +3; ships +1
    assert list(t.money) == [9, 8, 6, 6]
    assert list(t.hands[0]) == [SHIP, 8, 9]
    assert dict(t.on_table) == {2: 0, 3: 0, 6: 0, 12: 1, 13: 2}
    assert t.turn == 3


def test_skill_06_opponents_only():
    t = network(skill6_source="opponents")
    assert set(t.legal(0)) == {"take 9", "take 12", "take 13"}  # 3 is seat 0's own


def test_skill_06_placed_skill_is_resolved_by_its_owner():
    t = network()
    t.do(0, "take 13")
    t.do(0, "place 8")
    assert t.phase == "entice"
    assert tuple(t.to_act) == (0,)
    t.do(0, "entice left")  # 8 money at seat 1: half is 4
    assert list(t.money) == [9, 4, 6, 6]


def test_skill_06_taken_card_cannot_go_back_down():
    t = network()
    t.do(0, "take 13")
    with pytest.raises(IllegalActionError):
        t.do(0, "place 13")


def test_skill_06_takes_back_no_reward_and_no_rank():
    # taking seat 1's 12, this turn's highest, leaves its 3 money; 2 pays 4
    t = network()
    t.do(0, "take 12")
    t.do(0, "place 2")
    assert list(t.money) == [9, 8, 6, 6]
    assert list(t.hands[0]) == [SHIP, 8, 12]


def test_skill_06_needs_a_merchant_in_hand():
    # the last card is a ship: nothing happens, the round ends, seat 1 (12: +3) claims
    t = last_turn([6, 12, SHIP, SHIP], held=[[SHIP], [], [], []], money=[5, 5, 5, 5])
    assert t.round == 2
    assert list(t.contracts[1]) == [5]


def test_skill_06_needs_a_merchant_on_the_table():
    t = showdown([6, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    assert (t.phase, t.turn) == ("play", 2)
    assert list(t.money) == [7, 5, 5, 5]
    assert dict(t.on_table) == {6: 0}


def test_skill_06_in_the_last_turn_changes_the_last_card():
    # seat 0 swaps its 2 (+4: 5 + 4 = 9) for 15; seat 1 has 6 + 3 = 9 and keeps 14: seat 0 claims
    past = [[None, None, 15, None], [None] * 4, [None] * 4]
    t = last_turn([6, 12, SHIP, SHIP], past=past, held=[[2], [14], [], []], money=[5, 6, 1, 1])
    t.do(0, "take 15")
    t.do(0, "place 2")
    assert t.round == 2
    assert [list(held) for held in t.contracts] == [[5], [], [], []]


# --- 7. Embargo --------------------------------------------------------------------------------


def embargo(**setup):
    """Turn 2: seat 0's 7 under seat 1's 8; ships at seats 2 and 3."""
    return showdown([7, 8, SHIP, SHIP], past=[[None] * 4], money=[1, 10, 3, 0], **setup)


def test_skill_07_returns_the_gains_of_the_round():
    # money then: 1, 10 + 3, 3 + 1, 0 + 1; gained then: 4, 0 + 3, 6 + 1, 1 + 1
    # returned: min(4, 1) = 1, min(3, 13) = 3, min(7, 4) = 4, min(2, 1) = 1
    t = embargo(ledger=[4, 0, 6, 1])
    assert list(t.money) == [0, 10, 0, 0]
    assert list(t.ledger) == [0, 0, 0, 0]


def test_skill_07_returns_the_gains_of_the_turn():
    t = embargo(skill7_scope="turn")
    assert list(t.money) == [1, 10, 3, 0]  # as before the turn


def test_skill_07_over_two_turns():
    # turn 1: 8 +3, 2's skill +4, ships +1: 8, 9, 6, 6
    def first(**options):
        t = arrange([8, 2, SHIP, SHIP], held=[[], [], [7], [9]], money=[5, 5, 5, 5], **options)
        t.play(8, 2, SHIP, SHIP)
        assert list(t.money) == [8, 9, 6, 6]
        # turn 2: 9 +3 and two ships +1, then 7 resolves
        t.play(SHIP, SHIP, 7, 9)
        return t

    assert list(first().money) == [5, 5, 5, 5]
    assert list(first(skill7_scope="turn").money) == [8, 9, 6, 6]


def test_skill_07_alone_returns_its_own_reward():
    t = showdown([7, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [5, 5, 5, 5]


# --- 8. Enticing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "money"),
    [
        # before: 4, 6 + 3, 0 + 1, 12 + 1
        ("left", [8, 5, 1, 13]),  # floor(9 / 2) = 4
        ("across", [4, 9, 1, 13]),  # floor(1 / 2) = 0
        ("right", [10, 9, 1, 7]),  # floor(13 / 2) = 6
    ],
)
def test_skill_08_takes_half_rounded_down(place, money):
    t = showdown([8, 9, SHIP, SHIP], money=[4, 6, 0, 12])
    assert t.phase == "entice"
    assert set(t.legal(0)) == {"entice left", "entice across", "entice right"}
    t.do(0, f"entice {place}")
    assert list(t.money) == money
    assert list(t.ledger) == [0, 3, 1, 1]


@pytest.mark.parametrize(
    ("players", "money"),
    [
        # 8 alone +3; right of seat 1 is seat 0
        (3, [3, 11, 6]),  # two ships +1: half of 6
        (5, [3, 10, 5, 5, 5]),  # four ships nothing: floor(5 / 2) = 2
    ],
)
def test_skill_08_choices_by_player_count(players, money):
    now = [SHIP] * players
    now[1] = 8
    t = showdown(now)
    assert set(t.legal(1)) == {f"entice {place}" for place in PLACES[players]}
    t.do(1, "entice right")
    assert list(t.money) == money


def test_skill_08_empty_purse():
    t = showdown([8, SHIP, SHIP, SHIP], money=[5, 0, 5, 5])
    t.do(0, "entice left")
    assert list(t.money) == [8, 0, 5, 5]


def test_skill_08_in_the_last_turn_decides_the_claim():
    # 8 alone: 4 + 3 = 7; half of seat 2's 9 is 4: 11 against 5
    t = last_turn([8, SHIP, SHIP, SHIP], money=[4, 5, 9, 1])
    assert t.phase == "entice"
    assert list(quiet_end([4, 5, 9, 1]).contracts[2]) == [5]
    t.do(0, "entice across")
    assert list(t.contracts[0]) == [5]
    assert list(t.money) == [7, 5, 5, 1]


def test_skill_08_choice_is_the_owners_alone():
    t = showdown([SHIP, 8, SHIP, SHIP])
    assert [list(t.legal(seat)) for seat in (0, 2, 3)] == [[], [], []]
    assert state_texts(t, t.state, 1) == set(t.legal(1))
