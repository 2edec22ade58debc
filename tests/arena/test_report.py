"""The report: one page that asks for nothing, says what was played, and survives odd content."""

import builtins
import copy
import re
from html.parser import HTMLParser

import pytest

import engine_cy
from arena.config import BudgetConfig
from arena.metrics import metrics_of
from arena.report import edges, render_report
from arena.report.charts import Axis, interval_chart
from arena.report.pairs import heat_map
from arena.report.settings import command_line, event_in_words, match_in_words
from arena.report.verdicts import cycle_sentences, headline, seat_sentences, strength_verdict
from arena.report.words import in_seconds, listed, odds, signed
from arena.text import results_table
from arena.times import think_times

BOTS = ["py:arena_bots:First", "py:arena_bots:Crashes", {"name": "<b>&x", "spec": "random"}]


class Page(HTMLParser):
    """Collects identifiers, references and open tags of a page."""

    VOID = {"meta", "link", "br", "wbr", "path", "use", "rect", "input"}

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.open, self.errors = [], [], [], []

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key == "id":
                self.ids.append(value)
            if key in ("href", "src", "xlink:href"):
                self.links.append(value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in self.VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.errors.append(tag)


@pytest.fixture
def run(play):
    return play(bots=BOTS, report=True)


@pytest.fixture
def page(run):
    return run.report.read_text(encoding="utf-8")


def test_the_page_asks_for_nothing_off_itself(page):
    assert "http" not in page.lower()
    assert not re.search(r"<script[^>]* src=", page)
    assert "@import" not in page
    parser = Page()
    parser.feed(page)
    assert all(link.startswith(("#", "data:")) for link in parser.links)
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", page))


def test_the_page_is_well_formed_and_its_identifiers_are_unique(page):
    check_form(page)


def check_form(page):
    parser = Page()
    parser.feed(page)
    assert parser.errors == []
    assert parser.open == []
    assert len(set(parser.ids)) == len(parser.ids)
    used = {link[1:] for link in parser.links if link.startswith("#")}
    used |= set(re.findall(r"url\(#([^)]*)\)", page))
    assert used <= set(parser.ids)


def test_all_charts_are_drawn_in_the_pages_own_colours(page):
    charts = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(charts) == 8
    for chart in charts:
        assert "var(--accent)" in chart
        assert not re.search(r"#0[0-9a-f]{5}\b", chart)
        assert 'role="img"' in chart
        assert re.match(r'<svg viewBox="0 0 [\d.]+ [\d.]+" role', chart)


def test_light_dark_and_narrow_screens_are_provided_for(page):
    assert "prefers-color-scheme: dark" in page
    assert "width=device-width" in page
    assert "@media (max-width" in page
    narrow = page[page.index("@media (max-width") :]
    assert ".extra { display: none; }" in narrow
    assert page.count('<th class="extra">') == 2


def test_the_page_shows_every_bots_share_and_interval(run, page):
    text = re.sub(r"<wbr>", "", page)
    for bot in run.results["events"][0]["bots"]:
        share = bot["win_share"]
        assert f">{100 * share['mean']:.1f}<small>" in text
        assert f"{100 * share['low']:.1f} to {100 * share['high']:.1f}" in text
    assert "py:arena_bots:Crashes" in text
    assert "&lt;b&gt;&amp;x" in text
    assert "<b>&x" not in text


def test_failures_are_listed_with_their_traces(page):
    assert "RuntimeError: lost the thread of &lt;object object at 0x...&gt;" in page
    assert "arena_bots.py" in page


def test_the_same_run_gives_the_same_page_but_for_times(run):
    first = render_report(run.results, run.records)
    assert render_report(run.results, list(reversed(run.records))) == first


def test_assumed_values_are_named(run):
    results = copy.deepcopy(run.results)
    results["tournament"]["events"][0]["assumed"] = ["merchants[3].reward"]
    page = render_report(results, run.records)
    assert "merchants[3].reward" in page
    assert "1 component\nvalue is assumed" in page


def test_a_run_without_games_has_a_page_too(run):
    from arena.results import summarize

    facts = run.results["tournament"]
    page = render_report(summarize([], facts, [24]), [], think_times([], facts))
    assert "The run is not complete: 0 games so far." in page
    assert "<svg" not in page and 'id="games"' not in page


def test_a_bot_that_fails_in_every_game_has_a_page_too(play):
    run = play(bots=["py:arena_bots:Unborn", "py:arena_bots:First"], report=True)
    assert run.notes == []
    page = run.report.read_text(encoding="utf-8")
    assert "Games lost by failing" in page
    assert "final score" not in page
    assert "<script" not in page  # there is no game to watch


def test_one_bot_alone_has_its_fair_share_and_no_interval(play):
    run = play(bots=["py:arena_bots:Chance"], blocks=1, report=True)
    share = run.results["events"][0]["bots"][0]["win_share"]
    assert share == {"mean": 0.5, "low": None, "high": None}
    lines = results_table(run.results).splitlines()
    assert "2 games on 1 deal, seed 1" in lines[0]
    assert lines[3].split()[:3] == ["py:arena_bots:Chance", "50.0", "–"]
    assert "tournament of 1 bot<" in run.report.read_text(encoding="utf-8")


def test_the_command_on_the_page_plays_the_same_tournament(run):
    command = command_line(run.results["tournament"])
    assert command == (
        "desgarrada tournament game=kuhn_poker players=2 blocks=12 'bots=[py:arena_bots:First,"
        "py:arena_bots:Crashes,{name:<b>&x,spec:random}]' seed=1"
    )


def test_times_take_the_unit_that_suits_them():
    times = (2.5, 0.0123, 0.0000042, None)
    assert [in_seconds(time) for time in times] == ["2.5 s", "12.3 ms", "4 µs", "–"]


@pytest.mark.parametrize("missing", ["matplotlib", "jinja2"])
def test_without_the_extra_there_are_results_and_a_sentence(play, monkeypatch, missing):
    real = builtins.__import__

    def fake(name, *args, **kwargs):
        if name.partition(".")[0] == missing:
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", fake)
    run = play(report=True)
    assert run.report is None
    assert (run.run_dir / "results.json").exists()
    (note,) = run.notes
    assert missing in note
    assert "pip install 'desgarrada[report]'" in note


def test_the_terminal_table_lists_the_best_bot_first(run):
    lines = results_table(run.results).splitlines()
    assert lines[0].startswith("Kuhn poker, 2 players: 24 games on 12 deals, seed 1")
    shares = {bot["name"]: bot["win_share"]["mean"] for bot in run.results["events"][0]["bots"]}
    best = max(shares, key=lambda name: shares[name])
    assert lines[3].split()[:2] == [best, f"{100 * shares[best]:.1f}"]


def test_names_in_any_script_are_drawn_as_they_are():
    names = ["$x$ and $y$", "Hội Phố", "名前 🂡", "a" * 60]
    chart = interval_chart([(name, 0.5, 0.4, 0.6) for name in names], Axis("x"), "c1", "test")
    for shown in [*names[:3], "a" * 42 + "…"]:
        assert f">{shown}</text>" in chart


def test_an_edge_is_shown_from_the_stronger_side():
    share, other = ({"mean": m, "low": m, "high": m} for m in (0.1, 0.4))
    weak = {
        "a": "weak",
        "b": "strong",
        "edge": {"mean": -0.3, "low": -0.5, "high": -0.1},
        "a_among_b": share,
        "b_among_a": other,
    }
    even = {"a": "x", "b": "y", "edge": None}
    (shown,) = edges({"pairs": [weak, even]})
    assert (shown["a"], shown["b"]) == ("strong", "weak")
    assert shown["edge"] == {"mean": 0.3, "low": 0.1, "high": 0.5}
    assert (shown["a_among_b"], shown["b_among_a"]) == (other, share)


def test_a_page_about_games_for_one(play):
    page = play(game="fairy_concerto", players=1, bots=["random", "greedy"],
                blocks=40, report=True).report.read_text(encoding="utf-8")
    assert "Does the seat matter?" not in page and "Win share" in page


def test_a_command_states_what_is_not_the_default(play):
    run = play(budget=BudgetConfig(seconds=2.5, overtime="forfeit"), analysis=True)
    command = command_line(run.results["tournament"])
    assert command.endswith("analysis=true budget.seconds=2.5 budget.overtime=forfeit")


def test_several_events_have_sections_of_their_own_and_one_table_of_all(play):
    games = [{"name": "kuhn_poker"}, {"name": "kuhn_poker", "label": "again"},
             {"name": "fairy_concerto", "players": 1}]  # fmt: skip
    run = play(games=games, bots=["random", "greedy"], blocks=4, report=True)
    assert run.notes == []
    page = run.report.read_text(encoding="utf-8")
    assert "<title>Tournament of 2 bots in 3 events</title>" in page
    titles = ["Kuhn poker, 2 players", "Kuhn poker, 2 players (again)", "Fairy Concerto, 1 player"]
    for number, title in enumerate(titles):
        assert f'<a href="#event-{number}">{title}</a>' in page
        assert f'<h2 class="event" id="event-{number}">{title}</h2>' in page
    assert page.count("All events together") == 1
    assert page.count("A win is worth 1") == 0 and page.count("a win is worth 1") == 1
    check_form(page)


def test_a_page_of_one_event_is_no_list_of_one(page):
    assert "<nav>" not in page
    assert "All events together" not in page and 'class="event"' not in page


RATINGS = {
    "bots": [
        {"name": "b", "rating": 60.0, "low": 20.0, "high": 100.0, "games": 9},
        {"name": "Hội", "rating": -60.0, "low": -100.0, "high": -20.0, "games": 9},
    ],
    "seats": [
        {"event": 0, "seat": 0, "effect": 12.0, "low": 1.0, "high": 23.0},
        {"event": 0, "seat": 1, "effect": -12.0, "low": -23.0, "high": -1.0},
    ],
    "deals": 9,
    "connected": True,
}


def test_ratings_tests_and_cycles_are_shown(play):
    run = play(bots=[{"name": "Hội", "spec": "random"}, {"name": "b", "spec": "greedy"}])
    results = copy.deepcopy(run.results)
    results["events"][0] |= {
        "ratings": RATINGS,
        "seat_test": {"p": 0.002, "statistic": 9.0, "deals": 9, "test": "Hotelling T2"},
        "strength_test": {"p": 0.25, "permutations": 999, "test": "permutation within blocks"},
        "cycles": {"cycles": [["a", "b", "c"]], "alpha_rank": [{"name": "a", "mass": 1.0}]},
    }
    page = render_report(results, run.records)
    check_form(page)
    assert "b is first, but these games do not show that the bots differ." in page
    assert "+60<small>+20 to +100</small>" in page
    assert 'aria-label="Rating of each bot with interval"' in page
    assert "The seat matters: were all seats alike" in page and "2 times in 1,000" in page
    assert "from −12 (seat 1) to +12 (seat 0)" in page
    assert "No sign that the bots differ" in page and "25 times in 100" in page
    assert "a beats b, b beats c, c beats a" in page and "a 100.0%" in page
    results["events"][0]["strength_test"]["p"] = 0.01
    page = render_report(results, run.records)
    assert "b is the strongest; its interval lies clear of all others." in page
    assert "luck would make differences this large once in 100" in page


def test_a_match_has_its_verdict_and_its_course(run):
    match = {
        "a": "<i>new", "b": "old", "decision": "stronger", "effect": 0.04,
        "edge": {"mean": 0.06, "low": 0.02, "high": 0.1}, "alpha": 0.05, "beta": 0.1, "llr": 3.01,
        "bounds": [-2.25, 2.89], "blocks": 40, "course": [[32, 1.5], [40, 3.01]],
    }  # fmt: skip
    sentences = match_in_words(match)
    assert sentences[:2] == [
        "<i>new is stronger than old.",
        "Its edge is +6.0 points (95% interval +2.0 to +10.0).",
    ]
    assert "3.01 after 40 deals; the test ends at -2.25 (no such edge) or 2.89" in sentences[2]
    page = render_report({**run.results, "match": match}, run.records)
    assert "&lt;i&gt;new is stronger than old." in page
    assert 'aria-label="Log-likelihood ratio by blocks"' in page
    check_form(page)


@pytest.mark.parametrize("decision, words", [
    ("not stronger", "a is not stronger than b by as much as 4 points."),
    ("undecided", "Undecided whether a is stronger than b by 4 points."),
])  # fmt: skip
def test_other_verdicts_of_a_match(decision, words):
    match = {"a": "a", "b": "b", "decision": decision, "effect": 0.04, "edge": None, "alpha": 0.05,
             "beta": 0.05, "llr": 0.0, "bounds": [-2.94, 2.94], "blocks": 1}  # fmt: skip
    assert match_in_words(match)[0] == words


def test_a_match_tells_how_many_deals_its_test_took():
    facts = {"players": 3, "blocks": 400, "lineups": "match", "data": None}
    event = {"games_planned": 192, "games": 192, "complete": True, "deals": 32}
    told = " ".join(event_in_words(event, facts, 2))
    assert "32 deals" in told and "192 games" in told and "400" not in told


def test_the_heat_map_shows_edges_only_where_all_pairs_have_one():
    def pair(a, b, edge):
        ahead = {"mean": 0.75, "low": 0.5, "high": 1.0}
        return {"a": a, "b": b, "ahead": ahead, "edge": edge}

    edge = {"mean": 0.25, "low": -0.1, "high": 0.6}
    never = {"a": "b", "b": "c", "ahead": None, "edge": None}
    full = heat_map({"pairs": [pair("a", "b", edge), pair("a", "c", edge), never]}, ["a", "b", "c"])
    assert full.kind == "edge"
    assert [cell and cell.estimate["mean"] for cell in full.rows[1][1]] == [-0.25, None, None]
    part = heat_map({"pairs": [pair("a", "b", edge), pair("a", "c", None)]}, ["a", "b", "c"])
    assert part.kind == "ahead"
    above, below = part.rows[0][1][1], part.rows[1][1][0]
    assert (above.ahead, below.ahead) == (True, False)
    assert below.estimate == {"mean": 0.25, "low": 0.0, "high": 0.5}
    assert above.opacity == below.opacity == full.rows[0][1][1].opacity * 2
    assert heat_map({"pairs": [never]}, ["b", "c"]) is None


def test_the_headline_claims_no_more_than_the_intervals_do():
    rows = [("a", 3.0, 2.5, 3.5), ("b", 2.0, 1.5, 2.6), ("c", 1.0, 0.5, 1.5)]
    assert headline(rows) == "a is first, but its interval overlaps that of b."
    assert headline([rows[0], rows[2]]) == (
        "a is the strongest; its interval lies clear of all others."
    )
    assert headline([rows[0], ("d", 3.0, None, None)]) == "a and d are level."
    assert headline([("a", 3.0, None, None), rows[2]]) == (
        "a is first, but its interval overlaps that of c."
    )
    assert headline(rows[:1]) is None


def test_without_a_test_there_is_no_verdict():
    assert strength_verdict(None) == []
    assert len(seat_sentences({"seat_test": None, "ratings": None})) == 1
    assert cycle_sentences(None) == []
    assert cycle_sentences({"cycles": []}) == []


def test_rare_chances_are_odds_and_others_hundredths():
    assert [odds(p) for p in (1 / 1234, 1 / 37, 0.4, 0.5, 1.0)] == [
        "1 in 1,234", "1 in 37", "1 in 2.5", "50 in 100", "100 in 100",
    ]  # fmt: skip


def test_signs_and_lists():
    assert [signed(v) for v in (12.4, -3.0, -0.2, None)] == ["+12", "−3", "0", "–"]
    assert [listed(names) for names in (["a"], ["a", "b"], ["a", "b", "c"])] == [
        "a", "a and b", "a, b and c",
    ]  # fmt: skip


def test_the_metrics_of_a_game_are_rows_and_a_chart(run):
    metrics = metrics_of(run.records, engine_cy.load_game("kuhn_poker"))
    page = render_report(run.results, run.records, metrics=[metrics])
    check_form(page)
    mean, bits = metrics["branching"]["mean"], metrics["hidden_bits"]["first"]["mean"]
    assert f"<td>legal actions of a decision</td><td>{mean['mean']:.2f}" in page
    assert f"<td>at a seat's first decision</td><td>{bits:.2f}" in page.replace("&#39;", "'")
    assert metrics["lead"] is None and "lead changes" not in page
    assert 'aria-label="The course of a game"' in page


def test_a_course_without_hidden_cards_or_leads_has_one_line(run):
    metrics = metrics_of(run.records, engine_cy.load_game("kuhn_poker"))
    for part in metrics["parts"]:
        part |= {"hidden_bits": 0.0, "winner_leads": None}
    page = render_report(run.results, run.records, metrics=[metrics])
    assert 'aria-label="The course of a game"' in page
    assert ">legal actions of a decision</text>" in page and ">hidden bits</text>" not in page
    for part in metrics["parts"]:
        part["choices"] = None
    page = render_report(run.results, run.records, metrics=[metrics])
    assert 'aria-label="The course of a game"' not in page


def test_think_times_are_in_the_table_and_overtime_is_told(run):
    times = think_times(run.records, run.results["tournament"])
    bot = times["events"][0]["bots"][0]
    bot["mean"], bot["overtime"] = 0.25, 3
    page = render_report(run.results, run.records, times)
    assert '<td class="extra">250 ms</td>' in page
    assert f"{bot['name']} was over its time 3 times." in page
