"""What a reply says of a message that cannot be answered: a code and one sentence."""

from __future__ import annotations

import logging

from arena.faults import BotError, one_line
from engine_cy.errors import (
    BotSpecError,
    DataError,
    GameOptionError,
    IllegalActionError,
    NotationError,
)

LOG = logging.getLogger("desgarrada.server")

NOT_JSON = -32700
NO_REQUEST = -32600
NO_METHOD = -32601
PARAMS = -32602
INTERNAL = -32603
OBSERVATION = -32001
GAME = -32002
BOT = -32003
ILLEGAL = -32004
TOKEN = -32005
STALE = -32006
BUSY = -32007
OUT_OF_TIME = -32008
CANCELLED = -32009
TOO_LARGE = -32010
NOTHING_TO_CHOOSE = -32011
NOT_YET = -32012

CODES = {
    NOT_JSON: "the message is not JSON",
    NO_REQUEST: "the message is no request",
    NO_METHOD: "there is no such method",
    PARAMS: "the params do not fit the method",
    INTERNAL: "the server failed",
    OBSERVATION: "the observation is refused",
    GAME: "the game or its options are refused",
    BOT: "the bot is refused",
    ILLEGAL: "the action may not be played now",
    TOKEN: "there is no such seat or invitation",
    STALE: "the table has changed since",
    BUSY: "a limit of the server is reached",
    OUT_OF_TIME: "the answer took too long",
    CANCELLED: "the request was cancelled",
    TOO_LARGE: "the message is too large",
    NOTHING_TO_CHOOSE: "the seat has nothing to choose",
    NOT_YET: "the game is not over",
}
BY_TYPE: tuple[tuple[type[Exception], int], ...] = (
    (BotSpecError, BOT),
    (GameOptionError, GAME),
    (DataError, OBSERVATION),
    (IllegalActionError, ILLEGAL),
    (NotationError, ILLEGAL),
)


class RpcError(Exception):
    """An error with its code; the message is one sentence for the client."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code

    def to_dict(self) -> dict[str, object]:
        """Return the error object of a reply."""
        sentence = one_line(str(self))
        return {"code": self.code, "message": sentence + "." * (sentence[-1:] not in tuple(".?!"))}


def explain(error: Exception) -> RpcError:
    """Return what a client is told of an error; what is nobody's input goes to the log."""
    if isinstance(error, RpcError):
        return error
    if isinstance(error, BotError):
        LOG.warning("a bot failed: %s", error, exc_info=error)
        return RpcError(BOT, "The bot failed; the server's log says how.")
    for kind, code in BY_TYPE:
        if isinstance(error, kind):
            return RpcError(code, str(error))
    LOG.error("a request failed", exc_info=error)
    return RpcError(INTERNAL, "The server failed at this request; its log says how.")
