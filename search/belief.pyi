from engine_cy import Observation, State
from search.guide import Guide
from search.mlp import MLP

class Belief:
    size: int
    fresh: float
    error: float
    known: bool
    def __init__(
        self, guide: Guide, size: int, *, error: float = 0.1, fresh: float = 0.1
    ) -> None: ...

def weighted_worlds(
    observation: Observation, net: MLP, size: int, seed: int, *, error: float = 0.1
) -> list[tuple[State, float]] | None: ...
