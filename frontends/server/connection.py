"""What the server remembers of one client between two messages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from engine_cy import Game

Key = tuple[str, Any]
Send = Callable[[str, dict[str, Any]], Awaitable[None]]  # a notification: method, params


def key_of(id: Any) -> Key:
    """Return what tells ids apart: 1, "1" and 1.0 are three."""
    return type(id).__name__, id


@dataclass(eq=False)
class Connection:
    """One WebSocket, one stdio, or one HTTP request.

    game, seed: what `hello` and `reset` have said. bot: the bot where a message names none.
    own_page: whether it may play at tables: everything but pages of other origins.
    send: sends a notification; None where the client cannot be told anything unasked.
    open: its requests that wait for an answer. watches: seats it is told of, by their tokens.
    ended: called when it closes. quits: it wants to end.
    """

    bot: str
    game: Game | None = None
    seed: int = 0
    own_page: bool = True
    send: Send | None = None
    open: dict[Key, asyncio.Task[Any]] = field(default_factory=dict)
    watches: dict[str, Any] = field(default_factory=dict)
    ended: list[Callable[[], None]] = field(default_factory=list)
    quits: bool = False

    def close(self) -> None:
        """Cancel all that the client has asked and has no answer yet."""
        for task in list(self.open.values()):
            task.cancel()
        for call in self.ended:
            call()
        self.ended.clear()
