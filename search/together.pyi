from collections.abc import Iterable, Sequence

import numpy as np

from search.guided import GuidedSearch

class Together:
    searches: list[GuidedSearch]
    num_inputs: int
    num_outputs: int
    def __init__(
        self, searches: Iterable[GuidedSearch], simulations: int | Sequence[int]
    ) -> None: ...
    @property
    def most_rows(self) -> int: ...
    def ask(self, rows: np.ndarray) -> int: ...
    def tell(self, outs: np.ndarray) -> None: ...
