from collections.abc import Sequence

import numpy as np

from engine_cy import Game, Observation, State
from search.formula import LeafFormula, MoveScores

class Search:
    game: Game
    simulations: int
    depth: int
    seconds: float
    kept: bool
    def __init__(
        self,
        game: Game,
        *,
        c: float,
        memory: int,
        formula: LeafFormula | None = None,
        deals: int | None = None,
        flat: bool = False,
        match_regrets: bool = False,
        redeal: float = 0.0,
        script: MoveScores | None = None,
        temperature: float = 1.0,
        bias: float = 0.0,
        blend: float = 0.0,
        margin: float = 1.0,
        simulations: int | None = None,
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def full(self) -> bool: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...
    def run(
        self,
        observation: Observation,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        all_hands: bool = False,
    ) -> None: ...
    def begin(self, observation: Observation, seed: int, all_hands: bool = False) -> None: ...
    def descend(self) -> bool: ...
    def leaf_state(self) -> State: ...
    def leaf_nodes(self) -> list[tuple[int, list[int]]]: ...
    def evaluate(self) -> np.ndarray: ...
    def back_up(
        self,
        utilities: Sequence[float] | np.ndarray,
        priors: Sequence[Sequence[float]] | None = None,
    ) -> None: ...
    def root_policy(self) -> list[float]: ...
    def root_table(self) -> list[tuple[int, int, float | None, float | None]]: ...
