"""One person at a table of bots: the dealer's side. Nothing here reads or prints.

The table is the only holder of the `State`. What it hands out is the person's `Observation`, and,
once the game is over, the uncovered table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.deals import bot_seed, deal_seed, keyed_hash
from arena.entrants import check_name
from engine_cy.errors import BotSpecError, GameOptionError


class Table:
    """A game in progress between one person and bots.

    `bots` maps every other seat to its bot. Between calls either the person owes a decision or
    the game is over.
    """

    def __init__(self, game: Any, seat: int, bots: Mapping[int, Any], seed: int) -> None:
        if not 0 <= seat < game.num_players:
            raise GameOptionError(
                f"seat {seat} is not one of 0..{game.num_players - 1} of {game.name} "
                f"with {game.num_players} players"
            )
        self.game = game
        self.seat = seat
        self.bots = dict(bots)
        self._state = game.new_initial_state(deal_seed(seed, 0))
        self._taken_back: list[Any] = []  # states before own decisions nobody has answered yet
        self._let_bots_play()

    def observation(self) -> Any:
        """Return what the person knows now."""
        return self._state.observation(self.seat)

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return bool(self._state.is_terminal())

    def choose(self, action: int) -> None:
        """Make the person's decision; the bots answer until the person owes the next one.

        Raises: IllegalActionError, and then nothing has changed.
        """
        before, known = self._state.clone(), self.observation()
        views = {
            seat: self._state.observation(seat)  # as of the start of a simultaneous choice
            for seat in self._state.acting_players()
            if seat != self.seat
        }
        self._state.apply_action(action, self.seat)
        for seat, view in views.items():
            self._state.apply_action(self.bots[seat].act(view), seat)
        if not views and self._only_own_steps_since(known):
            self._taken_back.append(before)
        else:
            self._taken_back.clear()
        self._let_bots_play()

    def can_undo(self) -> bool:
        """Return whether the last decision can be taken back: nobody has answered it."""
        return bool(self._taken_back)

    def undo(self) -> None:
        """Take the last decision back; only where `can_undo` says so."""
        self._state = self._taken_back.pop()

    def result(self) -> list[tuple[int, int, float]]:
        """Return (rank, seat, score) of every seat of a finished game, best first."""
        ranks, scores = self._state.ranks(), self._state.scores()
        return sorted((int(rank), seat, float(scores[seat])) for seat, rank in enumerate(ranks))

    def uncovered(self) -> str:
        """Return the finished game's table with everything face up.

        Raises: ValueError before the end.
        """
        if not self.is_over():
            raise ValueError("the table is uncovered only after the game")
        return str(self._state)

    def _only_own_steps_since(self, known: Any) -> bool:
        """Return whether the person is still to act and has learned nothing since `known`."""
        return (
            not self.is_over()
            and self._state.acting_players() == (self.seat,)
            and news(self.observation()) == news(known)
        )

    def _let_bots_play(self) -> None:
        """Apply the bots' decisions until the person owes one, or the game is over."""
        while not self.is_over():
            acting = self._state.acting_players()
            if self.seat in acting:
                return
            views = {seat: self._state.observation(seat) for seat in acting}
            for seat, view in views.items():
                self._taken_back.clear()
                self._state.apply_action(self.bots[seat].act(view), seat)


def news(observation: Any) -> int:
    """Return how many events the seat has seen that it neither chose nor could foretell."""
    return int(observation.record()["h"]["news"][observation.player])


def seat_bots(specs: list[str], players: int, seat: int) -> dict[int, str]:
    """Return the specification for each seat but the person's: one for all, or one for each.

    Raises: BotSpecError if there are neither one nor as many as the other seats.
    """
    others = [other for other in range(players) if other != seat]
    if len(specs) == 1:
        specs = specs * len(others)
    if len(specs) != len(others):
        seats = "1 seat" if len(others) == 1 else f"{len(others)} seats"
        raise BotSpecError(
            f"bots=[{','.join(specs)}] names {len(specs)} bots for {seats}; "
            f"give one for all of them or {len(others)}"
        )
    return dict(zip(others, specs, strict=True))


def make_bots(game: Any, specs: Mapping[int, str], seed: int) -> dict[int, Any]:
    """Return the bots for `specs`, each with a seed of its own.

    Raises: BotSpecError for a specification that is unknown, broken, or wants to see hidden cards.
    """
    from search import make_bot, parse_spec

    bots = {}
    for seat, spec in specs.items():
        check_name(parse_spec(spec))
        bot = make_bot(spec, game, bot_seed(seed, 0, seat, spec, 0))
        if getattr(bot, "needs_state", False):
            raise BotSpecError(
                f"the bot '{spec}' looks at hidden cards and may not play with people"
            )
        bots[seat] = bot
    return bots


def drawn_seat(seed: int, players: int) -> int:
    """Return the seat that `seed` gives the person where none was asked for."""
    return keyed_hash(seed, "seat of the person") % players
