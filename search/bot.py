"""The base class of bots."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine_cy import Game, Observation
from search.streams import Stream, check_seed, stream_seed


class Bot:
    """Chooses actions for one seat from observations; it never receives a state.

    A subclass overrides `act`; where it can say more, also `policy` and `analysis`. Chance comes
    from `next_stream()` alone: then the same seed gives the same decisions in any process.

    needs_state: True for the laboratory's cheating bots, whose methods take the true state too.
    decision: number of the next decision, counted from `reset`.
    spent: seconds that whoever asks has used up of a decision's time before the bot is asked; a
    search with a limit of time ends so much earlier. `reset` sets it to 0.
    """

    needs_state = False
    spent = 0.0

    def __init__(self, game: Game, seed: int = 0, **params: Any) -> None:
        """Keep what every bot has; `params` are the parameters of its specification."""
        self.game = game
        self.params = params
        self.name = type(self).__name__
        self.seed = check_seed(seed)
        self.decision = 0

    def reset(self, seed: int) -> None:
        """Forget the past and count decisions from 0 under a new seed in [0, 2^64)."""
        self.seed = check_seed(seed)
        self.decision = 0
        self.spent = 0.0

    def next_stream(self) -> Stream:
        """Return the random stream of the next decision and count it."""
        stream = Stream(stream_seed(self.seed, self.decision))
        self.decision += 1
        return stream

    def act(self, observation: Observation) -> int:
        """Return a legal action of the observation's seat."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it acts.")

    def policy(self, observation: Observation) -> np.ndarray:
        """Return float64[num_distinct_actions], the share of each action; sums to 1."""
        shares = np.zeros(self.game.num_distinct_actions)
        shares[self.act(observation)] = 1.0
        return shares

    def analysis(self, observation: Observation) -> dict[str, Any]:
        """Return what the bot can say about its choice, JSON-safe; by default nothing."""
        return {}

    def __repr__(self) -> str:
        return f"<bot {self.name} of {self.game.name}>"


def choices(game: Game, observation: Observation) -> list[int]:
    """Return the legal actions of an observation, ascending.

    Raises:
        ValueError: for an observation of another game, or of a seat that has nothing to choose.
    """
    if observation.game != game:
        raise ValueError(f"The observation is of {observation.game!r}, the bot plays {game!r}.")
    legal = [int(action) for action in observation.legal_actions()]
    if not legal:
        why = "the game is over" if observation.is_terminal() else "the seat does not act now"
        raise ValueError(f"Seat {observation.player} has no choice to make: {why}.")
    return legal
