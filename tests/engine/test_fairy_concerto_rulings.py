"""One test per ruling (1-22) and correction (1-17) on Fairy Concerto; docs/fairy_concerto.md."""

from __future__ import annotations

import random
from math import comb

import pytest
from chi_square import p_value
from fairy_concerto_table import KINDS, Table, final, text_of, unpacked
from plays import walk

import engine_cy
from engine_cy.testing import random_games

NEXT = ["SC20", "SC10", "SC11", "SC12", "SC13", "SC14", "SC15", "SC16"]


def four(hands=("TTDVHC", "TDDVHC", "TDVVHC", "TDVHHC"), **more):
    return Table(4, list(hands), pairs=[["SC01", "SC02"], ["SC03", "SC04"], ["SC05", "SC06"],
                                        ["SC07", "SC08"]],
                 next_cards=NEXT, popularity="T", soloist="A", pianist="P1", harpist="H1", **more)


def end(orchestra, pahha="TTTTDDDDVVVVHH", cards=None, **options):
    names = [f"SC{c:02}" for c in range(1, 2 + orchestra.count("C"))]
    return final([orchestra], [cards or names], pahha=pahha, **options)


# ---- rulings -------------------------------------------------------------------------------------


def test_ruling_01_composers_resolve_in_seat_order():
    table = four().all("add trumpeter, keep 1", "add composer, keep 1", "add violinist, keep 1",
                       "add composer, keep 1")
    assert table.to_act == (1,) and table.pair == ["SC10", "SC20"]
    table.do(1, "keep 1")
    assert table.to_act == (3,) and table.pair == ["SC11", "SC12"]
    table.do(3, "keep 2")
    assert table.draft == 2 and table.cards[1] == ["SC03", "SC10"]
    assert table.cards[3] == ["SC07", "SC12"]


def test_ruling_02_only_the_drawer_sees_the_two_cards_until_the_choice():
    table = four().all("add trumpeter, keep 1", "add composer, keep 1", "add violinist, keep 1",
                       "add horn_player, keep 1")
    views = [table.state.observation(p).to_dict()["view"] for p in range(4)]
    assert [view["pair"] for view in views] == [[], ["SC10", "SC20"], [], []]
    assert not any("draws SC" in e.text for e in table.state.observation(0).events())
    table.do(1, "keep 2")
    view = table.state.observation(0).to_dict()["view"]
    assert view["score_cards"][1] == ["SC03", "SC20"] and "SC10" in view["discards"]


def test_ruling_03_a_first_pick_of_a_composer_keeps_and_draws():
    table = four().all("add composer, keep 2", "add drummer, keep 1", "add violinist, keep 1",
                       "add horn_player, keep 1")
    assert table.cards[0] == ["SC02"]            # the setup card first
    table.do(0, "keep 1")
    assert table.cards[0] == ["SC02", "SC10"]


def test_ruling_04_score_cards_at_the_end_are_one_and_the_composers():
    game = engine_cy.load_game("fairy_concerto", 3)
    for seed in range(40):
        state, _ = list(walk(game, seed, seed))[-1]
        view = state.observation(0).to_dict()["view"]
        for orchestra, cards in zip(view["orchestras"], view["score_cards"], strict=True):
            assert len(cards) == 1 + orchestra["composer"]


def test_ruling_05_the_composer_is_a_kind_in_every_item():
    assert end("TTTCCCCCCDDD", popularity="C").points[0][:2] == [6, 12]
    assert end("TTTTTDDDDVVC", soloist="A").points[0][2] == 4       # one composer is the fewest
    assert end("TTTTCCCCDDDD", soloist="C").points[0][2] == 9


def test_ruling_06_a_composer_as_popularity_token_draws_no_card():
    for seed in range(40):
        table = Table(2, seed=seed)
        if table.popularity == "C":
            assert table.phase == "pick" and table.pile == 22
            return
    raise AssertionError("no deal turned up a composer")


def test_ruling_07_kinds_with_zero_fairies_are_ignored():
    for method, expected in (("A", 24), ("B", 0), ("C", 6), ("D", 3)):
        assert end("TTTTTTDDDDDD", soloist=method).points[0][2] == expected


def test_ruling_08_a_single_kind_makes_difference_0():
    assert end("TTTTTTTTTTTT", pahha="DDDDVVVVHHHHCC", popularity="C",
               soloist="B").points[0][2] == 0


def test_ruling_09_an_honor_for_0_shared_by_all():
    table = final(["TTTTTTTTDDDD", "DDDDDDDVVVVV", "HHHHHHHHHCCC"],
                  [["SC01"], ["SC05"], ["SC26", "SC18", "SC15", "SC17"]],
                  popularity="T", soloist="A", pianist="P3", harpist="H2")
    assert [row[3] for row in table.points] == [0, 0, 0]
    assert [row[4] for row in table.points] == [0, 0, 0]
    assert [row[6] for row in table.points] == [4, 6, 6]     # soloist 20 > 16, 12; conductor 18


def test_ruling_10_more_than_asked_for_is_enough_and_fairies_count_again():
    assert end("TTTTTTDDDDDC", cards=["SC01", "SC04"]).points[0][5] == 10


def test_ruling_11_hands_pass_to_the_left_in_both_rounds():
    for number, orchestras in ((1, ["HH", "HT", "TT"]), (2, ["HHHHCCVV", "HHHHTTTT", "TTTTVVVV"])):
        table = Table(3, ["TTTT", "DDDD", "VVVV"], orchestras, round=number, draft=3,
                      popularity="C")
        table.all("add trumpeter", "add drummer", "add violinist")
        assert table.hands == ["VVV", "TTT", "DDD"]


def test_ruling_12_a_removed_fairy_is_shown_and_out_of_the_game():
    table = Table(2, ["TTDVHC", "TDDVHC"], pairs=[["SC01", "SC02"], ["SC03", "SC04"]],
                  popularity="T")
    table.all("add trumpeter, remove composer, keep 1", "add drummer, remove composer, keep 1")
    assert table.phase == "pick" and table.removed == "CC"
    texts = [e.text for e in table.state.observation(1).events()]
    assert "seat 0 removes composer" in texts


def test_ruling_13_the_last_two_fairies_one_is_added_one_removed():
    table = Table(2, ["TD", "VV"], ["TT", "VV"], draft=3, popularity="C")
    assert table.legal(0) == ["add trumpeter, remove drummer", "add drummer, remove trumpeter"]
    assert table.legal(1) == ["add violinist, remove violinist"]


def test_ruling_14_actions_name_kinds_and_positions():
    game = engine_cy.load_game("fairy_concerto", 4)
    names = [game.action_to_string(a) for a in range(game.num_distinct_actions)]
    assert len(names) == len(set(names)) == 142
    assert names[:5] == [f"add {kind}" for kind in KINDS]
    for text in ("add drummer, keep 1", "keep 2", "add drummer, remove horn_player",
                 "add drummer, remove horn_player, keep 2", "add drummer+violinist"):
        assert game.action_to_string(game.string_to_action(text)) == text


@pytest.mark.parametrize("random_cards", [False, True])
def test_ruling_15_bag_and_random_cards_have_the_same_distribution(random_cards):
    """Both draw without replacement from 56, 8 of them composers."""
    game = engine_cy.load_game("fairy_concerto", 3, random_cards=random_cards)
    popular, dealt, later = [], [], []
    for seed in range(3000):
        record = game.new_initial_state(seed).record()
        popular.append(int(record["popularity"]))
        dealt.append(sum(unpacked(hand)[4] for hand in record["hand"]))
    # one token: 12, 12, 12, 12, 8 of 56; of three hands, 18 tokens, c are composers in
    # C(8, c) C(48, 18 - c) of the C(56, 18) ways (drawn with replacement p is below 1e-20)
    ways = {c: comb(8, c) * comb(48, 18 - c) for c in range(9)}
    assert sum(ways.values()) == comb(56, 18)
    assert p_value(popular, {0: 12, 1: 12, 2: 12, 3: 12, 4: 8}) > 0.001
    assert p_value(dealt, ways) > 0.001
    for seed in range(600):             # and the hands of round 2, from what the bag has left
        state = next(state for state, _ in walk(game, seed, seed)
                     if state.record()["h"]["epoch"] == 2)
        later.append(sum(unpacked(hand)[4] for hand in state.record()["hand"]))
    assert p_value(later, ways) > 0.001


def test_ruling_15_the_random_cards_are_counted_by_round():
    table = Table(3, seed=3, random_cards=True)
    shown = {}
    while not table.over:
        view = table.state.observation(0).to_dict()["view"]
        shown[table.round] = view["random_cards"]
        seat = table.to_act[0]
        table.do(seat, table.legal(seat)[0])
    # the popularity token and three hands of 6, then three more: 1 + 18, 1 + 36 of 56
    assert shown == {1: {"pile": 37, "discards": 19}, 2: {"pile": 19, "discards": 37}}


def test_ruling_16_alone_your_composers_first_then_pahhas_draws():
    """Round 5, two composers for each side: SC10 to SC13 come to you, SC14 and SC15 to Pahha."""
    table = Table(1, ["CCCCTT"], ["TTDDVV"], [["SC01"]], round=5, pahha="TTTDDDVV", popularity="H",
                  next_cards=["SC13", "SC12", "SC10", "SC11", "SC15", "SC14"])
    before = int(table.state.record()["face_down"])
    table.do(0, "add trumpeter+composer+composer")
    # of 26 cards 1 is kept, 1 discarded, 1 face down; each composer of yours takes two of the 23
    for pair, pile in ((["SC12", "SC13"], 21), (["SC10", "SC11"], 19)):
        assert table.phase == "choose" and table.pair == pair
        view = table.state.observation(0).to_dict()["view"]
        assert view["pahha"] == {"orchestra": dict(zip(KINDS, (4, 3, 2, 0, 2), strict=True)),
                                 "face_down": 1, "composers_waiting": 2}
        assert table.state.inventory()["score cards"]["pile"] == pile
        table.do(0, "keep 1")
    assert table.round == 6 and table.cards == [["SC01", "SC10", "SC12"]]
    assert table.face_down == 3 and table.state.inventory()["score cards"]["pile"] == 17
    assert int(table.state.record()["face_down"]) == before | 1 << 13 | 1 << 14
    observation = table.state.observation(0)
    text = f"{observation.to_dict()} {observation}"
    assert "SC14" not in text and "SC15" not in text
    worlds = {int(observation.sample_state(k).record()["face_down"]) for k in range(40)}
    assert len(worlds) > 10


def test_ruling_17_pahha_has_one_card_and_one_per_composer_3_points_each():
    table = end("TTTTTDDDVVVH", pahha="TTTDDDVVHHHHCC")
    assert table.face_down == 3 and table.points[1][5] == 9
    assert "face down" in str(table.state)


def test_ruling_18_alone_honors_go_to_each_that_has_at_least_the_others_points():
    table = end("TTTTTDDDVVVH", pahha="TTTTTDDDVVVHHH", popularity="C", soloist="D", pianist="P1",
                harpist="H3")
    # conductor 10 = 10, soloist groups 5,3,1 = 9 and 5,3 = 6, pianist 9 = 9, harpist 3 < 9
    assert [row[6] for row in table.points] == [6, 6]


def test_ruling_19_pahha_scores_all_seven_items():
    row = end("TTTTTDDDVVVH", pahha="TTTTDDDVVHHHHC", popularity="T", soloist="A", pianist="P1",
              harpist="H1").points[1]
    assert row[:6] == [4, 8, 4, 9, 6, 6]


def test_ruling_20_alone_only_strictly_more_points_win():
    tie = final(["TTTTTTHHHHHH"], [["SC01"]], pahha="DDDDDDDVVVVVVV", popularity="D", soloist="A",
                pianist="P1", harpist="H2")
    assert sum(tie.points[0]) == sum(tie.points[1]) and tie.returns == [0]


def test_ruling_21_a_final_tie_is_a_shared_win():
    table = final(["TTTDDDVVVHHC", "TTTDDDVVVHHC"], [["SC01", "SC02"], ["SC04", "SC05"]])
    assert table.returns == [0.5, 0.5]


def test_ruling_22_what_is_hidden():
    state = Table(4, seed=1).state
    for seat in range(4):
        record = state.observation(seat).record()
        assert [bool(h) for h in record["hand"]] == [p == seat for p in range(4)]
        assert [i for i, c in enumerate(record["draws"]) if c] == [2 * seat, 2 * seat + 1]
        assert record["h"]["chance_key"] == 0


# ---- corrections ---------------------------------------------------------------------------------


def test_correction_01_all_setup_cards_before_any_composer():
    table = four().all("add composer, keep 1", "add composer, keep 2", "add composer, keep 1",
                       "add composer, keep 2")
    assert table.to_act == (0,)
    assert table.cards == [["SC01"], ["SC04"], ["SC05"], ["SC08"]]
    for seat in range(4):
        assert table.to_act == (seat,)           # the next one sees what the one before has kept
        shown = table.state.observation(seat).to_dict()["view"]["score_cards"]
        assert [len(cards) for cards in shown] == [2] * seat + [1] * (4 - seat)
        table.do(seat, "keep 1")
    assert table.draft == 2


def test_correction_02_alone_round_1_is_one_joint_choice_setup_card_first():
    table = Table(1, ["CC"], pairs=[["SC01", "SC02"]], next_cards=["SC10", "SC11"], popularity="V")
    assert table.legal() == ["add composer, keep 1", "add composer, keep 2"]
    table.do(0, "add composer, keep 2")
    assert table.cards == [["SC02"]] and table.pair == ["SC10", "SC11"]


def test_correction_03_a_forced_composer_draws_too():
    table = Table(3, ["C", "T", "D"], ["TTTTT", "DDDDD", "VVVVV"], draft=6, popularity="H")
    table.all("add composer", "add trumpeter", "add drummer")
    assert table.phase == "choose" and table.to_act == (0,)
    table = Table(2, ["CC", "VV"], ["TT", "VV"], draft=3, popularity="H")
    assert table.all("add composer, remove composer", "add violinist, remove violinist").phase == \
        "choose"


def test_correction_04_two_players_number_of_pairs():
    for hand, pairs in (("TTDVHC", 5 * 4 + 1), ("TTDDVV", 3 * 2 + 3), ("TTTTTT", 1), ("TD", 2)):
        size = 3 - len(hand) // 2
        orchestras = ["TDVHC"[:size], "VVV"[:size]]
        table = Table(2, [hand, "HVHVHV"[: len(hand)]], orchestras, draft=size + 1, round=1,
                      popularity="V")
        assert len(table.legal(0)) == pairs * (2 if size == 0 else 1)
    table = Table(2, ["CCVV", "VVTT"], ["T", "T"], draft=2, popularity="H", next_cards=NEXT)
    table.all("add composer, remove composer", "add violinist, remove trumpeter")
    assert table.to_act == (0,) and table.pair == ["SC10", "SC20"]
    assert table.do(0, "keep 1").phase == "pick"          # once


def test_correction_05_alone_actions_are_multisets_with_one_spelling():
    table = Table(1, ["TTDC"], ["TD"], round=3, pahha="TTD", popularity="H")
    assert table.legal() == ["add trumpeter+trumpeter", "add trumpeter+drummer",
                             "add trumpeter+composer", "add drummer+composer"]
    table = Table(1, ["TTTDDC"], ["TTDDVV"], round=5, pahha="TTTDDDVV", popularity="H")
    assert table.legal() == [
        "add trumpeter+trumpeter+trumpeter", "add trumpeter+trumpeter+drummer",
        "add trumpeter+trumpeter+composer", "add trumpeter+drummer+drummer",
        "add trumpeter+drummer+composer", "add drummer+drummer+composer"]


def test_correction_06_alone_pahhas_first_card_comes_after_your_two():
    record = Table(1, seed=6).state.record()
    assert record["num_draws"] == 3 and record["hidden_draws"] == 4
    assert record["face_down"] == 1 << (int(record["draws"][2]) - 1)


def test_correction_07_pahhas_score_is_itemised_and_scores_has_length_1():
    table = end("TTTTTDDDVVVH")
    assert len(table.state.scores()) == 1
    rows = table.state.observation(0).to_dict()["view"]["scores"]
    assert len(rows) == 2
    assert list(rows[1]) == ["popularity", "conductor", "soloist", "pianist", "harpist",
                             "score_cards", "honors", "total"]
    assert rows[1]["total"] == sum(n for key, n in rows[1].items() if key != "total")
    assert table.state.to_dict()["record"]["points"][4] == table.points[1]
    assert "Pahha" in str(table.state).splitlines()[-2]


def test_correction_08_honors_compare_points_before_honors():
    table = final(["TTTTTTHHHHHH", "DDDDDDVVVVVV"], [["SC03"], ["SC05"]], popularity="V",
                  soloist="A", pianist="P1", harpist="H2")
    # pianist 0 = 0 pays both; harpist 0 against 18 pays the other one only
    assert [row[6] for row in table.points] == [8, 6]


@pytest.mark.parametrize(("players", "pick"), [(4, 4), (3, 3), (2, 2)])
def test_correction_09_held_hands_stay_known(players, pick):
    """From that pick of a round on every seat knows every hand; before it some are hidden."""
    for seed in range(3):
        table, rng = Table(players, seed=seed), random.Random(seed)
        while not table.over:
            for seat in range(players):
                known = table.knows(seat)
                missing = [p for p in range(players) if known[p] != table.hands[p]]
                assert len(missing) == max(0, players - table.draft)
                left = [(seat + i) % players for i in range(min(table.draft, players))]
                assert not set(left) & set(missing)
                if table.draft >= pick:
                    assert known == table.hands
            for seat in table.to_act:
                table.do(seat, rng.choice(table.legal(seat)))


def test_correction_11_absent_kinds_are_skipped_composers_and_popularity():
    # five horn players, no drummer, the lowest present is 1: (5 - 1) x 3
    table = end("HHHHHTTTVVVC", pahha="TTTTDDDDVVVVHH", soloist="B", popularity="D")
    assert table.points[0][2] == 12
    table = end("TTTTTDDDVVVH", popularity="H")
    assert table.points[0][0] == 1               # the popularity token itself does not count


def test_correction_12_nothing_partial_on_score_cards():
    assert end("TTTTTTTTTTTD", pahha="DDDDVVVVHHHHCC", cards=["SC01"],
               popularity="C").points[0][5] == 0
    assert end("TTTDDVVVHHHC", cards=["SC01", "SC02"]).points[0][5] == 10


def test_correction_13_nothing_runs_dry():
    for players, fairies, cards in ((4, 49, 24), (3, 37, 22), (2, 49, 20), (1, 27, 19)):
        game = engine_cy.load_game("fairy_concerto", players)
        facts = game.words.facts
        assert 1 + players * sum(facts["draw"]) == fairies <= 56
        assert 2 * players + (players == 1) + 16 == cards <= 26
        assert random_games(game, 300, 13)["faults"] == []


def test_correction_14_ranks_by_points_only():
    table = final(["TTTTTTTTTTTC", "DDDDVVVVHHHH", "DDDDVVVVHHHC", "TDDDDVVVHHHH"],
                  [["SC23", "SC01"], ["SC06"], ["SC09", "SC16"], ["SC12"]],
                  popularity="H", soloist="B", pianist="P3", harpist="H2")
    assert table.scores == [61, 31, 39, 40] and table.ranks == [1, 4, 3, 2]


def test_correction_15_max_game_length():
    """48 picks, of which the first holds the setup choice, and at most 8 composers."""
    for players, length in ((4, 56), (3, 44), (2, 32), (1, 15)):
        assert engine_cy.load_game("fairy_concerto", players).max_game_length == length


def test_correction_16_draw_order_and_solo_ranks():
    """Seat 0 draws its whole hand first: with fewer seats the same seed gives it the same hand."""
    for seed in range(20):
        hands = [Table(players, seed=seed).hands for players in (2, 3, 4)]
        assert hands[0] == hands[1][:2] == hands[2][:2] and hands[1] == hands[2][:3]
    assert end("TTTTTDDDVVVH", pahha="TTTDDDVVHHHHCC").ranks == [1]
    assert final(["TTTTDDDDVVVV"], [["SC19"]], pahha="TTTDDVVHHHHHHC", popularity="C", soloist="D",
                 pianist="P2", harpist="H3").ranks == [2]


def one_hand_unseen(last_orchestra):
    """Return four players in draft 3 of round 2; what was dealt to seat 1 now lies with seat 3."""
    table = Table(4, ["DDDDDD", "DDTTTT", "VVVVVV", "VVVVVV"],
                  ["DHHHCC", "DHHHCC", "DHHHCC", last_orchestra], round=2, popularity="T")
    table.all("add drummer", "add drummer", "add violinist", "add violinist")
    table.all("add violinist", "add drummer", "add drummer", "add violinist")
    assert table.draft == 3 and table.hands == ["VVVV", "VVVV", "DDDD", "TTTT"]
    assert table.knows(0) == ["VVVV", "VVVV", "DDDD", ""]       # mask shows the hands once held
    assert table.state.observation(0).to_dict()["knowledge"]["hands"][3] is None
    return table


def test_correction_17_counting_alone_can_prove_a_hand():
    """The bag has 7 fairies, and one hand of 4 has never been held by seat 0.

    It has seen 12 drummers, 12 violinists, 12 horn players, 8 composers and, as popularity token, a
    trumpeter. The 11 others are trumpeters: so are the four in that hand.
    """
    table = one_hand_unseen("DHHHCC")
    assert table.bag == "TTTTTTT"
    observation = table.state.observation(0)
    for read in (observation, table.game.observation_from_dict(observation.to_dict())):
        assert [text_of(world.record()["hand"][3]) for world, _ in read.worlds(10)] == ["TTTT"]
        assert all(text_of(read.sample_state(k).record()["hand"][3]) == "TTTT" for k in range(50))


def test_correction_17_with_one_other_fairy_unseen_nothing_is_proved():
    """Seat 3 has a trumpeter instead of a horn player, which is in the bag for all seat 0 knows."""
    table = one_hand_unseen("DTHHCC")
    assert table.bag == "TTTTTTH"
    observation = table.state.observation(0)
    weights = {text_of(w.record()["hand"][3]): weight for w, weight in observation.worlds(10)}
    # C(10, 4) hands without and C(10, 3) with the horn player
    assert weights["TTTT"] * 120 == weights["TTTH"] * 210 and len(weights) == 2
    sampled = [text_of(observation.sample_state(k).record()["hand"][3]) for k in range(2000)]
    assert p_value(sampled, {"TTTT": 210, "TTTH": 120}) > 0.001
