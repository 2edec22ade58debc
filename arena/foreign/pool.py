"""The foreign programs of this process: kept between games, for starting one may be expensive.

A bot takes a program, uses it alone, and gives it back when nobody holds the bot any more. A
program that was kept and does not take up a new game is replaced before anyone is blamed: what one
game left behind must not decide another.
"""

from __future__ import annotations

import atexit
import os
import threading
from time import monotonic

from arena.foreign.errors import EngineError
from arena.foreign.process import Engine
from arena.foreign.session import begin
from engine_cy import Game

MAX_FREE = 16  # programs kept without a bot that uses them
GRACE = 1.0  # seconds that programs have to quit, all of them together


class EnginePool:
    """Programs by command; a free one is taken again."""

    def __init__(self) -> None:
        self._engines: list[Engine] = []  # longest unused first
        # Bots are given up wherever Python collects them, also while the same thread is in here.
        self._lock = threading.RLock()

    def take(self, command: str, game: Game, seed: int, seconds: float) -> Engine:
        """Return a program that knows the game and has been reset to the seed.

        seconds: for its answers to hello and to reset, each. Raises: EngineError.
        """
        kept = self._find(command)
        if kept is not None:
            try:
                return begin(kept, game, seed, seconds)
            except EngineError:
                self.discard(kept)
        engine = Engine(command)
        with self._lock:
            self._engines.append(engine)
        try:
            return begin(engine, game, seed, seconds)
        except BaseException:
            self.discard(engine)
            raise

    def give_back(self, engine: Engine) -> None:
        """Keep a program for the next bot, unless it owes an answer."""
        if engine.asked:
            self.discard(engine)
            return
        with self._lock:
            if engine not in self._engines:
                return
            self._engines.remove(engine)
            self._engines.append(engine)
            engine.free = True
            free = [one for one in self._engines if one.free]
        for one in free[:-MAX_FREE]:
            self.discard(one)

    def discard(self, engine: Engine) -> None:
        """Kill a program."""
        with self._lock:
            if engine in self._engines:
                self._engines.remove(engine)
        engine.kill()

    def end_free(self) -> None:
        """End the programs that no bot uses: they are asked to quit, and killed if they do not."""
        with self._lock:
            free = [engine for engine in self._engines if engine.free]
            self._engines = [engine for engine in self._engines if not engine.free]
        _end(free)

    def end_all(self) -> None:
        """End all programs."""
        with self._lock:
            engines, self._engines = self._engines, []
        _end(engines)

    def forget(self) -> None:
        """Begin empty: in a forked copy of the process the programs are not its own."""
        self._engines = []
        self._lock = threading.RLock()

    def _find(self, command: str) -> Engine | None:
        with self._lock:
            for engine in reversed(self._engines):
                if engine.free and engine.command == command:
                    engine.free = False
                    return engine
        return None


def _end(engines: list[Engine]) -> None:
    for engine in engines:
        engine.farewell()
    deadline = monotonic() + GRACE
    for engine in engines:
        engine.end(max(0.0, deadline - monotonic()))


POOL = EnginePool()
atexit.register(POOL.end_all)
os.register_at_fork(after_in_child=POOL.forget)
