from array import array

from engine_cy import Game, State

class Walk:
    num_nodes: int
    depth: int
    keys: list[int]
    players: list[int]
    parents: list[int]
    first: list[int]
    samples: list[bytes]
    actions: array[int]
    lasts: array[int]
    payoffs: array[float]
    def __init__(self, game: Game, limit: int) -> None: ...
    def add_deal(self, world: State, weight: float, number: int) -> None: ...
