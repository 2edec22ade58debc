from collections.abc import Sequence

from numpy import float32, float64
from numpy.typing import ArrayLike, NDArray

PATHS: tuple[str, ...]

def supported_paths() -> tuple[str, ...]: ...

class MLP:
    def __init__(
        self,
        layers: Sequence[tuple[ArrayLike, ArrayLike]],
        num_actions: int,
        num_seats: int,
        path: str | None = None,
    ) -> None: ...
    @property
    def num_inputs(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def num_seats(self) -> int: ...
    @property
    def num_outputs(self) -> int: ...
    @property
    def scratch_size(self) -> int: ...
    @property
    def path(self) -> str: ...
    def forward(self, x: ArrayLike) -> NDArray[float32]: ...

def policy_of(
    logits: ArrayLike, legal: ArrayLike, temperature: float = 1.0
) -> NDArray[float64]: ...
def values_of(
    logits: ArrayLike, num_players: int, total: float = 1.0
) -> NDArray[float64]: ...
