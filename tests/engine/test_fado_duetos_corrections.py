"""Fado Duetos, corrections and additions 1 to 24 to the rulings; expected numbers by hand."""

import random
from collections import Counter
from itertools import combinations

import pytest
from fado_duetos_table import CATEGORIES, Table, h

from engine_cy import load_game

SHOWCASE = [["W8", "W2", "W3", "W4", "W5"], ["W9", "W1", "W6", "W7", "guitarist"]]
THREE = [h(1, 1), h(1, 2), h(1, 3)]          # artist 1
LONE = [[h(5, 6)], [h(6, 7)]]
FULL = [9, 8, 7, 6, 5, 4, 3, 2, 1]
ARTIST_SET = ("hand artist", *THREE, h(1, 1))


def table(hand, **more):
    """Seat 0 presents sets with a hand; the others have one card each."""
    return Table(hands=[hand, *LONE], **{"showcase": SHOWCASE, **more})


def sampled_hands(t, observer, owner, n=300):
    """Return the hands of a seat in worlds drawn for another, as sets of ids."""
    hands = []
    for k in range(n):
        view = t.state.observation(observer).sample_state(k).observation(owner).to_dict()["view"]
        hands.append(frozenset(view["hand"]))
    return hands


def test_correction_01_the_decks_are_nine_and_three():
    tree = load_game("fado_duetos").data.tree["decks"]
    assert list(tree) == ["nine", "three"]
    # artist 2, scenery 3, melody B, alignment 1: 27 + 18 + 3 + 1 = 49
    assert tree["three"]["hand"][48] == ["H49", 2, 3, "B", 1]


def test_correction_02_hand_cards_of_deck_nine_share_one_value_at_most():
    words = load_game("fado_duetos").words
    for left, right in combinations(words.cards, 2):
        assert sum(a == b for a, b in zip(left[1:], right[1:], strict=True)) <= 1
    shared = [max(sum(a == b for a, b in zip(show[1:], card[1:], strict=True))
                  for card in words.cards) for show in words.showcase]
    assert shared == [4] + [3] * 8


def test_correction_02_the_claim_is_part_of_the_action():
    t = Table(hands=[["H01", "H02", "H03"], ["H40"], ["H80"]], deck="three")
    for category in ("artist", "scenery", "melody"):
        again = Table(hands=t.hands, deck="three")
        again.do(f"hand {category}", "H01", "H02", "H03", "H01")
        assert again.chips[0] == {category: [9]}


def test_correction_03_picked_and_retrieved_cards_are_known_until_seen_again():
    t = table(THREE[:2], phase="pick", practice=[h(1, 3), h(3, 3), h(4, 4)])
    t.do(h(1, 3))
    assert t.known == [[h(1, 3)], [], []]
    assert all(h(1, 3) in hand for hand in sampled_hands(t, 1, 0, 50))
    t.do("hand artist", *THREE, h(1, 2), "end turn")
    assert t.known == [[h(1, 2)], [], []]


def test_correction_03_a_known_card_may_be_the_one_placed():
    t = table([h(4, 2), h(7, 3)], phase="pick", practice=[h(1, 3), h(3, 3), h(4, 4)])
    t.do(h(1, 3), "end turn", h(3, 3), "end turn", h(4, 4), "end turn")
    assert t.phase == "place"
    known, unknown = t.state.clone(), t.state.clone()
    known.apply_action(t.game.string_to_action(h(1, 3)), 0)
    unknown.apply_action(t.game.string_to_action(h(4, 2)), 0)
    for p in (1, 2):
        assert known.observation(p) == unknown.observation(p) == t.state.observation(p)


def test_correction_03_unknown_cards_are_sampled_uniformly():
    t = Table(players=2, seed=5)
    counts = Counter(card for hand in sampled_hands(t, 0, 1, 1520) for card in hand)
    assert sum(counts.values()) == 5 * 1520
    assert len(counts) == 76                     # all but the five of seat 0's own
    # each of 76 cards is expected 100 times, standard deviation about 9.7
    assert all(55 < n < 145 for n in counts.values())


def test_correction_04_the_end_of_a_turn_is_always_a_decision():
    t = table([h(4, 2)])
    assert t.legal() == ["end turn"] and t.to_act == (0,)
    before = t.state.num_moves
    t.do("end turn")
    assert t.state.num_moves == before + 1


def test_correction_04_others_cannot_see_a_set_before_it_is_complete():
    t = table(THREE)
    before = [t.state.observation(p) for p in (1, 2)]
    for text in ARTIST_SET[:-1]:
        t.do(text)
        assert [t.state.observation(p) for p in (1, 2)] == before
        assert t.state.observation(0).num_moves == t.state.num_moves
    t.do(ARTIST_SET[-1])
    assert all(t.state.observation(p) != old for p, old in zip((1, 2), before, strict=True))


def test_correction_05_the_number_of_rewards_is_public_their_arrival_private():
    t = table(THREE, pile=[h(7, 7), h(7, 8), h(7, 9)]).do(*ARTIST_SET, "end turn")
    mine = [e.kind for e in t.state.observation(0).events()]
    others = [e.kind for e in t.state.observation(1).events()]
    assert mine.count("uncovers") == 1 and "uncovers" not in others
    assert others.count("reward") == 1


def test_correction_06_dealing_starts_with_the_new_holder_of_the_marker():
    t = table([h(4, 2)], turn=2, marker=1, pile=[h(8, 1), h(8, 2), h(8, 3)]).end_round()
    assert t.marker == 2
    assert h(8, 1) in t.hands[2] and h(8, 2) in t.hands[0] and h(8, 3) in t.hands[1]


def test_correction_07_two_players_the_deck_card_comes_after_both_have_placed():
    t = Table(players=2, seed=3)
    t.do(t.hands[0][0], seat=0)
    assert t.deck == 71
    t.do(t.hands[1][0], seat=1)
    assert t.deck == 70
    extra = next(card for card, seat in t.practice.items() if seat is None)
    first = t.to_act[0]
    t.do(extra, "end turn")
    assert extra in t.known[first]
    left = t.legal()[1]
    t.do(t.legal()[0], "end turn")
    assert t.discards == [left]


def test_correction_08_who_placed_a_card_is_public():
    t = Table(seed=6)
    cards = [hand[1] for hand in t.hands]
    t.place(*cards)
    assert t.practice == dict(zip(cards, range(3), strict=True))


@pytest.mark.parametrize(
    ("players", "options", "rounds", "largest"),
    [(2, {}, 24, 28), (3, {}, 23, 27), (4, {}, 16, 20),
     (2, {"two_player_stack_cards": 2}, 18, 22)],
)
def test_correction_09_largest_hand_and_most_rounds(players, options, rounds, largest):
    t = Table(players=players, seed=1, **options)
    most = 0
    while not t.over:
        most = max(most, *map(len, t.hands))
        if t.phase == "place":
            t.place(*(hand[0] for hand in t.hands))
        t.end_round()
    assert (t.round, most) == (rounds, largest)
    assert t.state.num_moves == rounds * players * 3


def test_correction_10_the_guitarist_stays_until_its_neighbour_is_used():
    layout = [["W1", "guitarist", "W3", "W4", "W5"], ["W9", "W2", "W6", "W7", "W8"]]
    hand = [h(1, 6), h(1, 7), h(9, 2), h(9, 3)]
    t = table(hand, showcase=layout)
    t.do("showcase 2 artist", h(9, 2), h(9, 3))
    assert t.showcase[0] == layout[0]            # not at level I: its column stays
    t = table(hand, showcase=layout).do("showcase 1 artist", h(1, 6), h(1, 7))
    assert t.showcase == [["guitarist", "W3", "W4", "W5", "W1"], layout[1]]
    t.do("showcase 2 artist", h(9, 2), h(9, 3))
    assert [column[0] for column in t.showcase] == ["W3", "W2"]


def test_correction_11_several_sets_of_one_characteristic_mixed_in_any_order():
    hand = [*THREE, h(9, 4), h(9, 5)]
    for order in ((ARTIST_SET, ("showcase 2 artist", h(9, 4), h(9, 5))),
                  (("showcase 2 artist", h(9, 4), h(9, 5)), ARTIST_SET)):
        t = table(hand)
        for steps in order:
            t.do(*steps)
        assert t.chips[0] == {"artist": [9, 8]} and t.rewards == 2


def test_correction_12_either_set_costs_two_cards():
    assert len(table(THREE).do(*ARTIST_SET).hands[0]) == 1
    t = table([h(9, 1), h(9, 2)]).do("showcase 2 artist", h(9, 1), h(9, 2))
    assert t.hands[0] == []


def test_correction_13_the_seat_that_empties_the_second_stack_goes_on():
    # the ninth artist chip, then scenery 5 three times
    more = [h(2, 5), h(3, 5), h(4, 5)]
    chips = [{"artist": FULL[:8]}, {"alignment": FULL}]
    t = table([*THREE, *more], chips=chips, pile=9).do(*ARTIST_SET)
    assert "hand scenery" in t.legal() and "hand artist" not in t.legal()
    t.do("hand scenery", *more, more[0])
    assert t.rewards == 2
    t.do("end turn").end_round()
    assert t.over and t.deck == 7                # two rewards, no phase 4


def test_correction_14_the_option_deck_end():
    short = table([h(4, 2)], turn=2, marker=1, pile=3).end_round()
    assert not short.over
    empty = table([h(4, 2)], turn=2, marker=1, pile=3, deck_end="empty").end_round()
    assert empty.over and empty.deck == 0 and [len(hand) for hand in empty.hands] == [2, 2, 2]
    left = table([h(4, 2)], turn=2, marker=1, pile=2).end_round()
    assert left.over and left.deck == 2          # not dealt to anyone


@pytest.mark.parametrize(("repeat", "owners"), [(True, [0, 0]), (False, [0])])
def test_correction_15_the_option_variety_repeat(repeat, owners):
    held = {"artist": [9], "scenery": [9, 8], "melody": [9, 8], "alignment": [9, 8]}
    t = table(THREE, chips=[held], variety=(0,), variety_repeat=repeat).do(*ARTIST_SET)
    assert t.variety == owners


def test_correction_16_gold_equals_silver_and_bronze():
    # 59 + 3 and 59 + 2 + 1, eight chips each
    chips = [{"artist": [9, 7, 4], "scenery": [9, 8], "melody": [9, 6], "alignment": [7]},
             {"artist": [8, 6], "scenery": [7, 6], "melody": [8, 7], "alignment": [9, 8]},
             {"artist": [5]}]
    t = table([h(4, 2)], turn=2, marker=1, pile=0, chips=chips, variety=(0, 1, 1)).end_round()
    assert t.scores == [62, 62, 5] and t.returns == [0.5, 0.5, 0]


def test_correction_17_one_deck_card_is_the_default():
    assert load_game("fado_duetos", 2).options["two_player_stack_cards"] == 1
    assert load_game("fado_duetos", 3, two_player_stack_cards=2) == load_game("fado_duetos", 3)


def ends_first_run(t, chip):
    """Return whether a chip stands below two of its taker's own, as the first such three held."""
    category, value = CATEGORIES[chip.fields[0]], chip.fields[1]
    held = [set(chips.get(category, [])) for chips in t.chips]
    ends = [v for mine in held for v in mine if {v + 1, v + 2} <= mine]
    return {value + 1, value + 2} <= held[chip.seat] and value == max(ends)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_correction_18_what_holds_at_every_moment(players):
    rng, paid = random.Random(players), Counter()
    for seed in range(15):
        t = Table(players=players, seed=seed)
        told = len(t.state.events())
        while not t.over:
            moves = t.legal(t.to_act[0])
            t.do(rng.choice([m for m in moves if m != "end turn"] or moves), seat=t.to_act[0])
            places = t.state.inventory()["hand cards"]
            assert sum(places.values()) == 81                               # (d)
            events = t.state.events()
            new, told = {e.kind: e for e in events[told:]}, len(events)
            if "chip" in new:
                run = players > 2 and ends_first_run(t, new["chip"])
                assert ("sequence" in new) == run                           # (a)
            assert not {"feature", "variety"} <= set(new)                   # (b)
            bonuses = [e for kind, e in new.items() if kind in ("feature", "sequence", "variety")]
            assert all(e.seat == new["chip"].seat for e in bonuses)
            paid.update(e.kind for e in bonuses)
        assert sum(t.scores) <= (138 if players == 2 else 206)              # (c)
    assert paid["feature"] and paid["variety"] and bool(paid["sequence"]) == (players > 2)


@pytest.mark.parametrize(("repeat", "variety"), [(True, [0, 0, 0]), (False, [0])])
def test_correction_18_a_fourth_chip_of_every_stack_finds_no_variety_chip(repeat, variety):
    # 9 + 7 + 5 + 4 of artist, three times 9 + 7 + 5 + 3; four feature chips
    held = {"artist": [9, 7, 5], **{c: [9, 7, 5, 3] for c in CATEGORIES[1:]}}
    others = [{"artist": [8, 6], "scenery": [8, 6, 4]},
              {"melody": [8, 6, 4], "alignment": [8, 6, 4]}]
    t = table(THREE, chips=[held, *others], variety=variety, variety_repeat=repeat)
    t.do(*ARTIST_SET)
    assert t.owners("feature") == dict.fromkeys(CATEGORIES, 0)              # (b)
    assert t.variety == variety and t.scores[0] == 25 + 72 + 12 + (6 if repeat else 3)


def test_correction_18_all_points_in_the_box():
    game = load_game("fado_duetos", 3)
    tree = game.data.tree
    bonus = tree["bonus"]
    box = {s["players"]: 4 * sum(s["chips"]) + 4 * bonus["feature"] + sum(bonus["variety"])
           + 4 * bonus["sequence"] * s["sequence_chips"] for s in tree["setup"]}
    assert box == {2: 138, 3: 206, 4: 206}


def test_correction_19_every_value_has_its_provenance():
    values = load_game("fado_duetos").data.values
    assert {path for path, v in values.items() if v.provenance == "assumed"} == {
        "decks.nine.hand", "decks.nine.showcase", "decks.three.hand", "decks.three.showcase"}
    assert values["bonus.variety"].provenance == "rulebook"
    hand, show = (load_game("fado_duetos").data.tree["decks"]["nine"][k]
                  for k in ("hand", "showcase"))
    assert len(hand) == 81 and len({row[0] for row in hand}) == 81
    for c, d in combinations(range(1, 5), 2):
        assert len({(row[c], row[d]) for row in hand}) == 81
    for c in range(1, 5):
        assert len({row[c] for row in show}) == 9


@pytest.mark.parametrize(
    ("deck", "hand_set", "showcase_set", "any_set"),
    [("nine", 0.30, 0.51, 0.665), ("three", 0.98, 0.99, 1.00)],
)
def test_correction_20_how_often_an_opening_hand_holds_a_set(deck, hand_set, showcase_set, any_set):
    n, counts = 600, Counter()
    for seed in range(n):
        t = Table(players=2, seed=seed, deck=deck)
        starter = t.marker
        values = {row[0]: row[1:] for row in t.words.cards}
        level = [c[0] for c in t.showcase if c[0] != "guitarist"]
        shown = [row[1:] for row in t.words.showcase if row[0] in level]
        hand = [values[c] for c in t.hands[starter]]
        alike = [Counter(card[i] for card in hand) for i in range(4)]
        three = any(max(count.values()) >= 3 for count in alike)
        two = any(alike[i][show[i]] >= 2 for show in shown for i in range(4))
        counts += Counter(hand=three, show=two, any=three or two)
    for kind, share in (("hand", hand_set), ("show", showcase_set), ("any", any_set)):
        assert counts[kind] / n == pytest.approx(share, abs=0.065)


def test_correction_21_defaults():
    assert load_game("fado_duetos", 2).options == {
        "variant": "duets", "deck": "nine", "two_player_stack_cards": 1, "deck_end": "short",
        "variety_repeat": True}


def test_correction_22_a_set_has_one_spelling():
    four = [*THREE, h(1, 4)]
    t = table(four).do("hand artist")
    assert t.legal() == four[:2]                 # ascending, so that two more follow
    t.do(four[1])
    assert t.legal() == four[2:3]
    t.do(four[2])
    assert t.legal() == [four[3]]


def test_correction_23_after_the_exact_deal_and_with_a_short_deck():
    empty = table([h(4, 2)], turn=2, marker=1, pile=3, deck_end="empty").end_round()
    assert empty.over and sum(map(len, empty.hands)) > 3
    chips = [{"artist": [9, 8, 6, 4, 2]}, {"scenery": [9, 8, 6, 4, 2, 1]}]
    t = Table(players=2, hands=[THREE, LONE[0]], showcase=SHOWCASE, chips=chips, pile=9,
              practice=[h(7, 1), h(7, 2)])
    t.do(*ARTIST_SET, "end turn").end_round()
    assert t.over and h(7, 2) in t.discards      # the leftover is discarded all the same
    t = Table(players=2, hands=[THREE, LONE[0]], phase="place", pile=1, two_player_stack_cards=2)
    t.place(THREE[0], LONE[0][0])
    assert list(t.practice.values()) == [0, 1, None]


def test_correction_24_the_marker_passes_even_when_the_deck_ends_the_game():
    t = table([h(4, 2)], turn=2, marker=1, pile=2).end_round()
    assert t.over and t.marker == 2
