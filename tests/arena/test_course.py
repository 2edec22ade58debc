"""The course of a game: what is read at each decision, and who leads when."""

from types import SimpleNamespace

import numpy as np
import pytest

import engine_cy
from arena.course import behind, by_part, follow, lead_changes, leader, leads, settled

# Each line: decisions made so far, points of three seats. Seat 1 wins.
STANDINGS = [
    (0, (0, 0, 0)),
    (2, (1, 0, 0)),  # seat 0 takes the first lead: no change
    (4, (1, 1, 0)),  # level: nobody has the lead
    (5, (2, 1, 0)),  # seat 0 again: no change
    (6, (2, 3, 3)),  # two at the top: no leader
    (7, (2, 3, 4)),  # seat 2: a change
    (8, (2, 5, 4)),  # seat 1: a change
    (10, (2, 5, 4)),
]


def test_a_lead_is_had_alone():
    assert [leader(scores) for _, scores in STANDINGS] == [None, 0, None, 0, None, 2, 1, 1]


def test_the_lead_changes_where_another_seat_takes_it_over():
    assert lead_changes(STANDINGS) == 2
    assert lead_changes(STANDINGS[:5]) == 0
    assert lead_changes([]) == 0


def test_the_winner_leads_for_good_after_the_last_time_it_did_not():
    assert settled(STANDINGS, 1) == 8 / 10
    assert settled(STANDINGS, 2) == 1.0  # it does not lead in the end: a tie-break, say
    assert settled([(0, (1, 0)), (3, (2, 0))], 0) == 0.0


def test_the_winner_is_behind_while_any_seat_has_more():
    # From decision 2 to 4 behind seat 0, from 5 to 6 too, from 7 to 8 behind seat 2.
    assert behind(STANDINGS, 1) == (2 + 1 + 1) / 10
    assert behind(STANDINGS, 0) == 4 / 10


def test_who_led_when_each_decision_was_made():
    found = leads(STANDINGS, 0)
    assert [number for number, led in enumerate(found) if led] == [2, 3, 5]
    assert leads(STANDINGS, 1) == [False] * 8 + [True] * 2


def test_tenths_of_long_and_short_games():
    assert by_part([1] * 5 + [3] * 5) == [1] * 5 + [3] * 5
    assert by_part(range(20)) == [2 * part + 0.5 for part in range(10)]
    # Of three decisions the second one begins a third into the fourth tenth.
    expected = [0, 0, 0, 4, 6, 6, 4, 0, 0, 0]
    assert by_part([0, 6, 0]) == pytest.approx(expected)


class Scripted:
    """A game whose script says who acts next and how the seats stand: [(seat, scores)]."""

    num_players = 2

    def __init__(self, script, running_scores=True):
        self.spec = SimpleNamespace(running_scores=running_scores)
        self.script = script

    def new_initial_state(self, seed):
        return ScriptedState(self.script)


class ScriptedState:
    def __init__(self, script):
        self.script = script
        self.at = 0

    def acting_players(self):
        return () if self.at == len(self.script) else (self.script[self.at][0],)

    def legal_actions(self, seat):
        return np.arange(self.at + 1)

    def observation(self, seat):
        return SimpleNamespace(hidden_bits=lambda: (4.0 - self.at, 1.0 + seat))

    def apply_action(self, action, seat):
        self.at += 1

    def scores(self):
        return np.array(self.script[self.at - 1][1] if self.at else (0, 0), dtype=float)


# Seat 0 pays a point and gains three within one turn; seat 1 gains four, seat 0 loses all.
SCRIPT = [(0, (-1, 0)), (0, (2, 0)), (1, (2, 4)), (0, (0, 4))]


def test_standings_are_read_where_the_turn_passes_and_at_the_end():
    course = follow(Scripted(SCRIPT), 1, [(0, 0), (0, 0), (1, 0), (0, 0)])
    assert course.standings == [(0, (0, 0)), (2, (2, 0)), (3, (2, 4)), (4, (0, 4))]
    assert (course.seats, course.choices) == ([0, 0, 1, 0], [1, 2, 3, 4])
    assert (course.held, course.order) == ([4, 3, 2, 1], [1, 1, 2, 1])
    assert lead_changes(course.standings) == 1


def test_a_game_without_running_scores_has_no_standings():
    script = Scripted(SCRIPT, running_scores=False)
    course = follow(script, 1, [(0, 0), (0, 0), (1, 0), (0, 0)])
    assert course.standings == [] and course.length == 4


def test_a_game_of_three_cards_by_hand():
    """Goofspiel, prizes 1, 2, 3: seat 0 takes the first, seat 1 the second and, left over, third.

    Bids are secret until both are made; the last card is played by itself.
    """
    game = engine_cy.load_game("goofspiel", 2, num_cards=3, points_order="ascending")
    course = follow(game, 1, [(0, 2), (1, 0), (0, 0), (1, 1)])
    assert course.choices == [3, 3, 2, 2]
    assert course.standings == [(0, (0, 0)), (1, (0, 0)), (2, (1, 0)), (3, (1, 0)), (4, (1, 5))]
    assert (lead_changes(course.standings), settled(course.standings, 1)) == (1, 1.0)
    assert behind(course.standings, 1) == 2 / 4


def test_an_action_that_the_rules_refuse_is_no_course():
    game = engine_cy.load_game("goofspiel", 2, num_cards=3)
    with pytest.raises(ValueError, match="not legal"):
        follow(game, 1, [(0, 2), (1, 0), (0, 2)])
