"""House of Fado, the numbered corrections and additions; expected numbers worked out by hand."""

import json

import pytest
from house_of_fado_table import Table, promo_table
from plays import walk

from engine_cy import load_game

GUESTS = ("2 gray 2 brown", "1 gray 2 black 1 brown", "1 gray 3 black")
OUT = {"market_L": "worker 0", "street_L": "worker 0", "rehearsal": "worker 0"}


def test_correction_01_any_open_kick_out_space_of_the_named_location():
    figures = {"billboard_R": "worker 1"}
    t = Table(figures=figures, groups=GUESTS).do("place billboard_R")
    assert t.legal() == [f"kick to billboard_{side}/{k}" for side in "LR" for k in (1, 2, 3)]
    t.do("kick to billboard_L/3")               # groups beside that space, not the one it left
    assert "bar gray from left" in t.legal() and "bar gray from right" not in t.legal()
    assert len(Table(figures={"rehearsal": "worker 1"}).do("place rehearsal").legal()) == 3


def test_correction_02_hiring_nobody_is_always_possible():
    assert Table().do("place market_L").legal()[-1] == "stop"
    t = Table().do("place market_L", "stop")
    assert t.musicians(0) == {} and t.chooser == 1


def test_correction_03_a_group_drained_by_a_kick_out_is_refilled_by_any_street_action():
    t = Table(figures={"market_L": "worker 1"}, groups=("2 brown", "4 brown", "4 black"))
    t.do("place market_L", "kick to market_L/2", "bar brown from left", "stop")
    t.do("place street_R", "guests from right", "seat 1 black", "table 1")
    assert sum(t.view["groups"][0].values()) == 4 and sum(t.view["groups"][2].values()) == 3


def test_correction_04_an_own_assistant_is_never_kicked_out_and_earns_nothing():
    t = Table(figures=OUT | {"billboard_L": "assistant 0"}, two_player_assistants=True)
    t.do("lift rehearsal", "leave nothing", "place billboard_L", "assistant follows")
    assert t.view["figures"]["rehearsal"] == "assistant 0" and t.money(0) == 5


@pytest.mark.parametrize("origin", ["hand", "kick", "left"])
def test_correction_04_it_follows_only_to_an_empty_action_space(origin):
    figures = OUT | {"billboard_L": "assistant 0", "billboard_R/1": "assistant 0"}
    if origin == "hand":
        del figures["market_L"]
        t = Table(figures=figures, two_player_assistants=True).do("place billboard_L")
    elif origin == "kick":
        figures["market_L/1"] = figures.pop("market_L")
        t = Table(figures=figures, two_player_assistants=True)
        t.do("lift market_L/1", "place billboard_L")
    else:
        t = Table(figures=figures, two_player_assistants=True)
        t.do("lift market_L", "fetch billboard_R/1", "place billboard_L")
    assert t.chooser == 1 and "billboard_L" in t.view["figures"]
    assert t.seat(0)["assistants"] == 2


def test_correction_05_an_assistant_fetched_from_a_kick_out_space_opens_it():
    figures = OUT | {"billboard_L": "worker 1"}
    figures |= {f"billboard_{side}/{k}": f"assistant {(side + str(k) in ('L1', 'L2', 'L3')) * 1}"
                for side, k in (("L", 1), ("L", 2), ("L", 3), ("R", 1), ("R", 2), ("R", 3))}
    t = Table(figures=figures, two_player_assistants=True)
    t.do("lift street_L", "fetch billboard_R/2", "place billboard_L")
    assert t.chooser == 1 and t.legal() == ["kick to billboard_R/2"]
    t = Table(figures=figures, two_player_assistants=True)
    t.do("lift street_L", "leave nothing", "place billboard_L")
    assert t.chooser == 0 and t.legal() == [f"remove billboard_R/{k}" for k in (1, 2, 3)]


def test_correction_05_none_is_left_at_home():
    t = Table(figures={"market_L": "worker 0", "street_L": "worker 0"}, seats=[{"home": True}],
              two_player_assistants=True)
    assert t.do("lift home").view["phase"] == "place"


def test_correction_06_the_last_seat_finishes_its_turn_before_the_end():
    seats = [{}, {"musicians": {"S1": 5, "PG1": 3}, "tables": ["2 gray", "critic"],
                  "bar": "1 black", "cubes": 2}]
    t = Table(seats=seats, turn=1, stars={"CG": 0, "PG": 0})
    t.do("place home", "no raise PG", "raise S to 6")
    assert not t.state.is_terminal()
    t.do("dismiss PG", "critic to left")
    assert t.state.is_terminal() and t.view["stars"]["cubes"] == 1 and t.points(1) == 6 + 3


def test_correction_07_a_kick_out_is_no_turn():
    t = Table(players=3, turn=2, first=0, figures={"rehearsal": "worker 0"})
    t.do("place rehearsal", "kick to rehearsal/1")
    assert t.view["round"] == 5 and t.view["turn"] == 2
    assert t.do("note n1").view["round"] == 6


def test_correction_08_moving_home_is_always_legal_and_vital_is_an_effect():
    assert "place home" in Table().legal()
    t = promo_table("PR_VITAL", seats=[{"musicians": {"PR_VITAL": 2}}]).do("place home")
    assert t.legal() == ["raise CG to 3", "no raise CG"]


def test_correction_09_an_ordinary_clef_goes_to_the_supply_when_spent():
    t = Table(seats=[{"notes": {"n2": 1}}], clef_mode="ordinary_kind", supply_per_kind=1)
    t.do("place rehearsal", "score F01")
    assert t.state.inventory()["notes n1"] == {"seat 0": 0, "seat 1": 1, "supply": 2}


def test_correction_10_plain_notes_are_spent_before_the_clef():
    t = Table(seats=[{"notes": {"n1": 1, "n2": 1}}]).do("place rehearsal", "score F01")
    assert t.seat(0)["clefs"] == 1
    t = Table(seats=[{"notes": {"n1": 1}}]).do("place rehearsal", "score F01")
    assert t.seat(0)["clefs"] == 0 and t.notes(0) == {}


def test_correction_11_a_contract_costs_the_fame_price_alone_and_marina_gives_her_money():
    seats = [{"money": 3, "cubes": 0}]
    t = Table(seats=seats, billboard={"S": ("S1", 2)}, stars={"cubes": 0})
    t.do("place billboard_R", "contract S")
    assert t.money(0) == 0 and t.points(0) == 0 and t.musicians(0) == {"S1": 2}
    t = promo_table("PR_MARINA", seats=[{"money": 3}], billboard={"S": ("PR_MARINA", 2)})
    assert t.do("place billboard_R", "contract S").money(0) == 2


def test_correction_11_also_one_that_the_seat_promoted_itself():
    t = Table(seats=[{"money": 3, "cubes": 7}], billboard={"S": ("S1", 2)}, posted={(0, "S"): 1})
    assert t.do("place billboard_R").legal() == ["contract S"]


def test_correction_12_cubes_score_beside_an_empty_billboard():
    t = Table(posted={(0, "S"): 1}, seats=[{"cubes": 7, "money": 0}])
    assert t.state.scores()[0] in (6, 7, 8)


def test_correction_13_joao_counts_though_he_leaves():
    seats = [{"musicians": {"PR_JOAO": 2}, "tables": ["critic"]}]
    t = promo_table("PR_JOAO", seats=seats).do("place home", "dismiss PG", "critic to left")
    assert t.seat(0)["cubes"] == 5 and t.points(0) == 2
    seats = [{"musicians": {"PR_JOAO": 5}, "tables": ["2 brown", "critic"], "bar": "1 gray"}]
    t = promo_table("PR_JOAO", seats=seats)
    t.do("place home", "raise PG to 6", "critic to left")
    assert t.seat(0)["cubes"] == 5 and t.view["star_musicians"][0] == "PR_JOAO"


def test_correction_13_joao_needs_the_critic():
    t = promo_table("PR_JOAO", seats=[{"musicians": {"PR_JOAO": 2}}]).do("place home", "keep PG")
    assert t.seat(0)["cubes"] == 8


def test_correction_14_vitals_customers_count_each_as_another_colour():
    seats = [{"musicians": {"PR_VITAL": 2, "PG1": 1, "S1": 1}}]
    t = promo_table("PR_VITAL", "PG1", "S1", seats=seats).do("place home")
    t.do("raise PG to 2", "raise S to 2", "keep PG", "keep S", "keep CG")
    assert t.musicians(0) == {"PG1": 2, "S1": 2, "PR_VITAL": 2}
    assert sum(t.view["discard"].values()) == 0


def test_correction_15_the_critic_sits_at_any_empty_unlocked_table():
    t = Table(groups=GUESTS, critics=["middle"]).do("place street_R", "critic from middle")
    assert t.legal() == ["table 1", "table 2"]
    t = Table(groups=GUESTS, critics=["left"]).do("place street_R")
    assert "critic from left" not in t.legal()


def test_correction_16_the_bar_is_cleared_and_may_be_spent():
    seats = [{"bar": "1 black", "musicians": {"S1": 1}, "money": 0}]
    t = Table(seats=seats).do("place home", "raise S to 2", "keep S")
    assert t.money(0) == 0 and t.musicians(0) == {"S1": 2} and sum(t.seat(0)["bar"].values()) == 0
    assert t.view["discard"]["black"] == 1


def test_correction_17_the_discard_returns_only_when_a_customer_is_needed():
    groups = ("2 brown", "2 gray 2 brown", "4 black")
    seats = [{}, {"tables": ["2 gray", "2 black"], "bar": "2 brown"}]
    t = Table(seats=seats, groups=groups, discard="1 brown")
    assert sum(t.view["bag"].values()) == 1     # the one that is left
    t.do("place street_L", "guests from left", "seat 1 brown", "table 1")
    view = t.view
    assert [sum(group.values()) for group in view["groups"]] == [3, 4, 4]
    assert view["reshuffles"] == 1 and sum(view["discard"].values()) == 0


def test_correction_18_a_kicked_out_worker_still_stands_at_the_location():
    t = Table(figures={"rehearsal/1": "worker 0", "street_L": "worker 0"}, seats=[{"home": True}])
    t.do("lift street_L")
    assert "place rehearsal" not in t.legal()
    t = Table(figures={"street_L": "worker 0", "rehearsal": "worker 0"}, seats=[{"home": True}])
    assert "place home" not in t.do("lift street_L").legal()
    t = Table(figures={"street_L": "worker 0", "rehearsal": "worker 0"}, seats=[{"home": True}])
    assert "place home" not in t.do("lift home").legal()


def test_correction_19_two_ways_out_for_a_second_fame_6():
    seats = [{"tables": ["2 gray", "1 black"], "musicians": {"S1": 5}}]
    t = Table(seats=seats, stars={"S": 1}).do("place home", "raise S to 6", "keep S", "dismiss S")
    assert t.points(0) == 6 and "S1" in t.view["market"] and t.view["removed"] == []
    t = Table(seats=seats, stars={"S": 1}).do("place home", "raise S to 6", "box S")
    assert t.points(0) == 6 and t.view["removed"] == ["S1"] and t.state.scores()[0] == 6 + 1


def test_correction_20_left_then_right_unless_marinas_money_is_needed():
    t = Table(seats=[{"money": 20}]).do("place market_L", "hire S1")
    assert t.chooser == 1 and t.musicians(0) == {"S1": 1}     # PG first would have been the way
    t = promo_table("PR_MARINA", "PG1", seats=[{"money": 5}])
    t.do("place market_L", "hire PR_MARINA")
    assert "hire PG1" in t.legal()              # 2 and 5 are more than 5; 5, then 2 of her money
    assert t.do("hire PG1").money(0) == 5 - 5 + 2 - 2
    rich = promo_table("PR_MARINA", "PG1", seats=[{"money": 7}])
    assert "hire PG1" not in rich.do("place market_L", "hire PR_MARINA").legal()


def test_correction_21_money_is_held_not_spent_for_points():
    stars = {"PG": 0, "S": 1, "CG": 1, "cubes": 0}
    seats = [{"money": 6, "cubes": 0}, {"money": 9}]
    t = Table(seats=seats, turn=1, stars=stars).do("place home")
    assert t.state.is_terminal() and t.money(1) == 9
    assert t.state.scores().tolist() == [16, 16] and t.state.ranks().tolist() == [2, 1]


def test_correction_22_the_round_limit_ends_on_a_complete_round_and_says_so():
    game = load_game("house_of_fado", 3, max_rounds=2)
    state, _ = list(walk(game, 1, 1))[-1]
    header = state.record()["h"]
    assert header["truncated"] == 1 and state.record()["t"]["round"] == 2
    assert state.returns().sum() == pytest.approx(1)


def test_correction_23_all_is_open_but_what_is_still_to_come():
    game = load_game("house_of_fado", 2)
    for state, moves in walk(game, 3, 3):
        if len(moves) % 40 == 0:
            views = [state.observation(p).to_dict()["view"] for p in range(2)]
            assert views[0] == views[1] and state.observation(0).to_dict()["knowledge"] == {}
    one, other = (game.new_initial_state(3).observation(0).sample_state(k) for k in (1, 2))
    assert one.observation(1) == other.observation(1)
    assert one.record()["h"]["chance_key"] != other.record()["h"]["chance_key"]


def test_correction_24_a_second_of_its_type_is_settled_during_the_kick_out():
    seats = [{}, {"musicians": {"PG1": 5}, "money": 6}]
    t = Table(figures={"rehearsal": "worker 1"}, seats=seats, stars={"PG": 0})
    t.do("place rehearsal", "kick to rehearsal/2", "raise PG to 6")
    assert t.chooser == 1 and t.legal() == ["box PG", "keep PG"]
    assert t.do("box PG").points(1) == 6 and t.chooser == 0


def test_correction_25_a_table_need_not_be_full():
    t = Table(groups=("4 brown", "", "")).do("place street_L", "guests from left", "seat 1 brown")
    assert t.do("table 2").seat(0)["tables"][1]["brown"] == 1


def test_correction_26_every_value_has_one_word_of_provenance():
    words = {value.provenance for value in load_game("house_of_fado").data.values.values()}
    assert words <= {"rulebook", "publisher", "review", "inferred", "assumed"}
    assert "fame.raise_customers.default.to_5" not in load_game("house_of_fado").assumed
    assert "musicians.tiles" in load_game("house_of_fado").assumed


@pytest.mark.parametrize("table, levels", [("default", [2, 3, 4]), ("alternative", [2, 3, 4, 5])])
def test_correction_27_customers_table(table, levels):
    seats = [{"tables": ["2 brown", "3 brown"], "bar": "2 gray", "musicians": {"PG1": 1}}]
    t = Table(seats=seats, customers_table=table).do("place home")
    expected = [f"raise PG to {level}" for level in levels]     # 7 guests: 1+2+2 or 1+1+2+3
    assert t.legal() == [*expected, "no raise PG"]


def test_correction_27_joao_is_understood_with_and_without_his_accent():
    game = load_game("house_of_fado", promos=True)
    assert game.action_to_string(game.string_to_action("hire Joao")) == "hire PR_JOAO"
    assert game.string_to_action("hire João") == game.string_to_action("hire PR_JOAO")


def test_correction_27_equal_fados_are_two():
    seats = [{"notes": dict.fromkeys(("n1", "n2", "n3", "n4"), 1)}]
    t = Table(seats=seats, display=("F17", "F18", "F03", "F04")).do("place rehearsal")
    assert {"score F17", "score F18"} <= set(t.legal())


def test_correction_28_the_data_add_up():
    facts = load_game("house_of_fado", 4).words.facts
    notes = [sum(f["notes"][k] for f in facts["fados"]) for k in range(4)]
    assert notes == [15] * 4 and len(facts["fados"]) == 20
    assert sorted(f["points"] for f in facts["fados"]) == [2] * 6 + [4] * 8 + [7] * 6
    musicians = [tile for tile in facts["tiles"] if not tile["power"]]
    assert [sum(m["type"] == k for m in musicians) for k in range(3)] == [6, 6, 6]
    two = load_game("house_of_fado", 2).words.facts
    played = [f for f in two["fados"] if f["in_play"]]
    assert len(played) == 12 and [sum(f["notes"][k] for f in played) for k in range(4)] == [9] * 4


def test_correction_30_no_worker_enters_where_nobody_can_be_kicked_out():
    figures = {"market_L": "worker 1", "market_L/1": "worker 2", "market_L/2": "worker 3",
               "market_L/3": "worker 3", "market_R/1": "worker 1", "market_R/2": "worker 2",
               "market_R/3": "worker 3"}
    t = Table(players=4, figures=figures, uniqueness_scope="space")
    assert "place market_L" not in t.legal() and "place market_R" in t.legal()
    del figures["market_R/3"]
    assert "place market_L" in Table(players=4, figures=figures, uniqueness_scope="space").legal()


def test_correction_31_leaving_one_while_another_returns_is_spelt_as_following():
    figures = OUT | {"billboard_L": "assistant 0"}
    t = Table(figures=figures, two_player_assistants=True).do("lift market_L", "leave assistant")
    assert "place billboard_L" not in t.legal() and "place billboard_R" in t.legal()
    t = Table(figures=figures, two_player_assistants=True).do("lift market_L", "fetch billboard_L")
    assert "place billboard_L" not in t.legal()


def test_correction_32_each_reachable_vector_of_levels_has_one_spelling():
    seats = [{"tables": ["1 gray 1 brown", "1 gray 1 black"],
              "musicians": {"PG1": 1, "S1": 2, "CG1": 2}}]
    t = Table(seats=seats).do("place home")
    endings, frontier = [], [t.state]
    while frontier:
        state = frontier.pop()
        view = state.observation(0).to_dict()["view"]
        if view["phase"] != "raise":
            endings.append(json.dumps(view["fame"], sort_keys=True))
            continue
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(int(action))
            frontier.append(after)
    # Guests: 2 gray, 1 black, 1 brown; costs: PG 1 (to 2) or 3 (to 3), S 2 (to 3), CG 2 (to 3).
    # PG stays: S or CG or both or none; PG to 2: none, S, CG (S and CG make 5); PG to 3: none.
    assert len(endings) == len(set(endings)) == 4 + 3 + 1
