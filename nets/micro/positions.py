"""Positions to learn from: games with a teacher, some moves by chance, and what it would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine_cy import BotSpecError, Game, Observation
from nets.micro.features import Reader
from nets.micro.policy import MicroPolicy
from search import make_bot
from search.bot import Bot
from search.mlp import policy_of
from search.streams import Stream, stream_seed

CHUNK = 16384


class Positions:
    """n decisions: features, legal actions, and the teacher's share of each of these."""

    def __init__(self, width: int) -> None:
        """Begin with none."""
        self._features: list[NDArray[np.float16]] = []
        self._width, self._used = width, CHUNK
        self._counts: list[int] = []
        self._actions: list[NDArray[np.int16]] = []
        self._shares: list[NDArray[np.float32]] = []
        self._games: list[int] = []

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, features: Sequence[float], legal: Sequence[int], shares: NDArray[np.float64],
            game: int) -> None:
        """Add a decision of a game, counted over all."""
        if self._used == CHUNK:
            self._features.append(np.zeros((CHUNK, self._width), np.float16))
            self._used = 0
        self._features[-1][self._used] = features
        self._used += 1
        self._counts.append(len(legal))
        self._actions.append(np.array(legal, np.int16))
        self._shares.append(shares.astype(np.float32))
        self._games.append(game)

    def arrays(self) -> Arrays:
        """Return all of them in a few arrays."""
        rows = np.concatenate(self._features)[:len(self)]
        ends = np.cumsum(np.array(self._counts, dtype=np.int64))
        return Arrays(rows, ends - self._counts, ends, np.concatenate(self._actions),
                      np.concatenate(self._shares), np.array(self._games))


@dataclass(frozen=True)
class Arrays:
    """Decision i has the actions and shares from start[i] to stop[i]."""

    features: NDArray[np.float16]
    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    actions: NDArray[np.int16]
    shares: NDArray[np.float32]
    games: NDArray[np.int64]


@dataclass(frozen=True)
class Mix:
    """How games are played: parts of moves by chance, and of seats that the student plays."""

    random: float
    student: float


class Player:
    """Plays games of one player count and notes what the teacher would do."""

    def __init__(self, game: Game, spec: Mapping[str, Any], teacher: str, seed: int) -> None:
        """Make the teacher; BotSpecError for one that looks at hidden cards."""
        self.game, self.spec = game, spec
        self.teacher: Bot = make_bot(teacher, game, seed)
        if getattr(self.teacher, "needs_state", False):
            raise BotSpecError(f"The bot '{teacher}' looks at hidden cards and can be no teacher.")

    def play(self, positions: Positions, mix: Mix, student: MicroPolicy | None, number: int,
             stream: Stream, wanted: Callable[[], bool]) -> None:
        """Play a game, as long as positions are wanted."""
        state = self.game.new_initial_state(stream.bits())
        self.teacher.reset(stream.bits())
        learns = [student is not None and stream.unit() < mix.student
                  for _ in range(self.game.num_players)]
        while not state.is_terminal() and wanted():
            seat = stream.choice(state.acting_players())
            observation = state.observation(seat)
            legal = observation.legal_actions().tolist()
            action = legal[0]
            if len(legal) > 1:
                features, shares = self._look(observation, legal)
                positions.add(features, legal, shares, number)
                if stream.unit() < mix.random:
                    action = stream.choice(legal)
                else:
                    if learns[seat]:
                        assert student is not None
                        outputs = student.kernel.forward(np.array([features], np.float32))[0]
                        shares = policy_of(outputs, legal, student.data["temperature"])
                    action = drawn(legal, shares, stream)
            state.apply_action(action, seat)

    def _look(
        self, observation: Observation, legal: Sequence[int]
    ) -> tuple[list[float], NDArray[np.float64]]:
        words = self.game.words
        view = words.view(observation.record(), observation.player)
        features = Reader(self.spec, view, observation.player, self.game.num_players).features()
        shares = self.teacher.policy(observation)[legal]
        return features, shares / shares.sum()


def drawn(legal: Sequence[int], shares: NDArray[np.float64], stream: Stream) -> int:
    """Return an action drawn by its share."""
    x = stream.unit()
    for action, share in zip(legal, shares.tolist(), strict=True):
        x -= share
        if x < 0:
            return action
    return legal[int(np.argmax(shares))]


def collect(
    players: Sequence[Player], mix: Mix, student: MicroPolicy | None, count: int, seed: int,
    progress: Callable[[int], Any],
) -> Positions:
    """Return so many positions, the player counts in turn.

    seed: of the games; equal ones give equal positions.
    """
    positions = Positions(players[0].spec["size"])
    share = -(-count // len(players))
    for place, player in enumerate(players):
        goal = min(count, share * (place + 1))
        number = 0
        while len(positions) < goal:
            before = len(positions)
            stream = Stream(stream_seed(stream_seed(seed, player.game.num_players), number))
            player.play(positions, mix, student, place << 32 | number, stream,
                        lambda: len(positions) < goal)  # noqa: B023 - used at once
            number += 1
            progress(len(positions) - before)
    return positions
