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
    said = notes(Table(figures={"market_L": "worker 1"}))
    assert said["place market_L"] == "hire up to one PG and one S; has seat 1's worker"
    assert said["place street_R"] == "guests or critic, middle or right"
    assert said["place home"] == "close your restaurant"


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
