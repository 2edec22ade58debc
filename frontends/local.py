"""One person and bots that answer at once: the table of the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from frontends.table import Table, check_seat


class LocalTable:
    """A table seen from the seat of its one person.

    `bots` maps every other seat to its bot. Between calls either the person owes a decision or
    the game is over.
    """

    def __init__(self, game: Any, seat: int, bots: Mapping[int, Any], seed: int) -> None:
        check_seat(game, seat)
        self.game = game
        self.seat = seat
        self.bots = dict(bots)
        self.dealer = Table(game, [seat], seed)
        self._let_bots_answer()

    def observation(self) -> Any:
        """Return what the person knows now."""
        return self.dealer.observation(self.seat)

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.dealer.is_over()

    def choose(self, action: int) -> None:
        """Make the person's decision; the bots answer until the person owes the next one.

        Raises: IllegalActionError, and then nothing has changed.
        """
        self.dealer.choose(self.seat, action)
        self._let_bots_answer()

    def can_undo(self) -> bool:
        """Return whether the last decision can be taken back: nobody has answered it."""
        return self.dealer.can_undo(self.seat)

    def undo(self) -> None:
        """Take the last decision back; only where `can_undo` says so."""
        self.dealer.undo(self.seat)

    def result(self) -> list[tuple[int, int, float]]:
        """Return (rank, seat, score) of every seat of a finished game, best first."""
        return self.dealer.result()

    def uncovered(self) -> str:
        """Return the finished game's table with everything face up."""
        return self.dealer.uncovered()

    def _let_bots_answer(self) -> None:
        """Let bots choose until the person has to, or the game is over.

        Where the person takes part in a choice the bots have made theirs already, so that only the
        person's is missing.
        """
        while views := self.dealer.questions():
            for seat, view in views.items():
                self.dealer.choose(seat, self.bots[seat].act(view))
