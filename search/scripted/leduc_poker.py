"""Leduc poker's script: raises a pair or the best rank, calls in the middle, folds the worst."""

from __future__ import annotations

import numpy as np

from engine_cy import Observation

FOLD, CALL, RAISE = 0, 1, 2


def SCORES(observation: Observation) -> np.ndarray:  # noqa: N802 - the name scripts are found by
    """Return the scores of the legal ones of fold, call and raise."""
    wanted = _plan(observation)
    # What is nearest to the plan where the plan is not legal: a check for a fold, else a call.
    return np.array([-abs(action - wanted) for action in observation.legal_actions()], dtype=float)


def _plan(observation: Observation) -> int:
    """Return what the hand is worth, whatever is legal."""
    record = observation.record()
    own = (int(record["card"][observation.player]) - 1) // 2
    turned_up = record["turned_at"] > 0
    if turned_up and own == (int(record["public_card"]) - 1) // 2:
        return RAISE
    below_best = observation.game.num_players - own
    if below_best == 0:
        return CALL if turned_up else RAISE
    return CALL if below_best == 1 and not turned_up else FOLD
