"""Checks of a foreign program before it enters a tournament, each told in a sentence.

A program is asked here as a tournament asks it, but it is never replaced: what a tournament would
forgive between two games is a fault here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

import search
from arena.deals import bot_seed, deal_seed
from arena.foreign.bot import ForeignConfig
from arena.foreign.errors import EngineError
from arena.foreign.messages import (
    UNKNOWN_METHOD,
    RemoteError,
    act_params,
    hello_params,
    read_act,
)
from arena.foreign.process import Engine
from arena.foreign.session import NO_LIMIT, ask_action, begin, greet
from arena.match import Outcome, play_game
from engine_cy import Game, Observation, load_game

QUIT_SECONDS = 5.0
SEED = 1  # of the deals and bots of all checks


@dataclass(frozen=True)
class Finding:
    """The outcome of one check: a sentence, and where it is a fault what the program told."""

    good: bool
    sentence: str
    told: str = ""


class Player:
    """A bot of one game on a program that is not replaced; it keeps what happened.

    views, seconds: of every decision: what it saw, how long it took. error: what ended the game.
    """

    def __init__(self, engine: Engine, game: Game, seed: int, limits: ForeignConfig) -> None:
        self._engine, self._game, self._limits = engine, game, limits
        self.views: list[Observation] = []
        self.seconds: list[float] = []
        self.error: EngineError | None = None
        begin(engine, game, seed, limits.start)

    def act(self, observation: Observation) -> int:
        """Return the program's action; EngineError."""
        start = perf_counter()
        try:
            action, _ = ask_action(
                self._engine, self._game, observation, len(self.views), NO_LIMIT,
                self._limits.timeout,
            )
        except EngineError as error:
            self.error = error
            raise
        self.seconds.append(perf_counter() - start)
        self.views.append(observation)
        return action


@dataclass
class Checks:
    """All checks of one command; `run` yields findings as they are made.

    rounds: games per seat. The program is started anew after every fault.
    """

    command: str
    games: Sequence[Game]
    rounds: int
    limits: ForeignConfig

    def run(self) -> Iterator[Finding]:
        """Yield the findings; after a program that cannot begin there is only that one."""
        first = self._guarded(self._starts, self.games[0])
        yield first
        if not first.good:
            return
        yield self._guarded(self._refuses_unknown_methods, self.games[0])
        for game in self.games:
            yield self._guarded(self._plays, game)
            yield self._guarded(self._repeats_itself, game)
            yield self._guarded(self._starts_in_the_middle, game)
        if len(self.games) > 1:
            yield self._guarded(self._changes_games, self.games[1])
        yield self._guarded(self._quits, self.games[0])
        yield self._guarded(self._ends_with_its_input, self.games[0])

    def _guarded(self, check: Callable[[Engine, Game], Finding], game: Game) -> Finding:
        """Return what a check finds with a new program; whatever breaks off is a fault."""
        engine = None
        try:
            engine = Engine(self.command)
            return check(engine, game)
        except EngineError as error:
            return Finding(False, f"{_title(game)}: {error.kind}: {error}", error.trace)
        finally:
            if engine is not None:
                engine.kill()

    def _starts(self, engine: Engine, game: Game) -> Finding:
        start = perf_counter()
        name = greet(engine, game, self.limits.start)
        taken = perf_counter() - start
        return Finding(True, f"it starts, answers hello in {_spell(taken)} and is {name!r}")

    def _refuses_unknown_methods(self, engine: Engine, game: Game) -> Finding:
        greet(engine, game, self.limits.start)
        wanted = f"error {UNKNOWN_METHOD}"
        try:
            engine.ask("no_such_method", {}, self.limits.start)
        except RemoteError as error:
            if error.code != UNKNOWN_METHOD:
                return Finding(False, f"an unknown method gets error {error.code}, not {wanted}")
        else:
            return Finding(False, f"an unknown method gets a result, not {wanted}")
        begin(engine, game, SEED, self.limits.start)
        return Finding(True, f"an unknown method gets {wanted}, and it goes on")

    def _plays(self, engine: Engine, game: Game) -> Finding:
        shares, seconds = [], []
        for seat in range(game.num_players):
            for number in range(self.rounds):
                player, outcome = self._play(engine, game, seat, number)
                shares.append(outcome.shares[seat])
                seconds += player.seconds
        return Finding(
            True,
            f"{_title(game)}: it plays {len(shares)} games in all seats, "
            f"{len(seconds)} decisions, and wins {100 * sum(shares) / len(shares):.1f}% against "
            f"random; an answer takes {_spell(median(seconds))}, the slowest "
            f"{_spell(max(seconds))}",
        )

    def _repeats_itself(self, engine: Engine, game: Game) -> Finding:
        first = self._play(engine, game, 0, 0)[1].actions
        if self._play(engine, game, 0, 0)[1].actions != first:
            return Finding(False, f"{_title(game)}: the same seed twice gives different games")
        # A game that is broken off: reset comes in the middle of it.
        abandoned = Player(engine, game, SEED + 1, self.limits)
        abandoned.act(_first_view(game))
        if self._play(engine, game, 0, 0)[1].actions != first:
            return Finding(
                False, f"{_title(game)}: after a game that was broken off the same seed gives "
                "another game; reset has to forget everything"
            )
        return Finding(True, f"{_title(game)}: the same seed gives the same game, whatever it "
                       "played before")

    def _starts_in_the_middle(self, engine: Engine, game: Game) -> Finding:
        view = self._play(engine, game, 0, 0)[0].views[-1]
        observation = view.to_dict()
        del observation["trace"]
        legal = [int(action) for action in view.legal_actions()]
        begin(engine, game, SEED, self.limits.start)
        params = act_params(game, observation, legal, 0, NO_LIMIT)
        read_act(engine.ask("act", params, self.limits.timeout), game, legal)
        return Finding(True, f"{_title(game)}: it can begin in the middle of a game, and needs "
                       "no 'trace'")

    def _changes_games(self, engine: Engine, game: Game) -> Finding:
        begin(engine, self.games[0], SEED, self.limits.start)
        before = self._play(engine, self.games[0], 0, 0)[1].actions
        self._play(engine, game, 0, 0)
        if self._play(engine, self.games[0], 0, 0)[1].actions != before:
            return Finding(False, "after a game of another kind the same seed gives another game")
        return Finding(True, "a second hello brings it to another game, and a third one back")

    def _quits(self, engine: Engine, game: Game) -> Finding:
        begin(engine, game, SEED, self.limits.start)
        engine.ask("quit", {}, QUIT_SECONDS)
        if not engine.end(QUIT_SECONDS):
            return Finding(False, f"it still runs {QUIT_SECONDS:g} s after quit")
        return Finding(True, "it ends when it is told to quit")

    def _ends_with_its_input(self, engine: Engine, game: Game) -> Finding:
        begin(engine, game, SEED, self.limits.start)
        engine.close_input()
        if not engine.end(QUIT_SECONDS):
            return Finding(
                False, f"it still runs {QUIT_SECONDS:g} s after the end of its input, and so would "
                "outlive a tournament that is killed"
            )
        return Finding(True, "it ends when its input ends")

    def _play(
        self, engine: Engine, game: Game, seat: int, number: int
    ) -> tuple[Player, Outcome]:
        """Play one game against random; EngineError if the program does not get to its end."""
        bots: list[Any] = [
            search.make_bot("random", game, bot_seed(SEED, number, other, "random", 0))
            for other in range(game.num_players)
        ]
        player = Player(engine, game, bot_seed(SEED, number, seat, "checked", 0), self.limits)
        bots[seat] = player
        outcome = play_game(game, bots, deal_seed(SEED, number))
        if player.error is not None:
            where = f"seat {seat}, decision {len(player.views)}"
            raise EngineError(f"{where}: {player.error}", player.error.kind, player.error.trace)
        return player, outcome


def games_of(command: str, limits: ForeignConfig, defaults: Sequence[str]) -> list[str]:
    """Return the games to check a program with: of `defaults` what it plays, else its first one.

    A program that does not say, or cannot, gets all of `defaults`: the checks will tell why.
    """
    try:
        engine = Engine(command)
    except EngineError:
        return list(defaults)
    try:
        said = engine.ask("hello", hello_params(load_game(defaults[0])), limits.start)
    except EngineError:
        return list(defaults)
    finally:
        engine.kill()
    games = said.get("games") if isinstance(said, dict) else None
    if not isinstance(games, list):
        return list(defaults)
    return [game for game in defaults if game in games] or games[:1] or list(defaults)


def _first_view(game: Game) -> Observation:
    state = game.new_initial_state(deal_seed(SEED, 1))
    return state.observation(state.acting_players()[0])


def _title(game: Game) -> str:
    return f"{game.name}, {game.num_players} players"


def _spell(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
