from typing import Any

import numpy as np

from engine_cy import Observation, State

class LeafFormula:
    deals: int
    def __call__(self, state: State) -> np.ndarray: ...

class MoveScores:
    def __call__(self, observation: Observation) -> np.ndarray: ...

def find_scripted(name: str, part: str) -> Any: ...
