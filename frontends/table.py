"""A table of persons and bots: the dealer's side. Nothing here reads, prints or thinks.

The table is the only holder of the `State`. What it hands out is what a seat may know, and, once
the game is over, the uncovered table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from arena.deals import bot_seed, deal_seed, keyed_hash
from arena.entrants import check_name
from engine_cy.core import illegal_sentence
from engine_cy.errors import BotSpecError, GameOptionError, IllegalActionError


class _Step(NamedTuple):
    """A decision that its seat may take back: nobody has answered it."""

    seat: int
    before: Any  # the state it was made in
    actions: int  # number of actions applied before


class Table:
    """A game in progress.

    persons: the seats whose decisions come from outside, by `choose`, and may be taken back.
    `questions` says what the others, the bots, have to answer, by `choose` too. A choice of several
    seats is applied when the last of them has made it; before that each sees only its own.

    actions: (seat, action) as they were applied. deal: the seed of the deal.
    """

    def __init__(self, game: Any, persons: Iterable[int], seed: int) -> None:
        self.game = game
        self.persons = frozenset(persons)
        self.deal = deal_seed(seed, 0)
        self.actions: list[tuple[int, int]] = []
        self._state = game.new_initial_state(self.deal)
        self._committed: dict[int, int] = {}
        self._steps: list[_Step] = []
        self._abandoned = False
        for seat in self.persons:
            check_seat(game, seat)

    def observation(self, seat: int) -> Any:
        """Return what a seat knows; a commitment that waits for others is not in it."""
        return self._state.observation(seat)

    def acting(self) -> tuple[int, ...]:
        """Return the seats that take part in the present choice; none when the game is over."""
        return () if self.is_over() else tuple(self._state.acting_players())

    def committed(self, seat: int) -> int | None:
        """Return the action that the seat has chosen and others are waited for, or None."""
        return self._committed.get(seat)

    def owes(self, seat: int) -> bool:
        """Return whether the seat has still to choose."""
        return seat in self.acting() and seat not in self._committed

    def questions(self) -> dict[int, Any]:
        """Return what each bot knows that has still to choose, by seat."""
        return {
            seat: self.observation(seat)
            for seat in self.acting()
            if seat not in self.persons and seat not in self._committed
        }

    def is_over(self) -> bool:
        """Return whether the game has ended, or was abandoned."""
        return self._abandoned or bool(self._state.is_terminal())

    def abandon(self) -> None:
        """End the game where it stands: there is no result, and the table may be uncovered."""
        self._abandoned = True
        self._committed.clear()
        self._steps.clear()

    def choose(self, seat: int, action: int) -> None:
        """Commit a seat to an action; the last one that is due plays them all, in seat order.

        Raises: IllegalActionError, and then nothing has changed.
        """
        legal = [int(a) for a in self._state.legal_actions(seat)] if self.owes(seat) else []
        if action not in legal:
            raise IllegalActionError(illegal_sentence(self.game, action, seat, legal))
        self._committed[seat] = action
        if len(self._committed) == len(self.acting()):
            self._play()

    def can_undo(self, seat: int) -> bool:
        """Return whether the seat can take its last decision back: nobody has answered it."""
        if seat in self._committed:
            return True
        return bool(self._steps) and self._steps[-1].seat == seat

    def undo(self, seat: int) -> None:
        """Take the last decision back; only where `can_undo` says so."""
        if self._committed.pop(seat, None) is None:
            step = self._steps.pop()
            self._state = step.before
            del self.actions[step.actions :]

    def result(self) -> list[tuple[int, int, float]]:
        """Return (rank, seat, score) of every seat of a finished game, best first."""
        ranks, scores = self._state.ranks(), self._state.scores()
        return sorted((int(rank), seat, float(scores[seat])) for seat, rank in enumerate(ranks))

    def uncovered(self) -> str:
        """Return the finished game's table with everything face up.

        Raises: ValueError before the end.
        """
        return str(self.ended())

    def ended(self) -> Any:
        """Return the state of a finished game; ValueError before the end."""
        if not self.is_over():
            raise ValueError("the table is uncovered only after the game")
        return self._state.clone()

    def _play(self) -> None:
        """Apply what all acting seats have chosen."""
        chosen = sorted(self._committed.items())
        (seat, _), alone = chosen[0], len(chosen) == 1
        step = _Step(seat, self._state.clone(), len(self.actions))
        known = news(self.observation(seat))
        for who, action in chosen:
            self._state.apply_action(action, who)
        self.actions += chosen
        self._committed.clear()
        if alone and seat in self.persons and self._only_own_steps_since(seat, known):
            self._steps.append(step)
        else:
            self._steps.clear()

    def _only_own_steps_since(self, seat: int, known: int) -> bool:
        """Return whether the seat is still to act alone and has learned nothing since `known`."""
        return self.acting() == (seat,) and news(self.observation(seat)) == known


def check_seat(game: Any, seat: int) -> None:
    """Raise GameOptionError where the game has no such seat."""
    if not 0 <= seat < game.num_players:
        raise GameOptionError(
            f"seat {seat} is not one of 0..{game.num_players - 1} of {game.name} "
            f"with {game.num_players} players"
        )


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
