"""Fado Duetos, the rulebook section by section; expected numbers by hand."""

import pytest
from fado_duetos_table import CATEGORIES, Table, h

# Level I: W8 is 8-8-H-8, W9 is 9-9-I-9; the guitarist lies on top.
SHOWCASE = [["W8", "W2", "W3", "W4", "W5"], ["W9", "W1", "W6", "W7", "guitarist"]]
# Three of artist 1, which share nothing else; and lone cards for the other seats.
THREE = [h(1, 1), h(1, 2), h(1, 3)]
LONE = [[h(5, 5)], [h(6, 7)]]


def table(hand, **more):
    """Seat 0 presents sets with a hand; the others have one card each."""
    return Table(hands=[hand, *LONE], showcase=SHOWCASE, **more)


def hand_set(*cards, back, aspect="artist"):
    return (f"hand {aspect}", *sorted(cards), back)


# ---- contents and preparation ------------------------------------------------------------------


def test_rulebook_contents():
    inventory = Table().state.inventory()
    totals = {what: sum(places.values()) for what, places in inventory.items()}
    assert totals == {"hand cards": 81, "showcase cards": 10, "victory chips": 36,
                      "feature chips": 4, "sequence chips": 4, "variety chips": 3}


@pytest.mark.parametrize(("players", "left"), [(2, 71), (3, 66), (4, 61)])
def test_rulebook_preparation_1_five_cards_each(players, left):
    t = Table(players=players)
    assert [len(hand) for hand in t.hands] == [5] * players
    assert t.deck == left


def test_rulebook_preparation_2_showcase_of_two_by_five():
    seen = set()
    for seed in range(40):
        t = Table(seed=seed)
        cards = [card for column in t.showcase for card in column]
        assert [len(column) for column in t.showcase] == [5, 5]
        assert sorted(cards) == [*(f"W{i}" for i in range(1, 10)), "guitarist"]
        seen.add(cards.index("guitarist"))
    assert len(seen) == 10


def test_rulebook_preparation_3_highest_chip_on_top():
    t = table(THREE).do(*hand_set(*THREE, back=h(1, 1)))
    assert t.chips[0] == {"artist": [9]}


def test_rulebook_preparation_4_somebody_starts():
    assert {Table(seed=seed).marker for seed in range(30)} == {0, 1, 2}


# ---- 1 place a hand card -----------------------------------------------------------------------


def test_rulebook_1a_everybody_places_a_hand_card():
    t = Table(seed=3)
    assert t.to_act == (0, 1, 2)
    for seat in range(3):
        assert t.legal(seat) == t.hands[seat]


def test_rulebook_1b_cards_are_revealed_when_all_have_placed():
    t = Table(seed=3)
    cards = [hand[0] for hand in t.hands]
    t.do(cards[0], seat=0).do(cards[1], seat=1)
    assert t.practice == {}
    t.do(cards[2], seat=2)
    assert t.practice == {card: seat for seat, card in enumerate(cards)}


# ---- 2 turns -----------------------------------------------------------------------------------


def test_rulebook_2_clockwise_from_the_first_player():
    t = Table(hands=[THREE, *LONE], phase="place", marker=2, showcase=SHOWCASE)
    t.place(h(1, 1), *(hand[0] for hand in LONE))
    order = []
    for _ in range(3):
        order.append(t.to_act[0])
        t.do(t.legal()[0], "end turn")
    assert order == [2, 0, 1]


def test_rulebook_2a_one_card_of_the_practice_area_must_be_taken():
    t = Table(hands=[THREE, *LONE], phase="pick", practice=[h(2, 2), h(3, 3), h(4, 4)],
              showcase=SHOWCASE)
    assert t.legal() == sorted([h(2, 2), h(3, 3), h(4, 4)])
    t.do(h(3, 3))
    assert h(3, 3) in t.hands[0] and h(3, 3) not in t.practice
    assert h(2, 2) not in t.legal()


def test_rulebook_2b_presenting_is_optional():
    assert table(THREE).legal() == ["hand artist", "end turn"]


def test_rulebook_2b_several_sets_of_different_characteristics_in_one_turn():
    # artist 1 three times, scenery 9 twice for W9 (9-9-I-9)
    t = table([*THREE, h(3, 9), h(4, 9)])
    t.do(*hand_set(*THREE, back=h(1, 1)), "showcase 2 scenery", h(3, 9), h(4, 9))
    assert t.chips[0] == {"artist": [9], "scenery": [9]}
    assert t.hands[0] == [h(1, 1)]


def test_rulebook_2b_reward_cards_wait_for_the_end_of_the_turn():
    t = table(THREE, pile=[h(1, 4), h(8, 1), h(8, 2), h(8, 3)])
    t.do(*hand_set(*THREE, back=h(1, 1)))
    assert t.rewards == 1 and t.hands[0] == [h(1, 1)]
    t.do("end turn")
    assert t.rewards == 0 and t.hands[0] == [h(1, 1), h(1, 4)]


def test_rulebook_b1_hand_set():
    t = table(THREE)
    t.do("hand artist")
    assert t.legal() == [h(1, 1)]                # ascending, and there must be two more
    t.do(h(1, 1)).do(h(1, 2)).do(h(1, 3))
    assert t.legal() == THREE                    # one of the three comes back
    t.do(h(1, 2))
    assert t.hands[0] == [h(1, 2)]
    assert {h(1, 1), h(1, 3)} <= set(t.discards)


def test_rulebook_b2_showcase_set():
    # artist 9 with W9 at level I of column 2
    t = table([h(9, 1), h(9, 2)])
    assert t.legal() == ["showcase 2 artist", "end turn"]
    t.do("showcase 2 artist", h(9, 1), h(9, 2))
    assert t.showcase == [SHOWCASE[0], ["W1", "W6", "W7", "guitarist", "W9"]]
    assert t.hands[0] == [] and {h(9, 1), h(9, 2)} <= set(t.discards)
    assert t.chips[0] == {"artist": [9]} and t.rewards == 1


def test_rulebook_b2_important_the_guitarist_forms_no_set_and_goes_up_with_its_neighbour():
    layout = [["guitarist", "W2", "W3", "W4", "W5"], ["W9", "W1", "W6", "W7", "W8"]]
    t = Table(hands=[[h(9, 1), h(9, 2)], *LONE], showcase=layout)
    assert t.legal() == ["showcase 2 artist", "end turn"]
    t.do("showcase 2 artist", h(9, 1), h(9, 2))
    assert t.showcase == [["W2", "W3", "W4", "W5", "guitarist"], ["W1", "W6", "W7", "W8", "W9"]]


# ---- 3 and 4 -----------------------------------------------------------------------------------


def test_rulebook_3_the_marker_passes_to_the_left():
    t = table(THREE, marker=2, turn=1).end_round()
    assert (t.marker, t.round, t.phase) == (0, 2, "place")


def test_rulebook_4_everybody_gets_a_card_the_first_player_first():
    t = table(THREE, turn=2, marker=1, pile=[h(8, 1), h(8, 2), h(8, 3)])
    t.end_round()
    assert t.marker == 2 and h(8, 1) in t.hands[2]
    assert h(8, 2) in t.hands[0] and h(8, 3) in t.hands[1]


# ---- score -------------------------------------------------------------------------------------


def test_rulebook_victory_points_example_an_alignment_set():
    # alignment 1: (a - 1) + 2 (s - 1) divisible by 9
    ones = [h(1, 1), h(8, 2), h(6, 3)]
    t = table(ones)
    assert t.legal() == ["hand alignment", "end turn"]
    t.do(*hand_set(*ones, back=h(1, 1), aspect="alignment"))
    assert t.chips[0] == {"alignment": [9]} and t.scores == [9, 0, 0]


def test_rulebook_bonus_1_feature():
    # the fourth artist chip, 5: 9 + 7 + 6... the others: 8 is seat 1's
    t = table(THREE, chips=[{"artist": [9, 7, 5]}, {"artist": [8, 6]}])
    t.do(*hand_set(*THREE, back=h(1, 1)))
    assert t.chips[0] == {"artist": [9, 7, 5, 4]} and t.owners("feature") == {"artist": 0}
    assert t.scores == [9 + 7 + 5 + 4 + 3, 14, 0]


def test_rulebook_bonus_2_sequence():
    t = table(THREE, chips=[{"artist": [8, 7]}, {"artist": [9]}])
    t.do(*hand_set(*THREE, back=h(1, 1)))
    assert t.owners("sequence") == {"artist": 0}
    assert t.scores == [8 + 7 + 6 + 2, 9, 0]


def test_rulebook_bonus_3_variety_gold_silver_bronze():
    three = {"scenery": [7], "melody": [7], "alignment": [7]}
    chips = [three,
             {"artist": [9], "scenery": [9], "melody": [9], "alignment": [9]},
             {"artist": [8], "scenery": [8], "melody": [8], "alignment": [8]}]
    t = table(THREE, chips=chips, variety=(1, 2))
    t.do(*hand_set(*THREE, back=h(1, 1)))
    assert t.variety == [1, 2, 0]                # gold 3, silver 2, bronze 1
    assert t.scores == [28 + 1, 36 + 3, 32 + 2]


# ---- end of the game ---------------------------------------------------------------------------


def test_rulebook_end_1_the_deck_is_finished():
    t = table(THREE, turn=2, marker=1, pile=[h(8, 1), h(8, 2)])
    t.end_round()
    assert t.over and t.deck == 2                # not enough for three: nobody is dealt one


def test_rulebook_end_2_a_second_stack_is_finished_and_the_round_completed():
    full = [9, 8, 7, 6, 5, 4, 3, 2, 1]
    t = table(THREE, chips=[{"artist": full[:8]}, {"scenery": full}])
    t.do(*hand_set(*THREE, back=h(1, 1)), "end turn")
    assert not t.over and t.to_act == (1,)
    t.end_round()
    assert t.over and t.events[-1] == "game_ends"


def test_rulebook_tie_more_chips_wins():
    # 9 + 9 = 18 with two chips, 8 + 6 + 4 = 18 with three
    t = table([h(2, 5)], turn=2, marker=1, pile=0,
              chips=[{"artist": [9], "scenery": [9]}, {"artist": [8, 6, 4]}, {"artist": [7, 5]}])
    t.end_round()
    assert t.scores == [18, 18, 12] and t.ranks == [2, 1, 3] and t.returns == [0, 1, 0]


# ---- variant and two players -------------------------------------------------------------------


def test_rulebook_impromptu():
    layout = [["W7", "W1", "W2"], ["W8", "W3", "W4"], ["W9", "W5", "W6"]]
    t = Table(hands=[[h(9, 1), h(9, 2)], *LONE], showcase=layout, variant="impromptu")
    t.do("showcase 3 artist", h(9, 1), h(9, 2))
    assert t.showcase == [layout[0], layout[1], ["W5", "W6", "W9"]]
    assert "guitarist" not in [c for column in Table(variant="impromptu").showcase for c in column]


@pytest.mark.parametrize("variant", ["duets", "impromptu"])
def test_rulebook_two_players(variant):
    t = Table(players=2, seed=1, variant=variant)
    inventory = t.state.inventory()
    assert sum(inventory["victory chips"].values()) == 24
    assert sum(inventory["sequence chips"].values()) == 0
    t.place(*(hand[0] for hand in t.hands))
    assert len(t.practice) == 3 and t.deck == 70
    t.end_round()
    assert len(t.discards) == 1                  # the unused card


def test_rulebook_two_players_chips_without_3_5_and_7():
    t = Table(players=2, hands=[THREE, LONE[0]], showcase=SHOWCASE,
              chips=[{"artist": [9, 8]}, {}])
    t.do(*hand_set(*THREE, back=h(1, 1)))
    assert t.chips[0] == {"artist": [9, 8, 6]}


@pytest.mark.parametrize("aspect", CATEGORIES)
def test_rulebook_characteristics_of_the_cards(aspect):
    cards = Table().words
    column = 1 + CATEGORIES.index(aspect)
    values = [row[column] for row in cards.cards]
    assert {values.count(v) for v in values} == {9}
