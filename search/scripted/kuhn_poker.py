"""Kuhn poker's script: bets the best card, calls with the second best, else passes."""

from __future__ import annotations

import numpy as np

from engine_cy import Observation

PASS, BET = 0, 1


def SCORES(observation: Observation) -> np.ndarray:  # noqa: N802 - the name scripts are found by
    """Return the scores of pass and bet."""
    record = observation.record()
    below_best = observation.game.num_players + 1 - int(record["card"][observation.player])
    facing_a_bet = BET in record["moves"][: int(record["num_moves"])]
    worth_a_bet = below_best == 0 or (below_best == 1 and facing_a_bet)
    return np.array([0.0, 1.0]) if worth_a_bet else np.array([1.0, 0.0])
