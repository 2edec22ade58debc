"""One test per section of the rulebook of Fairy Concerto."""

from __future__ import annotations

from collections import Counter

import pytest
from fairy_concerto_table import KINDS, Table, counts, final, text_of, unpacked
from plays import walk

import engine_cy


def deal(players, seed=0, **options):
    return Table(players, seed=seed, **options)


# ---- Components, Game Overview, Setup ------------------------------------------------------------


# The list at the start of the rulebook, whatever of it a game takes from the box.
BOX = {"orchestra boards": 4, "drawstring bag": 1, "score cards": 26, "popularity card": 1,
       "conductor card": 1, "soloist cards": 4, "pianist cards": 3, "harpist cards": 3,
       "trumpeter": 12, "drummer": 12, "violinist": 12, "horn_player": 12, "composer": 8,
       "honor tokens": 16, "random cards": 56}


@pytest.mark.parametrize("random_cards", [False, True])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rulebook_components(players, random_cards):
    """Nothing is left out, and nothing comes or goes in the course of a game."""
    game = engine_cy.load_game("fairy_concerto", players, random_cards=random_cards)
    for state, _ in walk(game, players, players):
        inventory = state.inventory()
        assert {name: sum(places.values()) for name, places in inventory.items()} == BOX
        assert all(n >= 0 for places in inventory.values() for n in places.values())


def test_rulebook_components_contest_cards():
    game = engine_cy.load_game("fairy_concerto")
    facts = game.words.contest
    assert [len(facts[deck]) for deck in ("soloist", "pianist", "harpist")] == [4, 3, 3]
    assert [card["method"] for card in facts["soloist"]] == ["A", "B", "C", "D"]


def test_rulebook_game_overview():
    """Two rounds of six picks: the game ends with orchestras of 12."""
    table = deal(4, 3)
    picks = 0
    while not table.over:
        seat = table.to_act[0]
        picks += table.phase == "pick" and seat == 0
        table.do(seat, table.legal(seat)[0])
    assert picks == 12
    assert [len(orchestra) for orchestra in table.orchestras] == [12] * 4


def test_rulebook_setup_2_and_3_score_cards():
    for players in (2, 3, 4):
        table = deal(players)
        assert table.pile == 26 - 2 * players
        for seat in range(players):
            pair = table.state.observation(seat).to_dict()["view"]["pair"]
            assert len(set(pair)) == 2 and pair == sorted(pair)
        assert table.cards == [[]] * players and table.discards == []


def test_rulebook_setup_5_contest_cards_are_chosen_at_random():
    shown = Counter()
    for seed in range(600):
        view = deal(3, seed).state.observation(0).to_dict()["view"]
        shown.update([view["soloist"], view["pianist"], view["harpist"]])
    assert set(shown) == {"SOL_A", "SOL_B", "SOL_C", "SOL_D", "P1", "P2", "P3", "H1", "H2", "H3"}
    assert all(100 <= n <= 260 for n in shown.values())


def test_rulebook_setup_6_honor_tokens():
    """One of each kind for each player; the others, and unused boards, stay in the box."""
    for players, tokens in ((4, 16), (3, 12), (2, 8)):
        inventory = deal(players).state.inventory()
        nobody = {f"seat {p}": 0 for p in range(players)}
        assert inventory["honor tokens"] == nobody | {"set out": tokens, "box": 16 - tokens}
        assert inventory["orchestra boards"] == dict.fromkeys(nobody, 1) | {"box": 4 - players}


def test_rulebook_setup_7_to_9_bag_popularity_and_hands():
    for players in (2, 3, 4):
        table = deal(players, 7)
        assert [len(hand) for hand in table.hands] == [6] * players
        assert len(table.bag) == 56 - 1 - 6 * players
        everything = Counter("".join(table.hands) + table.bag + table.popularity)
        assert everything == {"T": 12, "D": 12, "V": 12, "H": 12, "C": 8}


def test_rulebook_setup_9_hands_are_hidden():
    table = deal(4, 2)
    for seat in range(4):
        assert table.knows(seat) == [h if p == seat else "" for p, h in enumerate(table.hands)]


# ---- Round 1 -------------------------------------------------------------------------------------


def three(**more):
    """Three players in the first draft of a game with chosen hands and cards."""
    return Table(3, ["TTDVHC", "TDDVHH", "TDVVHC"],
                 pairs=[["SC01", "SC02"], ["SC03", "SC04"], ["SC05", "SC06"]],
                 next_cards=["SC20", "SC10", "SC11", "SC12", "SC13", "SC14"], popularity="T",
                 soloist="A", pianist="P1", harpist="H1", **more)


def test_rulebook_first_draft_1_and_2_token_and_card_are_one_secret_choice():
    table = three()
    assert table.to_act == (0, 1, 2)
    assert table.legal(0) == [f"add {kind}, keep {j}" for kind in KINDS for j in (1, 2)]
    assert table.legal(1) == [f"add {kind}, keep {j}" for kind in KINDS[:4] for j in (1, 2)]
    before = table.state.observation(1)
    table.do(0, "add trumpeter, keep 1")
    assert table.state.observation(1) == before
    assert table.to_act == (1, 2)


def test_rulebook_first_draft_3_to_5_reveal_keep_discard_join():
    table = three().all("add trumpeter, keep 1", "add drummer, keep 2", "add violinist, keep 1")
    assert table.orchestras == ["T", "D", "V"]
    assert table.cards == [["SC01"], ["SC04"], ["SC05"]]
    assert table.discards == ["SC02", "SC03", "SC06"]


def test_rulebook_first_draft_exception_a_composer_draws_two_score_cards():
    table = three().all("add composer, keep 1", "add drummer, keep 2", "add violinist, keep 1")
    assert table.phase == "choose" and table.to_act == (0,)
    assert table.pair == ["SC10", "SC20"]
    assert table.legal(0) == ["keep 1", "keep 2"]
    table.do(0, "keep 2")
    assert table.cards[0] == ["SC01", "SC20"] and "SC10" in table.discards
    assert table.orchestras[0] == "C"          # the composer on the card is a member


def test_rulebook_first_draft_6_hands_pass_to_the_left():
    table = three().all("add trumpeter, keep 1", "add drummer, keep 2", "add violinist, keep 1")
    assert table.hands == ["TDVHC", "TDVHC", "TDVHH"]      # what seats 2, 0, 1 have left
    assert table.draft == 2


def test_rulebook_no_limit_of_score_cards():
    table = Table(3, ["C", "T", "D"], ["CCCCCCCTTTT", "TTTTDDDDVVV", "DDDDVVVVHHH"], round=2,
                  draft=6, popularity="H")
    table.all("add composer", "add trumpeter", "add drummer").do(0, "keep 1")
    assert len(table.cards[0]) == 9 and table.over


def test_rulebook_second_and_later_drafts():
    table = three().all("add trumpeter, keep 1", "add drummer, keep 2", "add violinist, keep 1")
    assert table.legal(0) == [f"add {kind}" for kind in KINDS]
    table.all("add composer", "add trumpeter", "add horn_player")
    assert table.phase == "choose" and table.to_act == (0,)
    table.do(0, "keep 1")
    assert table.draft == 3 and table.orchestras == ["TC", "TD", "VH"]


def test_rulebook_second_and_later_drafts_the_last_fairy_is_added():
    table = Table(4, ["T", "D", "V", "H"], ["TTTTT", "DDDDD", "VVVVV", "HHHHH"], draft=6,
                  popularity="C")
    assert [table.legal(p) for p in range(4)] == [[f"add {kind}"] for kind in KINDS[:4]]
    table.all(*(f"add {kind}" for kind in KINDS[:4]))
    assert table.round == 2 and table.draft == 1
    assert [len(orchestra) for orchestra in table.orchestras] == [6] * 4


def test_rulebook_round_2_new_hands_from_the_bag():
    table = Table(3, ["T", "D", "V"], ["TTTTT", "DDDDD", "VVVVV"], draft=6, popularity="C")
    bag = Counter(table.bag)
    table.all("add trumpeter", "add drummer", "add violinist")
    assert [len(hand) for hand in table.hands] == [6, 6, 6]
    assert Counter("".join(table.hands) + table.bag) == bag
    assert table.legal(0) == [f"add {KINDS[k]}" for k, n in enumerate(counts(table.hands[0])) if n]


def test_rulebook_round_2_ends_the_game():
    table = Table(3, ["T", "D", "V"], ["TTTTTTTTTTT", "DDDDDDDDDDD", "VVVVVVVVVVV"], round=2,
                  draft=6, popularity="C")
    assert not table.all("add trumpeter", "add drummer").over
    assert table.do(2, "add violinist").over


# ---- Final Scoring; whole tables are in test_fairy_concerto_scores.py ----------------------------


def points(orchestra, item, **options):
    """Return one item of a solo player's points."""
    cards = [[f"SC{c:02}" for c in range(1, 2 + orchestra.count("C"))]]
    rows = final([orchestra], options.pop("cards", cards), pahha="TTTTDDDDVVVVHH", **options).points
    return rows[0][item]


def test_rulebook_final_scoring_1_popularity():
    for letter, expected in (("T", 5), ("D", 3), ("C", 0)):
        assert points("TTTTTDDDVVHH", 0, popularity=letter) == expected


def test_rulebook_final_scoring_2_conductor():
    assert points("TTTTTDDDVVHH", 1) == 10
    assert points("TTTTTDDDDDHH", 1) == 10       # tied kinds: only one of them


def test_rulebook_final_scoring_3_soloist_method_a():
    assert points("TTTTTDDDDVVV", 2, soloist="A") == 12
    assert points("TTTTTDDDVVHH", 2, soloist="A") == 8     # V and H tie for the fewest: one of them


def test_rulebook_final_scoring_3_soloist_method_b():
    assert points("TTTTTDDDVVHH", 2, soloist="B") == 9
    assert points("TTTTTTDDDDVV", 2, soloist="B") == 12


def test_rulebook_final_scoring_3_soloist_method_c_example():
    assert points("TTDDVVHHHHHC", 2, soloist="C") == 9


def test_rulebook_final_scoring_3_soloist_method_d_example():
    assert points("TTDDVVHHHHHC", 2, soloist="D") == 9


def test_rulebook_final_scoring_4_pianist():
    for name, sets in (("P1", 3), ("P2", 2), ("P3", 2)):
        assert points("TTTTTDDDVVHH", 3, pianist=name) == 3 * sets


def test_rulebook_final_scoring_5_harpist():
    for name, sets in (("H1", 2), ("H2", 2), ("H3", 2)):
        assert points("TTTTTDDDVVHH", 4, harpist=name) == 3 * sets


def test_rulebook_final_scoring_6_score_cards():
    assert points("TTTDDVVVHHHH", 5, cards=[["SC01"]]) == 5      # 3T 2D
    assert points("TTDDDVVVHHHH", 5, cards=[["SC01"]]) == 0      # one trumpeter short
    assert points("TTTDDVVVHHHC", 5, cards=[["SC01", "SC02"]]) == 10     # trumpeters count twice


def test_rulebook_final_scoring_7_honors():
    table = final(["TTTTTTDDDVVH", "TTTDDDDDDVVH"], [["SC01"], ["SC04"]], popularity="C",
                  soloist="D", pianist="P1", harpist="H1")
    # conductor 12 = 12, soloist 12 = 12, pianist 9 = 9, harpist 6 = 6: both take all four
    assert [row[6] for row in table.points] == [8, 8]
    assert table.state.inventory()["honor tokens"] == {"seat 0": 4, "seat 1": 4, "set out": 0,
                                                       "box": 8}


def test_rulebook_final_scoring_the_most_points_win():
    table = final(["TTTTTTDDDVVV", "TTTDDDVVVHHH", "DVVVVHHHHHHH"], [["SC01"], ["SC19"], ["SC11"]],
                  popularity="V", soloist="D", pianist="P1", harpist="H3")
    # Popularity: 3, 3, 4 violinists. Conductor, 2 each: 6 T = 12, 3 of any = 6, 7 H = 14. Soloist
    # D, 3 a group: of 6 and 3 = 6; of 3 = 3; of 1, 4, 7 = 9. P1, trumpeter + drummer: 3 sets = 9,
    # 3 sets = 9, no trumpeter = 0. H3, drummer + horn player: no horn player = 0, 3 sets = 9,
    # 1 set = 3. Score cards: 3T 2D is there = 5; 2T 1D 1V 1H is there = 5; 2D 3H lacks a drummer
    # = 0. Honors, 2 each: conductor and soloist to seat 2, pianist to 0 and 1, harpist to 1.
    assert table.points == [[3, 12, 6, 9, 0, 5, 2],
                            [3, 6, 3, 9, 9, 5, 4],
                            [4, 14, 9, 0, 3, 0, 4]]
    assert table.scores == [37, 39, 34]
    assert table.ranks == [2, 1, 3] and table.returns == [0, 1, 0]


def test_rulebook_final_scoring_tied_players_share_the_victory():
    table = final(["TTTDDDVVVHHC", "TTTDDDVVVHHC", "VVVVVHHHHHHH"],
                  [["SC01", "SC02"], ["SC04", "SC05"], ["SC09"]])
    # Trumpeters are popular, soloist A (4 for each of the fewest), P1 trumpeter + drummer, H1
    # trumpeter + violinist. Seats 0 and 1: 3 + 2 x 3 + 4 x 1 + 3 x 3 + 3 x 3 + two cards 10 + the
    # honors of pianist and harpist 4 = 45. Seat 2: 0 + 2 x 7 + 4 x 5 + 0 + 0 + one card 5 + the
    # honors of conductor and soloist 4 = 43.
    assert table.scores == [45, 45, 43]
    assert table.ranks == [1, 1, 3] and table.returns == [0.5, 0.5, 0]


# ---- Playing with Random Cards -------------------------------------------------------------------


def test_rulebook_random_cards():
    """The same game by the same chances; the deck is shown."""
    plain, with_cards = Table(4, seed=5), Table(4, seed=5, random_cards=True)
    assert plain.state.to_bytes() == with_cards.state.to_bytes()
    view = with_cards.state.observation(2).to_dict()["view"]
    assert view["random_cards"] == {"pile": 31, "discards": 25}
    assert "random_cards" not in plain.state.observation(2).to_dict()["view"]
    assert "31 in the pile" in str(with_cards.state)


# ---- Two-Player Rules ----------------------------------------------------------------------------


def two(hands=("TTDVHC", "TDDVHH"), **more):
    more.setdefault("pairs", [["SC01", "SC02"], ["SC03", "SC04"]] if "round" not in more else None)
    return Table(2, list(hands), popularity="T", soloist="A", pianist="P1", harpist="H1", **more)


def test_rulebook_two_players_setup():
    table = Table(2, seed=4)
    assert [len(hand) for hand in table.hands] == [6, 6] and table.pile == 22


def test_rulebook_two_players_round_1_add_one_remove_one():
    table = two()
    assert "add trumpeter, remove trumpeter, keep 1" in table.legal(0)
    assert "add drummer, remove drummer, keep 1" not in table.legal(0)
    table.all("add trumpeter, remove horn_player, keep 1", "add drummer, remove drummer, keep 2")
    assert table.orchestras == ["T", "D"] and sorted(table.removed) == ["D", "H"]
    assert table.cards == [["SC01"], ["SC04"]]
    assert table.hands == ["TVHH", "TDVC"]             # passed on


def test_rulebook_two_players_round_1_second_and_third_draft():
    table = two()
    table.all("add trumpeter, remove horn_player, keep 1", "add drummer, remove drummer, keep 2")
    assert all("keep" not in text for text in table.legal(0))
    table.all("add trumpeter, remove violinist", "add trumpeter, remove drummer")
    assert [len(hand) for hand in table.hands] == [2, 2] and table.draft == 3
    table.all(table.legal(0)[0], table.legal(1)[0])
    assert [len(orchestra) for orchestra in table.orchestras] == [3, 3]
    assert table.round == 2 or table.phase == "choose"


def test_rulebook_two_players_rounds_2_to_4():
    table, sizes = Table(2, seed=9), []
    while not table.over:
        if table.phase == "pick" and table.draft == 1 and table.to_act == (0, 1):
            sizes.append((len(table.hands[0]), len(table.orchestras[0]), len(table.removed)))
        seat = table.to_act[0]
        table.do(seat, table.legal(seat)[-1])
    assert sizes == [(6, 0, 0), (6, 3, 6), (6, 6, 12), (6, 9, 18)]
    assert [len(orchestra) for orchestra in table.orchestras] == [12, 12]
    assert len(table.removed) == 24


# ---- Solo Rules ----------------------------------------------------------------------------------


def test_rulebook_solo_setup():
    table = Table(1, seed=3)
    assert table.face_down == 1 and table.pile == 26 - 3
    assert len(table.hands[0]) == 2 and table.pahha == ""
    inventory = table.state.inventory()
    assert inventory["honor tokens"] == {"seat 0": 0, "Pahha": 0, "set out": 8, "box": 8}
    assert inventory["orchestra boards"] == {"seat 0": 1, "Pahha": 1, "box": 2}


def test_rulebook_solo_round_1():
    table = Table(1, ["TD"], pairs=[["SC01", "SC02"]], popularity="V")
    assert table.legal() == ["add trumpeter, keep 1", "add trumpeter, keep 2",
                             "add drummer, keep 1", "add drummer, keep 2"]
    table.do(0, "add drummer, keep 2")
    assert table.orchestras == ["D"] and table.pahha == "T"
    assert table.cards == [["SC02"]] and table.discards == ["SC01"]
    assert table.round == 2 and len(table.hands[0]) == 3


def test_rulebook_solo_round_1_pahha_draws_for_a_composer():
    table = Table(1, ["TC"], pairs=[["SC01", "SC02"]], popularity="V")
    table.do(0, "add trumpeter, keep 2")
    assert table.pahha == "C" and table.face_down == 2 and table.pile == 22


def test_rulebook_solo_rounds_2_to_7_table():
    table, drawn, yours, pahhas = Table(1, seed=8), [], [], []
    while not table.over:
        if table.phase == "pick":
            drawn.append(len(table.hands[0]))
            before = len(table.orchestras[0]), len(table.pahha)
            table.do(0, table.legal()[0])
            yours.append(len(table.orchestras[0]) - before[0])
            pahhas.append(len(table.pahha) - before[1])
        else:
            table.do(0, "keep 1")
    assert drawn == [2, 3, 4, 5, 6, 4, 2]
    assert yours == [1, 1, 2, 2, 3, 2, 1]
    assert pahhas == [1, 2, 2, 3, 3, 2, 1]
    assert len(table.orchestras[0]) == 12 and len(table.pahha) == 14


def test_rulebook_solo_several_composers_one_after_another():
    table = Table(1, ["CCCTTT"], ["TTDDVV"], [["SC01"]], round=5, pahha="TTTDDDVV",
                  next_cards=["SC10", "SC11", "SC12", "SC13", "SC14", "SC15"], popularity="H")
    table.do(0, "add composer+composer+composer")
    for pair in (["SC10", "SC11"], ["SC12", "SC13"], ["SC14", "SC15"]):
        assert table.phase == "choose" and table.pair == pair
        table.do(0, "keep 2")
    assert table.cards == [["SC01", "SC11", "SC13", "SC15"]]
    assert {"SC10", "SC12", "SC14"} < set(table.discards)
    assert table.round == 6


def test_rulebook_solo_final_scoring_flat_points_for_face_down_cards():
    table = final(["TTTTTDDDVVVH"], [["SC02"]], pahha="TTTDDDVVHHHCCC")
    assert table.points[1][5] == 3 * 4


def test_rulebook_solo_final_scoring_honors_need_at_least_pahhas_points():
    table = final(["TTTTDDDDVVVV"], [["SC01"]], pahha="TTTTDDDDVVVVHH", popularity="C",
                  soloist="C", pianist="P1", harpist="H3")
    # conductor 8 = 8, soloist 9 = 9, pianist 12 = 12: both; harpist 0 < 6: Pahha
    assert [row[6] for row in table.points] == [6, 8]


def test_rulebook_solo_final_scoring_higher_wins():
    table = final(["TTTTTDDDVVVH"], [["SC02"]], pahha="TTTDDDVVHHHCCC", soloist="B")
    assert table.returns == [1] and table.scores == [58]            # against 41
    table = final(["TTTTTDDDVVVH"], [["SC02"]], pahha="TTTDDDVVHHHCCC", soloist="A")
    assert table.returns == [0] and table.scores == [48]            # against 48


def test_text_of_reads_packed_words_back():
    assert text_of(1 | 2 << 6 | 3 << 24) == "TDDCCC"
    assert unpacked(1 | 2 << 6 | 3 << 24) == [1, 2, 0, 0, 3]
