"""Goofspiel's script: bids the card nearest to the prize, of two equally near ones the higher."""

from __future__ import annotations

import numpy as np

from engine_cy import Observation


def SCORES(observation: Observation) -> np.ndarray:  # noqa: N802 - the name scripts are found by
    """Return the scores of the bids: minus the distance to the prize."""
    record = observation.record()
    prize = int(record["prize"][int(record["tricks"])])
    bids = observation.legal_actions() + 1
    return -np.abs(bids - prize - 0.25)
