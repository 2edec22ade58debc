"""The page where something changes under a person: game, address, choice, a bot of its own."""

import re

import pytest
from web_pages import changed

pytestmark = pytest.mark.usefixtures("deadline")
KINDS = "all => all.map((select) => select.value.split(':')[0])"


def lobby_of(browsing, game):
    page = browsing.open()
    page.wait_for_selector(".lobby")
    page.click(f".game.{game}")
    page.wait_for_selector(f".game.{game}[aria-checked=true]")
    return page


def test_a_seat_that_the_next_game_does_not_have_becomes_a_bot(browsing):
    page = lobby_of(browsing, "hoi_pho")
    page.select_option(".seatrows li:nth-child(2) select", "browser")
    page.click(".game.kuhn_poker")
    page.wait_for_selector(".game.kuhn_poker[aria-checked=true]")
    assert page.locator(".seatrows select").evaluate_all(KINDS) == ["me", "bot"]
    # A deck that the policy does not know: no bot in the browser.
    page.click(".game.fado_duetos")
    page.wait_for_selector(".game.fado_duetos[aria-checked=true]")
    seat = ".seatrows li:nth-child(2) select"
    page.select_option(seat, "browser")
    page.click(".options summary")
    page.select_option(".option:has-text('deck ') select >> nth=0", "three")
    page.wait_for_selector(f"{seat} option[value=browser]", state="detached")
    assert page.locator(".seatrows select").evaluate_all(KINDS)[:2] == ["me", "bot"]
    assert page.locator(".options[open]").count() == 1


def test_the_lobby_keeps_the_focus_and_what_it_cannot_use_of_its_memory_is_left(browsing):
    page = lobby_of(browsing, "hoi_pho")
    page.evaluate("localStorage.setItem('desgarrada.players.hoi_pho', '9')")
    page.reload()
    page.wait_for_selector(".seatrows")
    assert page.locator(".seatrows li").count() == 4
    page.click(".segments button:has-text('3')")
    page.wait_for_selector(".seatrows li:last-child:nth-child(3)")
    assert page.evaluate("document.activeElement.textContent") == "3"
    before = page.input_value(".seatrows li:nth-child(3) select")
    page.focus(".seatrows li:nth-child(3) select")
    page.keyboard.press("ArrowDown")
    assert page.input_value(".seatrows li:nth-child(3) select") != before
    assert page.evaluate("document.activeElement.ariaLabel") == "Seat 2"


def test_an_option_that_sets_others_shows_them(browsing):
    page = lobby_of(browsing, "hoi_pho")
    page.click(".options summary")
    scope = ".option:has-text('skill7 scope') select"
    assert page.input_value(scope) == "round"
    page.select_option(".option:has-text('card text') select", "faces 2025")
    page.wait_for_selector(f"{scope} option[selected]:text('turn')", state="attached")
    assert page.input_value(scope) == "turn"
    page.select_option(scope, "round")  # said by itself it holds
    page.wait_for_selector(f"{scope} option[selected]:text('round')", state="attached")
    page.click("button[type=submit]")
    page.wait_for_selector("#board > *")
    token = page.evaluate("location.hash").partition("=")[2]
    options = browsing.ask("table.view", token=token)["observation"]["options"]
    assert options["card_text"] == "faces_2025" and options["skill7_scope"] == "round"
    assert options["skill6_source"] == "opponents"


def test_who_leaves_before_the_table_is_there_stays_away(browsing):
    page, _ = browsing.sit("hoi_pho", 3)
    page.evaluate("""async () => {
        const here = location.hash;
        for (const hash of ["", here, "", here, ""]) {
            location.hash = hash;
            await new Promise((resolve) => setTimeout(resolve));
        }
    }""")
    page.wait_for_selector(".lobby .seatrows")
    page.wait_for_timeout(300)
    assert page.locator(".lobby").count() == 1
    assert page.get_attribute("body", "class") == ""


def test_a_move_of_the_list_takes_the_place_of_pieces_pointed_at(browsing):
    page, _ = browsing.sit("fairy_concerto", 2)
    page.wait_for_selector("#board[data-owes=true]")
    for place in range(2):
        page.click(f".fairytoken >> nth={place}")
    page.click(".pair .card >> nth=0")
    assert page.is_enabled("#play")
    last = page.locator("#moves button").last
    last.click()
    assert page.locator(".board .chosen").count() == 0
    assert last.get_attribute("data-action").replace("_", " ") in page.inner_text("#prompt")
    assert page.is_enabled("#play")


def test_enter_held_down_chooses_and_does_not_play(browsing):
    page, _ = browsing.sit("hoi_pho", 4)
    page.wait_for_selector("#board[data-owes=true]")
    version = page.get_attribute("#board", "data-version")
    page.keyboard.press("ArrowRight")
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_timeout(100)
    assert page.get_attribute("#board", "data-version") == version
    assert page.is_enabled("#play")


def test_enter_on_the_piece_that_completes_a_move_plays_it(browsing):
    page, _ = browsing.sit("fairy_concerto", 2)
    page.wait_for_selector("#board[data-owes=true]")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    page.focus(".pair .card >> nth=1")
    page.keyboard.press("Enter")
    assert page.is_enabled("#play")
    version = page.get_attribute("#board", "data-version")
    page.keyboard.press("Enter")
    changed(page, version)


def test_a_policy_that_fails_does_not_stop_the_table(browsing):
    page = browsing.open()
    page.route("**/web/micro/hoi_pho.js", lambda route: route.fulfill(
        content_type="text/javascript", body="throw new Error('No policy today.');"))
    page.click(".game.hoi_pho")
    page.click(".segments button:has-text('3')")
    page.wait_for_selector(".seatrows li:last-child:nth-child(3)")
    page.select_option(".seatrows li:nth-child(2) select", "browser")
    page.select_option(".seatrows li:nth-child(3) select", "bot:greedy")
    page.click("button[type=submit]")
    page.wait_for_selector("#board > *")
    page.wait_for_selector("#toast:has-text('No policy today.')")
    page.keyboard.press("1")
    page.wait_for_selector("#play:enabled")
    page.click("#play")
    page.wait_for_selector("#log :text('browser bot')")


def test_the_board_of_house_of_fado_tells_the_bag(browsing):
    page, _ = browsing.sit("house_of_fado", 3, options={"supply_per_kind": 4})
    assert "bag:" in page.inner_text(".location.street .note")
    assert page.locator(".notestack:has-text(' left')").count() == 4
    prices = page.evaluate("""async () => {
        const { contractPrice } = await import('/web/games/house_pieces.js');
        const game = { fame: (fame) => fame, box: { fame: { hire_cost: [1, 3, 6, 10, 15] } } };
        return [1, 3, 5, 6].map((fame) => contractPrice(game, fame));
    }""")
    assert prices == [1, 6, 15, None]  # nobody contracts fame 6


def test_a_table_that_the_server_has_forgotten_is_said_to_be_gone(browsing):
    page, _ = browsing.sit("hoi_pho", 3)

    def pass_on(socket):
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(
            re.sub('"token":"[^"]*"', '"token":"nobody"', text)))

    page.route_web_socket("**/ws", pass_on)
    page.reload()
    page.wait_for_selector("#gone")
    assert "There is no seat of this token" in page.inner_text("#gone")
    page.click("#gone a")
    page.wait_for_selector(".lobby")
