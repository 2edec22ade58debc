"""The bot whose decisions are made by a foreign program."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import Any

from arena.foreign.errors import EngineError, UnusableEngineError
from arena.foreign.pool import POOL
from arena.foreign.process import Engine
from arena.foreign.session import NO_LIMIT, ask_action
from engine_cy import Game, Observation
from search.bot import Bot
from search.params import param


@dataclass(frozen=True)
class ForeignConfig:
    """Parameters of a foreign bot's specification."""

    timeout: float = param(60.0, "seconds for an answer to act", low=0.001)
    start: float = param(20.0, "seconds for an answer to hello, and to reset", low=0.001)
    keep: bool = param(True, "whether the program is kept for the next game")


class ForeignBot(Bot):
    """Sends observations to a program that speaks the protocol of foreign bots.

    budget: what the program is told it may spend on a decision: {"seconds", "sims"}, null where
    there is no limit. The program is trusted to keep it; `timeout` is what it is held to.
    """

    def __init__(
        self, command: str, game: Game, seed: int = 0, timeout: float = 60.0, start: float = 20.0,
        keep: bool = True,
    ) -> None:
        """Take a program and tell it of the game; UnusableEngineError where it cannot begin."""
        super().__init__(game, seed, timeout=timeout, start=start, keep=keep)
        self.command = command
        self.timeout = timeout
        self.start = start
        self.budget = dict(NO_LIMIT)
        self._give_up = POOL.give_back if keep else POOL.discard
        self._engine: Engine | None = None
        self._thought: tuple[Observation, dict[str, Any]] | None = None
        self._running()

    def act(self, observation: Observation) -> int:
        """Return the program's action.

        Raises: EngineError; the next call starts the program anew.
        """
        engine = self._running()
        decision = self.decision
        self.decision += 1
        try:
            action, analysis = ask_action(
                engine, self.game, observation, decision, self.budget, self.timeout
            )
        except EngineError:
            self._let_go()
            POOL.discard(engine)
            raise
        self._thought = (observation, analysis)
        return action

    def analysis(self, observation: Observation) -> dict[str, Any]:
        """Return what the program said with its latest action, if it was for this observation."""
        if self._thought is None or self._thought[0] != observation:
            return {}
        return self._thought[1]

    def reset(self, seed: int) -> None:
        """Begin again under a new seed, with a program that forgets the game so far."""
        super().reset(seed)
        self._thought = None
        engine = self._engine
        if engine is not None:
            self._let_go()
            self._give_up(engine)

    def _running(self) -> Engine:
        """Return the program, taken from the pool where the bot has none."""
        if self._engine is None:
            try:
                engine = POOL.take(self.command, self.game, self.seed, self.start)
            except EngineError as error:
                sentence = f"bot cmd:{self.command} cannot be used: {error}"
                raise UnusableEngineError(sentence, error.kind, error.trace) from None
            self._engine = engine
            self._return = weakref.finalize(self, self._give_up, engine)
            self._return.atexit = False  # the pool ends all programs itself
        return self._engine

    def _let_go(self) -> None:
        self._return.detach()
        self._engine = None


class ForeignMaker:
    """Makes bots of one command; `Params` says what a specification may set."""

    Params = ForeignConfig

    def __init__(self, command: str) -> None:
        self._command = command

    def __call__(self, game: Game, seed: int, **params: Any) -> ForeignBot:
        """Return a bot that has its program running."""
        return ForeignBot(self._command, game, seed, **params)
