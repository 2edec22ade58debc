"""Observations of Fairy Concerto: those written by hand can occur, others name what is wrong."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path

import pytest
from fairy_concerto_course import Course, listed
from fairy_concerto_table import KINDS

from engine_cy import DataError, load_game

FILE = Path(__file__).parent / "data" / "observations" / "fairy_concerto.json"
WRITTEN = json.loads(FILE.read_text(encoding="utf-8"))
T, D, V, H, C = ({kind: 1} for kind in KINDS)


def read(written):
    game = load_game("fairy_concerto", written["players"], **written.get("options", {}))
    return game.observation_from_dict({"game": "fairy_concerto", **written})


def check_course(written):
    """Find a game that leads to an observation, and compare all that it shows."""
    view, seat, knowledge = written["view"], written["player"], written.get("knowledge") or {}
    course = Course(written)
    referee = course.play(written.get("options", {}))
    assert [Counter(o) for o in referee.orchestras] == [+Counter(o) for o in view["orchestras"]]
    assert [sorted(cards) for cards in referee.kept] == [sorted(c) for c in view["score_cards"]]
    assert sorted(referee.discards) == sorted(view["discards"])
    assert Counter(referee.removed) == +Counter(view.get("removed", {}))
    choosing = view["phase"] == "choose"
    assert list(referee.question) == ([view["chooser"]] if choosing else list(range(course.n)))
    if choosing and course.n > 1:               # alone their number follows from the score cards
        assert course.waiting == [p > view["chooser"] and course.picks[p][-1] == "composer"
                                  for p in range(course.n)]
    if course.n == 1:
        assert Counter(referee.pahha) == +Counter(view["pahha"]["orchestra"])
        assert referee.face_down == view["pahha"]["face_down"]
    else:
        hands = knowledge.get("hands") or [None] * course.n
        for hand, known in zip(referee.hands, [*hands[:seat], view["hand"], *hands[seat + 1 :]],
                               strict=True):
            assert known is None or sorted(hand) == sorted(listed(known))
    if knowledge.get("picked") is not None:
        assert course.picked() == [Counter(row) for row in knowledge["picked"]]


@pytest.mark.parametrize("number", range(len(WRITTEN)))
def test_a_game_leads_to_every_observation_written_by_hand(number):
    check_course(WRITTEN[number])


# ---- tables that cannot be -----------------------------------------------------------------------


def changed_in(written, path, value):
    """Return a copy of an observation with one value replaced."""
    written = copy.deepcopy(written)
    *way, last = path
    target = written
    for key in way:
        target = target.setdefault(key, {})
    target[last] = value
    return written


def changed(number, path, value):
    return changed_in(WRITTEN[number], path, value)


WAITING = ("view", "composers_waiting")
PAHHA_WAITING = ("view", "pahha", "composers_waiting")


@pytest.mark.parametrize(("number", "path", "value", "part"), [
    # seat 0 draws, seat 2 waits: seat 0 cannot wait as well, nor is there a fourth seat
    (28, WAITING, [1, 0, 1], "'view.composers_waiting' .* seats draw in their order, seat 0"),
    (28, WAITING, [0, 0, 2], "'view.composers_waiting' .* 3 integers 0..1"),
    # seat 2 draws, so seat 0 has drawn
    (27, WAITING, [1, 0, 0], "'view.composers_waiting' .* seat 0 no later than .* seat 2"),
    # nobody waits before the picks are shown
    (7, WAITING, [1, 0, 0, 0], "'view.composers_waiting' .* 4 integers 0..0"),
    # alone: two are added in round 3, one of them draws; Pahha gets two
    (48, WAITING, [2], "'view.composers_waiting' .* 1 integers 0..1"),
    (48, PAHHA_WAITING, 2, "'view.pahha.composers_waiting' .* 0..1"),
])
def test_composers_that_cannot_wait(number, path, value, part):
    written = changed(number, path, value)
    with pytest.raises(DataError, match=part):
        read(written)
    if written["view"]["phase"] == "choose":
        with pytest.raises(AssertionError):
            check_course(written)


def test_a_seat_without_composers_does_not_wait():
    """Seat 1 has added a drummer, and must have kept a setup card."""
    written = changed(4, WAITING, [0, 1, 0, 0])
    del written["knowledge"]
    written["view"]["score_cards"][1] = []
    written["view"]["discards"].remove("SC03")
    with pytest.raises(DataError, match=r"'view.composers_waiting' .* seat 1 has not added so man"):
        read(written)
    with pytest.raises(AssertionError):
        check_course(written)


def test_the_first_composer_of_a_seat_to_come_waits():
    """In the first draft seat 0 draws; seat 3, with a composer too, has not drawn before it."""
    written = changed(4, ("view", "orchestras"), [C, D, V, C])
    del written["knowledge"]
    assert read(changed_in(written, WAITING, [0, 0, 0, 1])).current_player() == 0
    check_course(changed_in(written, WAITING, [0, 0, 0, 1]))
    written["view"]["score_cards"][3].append("SC11")
    written["view"]["discards"].append("SC12")
    with pytest.raises(DataError, match=r"'view.composers_waiting' .* seat 3 has just added"):
        read(written)
    with pytest.raises(AssertionError):
        check_course(written)


def test_composers_that_pahha_has_just_got_wait():
    """Round 1, both composers: yours draws, Pahha's cannot have drawn yet."""
    view = {"round": 1, "phase": "choose", "popularity": "trumpeter", "soloist": "SOL_A",
            "pianist": "P1", "harpist": "H1", "hand": {}, "orchestras": [{"composer": 1}],
            "score_cards": [["SC01"]], "discards": ["SC02"], "pair": ["SC03", "SC04"],
            "chooser": 0}
    for waiting, face_down in ((1, 1), (0, 2)):
        pahha = {"orchestra": {"composer": 1}, "face_down": face_down,
                 "composers_waiting": waiting}
        written = {"players": 1, "player": 0, "view": {**view, "pahha": pahha}}
        if waiting:
            assert read(written).current_player() == 0
            check_course(written)
        else:
            with pytest.raises(DataError, match=r"'view.pahha.composers_waiting' is 0; .* 1..1"):
                read(written)
            with pytest.raises(AssertionError):
                check_course(written)


# ---- hands that cannot have lost that ------------------------------------------------------------

PICKED = ("knowledge", "picked")


@pytest.mark.parametrize(("number", "picked", "seat", "kinds"), [
    # pick 2, the orchestras are T, D, V, H: the hand with seat q has lost what seat q - 1 added
    (8, [H, D, T, V], 1, "drummer"),
    (8, [V, T, D, H], 0, "violinist"),
    # pick 3, TT, DD, VV, HH: the hand with seat 0 has lost a V (seat 2) and an H (seat 3)
    (9, [{"violinist": 2}, T | H, T | D, D | H], 0, "violinist"),
    (9, [D | V, T | H, T | H, D | V], 0, "drummer"),
    # three players, pick 2: T, D, V
    (20, [D, T, V], 0, "drummer"),
    # two players, pick 2: T by seat 0, D by seat 1, an H and a C removed
    (32, [T | C, D | H], 0, "trumpeter"),
    (32, [D | V, T | H], 0, "violinist"),
    (32, [H | C, T | D], 0, "horn_player, composer"),
    # the first draft, seat 0 draws: each hand still lies where it lost what stands there
    (4, [C, V, D, H], 1, "violinist"),
    # round 2, pick 3: in two rounds no composer has been added
    (15, [T | D, D | V, V | C, H | T], 2, "composer"),
    # two players, round 2, pick 2: this hand comes from seat 1; violinists has seat 0 alone
    (35, [V | H, C | T], 0, "violinist"),
    # alone: two of yours at most, and Pahha has none that came with this hand and do not wait
    (48, [{"composer": 3, "trumpeter": 1}], 0, "composer"),
])
def test_a_hand_that_cannot_have_lost_so_much(number, picked, seat, kinds):
    part = f"the hand with seat {seat} cannot have lost so many of {kinds}[.]$"
    with pytest.raises(DataError, match=rf"^The field 'knowledge.picked' is .*; .*{part}"):
        read(changed(number, PICKED, picked))


@pytest.mark.parametrize(("number", "picked"), [(4, [D, C, V, H]), (48, [T | D | V | H])])
def test_a_hand_that_must_have_lost_a_composer(number, picked):
    """Seat 0 draws for the composer it has just added from the hand it still holds."""
    part = "the hand with seat 0 has just lost a composer"
    with pytest.raises(DataError, match=rf"^The field 'knowledge.picked' is .*; {part}"):
        read(changed(number, PICKED, picked))


def test_hands_that_cannot_have_lost_so_much_together():
    """Round 1, pick 3, three players: TT, DV, VV have been added.

    The hand with seat 0 has been with seats 1 and 2, that with seat 1 with 2 and 0, that with seat
    2 with 0 and 1: seat 1's drummer came from the first or from the last, not from both.
    """
    written = changed(21, ("view", "orchestras"), [{"trumpeter": 2}, D | V, {"violinist": 2}])
    for picked in ([D | V, T | V, T | V], [{"violinist": 2}, T | V, T | D]):
        known = read(changed_in(written, PICKED, picked)).to_dict()["knowledge"]["picked"]
        assert [+Counter(row) for row in known] == [Counter(row) for row in picked]
    with pytest.raises(DataError, match=r"the hands with seats 0, 2 cannot .* so many of drummer"):
        read(changed_in(written, PICKED, [D | V, T | V, T | D]))
