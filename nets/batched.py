"""Leaf batching across searches: many searches stepped together, one forward pass for all.

An evaluator is any callable that maps float32[n, F] to float32[n, A + S], row by row: the kernel's
`MLP.forward`, or a torch module on a GPU (`nets.torch_evaluator`). With the kernel every search
comes out as it does alone, to the last bit; other evaluators round in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from engine_cy import Game, Observation
from search.guided import GuidedSearch
from search.together import Together

Evaluator = Callable[[np.ndarray], np.ndarray]
MOST_ROWS = 4096        # of one forward pass, unless told otherwise


def search_together(
    searches: Sequence[GuidedSearch],
    simulations: int | Sequence[int],
    evaluate: Evaluator,
    most_rows: int = MOST_ROWS,
) -> int:
    """Do so many simulations in each search that has begun; return the number of forward passes.

    Args:
        searches: begun at observations, none of them waiting for answers.
        simulations: of each search; one number for all, or one for each.
        evaluate: float32[n, F] -> float32[n, A + S]; may not keep its argument, which is reused.
        most_rows: rows of a forward pass at most; at least 5.

    Raises:
        ValueError: for searches that do not go together, or answers of another shape.
    """
    together = Together(searches, simulations)
    rows = np.empty((max(5, min(most_rows, together.most_rows)), together.num_inputs), np.float32)
    passes = 0
    try:
        while count := together.ask(rows):
            together.tell(np.ascontiguousarray(evaluate(rows[:count]), dtype=np.float32))
            passes += 1
    except BaseException:
        for search in searches:
            search.clear()
        raise
    return passes


class SearchPool:
    """Searches of one game that are reused for batch after batch of observations.

    settings: as for GuidedSearch, without `net`; num_actions and num_seats where the network has
        others than the game.
    """

    def __init__(self, game: Game, count: int, simulations: int, **settings: Any) -> None:
        """Reserve `count` trees for so many simulations each."""
        if count < 1 or simulations < 1:
            raise ValueError(f"A pool of {count} searches with {simulations} simulations is not "
                             "possible; at least 1 of each is needed.")
        self.game = game
        self.simulations = simulations
        self.searches = [GuidedSearch(game, None, simulations=simulations, **settings)
                         for _ in range(count)]

    def run(
        self, observations: Sequence[Observation], seeds: Sequence[int], evaluate: Evaluator,
        most_rows: int = MOST_ROWS,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Search n observations with a choice, n <= count; return what the roots have found.

        Returns:
            (visits int64[n, A], utility float64[n]): visits of each action, and the mean utility
            of the seat over all simulations, in the game's unit.

        Raises:
            ValueError: for too many observations, or one of a seat without a choice.
        """
        if len(observations) > len(self.searches) or len(observations) != len(seeds):
            raise ValueError(f"{len(observations)} observations with {len(seeds)} seeds do not fit "
                             f"a pool of {len(self.searches)} searches.")
        used = self.searches[: len(observations)]
        for search, observation, seed in zip(used, observations, seeds, strict=True):
            if len(observation.legal_actions()) < 2:
                raise ValueError(f"Seat {observation.player} has no choice to make: it has "
                                 f"{len(observation.legal_actions())} legal actions.")
            search.clear()
            search.begin(observation, seed)
        if used:
            search_together(used, self.simulations, evaluate, most_rows)
        return self._found(used)

    def _found(self, used: Sequence[GuidedSearch]) -> tuple[np.ndarray, np.ndarray]:
        visits = np.zeros((len(used), self.game.num_distinct_actions), dtype=np.int64)
        utility = np.zeros(len(used))
        for i, search in enumerate(used):
            table = search.root_table()
            for action, count, mean, _ in table:
                visits[i, action] = count
                utility[i] += count * mean if mean is not None else 0.0
            utility[i] /= visits[i].sum()
        return visits, utility
