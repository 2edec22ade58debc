"""Fado Duetos, the numbered rulings as their corrections left them; expected numbers by hand."""

import pytest
from fado_duetos_table import Table, h

SHOWCASE = [["W8", "W2", "W3", "W4", "W5"], ["W9", "W1", "W6", "W7", "guitarist"]]
THREE = [h(1, 1), h(1, 2), h(1, 3)]          # artist 1
OTHER = [h(2, 5), h(3, 5), h(4, 5)]          # scenery 5
LONE = [[h(5, 6)], [h(6, 7)]]
FULL = [9, 8, 7, 6, 5, 4, 3, 2, 1]
ARTIST_SET = ("hand artist", *THREE, h(1, 1))
SCENERY_SET = ("hand scenery", *OTHER, h(2, 5))


def table(hand, **more):
    """Seat 0 presents sets with a hand; the others have one card each."""
    return Table(hands=[hand, *LONE], **{"showcase": SHOWCASE, **more})


def test_ruling_01_the_second_empty_stack_raises_the_flag_and_phases_3_and_4_are_skipped():
    t = table(THREE, marker=0, chips=[{"artist": FULL[:8]}, {"scenery": FULL}])
    deck = t.deck
    t.do(*ARTIST_SET, "end turn").end_round()
    assert t.over and t.marker == 0 and t.round == 1
    assert t.deck == deck - 1                    # the reward, and no card for everybody


def test_ruling_01_one_empty_stack_ends_nothing():
    t = table(THREE, chips=[{"artist": FULL[:8]}]).do(*ARTIST_SET, "end turn").end_round()
    assert not t.over and t.round == 2


def test_ruling_02_no_set_for_an_empty_stack():
    t = table(THREE, chips=[{}, {"artist": FULL}])
    assert t.legal() == ["end turn"]
    t = table([h(9, 1), h(9, 2)], chips=[{}, {"artist": FULL}])
    assert t.legal() == ["end turn"]             # W9 would make three of artist 9


def test_ruling_03_with_an_empty_deck_a_set_scores_without_reward():
    t = table(THREE, turn=0, pile=0).do(*ARTIST_SET)
    assert t.scores[0] == 9 and t.rewards == 0 and not t.over
    t.do("end turn").end_round()
    assert t.over


def test_ruling_03_exactly_enough_cards_are_dealt_and_the_game_goes_on():
    t = table(THREE, turn=2, marker=1, pile=3).end_round()
    assert not t.over and t.deck == 0 and t.round == 2


def test_ruling_04_discards_are_never_reshuffled():
    t = table(THREE, turn=2, marker=1, pile=1).end_round()
    assert t.over and len(t.discards) > 60 and t.deck == 1


def test_ruling_05_rewards_are_unseen_even_by_their_owner_until_the_turn_ends():
    t = table(THREE, pile=[h(7, 7), h(7, 8), h(7, 9)]).do(*ARTIST_SET)
    seen = [t.state.observation(p).to_dict()["view"] for p in range(3)]
    assert all(view["rewards"] == 1 for view in seen)
    assert seen[0]["hand"] == [h(1, 1)]
    drawn = set()
    for k in range(60):
        world = t.state.observation(0).sample_state(k)
        world.apply_action(t.game.string_to_action("end turn"))
        drawn.add(tuple(world.observation(0).to_dict()["view"]["hand"]))
    assert len(drawn) > 3                        # any unseen card may be the reward
    t.do("end turn")
    assert t.hands[0] == [h(1, 1), h(7, 7)]


def test_ruling_06_the_owner_picks_the_card_that_comes_back_and_may_use_it_again():
    for back in THREE:
        assert table(THREE).do("hand artist", *THREE, back).hands[0] == [back]
    # h(1, 1) comes back and makes three of scenery 1 with two more
    t = table([*THREE, h(4, 1), h(7, 1)]).do(*ARTIST_SET)
    assert "hand scenery" in t.legal()


def test_ruling_07_the_characteristic_is_claimed_and_pays_one_chip():
    # deck three: H01, H02, H03 share artist, scenery and melody
    t = Table(hands=[["H01", "H02", "H03"], ["H40"], ["H80"]], deck="three")
    assert [x for x in t.legal() if x.startswith("hand")] == [
        "hand artist", "hand scenery", "hand melody"]
    t.do("hand melody", "H01", "H02", "H03", "H01")
    assert t.chips[0] == {"melody": [9]}


def test_ruling_08_a_picked_card_can_be_used_at_once():
    t = table(THREE[:2], phase="pick", practice=[h(1, 3), h(3, 3), h(4, 4)])
    t.do(h(1, 3))
    assert "hand artist" in t.legal()


def test_ruling_09_taking_back_one_s_own_card_and_what_is_left():
    t = table(THREE, phase="pick", practice=[h(2, 2), h(3, 3), h(4, 4)])
    t.do(h(2, 2), "end turn", h(4, 4), "end turn")
    assert t.legal() == [h(3, 3)]


def test_ruling_10_practice_cards_are_visible_and_who_placed_them():
    t = table(THREE, phase="pick", practice=[h(2, 2), h(3, 3), h(4, 4)])
    for p in range(3):
        assert t.state.observation(p).to_dict()["view"]["practice"] == [
            [h(2, 2), 0], [h(3, 3), 1], [h(4, 4), 2]]


def test_ruling_11_a_used_card_goes_to_level_5_of_its_column_at_once():
    # W9 for artist 9; then W1 (1-1-A-1) lies at level I for artist 1
    t = table([h(9, 1), h(9, 2), h(1, 7), h(1, 8)])
    assert "showcase 2 artist" in t.legal()
    t.do("showcase 2 artist", h(9, 1), h(9, 2))
    assert t.showcase == [SHOWCASE[0], ["W1", "W6", "W7", "guitarist", "W9"]]
    t.do("showcase 2 artist", h(1, 7), h(1, 8))
    assert t.showcase == [SHOWCASE[0], ["W6", "W7", "guitarist", "W9", "W1"]]


def test_ruling_12_a_guitarist_at_level_1_offers_nothing_and_goes_up_with_its_neighbour():
    layout = [["guitarist", "W2", "W3", "W4", "W5"], ["W9", "W1", "W6", "W7", "W8"]]
    t = table([h(9, 1), h(9, 2)], showcase=layout)
    assert not [x for x in t.legal() if x.startswith("showcase 1")]
    t.do("showcase 2 artist", h(9, 1), h(9, 2))
    assert [column[0] for column in t.showcase] == ["W2", "W1"]
    assert [column[-1] for column in t.showcase] == ["guitarist", "W9"]


def test_ruling_13_impromptu_uses_any_of_three_and_moves_one_column():
    layout = [["W7", "W1", "W2"], ["W8", "W3", "W4"], ["W9", "W5", "W6"]]
    hand = [h(7, 1), h(7, 2), h(8, 3), h(8, 4), h(9, 5), h(9, 6)]
    t = table(hand, showcase=layout, variant="impromptu")
    assert [x for x in t.legal() if x.endswith("artist")] == [
        "showcase 1 artist", "showcase 2 artist", "showcase 3 artist"]
    t.do("showcase 1 artist", h(7, 1), h(7, 2))
    assert t.showcase == [["W1", "W2", "W7"], *layout[1:]]


def test_ruling_14_one_showcase_card_and_two_hand_cards_both_discarded():
    t = table([h(9, 1), h(9, 2), h(9, 3)]).do("showcase 2 artist")
    assert t.legal() == [h(9, 1), h(9, 2)]
    t.do(h(9, 1), h(9, 3))
    assert t.hands[0] == [h(9, 2)] and {h(9, 1), h(9, 3)} <= set(t.discards)


def test_ruling_15_feature_once_per_category_to_the_first():
    t = table(THREE, chips=[{"artist": [8, 6, 4]}, {"artist": [9, 7, 5, 3]}]).do(*ARTIST_SET)
    assert t.chips[0]["artist"] == [8, 6, 4, 2]
    assert t.owners("feature") == {"artist": 1} and t.scores[:2] == [20, 27]


def test_ruling_16_sequence_once_per_category_and_not_with_two_players():
    t = table(THREE, chips=[{"artist": [5, 4]}, {"artist": [9, 8, 7]}, {"artist": [6]}])
    t.do(*ARTIST_SET)
    assert t.chips[0]["artist"] == [5, 4, 3] and t.owners("sequence") == {"artist": 1}
    t = Table(players=2, hands=[THREE, LONE[0]], showcase=SHOWCASE, chips=[{"artist": [9, 8]}])
    assert t.do(*ARTIST_SET).owners("sequence") == {}


def test_ruling_17_variety_for_each_new_minimum():
    held = {"artist": [9], "scenery": [9, 8], "melody": [9, 8], "alignment": [9, 8]}
    t = table(THREE, chips=[held], variety=(0,)).do(*ARTIST_SET)
    assert t.variety == [0, 0] and t.scores[0] == 4 * 17 + 3 + 2


def test_ruling_18_several_bonuses_at_once_before_the_next_set():
    # 6 after 8 and 7
    held = {"artist": [8, 7], "scenery": [9], "melody": [9], "alignment": [9]}
    t = table([*THREE, *OTHER], chips=[held, {"artist": [9]}], variety=(0,)).do(*ARTIST_SET)
    assert t.owners("sequence") == {"artist": 0}
    # 6 after 9, 8, 7: the fourth chip of a category whose run was paid before
    held = {"artist": [9, 8, 7], "scenery": [], "melody": [], "alignment": []}
    t = table(THREE, chips=[held]).do(*ARTIST_SET)
    assert t.owners("feature") == {"artist": 0} and t.scores[0] == 30 + 3 + 2
    held = {"artist": [7], "scenery": [9, 8], "melody": [9], "alignment": [9]}
    t = table([*THREE, *OTHER], chips=[held, {"artist": [9, 8]}], variety=(0,))
    t.do(*ARTIST_SET, *SCENERY_SET)              # 7 after 9 and 8, before the turn goes on
    assert t.owners("sequence") == {"scenery": 0}


def test_ruling_18_feature_and_sequence_for_one_chip():
    # 5 is the fourth chip after 9, 7, 6 and ends the run 7, 6, 5: 27 + 3 + 2
    t = table(THREE, chips=[{"artist": [9, 7, 6]}, {"artist": [8]}])
    assert t.owners("feature") == t.owners("sequence") == {} and t.scores[0] == 22
    t.do(*ARTIST_SET)
    assert t.owners("feature") == t.owners("sequence") == {"artist": 0} and t.scores[0] == 32


def test_ruling_18_sequence_and_variety_for_one_chip():
    # 6 ends the run 8, 7, 6 and is the third chip of the last stack: 84 + 2 + 3 + 2 + 1
    held = {"artist": [8, 7], "scenery": [9, 7, 5], "melody": [9, 7, 5], "alignment": [9, 7, 5]}
    others = [{"artist": [9], "scenery": [8, 6], "melody": [8, 6]}, {"alignment": [8, 6]}]
    t = table(THREE, chips=[held, *others], variety=(0, 0))
    assert t.owners("sequence") == {} and t.scores[0] == 78 + 3 + 2
    t.do(*ARTIST_SET)
    assert t.owners("sequence") == {"artist": 0} and t.variety == [0, 0, 0]
    assert t.owners("feature") == {} and t.scores[0] == 92


@pytest.mark.parametrize(("count", "lying"), [(1, 3), (2, 4)])
def test_ruling_19_two_players_deck_cards_in_the_practice_area(count, lying):
    t = Table(players=2, seed=2, two_player_stack_cards=count)
    t.place(*(hand[0] for hand in t.hands))
    assert len(t.practice) == lying
    assert list(t.practice.values()).count(None) == count
    t.end_round()
    assert len(t.discards) == lying - 2


def test_ruling_20_two_players_with_an_empty_deck_add_nothing():
    t = Table(players=2, hands=[THREE, LONE[0]], phase="place", pile=0)
    t.place(THREE[0], LONE[0][0])
    assert list(t.practice.values()) == [0, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_21_every_hand_has_a_card_in_phase_1(players):
    for seed in range(20):
        t = Table(players=players, seed=seed)
        while not t.over:
            if t.phase == "place":
                assert all(t.hands)
            # who presents all there is has the smallest hands
            t.do(next((text for text in t.legal() if text != "end turn"), "end turn"))


def test_ruling_22_the_marker_passes_left_each_round():
    t = Table(seed=1)
    markers = []
    for _ in range(4):
        markers.append(t.marker)
        t.place(*(hand[0] for hand in t.hands)).end_round()
    assert markers == [(markers[0] + i) % 3 for i in range(4)]


def test_ruling_23_final_tie_chips_then_variety_then_shared():
    # 31 + 3 against 34, four chips each: the variety bonus decides
    chips = [{"artist": [8], "scenery": [8], "melody": [8], "alignment": [7]},
             {"artist": [9, 7], "scenery": [9], "melody": [9]}, {"alignment": [9, 8]}]
    t = table([h(2, 5)], turn=2, marker=1, pile=0, chips=chips, variety=(0,)).end_round()
    assert t.scores == [34, 34, 17] and t.returns == [1, 0, 0]
    t = table([h(2, 5)], turn=2, marker=1, pile=0).end_round()
    assert t.returns == pytest.approx([1 / 3] * 3)


def test_ruling_24_what_is_hidden():
    t = Table(seed=4)
    view = t.state.observation(1).to_dict()["view"]
    assert view["hand"] == t.hands[1]
    text = str(t.state.observation(1))
    assert not [card for p in (0, 2) for card in t.hands[p] if f"{card} " in text]


def test_ruling_25_only_phase_1_is_simultaneous():
    t = Table(seed=4)
    while not t.over:
        assert len(t.to_act) == 1 or t.phase == "place"
        t.do(t.legal(t.to_act[-1])[-1], seat=t.to_act[-1])
