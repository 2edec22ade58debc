"""House of Fado as a person reads it: what stands behind an action, the board, the last scoring."""

from __future__ import annotations

import pytest
from cases import HOUSE
from house_of_fado_table import Table, promo_table
from plays import position, walk

from engine_cy.words.house_of_fado_scores import score_items

GUESTS = ("2 gray 2 brown", "1 gray 2 black 1 brown", "1 gray 3 black")
def notes(t):
    """Return {action text: what stands behind it} of a table's legal actions."""
    return {t.game.action_to_string(a): t.words.action_note(t.state.record(), int(a))
            for a in t.state.legal_actions()}


@pytest.mark.parametrize("case", HOUSE, ids=str)
def test_the_items_of_the_score_add_up_to_the_engines_scores(case):
    for seed in range(20):
        for state in (position(case.game, seed, seed)[0], list(walk(case.game, seed, seed))[-1][0]):
            t = state.record()["t"]
            totals = [sum(score_items(case.game.words, t, p).values())
                      for p in range(case.players)]
            assert totals == state.scores().tolist()


def test_placing_tells_the_action_and_who_stands_there():
    said = notes(Table(figures={"market_L": "worker 1"}, seats=[{"bar": "1 gray"}]))
    assert said["place market_L"] == "hire up to one PG and one S; has seat 1's worker"
    assert said["place street_R"] == "guests or critic, middle or right"
    assert said["place home"] == "close your restaurant"


IDLE = "nothing to do there now"


@pytest.mark.parametrize(("home", "idle"), [
    ({}, True), ({"bar": "1 gray"}, False), ({"tables": ("1 gray",)}, False),
    ({"tables": ("critic",)}, False), ({"musicians": {"S1": 1}}, False),
], ids=str)
def test_home_has_nothing_to_do_only_where_it_is_empty(home, idle):
    assert (notes(Table(seats=[home]))["place home"] == IDLE) == idle


@pytest.mark.parametrize(("seat", "billboard", "left", "right"), [
    ({}, {}, True, True),
    ({"musicians": {"PG1": 2}}, {}, False, True),
    ({"musicians": {"PG1": 1}}, {}, True, True),
    ({"musicians": {"PG1": 2}, "cubes": 0}, {}, True, True),
    ({"musicians": {"PG1": 2}}, {"PG": ("PG2", 2)}, True, True),
    ({"money": 3}, {"CG": ("CG2", 2)}, True, False),
    ({"money": 2}, {"CG": ("CG2", 2)}, True, True),
], ids=str)
def test_the_billboard_has_something_to_do_where_one_may_promote_or_contract(
        seat, billboard, left, right):
    stars = {"cubes": 0} if seat.get("cubes") == 0 else {}
    said = notes(Table(seats=[seat], billboard=billboard, stars=stars))
    assert [said[f"place billboard_{side}"] == IDLE for side in "LR"] == [left, right]


def test_the_street_has_nothing_to_do_where_all_tables_are_taken():
    """The last table is locked with all cubes on the track."""
    full = {"tables": ("1 brown", "critic")}
    said = notes(Table(seats=[full], groups=GUESTS, figures={"street_R": "worker 1"}))
    assert said["place street_L"] == IDLE
    assert said["place street_R"] == f"{IDLE}; has seat 1's worker"
    for seat in (full | {"cubes": 3}, {"tables": ("1 brown",)}):
        said = notes(Table(seats=[seat], groups=GUESTS))
        assert said["place street_L"] == "guests or critic, left or middle"


def test_the_market_has_nothing_to_do_without_money_or_a_type_that_lacks():
    said = notes(Table(seats=[{"money": 1}]))
    assert said["place market_L"] == IDLE
    said = notes(Table(seats=[{"money": 9, "musicians": {"PG1": 1, "S1": 1}}]))
    assert said["place market_L"] == IDLE
    assert said["place market_R"] == "hire up to one S and one CG"


@pytest.mark.parametrize("case", HOUSE, ids=str)
def test_where_nothing_is_to_do_the_turn_goes_on_without_a_choice(case):
    """A worker placed there is asked for nothing but `stop`, or to close an empty restaurant."""
    words, seen = case.game.words, 0
    for seed in range(6):
        for state, *_ in walk(case.game, seed, seed):
            record = state.record()
            for action in state.legal_actions() if words.form.PHASES[
                    int(record["t"]["phase"])] == "place" else ():
                if not words.action_note(record, int(action)).startswith(IDLE):
                    continue
                after = state.clone()
                after.apply_action(int(action))
                t = after.record()["t"]
                phase = words.form.PHASES[int(t["phase"])]
                if phase in ("own", "remove", "kick", "bonus", "bonus_six"):
                    continue
                seen += 1
                asked = {case.game.action_to_string(a) for a in after.legal_actions()}
                assert phase in ("lift", "place", "over") or asked <= {"stop", "close"}
    assert seen


def test_an_assistant_to_leave_or_to_fetch_tells_why():
    t = Table(two_player_assistants=True, figures={
        "market_L": "worker 0", "street_L": "worker 0", "rehearsal": "worker 0",
        "market_R/1": "assistant 0", "billboard_L": "worker 1"}).do("lift rehearsal")
    assert notes(t) == {
        "leave nothing": "",
        "leave assistant": "to rehearsal; a bonus if kicked out",
        "fetch market_R/1": "to rehearsal; a bonus if kicked out"}


def test_the_critics_table_is_asked_for_the_critic():
    seats = [{"money": 9}]
    t = Table(seats=seats, groups=GUESTS).do("place street_L", "critic from left")
    assert "chooses a table for the critic - " in str(t.state)
    t = Table(seats=seats, groups=GUESTS).do("place street_L", "guests from left", "seat 1 gray")
    assert "chooses a table for them - " in str(t.state)


def test_the_table_shows_the_notes_left_only_where_they_can_run_out():
    seats = [{"notes": {"n1": 1, "n2": 2}}, {"notes": {"n2": 1}}]
    assert "\nnotes left: 4 n1, 2 n2, 5 n3, 5 n4\n" in str(
        Table(seats=seats, supply_per_kind=5).state)
    assert "notes left" not in str(Table(seats=seats).state)


def test_a_kick_tells_the_bonus_and_the_bonus_its_price():
    t = Table(figures={"market_R": "worker 1"}, groups=GUESTS).do("place market_R")
    assert list(notes(t).values()) == [
        "+1 money", "customer to the bar", "customer to the bar for 1 money"] * 2
    t.do("kick to market_L/3")
    assert notes(t)["bar brown from left"] == "for 1 money"
    t = Table(figures={"market_R": "worker 1"}, groups=GUESTS).do(
        "place market_R", "kick to market_L/2")
    assert notes(t)["bar brown from left"] == ""


def test_raising_tells_its_price_in_money_or_guests():
    """4 to reach fame 4; 1 + 2 guests to reach fame 3, 2 + 2 + 3 + 3 from 2 to the star."""
    seats = [{}, {"money": 9, "musicians": {"S1": 3}}]
    t = Table(figures={"rehearsal": "worker 1"}, seats=seats)
    t.do("place rehearsal", "kick to rehearsal/2")
    assert notes(t) == {"no bonus": "", "raise S to 4": "for 4 money"}
    seats = [{"musicians": {"PG1": 1, "CG1": 2}, "cubes": 3,
              "tables": ("2 gray", "2 gray 1 brown", "4 brown"), "bar": "2 brown"}]
    t = Table(seats=seats).do("place home")
    assert notes(t)["raise PG to 3"] == "for 3 guests"
    t.do("no raise PG")
    assert notes(t)["raise CG to 6"] == "for 10 guests, and the star"


def test_a_musician_is_told_with_price_gift_and_fame():
    """Market: 1 for the type and 6 for fame 3; billboard: 3 for fame 2 alone."""
    t = Table(seats=[{"money": 20, "musicians": {"S1": 4}}], market={"PG2": 3},
              billboard={"PG": ("PG1", 2), "S": ("S2", 3)}).do("place market_L")
    assert notes(t)["hire PG2"] == "for 7 money, note n2, fame 3"
    assert notes(t)["hire PG3"] == "for 2 money, note n3"
    t = Table(seats=[{"money": 20, "musicians": {"S1": 4}}],
              billboard={"PG": ("PG1", 2), "S": ("S2", 3)}).do("place billboard_L")
    assert notes(t) == {"promote S": "S1 for 4 points, displaces S2",
                        "contract PG": "PG1 for 3 money, note n1, fame 2"}
    t = promo_table("PR_MARINA", seats=[{"money": 9}]).do("place market_R")
    assert notes(t)["hire PR_MARINA"] == "for 5 money, Marina: money, fame 2"


def test_a_fado_tells_what_it_takes():
    t = Table(seats=[{"notes": {"n1": 1, "n2": 1, "n4": 1}}]).do("place rehearsal")
    assert notes(t)["score F01"] == "n1 n2 for 2 points"
    assert notes(t)["score F02"] == "n2 n3 for 2 points, with the clef"
    assert notes(t)["note n1"] == ""


def test_keeping_and_dismissing_tell_the_musician_and_its_points():
    t = Table(seats=[{"musicians": {"S1": 1}}]).do("place home")
    assert notes(t) == {"keep S": "S1 n1 fame 1", "dismiss S": "back to the market for 1 point"}


def test_the_board_names_figures_as_a_seat_does():
    t = Table(figures={"market_L": "worker 0", "market_R/2": "worker 1"})
    for seat, mine, other in ((0, "your", "seat 1's"), (1, "seat 0's", "your")):
        text = str(t.state.observation(seat))
        assert f"\nmarket_L (PG, S): {mine} worker\n" in text
        assert f"\nmarket_R (S, CG): free, /2 {other} worker\n" in text
    assert "\nmarket_L (PG, S): seat 0's worker\n" in str(t.state)


def test_the_market_has_prices_but_for_fame_6():
    """A second musician of fame 6 has been kept, and then dismissed."""
    t = Table(market={"PG1": 6, "PG2": 5}, stars={"PG": 1})
    assert "\nmarket PG: PG1 n1 fame 6 not for hire, PG2 n2 fame 5 for 16, PG3 n3 for 2\n" in str(
        t.state)


def test_a_kicked_out_seat_is_told_whose_turn_it_is():
    t = Table(figures={"street_L": "worker 1"}).do("place street_L")
    assert str(t.state.observation(1)).endswith(
        "now: seat 1 (you) chooses where the kicked-out figure goes - in the turn of seat 0: "
        "standing on street_L, kicked out: your worker")


def test_cards_tell_every_space_and_every_fado():
    text = Table(promos=True).words.cards_text()
    for line in (
        "\nmarket_L: hire up to one PG and one S. Kick-outs: /1 +1 money, /2 customer to "
        "the bar, /3 customer to the bar for 1 money; customers from left or middle.\n",
        "\nrehearsal: take a note or score a fado. Kick-outs: /1 +2 money, /2 "
        "raise a musician by 1 for money, /3 +2 money.\n",
        "\nfados for 2 points: F01 (n1 n2), F02 (n2 n3), F03 (n3 n4), F04 (n1 n4)\n",
        "\nPR_JOAO (João, fame 2): 1 cube more with the critic\n",
    ):
        assert line in text


@pytest.mark.parametrize(("mode", "does"), [
    ("wild_once", "stands once for the one note that a fado still lacks"),
    ("ordinary_kind", "is one more note n1 from the start"),
    ("none", "does nothing in this game"),
])
def test_cards_tell_what_the_clef_does(mode, does):
    assert f"\nclef, 1 for each seat: {does}" in Table(clef_mode=mode).words.cards_text()


def test_cards_tell_of_assistants_only_where_there_are_any():
    assert "\nassistants, 3 for each seat: a worker that leaves an action space" in Table(
        two_player_assistants=True).words.cards_text()
    assert "assistant" not in Table().words.cards_text()


def test_cards_tell_the_rules_of_the_street_and_when_it_is_refilled():
    text = Table().words.cards_text()
    assert "\nstreet: guests are of one group beside the space, one to as many as a single" in text
    assert ("at the end of a turn in which guests came every group of 1 or fewer is filled up to 4"
            in text)
    assert "at the end of every turn every group" in Table(
        refill_timing="after_every_turn").words.cards_text()
