"""Whole games at the page, played by pointing at pieces in a real browser."""

import random

import pytest
from web_pages import PIECES, STATE, click, play_by_clicks, step

pytestmark = pytest.mark.usefixtures("deadline")


@pytest.mark.parametrize(("game", "players", "options"), [
    ("hoi_pho", 3, {}), ("fairy_concerto", 2, {}), ("fado_duetos", 4, {}),
    ("house_of_fado", 2, {"max_rounds": 8}),
    *(pytest.param(*case, {}, marks=pytest.mark.soak) for case in [
        ("hoi_pho", 4), ("hoi_pho", 5), ("fairy_concerto", 1), ("fairy_concerto", 3),
        ("fairy_concerto", 4), ("fado_duetos", 2), ("fado_duetos", 3), ("house_of_fado", 2),
        ("house_of_fado", 3), ("house_of_fado", 4)]),
])  # fmt: skip
def test_a_whole_game_is_played_by_pointing_at_pieces(browsing, game, players, options):
    page, _ = browsing.sit(game, players, options=options)
    clicks = play_by_clicks(page)
    assert clicks["piece"] > 5
    assert clicks["play"] > 5
    assert page.locator("#result .standing tbody tr").count() == players
    assert "The game is over" in page.inner_text(".moves")
    assert page.inner_text("#result h1")
    for wrong in ("undefined", "null", "NaN", "[object"):
        assert wrong not in page.inner_text("main")


@pytest.mark.parametrize("game", ["goofspiel", "kuhn_poker"])
def test_a_game_without_a_board_is_drawn_plainly(browsing, game):
    page, _ = browsing.sit(game, 2)
    assert page.locator(".plain .screen").count() == 1
    play_by_clicks(page)


def test_every_legal_move_can_be_pointed_at_or_stands_below_the_board(browsing):
    """Pieces, parts of moves and the buttons below the board stand for all legal moves."""
    for game, players in (("hoi_pho", 5), ("fado_duetos", 3), ("house_of_fado", 3)):
        page, _ = browsing.sit(game, players, seed=5)
        rng, seen = random.Random(2), set()

        def complete(page, seen=seen):
            listed, shown = page.evaluate("""[
                [...document.querySelectorAll("#moves [data-action]")].map((b) => b.dataset.action),
                [...document.querySelectorAll(".board [data-action], .extra [data-action]")]
                    .map((b) => b.dataset.action)]""")
            parts = page.locator(".board [data-part]").count()
            assert parts or set(shown) == set(listed)
            seen.update(text.split(" ")[0] for text in listed)
            return len(seen) > 3 or int(page.get_attribute("#board", "data-version")) > 40

        play_by_clicks(page, rng, complete)
        assert seen


def test_two_people_and_bots_share_a_table_by_link(browsing):
    page, [invitation] = browsing.sit("hoi_pho", 5, guests=[1])
    guest = browsing.open(f"#join={invitation}")
    guest.fill("#name", "Bea")
    guest.click("button[type=submit]")
    guest.wait_for_selector("#board > *")
    page.wait_for_selector("#board :text('Bea')")
    assert "Ana" in guest.inner_text("#board")
    hands = [set(who.locator(".hand .card").evaluate_all("all => all.map((c) => c.dataset.tip)"))
             for who in (page, guest)]
    assert hands[0] != hands[1]
    click(page, ".hand [data-action]")  # a card that the others have not turned up comes back
    click(page, "#play")
    page.wait_for_selector(".hand .committed")
    assert "You have chosen" in page.inner_text("#prompt")
    click(page, "#undo")
    page.wait_for_selector(".hand [data-action]")
    rng, clicks, waited = random.Random(1), {"piece": 0, "play": 0}, 0
    while not (state := page.evaluate(STATE, [PIECES, False]))["over"]:
        for who in (page, guest):
            state = who.evaluate(STATE, [PIECES, False])
            if state["owes"] and not state["over"]:
                step(who, state, rng, clicks)
                who.wait_for_selector(".dock:not(.sending)", state="attached")
                waited += who.locator("#prompt:has-text('You have chosen')").count()
    guest.wait_for_selector("#result")
    assert waited > 5
    again = browsing.open(f"#join={invitation}")
    again.click("button[type=submit]")
    again.wait_for_selector("#toast:not([hidden])")
    assert again.inner_text("#toast").startswith("There is no such invitation")
