"""Hội Phố, sentence by sentence of the rulebook; expected numbers are worked out by hand."""

import pytest
from hoi_pho_setup import NEEDED, SHIP, TURNS, arrange, last_turn, quiet_end, showdown
from hoi_pho_table import Table

# --- 2. Winning goal ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rulebook_2_game_ends_with_the_required_contracts(players):
    held = [5 + 2 * i for i in range(NEEDED[players] - 1)]
    money = [9] + [1] * (players - 1)
    t = quiet_end(money, contracts=[held] + [[]] * (players - 1))
    assert t.over
    assert t.phase == "over"
    # the round's claim brings the missing one: the next value of the ladder
    assert list(t.contracts[0]) == [*held, 5 + 2 * len(held)]
    assert list(t.ranks) == [1] + [2] * (players - 1)
    assert list(t.returns) == [1.0] + [0.0] * (players - 1)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rulebook_2_game_goes_on_with_one_contract_fewer(players):
    held = [5 + 2 * i for i in range(NEEDED[players] - 2)]
    t = quiet_end([9] + [1] * (players - 1), contracts=[held] + [[]] * (players - 1))
    assert not t.over
    assert t.round == 2
    assert len(t.contracts[0]) == NEEDED[players] - 1


def test_rulebook_2_contracts_come_from_money_and_from_skills():
    # seat 0's lone 12 brings contract 5, the claim of the richest (seat 1) contract 7
    t = last_turn([12, SHIP, SHIP, SHIP], money=[0, 20, 3, 3])
    assert [list(held) for held in t.contracts] == [[5], [7], [], []]


# --- 3. Cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "money"),
    [
        # one ship: +5; 13 highest +4, 8 second +1, 2 skill +4
        ([SHIP, 8, 2, 13], [10, 6, 9, 9]),
        # two ships: +1 each; 8 highest +3, 2 skill +4
        ([SHIP, SHIP, 8, 2], [6, 6, 8, 9]),
        # three ships: nothing; 2 alone: first place 2 and skill 4
        ([SHIP, SHIP, SHIP, 2], [5, 5, 5, 11]),
        # four ships: nothing
        ([SHIP, SHIP, SHIP, SHIP], [5, 5, 5, 5]),
        # five ships: nothing
        ([SHIP, SHIP, SHIP, SHIP, SHIP], [5, 5, 5, 5, 5]),
    ],
)
def test_rulebook_3_ships(now, money):
    assert list(showdown(now).money) == money


FIRST = [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 3), (9, 3), (10, 3)]
FIRST += [(11, 3), (12, 3), (13, 4), (14, 4), (15, 5)]


@pytest.mark.parametrize(("merchant", "reward"), FIRST)
def test_rulebook_3_first_place_rewards(merchant, reward):
    """Against a lone 1 (which waits for its challenge); 15's rival is 1, so against a 2."""
    low = {1: SHIP, 15: 2}.get(merchant, 1)
    t = showdown([merchant, low, SHIP, SHIP], money=[5, 5, 5, 5])
    assert t.money[0] == 5 + reward


SECOND = [
    # highest, second, lowest, printed second reward of the middle card
    (8, 2, 1, 1),
    (14, 3, 1, 1),
    (14, 4, 1, 1),
    (12, 5, 1, 2),
    (14, 6, 1, 2),
    (14, 7, 1, 2),
    (14, 8, 1, 1),
    (14, 9, 1, 1),
    (14, 10, 1, 1),
    (14, 11, 1, 2),
    (14, 12, 1, 2),
    (15, 14, 2, 2),
]


@pytest.mark.parametrize(("high", "middle", "low", "reward"), SECOND)
def test_rulebook_3_second_place_rewards(high, middle, low, reward):
    """13 and 15 can never be second: whatever outranks 13 zeroes it, nothing outranks 15."""
    t = showdown([high, middle, low, SHIP], money=[5, 5, 5, 5])
    assert t.money[1] == 5 + reward


def test_rulebook_3_second_place_of_the_lowest_number():
    # 12 falls to 0 by 2; 2 is highest +2, 1 second +1; ship alone +5;
    # then 12's skill pays 1 to everybody else
    t = showdown([2, 1, 12, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [8, 7, 5, 11]


# --- 4. Set-up ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards", "discards"), [(3, 6, 2), (4, 5, 0), (5, 4, 0)])
def test_rulebook_4_deal(players, cards, discards):
    t = Table(players=players, seed=11)
    assert [len(hand) for hand in t.hands] == [cards] * players
    assert len(t.discards) == discards
    everything = [c for hand in t.hands for c in hand] + list(t.discards)
    assert everything.count(SHIP) == 5
    assert sorted(c for c in everything if c != SHIP) == list(range(1, 16))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rulebook_4_everybody_takes_a_ship(players):
    for seed in range(30):
        hands = Table(players=players, seed=seed).hands
        assert all(SHIP in hand for hand in hands)
        if players == 5:
            assert [hand.count(SHIP) for hand in hands] == [1] * 5


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rulebook_4_start(players):
    t = Table(players=players, seed=3)
    assert list(t.money) == [5] * players
    assert t.top == 5
    assert [list(held) for held in t.contracts] == [[]] * players
    assert (t.round, t.turn) == (1, 1)


def test_rulebook_4_deals_differ():
    hands = {str(Table(players=4, seed=seed).hands) for seed in range(20)}
    assert len(hands) == 20


def test_rulebook_4_contracts_lie_in_ascending_order():
    t = quiet_end([9, 1, 1, 1])
    assert [list(held) for held in t.contracts] == [[5], [], [], []]
    assert t.top == 7
    t = quiet_end([1, 9, 1, 1], contracts=[[5], [], [], []])
    assert [list(held) for held in t.contracts] == [[5], [7], [], []]
    assert t.top == 9


# --- 4.1 Starting money ------------------------------------------------------------------------


def test_rulebook_4_1_example():
    # A claims contract 5 with 10 money, 7 is on top: A keeps 7, B's 5 stay 5
    t = quiet_end([10, 5, 7, 8])
    assert t.top == 7
    assert list(t.money) == [7, 5, 7, 7]


def test_rulebook_4_1_first_round_starts_with_five():
    assert list(Table(players=4, seed=0).money) == [5, 5, 5, 5]


# --- 5. Flow of a round ------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rulebook_5_turns_of_a_round(players):
    """Every seat takes its first legal action until the next round begins."""
    seen = []
    t = Table(players=players, seed=5)
    while t.round == 1:
        if t.phase == "play" and t.turn not in seen:
            seen.append(t.turn)
            left = 5 if players < 5 else 4
            assert [len(hand) for hand in t.hands] == [left - t.turn + 1] * players
        seat = t.to_act[0]
        t.do(seat, t.legal(seat)[0])
    assert seen == list(range(1, TURNS[players] + 1))


def test_rulebook_5_every_seat_commits_one_card_of_its_hand():
    t = arrange([1, 2, 3, 4], held=[[5, 6, 7], [8, 9], [10, 11], [12, 13]])
    assert t.phase == "play"
    assert tuple(t.to_act) == (0, 1, 2, 3)
    assert set(t.legal(0)) == {"play ship", "play 1", "play 5", "play 6", "play 7"}


def test_rulebook_5_cards_stay_facedown_until_all_are_put():
    t = arrange([8, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    for seat, text in enumerate(["play 8", "play ship", "play ship"]):
        t.do(seat, text)
        assert dict(t.on_table) == {}
        assert list(t.money) == [5, 5, 5, 5]
    t.do(3, "play ship")
    assert dict(t.on_table) == {8: 0}


def test_rulebook_5_richest_claims_after_the_last_turn():
    t = quiet_end([4, 9, 8, 2])
    assert [list(held) for held in t.contracts] == [[], [5], [], []]


def test_rulebook_5_nobody_claims_before_the_last_turn():
    t = showdown([SHIP, SHIP, SHIP, 2], past=[[None] * 4] * 2, money=[30, 0, 0, 0])
    assert (t.round, t.turn) == (1, 4)
    assert [list(held) for held in t.contracts] == [[]] * 4


# --- 6. Claim reward ---------------------------------------------------------------------------


def test_rulebook_6_ships_come_before_skills():
    # seat 1 has nothing but its lone ship's 5 when 3 asks: pays 1. 15 highest +5, 9 second +1
    # seat 0: 0 + 1 + 1 + 1 = 3
    t = showdown([3, SHIP, 15, 9], money=[0, 0, 0, 0])
    assert list(t.money) == [3, 4, 4, 0]


def test_rulebook_6_rivals_come_before_the_comparison():
    # 14 is printed highest but 5 zeroes it: 9 highest +3, 5 second +2, 14 loses 3, lone ship +5
    t = showdown([14, 5, 9, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [2, 7, 8, 10]


def test_rulebook_6_rewards_come_before_the_skill():
    # 10 is alone: +3 first, then compares 4 with 4: ties count, one contract
    t = showdown([10, SHIP, SHIP, SHIP], money=[1, 4, 4, 4])
    assert list(t.money) == [4, 4, 4, 4]
    assert list(t.contracts[0]) == [5]
    # with one more it is no longer the least
    t = showdown([10, SHIP, SHIP, SHIP], money=[2, 4, 4, 4])
    assert [list(held) for held in t.contracts] == [[]] * 4


def test_rulebook_6_only_the_lowest_triggers_its_skill():
    t = showdown([15, 12, 8, SHIP], money=[5, 5, 5, 5])
    assert t.phase == "entice"  # only 8 acts
    t = showdown([14, 12, 3, SHIP], money=[5, 5, 5, 5])
    # 14 +4, 12 +2, ship +5; 3 takes 1 from each: 5 + 3
    assert list(t.money) == [8, 6, 8, 9]
    assert [list(held) for held in t.contracts] == [[]] * 4


# --- 6.1 Example -------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4], [2, 4, 0, 3, 1], [4, 3, 2, 1, 0]])
def test_rulebook_6_1_example(order):
    cards = [SHIP, SHIP, 14, 5, 1]
    # ships 5 + 1 each; 14 is 0 and pays 3: 5 - 3; 5 highest: 5 + 2; 1 second: 5 + 1
    money = [6, 6, 2, 7, 6]
    t = showdown([cards[i] for i in order], money=[5, 5, 5, 5, 5])
    assert list(t.money) == [money[i] for i in order]
    assert t.phase == "play"  # 14's skill asks nothing, 1's skill did not trigger
    assert t.turn == 2


@pytest.mark.parametrize(
    ("pair", "money"),
    [
        # 13 falls to 0 and has no skill; 14 first +4; ships +1
        ([13, 14, SHIP, SHIP], [5, 9, 6, 6]),
        # 13 falls to 0; 15 first +5
        ([13, 15, SHIP, SHIP], [5, 10, 6, 6]),
        # 14 falls to 0 and loses 3; 5 first +2
        ([14, 5, SHIP, SHIP], [2, 7, 6, 6]),
        # 15 falls to 0 and pays 2 to each neighbour; 1 first +2 and +2; left ship 1 is seat 3's +2
        ([15, 1, SHIP, SHIP], [1, 9, 6, 8]),
        # 12 falls to 0: contract, others +1; 2 first +2
        ([12, 2, SHIP, SHIP], [5, 8, 7, 7]),
    ],
)
def test_rulebook_6_1_every_rival(pair, money):
    t = showdown(pair, money=[5, 5, 5, 5])
    assert list(t.money) == money
    assert (t.phase, t.turn) == ("play", 2)


def test_rulebook_6_1_zeroed_skills_in_the_order_13_14_15():
    # 1, 5, 13, 14, 15: 5 highest +2, 1 second +1; 13 nothing; 14 pays its only 1 to the bank,
    # then 15 pays 2 to its neighbours 14 (seat 4, right) and 5 (seat 1, left).
    # In the other order 14 would hold 1 + 2 = 3 and end with 0.
    t = showdown([15, 5, 1, 13, 14], money=[5, 5, 5, 5, 1])
    assert list(t.money) == [1, 9, 6, 5, 2]


# --- 6.2 Less than three merchants -------------------------------------------------------------


def test_rulebook_6_2_two_merchants():
    # 7 highest +2 and no more; 2 lowest +4 by its skill, no second reward; ships +1
    t = showdown([7, 2, SHIP, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [7, 9, 6, 6]


def test_rulebook_6_2_one_merchant():
    # 2: highest +2 and skill +4; three ships nothing
    t = showdown([SHIP, 2, SHIP, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [5, 11, 5, 5]


def test_rulebook_6_2_no_merchant():
    t = showdown([SHIP, SHIP, SHIP, SHIP], money=[5, 6, 7, 8])
    assert list(t.money) == [5, 6, 7, 8]
    assert (t.phase, t.turn) == ("play", 2)


# --- 7. End of a round -------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "turns"), [(3, 4), (4, 4), (5, 3)])
def test_rulebook_7_last_turn(players, turns):
    money = [9] + [1] * (players - 1)
    past = [[None] * players] * (turns - 2)
    t = showdown([SHIP] * players, past=past, money=money)
    assert (t.round, t.turn) == (1, turns)  # one turn earlier nothing ends
    t = quiet_end(money)
    assert (t.round, t.turn) == (2, 1)
    assert list(t.contracts[0]) == [5]


def test_rulebook_7_money_of_the_last_turn_counts():
    # 14 +4 = 9; 8 second +1 = 6; 2 skill +4 = 9; the lone ship +5 = 10 is the most.
    # The next round starts under 7.
    t = last_turn([14, 8, 2, SHIP], money=[5, 5, 5, 5])
    assert list(t.contracts[3]) == [5]
    assert list(t.money) == [7, 6, 7, 7]


# --- 7.1 Tie -----------------------------------------------------------------------------------


def test_rulebook_7_1_highest_last_merchant_claims():
    t = quiet_end([9, 9, 9, 1], held=[[3], [12], [7], [15]])
    assert [list(held) for held in t.contracts] == [[], [5], [], []]


def test_rulebook_7_1_a_merchant_beats_a_ship():
    t = quiet_end([9, 9, 1, 1], held=[[SHIP], [1], [15], [14]])
    assert [list(held) for held in t.contracts] == [[], [5], [], []]


def test_rulebook_7_1_all_ships_nobody_claims():
    # 13 falls to 0 by 14 and 15; 15 +5, 14 +2, the lone ship +5, 13 has no skill
    # seat 0: 8 + 2 = 10, seat 1: 5 + 5 = 10, seat 2: 1, seat 3: 0 + 5
    t = last_turn([14, 15, 13, SHIP], money=[8, 5, 1, 0], held=[[SHIP], [SHIP], [9], [11]])
    assert [list(held) for held in t.contracts] == [[]] * 4
    assert t.top == 5
    assert t.round == 2


# --- 8. End of the game ------------------------------------------------------------------------


def test_rulebook_8_most_contracts_win():
    # seat 0 reaches 4 by the claim (5, 7, 9, 13); seat 1 has one
    t = quiet_end([9, 1, 1, 1], contracts=[[5, 7, 9], [11], [], []])
    assert t.over
    assert list(t.ranks) == [1, 2, 3, 3]


def test_rulebook_8_is_checked_at_the_end_of_a_round_only():
    # seat 0's lone 12 takes its fourth contract in turn 1: nothing ends
    t = showdown([12, SHIP, SHIP, SHIP], contracts=[[5, 7, 9], [], [], []])
    assert len(t.contracts[0]) == 4
    assert not t.over
    assert (t.round, t.turn) == (1, 2)


def test_rulebook_8_1_smallest_total_wins():
    # six contracts are out; seat 1's lone 12 takes the seventh (17), seat 0 claims the eighth (19):
    # four each, 5 + 7 + 9 + 19 = 40 against 11 + 13 + 15 + 17 = 56
    t = last_turn(
        [SHIP, 12, SHIP, SHIP],
        money=[30, 0, 1, 1],
        contracts=[[5, 7, 9], [11, 13, 15], [], []],
    )
    assert t.over
    assert [sum(held) for held in t.contracts] == [5 + 7 + 9 + 19, 11 + 13 + 15 + 17, 0, 0]
    assert list(t.ranks) == [1, 2, 3, 3]
    assert list(t.returns) == [1.0, 0.0, 0.0, 0.0]
