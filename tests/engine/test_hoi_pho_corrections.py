"""Hội Phố, corrections and additions 1 to 19 to the rulings; expected numbers by hand.

Correction 8 (skill 4 with only ships left in the hands) cannot arise before the last turn of a full
game: the hands then hold at least six cards and there are five ships, one of them each seat's own.
"""

from itertools import combinations

import pytest
from hoi_pho_setup import (
    SHIP,
    arrange,
    calls,
    imagined,
    last_turn,
    quiet_end,
    showdown,
    state_texts,
)

import engine_cy

SWITCHES = ("skill7_scope", "skill6_source", "skill10_strict", "skill11_copy_13")
RIVALS = {(1, 15), (2, 12), (5, 14), (13, 14), (13, 15)}


def held(t) -> list[list[int]]:
    """Contract values of every seat."""
    return [list(values) for values in t.contracts]


# --- 1. The ledger of the round ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "ledger"),
    [
        ([SHIP, 13, 14, 15], [5, 0, 2, 5]),  # lone ship 5, 15 first 5, 14 second 2
        ([SHIP, SHIP, SHIP, 2], [0, 0, 0, 6]),  # 2 first 2 and skill 4
        ([SHIP, SHIP, SHIP, 4], [0, 0, 0, 3]),  # 4 first 2 and skill 1
        ([SHIP, SHIP, SHIP, 12], [1, 1, 1, 3]),  # 12 first 3, the others 1
        ([SHIP, SHIP, SHIP, 3], [0, 0, 0, 2]),  # the fee is no gain from the bank
    ],
)
def test_correction_01_what_enters_the_ledger(now, ledger):
    assert list(showdown(now, money=[5, 5, 5, 5]).ledger) == ledger


def test_correction_01_bank_part_of_skill_15_enters_the_ledger():
    # 1 zeroes 15, whose owner has 1: left gets 1 + 1, right 2 from the bank; ships +1 each
    t = showdown([SHIP, 1, SHIP, 15], money=[5, 5, 5, 1])
    assert list(t.ledger) == [2, 2, 3, 0]  # left of seat 3 is seat 0: 1 + 1; right seat 2: 1 + 2


def test_correction_01_losses_and_transfers_leave_the_ledger():
    # 14 alone: +4 -3
    assert list(showdown([14, SHIP, SHIP, SHIP], money=[5] * 4).ledger) == [4, 0, 0, 0]
    # 8 alone: +3 and half of 5
    t = showdown([8, SHIP, SHIP, SHIP], money=[5] * 4)
    t.do(0, "entice left")
    assert list(t.ledger) == [3, 0, 0, 0]


def test_correction_01_starting_money_is_no_gain():
    t = showdown([7, SHIP, SHIP, SHIP], money=[5, 5, 5, 5])
    assert list(t.money) == [5, 5, 5, 5]


def test_correction_01_a_new_round_starts_an_empty_ledger():
    t = last_turn([SHIP, 13, 14, 15], money=[1, 1, 1, 1], ledger=[3, 4, 5, 6])
    assert t.round == 2
    assert list(t.ledger) == [0, 0, 0, 0]


def test_correction_01_second_embargo_refunds_nothing_twice():
    # turn 1: 7 under 8: 8's 3 and the ships' 1 go back: 5 each, ledgers 0
    t = arrange([7, 8, SHIP, SHIP], held=[[], [], [11], [12]], money=[5, 5, 5, 5], ledger=[0] * 4)
    t.play(7, 8, SHIP, SHIP)
    assert list(t.money) == [5, 5, 5, 5]
    assert list(t.ledger) == [0, 0, 0, 0]
    # turn 2: 12 +3, ships +1; the copied 7 refunds these alone
    t.play(SHIP, SHIP, 11, 12)
    t.do(2, "copy 7")
    assert list(t.money) == [5, 5, 5, 5]


def test_correction_01_refund_is_bounded_by_money_and_spares_nobody():
    # gains 6, 0 + 3, 2 + 1, 9 + 1; money 2, 1 + 3, 8 + 1, 4 + 1: back go 2, 3, 3, 5
    t = showdown([7, 8, SHIP, SHIP], money=[2, 1, 8, 4], ledger=[6, 0, 2, 9])
    assert list(t.money) == [0, 1, 6, 0]


def test_correction_01_ledger_follows_the_seat_when_money_is_swapped():
    # 9 under 11 (+3), ships +1: 4, 9, 1, 13; swap of seats 0 and 1: 9, 4
    t = arrange([9, 11, SHIP, SHIP], held=[[7], [8], [], []], money=[4, 6, 0, 12])
    t.play(9, 11, SHIP, SHIP)
    t.do(0, "seduce left")
    assert list(t.money) == [9, 4, 1, 13]
    assert list(t.ledger) == [0, 3, 1, 1]


def test_correction_01_ledger_is_part_of_state_and_observation():
    setup = {"now": [SHIP, SHIP, 7, 8], "money": [5, 5, 5, 5]}
    some = arrange(**setup, ledger=[3, 0, 0, 0])
    none = arrange(**setup, ledger=[0, 0, 0, 0])
    assert some.state != none.state
    assert some.state.to_dict() != none.state.to_dict()
    for seat in range(4):
        seen = [t.state.observation(seat).to_dict() for t in (some, none)]
        assert seen[0] != seen[1]
    back = some.game.state_from_dict(some.state.to_dict())
    assert back == some.state


# --- 2. Embargo under `turn` -------------------------------------------------------------------


@pytest.mark.parametrize("how", ["lowest", "copied", "placed"])
def test_correction_02_turn_scope_restores_the_money_before_the_turn(how):
    money = [3, 8, 0, 12]
    held_cards = [[7 if how == "placed" else 2, SHIP], [], [], []]
    first = {"lowest": 7, "copied": 11, "placed": 6}[how]
    past = [[7 if how == "copied" else 3, 9, 10, SHIP]]
    t = showdown(
        [first, 12, SHIP, SHIP], past=past, held=held_cards, money=money, skill7_scope="turn"
    )
    if how == "copied":
        t.do(0, "copy 7")
    if how == "placed":
        t.do(0, "take 9")
        t.do(0, "place 7")
    assert t.turn == 3
    assert list(t.money) == money


# --- 3 and 4. Sources of skills 6 and 11 -------------------------------------------------------


def test_correction_03_discards_are_not_on_the_table():
    t = showdown([6, 12, SHIP], discards=[1, 2, 3, 4, 5])
    assert set(t.legal(0)) == {"take 12"}


def test_correction_03_a_placed_card_counts_for_its_placer():
    def swapped(own_next):
        """Turn 2: seat 0 takes 9, places 2; turn 3: seat 0 or 1 plays 11 and copies 6."""
        hands = [[2, 11, SHIP], [10, 5, SHIP], [14], [15]]
        if not own_next:
            hands = [[2, 10, SHIP], [11, 5, SHIP], [14], [15]]
        t = showdown(
            [6, 12, SHIP, SHIP],
            past=[[3, 9, 13, SHIP]],
            held=hands,
            skill6_source="opponents",
        )
        t.do(0, "take 9")
        t.do(0, "place 2")
        assert dict(t.on_table) == {2: 0, 3: 0, 6: 0, 12: 1, 13: 2}
        t.play(*([11, SHIP] if own_next else [SHIP, 11]), 14, 15)
        t.do(0 if own_next else 1, "copy 6")
        return set(t.legal(0 if own_next else 1))

    assert swapped(own_next=True) == {f"take {m}" for m in (12, 13, 14, 15)}
    assert swapped(own_next=False) == {f"take {m}" for m in (2, 3, 6, 13, 14, 15)}


def test_correction_03_own_earlier_card_is_takeable_from_the_table():
    t = showdown([6, 12, SHIP, SHIP], past=[[8, SHIP, SHIP, 9]], held=[[2], [], [], []])
    t.do(0, "take 8")
    t.do(0, "place 2")
    assert 8 in t.hands[0]


def test_correction_04_thirteen_may_be_copied_and_eleven_may_not():
    setup = {"past": [[3, 13, 9, SHIP]], "money": [5, 5, 5, 5]}
    t = showdown([11, 12, SHIP, SHIP], **setup)
    assert set(t.legal(0)) == {"copy 3", "copy 9", "copy 12", "copy 13"}
    t = showdown([11, 12, SHIP, SHIP], **setup, skill11_copy_13=False)
    assert set(t.legal(0)) == {"copy 3", "copy 9", "copy 12"}


# --- 5. Presets --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card_text", "values"),
    [
        ("rulebook", ("round", "table", False, True)),
        ("faces_2025", ("turn", "opponents", True, False)),
    ],
)
def test_correction_05_presets_set_the_four_switches(card_text, values):
    game = engine_cy.load_game("hoi_pho", players=4, card_text=card_text)
    assert tuple(game.options[name] for name in SWITCHES) == values


def test_correction_05_default_is_the_rulebook():
    options = engine_cy.load_game("hoi_pho", players=4).options
    assert tuple(options[name] for name in SWITCHES) == ("round", "table", False, True)
    assert options["rival_12_2"] is True
    assert options["contract_ladder"] == "step_two"
    assert options["max_rounds"] == 60


def test_correction_05_a_single_switch_overrides_its_preset():
    game = engine_cy.load_game("hoi_pho", players=4, card_text="faces_2025", skill7_scope="round")
    values = tuple(game.options[name] for name in SWITCHES)
    assert values == ("round", "opponents", True, False)
    game = engine_cy.load_game("hoi_pho", players=4, skill10_strict=True)
    assert tuple(game.options[name] for name in SWITCHES) == ("round", "table", True, True)


# --- 6. Two merchants --------------------------------------------------------------------------

FIRST = [2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 5]  # printed first rewards of 1 to 15
ASKS = {
    1: "challenge", 4: "dictate", 5: "snitch", 6: "take", 8: "entice", 9: "seduce", 11: "copy",
}  # fmt: skip


@pytest.mark.parametrize("rival_12_2", [True, False])
def test_correction_06_rivals_apply_to_two_merchants(rival_12_2):
    """All 105 pairs: who takes the first reward and who acts; exactly five pairs are turned."""
    turned = set()
    for low, high in combinations(range(1, 16), 2):
        t = showdown([low, high, SHIP, SHIP], money=[0, 0, 9, 9], rival_12_2=rival_12_2)
        rivals = (low, high) in RIVALS and (rival_12_2 or low != 2)
        # of the five pairs the printed lower card is the one at 0 only where it is 13
        top = low if rivals and low != 13 else high
        actor = high if top == low else low
        if rivals and low != 13:
            turned.add((low, high))
        assert t.phase == ASKS.get(actor, "play"), (low, high)
        if actor in ASKS:
            # skill 4's own 1 comes with its call
            gains = {top: FIRST[top - 1], actor: 1 if actor == 4 else 0}
            assert list(t.money)[:2] == [gains[low], gains[high]], (low, high)
    expected = {(1, 15), (5, 14), (2, 12)} if rival_12_2 else {(1, 15), (5, 14)}
    assert turned == expected


# --- 7. Callable cards -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("caller", "callable_cards"),
    [
        # table: 3, 13, 6, 12, the placed 2, then 7, 15 and the caller; hands hold the rest
        (5, [1, 4, 8, 9, 11, 14]),  # not 10, which lies in the caller's own hand
        (4, [1, 5, 8, 9, 10, 11, 14]),
    ],
)
def test_correction_07_callable_is_what_lies_in_a_hand_now(caller, callable_cards):
    t = showdown(
        [6, 12, SHIP, SHIP],
        past=[[3, 9, 13, SHIP]],
        held=[[2, 8, SHIP], [caller, 10, SHIP], [7, 14], [15]],
    )
    t.do(0, "take 9")
    t.do(0, "place 2")
    t.play(SHIP, caller, 7, 15)
    assert tuple(t.to_act) == (1,)
    assert set(t.legal(1)) == calls(*callable_cards)  # the 9 taken back, not the 2 placed


# --- 9. The bound card -------------------------------------------------------------------------


def bound():
    """Seat 0's 4 called seat 1's 7; turn 2 begins."""
    t = showdown(
        [4, SHIP, SHIP, SHIP],
        held=[[1, 2, 3, SHIP], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15]],
    )
    t.do(0, "call 7")
    return t


def test_correction_09_one_legal_action_for_the_bound_seat():
    t = bound()
    assert tuple(t.to_act) == (0, 1, 2, 3)
    assert list(t.legal(1)) == ["play 7"]


def test_correction_09_bound_card_survives_json():
    t = bound()
    back = t.game.state_from_dict(t.state.to_dict())
    assert back == t.state
    assert state_texts(t, back, 1) == {"play 7"}


@pytest.mark.parametrize("observer", [0, 1, 2, 3])
def test_correction_09_everybody_knows_the_bound_card(observer):
    t = bound()
    for world in imagined(t, observer):
        assert state_texts(t, world, 1) == {"play 7"}
    seen = t.game.observation_from_dict(t.state.observation(observer).to_dict())
    assert state_texts(t, seen.sample_state(5), 1) == {"play 7"}


# --- 10 and 11. Rivals -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "ledger", "money"),
    [
        # 5 first +2; 14 -3; lone ship +5
        ([5, 13, 14, SHIP], [2, 0, 0, 5], [7, 5, 2, 10]),
        # 1 first +2; 15 pays 2 to its left (the ship) and right (13)
        ([1, 13, 15, SHIP], [2, 0, 0, 5], [7, 7, 1, 12]),
    ],
)
def test_correction_10_the_two_turns_without_a_second_place(now, ledger, money):
    t = showdown(now, money=[5, 5, 5, 5])
    assert list(t.ledger) == ledger
    assert list(t.money) == money


def test_correction_10_one_standing_card_arises_in_two_sets_only():
    zeroed_by = {12: {2}, 13: {14, 15}, 14: {5}, 15: {1}}
    single = []
    for size in (3, 4, 5):
        for cards in combinations(range(1, 16), size):
            standing = [m for m in cards if not zeroed_by.get(m, set()) & set(cards)]
            if len(standing) == 1:
                single.append(set(cards))
    assert single == [{1, 13, 15}, {5, 13, 14}]


@pytest.mark.parametrize(
    ("now", "money"),
    [
        # 5 +2, 1 +1; 13; 14 -3; 15 pays 2 to seats 3 and 0
        ([1, 5, 13, 14, 15], [8, 7, 5, 4, 1]),
        # 2 +2, 1 +1; 12: contract, others +1; 13; 15 pays 2 to seats 3 and 0
        ([1, 2, 12, 13, 15], [9, 8, 5, 8, 2]),
        # 5 +2, 2 +1; 12: contract, others +1; 13; 14 -3
        ([2, 5, 12, 13, 14], [7, 8, 5, 6, 3]),
    ],
)
def test_correction_10_three_zeroed_cards_among_five(now, money):
    t = showdown(now, money=[5, 5, 5, 5, 5])
    assert list(t.money) == money
    assert (t.phase, t.turn) == ("play", 2)


def test_correction_11_rivals_of_earlier_turns_do_not_count():
    # 5 and 2, the rivals of 14 and 12, lay in turn 1; 3 is lowest and takes 1 from each
    t = showdown([14, 12, 3, SHIP], past=[[SHIP, 2, 5, 1]], money=[5, 5, 5, 5])
    # 14: 5 + 4 - 1; 12: 5 + 2 - 1; 3: 5 + 3; ship: 5 + 5 - 1
    assert list(t.money) == [8, 6, 8, 9]


def test_correction_11_discarded_rivals_do_not_count():
    t = showdown([14, 12, SHIP], discards=[5, 2, 13, 1, 15], money=[5, 5, 5])
    # 14 first +4; 12: contract, others +1; lone ship +5 +1
    assert list(t.money) == [10, 5, 11]
    assert held(t) == [[], [5], []]


def test_correction_11_rivals_placed_by_networking_do_not_count():
    # 6 is lowest under 14 (+4), two ships; seat 0 takes 9 and places 5, the rival of 14
    t = showdown(
        [6, 14, SHIP, SHIP],
        past=[[3, 9, 13, SHIP]],
        held=[[5, SHIP], [], [], [15]],
        money=[5, 5, 5, 5],
    )
    t.do(0, "take 9")
    t.do(0, "place 5")
    assert t.phase == "snitch"
    assert list(t.money) == [5, 9, 6, 6]  # 14 keeps its reward and is not lowest
    t.do(0, "call 15")
    assert list(t.money) == [8, 9, 6, 3]


# --- 12. Three players -------------------------------------------------------------------------


def test_correction_12_discards_are_out_for_the_round():
    t = showdown([11, SHIP, 14], discards=[6, 7, 8, 9, 10], money=[5, 5, 5])
    assert set(t.legal(0)) == {"copy 14"}
    t = showdown([4, SHIP, 14], discards=[6, 7, 8, 9, 10])
    assert set(t.legal(0)) == calls(1, 2, 3, 5, 11, 12, 13, 15)


def test_correction_12_two_left_without_the_discard():
    t = arrange([SHIP] * 3, past=[[None] * 3] * 3, three_player_discard="none")
    assert t.turn == 4
    assert [len(hand) for hand in t.hands] == [3, 3, 3]


# --- 13 to 17. Skills and ties -----------------------------------------------------------------


def test_correction_13_flat_two_for_holders():
    contracts = [[5, 7], [9, 11, 13], [15], []]
    t = showdown([3, SHIP, SHIP, SHIP], money=[5, 9, 9, 9], contracts=contracts)
    assert list(t.money) == [12, 7, 7, 8]  # 5 + 2 + 2 + 2 + 1


def test_correction_14_a_merchant_just_taken_cannot_be_called():
    t = showdown(
        [6, 12, SHIP, SHIP],
        past=[[3, 9, 13, SHIP]],
        held=[[5, 2, SHIP], [], [], []],
        money=[5, 5, 5, 5],
    )
    t.do(0, "take 9")
    t.do(0, "place 5")
    assert set(t.legal(0)) == calls(1, 4, 7, 8, 10, 11, 14, 15)  # neither 9 nor 2


def test_correction_14_the_called_place_is_public():
    t = showdown(
        [5, SHIP, SHIP, SHIP],
        held=[[1, 2, 3, SHIP], [4, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15]],
    )
    t.do(0, "call 8")
    for observer in (0, 2, 3):
        assert all("play 8" in state_texts(t, w, 1) for w in imagined(t, observer))


def test_correction_15_three_draws_then_chance():
    t = showdown([1, SHIP, SHIP, SHIP], money=[8, 0, 8, 0])
    t.do(0, "challenge across")
    for k in range(3):
        assert t.phase == "throw", k
        assert (list(t.legal(1)), list(t.legal(3))) == ([], [])
        t.do(0, "paper")
        t.do(2, "paper")
    assert t.phase == "play"
    assert list(t.money) in ([14, 0, 4, 0], [5, 0, 13, 0])


@pytest.mark.parametrize(
    ("players", "actor", "receivers"), [(3, 1, [0, 2]), (4, 0, [1, 3]), (5, 4, [3, 0])]
)
def test_correction_16_two_each_to_both_neighbours(players, actor, receivers):
    now = [SHIP] * players
    now[actor] = 15
    ships = 1 if players == 3 else 0  # two ships earn 1 each, three or more nothing
    t = showdown(now, money=[5] * players)
    for seat in range(players):
        expected = 5 + 5 - 4 if seat == actor else 5 + ships + (2 if seat in receivers else 0)
        assert t.money[seat] == expected


def test_correction_17_only_the_tied_players_last_cards_count():
    # seats 0 and 1 tie with ships; seats 2 and 3 keep merchants but have less:
    # 15 +5 = 10, 14 +2 = 10, lone ship 0 + 5, 13 nothing
    t = last_turn([14, 15, 13, SHIP], money=[8, 5, 1, 0], held=[[SHIP], [SHIP], [9], [11]])
    assert held(t) == [[]] * 4
    t = quiet_end([9, 9, 8, 8], held=[[1], [SHIP], [15], [14]])
    assert held(t) == [[5], [], [], []]


# --- 18 and 19. The end ------------------------------------------------------------------------


def test_correction_18_max_rounds_ends_the_game():
    t = quiet_end([9, 1, 1, 1], max_rounds=1)
    assert t.over
    assert list(t.ranks) == [1, 2, 2, 2]
    assert not quiet_end([9, 1, 1, 1], max_rounds=2).over
    assert quiet_end([1, 9, 1, 1], max_rounds=2, round=2, contracts=[[5], [], [], []]).over


def test_correction_18_a_game_without_contracts_is_shared():
    setup = {"money": [8, 5, 1, 0], "held": [[SHIP], [SHIP], [9], [11]]}
    t = last_turn([14, 15, 13, SHIP], **setup, max_rounds=1)
    assert t.over
    assert list(t.ranks) == [1, 1, 1, 1]
    assert list(t.returns) == [0.25] * 4


def test_correction_19_ranking_by_contracts_then_sum():
    # seat 0 claims 15: one, two with sum 16, two with sum 20, one
    t = quiet_end([9, 1, 1, 1], contracts=[[], [5, 11], [7, 13], [9]], max_rounds=1)
    assert held(t) == [[15], [5, 11], [7, 13], [9]]
    assert list(t.ranks) == [4, 1, 2, 3]
    assert list(t.returns) == [0.0, 1.0, 0.0, 0.0]


def test_correction_19_equal_pairs_share_and_no_contracts_tie():
    # 12 brings 11 to seat 1, the claim 13 to seat 0: 5 + 13 = 18 = 7 + 11
    t = last_turn(
        [SHIP, 12, SHIP, SHIP, SHIP],
        money=[30, 0, 1, 1, 1],
        contracts=[[5], [7], [9], [], []],
        max_rounds=1,
    )
    assert held(t) == [[5, 13], [7, 11], [9], [], []]
    assert list(t.ranks) == [1, 1, 3, 4, 4]
    assert list(t.returns) == [0.5, 0.5, 0.0, 0.0, 0.0]
