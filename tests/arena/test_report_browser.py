"""The report in a real browser: charts drawn, games stepped through, nothing fetched, no error."""

import re
import shutil

import pytest

from arena.config import TournamentConfig
from arena.tournament import run_tournament

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
HOSTILE = "</script><img/src=x/onerror=document.title=1>"

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium here; apt-get install chromium"
)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return run_tournament(TournamentConfig(
        games=[{"name": "hoi_pho", "players": 4}, {"name": "fairy_concerto", "players": 2}],
        bots=["random", "greedy", {"name": HOSTILE, "spec": "ismcts+sims:20"}, "flat_mc+sims:20",
              "ismcts+sims:10"], blocks=5,
        executor="serial", analysis=True, progress=False,
        run_dir=str(tmp_path_factory.mktemp("browser")),
    ))  # fmt: skip


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def show(browser, run):
    """Return a function that opens the report; whatever goes wrong there fails the test."""
    errors, requests, pages = [], [], []

    def open_page(where="", width=1200, scheme="light"):
        page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        pages.append(page)
        page.on("console", lambda message: errors.append(message.text))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(run.report.as_uri() + where)
        page.wait_for_selector("#viewer:not([hidden])")
        return page

    yield open_page
    for page in pages:
        page.close()
    assert errors == []
    assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []


def test_every_chart_is_drawn(show):
    page = show()
    charts = page.evaluate("""[...document.querySelectorAll("svg")].map((svg) => {
        const marks = [...svg.querySelectorAll("path, use, rect")].filter((mark) => {
            const box = mark.getBoundingClientRect();
            return box.width + box.height > 0;
        });
        const box = svg.getBoundingClientRect();
        return [svg.getAttribute("aria-label"), box.width, box.height, marks.length];
    })""")
    assert len(charts) == 2 + 2 * 8
    for label, width, height, marks in charts:
        assert width > 300 and height > 80 and marks > 5, label


def test_the_page_is_small_and_a_users_name_runs_nothing(show, run):
    assert len(run.report.read_bytes()) <= 2_000_000
    page = show()
    assert page.title() == "Tournament of 5 bots in 2 events"
    assert page.locator("img").count() == 0
    assert HOSTILE in page.inner_text("main")


def test_buttons_slider_and_keys_step_through_a_game(show):
    page = show()
    steps = int(page.get_attribute("#slider", "max"))
    assert page.inner_text("#step") == f"step 0 of {steps}"
    assert page.is_disabled("#back") and page.is_disabled("#first")
    seen = [page.inner_text("#viewer")]

    def now(step):
        assert page.inner_text("#step") == f"step {step} of {steps}"
        assert page.input_value("#slider") == str(step)
        assert page.evaluate("location.hash").endswith(f"step={step}")
        seen.append(page.inner_text("#viewer"))

    page.click("#next")
    now(1)
    page.keyboard.press("ArrowRight")
    now(2)
    page.keyboard.press("ArrowLeft")
    now(1)
    page.keyboard.press("End")
    now(steps)
    assert page.is_disabled("#next")
    assert page.inner_text("#move").startswith("The end after")
    page.click("#back")
    now(steps - 1)
    page.click("#first")
    now(0)
    page.fill("#slider", "5")
    now(5)
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    now(6)
    page.click("#last")
    now(steps)
    assert len(set(seen)) == 7  # steps 0, 1, 2, 5, 6, the last two


def test_every_seats_view_is_shown_with_its_own_knowledge(show):
    page = show()
    tabs = page.locator("#seats button")
    assert tabs.count() == 5
    for seat in range(4):
        tabs.nth(seat + 1).click()
        assert f"seat {seat} (you)" in page.inner_text("#screen")
        assert tabs.nth(seat + 1).get_attribute("aria-pressed") == "true"
        page.click("#next")
        assert f"seat {seat} (you)" in page.inner_text("#screen")
    tabs.nth(0).click()
    acting = re.match(r"seat (\d)", page.inner_text("#move")).group(1)
    assert f"seat {acting} (you)" in page.inner_text("#screen")


def test_what_changed_is_marked_and_what_the_bot_thought_is_told(show):
    page = show()
    thought = fresh = 0
    for _ in range(30):
        page.click("#next")
        fresh += page.locator("#screen .fresh").count()
        if page.locator("#analysis table").count():
            thought += 1
            played = page.inner_text("#analysis .played td:first-child")
            assert f": {played}" in page.inner_text("#move")
    assert fresh and thought


def test_another_game_is_chosen_and_an_address_leads_to_its_step(show):
    page = show()
    choices = page.locator("#choice button")
    assert choices.count() == 10
    first = page.inner_text("#screen")
    choices.nth(1).click()
    page.wait_for_function("before => document.querySelector('#screen').innerText !== before",
                           arg=first)  # fmt: skip
    assert choices.nth(1).get_attribute("aria-pressed") == "true"
    assert choices.nth(0).get_attribute("aria-pressed") == "false"
    name = choices.nth(1).get_attribute("data-game")
    page.click("#next")
    here = page.inner_text("#viewer")
    again = show(where=f"#game={name}&step=1")
    again.wait_for_function("document.querySelector('#step').innerText.startsWith('step 1 ')")
    assert again.inner_text("#viewer") == here


@pytest.mark.parametrize("width", [375, 800])
def test_a_phone_scrolls_in_one_direction_only(show, width):
    page = show(width=width)
    for _ in range(8):
        page.click("#next")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_dark_scheme_is_dark_and_readable(show):
    brightness = """(name) => {
        const parts = getComputedStyle(document.querySelector(name));
        const sum = (colour) => colour.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + +b, 0);
        return [sum(parts.backgroundColor), sum(parts.color)];
    }"""
    light, dark = show(), show(scheme="dark")
    for name in ("body", "section", "#choice button"):
        paper, ink = light.evaluate(brightness, name)
        dark_paper, dark_ink = dark.evaluate(brightness, name)
        assert paper > 600 > 250 > ink
        assert dark_paper < 200 < 600 < dark_ink
    lines = "getComputedStyle(document.querySelector('svg path[style*=accent]')).stroke"
    assert light.evaluate(lines) != dark.evaluate(lines)
