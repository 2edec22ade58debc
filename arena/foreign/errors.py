"""What can go wrong with a foreign bot, told apart by kind."""

from __future__ import annotations

from arena.faults import BotError
from engine_cy.errors import BotSpecError

CRASH = BotError.kind
ILLEGAL_MOVE = "illegal move"
BROKEN_PROTOCOL = "broken protocol"
OUT_OF_TIME = "out of time"


class EngineError(BotError):
    """A foreign program that failed at a request.

    The message never says anything that differs from run to run (times, process numbers, how many
    requests came before): results must not depend on who played what in which process.
    """

    def __init__(self, message: str, kind: str = CRASH, trace: str = "") -> None:
        super().__init__(message, trace)
        self.kind = kind


class UnusableEngineError(EngineError, BotSpecError):
    """A foreign program that cannot begin a game: it is missing, fails at once, plays others."""
