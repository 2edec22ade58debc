"""All tables of a server, found by the secrets of their seats."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic

from engine_cy import Game
from frontends.server.bots import Choice
from frontends.server.config import ServeConfig
from frontends.server.errors import BUSY, TOKEN, RpcError
from frontends.server.hosted import HostedTable, Place
from frontends.server.thinking import Thinker

SHORTEST = 0.1  # seconds between two of them
SWEEPS = 30  # looks for idle tables in the time after which one is cleared


class Hall:
    """Tables by token and by invitation."""

    def __init__(self, thinker: Thinker, config: ServeConfig) -> None:
        self._thinker = thinker
        self._most = config.limits.tables
        self._idle = config.limits.idle * 60
        self._tables: dict[str, HostedTable] = {}
        self._seats: dict[str, tuple[HostedTable, int]] = {}  # by token
        self._invitations: dict[str, tuple[HostedTable, int]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def open(self, game: Game, places: Sequence[Place], seed: int, advisor: Choice) -> HostedTable:
        """Return a new table; RpcError BUSY where the server has as many as it holds."""
        if len(self._tables) >= self._most:
            self.sweep()
        if len(self._tables) >= self._most:
            raise RpcError(BUSY, f"All {self._most} tables of this server are taken.")
        table = HostedTable(game, places, seed, advisor, self._thinker)
        self._tables[table.id] = table
        for seat, place in enumerate(places):
            if place.token:
                self._seats[place.token] = table, seat
            if place.invitation:
                self._invitations[place.invitation] = table, seat
        if self._sweeper is None:
            self._sweeper = asyncio.create_task(self._sweep_on())
        table.begin()
        return table

    def seat(self, token: str) -> tuple[HostedTable, int]:
        """Return the table and the seat of a token; RpcError TOKEN."""
        found = self._seats.get(token)
        if found is None:
            raise RpcError(TOKEN, "There is no seat of this token, or its table was cleared.")
        found[0].used = monotonic()
        return found

    def join(self, invitation: str, name: str | None) -> tuple[HostedTable, int]:
        """Turn an invitation into a seat; RpcError TOKEN for one that is used up or none."""
        found = self._invitations.pop(invitation, None)
        if found is None:
            raise RpcError(TOKEN, "There is no such invitation: each can be used once.")
        table, seat = found
        self._seats[table.take_seat(seat, name)] = found
        table.used = monotonic()
        return found

    def sweep(self) -> None:
        """Clear the tables that nobody has asked about for too long."""
        now = monotonic()
        for table in list(self._tables.values()):
            if now - table.used > self._idle:
                self._clear(table)

    def close(self) -> None:
        """Clear all tables."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for table in list(self._tables.values()):
            self._clear(table)

    def _clear(self, table: HostedTable) -> None:
        table.close()
        del self._tables[table.id]
        for held in (self._seats, self._invitations):
            for secret in [secret for secret, (other, _) in held.items() if other is table]:
                del held[secret]

    async def _sweep_on(self) -> None:
        while True:
            await asyncio.sleep(max(self._idle / SWEEPS, SHORTEST))
            self.sweep()
