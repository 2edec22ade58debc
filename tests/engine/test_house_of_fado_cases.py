"""Closings, hires, turns and final scorings of House of Fado, worked by hand from the rulebook."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from house_of_fado_adapter import EnginePlay
from house_of_fado_positions import RefereePlay
from house_of_fado_referee_box import GROUPS, guests_of

CASES = json.loads((Path(__file__).parent / "data/house_of_fado_closings.json").read_text())
PLAYS = [pytest.param(RefereePlay, id="referee"), pytest.param(EnginePlay.at, id="engine")]


def named(rows):
    return [pytest.param(row, id=row["name"].replace(" ", "-")) for row in rows]


def picked(case, texts, hires):
    """Return what a hand-worked case says at a step with these answers."""
    first = min(texts)
    if first.startswith("place"):
        return f"place {case.get('place', 'home')}"
    if hires or "stop" in texts:
        return f"hire {hires.pop(0)}" if hires else "stop"
    if first.startswith("critic to"):
        return f"critic to {GROUPS[case['critic_to']]}"
    kind = first.split()[-1]
    if first.startswith("box"):
        return f"{ {'remove': 'box', 'stay': 'keep'}[case['sixth'][kind]]} {kind}"
    if first.startswith(("dismiss", "keep")):
        return f"{'dismiss' if kind in case.get('dismiss', []) else 'keep'} {kind}"
    return raising(case.get("raise", {}), texts)


def raising(levels, texts):
    """Return the answer to a step of raising fame for these levels."""
    kind = next(text for text in texts if text.startswith("no raise")).split()[-1]
    return f"raise {kind} to {levels[kind]}" if kind in levels else f"no raise {kind}"


def turn_of_seat_0(play, case):
    """Play the turn that the case describes; return the steps it took."""
    hires, steps = list(case.get("hire", [])), []
    while play.seat == 0:
        steps.append(picked(case, play.texts, hires))
        play.do(steps[-1])
    assert not hires
    return steps


def is_offered(play, levels):
    """True if a closing can raise seat 0's musicians to these levels of fame."""
    play.do("place home")
    left = dict(levels)
    while left and play.seat == 0 and any(text.startswith("no raise") for text in play.texts):
        text = raising(left, play.texts)
        if text not in play.texts:
            return False
        left.pop(text.split()[1], None)
        play.do(text)
    return not left


def check_after(public, after):
    """Compare the table after the turn of seat 0 with what was worked out."""
    mine = public["seats"][0]
    for field in ("money", "points", "cubes", "musicians", "notes", "big_table"):
        if field in after:
            assert mine[field] == after[field], field
    if "stars" in after:
        assert sorted(s for s, owner in public["stars"].items() if owner == 0) == sorted(
            after["stars"])
        assert public["discard"] == after["discard"]
        assert mine["home"] and mine["tables"] == ["", "", ""] and mine["bar"] == ""
    assert after.get("market", {}).items() <= public["market"].items()
    assert set(after.get("boxed", [])) <= set(public["boxed"])
    assert after.get("star_musicians", {}).items() <= public["star_musicians"].items()


def check_result(play, case):
    assert play.over
    assert play.totals == case["totals"]
    assert play.ranks == case["ranks"]
    assert play.shares == pytest.approx(case["shares"])


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("row", CASES["income"]["rows"], ids=str)
def test_income_at_each_step_of_the_track(play, row):
    removed, tables, bar, income = row
    before = {"money": 7, "cubes": 8 - removed, "tables": tables, "bar": bar}
    case = {"players": 3, "before": before, "critic_to": 0}
    if removed == 8:
        case["stars_elsewhere"] = {"first_8_cubes": 1}
    table = play(case)
    turn_of_seat_0(table, case)
    assert table.public["seats"][0]["money"] == 7 + income


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("case", named(CASES["closings"]))
def test_closings_worked_by_hand(play, case):
    table = play(case)
    turn_of_seat_0(table, case)
    check_after(table.public, case["after"])
    if "over" in case:
        check_result(table, case["over"])
    for levels in case.get("not_offered", []):
        assert not is_offered(play(case), levels)
    if "raise" in case:
        assert is_offered(play(case), case["raise"])


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("case", named(CASES["hires"]))
def test_hires_worked_by_hand(play, case):
    table = play(case)
    assert f"place {case['place']}" in turn_of_seat_0(table, case)
    check_after(table.public, case["after"])


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("case", named(CASES["turns"]))
def test_turns_worked_by_hand(play, case):
    table = play(case)
    for number, step in enumerate(case["steps"]):
        for refused in case.get("refused", {}).get(str(number), []):
            seat, text = told(refused)
            assert table.seat == seat and text not in table.texts
        seat, text = told(step)
        assert table.seat == seat and text in table.texts
        table.do(text)
    assert table.seat != 0                                  # the turn has no further step
    shown = table.public
    for seat, after in case["after"].items():
        assert {field: shown["seats"][int(seat)][field] for field in after} == after
    for part in ("market", "billboard"):
        assert case.get(f"{part}_after", {}).items() <= shown[part].items()
    if "figures_after" in case:
        assert {place: list(figure) for place, figure in shown["figures"].items()} == case[
            "figures_after"]
    assert shown["groups"] == case.get("groups_after", shown["groups"])
    sizes = [guests_of(text).total() for text in shown["groups"]]
    assert sizes == case.get("groups_sizes_after", sizes)
    assert shown["stars"] == case.get("stars_after", shown["stars"])
    if "over" in case:
        check_result(table, case["over"])


def told(step):
    """Return the seat and the text of a step, "1: note n2" or "note n2"."""
    seat, _, text = step.rpartition(": ")
    return int(seat or 0), text


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("case", named(CASES["finals"]))
def test_final_scorings_worked_by_hand(play, case):
    table = play({"options": {"max_rounds": 1}, "starter": 1, **case})
    turn_of_seat_0(table, case)
    check_result(table, case)
