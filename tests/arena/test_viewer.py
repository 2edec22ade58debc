"""The replay viewer's data: each position as every seat saw it, and what fits into the page."""

import dataclasses
import gzip
import json
import re
from base64 import b64decode

import pytest

import engine_cy
from arena.report import page as report_page
from arena.report import render_report
from arena.report.viewer import film, packed


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    from arena.config import TournamentConfig
    from arena.tournament import run_tournament
    from configs.schema import GameConfig

    return run_tournament(TournamentConfig(
        game=GameConfig(name="hoi_pho"), players=3, bots=["random", "ismcts+sims:20"], blocks=2,
        executor="serial", analysis=True, report=False, progress=False,
        run_dir=str(tmp_path_factory.mktemp("viewer")),
    ))  # fmt: skip


def shown_games(page):
    return re.findall(r'data-game="([^"]*)"', page)


def in_lines(shown, numbers):
    return [shown["lines"][number] for number in numbers]


def test_every_position_is_shown_as_each_seat_saw_it(run):
    record = run.records[0]
    shown = film(record)
    state = engine_cy.load_game("hoi_pho", players=3).new_initial_state(record.seed)
    events = []
    for position in range(record.length + 1):
        for seat in range(3):
            screen = in_lines(shown, shown["screens"][shown["views"][position][seat]])
            assert "\n".join(screen) == str(state.observation(seat))
        events += in_lines(shown, shown["events"][position])
        assert events == [event.text for event in state.events()]
        if position < record.length:
            state.apply_action(record.actions[position][1], record.actions[position][0])


def test_actions_times_and_analyses_are_those_of_the_record(run):
    game = engine_cy.load_game("hoi_pho", players=3)
    record = run.records[0]
    shown = film(record)
    words = in_lines(shown, shown["actions"])
    assert list(zip(shown["seats"], words, strict=True)) == [
        (seat, game.action_to_string(action)) for seat, action in record.actions
    ]
    assert shown["times"] == record.times["moves"]
    said = [(place, row) for place, row in enumerate(record.analysis) if row is not None]
    assert said
    for place, row in said:
        told = shown["analysis"][place]
        assert told["simulations"] == row["simulations"]
        assert [(shown["lines"][line], *rest) for line, *rest in told["actions"]] == [
            (game.action_to_string(action), *rest) for action, *rest in row["actions"]
        ]
    assert shown["end"][0] == f"The end after {record.length} actions."


def test_without_analyses_and_with_a_failure_a_game_is_shown_too(play):
    records = play(bots=["py:arena_bots:Crashes", "py:arena_bots:First"]).records
    record = next(record for record in records if record.failure is not None)
    failed = film(record)
    assert failed["analysis"] == []
    assert len(failed["views"]) == record.length + 1
    assert "lost the game here, crash" in failed["end"][0]


def test_packed_games_are_equal_for_equal_games_and_unpack(run):
    record = run.records[0]
    data = packed(record)
    assert data == packed(record)
    assert json.loads(gzip.decompress(b64decode(data))) == json.loads(json.dumps(film(record)))
    assert set(data) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")


def test_the_page_holds_as_many_games_as_are_asked_for(run):
    assert len(shown_games(render_report(run.results, run.records))) == 6
    assert len(shown_games(render_report(run.results, run.records, report_games=2))) == 2
    assert 'id="games"' not in render_report(run.results, run.records, report_games=0)


def test_games_without_room_are_left_out_the_least_surprising_first(run, monkeypatch):
    whole = render_report(run.results, run.records)
    monkeypatch.setattr(report_page, "MAX_BYTES", len(whole.encode()) - 20_000)
    page = render_report(run.results, run.records)
    kept = len(shown_games(page))
    assert shown_games(page) == shown_games(whole)[:kept]
    assert 0 < kept < 6
    assert len(page.encode()) <= report_page.MAX_BYTES
    assert f"{6 - kept} game" in page and "no room in a page of 2 MB" in page


def test_a_game_that_todays_rules_refuse_is_named(run):
    first, *others = run.records
    odd = dataclasses.replace(first, actions=[(0, 10**6), *first.actions[1:]])
    page = render_report(run.results, [odd, *others])
    assert odd.id not in shown_games(page)
    assert f"{odd.id} cannot be played again by the rules of today." in page


def test_a_bots_name_cannot_leave_its_place(play):
    """Names come from users; one that ends a script must stay a text everywhere."""
    name = "</script><script>alert(1)</script>"
    run = play(bots=[{"name": name, "spec": "random"}, "py:arena_bots:First"], report=True)
    page = run.report.read_text(encoding="utf-8")
    assert name not in page
    assert "&lt;/script&gt;" in page
    assert page.count("<script") == page.count("</script>") == len(shown_games(page)) + 1
