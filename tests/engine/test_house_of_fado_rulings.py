"""House of Fado, the numbered rulings as their corrections left them; expected numbers by hand."""

import random

import pytest
from house_of_fado_table import Table, promo_table

from engine_cy import load_game

GUESTS = ("2 gray 2 brown", "1 gray 2 black 1 brown", "1 gray 3 black")
FADO = {"n1": 1, "n2": 1}                       # what F01 asks for


@pytest.mark.parametrize("mode, notes, offered", [
    ("wild_once", {"n1": 1}, True), ("wild_once", {}, False),
    ("ordinary_kind", {"n2": 1}, True),
    ("ordinary_kind", {"n1": 0, "n2": 1}, False), ("none", {"n1": 1}, False),
])
def test_ruling_01_the_treble_clef(mode, notes, offered):
    seats = [{"notes": notes, "clefs": 0 if mode == "ordinary_kind" else 1}]
    t = Table(seats=seats, clef_mode=mode).do("place rehearsal")
    assert ("score F01" in t.legal()) == offered


def test_ruling_01_a_wild_clef_leaves_the_game():
    t = Table(seats=[{"notes": {"n2": 1}}], clef_mode="wild_once")
    t.do("place rehearsal", "score F01")
    assert t.seat(0)["clefs"] == 0 and t.notes(0) == {}
    assert t.state.inventory()["treble clefs"]["spent"] == 1


def test_ruling_01_an_ordinary_clef_is_a_note_of_the_first_kind():
    t = Table(clef_mode="ordinary_kind")
    assert t.notes(0) == t.notes(1) == {"n1": 1}


def test_ruling_02_one_worker_in_a_named_location():
    t = Table(figures={"market_L": "worker 0"}, uniqueness_scope="location")
    assert "place market_R" not in t.legal()


def test_ruling_02_or_on_an_action_space_with_its_kick_out_spaces():
    t = Table(figures={"market_L/2": "worker 0"}, uniqueness_scope="space")
    assert "place market_R" in t.legal() and "place market_L" not in t.legal()
    t = Table(figures={"market_L/2": "worker 0", "street_L": "worker 0", "rehearsal": "worker 0"},
              uniqueness_scope="space").do("lift market_L/2")
    assert t.legal() == ["place market_R", "place street_R", "place billboard_L",
                         "place billboard_R", "place home"]


@pytest.mark.parametrize("scope, count", [("location", 6), ("space", 3)])
def test_ruling_03_where_a_figure_may_go(scope, count):
    t = Table(figures={"street_R": "worker 1"}, kickout_scope=scope).do("place street_R")
    assert len(t.legal()) == count and t.legal()[-1] == "kick to street_R/3"


def test_ruling_04_the_bonus_comes_before_the_action():
    t = Table(figures={"rehearsal": "worker 1"}).do("place rehearsal")
    assert t.chooser == 1 and t.legal()[0] == "kick to rehearsal/1"


def test_ruling_04_or_after_it():
    t = Table(figures={"rehearsal": "worker 1"}, kickout_timing="after_action")
    t.do("place rehearsal", "note n1")
    assert t.chooser == 1 and t.view["turn"] == 0
    assert t.do("kick to rehearsal/1").view["turn"] == 1


def test_ruling_05_any_open_space_and_the_bonus_may_be_refused():
    t = Table(figures={"street_L": "worker 1"}, seats=[{}, {"money": 0}]).do("place street_L")
    assert "kick to street_L/3" in t.legal()    # it could not pay there
    assert t.do("kick to street_L/3").chooser == 0 and t.money(1) == 0
    t = Table(figures={"street_L": "worker 1"}).do("place street_L", "kick to street_L/2")
    assert t.do("no bonus").money(1) == 5


def test_ruling_06_a_worker_in_hand_comes_before_one_on_the_board():
    assert "lift street_L" not in Table(figures={"street_L": "worker 0"}).legal()


def test_ruling_07_without_an_effect_the_worker_just_stands_there():
    t = Table().do("place billboard_L")
    assert t.chooser == 1 and t.view["figures"] == {"billboard_L": "worker 0"}


def test_ruling_07_the_action_is_not_optional_unless_the_option_says_so():
    seats = [{"musicians": {"S1": 2}}]
    assert Table(seats=seats).do("place billboard_L").legal() == ["promote S"]
    t = Table(seats=seats, allow_noop="always").do("place billboard_L")
    assert t.legal() == ["stop", "promote S"]
    assert t.do("stop").points(0) == 0 and t.chooser == 1
    t = Table(seats=seats, allow_noop="always").do("place home")
    assert t.legal() == ["stop", "close"]
    assert t.do("close").legal() == ["keep S", "dismiss S"]


def test_ruling_08_hires_are_paid_one_by_one():
    t = Table(seats=[{"money": 4}]).do("place market_L", "hire PG1")
    assert t.chooser == 1 and t.money(0) == 2            # 3 for a singer are not left


def test_ruling_09_a_note_that_has_run_out_cannot_be_taken_but_hiring_works():
    seats = [{"money": 9, "notes": {"n1": 1}}, {"notes": {"n1": 1}}]
    t = Table(seats=seats, supply_per_kind=2).do("place market_L", "hire PG1", "stop")
    assert t.notes(0) == {"n1": 1} and t.musicians(0) == {"PG1": 1}
    seats[0]["clefs"] = 0
    t = Table(seats=seats, supply_per_kind=2).do("place rehearsal")
    assert t.legal() == ["note n2", "note n3", "note n4"]


def test_ruling_10_one_guest_up_to_the_seats_of_the_table():
    t = Table(groups=("4 brown", "", "")).do("place street_L", "guests from left")
    assert t.legal() == ["seat 1 brown", "seat 2 brown", "seat 3 brown"]
    assert t.do("seat 1 brown").legal() == ["table 1", "table 2"]


def test_ruling_11_refills_come_after_a_street_action_that_took_customers():
    t = Table(figures={"market_L": "worker 1"}, groups=("2 brown", "4 brown", "4 black"))
    t.do("place market_L", "kick to market_L/2", "bar brown from left", "stop")
    assert sum(t.view["groups"][0].values()) == 1
    t.do("place rehearsal", "note n1", "place street_R", "guests from right", "seat 1 black",
         "table 1")
    assert sum(t.view["groups"][0].values()) == 4        # also one not beside the space


def test_ruling_11_not_after_a_critic():
    t = Table(groups=("1 brown", "4 brown", "4 black"), critics=["left"])
    t.do("place street_L", "critic from left", "table 1")
    assert sum(t.view["groups"][0].values()) == 1


def test_ruling_11_not_after_a_fado():
    t = Table(groups=("1 brown", "4 brown", "4 black"), seats=[{"notes": FADO}])
    t.do("place rehearsal", "score F01")
    assert sum(t.view["groups"][0].values()) == 1


def test_ruling_11_or_after_every_turn():
    t = Table(groups=("1 brown", "4 brown", "4 black"), refill_timing="after_every_turn")
    assert sum(t.do("place rehearsal", "note n1").view["groups"][0].values()) == 4


def test_ruling_12_with_bag_and_discard_short_groups_are_filled_as_far_as_possible():
    seats = [{"cubes": 3}, {"tables": ["2 brown", "3 brown"], "bar": "2 black"}]
    t = Table(seats=seats, groups=("4 gray", "4 black", "3 brown"))
    t.do("place street_L", "guests from left", "seat 4 gray", "table 3")
    assert t.view["groups"][0] == {"gray": 0, "black": 0, "brown": 0}
    assert t.view["groups"][2]["brown"] == 3


def test_ruling_13_income_comes_before_the_critics_cubes():
    seats = [{"tables": ["2 brown", "critic"], "cubes": 6, "money": 0}]
    t = Table(seats=seats).do("place home", "critic to left")
    assert t.money(0) == 2 and t.seat(0)["cubes"] == 4


def test_ruling_14_fame_6_by_the_rehearsal_kick_out_is_resolved_at_once():
    seats = [{}, {"musicians": {"PG1": 5}, "money": 6}]
    t = Table(figures={"rehearsal": "worker 1"}, seats=seats)
    t.do("place rehearsal", "kick to rehearsal/2", "raise PG to 6")
    assert t.view["stars"]["PG"] == 1 and t.points(1) == 6 and t.money(1) == 0
    assert t.chooser == 0 and t.view["phase"] == "rehearse"


def test_ruling_14_or_is_forbidden():
    seats = [{}, {"musicians": {"PG1": 5}, "money": 6}]
    t = Table(figures={"rehearsal": "worker 1"}, seats=seats, fame6_outside_close="forbid")
    assert t.do("place rehearsal", "kick to rehearsal/2").chooser == 0


def test_ruling_15_the_star_place_is_compulsory_for_the_first():
    seats = [{"tables": ["2 gray", "1 black"], "musicians": {"S1": 5}}]
    t = Table(seats=seats).do("place home", "raise S to 6")
    assert t.chooser == 1 and t.view["star_musicians"][1] == "S1"


@pytest.mark.parametrize("what, points", [("promote", 6), ("dismiss", 6), ("end", 6)])
def test_ruling_16_a_fame_6_musician_that_stayed_can_still_leave(what, points):
    t = Table(seats=[{"musicians": {"S1": 6}}], stars={"S": 1})
    if what == "promote":
        t.do("place billboard_L", "promote S")
        assert t.points(0) == points
    elif what == "dismiss":
        t.do("place home", "dismiss S")
        assert t.points(0) == points and "S1" in t.view["market"] and t.view["fame"]["S1"] == 6
    else:
        assert t.state.scores()[0] == points + 1            # and 5 money


def test_ruling_16_nobody_displaces_or_contracts_it():
    t = Table(seats=[{"money": 90, "musicians": {"S2": 5}}], billboard={"S": ("S1", 6)},
              stars={"S": 1})
    assert t.do("place billboard_L").chooser == 1


@pytest.mark.parametrize("keep, fame, price", [(True, 3, 7), (False, None, 2)])
def test_ruling_17_dismissed_musicians_keep_their_die(keep, fame, price):
    t = Table(seats=[{"musicians": {"PG1": 3}}, {"money": 9}], dismissed_keep_die=keep)
    t.do("place home", "dismiss PG")
    assert t.view["fame"].get("PG1") == fame
    assert t.do("place market_L", "hire PG1").money(1) == 9 - price


def test_ruling_18_hiring_again_gives_the_note_again():
    t = Table(seats=[{"money": 9}], market={"PG1": 2}).do("place market_L", "hire PG1", "stop")
    assert t.notes(0) == {"n1": 1}


def test_ruling_19_cubes_stay_and_the_next_promotion_needs_fame_2_only():
    seats = [{"money": 6}, {"musicians": {"S2": 2}, "cubes": 7}]
    t = Table(seats=seats, billboard={"S": ("S1", 3)}, posted={(1, "S"): 1})
    t.do("place billboard_L", "contract S")
    assert t.view["cubes_posted"][1] == [0, 1, 0]
    t.do("place billboard_R", "promote S")
    assert t.view["cubes_posted"][1] == [0, 2, 0]


def test_ruling_20_points_first_then_the_star_of_the_eighth_cube():
    seats = [{"musicians": {"S1": 3}, "cubes": 1}]
    t = Table(seats=seats).do("place billboard_L", "promote S")
    told = [text for text in t.events() if "points" in text or "star" in text]
    assert told == ["seat 0 scores 3 points and has 3", "seat 0 gains the star for cubes, number 1"]


@pytest.mark.parametrize("cubes, left", [(3, 1), (1, 0), (0, 0)])
def test_ruling_21_a_critic_removes_what_is_left(cubes, left):
    stars = {"cubes": 0} if cubes == 0 else {}
    t = Table(seats=[{"tables": ["critic"], "cubes": cubes}], stars=stars)
    t.do("place home", "critic to middle")
    assert t.seat(0)["cubes"] == left


def test_ruling_22_the_critic_may_go_to_any_group_without_one():
    t = Table(players=4, seats=[{"tables": ["critic"]}], critics=["left", "right"])
    assert t.do("place home").legal() == ["critic to middle"]


@pytest.mark.parametrize("cubes, left", [(8, 5), (3, 0), (2, 0)])
def test_ruling_23_joao_removes_one_cube_more_if_any_is_left(cubes, left):
    seats = [{"musicians": {"PR_JOAO": 2}, "tables": ["critic"], "cubes": cubes}]
    t = promo_table("PR_JOAO", seats=seats)
    t.do("place home", "keep PG", "critic to left")
    assert t.seat(0)["cubes"] == left


def test_ruling_24_vitals_two_customers_are_of_any_colour_and_pay_nothing():
    seats = [{"musicians": {"PR_VITAL": 2, "S1": 4}, "tables": ["1 black"], "money": 0}]
    t = promo_table("PR_VITAL", "S1", seats=seats).do("place home")
    assert t.money(0) == 1 and t.legal() == ["raise S to 5", "no raise S"]
    t.do("raise S to 5", "keep S", "keep CG")
    assert t.view["discard"] == {"gray": 0, "black": 1, "brown": 0}


def test_ruling_25_home_without_guest_critic_or_musician_does_nothing():
    t = Table(seats=[{"money": 0}]).do("place home")
    assert t.chooser == 1 and t.seat(0)["home"] and t.money(0) == 0


def test_ruling_26_with_an_empty_stack_a_gap_stays():
    seats = [{"notes": FADO, "fados": ["F08", "F09"]},
             {"fados": ["F07", "F10", "F15", "F16", "F17", "F18"]}]
    t = Table(seats=seats, top=None, stars={"fados": 1}).do("place rehearsal", "score F01")
    assert t.view["fados"] == [None, "F02", "F03", "F04"] and t.view["next_fado"] is None


def test_ruling_27_a_star_out_of_turn_ends_the_game_with_the_round_in_progress():
    seats = [{}, {"musicians": {"PG1": 5}, "money": 6}]
    t = Table(figures={"rehearsal": "worker 1"}, seats=seats, stars={"S": 0, "CG": 0})
    t.do("place rehearsal", "kick to rehearsal/2", "raise PG to 6", "note n1")
    assert not t.state.is_terminal()
    t.do("place home")
    assert t.state.is_terminal()


def test_ruling_27_stars_can_still_be_won_meanwhile():
    seats = [{}, {"fados": ["F08", "F09"], "notes": FADO}]
    t = Table(seats=seats, turn=1, stars={"PG": 0, "S": 0, "CG": 0})
    t.do("place rehearsal", "score F01")
    assert t.state.is_terminal() and t.view["stars"]["fados"] == 1


@pytest.mark.parametrize("cubes, points", [
    ([2, 1, 0], [9, 6, 0]), ([2, 2, 1], [7, 7, 3]), ([1, 1, 1], [6, 6, 6]), ([3, 1, 1], [9, 4, 4])])
def test_ruling_28_ties_on_a_billboard_share_the_places(cubes, points):
    for seed in range(20):                               # a deal with tile 9/6/3 at the singers
        t = Table(players=3, seed=seed, posted={(p, "S"): n for p, n in enumerate(cubes)},
                  seats=[{"cubes": 8 - n, "money": 0} for n in cubes])
        if t.view["scoring"][1] == "BS1":
            break
    assert t.state.scores().tolist() == points


def test_ruling_28_places_past_the_list_are_worth_nothing():
    cubes = [4, 3, 2, 2]
    for seed in range(20):
        t = Table(players=4, seed=seed, posted={(p, "S"): n for p, n in enumerate(cubes)},
                  seats=[{"cubes": 8 - n, "money": 0} for n in cubes])
        if t.view["scoring"][1] == "BS2":
            break
    assert t.state.scores().tolist() == [8, 5, 1, 1]     # the third place's 2 for two


def test_ruling_29_five_stars_are_worth_36():
    stars = dict.fromkeys(("PG", "S", "CG", "fados", "cubes"), 0)
    t = Table(turn=1, seats=[{"money": 0, "cubes": 0, "fados": ["F08", "F09", "F10"]}], stars=stars)
    assert t.state.scores()[0] == 36 + 10


def test_ruling_30_cube_spaces_may_be_limited():
    seats = [{"musicians": {"S1": 3}, "cubes": 7}, {"cubes": 7}]
    posted = {(0, "S"): 1, (1, "S"): 1}
    assert Table(seats=seats, posted=posted, cube_spaces_per_type=2).do(
        "place billboard_L").chooser == 1
    assert Table(seats=seats, posted=posted).do("place billboard_L").legal() == ["promote S"]


def test_ruling_31_a_tile_without_die_costs_as_fame_1():
    t = Table(seats=[{"money": 3}]).do("place market_L", "hire S1")
    assert t.money(0) == 0 and t.musicians(0) == {"S1": 1}


def test_ruling_32_assistants_are_an_option_and_do_not_count_for_the_one_worker_rule():
    assert "assistants" not in Table().seat(0)
    t = Table(figures={"market_L": "assistant 0"}, two_player_assistants=True)
    assert "place market_R" in t.legal()


def test_ruling_33_no_refill_between_a_kick_out_and_the_action():
    t = Table(figures={"market_L": "worker 1"}, groups=("1 brown", "4 brown", "4 black"))
    t.do("place market_L", "kick to market_L/2", "bar brown from left", "stop")
    assert sum(t.view["groups"][0].values()) == 0


def test_ruling_34_the_first_seat_is_random_and_nobody_is_compensated():
    game = load_game("house_of_fado", 3)
    firsts = [game.new_initial_state(random.Random(i).getrandbits(64)).current_player()
              for i in range(90)]
    assert min(firsts.count(p) for p in range(3)) > 15
