"""Telling a client what is new at its seat, as fast as it listens and no faster."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from frontends.server.connection import Send
    from frontends.server.hosted import HostedTable

CHANGED = "table.changed"


class Watch:
    """Sends the latest view of a seat after every change.

    A client that reads slowly misses views that are out of date already, and the server keeps none
    of them.
    """

    def __init__(self, table: HostedTable, seat: int, send: Send) -> None:
        self._table = table
        self._seat = seat
        self._send = send
        self._news = asyncio.Event()
        self._leave = table.watch(seat, self._news.set)
        self._task = asyncio.create_task(self._tell())

    def close(self) -> None:
        """Tell no more."""
        self._leave()
        self._task.cancel()

    async def _tell(self) -> None:
        with suppress(ConnectionError):
            while True:
                await self._news.wait()
                self._news.clear()
                await self._send(CHANGED, self._table.view(self._seat))
