import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

def policy_loss(
    logits: Floats, masks: NDArray[np.uint8], actions: NDArray[np.int64], before: Floats,
    advantages: Floats, clip: float, entropy: float, slow: Floats, magnet: float,
    taught: NDArray[np.int64], teacher: float, gradient: Floats,
    told: NDArray[np.float64], begin: int, end: int,
) -> None: ...
