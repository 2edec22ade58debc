"""The hand-written observations of Fado Duetos: each is where a course of play leads.

The course is played twice: by the referee, who knows the cards it names, and, with cards dealt so
that it can happen, in the engine. Both must see the position as it is written.
"""

import json
from pathlib import Path

import pytest
from fado_duetos_courses import CourseReferee
from fado_duetos_table import Table

DATA = Path(__file__).parent / "data"
COURSES, OBSERVATIONS = (
    json.loads((DATA / folder / "fado_duetos.json").read_text(encoding="utf-8"))
    for folder in ("courses", "observations")
)
LEFT_OUT = {"turns_finished": 0, "rewards": 0, "placed": None, "set_begun": [], "practice": [],
            "feature": {}, "sequence": {}, "variety": []}
each_course = pytest.mark.parametrize("number", range(len(COURSES)))


def plain(view):
    """Return a view with every field, without empty entries, and cards of equal rank sorted."""
    view = {**LEFT_OUT, **view}
    for key in ("hand", "discards", "practice"):
        view[key] = sorted(view[key])
    for key in ("feature", "sequence"):
        view[key] = {aspect: seat for aspect, seat in view[key].items() if seat is not None}
    view["chips"] = [{aspect: held for aspect, held in mine.items() if held}
                     for mine in view["chips"]]
    return view


def referee_after(course, written):
    """Return the referee where the course has led, and the cards that everybody knows then."""
    referee = CourseReferee(
        written["players"], course["starter"], course["showcase"], written.get("options", {}))
    for note in course["rounds"]:
        referee.play(note)
    holds = referee.holds()
    referee.look(written["player"], written["view"]["hand"])
    referee.begin(written["player"], course)
    return referee, holds


def test_each_observation_has_its_course():
    assert len(COURSES) == len(OBSERVATIONS) == 50
    for course, written in zip(COURSES, OBSERVATIONS, strict=True):
        assert course["says"].startswith(f"{written['players']} players")


@each_course
def test_the_course_leads_to_the_observation(number):
    written = OBSERVATIONS[number]
    referee, holds = referee_after(COURSES[number], written)
    assert plain(referee.view(written["player"])) == plain(written["view"])
    assert [sorted(cards) for cards in written.get("knowledge", {}).get("holds", holds)] == holds


@each_course
def test_the_engine_sees_the_observation_after_the_course(number):
    course, written = COURSES[number], OBSERVATIONS[number]
    referee, holds = referee_after(course, written)
    hands, deck = referee.deal(number)
    table = Table(
        written["players"], hands, phase="place", marker=course["starter"], pile=deck,
        showcase=course["showcase"], **written.get("options", {}))
    for seat, text in referee.moves:
        assert text in table.legal(seat)
        table.do(text, seat=seat)
    seen = table.state.observation(written["player"]).to_dict()
    assert plain(seen["view"]) == plain(written["view"])
    assert seen["knowledge"] == {"holds": holds}
