from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine_cy.core import Game

ROW: np.dtype[np.void]

class Lockstep:
    @property
    def game(self) -> Game: ...
    @property
    def num_games(self) -> int: ...
    @property
    def num_waiting(self) -> int: ...
    @property
    def inputs(self) -> NDArray[np.float32]: ...
    @property
    def groups(self) -> list[tuple[int, int, int]]: ...
    @property
    def moves(self) -> int: ...
    def __init__(
        self,
        game: Game,
        n: int,
        seed: int,
        policies: NDArray[np.uint8],
        columns: NDArray[np.int32],
        num_policies: int,
        deals: int = 0,
        teacher: bool = False,
    ) -> None: ...
    def waiting(self) -> int: ...
    def choose(self, logits: NDArray[np.float32]) -> None: ...
    def returns(self) -> NDArray[np.float64]: ...
    def results(self) -> dict[str, Any]: ...

def advantages(
    following: NDArray[np.int32],
    values: NDArray[np.float32],
    returns: NDArray[np.float32],
    decay: float,
) -> NDArray[np.float32]: ...
