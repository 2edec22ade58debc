import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

class Arrays:
    def __init__(
        self,
        player: NDArray[np.int8],
        parent: NDArray[np.int32],
        first: NDArray[np.int32],
        last: NDArray[np.int32],
        payoff: Floats,
    ) -> None: ...

def expected_returns(arrays: Arrays, behaviour: Floats, plan: Floats, out: Floats) -> None: ...
def best_response(
    arrays: Arrays, behaviour: Floats, seat: int, plan: Floats, value: Floats, response: Floats
) -> float: ...
def cfr_plus(
    arrays: Arrays,
    start: int,
    iterations: int,
    regret: Floats,
    total: Floats,
    behaviour: Floats,
    plan: Floats,
    value: Floats,
) -> None: ...
def plans(arrays: Arrays, behaviour: Floats, plan: Floats) -> None: ...
