from engine_cy import Game, Observation, State
from search.formula import LeafFormula
from search.guide import Guide
from search.mlp import MLP

STOPS: dict[str, int]
LEAVES: dict[str, int]

class GuidedSearch:
    game: Game
    guide: Guide
    net: MLP | None
    waiting: int
    asked: int
    simulations: int
    depth: int
    seconds: float
    kept: bool
    def __init__(
        self,
        game: Game,
        net: MLP | None = None,
        *,
        c: float = 1.0,
        spread: bool = False,
        fpu: float = 0.0,
        mixed: float = 0.05,
        sampled: bool = True,
        stop: str = "own",
        leaf: str = "new",
        rollouts: float = 0.0,
        belief: int = 0,
        formula: LeafFormula | None = None,
        deals: int | None = None,
        memory: int = ...,
        simulations: int | None = None,
        num_actions: int | None = None,
        num_seats: int | None = None,
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def full(self) -> bool: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...
    def begin(self, observation: Observation, seed: int, all_hands: bool = False) -> None: ...
    def run(
        self,
        observation: Observation,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        all_hands: bool = False,
    ) -> None: ...
    def leaf_state(self) -> State: ...
    def pending(self) -> list[tuple[int, list[int] | None, bool, bool]]: ...
    def root_policy(self) -> list[float]: ...
    def root_table(self) -> list[tuple[int, int, float | None, float | None]]: ...
