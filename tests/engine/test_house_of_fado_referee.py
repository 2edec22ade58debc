"""House of Fado against the independent referee, and the referee against hand-worked cases."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from house_of_fado_referee import Referee
from house_of_fado_referee_box import GROUPS, guests_of
from house_of_fado_referee_scores import shares
from house_of_fado_referee_setup import arranged, census, dealt, draw, public

CASES = json.loads((Path(__file__).parent / "data/house_of_fado_closings.json").read_text())
SWITCHES = [
    {"two_player_assistants": True},
    {"promos": True},
    {"uniqueness_scope": "space"},
    {"kickout_scope": "space"},
    {"kickout_scope": "space", "uniqueness_scope": "space"},
    {"kickout_scope": "space", "two_player_assistants": True},
    {"uniqueness_scope": "space", "two_player_assistants": True},
    {"kickout_timing": "after_action"},
    {"kickout_timing": "after_action", "two_player_assistants": True, "kickout_scope": "space"},
    {"refill_timing": "after_every_turn"},
    {"fame6_outside_close": "forbid"},
    {"allow_noop": "always"},
    {"clef_mode": "ordinary_kind"},
    {"clef_mode": "none"},
    {"customers_table": "alternative"},
    {"dismissed_keep_die": False, "promos": True},
    {"cube_spaces_per_type": 2},
    {"supply_per_kind": 1},
    {"supply_per_kind": 2, "clef_mode": "ordinary_kind"},
    {"max_rounds": 3},
]

class RefereePlay:
    """A hand-worked case at the referee's table."""

    def __init__(self, case):
        self.referee = arranged(case)

    def do(self, text):
        self.referee.choose(self.seat, text)

    seat = property(lambda self: next(iter(self.referee.waiting), None))
    texts = property(lambda self: self.referee.question[self.seat])
    public = property(lambda self: public(self.referee))
    over = property(lambda self: self.referee.question is None)
    totals = property(lambda self: self.referee.totals())
    ranks = property(lambda self: self.referee.ranks())
    shares = property(lambda self: shares(self.ranks))


PLAYS = [RefereePlay]
LEANINGS = {
    "dismiss": (0.02, 0.3, 3),
    "promote": (0.1, 1, 5),
    "critic": (1, 6),
    "home": (0.3, 1),
    "note": (0.2, 1),
}


def named(rows):
    return [pytest.param(row, id=row["name"].replace(" ", "-")) for row in rows]


# ---- the referee alone -------------------------------------------------------------------------

class Taste:
    """Random choices that lean towards doing much, and in each game towards other things.

    Uniformly random players hardly ever fill a table, raise fame or end a game by its stars.
    """

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.weights = {"stop": 0.1, "no": 0.2, "score": 9, "hire": 3, "contract": 3}
        for word, leanings in LEANINGS.items():
            self.weights[word] = self.rng.choice(leanings)

    def weight(self, text):
        words = text.split()
        if words[0] == "raise":
            return 4 ** int(words[-1])
        if words[0] == "seat":
            return 3 ** guests_of(text.removeprefix("seat ")).total()
        return self.weights.get(words[-1 if words[-1] == "home" else 0], 1)

    def choose(self, texts):
        texts = sorted(texts)
        return self.rng.choices(texts, [self.weight(text) for text in texts])[0]


def referee_plays(players, seed, **options):
    """Play a random game with the referee alone; return it and the first words it has heard."""
    rng, taste = random.Random(seed), Taste(seed)
    referee = Referee(players, dealt(players, rng, options.get("promos", False)), **options)
    before, words = census(referee), Counter()
    referee.follow(referee.game())
    while referee.question is not None:
        seat = referee.waiting[0]
        text = taste.choose(referee.question[seat])
        words[text.split()[0]] += 1
        referee.choose(seat, text)
        draw(referee, rng)
        assert census(referee) == before
        assert all(s.money >= 0 and 0 <= s.track <= 8 for s in referee.seats)
    return referee, words


@pytest.mark.parametrize("options", [{}, *SWITCHES])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_keeps_every_component(players, options):
    for seed in range(4):
        referee, _ = referee_plays(players, seed, **options)
        assert len(referee.stars) >= 3 or referee.round == referee.options["max_rounds"]
        assert sorted(referee.ranks())[0] == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_visit_every_verb_and_end_by_stars(players):
    words, ends = Counter(), []
    for seed in range(60):
        referee, heard = referee_plays(players, seed)
        words += heard
        ends.append(len(referee.stars) >= 3)
    assert any(ends) and not all(ends)
    assert set(words) >= {"place", "lift", "kick", "bar", "note", "raise", "no", "hire", "stop",
                          "guests", "critic", "seat", "table", "score", "promote", "contract",
                          "keep", "dismiss"}


# ---- cases worked by hand ----------------------------------------------------------------------

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
    for part in ("figures", "market", "billboard"):
        assert case.get(f"{part}_after", {}).items() <= shown[part].items()
    assert shown["groups"] == case.get("groups_after", shown["groups"])
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
