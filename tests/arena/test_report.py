"""The report: one page that asks for nothing, says what was played, and survives odd content."""

import builtins
import dataclasses
import re
from html.parser import HTMLParser

import pytest

from arena.charts import interval_chart
from arena.report import _think_times, command_line, edges, in_seconds, render_report
from arena.text import results_table

BOTS = ["py:arena_bots:First", "py:arena_bots:Crashes", {"name": "<b>&x", "spec": "random"}]


class Page(HTMLParser):
    """Collects identifiers, references and open tags of a page."""

    VOID = {"meta", "link", "br", "wbr", "path", "use", "rect"}

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
    assert "<script" not in page
    assert "@import" not in page
    parser = Page()
    parser.feed(page)
    assert all(link.startswith(("#", "data:")) for link in parser.links)
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", page))


def test_the_page_is_well_formed_and_its_identifiers_are_unique(page):
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
    assert len(charts) == 4
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
    for bot in run.results["bots"]:
        share = bot["win_share"]
        assert f">{100 * share['mean']:.1f}</td>" in text
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
    facts = {**run.results["tournament"], "assumed": ["merchants[3].reward"]}
    page = render_report({**run.results, "tournament": facts}, run.records)
    assert "merchants[3].reward" in page
    assert "1 component\nvalue is assumed" in page


def test_a_run_without_games_has_a_page_too(run):
    from arena.entrants import read_entrants
    from arena.results import summarize

    results = summarize([], read_entrants(BOTS), run.results["tournament"], 24)
    assert "not complete" in render_report(results, [])
    assert "–" in results_table(results)


def test_a_bot_that_fails_in_every_game_has_a_page_too(play):
    run = play(bots=["py:arena_bots:Unborn", "py:arena_bots:First"], report=True)
    assert run.notes == []
    page = run.report.read_text(encoding="utf-8")
    assert "Games lost by failing" in page
    assert "final score" not in page


def test_one_bot_alone_has_its_fair_share_and_no_interval(play):
    run = play(bots=["py:arena_bots:Chance"], blocks=1, report=True)
    share = run.results["bots"][0]["win_share"]
    assert share == {"mean": 0.5, "low": None, "high": None}
    lines = results_table(run.results).splitlines()
    assert "2 games on 1 deal, seed 1" in lines[0]
    assert lines[3].split()[:3] == ["py:arena_bots:Chance", "50.0", "–"]
    assert "tournament of 1 bot<" in run.report.read_text(encoding="utf-8")


def test_the_command_on_the_page_plays_the_same_tournament(run):
    command = command_line(run.results["tournament"])
    assert command == (
        "desgarrada tournament game=kuhn_poker players=2 bots=[py:arena_bots:First,"
        "py:arena_bots:Crashes,{name:<b>&x,spec:random}] blocks=12 seed=1"
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
    shares = {bot["name"]: bot["win_share"]["mean"] for bot in run.results["bots"]}
    best = max(shares, key=lambda name: shares[name])
    assert lines[3].split()[:2] == [best, f"{100 * shares[best]:.1f}"]


def test_names_in_any_script_are_drawn_as_they_are():
    names = ["$x$ and $y$", "Hội Phố", "名前 🂡", "a" * 60]
    chart = interval_chart([(name, 0.5, 0.4, 0.6) for name in names], 0.5, "c1", "test")
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


def test_a_mean_time_does_not_depend_on_the_order_of_the_games(run):
    """0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1 in doubles, unless it is summed exactly."""
    records = [
        dataclasses.replace(record, times={**record.times, "seconds": [seconds] * record.players})
        for record, seconds in zip(run.records, [0.1, 0.2, 0.3] * 8, strict=True)
    ]
    assert _think_times(records) == _think_times(records[::-1]) == _think_times(
        sorted(records, key=lambda record: record.times["seconds"]))
