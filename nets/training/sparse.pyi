import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Starts = NDArray[np.int64]
Index = NDArray[np.uint16]

def densify(
    start: Starts, stop: Starts, index: Index, value: Floats, first: int, out: Floats
) -> None: ...
def forward(
    start: Starts, stop: Starts, index: Index, value: Floats, weight: Floats, bias: Floats,
    out: Floats, begin: int, end: int,
) -> None: ...
def even_cuts(
    start: Starts, stop: Starts, index: Index, counts: Starts, cuts: Starts
) -> None: ...
def backward(
    start: Starts, stop: Starts, index: Index, value: Floats, gradient: Floats, out: Floats,
    begin: int, end: int,
) -> None: ...
