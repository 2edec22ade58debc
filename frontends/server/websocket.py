"""WebSocket: messages both ways, as many at a time as the client likes, replies as they come."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from frontends.server import strict_json
from frontends.server.config import ServeConfig
from frontends.server.connection import Connection
from frontends.server.door import Door, Origin
from frontends.server.headers import header
from frontends.server.rpc import VERSION, Dispatcher

AT_A_TIME = 64  # messages of a client that are answered or wait to be read by it
POLICY, LATER = 1008, 1013  # codes of closing


class SocketDoor:
    """The application behind /ws."""

    def __init__(self, dispatcher: Dispatcher, door: Door, config: ServeConfig) -> None:
        self._dispatcher, self._door, self._config = dispatcher, door, config
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one WebSocket to its end."""
        socket = WebSocket(scope, receive, send)
        origin = self._door.origin(header(scope, b"origin"), header(scope, b"host"))
        if origin is Origin.REFUSED:
            await socket.close(POLICY)
            return
        if self._open >= self._config.limits.connections:
            await socket.close(LATER)
            return
        self._open += 1
        try:
            await socket.accept()
            connection = Connection(self._config.default_bot, own_page=origin is Origin.OWN)
            await Talk(socket, self._dispatcher, connection).run()
        finally:
            self._open -= 1


class Talk:
    """One client's messages and replies."""

    def __init__(self, socket: WebSocket, dispatcher: Dispatcher, connection: Connection) -> None:
        self._socket, self._dispatcher, self._connection = socket, dispatcher, connection
        self._room = asyncio.Semaphore(AT_A_TIME)
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsent = 0
        self._all_sent = asyncio.Event()
        self._all_sent.set()
        connection.send = self._notify

    async def run(self) -> None:
        """Answer until the client goes; then nothing goes on for it.

        As long as it does not take its replies, nothing more is read of it.
        """
        try:
            while (raw := await self._receive()) is not None:
                await self._all_sent.wait()
                await self._room.acquire()
                task = asyncio.create_task(self._reply(raw))
                self._tasks.add(task)
                task.add_done_callback(self._done)
        finally:
            self._connection.close()
            for task in list(self._tasks):
                task.cancel()

    async def _receive(self) -> str | bytes | None:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        return text if text is not None else message["bytes"]

    async def _reply(self, raw: str | bytes) -> None:
        text = await self._dispatcher.answer(raw, self._connection)
        if text is not None:
            await self._send(text)
        if self._connection.quits:
            await self._socket.close()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._room.release()
        if not task.cancelled():
            task.exception()  # the client has gone while it was answered

    async def _notify(self, method: str, params: dict[str, Any]) -> None:
        await self._send(strict_json.write(
            {"jsonrpc": VERSION, "method": method, "params": params}
        ))

    async def _send(self, text: str) -> None:
        self._unsent += 1
        self._all_sent.clear()
        try:
            await self._socket.send_text(text)
        except (RuntimeError, WebSocketDisconnect):  # it is closed, or as good as
            raise ConnectionError from None
        finally:
            self._unsent -= 1
            if not self._unsent:
                self._all_sent.set()
