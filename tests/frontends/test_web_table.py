"""The page around the board: lobby, undo, hints, review, replay, keyboard, phone, dark scheme."""


import pytest
from web_pages import PHONE, changed, play_by_clicks

from arena.records import from_line

pytestmark = pytest.mark.usefixtures("deadline")
GAMES = [("hoi_pho", 5), ("fairy_concerto", 4), ("fado_duetos", 4), ("house_of_fado", 4),
         ("goofspiel", 2)]  # fmt: skip


def test_the_lobby_opens_a_table(browsing):
    page = browsing.open()
    page.wait_for_selector(".lobby")
    assert page.locator(".game").count() == 7
    for title in ("Hội Phố", "Fairy Concerto", "Fado: Duetos e Desgarradas", "House of Fado"):
        assert page.locator(".game", has_text=title).count() == 1
    page.click(".game.fado_duetos")
    page.click(".segments button:has-text('2')")
    page.wait_for_selector(".seatrows li:last-child:nth-child(2)")
    page.select_option(".seatrows li:nth-child(1) select", "bot:greedy")
    page.click(".options summary")
    page.select_option(".option:has-text('variant') select", "impromptu")
    page.fill("#name", "Ana")
    page.click("button[type=submit]")
    page.wait_for_selector("#board > *")
    assert page.locator(".col").count() == 3  # impromptu
    assert page.inner_text(".seat.me") .startswith("1")
    page.click(".brand")
    page.click(".recent a")
    page.wait_for_selector("#board > *")


def test_a_guest_gets_a_link(browsing):
    page = browsing.open()
    page.wait_for_selector(".lobby")
    page.select_option(".seatrows li:nth-child(2) select", "guest")
    page.click("button[type=submit]")
    page.wait_for_selector(".guestlink")
    link = page.input_value(".guestlink input")
    assert link.startswith(browsing.address + "#join=")
    guest = browsing.open(link.removeprefix(browsing.address))
    guest.click("button[type=submit]")
    guest.wait_for_selector("#board > *")
    page.wait_for_selector(".guestlink", state="detached")


def test_the_first_paint_needs_little(browsing):
    page = browsing.open("favicon")  # the browser's own machinery is warm
    sizes = []
    page.on("response", lambda response: sizes.append(len(response.body())))
    page.goto(browsing.address)
    page.wait_for_selector(".lobby")
    browsing.errors.clear()
    assert 10_000 < sum(sizes) <= 300_000


def test_a_choice_is_taken_back_before_and_after_it_is_sent(browsing):
    page, _ = browsing.sit("house_of_fado", 2)
    page.wait_for_selector("#board[data-owes=true]")
    assert page.is_disabled("#undo")
    page.click("[data-action='place market_R']")
    assert page.is_enabled("#play")
    page.click("#undo")
    assert page.is_disabled("#play")
    page.click("[data-action='place market_R']")
    page.click("#play")
    page.wait_for_selector("[data-action^='hire ']")
    page.keyboard.press("u")
    page.wait_for_selector("[data-action='place market_R']")
    assert page.is_disabled("#undo")


def test_a_hint_is_bars_on_the_moves(browsing):
    page, _ = browsing.sit("hoi_pho", 4)
    page.click("#hint")
    page.wait_for_selector(".hintsaid")
    assert "100 simulations" in page.inner_text(".hintsaid")
    assert page.locator("#moves .bar").count() == page.locator("#moves button").count()
    assert page.locator(".hand .hintbadge.best").count() == 1
    play_by_clicks(page, until=lambda page: page.get_attribute("#board", "data-version") != "1")
    assert page.locator(".hintsaid").count() == 0


@pytest.fixture(scope="module")
def finished(request):
    """A page with a finished game of Fairy Concerto."""
    browsing = request.getfixturevalue("module_browsing")
    page, _ = browsing.sit("fairy_concerto", 3)
    play_by_clicks(page)
    return page


def test_a_review_tells_what_each_move_was_worth(finished):
    finished.click("#review")
    finished.wait_for_selector(".review h2:has-text('Review by')", timeout=60_000)
    own = finished.locator(".decision").count()
    assert own >= 6
    assert finished.locator(".chart circle").count() == own
    finished.click("#worst")
    lost = finished.locator(".decision .verdict").all_inner_texts()
    numbers = [int(text.strip("−%")) for text in lost if text.startswith("−")]
    assert numbers == sorted(numbers, reverse=True)
    finished.click("#all")
    assert finished.locator(".decision").count() > own
    finished.locator(".decision summary").first.click()
    assert finished.locator(".decision[open] .shares tr").count() >= 1


def test_a_replay_steps_through_what_every_seat_saw(finished):
    finished.click("#replay")
    finished.wait_for_selector(".replay .screen span")
    first = finished.inner_text(".replay")
    finished.keyboard.press("ArrowRight")
    assert "step 1 of" in finished.inner_text(".controls")
    finished.keyboard.press("End")
    assert finished.is_disabled("#next")
    finished.keyboard.press("Home")
    assert finished.inner_text(".replay") == first
    finished.click(".replay .buttons button:nth-of-type(2)")
    assert "seat 1 (you)" in finished.inner_text(".screen")


def test_the_record_is_downloaded(finished):
    with finished.expect_download() as started:
        finished.click("#record")
    text = started.value.path().read_text()
    assert from_line(text.strip()).game == "fairy_concerto"


def test_a_game_is_played_by_keys_alone(browsing):
    page, _ = browsing.sit("fairy_concerto", 3)
    page.wait_for_selector("#board[data-owes=true]")
    page.keyboard.press("h")
    page.wait_for_selector(".hintsaid")
    for _ in range(200):
        page.wait_for_selector("#board[data-owes=true], #result")
        if page.locator("#result").count():
            break
        version = page.get_attribute("#board", "data-version")
        if page.is_disabled("#play"):
            page.keyboard.press("ArrowRight")
            assert page.evaluate("document.activeElement.matches('[data-action], [data-part]')")
            page.keyboard.press("Enter")
        else:
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("Enter")
            changed(page, version)
    assert page.locator("#result").count() == 1


def test_enter_chooses_and_enter_plays_and_digits_choose(browsing):
    page, _ = browsing.sit("hoi_pho", 4)
    page.keyboard.press("2")
    assert page.is_enabled("#play")
    page.keyboard.press("Escape")
    assert page.is_disabled("#play")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.is_enabled("#play")
    assert page.locator(".hand .chosen").count() == 1
    page.keyboard.press("Enter")
    changed(page, 1)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_phone_scrolls_in_one_direction_only(browsing, game, players):
    page, _ = browsing.sit(game, players, width=PHONE)

    def narrow(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        return int(page.get_attribute("#board", "data-version")) > 5

    play_by_clicks(page, until=narrow)


def test_the_lobby_of_a_phone_scrolls_in_one_direction_only(browsing):
    page = browsing.open(width=PHONE)
    page.wait_for_selector(".lobby")
    page.click(".options summary")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_dark_scheme_is_dark_and_readable(browsing, game, players):
    brightness = """() => {
        const sum = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).reduce((a, b) => a + +b, 0);
        const of = (name) => {
            const parts = getComputedStyle(document.querySelector(name));
            return [sum(parts.backgroundColor), sum(parts.color)];
        };
        return [of("body"), of(".board"), of(".dock"), of(".panel")];
    }"""
    light, _ = browsing.sit(game, players)
    dark, _ = browsing.sit(game, players, scheme="dark")
    for paper, ink in light.evaluate(brightness):
        assert paper > 600 > 250 > ink
    for paper, ink in dark.evaluate(brightness):
        assert paper < 200 < 600 < ink


def test_cards_say_what_they_do(browsing):
    page, _ = browsing.sit("hoi_pho", 4)
    card = page.locator(".hand .card:not(.ship)").first
    card.hover()
    page.wait_for_selector("#tip:not([hidden])")
    assert "Lowest:" in page.inner_text("#tip")
    page.keyboard.press("Escape")
    assert page.locator("#tip").is_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#tip:not([hidden])")
    page.keyboard.press("c")
    assert "Most money" in page.inner_text("#cards")


def test_an_error_is_one_sentence(browsing):
    page = browsing.open("#token=nobody")
    page.wait_for_selector(".panel h1")
    assert "There is no seat of this token" in page.inner_text(".panel")


def test_a_lost_connection_comes_back(browsing):
    page, _ = browsing.sit("hoi_pho", 3)
    sockets = []

    def pass_on(socket):
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket("**/ws", pass_on)
    page.reload()
    page.wait_for_selector("#board[data-owes=true]")
    while not sockets:
        page.wait_for_timeout(20)
    sockets[0].close()
    while len(sockets) < 2:
        page.wait_for_timeout(20)
    version = page.get_attribute("#board", "data-version")
    play_by_clicks(page, until=lambda page: page.get_attribute("#board", "data-version") != version)
    page.wait_for_selector("#board[data-owes=true]")


@pytest.mark.parametrize(("told", "said"), [
    ("seat 1 pays 2 to seat 0", "Bea pays 2 to you"),
    ("seat 0 ends its turn and takes up 2 reward cards",
     "you end your turn and take up 2 reward cards"),
    ("seat 0's 10 Yoo Yang triggers: supported", "your 10 Yoo Yang triggers: supported"),
    ("the worker of seat 0 goes to market_R/2", "your worker goes to market R/2"),
    ("seat 0 dismisses S5, fame 1", "you dismiss S5, fame 1"),
    ("seat 0 copies 13", "you copy 13"),
    ("seat 0 fetches its assistant from street_L to street_R",
     "you fetch your assistant from street L to street R"),
    ("seat 0 sends an assistant of seat 1 from street_L/1 back to its supply",
     "you send an assistant of Bea from street L/1 back to its supply"),
    ("seat 1 sends an assistant of seat 0 from street_L/1 back to its supply",
     "Bea sends your assistant from street L/1 back to your supply"),
    ("seat 0 has most money and claims contract 9", "you have most money and claim contract 9"),
    ("seat 0 (you) presents sets or ends its turn", "you present sets or end your turn"),
    ("seat 2 seats 3 brown from the left group", "club seats 3 brown from the left group"),
    ("seats 0 (you) and 1 throw rock, scissors, paper",
     "you and Bea throw rock, scissors, paper"),
])  # fmt: skip
def test_sentences_speak_to_the_reader(words_of_the_page, told, said):
    assert words_of_the_page(told) == said


@pytest.fixture(scope="module")
def words_of_the_page(module_browsing):
    page = module_browsing.open()
    script = "async ([told, names]) => (await import('/web/people.js')).inWords(told, names)"
    return lambda told: page.evaluate(script, [told, ["you", "Bea", "club"]])


def test_a_bot_in_the_browser_takes_a_seat(browsing):
    page = browsing.open()
    page.wait_for_selector(".lobby")
    page.click(".game.hoi_pho")
    page.click(".segments button:has-text('3')")
    page.wait_for_selector(".seatrows li:last-child:nth-child(3)")
    page.select_option(".seatrows li:nth-child(2) select", "browser")
    page.select_option(".seatrows li:nth-child(3) select", "bot:greedy")
    page.click("button[type=submit]")
    page.wait_for_selector("#board > *")
    assert page.locator(".guestlink").count() == 0
    play_by_clicks(page, until=lambda page: "turn 2" in page.inner_text("#board"))
    assert "browser bot plays" in page.inner_text("#log")
