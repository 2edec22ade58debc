"""Networks and bots for the tests of guided search: random weights, every game and option."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "engine"))

from cases import CASES, Case

from nets.bundle import new_bundle, write_bundle
from nets.testing import random_layers
from search.guided import GuidedSearch
from search.mlp import MLP

HIDDEN = (16, 16)
MEMORY = 1 << 20
# Networks value shares of a constant sum.
GUIDED = [case for case in CASES if case.players == 1 or case.game.utility_sum is not None]
# How a guided search may be set.
SETTINGS = {
    "default": {},
    "new-every": {"stop": "new", "leaf": "every"},
    "all-acting": {"stop": "all", "leaf": "acting", "sampled": False, "spread": True, "fpu": 0.2},
    "own-own": {"stop": "own", "leaf": "own", "rollouts": 0.5},
    "rollouts": {"stop": "all", "rollouts": 1.0},
}


@cache
def net_of(case: Case, seed: int = 0, scale: float = 3.0) -> MLP:
    """Return a network with random weights and sharp policies."""
    game = case.game
    layers = random_layers(game, HIDDEN, seed, scale)
    return MLP(layers, game.num_distinct_actions, max(2, game.max_players))


def guided(case: Case, **settings: object) -> GuidedSearch:
    """Return a search guided by that network."""
    return GuidedSearch(case.game, net_of(case), memory=MEMORY, **settings)


def bundle_of(case: Case, folder: Path) -> str:
    """Return the file of a bundle with a random network for a case."""
    path = folder / f"{abs(hash(case))}.zip"
    if not path.exists():
        write_bundle(path, new_bundle([case.game], random_layers(case.game, HIDDEN, 0, 3.0)))
    return str(path)


def masked_softmax(logits: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """Return the reference policy over the legal actions."""
    weights = np.exp(logits[legal].astype(float) - logits[legal].max())
    return weights / weights.sum()
