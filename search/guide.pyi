import numpy as np

from engine_cy import Game, Observation

class Guide:
    game: Game
    num_inputs: int
    num_actions: int
    num_seats: int
    num_outputs: int
    def __init__(
        self, game: Game, num_actions: int | None = None, num_seats: int | None = None
    ) -> None: ...
    def question(self, observation: Observation) -> tuple[np.ndarray, np.ndarray]: ...
    def answer(
        self, observation: Observation, out: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]: ...

def share_total(game: Game) -> float: ...
