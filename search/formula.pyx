"""What scripted modules know about their games: leaf formulas and move scores."""
from libc.stdint cimport uint8_t

from engine_cy.core cimport MAX_ACTIONS, MAX_PLAYERS, Observation, State

import importlib
import importlib.util

import numpy as np


cdef class LeafFormula:
    """Each seat's expected utility where a deal ends, as a C function for the search.

    deals: how many of them, or stages, a simulation goes through unless it is told otherwise; more
        than one in a game of short deals.
    """

    def __call__(self, State state not None):
        """Return the formula's value of a state, float64[num_players]."""
        cdef double values[MAX_PLAYERS]
        self.value(state.game.rules, state.h, values)
        return np.array([values[p] for p in range(state.game.num_players)])


cdef class MoveScores:
    """The scripted bot's score of every legal action, as a C function."""

    def __call__(self, Observation observation not None):
        """Return float64[k], one score per legal action of the observation, in their order."""
        cdef uint8_t legal[MAX_ACTIONS]
        cdef double values[MAX_ACTIONS]
        cdef int k
        k = observation.game.ops.legal(observation.game.rules, observation.h,
                                       observation.player, legal)
        self.scores(observation.game.rules, observation.h, observation.player, legal, k, values)
        return np.array([values[i] for i in range(k)])


cdef LeafFormula leaf_formula(leaf_t value, int deals=1):
    cdef LeafFormula formula = LeafFormula.__new__(LeafFormula)
    formula.value = value
    formula.deals = deals
    return formula


cdef MoveScores move_scores(scores_t scores):
    cdef MoveScores moves = MoveScores.__new__(MoveScores)
    moves.scores = scores
    return moves


def find_scripted(name: str, part: str):
    """Return `part` of the module search.scripted.<name>, or None where there is none.

    LEAF is a LeafFormula. SCORES is called with an observation and returns one score per legal
    action; in compiled modules it is a MoveScores.
    """
    module = f"search.scripted.{name}"
    if importlib.util.find_spec(module) is None:
        return None
    return getattr(importlib.import_module(module), part, None)
