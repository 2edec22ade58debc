"""What a learner has to know of a game at all its player counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine_cy import Game, GameOptionError

MAX_WIDTH = 1 << 16     # features of a decision: their places are kept as uint16


@dataclass(frozen=True)
class GameFacts:
    """One game at one player count or several, all played by one net."""

    games: tuple[Game, ...]
    num_features: int
    num_actions: int
    num_seats: int                     # S: at most, 2 for a game that is only played alone
    columns: tuple[int, ...]           # features of a seat that the others may not know
    public: tuple[int, ...]            # the other features
    data: str | None = None            # component data in place of the game's own

    @property
    def width(self) -> int:
        """Features with those that all other seats alone may know."""
        return self.num_features + (self.num_seats - 1) * len(self.columns)

    def share_total(self, game: Game) -> float:
        """Return what the normalised utilities of all seats sum to."""
        if game.num_players == 1:
            return 1.0
        span = game.utility_max - game.utility_min
        assert game.utility_sum is not None
        return float((game.utility_sum - game.num_players * game.utility_min) / span)

    def normalised(self, game: Game, utility: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return utilities on the scale 0 (the least of the game) to 1 (the most)."""
        return (utility - game.utility_min) / (game.utility_max - game.utility_min)

    def describe(self) -> dict[str, Any]:
        """Return the facts that a checkpoint has to fit, JSON-safe."""
        first = self.games[0]
        return {
            "name": first.name,
            "options": dict(first.options),
            "data": self.data,
            "players": [game.num_players for game in self.games],
            "fingerprints": {str(game.num_players): game.fingerprint for game in self.games},
            "num_features": self.num_features,
            "num_actions": self.num_actions,
            "num_seats": self.num_seats,
        }


def facts_of(games: Sequence[Game], data: str | None = None) -> GameFacts:
    """Return the facts of a game, loaded once for each player count.

    Raises: GameOptionError for games that one net cannot play, a general sum, or too many features.
    """
    if not games:
        raise GameOptionError("players=[] names no player count to train for.")
    counts = [game.num_players for game in games]
    if len(set(counts)) != len(counts):
        raise GameOptionError(f"players={counts} names a player count twice.")
    for game in games:
        if game.num_players > 1 and game.utility_sum is None:
            raise GameOptionError(f"{game!r} has no constant sum; the value of a net is a share "
                                  "of one, so it cannot be trained.")
    first = games[0]
    layout = first.observation_tensor_layout
    if any(game.observation_tensor_layout != layout for game in games):
        raise GameOptionError(f"The tensor of {first.name} differs with the player count; "
                              "one net cannot serve them all.")
    columns = [c for name, start, stop in layout if name.startswith("own_")
               for c in range(start, stop)]
    public = [c for name, start, stop in layout if not name.startswith(("own_", "players"))
              for c in range(start, stop)]
    facts = GameFacts(
        games=tuple(games), num_features=first.observation_tensor_size,
        num_actions=max(game.num_distinct_actions for game in games),
        num_seats=max(2, first.max_players), columns=tuple(columns), public=tuple(public),
        data=data)
    if facts.width > MAX_WIDTH:
        raise GameOptionError(f"{first.name} has {facts.width} features with those of the other "
                              f"seats; a net can be trained on {MAX_WIDTH} at most.")
    return facts
