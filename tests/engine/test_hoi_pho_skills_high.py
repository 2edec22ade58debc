"""The skills of merchants 9 to 15 of Hội Phố, each choice they ask for, at the edges."""

import pytest
from hoi_pho_setup import SHIP, calls, last_turn, quiet_end, showdown

PLACES = {
    3: ["left", "right"],
    4: ["left", "across", "right"],
    5: ["left", "far_left", "far_right", "right"],
}


def held(t) -> list[list[int]]:
    """Contract values of every seat."""
    return [list(values) for values in t.contracts]


# --- 9. Seducing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "money"),
    [
        # before: 4, 6 + 3, 0 + 1, 12 + 1
        ("left", [9, 4, 1, 13]),
        ("across", [1, 9, 4, 13]),
        ("right", [13, 9, 1, 4]),
    ],
)
def test_skill_09_swaps_all_money(place, money):
    t = showdown([9, 11, SHIP, SHIP], money=[4, 6, 0, 12])
    assert t.phase == "seduce"
    assert tuple(t.to_act) == (0,)
    t.do(0, f"seduce {place}")
    assert list(t.money) == money
    assert list(t.ledger) == [0, 3, 1, 1]  # the ledger follows the seat, not the money


@pytest.mark.parametrize("players", [3, 4, 5])
def test_skill_09_must_choose_an_opponent(players):
    now = [SHIP] * players
    now[0] = 9
    t = showdown(now, money=[50] + [0] * (players - 1))  # even where every swap is a loss
    assert set(t.legal(0)) == {f"seduce {place}" for place in PLACES[players]}
    t.do(0, "seduce left")
    # 9 alone +3; with three players seat 1's ship is one of two, +1
    assert list(t.money)[:2] == [1 if players == 3 else 0, 53]


# --- 10. Supported -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strict", "money", "contracts"),
    [
        # 10 alone gains 3 first
        (False, [0, 4, 5, 6], [[5], [], [], []]),  # 3 is least
        (False, [1, 4, 5, 6], [[5], [], [], []]),  # 4 ties with 4
        (False, [2, 4, 5, 6], [[], [], [], []]),  # 5 is not least
        (True, [0, 4, 5, 6], [[5], [], [], []]),
        (True, [1, 4, 5, 6], [[], [], [], []]),
        (True, [2, 4, 5, 6], [[], [], [], []]),
        (False, [2, 5, 5, 5], [[5], [], [], []]),  # all equal
        (True, [2, 5, 5, 5], [[], [], [], []]),
    ],
)
def test_skill_10_least_money(strict, money, contracts):
    t = showdown([10, SHIP, SHIP, SHIP], money=money, skill10_strict=strict)
    assert held(t) == contracts
    assert t.money[0] == money[0] + 3
    assert list(t.money)[1:] == money[1:]


def test_skill_10_takes_the_top_contract_before_the_claim():
    # 5 is gone; the skill takes 7, the claim of the richest 9
    t = last_turn([10, SHIP, SHIP, SHIP], money=[0, 9, 5, 6], contracts=[[], [], [5], []])
    assert held(t) == [[7], [9], [5], []]
    assert t.top == 11


# --- 11. Asking a favor ------------------------------------------------------------------------


def favor(copying=None, **setup):
    """Turn 2: 3, 9, 13 from turn 1; seat 0's 11 under seat 1's 12; two ships."""
    setup.setdefault("past", [[3, 9, 13, SHIP]])
    setup.setdefault("money", [5, 5, 5, 5])
    t = showdown([11, 12, SHIP, SHIP], **setup)
    if copying is not None:
        t.do(0, f"copy {copying}")
    return t


def test_skill_11_copies_any_played_merchant():
    t = favor()
    assert t.phase == "copy"
    assert tuple(t.to_act) == (0,)
    assert set(t.legal(0)) == {"copy 3", "copy 9", "copy 12", "copy 13"}


def test_skill_11_copy_13_is_barred_by_its_switch():
    t = favor(skill11_copy_13=False)
    assert set(t.legal(0)) == {"copy 3", "copy 9", "copy 12"}


def test_skill_11_copies_for_the_copier():
    # before: 5, 8, 6, 6
    assert list(favor(3).money) == [8, 7, 5, 5]  # 1 from each other
    t = favor(12)
    assert held(t) == [[5], [], [], []]
    assert list(t.money) == [5, 9, 7, 7]
    t = favor(13)
    assert list(t.money) == [5, 8, 6, 6]
    assert t.turn == 3
    t = favor(9)
    assert t.phase == "seduce"
    t.do(0, "seduce left")
    assert list(t.money) == [8, 5, 6, 6]


def test_skill_11_copies_socializing_with_its_own_neighbours():
    # seat 1's 15 is copied by seat 2, which pays 2 to seats 3 and 1.
    # turn 2: 12 +3 (seat 3), ships +1 (seats 0, 1)
    t = showdown([SHIP, SHIP, 11, 12], past=[[SHIP, 15, 2, 3]], money=[5, 5, 5, 5])
    t.do(2, "copy 15")
    assert list(t.money) == [6, 8, 1, 10]


def test_skill_11_copies_a_call():
    t = favor(past=[[4, 9, 13, SHIP]], held=[[1, 2, SHIP], [3, 5, SHIP], [6, 7], [8, 10]])
    t.do(0, "copy 4")
    assert t.phase == "dictate"
    assert t.money[0] == 6
    # hands: 1, 2 - 3, 5 - 6, 7 - 8, 10 and the two merchants 14, 15 filled in
    assert set(t.legal(0)) == calls(1, 2, 3, 5, 6, 7, 8, 10, 14, 15)
    t.do(0, "call 5")
    assert dict(t.bound) == {1: 5}


def test_skill_11_nothing_to_copy():
    t = showdown([11, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    assert (t.phase, t.turn) == ("play", 2)
    assert list(t.money) == [8, 5, 5, 5]


def test_skill_11_may_be_forced_into_a_loss_by_the_switch():
    setup = {"past": [[SHIP, 13, SHIP, SHIP]], "money": [5, 5, 5, 5]}
    now = [11, 14, SHIP, 15]
    t = showdown(now, **setup)
    assert set(t.legal(0)) == {"copy 13", "copy 14", "copy 15"}
    t.do(0, "copy 13")
    assert t.money[0] == 5
    t = showdown(now, **setup, skill11_copy_13=False)
    assert set(t.legal(0)) == {"copy 14", "copy 15"}
    t.do(0, "copy 14")
    assert t.money[0] == 2


# --- 12. Prioritized ---------------------------------------------------------------------------


def test_skill_12_contract_and_one_money_for_the_others():
    # 12 alone: +3; others +1
    t = showdown([SHIP, SHIP, 12, SHIP], money=[5, 5, 5, 5])
    assert held(t) == [[], [], [5], []]
    assert list(t.money) == [6, 6, 8, 6]
    assert list(t.ledger) == [1, 1, 3, 1]
    assert t.top == 7


def test_skill_12_contract_may_pass_the_target():
    # the fourth contract came from the 10 of turn 1, the fifth comes from the 12 of turn 2
    t = showdown(
        [12, SHIP, SHIP, SHIP],
        past=[[10, None, None, None]],
        contracts=[[5, 7, 9, 11], [], [], []],
    )
    assert held(t) == [[5, 7, 9, 11, 13], [], [], []]
    assert not t.over


# --- 13. No skill ------------------------------------------------------------------------------


def test_skill_13_does_nothing():
    # 13 alone: +4
    t = showdown([13, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [9, 5, 5, 5]
    assert (t.phase, t.turn) == ("play", 2)
    assert held(t) == [[]] * 4


# --- 14. Charity -------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1), (9, 6)])
def test_skill_14_loses_three_or_all(before, after):
    # 5 zeroes 14; 5 first +2; the ships' money apart
    t = showdown([14, 5, SHIP, SHIP], money=[before, 5, 5, 5])
    assert list(t.money) == [after, 7, 6, 6]


def test_skill_14_loss_leaves_the_ledger():
    # 14 alone: +4, then -3
    t = showdown([14, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [6, 5, 5, 5]
    assert list(t.ledger) == [4, 0, 0, 0]


# --- 15. Socializing ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "money", "ledger"),
    [
        # 1 zeroes 15 (seat 2), 1 first +2 at seat 0; ships +1 at seats 1 and 3 (right, left)
        # left neighbour of seat 2 is seat 3, right is seat 1
        (6, [7, 8, 2, 8], [2, 1, 0, 1]),
        (4, [7, 8, 0, 8], [2, 1, 0, 1]),
        (3, [7, 8, 0, 8], [2, 2, 0, 1]),  # the bank adds 1 for the right neighbour
        (2, [7, 8, 0, 8], [2, 3, 0, 1]),
        (1, [7, 8, 0, 8], [2, 3, 0, 2]),  # own coin to the left first
        (0, [7, 8, 0, 8], [2, 3, 0, 3]),
    ],
)
def test_skill_15_two_to_each_neighbour(before, money, ledger):
    t = showdown([1, SHIP, 15, SHIP], money=[5, 5, before, 5])
    assert list(t.money) == money
    assert list(t.ledger) == ledger


def test_skill_15_with_three_players_feeds_both_opponents():
    # 15 alone: 5 + 5 - 4; two ships +1 and 2
    t = showdown([SHIP, 15, SHIP], money=[5, 5, 5])
    assert list(t.money) == [8, 6, 8]


def test_skill_15_with_five_players_skips_the_far_ones():
    t = showdown([15, SHIP, SHIP, SHIP, SHIP], money=[5, 5, 5, 5, 5])
    assert list(t.money) == [6, 7, 5, 5, 7]


def test_skill_15_in_the_last_turn_decides_the_claim():
    # 15 alone: 4 + 5 - 4 = 5; neighbours 4 + 2 = 6 and 3 + 2 = 5; across 5
    t = last_turn([15, SHIP, SHIP, SHIP], money=[4, 4, 5, 3])
    assert held(t) == [[], [5], [], []]
    assert held(quiet_end([4, 4, 5, 3])) == [[], [], [5], []]
