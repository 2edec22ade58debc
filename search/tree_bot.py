"""What the bots that grow a tree share: one search a decision, and how its policy is played."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from engine_cy import Game, Observation
from search.bot import Bot, choices
from search.streams import Stream, stream_seed

LEAST_SECONDS = 0.001  # of a search, however late it begins
PURIFIED = 0.1      # of the likeliest action's share: what has less is not drawn

Row = tuple[int, int, float | None, float | None]   # action, visits, mean utility, prior


class Budget(Protocol):
    """What every configuration of a search says."""

    @property
    def seconds(self) -> float | None:
        """Seconds a decision; None: no limit of time."""

    @property
    def simulations(self) -> int | None:
        """Simulations a decision; None where only time limits the search."""

    @property
    def rule(self) -> str:
        """What is played of the policy: most, mixture or purified."""


class Searcher(Protocol):
    """A search as the bots use it: `Search` and `GuidedSearch`."""

    @property
    def simulations(self) -> int: ...  # noqa: D102
    @property
    def depth(self) -> int: ...  # noqa: D102
    @property
    def nodes(self) -> int: ...  # noqa: D102
    @property
    def full(self) -> bool: ...  # noqa: D102
    @property
    def kept(self) -> bool: ...  # noqa: D102
    @property
    def seconds(self) -> float: ...  # noqa: D102
    def clear(self) -> None: ...  # noqa: D102
    def stop(self) -> None: ...  # noqa: D102
    def begin(  # noqa: D102
        self, observation: Observation, seed: int, all_hands: bool = False
    ) -> None: ...
    def run(  # noqa: D102
        self, observation: Observation, seed: int, simulations: int | None = None,
        seconds: float | None = None, all_hands: bool = False,
    ) -> None: ...
    def root_policy(self) -> list[float]: ...  # noqa: D102
    def root_table(self) -> list[Row]: ...  # noqa: D102


class TreeBot(Bot):
    """Searches each observation once and plays by the policy that the search has found.

    One decision is one search. `policy` and `analysis` speak of the search that `act` made for
    the same observation, and `act` plays what they have looked at; only a second `act` on an
    observation searches it again.
    """

    config: Budget
    _search: Searcher
    _horizon: str               # where simulations end, for the analysis

    def __init__(self, game: Game, seed: int = 0, **params: Any) -> None:
        """Keep what every bot has; a subclass then sets its configuration and search."""
        super().__init__(game, seed, **params)
        self._thought: Observation | None = None
        self._acted = False

    @property
    def timed_simulations(self) -> int | None:
        """Simulations of the latest decision where time limits them, else None.

        Only such a decision cannot be repeated from the seed.
        """
        return None if self.config.seconds is None else self._search.simulations

    def reset(self, seed: int) -> None:
        """Forget the tree too."""
        super().reset(seed)
        self._search.clear()
        self._thought = None

    def stop(self) -> None:
        """End the search that another thread runs, or the next one; `reset` takes the wish back.

        The decision then rests on what has been found so far. Where that is nothing, it is a
        ValueError.
        """
        self._search.stop()

    def act(self, observation: Observation) -> int:
        """Return the likeliest action, or one drawn from the policy, as `final` says.

        Of equally likely ones the higher mean counts, then the lower id.
        """
        return self._act(observation)

    def policy(self, observation: Observation) -> np.ndarray:
        """Return the visit shares, or the average policy with select=regret."""
        return self._policy(observation)

    def analysis(self, observation: Observation) -> dict[str, Any]:
        """Return visits, mean utility and prior of each action, and facts of the search."""
        return self._analysis(observation)

    def _act(self, observation: Observation) -> int:
        if self._thought == observation and self._acted:
            self._thought = None
        rows = self._think(observation)
        self._acted = True
        if len(rows) == 1:
            return rows[0][0]
        shares = self._search.root_policy()
        if self.config.rule != "most":
            least = PURIFIED * max(shares) if self.config.rule == "purified" else 0.0
            return rows[self._draw([s if s >= least else 0.0 for s in shares])][0]
        ranked = zip(rows, shares, strict=True)
        return max(ranked, key=lambda pair: (
            pair[1], -1e300 if pair[0][2] is None else pair[0][2], -pair[0][0]))[0][0]

    def _draw(self, weights: list[float]) -> int:
        """Return an index drawn by weight, of a stream beside that of the search."""
        x = Stream(stream_seed(stream_seed(self.seed, self.decision - 1), 1)).unit() * sum(weights)
        for i, weight in enumerate(weights):
            x -= weight
            if x < 0:
                return i
        return int(np.argmax(weights))

    def _policy(self, observation: Observation) -> np.ndarray:
        rows = self._think(observation)
        shares = np.zeros(self.game.num_distinct_actions)
        actions = [row[0] for row in rows]
        shares[actions] = 1.0 if len(rows) == 1 else self._search.root_policy()
        return shares / shares.sum()

    def _analysis(self, observation: Observation) -> dict[str, Any]:
        rows = self._think(observation)
        search = self._search
        return {
            "actions": {
                self.game.action_to_string(action): {
                    "action": action, "visits": visits, "utility": utility, "prior": prior}
                for action, visits, utility, prior in rows
            },
            "depth": search.depth,
            "simulations": search.simulations,
            "nodes": search.nodes,
            "full": search.full,
            "kept": search.kept,
            "seconds": search.seconds,
            "speed": search.simulations / search.seconds if search.seconds > 0 else None,
            "horizon": self._horizon,
        }

    def _seconds_left(self) -> float | None:
        seconds = self.config.seconds
        if seconds is None or not self.spent:
            return seconds
        return max(LEAST_SECONDS, seconds - self.spent)

    def _think(self, observation: Observation) -> list[Row]:
        """Search an observation, once; return a row per legal action."""
        legal = choices(self.game, observation)
        if self._thought != observation:
            self._thought, self._acted = None, False
            seed = stream_seed(self.seed, self.decision)
            self.decision += 1
            config = self.config
            if len(legal) == 1:
                self._search.begin(observation, seed, all_hands=self.needs_state)
            else:
                self._search.run(observation, seed, config.simulations, self._seconds_left(),
                                 all_hands=self.needs_state)
            self._thought = observation
        if len(legal) == 1:
            return [(legal[0], 0, None, None)]
        rows = self._search.root_table()
        if not rows:
            self._thought = None
            raise ValueError("The search was stopped before it had looked at any move.")
        return rows
