"""Connections of clients that send nothing, or a request that never ends, or that do not read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

Base: Any = asyncio.Protocol if TYPE_CHECKING else object


class Unread(Base):
    """What is sent waits for a client that takes some of it within `patience` seconds.

    No more is written before all has been taken; one that takes nothing is cut off, whatever else
    the connection waits for.
    """

    patience: float
    transport: Any
    _left = 0
    _watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to watch a connection."""
        transport.set_write_buffer_limits(0)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Watch it no more."""
        self._forget()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Give the client its time."""
        super().pause_writing()
        self._look_later()

    def resume_writing(self) -> None:
        """All has been taken."""
        super().resume_writing()
        self._forget()

    def _look_later(self) -> None:
        self._left = self.transport.get_write_buffer_size()
        self._watch = asyncio.get_running_loop().call_later(self.patience, self._look)

    def _look(self) -> None:
        if self.transport.get_write_buffer_size() >= self._left:
            self.transport.abort()
        else:
            self._look_later()

    def _forget(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None


def patient_sockets(seconds: float) -> type[WebSocketsSansIOProtocol]:
    """Return a protocol of WebSockets that waits `seconds` for who does not read."""

    class PatientSocket(Unread, WebSocketsSansIOProtocol):
        patience = seconds

        def handle_ping(self) -> None:
            if self.writable.is_set():
                super().handle_ping()
            else:  # pongs would pile up for a client that does not read them
                self.conn.data_to_send()

    return PatientSocket


def patient_protocol(seconds: float, connections: int) -> type[H11Protocol]:
    """Return a protocol that closes what does not send a whole request within `seconds`.

    Beyond so many `connections` new ones are closed at once.
    """

    class Patient(Unread, H11Protocol):
        patience = seconds
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if len(self.connections) > connections:
                transport.abort()
            else:
                self._wait()

        def data_received(self, data: bytes) -> None:
            if self._timer is None and self._is_owed():
                self._wait()
            super().data_received(data)
            if not self._is_owed():
                self._stop()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._stop()
            self._forget()
            super().handle_websocket_upgrade(event)

        def _is_owed(self) -> bool:
            """Whether the client has still to send its request, or the rest of it."""
            return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

        def _wait(self) -> None:
            self._timer = self.loop.call_later(seconds, self._give_up)

        def _stop(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _give_up(self) -> None:
            self._timer = None
            if self._is_owed():
                self.transport.abort()

    return Patient
