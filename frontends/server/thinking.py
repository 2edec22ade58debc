"""Bots that think in threads of their own: so many at once, so long at most, and never for nobody.

A search gives the interpreter's lock away, so threads are enough. A bot that cannot be stopped is
waited for no longer than its time, and its thread is free again when it ends.
"""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.faults import BotError, describe, trace_of
from arena.faults import explain as describe_error
from engine_cy import BotSpecError, Observation
from frontends.server.bots import BotShelf, Choice
from frontends.server.errors import BUSY, OUT_OF_TIME, RpcError
from frontends.server.strict_json import write

ROUNDING = 1e-6  # by which a bot's shares may miss 0..1
GRACE = 0.5  # seconds that a bot has to end its search after it was told to


@dataclass(frozen=True)
class Question:
    """One decision: the bot `choice` with `seed` is asked for its decision number `decision`."""

    choice: Choice
    observation: Observation
    seed: int
    decision: int = 0
    wants_policy: bool = False


@dataclass(frozen=True)
class Thought:
    """What a bot decided: a legal action, what it says of it, and its policy if that was wanted.

    policy: float64[num_distinct_actions].
    """

    action: int
    analysis: dict[str, Any]
    policy: np.ndarray | None


class IllegalAnswerError(BotError):
    """A bot answered what may not be played."""

    kind = "illegal move"


class StoppedError(Exception):
    """A question nobody wants answered any more."""


class Job:
    """A question in a thread."""

    def __init__(self, question: Question, shelf: BotShelf) -> None:
        self._question = question
        self._shelf = shelf
        self._lock = threading.Lock()
        self._bot: Any = None
        self._start = time.monotonic()
        self.stopped = False

    def run(self) -> Thought:
        """Ask the bot; called in the thread."""
        ask = self._question
        with self._shelf.lend(ask.choice, ask.observation.game) as bot:
            try:
                bot.reset(ask.seed)
                bot.decision = ask.decision
                bot.spent = time.monotonic() - self._start  # to read its net is part of its time
                with self._lock:
                    if self.stopped:
                        raise StoppedError
                    self._bot = bot
                return self._decide(bot)
            except (BotError, BotSpecError, StoppedError):
                raise
            except BaseException as error:  # the bot's own code, or a search that has found nothing
                if self.stopped:
                    raise StoppedError from None
                raise BotError(describe_error(error), trace_of(error, __file__)) from error
            finally:
                with self._lock:
                    self._bot = None

    def _decide(self, bot: Any) -> Thought:
        ask = self._question
        action = bot.act(ask.observation)
        if type(action) is bool or action not in ask.observation.legal_actions():
            raise IllegalAnswerError(f"answered {describe(action)}")
        policy = _policy(bot, ask.observation) if ask.wants_policy else None
        return Thought(int(action), _analysis(bot, ask), policy)

    def stop(self) -> None:
        """End the search, if the bot has one; called in any thread."""
        with self._lock:
            self.stopped = True
            stop = getattr(self._bot, "stop", None)
            if stop is not None:
                stop()


def _policy(bot: Any, observation: Observation) -> np.ndarray:
    """Return a bot's policy; BotError for what is none."""
    shares = np.asarray(bot.policy(observation), dtype=np.float64)
    if shares.shape != (observation.game.num_distinct_actions,):
        raise BotError(f"its policy has the shape {shares.shape}")
    if not ((shares >= 0) & (shares <= 1 + ROUNDING)).all():
        raise BotError("its policy has a share that is none from 0 to 1")
    return shares


def _analysis(bot: Any, ask: Question) -> dict[str, Any]:
    """Return what the bot says of its choice; one that fails to say it has chosen all the same."""
    try:
        said = bot.analysis(ask.observation)
        write(said)
    except Exception:
        return {}
    return said if isinstance(said, dict) else {}


class Thinker:
    """The threads, and who may use them.

    reviews: for who asks without being waited for; the others must not wait behind all of them.
    """

    def __init__(self, shelf: BotShelf, workers: int, waiting: int, seconds: float) -> None:
        """`workers` bots think at once, `waiting` more questions wait, `seconds` is the most."""
        self.shelf = shelf
        self.seconds = seconds
        self._room = workers + waiting
        self._asked = 0
        self._turns = asyncio.Semaphore(workers)
        self.reviews = asyncio.Semaphore(max(1, workers // 2))
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="bot")
        self._running: set[Job] = set()

    @property
    def running(self) -> int:
        """Number of bots that think now, those included that nobody waits for any more."""
        return len(self._running)

    async def ask(
        self, question: Question, *, plays_on: bool = False, queues: bool = False
    ) -> Thought:
        """Return a bot's thought; whoever is cancelled while it waits stops the bot.

        plays_on: a search that has used all its time plays what it has found. queues: the question
        waits its turn, however many do.

        Raises: RpcError BUSY where too many wait, OUT_OF_TIME; whatever the bot raises.
        """
        if self._asked >= self._room and not queues:
            raise RpcError(BUSY, f"{self._asked} bots are thinking or waiting; ask again later.")
        self._asked += 1
        try:
            await self._turns.acquire()
            return await self._think(Job(question, self.shelf), plays_on)
        finally:
            self._asked -= 1

    async def _think(self, job: Job, plays_on: bool) -> Thought:
        future = asyncio.get_running_loop().run_in_executor(self._threads, job.run)
        self._running.add(job)
        future.add_done_callback(lambda done: self._ended(job, done))
        try:
            if (await asyncio.wait({future}, timeout=self.seconds))[0]:
                return future.result()
            job.stop()
            if (await asyncio.wait({future}, timeout=GRACE))[0] and plays_on:
                with suppress(StoppedError):  # it had found nothing yet
                    return future.result()
        except asyncio.CancelledError:
            job.stop()
            raise
        raise RpcError(OUT_OF_TIME, f"The bot did not answer within {self.seconds:g} s.")

    def _ended(self, job: Job, future: asyncio.Future[Thought]) -> None:
        self._running.discard(job)
        self._turns.release()
        if not future.cancelled():
            future.exception()  # whoever waited has heard it; nobody else has to

    def close(self) -> None:
        """Stop all bots; those that cannot be stopped go on for themselves."""
        for job in list(self._running):
            job.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
