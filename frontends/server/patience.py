"""HTTP connections of clients that send nothing, or a request that never ends."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


def patient_protocol(seconds: float, connections: int) -> type[H11Protocol]:
    """Return a protocol that closes what does not send a whole request within `seconds`.

    Beyond so many `connections` new ones are closed at once.
    """

    class Patient(H11Protocol):
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
