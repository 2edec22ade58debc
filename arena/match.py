"""Play one game: ask the bots in turn, apply what they say, contain the ones that fail."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from arena.analysis import ask
from arena.budget import Budget
from arena.clock import Clock
from arena.faults import BotError, describe, explain, one_line, trace_of

MAX_SIMULATIONS = 2**63  # of one decision; more is no count


@dataclass(frozen=True)
class Failure:
    """Why a bot lost a game before its end."""

    seat: int
    kind: str  # "crash", "illegal move", "out of time", "silent", "killed its process", ...
    message: str  # one line
    move: int  # number of actions played before
    trace: str = ""


class Fatal(NamedTuple):
    """The question that is known to end the process, and how it did so."""

    seat: int
    move: int
    kind: str = "killed its process"  # or "silent"

    @property
    def message(self) -> str:
        """What is said of the bot that was asked."""
        if self.kind == "silent":
            return "it gave no answer until its process was ended, twice"
        return "the process that ran the bot died, twice"


@dataclass(frozen=True)
class _Answer:
    """What a bot answered, in plain values; `action` is None unless it is legal."""

    action: int | None = None
    simulations: int | None = None
    text: str = ""  # of an answer that is not legal
    refused: str = ""  # why the bot was not asked
    analysis: dict[str, Any] | None = None


@dataclass
class Outcome:
    """What happened in one game.

    A game that a bot fails has no scores and no returns: the bot that failed is last with share 0,
    the others tie for first and split the win.
    """

    actions: list[tuple[int, int]]  # (seat, action) in the order they were applied
    scores: list[float] | None
    returns: list[float] | None
    ranks: list[int]
    shares: list[float]
    truncated: bool
    failure: Failure | None = None
    simulations: list[list[int]] = field(default_factory=list)  # per seat, per decision
    seconds: list[float] = field(default_factory=list)  # per seat, spent inside the bot
    slowest: list[float] = field(default_factory=list)  # per seat, its longest decision
    decisions: list[int] = field(default_factory=list)  # per seat
    moves: list[int] = field(default_factory=list)  # microseconds of each action's decision
    overtime: list[int] = field(default_factory=list)  # per seat, decisions over their time
    analysis: list[dict[str, Any] | None] | None = None  # of each action


class BotFailed(Exception):  # noqa: N818 - it is caught at once and never reaches a caller
    """Carries the failure of a bot out of the question it was asked."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def win_shares(ranks: Sequence[int]) -> list[float]:
    """Return each seat's share of the win: 1 divided among all who are ranked first."""
    winners = sum(1 for rank in ranks if rank == 1)
    return [1.0 / winners if rank == 1 else 0.0 for rank in ranks]


def last_rank(players: int) -> int:
    """Return the rank of a seat that is last; one that is alone can lose to the game itself."""
    return max(players, 2)


def ranks_of_failure(players: int, seat: int) -> list[int]:
    """Return the ranks of a game that `seat` failed: it is last, the others tie for first."""
    return [last_rank(players) if other == seat else 1 for other in range(players)]


def shares_of(ranks: Sequence[int], returns: Sequence[float] | None) -> list[float]:
    """Return the win share of each seat; `returns` is None where a bot failed.

    A solo game has no rival to share a win with: its own utility says won or lost.
    """
    if len(ranks) > 1:
        return win_shares(ranks)
    return [0.0] if returns is None else list(returns)


def play_game(
    game: Any, bots: Sequence[Any], seed: int, *, allow_cheating: bool = False
) -> Outcome:
    """Play one game with `bots`, one per seat, on the deal of `seed`."""
    if len(bots) != game.num_players:
        raise ValueError(f"{len(bots)} bots cannot fill the game's {game.num_players} seats")
    makers = [lambda bot=bot: bot for bot in bots]
    return Referee(game, makers, seed, allow_cheating=allow_cheating).play()


class Referee:
    """One game in progress.

    `makers[s]` makes the bot of seat s; a bot that cannot be made has failed like any other.
    `on_ask(seat, move)` is called before each question, `fatal` names the question that is known
    to end the process and is therefore not asked.
    """

    def __init__(
        self,
        game: Any,
        makers: Sequence[Callable[[], Any]],
        seed: int,
        *,
        allow_cheating: bool = False,
        budget: Budget | None = None,
        analysis: bool = False,
        on_ask: Callable[[int, int], None] | None = None,
        fatal: Fatal | None = None,
    ) -> None:
        self._state = game.new_initial_state(seed)
        self._makers = makers
        self._allow_cheating = allow_cheating
        self._budget = budget or Budget()
        self._analysis: list[dict[str, Any] | None] | None = [] if analysis else None
        self._on_ask = on_ask
        self._fatal = fatal
        self._bots: list[Any] = [None] * len(makers)
        self._actions: list[tuple[int, int]] = []
        self._simulations: list[list[int]] = [[] for _ in makers]
        self._seconds = [0.0] * len(makers)
        self._slowest = [0.0] * len(makers)
        self._decisions = [0] * len(makers)
        self._moves: list[int] = []
        self._overtime = [0] * len(makers)

    def play(self) -> Outcome:
        """Play the game to its end, or to the first failure of a bot."""
        try:
            for seat, make in enumerate(self._makers):
                self._bots[seat] = self._guarded(seat, make)
            while not self._state.is_terminal():
                self._one_choice()
        except BotFailed as failed:
            return self._lost(failed.failure)
        ranks = [int(rank) for rank in self._state.ranks()]
        returns = [float(value) for value in self._state.returns()]
        scores = [float(score) for score in self._state.scores()]
        return self._outcome(scores, returns, ranks, None)

    def _one_choice(self) -> None:
        """Ask every acting seat with what it knew before anyone committed, then apply."""
        state = self._state
        acting = state.acting_players()
        views = [(seat, state.observation(seat)) for seat in acting]
        chosen = [(seat, self._ask(seat, view)) for seat, view in views]
        for seat, (action, taken, analysis) in chosen:
            state.apply_action(action, seat)
            self._actions.append((seat, action))
            self._moves.append(round(taken * 1e6))
            if self._analysis is not None:
                self._analysis.append(analysis)

    def _ask(self, seat: int, view: Any) -> tuple[int, float, dict[str, Any] | None]:
        """Return a legal action, the seconds it took, and what the bot says of it."""
        legal = {int(action) for action in self._state.legal_actions(seat)}
        clock = Clock()
        answer = self._guarded(seat, lambda: self._answer(self._bots[seat], view, legal, clock))
        taken = clock.taken()
        self._seconds[seat] += taken
        self._slowest[seat] = max(self._slowest[seat], taken)
        if answer.refused:
            self._fail(seat, "crash", answer.refused)
        self._decisions[seat] += 1
        if answer.simulations is not None:
            self._simulations[seat].append(answer.simulations)
        if answer.action is None:
            allowed = ", ".join(map(str, sorted(legal)))
            self._fail(seat, "illegal move", f"answered {answer.text}; legal were {allowed}")
        self._check_time(seat, taken)
        return answer.action, taken, answer.analysis  # type: ignore[return-value]  # it is legal

    def _check_time(self, seat: int, taken: float) -> None:
        limit = self._budget.limit
        if limit is None or taken <= limit:
            return
        self._overtime[seat] += 1
        if self._budget.forfeits:
            # The limit and not what it took: results hold no times.
            grace = f" and {self._budget.grace:g} s of grace" if self._budget.grace else ""
            allowed = f"{self._budget.seconds:g} s{grace}"
            self._fail(seat, "out of time", f"took more than {allowed} to decide")

    def _answer(self, bot: Any, view: Any, legal: set[int], clock: Clock) -> _Answer:
        """Ask, and take from what is answered only plain values; all of it runs the bot's code."""
        shown = [view]
        if getattr(bot, "needs_state", False):
            if not self._allow_cheating:
                return _Answer(refused="asked for the state, which allow_cheating=false forbids")
            shown.append(self._state.clone())
        said = bot.act(*shown)
        clock.stop()
        # Only a search under a time budget is not reproducible without this number.
        done = getattr(bot, "timed_simulations", None)
        simulations = None if done is None else _count(done)
        try:
            action = None if type(said) is bool else operator.index(said)
        except TypeError:
            action = None
        if action in legal:
            analysis = None if self._analysis is None else ask(bot, shown, action)
            return _Answer(action, simulations, analysis=analysis)
        return _Answer(None, simulations, describe(said))

    def _guarded(self, seat: int, question: Callable[[], Any]) -> Any:
        move = len(self._actions)
        if self._fatal is not None and self._fatal[:2] == (seat, move):
            self._fail(seat, self._fatal.kind, self._fatal.message)
        if self._on_ask is not None:
            self._on_ask(seat, move)
        try:
            return question()
        except KeyboardInterrupt:
            raise  # Ctrl-C is nobody's fault
        except BotError as error:  # it says itself what it is
            failure = Failure(seat, error.kind, one_line(str(error)), move, error.trace)
        except BaseException as error:
            failure = Failure(seat, "crash", explain(error), move, trace_of(error, __file__))
        raise BotFailed(failure)

    def _fail(self, seat: int, kind: str, message: str) -> None:
        raise BotFailed(Failure(seat, kind, one_line(message), len(self._actions)))

    def _lost(self, failure: Failure) -> Outcome:
        ranks = ranks_of_failure(len(self._makers), failure.seat)
        return self._outcome(None, None, ranks, failure)

    def _outcome(
        self,
        scores: list[float] | None,
        returns: list[float] | None,
        ranks: list[int],
        failure: Failure | None,
    ) -> Outcome:
        return Outcome(
            actions=self._actions,
            scores=scores,
            returns=returns,
            ranks=ranks,
            shares=shares_of(ranks, returns),
            truncated=bool(getattr(self._state, "truncated", False)),
            failure=failure,
            simulations=self._simulations,
            seconds=self._seconds,
            slowest=self._slowest,
            decisions=self._decisions,
            moves=self._moves,
            overtime=self._overtime,
            analysis=self._analysis,
        )


def _count(value: Any) -> int:
    """Return a number of simulations as a plain int; ValueError if it is none."""
    count = int(value)
    if not 0 <= count < MAX_SIMULATIONS:
        raise ValueError(f"timed_simulations is {describe(value)}, which is no count")
    return count
