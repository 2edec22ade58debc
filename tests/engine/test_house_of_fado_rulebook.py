"""House of Fado, section by section of the rulebook; expected numbers worked out by hand."""

import pytest
from house_of_fado_table import Table, promo_table

from engine_cy import load_game

GUESTS = ("2 gray 2 brown", "1 gray 2 black 1 brown", "1 gray 3 black")


def fresh(players=2, seed=1, **options):
    return load_game("house_of_fado", players=players, **options).new_initial_state(seed)


def view_of(state):
    return state.observation(0).to_dict()["view"]


# ---- Setup -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players, tiles, fados, bag, critics", [
    (2, 12, 12, 6, ["middle"]), (3, 15, 20, 15, ["left", "right"]),
    (4, 18, 20, 24, ["left", "middle", "right"]),
])
def test_setup_selects_by_player_count(players, tiles, fados, bag, critics):
    view = view_of(fresh(players))
    assert len(view["market"]) == tiles
    assert len(view["fados"]) + 1 + len(view["fado_stack"]) == fados
    assert sum(view["bag"].values()) == bag
    assert [sum(group.values()) for group in view["groups"]] == [4, 4, 4]
    assert view["critics"] == critics


def test_setup_customers_are_two_three_four_for_each_player():
    view = view_of(fresh(3))
    lying = [view["bag"], *view["groups"]]
    assert [sum(p[c] for p in lying) for c in ("gray", "black", "brown")] == [6, 9, 12]


def test_setup_of_each_player():
    for seat in view_of(fresh(4))["seats"]:
        assert (seat["money"], seat["cubes"], seat["clefs"]) == (5, 8, 1)
        assert seat["workers_in_hand"] == 3
        assert not seat["home"] and seat["musicians"] == [None] * 3


def test_setup_promos_are_mixed_in_and_one_of_each_type_is_removed():
    seen = set()
    for seed in range(40):
        view = view_of(fresh(3, seed, promos=True))
        assert len(view["market"]) == 15
        assert [tile.strip("123456") for tile in view["removed"] if tile[:2] != "PR"] == [
            k for k, promo in (("PG", "PR_JOAO"), ("S", "PR_MARINA"), ("CG", "PR_VITAL"))
            if promo not in view["removed"]]
        seen |= set(view["removed"])
    assert {"PR_JOAO", "PR_MARINA", "PR_VITAL", "PG1", "S5"} <= seen


def test_setup_scoring_tiles_show_two_scores_with_two_players():
    assert "BS1 8/4" in str(fresh(2)) and "BS1 9/6/3" in str(fresh(3))


def test_setup_is_a_function_of_the_seed_and_the_first_player_varies():
    assert fresh(4, 7) == fresh(4, 7)
    assert {view_of(fresh(4, seed))["first_player"] for seed in range(30)} == {0, 1, 2, 3}


# ---- Gameplay: workers -------------------------------------------------------------------------


def test_a_worker_in_hand_is_placed_and_none_is_lifted():
    t = Table(figures={"street_L": "worker 0"})
    assert all(text.startswith("place") for text in t.legal())


def test_with_all_workers_out_one_is_lifted_first():
    t = Table(figures={"market_L": "worker 0", "rehearsal/2": "worker 0"}, seats=[{"home": True}])
    assert t.legal() == ["lift market_L", "lift home", "lift rehearsal/2"]


def test_never_back_to_the_location_it_was_lifted_from_whether_action_or_kick_out_space():
    t = Table(figures={"market_L": "worker 0", "street_R/2": "worker 0"}, seats=[{"home": True}])
    t.do("lift street_R/2")
    assert t.legal() == ["place rehearsal", "place billboard_L", "place billboard_R"]


def test_never_to_a_location_with_an_own_worker_even_on_a_kick_out_space():
    t = Table(figures={"market_L": "worker 0", "street_R/2": "worker 0"}, seats=[{"home": True}])
    t.do("lift market_L")
    assert t.legal() == ["place rehearsal", "place billboard_L", "place billboard_R"]


def test_a_worker_on_the_space_is_kicked_out_and_gains_a_bonus_at_once():
    t = Table(figures={"market_R": "worker 1"}, groups=GUESTS)
    t.do("place market_R")
    assert t.chooser == 1
    assert t.legal() == [f"kick to market_{side}/{k}" for side in "LR" for k in (1, 2, 3)]
    t.do("kick to market_L/1")
    assert t.money(1) == 6 and t.chooser == 0 and t.view["phase"] == "hire"
    assert t.view["figures"] == {"market_R": "worker 0", "market_L/1": "worker 1"}


def test_the_turn_passes_to_the_next_seat():
    t = Table(players=3, turn=1).do("place rehearsal", "note n3")
    assert t.chooser == 2 and t.view["turn"] == 2 and t.view["round"] == 5
    t.do("place market_L", "stop")
    assert t.view["round"] == 6 and t.chooser == 0


# ---- assistants (two-player variant) -----------------------------------------------------------


def with_assistants(figures, **more):
    return Table(figures=figures, two_player_assistants=True, **more)


def test_an_assistant_may_be_left_on_the_action_space_that_is_vacated():
    t = with_assistants({"market_L": "worker 0", "street_L": "worker 0", "rehearsal": "worker 0"})
    t.do("lift market_L")
    assert t.legal() == ["leave nothing", "leave assistant"]
    t.do("leave assistant", "place billboard_L")
    assert t.view["figures"]["market_L"] == "assistant 0" and t.seat(0)["assistants"] == 2


def test_it_may_come_from_elsewhere_on_the_board():
    t = with_assistants({"market_L": "worker 0", "street_L": "worker 0", "rehearsal": "worker 0",
                         "billboard_L": "assistant 0", "market_R/2": "assistant 0"})
    t.do("lift market_L")
    assert t.legal() == ["leave nothing", "leave assistant", "fetch billboard_L",
                         "fetch market_R/2"]
    t.do("fetch market_R/2", "place billboard_R")
    figures = t.view["figures"]
    assert figures["market_L"] == "assistant 0" and "market_R/2" not in figures


def test_none_is_left_on_a_kick_out_space():
    t = with_assistants({"market_L/1": "worker 0", "street_L": "worker 0", "rehearsal": "worker 0"})
    assert t.do("lift market_L/1").view["phase"] == "place"


def test_an_assistant_is_kicked_out_like_a_worker():
    t = with_assistants({"rehearsal": "assistant 1"}).do("place rehearsal")
    assert t.chooser == 1
    t.do("kick to rehearsal/3")
    assert t.money(1) == 7 and t.view["figures"]["rehearsal/3"] == "assistant 1"


def test_an_own_assistant_follows_to_the_space_the_worker_left_or_goes_back():
    figures = {"market_L": "worker 0", "street_L": "worker 0", "billboard_L": "worker 0",
               "rehearsal": "assistant 0"}
    t = with_assistants(figures).do("lift market_L", "leave nothing", "place rehearsal")
    assert t.legal() == ["assistant back", "assistant follows"]
    t.do("assistant follows")
    assert t.view["figures"]["market_L"] == "assistant 0" and t.seat(0)["assistants"] == 2
    t = with_assistants(figures).do("lift market_L", "leave nothing", "place rehearsal",
                                    "assistant back")
    assert "market_L" not in t.view["figures"] and t.seat(0)["assistants"] == 3


def test_one_worker_and_several_assistants_may_be_in_one_location():
    t = with_assistants({"market_L": "assistant 0", "market_L/1": "assistant 0"})
    assert "place market_R" in t.legal() and "place market_L" in t.legal()


def test_no_space_the_kicking_player_removes_an_own_assistant():
    figures = {"rehearsal": "worker 1", "rehearsal/1": "assistant 0", "rehearsal/2": "assistant 1",
               "rehearsal/3": "assistant 1"}
    t = with_assistants(figures).do("place rehearsal")
    assert t.chooser == 0 and t.legal() == ["remove rehearsal/1"]
    t.do("remove rehearsal/1")
    assert t.chooser == 1 and t.legal() == ["kick to rehearsal/1"] and t.seat(0)["assistants"] == 3


def test_no_space_and_no_own_assistant_an_opponents_goes_back():
    figures = {"rehearsal": "worker 1", "rehearsal/1": "assistant 1", "rehearsal/2": "assistant 1",
               "rehearsal/3": "assistant 1"}
    t = with_assistants(figures).do("place rehearsal")
    assert t.legal() == [f"remove rehearsal/{k}" for k in (1, 2, 3)]
    t.do("remove rehearsal/2", "kick to rehearsal/2")
    assert t.seat(1)["assistants"] == 1 and t.view["figures"]["rehearsal/2"] == "worker 1"


# ---- Location #1: Musician Market --------------------------------------------------------------


def test_market_one_tile_from_the_left_and_one_from_the_right():
    t = Table(seats=[{"money": 20}]).do("place market_R", "hire S2")
    assert t.legal() == ["hire CG1", "hire CG2", "hire CG3", "hire CG4", "stop"]
    t.do("hire CG4")
    assert t.musicians(0) == {"S2": 1, "CG4": 1} and t.notes(0) == {"n2": 1, "n4": 1}
    assert t.money(0) == 20 - 3 - 2 and t.chooser == 1


@pytest.mark.parametrize("fame, price", [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15)])
def test_market_price_is_that_of_the_type_and_of_the_fame(fame, price):
    t = Table(seats=[{"money": 30}], market={"S3": fame}).do("place market_L", "hire S3")
    assert t.money(0) == 30 - 2 - price
    poor = Table(seats=[{"money": 1 + price}], market={"S3": fame}).do("place market_L")
    assert "hire S3" not in poor.legal()


def test_market_fame_6_cannot_be_hired():
    t = Table(seats=[{"money": 99}], market={"S3": 6}, stars={"S": 1}).do("place market_L")
    assert "hire S3" not in t.legal() and "hire S2" in t.legal()


def test_market_nobody_hires_a_type_twice():
    t = Table(seats=[{"money": 30, "musicians": {"S1": 1}}]).do("place market_R")
    assert t.legal() == ["hire CG1", "hire CG2", "hire CG3", "hire CG4", "stop"]


def test_market_marina_gives_two_money_once_she_is_paid():
    t = promo_table("PR_MARINA", seats=[{"money": 5}]).do("place market_R", "hire PR_MARINA")
    assert t.money(0) == 5 - 2 - 3 + 2 and t.notes(0) == {}
    poor = promo_table("PR_MARINA", seats=[{"money": 4}]).do("place market_R")
    assert "hire PR_MARINA" not in poor.legal()


def test_market_kick_outs():
    t = Table(figures={"market_L": "worker 1"}, groups=GUESTS).do("place market_L")
    t.do("kick to market_R/2")
    assert t.legal() == ["no bonus", "bar gray from middle", "bar black from middle",
                         "bar brown from middle", "bar gray from right", "bar black from right"]
    t.do("bar black from right")
    assert t.seat(1)["bar"]["black"] == 1 and t.money(1) == 5
    assert t.view["groups"][2] == {"gray": 1, "black": 2, "brown": 0}
    t = Table(figures={"market_L": "worker 1"}, groups=GUESTS).do("place market_L")
    t.do("kick to market_L/3", "bar brown from left")
    assert t.seat(1)["bar"]["brown"] == 1 and t.money(1) == 4


def test_market_kick_out_needs_a_seat_at_the_bar_and_the_price():
    full = Table(figures={"market_L": "worker 1"}, groups=GUESTS, seats=[{}, {"bar": "2 brown"}])
    assert full.do("place market_L", "kick to market_L/2").chooser == 0
    poor = Table(figures={"market_L": "worker 1"}, groups=GUESTS, seats=[{}, {"money": 0}])
    assert poor.do("place market_L", "kick to market_L/3").chooser == 0


# ---- Location #2: Street -----------------------------------------------------------------------


def test_street_guests_of_one_group_sit_at_one_empty_table():
    t = Table(groups=GUESTS).do("place street_L")
    assert t.legal() == ["guests from left", "guests from middle", "critic from left"]
    t.do("guests from left")
    assert "seat 2 gray 1 brown" in t.legal() and "seat 2 gray 2 brown" not in t.legal()
    t.do("seat 2 gray 1 brown")
    assert t.legal() == ["table 2"]
    t.do("table 2")
    assert t.seat(0)["tables"][1] == {"gray": 2, "black": 0, "brown": 1}


def test_street_the_largest_table_opens_after_the_fifth_cube():
    t = Table(groups=GUESTS, seats=[{"cubes": 3}]).do("place street_L", "guests from left",
                                                     "seat 2 gray 2 brown")
    assert t.legal() == ["table 3"]
    assert "seat 2 gray 2 brown" not in Table(groups=GUESTS, seats=[{"cubes": 4}]).do(
        "place street_L", "guests from left").legal()


def test_street_only_empty_tables():
    t = Table(groups=GUESTS, seats=[{"tables": ["1 brown", "critic"]}]).do("place street_L")
    assert t.chooser == 1                       # nothing is possible: the worker just stands there
    t = Table(groups=("4 brown", "", ""), seats=[{"tables": ["1 gray"]}])
    t.do("place street_L", "guests from left", "seat 1 brown")
    assert t.legal() == ["table 2"]


def test_street_groups_with_0_or_1_are_refilled_from_left_to_right():
    t = Table(groups=("1 black", "3 brown", "2 gray"), seats=[{}])
    t.do("place street_R", "guests from middle", "seat 2 brown", "table 1")
    assert [sum(g.values()) for g in t.view["groups"]] == [4, 4, 2]
    assert t.view["groups"][0]["black"] >= 1 and t.view["groups"][1]["brown"] >= 1


def test_street_an_empty_bag_takes_the_discard_back():
    t = Table(groups=("2 gray 2 brown", "2 gray 1 black 1 brown", "4 black"),
              seats=[{"tables": ["1 black", ""]}], discard="5 brown")
    assert sum(t.view["bag"].values()) == 0
    t.do("place street_R", "guests from middle", "seat 2 gray 1 brown", "table 2")
    assert sum(t.view["groups"][1].values()) == 4 and t.view["reshuffles"] == 1
    assert t.view["discard"]["brown"] == 0 and t.view["bag"]["brown"] == 2


@pytest.mark.parametrize("cubes, price", [(8, 3), (7, 3), (6, 2), (5, 2), (4, 1), (3, 1), (2, 0)])
def test_street_the_critic_costs_less_with_fewer_cubes(cubes, price):
    seats = [{"money": price, "cubes": cubes}]
    t = Table(seats=seats).do("place street_L", "critic from left", "table 1")
    assert t.money(0) == 0 and t.seat(0)["critic_table"] == 1 and t.view["critics"] == []
    if price:
        seats[0]["money"] -= 1
        assert Table(seats=seats).do("place street_L").chooser == 1


def test_street_no_second_critic_and_none_where_none_stands():
    t = Table(players=4, groups=GUESTS, seats=[{"tables": ["", "critic"]}],
              critics=["left", "middle"])
    assert t.do("place street_L").legal() == ["guests from left", "guests from middle"]
    t = Table(groups=GUESTS, critics=["left"]).do("place street_R")
    assert t.legal() == ["guests from middle", "guests from right"]


def test_street_kick_outs():
    t = Table(figures={"street_L": "worker 1"}, seats=[{}, {"money": 2}]).do("place street_L")
    t.do("kick to street_R/3")
    assert t.legal() == ["no bonus", "note n1", "note n2", "note n3", "note n4"]
    t.do("note n3")
    assert t.notes(1) == {"n3": 1} and t.money(1) == 0
    t = Table(figures={"street_L": "worker 1"}).do("place street_L", "kick to street_L/2")
    assert t.do("note n1").money(1) == 4
    t = Table(figures={"street_L": "worker 1"}).do("place street_L", "kick to street_L/1")
    assert t.money(1) == 6


# ---- Location #3: Rehearsal Room ---------------------------------------------------------------


def test_rehearsal_a_note_or_a_fado():
    t = Table(seats=[{"notes": {"n1": 2, "n2": 1}, "clefs": 0}]).do("place rehearsal")
    assert t.legal() == ["note n1", "note n2", "note n3", "note n4", "score F01"]
    t.do("score F01")
    assert t.points(0) == 2 and t.notes(0) == {"n1": 1} and t.seat(0)["fados"] == ["F01"]
    assert t.view["fados"][0] == "F07" and t.view["next_fado"] is not None
    assert t.view["next_fado"] not in ("F01", "F02", "F03", "F04", "F07")


def test_rehearsal_the_top_of_the_stack_cannot_be_scored():
    t = Table(seats=[{"notes": {"n1": 1, "n2": 1, "n3": 1}}]).do("place rehearsal")
    assert "score F07" not in t.legal()


def test_rehearsal_the_first_with_three_fados_gains_the_star():
    seats = [{"fados": ["F08", "F09"], "notes": {"n1": 1, "n2": 1}}]
    t = Table(seats=seats).do("place rehearsal", "score F01")
    assert t.view["stars"]["fados"] == 0
    late = [{"fados": ["F08", "F09"], "notes": {"n1": 1, "n2": 1}},
            {"fados": ["F10", "F15", "F16"]}]
    t = Table(seats=late, stars={"fados": 1}).do("place rehearsal", "score F01")
    assert t.view["stars"]["fados"] == 1


def test_rehearsal_kick_outs():
    figures = {"rehearsal": "worker 1"}
    t = Table(figures=figures).do("place rehearsal", "kick to rehearsal/1")
    assert t.money(1) == 7
    t = Table(figures=figures, seats=[{}, {"musicians": {"PG1": 3, "S1": 4}, "money": 4}])
    t.do("place rehearsal", "kick to rehearsal/2")
    assert t.legal() == ["no bonus", "raise PG to 4"]
    t.do("raise PG to 4")
    assert t.money(1) == 0 and t.musicians(1) == {"PG1": 4, "S1": 4}


# ---- Location #4: Billboard --------------------------------------------------------------------


def test_billboard_promote_places_a_cube_and_scores_the_fame():
    t = Table(seats=[{"musicians": {"S2": 3}}]).do("place billboard_R", "promote S")
    assert t.view["billboard"] == [None, "S2", None] and t.musicians(0) == {}
    assert t.points(0) == 3 and t.seat(0)["cubes"] == 7 and t.view["cubes_posted"][0] == [0, 1, 0]


def test_billboard_only_the_two_types_above_the_space():
    t = Table(seats=[{"musicians": {"S2": 3, "PG1": 3, "CG1": 3}}])
    assert t.do("place billboard_L").legal() == ["promote PG", "promote S"]


@pytest.mark.parametrize("fame, there, offered", [
    (1, None, False), (2, None, True), (3, 3, False), (4, 3, True)])
def test_billboard_promote_needs_fame_2_and_more_than_the_tile_there(fame, there, offered):
    billboard = {"S": ("S3", there)} if there else {}
    t = Table(seats=[{"musicians": {"S2": fame}}], billboard=billboard).do("place billboard_L")
    assert ("promote S" in t.legal()) == offered


def test_billboard_the_displaced_tile_returns_with_its_fame():
    t = Table(seats=[{"musicians": {"S2": 4}}], billboard={"S": ("S3", 3)})
    t.do("place billboard_L", "promote S")
    assert "S3" in t.view["market"] and t.view["fame"]["S3"] == 3


def test_billboard_without_cubes_nobody_promotes():
    t = Table(seats=[{"musicians": {"S2": 4}, "cubes": 0}], stars={"cubes": 0})
    assert t.do("place billboard_L").chooser == 1


def test_billboard_contract_pays_by_fame_and_gives_the_note():
    t = Table(seats=[{"money": 3}], billboard={"PG": ("PG3", 2)})
    t.do("place billboard_L", "contract PG")
    assert t.money(0) == 0 and t.musicians(0) == {"PG3": 2} and t.notes(0) == {"n3": 1}
    assert t.view["billboard"][0] is None


def test_billboard_no_contract_of_fame_6_or_of_a_type_one_has():
    t = Table(seats=[{"money": 50}], billboard={"PG": ("PG3", 6)}, stars={"PG": 1})
    assert t.do("place billboard_L").chooser == 1
    t = Table(seats=[{"money": 50, "musicians": {"PG1": 1}}], billboard={"PG": ("PG3", 2)})
    assert t.do("place billboard_L").chooser == 1


def test_billboard_kick_outs():
    figures = {"billboard_L": "worker 1"}
    t = Table(figures=figures).do("place billboard_L", "kick to billboard_R/1")
    assert t.money(1) == 7
    t = Table(figures=figures).do("place billboard_L", "kick to billboard_R/2", "note n4")
    assert t.notes(1) == {"n4": 1} and t.money(1) == 5
    t = Table(figures=figures, groups=GUESTS).do("place billboard_L", "kick to billboard_L/3")
    t.do("bar gray from left")
    assert t.seat(1)["bar"]["gray"] == 1 and t.money(1) == 5


# ---- Close your restaurant ---------------------------------------------------------------------


@pytest.mark.parametrize("cubes, each", [(8, 1), (6, 1), (5, 2), (2, 2), (1, 3)])
def test_closing_1_income_for_guests_at_tables_only(cubes, each):
    seats = [{"tables": ["2 black", "1 black"], "bar": "1 brown", "cubes": cubes, "money": 0}]
    assert Table(seats=seats).do("place home").money(0) == 3 * each


def test_closing_2_guests_raise_musicians_of_their_colours():
    seats = [{"tables": ["1 black", "1 gray 1 brown"], "bar": "1 black",
              "musicians": {"PG1": 1, "S1": 4}}]
    t = Table(seats=seats).do("place home")
    assert t.legal() == ["raise PG to 2", "no raise PG"]     # to 3 it would need three
    t.do("no raise PG")
    assert t.legal() == ["raise S to 5", "no raise S"]       # gray and two black
    t.do("raise S to 5", "keep PG", "keep S")
    assert t.musicians(0) == {"PG1": 1, "S1": 5}


def test_closing_2_a_musician_may_be_raised_more_than_once():
    seats = [{"tables": ["2 brown", "3 brown"], "musicians": {"CG1": 1}}]
    t = Table(seats=seats).do("place home")
    assert t.legal() == ["raise CG to 2", "raise CG to 3", "raise CG to 4", "no raise CG"]
    assert t.do("raise CG to 4", "keep CG").musicians(0) == {"CG1": 4}


def test_closing_3_the_first_of_its_type_with_fame_6_is_a_star_musician():
    seats = [{"tables": ["2 gray", "1 black"], "musicians": {"S1": 5}}]
    t = Table(seats=seats).do("place home", "raise S to 6")
    assert t.points(0) == 6 and t.view["stars"]["S"] == 0
    assert t.view["star_musicians"] == [None, "S1", None] and t.musicians(0) == {}


def test_closing_3_a_later_one_is_removed_for_6_points_or_stays():
    seats = [{"tables": ["2 gray", "1 black"], "musicians": {"S1": 5}}]
    t = Table(seats=seats, stars={"S": 1}).do("place home", "raise S to 6")
    assert t.legal() == ["box S", "keep S"]
    t.do("box S")
    assert t.points(0) == 6 and t.view["removed"] == ["S1"]
    t = Table(seats=seats, stars={"S": 1}).do("place home", "raise S to 6", "keep S", "keep S")
    assert t.points(0) == 0 and t.musicians(0) == {"S1": 6}


def test_closing_4_dismissed_musicians_score_their_fame():
    t = Table(seats=[{"musicians": {"PG1": 2, "S1": 4}}]).do("place home")
    assert t.legal() == ["keep PG", "dismiss PG"]
    t.do("dismiss PG", "keep S")
    assert t.points(0) == 2 and t.musicians(0) == {"S1": 4} and "PG1" in t.view["market"]


def test_closing_5_the_critic_removes_two_cubes_and_returns():
    t = Table(players=3, seats=[{"tables": ["critic"]}], critics=["right"]).do("place home")
    assert t.seat(0)["cubes"] == 6 and t.legal() == ["critic to left", "critic to middle"]
    t.do("critic to middle")
    assert t.view["critics"] == ["middle", "right"] and t.seat(0)["critic_table"] is None


def test_closing_6_all_customers_are_discarded():
    seats = [{"tables": ["1 black", "1 gray 1 brown"], "bar": "1 black"}]
    t = Table(seats=seats).do("place home")
    assert t.view["discard"] == {"gray": 1, "black": 2, "brown": 1} and t.chooser == 1
    assert not any(sum(table.values()) for table in t.seat(0)["tables"])


def test_prestige_the_first_without_cubes_gains_the_star():
    t = Table(seats=[{"tables": ["critic"], "cubes": 2}]).do("place home", "critic to left")
    assert t.view["stars"]["cubes"] == 0
    t = Table(seats=[{"tables": ["critic"], "cubes": 2}, {"cubes": 0}], stars={"cubes": 1})
    assert t.do("place home", "critic to left").view["stars"]["cubes"] == 1


# ---- End of the Game ---------------------------------------------------------------------------


def test_end_after_the_third_star_the_round_is_completed():
    stars = {"PG": 0, "CG": 1}
    seats = [{"fados": ["F08", "F09"], "notes": {"n1": 1, "n2": 1}}]
    t = Table(players=3, seats=seats, stars=stars).do("place rehearsal", "score F01")
    assert not t.state.is_terminal() and t.chooser == 1
    t.do("place rehearsal", "kick to rehearsal/1", "note n1")
    t.do("place market_L", "stop")
    assert t.state.is_terminal() and t.view["phase"] == "over"


def last_turn(seats, **more):
    """Play the last turn of a game that the third star has brought to its end."""
    t = Table(players=len(seats), seats=seats, turn=len(seats) - 1, **more)
    t.do("place home")
    assert t.state.is_terminal()
    return t.state


def test_final_scoring_adds_up():
    seats = [
        {"points": 10, "money": 14, "musicians": {"S2": 3, "CG1": 2}, "fados": ["F08", "F09"],
         "cubes": 7},
        {"points": 20, "money": 4},
    ]
    state = last_turn(seats, stars={"PG": 0, "S": 0, "CG": 1}, posted={(0, "S"): 1})
    # Two stars 15, one star 10; fados 6; money 2; musicians 5; a cube beside the singer alone.
    tile = state.observation(0).to_dict()["view"]["scoring"][1]
    first = {"BS1": 8, "BS2": 7, "BS3": 6}[tile]
    assert state.scores().tolist() == [10 + 5 + 15 + first + 6 + 2, 20 + 10]


@pytest.mark.parametrize("count, points", [(0, 0), (1, 3), (2, 6), (3, 10), (4, 15), (5, 15)])
def test_final_scoring_of_fados(count, points):
    fados = ["F08", "F09", "F10", "F15", "F16"][:count]
    stars = {"PG": 1, "S": 1, "CG": 1} | ({"fados": 0} if count > 2 else {})
    state = last_turn([{"fados": fados, "money": 0}, {}], stars=stars)
    assert state.scores()[0] == points + (10 if count > 2 else 0)


def test_the_most_points_win_then_stars_fados_money_and_then_it_is_shared():
    three = {"PG": 1, "S": 0, "CG": 0}
    state = last_turn([{"points": 0, "money": 0}, {"points": 5, "money": 0}], stars=three)
    assert state.scores().tolist() == [15, 15] and state.ranks().tolist() == [1, 2]   # stars
    even = {"PG": 1, "S": 0, "CG": 0, "cubes": 1}
    seats = [{"points": 3, "money": 0}, {"cubes": 0, "money": 0, "fados": ["F08"]}]
    assert last_turn(seats, stars=even).ranks().tolist() == [2, 1]                   # fados
    seats = [{"money": 3}, {"cubes": 0, "money": 4}]
    assert last_turn(seats, stars=even).ranks().tolist() == [2, 1]                   # money
    seats = [{"money": 4}, {"cubes": 0, "money": 4}]
    state = last_turn(seats, stars=even)
    assert state.ranks().tolist() == [1, 1] and state.returns().tolist() == [0.5, 0.5]
