"""A table that the server holds: who sits there, bots that think meanwhile, views that change."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import Any

from arena.deals import bot_seed, keyed_hash
from arena.faults import BotError
from arena.match import Failure
from engine_cy import Game, Observation
from frontends.server.bots import Choice
from frontends.server.errors import LOG, OUT_OF_TIME, RpcError
from frontends.server.review import Review
from frontends.server.thinking import Question, Thinker, Thought
from frontends.server.views import view_of
from frontends.table import Table

TOKEN_BYTES = 16
OUT_OF_TIME_KIND = "out of time"
FAILURE = "the server's log says how"  # what is told of it: it may hold paths, or cards


@dataclass
class Place:
    """One seat: a bot; or a person, once there is a token; or nobody yet, with an invitation."""

    name: str
    bot: Choice | None = None
    token: str = ""
    invitation: str = ""

    @property
    def kind(self) -> str:
        """Return bot, person or open."""
        if self.bot is not None:
            return "bot"
        return "person" if self.token else "open"


def new_secret() -> str:
    """Return a secret that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


@dataclass
class Shown:
    """The latest view of a seat; its version rises when the view changes, and only then."""

    version: int = 0
    view: dict[str, Any] | None = None


class HostedTable:
    """A game between persons and bots, from its deal to its review.

    used: when somebody last asked about it. failure: why it ended before its end. thoughts: what a
    bot thought of an action and the seconds it took, by the action's number.
    """

    def __init__(
        self, game: Game, places: Sequence[Place], seed: int, advisor: Choice, thinker: Thinker
    ) -> None:
        self.id = secrets.token_urlsafe(8)
        self.game = game
        self.places = list(places)
        self.seed = seed
        self.advisor = advisor
        self.thinker = thinker
        self.dealer = Table(game, [s for s, place in enumerate(places) if place.bot is None], seed)
        self.failure: Failure | None = None
        self.used = monotonic()
        self.review: Review | None = None
        self.film: asyncio.Task[dict[str, Any]] | None = None
        self.thoughts: dict[int, tuple[Thought, float]] = {}
        self._pending: dict[int, tuple[Thought, float]] = {}  # of bots whose choice is not played
        self._asked: dict[int, asyncio.Task[None]] = {}
        self._decisions = [0] * game.num_players
        self._settled = 0  # actions whose thoughts are kept
        self._shown = {seat: Shown() for seat in self.dealer.persons}
        self._watchers: dict[int, set[Callable[[], None]]] = {s: set() for s in self.dealer.persons}

    def begin(self) -> None:
        """Ask the bots that choose first."""
        self._changed()

    def take_seat(self, seat: int, name: str | None) -> str:
        """Give an open seat to a person; return its token."""
        place = self.places[seat]
        place.token, place.invitation = new_secret(), ""
        place.name = name or place.name
        self._changed()
        return place.token

    def view(self, seat: int) -> dict[str, Any]:
        """Return the VIEW of a seat."""
        shown = self._shown[seat]
        assert shown.view is not None
        return {"table": self.id, "version": shown.version, "seat": seat, **shown.view}

    def watch(self, seat: int, tell: Callable[[], None]) -> Callable[[], None]:
        """Call `tell` whenever the view of the seat has changed; return what ends that."""
        self._watchers[seat].add(tell)
        return lambda: self._watchers[seat].discard(tell)

    def is_over(self) -> bool:
        """Return whether the game has ended, or a bot has failed it."""
        return self.dealer.is_over()

    def choose(self, seat: int, action: int) -> None:
        """Commit a person to an action; IllegalActionError."""
        self.dealer.choose(seat, action)
        self._changed()

    def undo(self, seat: int) -> None:
        """Take the person's last choice back, where it can be."""
        self.dealer.undo(seat)
        self._changed()

    def question(self, seat: int, observation: Observation, purpose: str) -> Question:
        """Return what is asked of the advisor about a decision."""
        seed = keyed_hash(self.seed, purpose, seat, observation.num_moves)
        return Question(self.advisor, observation, seed, wants_policy=True)

    def begin_review(self) -> Review:
        """Return the review of the finished game, begun when it is first asked for."""
        if self.review is None:
            self.review = Review(self)
        return self.review

    def close(self) -> None:
        """Stop everybody who thinks."""
        for task in self._asked.values():
            task.cancel()
        if self.review is not None:
            self.review.close()

    def _changed(self) -> None:
        """Ask the bots whose turn it is, and show every person what is new."""
        self._settle()
        for seat, observation in self.dealer.questions().items():
            if seat not in self._asked:
                self._asked[seat] = asyncio.create_task(self._ask(seat, observation))
        for seat, shown in self._shown.items():
            view = view_of(self, seat)
            if view != shown.view:
                shown.view = view
                shown.version += 1
                for tell in list(self._watchers[seat]):
                    tell()

    def _settle(self) -> None:
        """Keep what bots thought of the actions that have been played since the last time."""
        actions = self.dealer.actions
        for number in range(min(self._settled, len(actions)), len(actions)):
            seat, _ = actions[number]
            if seat in self._pending:
                self.thoughts[number] = self._pending.pop(seat)
        self._settled = len(actions)

    async def _ask(self, seat: int, observation: Observation) -> None:
        """Let a bot choose; one that fails loses the game."""
        choice, start = self.places[seat].bot, perf_counter()
        assert choice is not None
        try:
            thought = await self.thinker.ask(
                Question(choice, observation, self.seed_of(seat), self._decisions[seat]),
                plays_on=True, queues=True,
            )
            self._decisions[seat] += 1
            self._pending[seat] = thought, perf_counter() - start
            self.dealer.choose(seat, thought.action)
        except Exception as error:
            self._fail(seat, error)
        finally:
            self._asked.pop(seat, None)
        self._changed()

    def seed_of(self, seat: int) -> int:
        """Return the seed of a seat's bot; 0 of a person."""
        bot = self.places[seat].bot
        return 0 if bot is None else bot_seed(self.seed, 0, seat, bot.spec, 0)

    def _fail(self, seat: int, error: Exception) -> None:
        LOG.error("table %s: the bot of seat %d failed", self.id, seat, exc_info=error)
        kind = error.kind if isinstance(error, BotError) else BotError.kind
        if isinstance(error, RpcError) and error.code == OUT_OF_TIME:
            kind = OUT_OF_TIME_KIND
        self.failure = Failure(seat, kind, FAILURE, len(self.dealer.actions))
        self.dealer.abandon()
        for other, task in self._asked.items():
            if other != seat:  # its answer would come to a game that is over
                task.cancel()
