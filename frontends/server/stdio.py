"""stdio: one message a line, one reply a line; the protocol of foreign bots and all the rest."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from concurrent.futures import CancelledError
from typing import IO, Any

from frontends.server import strict_json
from frontends.server.connection import Connection
from frontends.server.rpc import VERSION, Dispatcher
from frontends.server.services import Services

AT_A_TIME = 64  # messages that are answered or wait to be


class Lines:
    """Lines of a file, read by a thread that may wait for ever."""

    def __init__(self, file: IO[bytes], longest: int) -> None:
        self._file, self._longest = file, longest
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue(AT_A_TIME)
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    async def next(self) -> bytes | None:
        """Return the next line, the beginning of one that is too long, or None at the end."""
        return await self._lines.get()

    def _read(self) -> None:
        try:
            while line := self._file.readline(self._longest + 1):
                rest = line
                while len(rest) > self._longest and not rest.endswith(b"\n"):
                    rest = self._file.readline(self._longest + 1)
                self._put(line)
            self._put(None)
        except (OSError, RuntimeError, CancelledError):  # the server has ended meanwhile
            pass

    def _put(self, line: bytes | None) -> None:
        put = self._lines.put(line)
        try:
            asyncio.run_coroutine_threadsafe(put, self._loop).result()
        finally:
            put.close()  # where the loop has ended it was never begun


class Session:
    """The one client at the other end of the pipes."""

    def __init__(self, dispatcher: Dispatcher, connection: Connection, writer: IO[bytes]) -> None:
        self._dispatcher, self._connection, self._writer = dispatcher, connection, writer
        self._tasks: set[asyncio.Task[None]] = set()
        self._quits = asyncio.Event()
        connection.send = self._notify

    async def run(self, lines: Lines) -> None:
        """Answer until the client quits; after the end of its input what is open is answered."""
        quits = asyncio.create_task(self._quits.wait())
        try:
            while not self._quits.is_set():
                line = asyncio.create_task(lines.next())
                await asyncio.wait({line, quits}, return_when=asyncio.FIRST_COMPLETED)
                if not line.done() or line.result() is None:
                    break
                await self._take(line.result() or b"")
            if not self._quits.is_set():
                await asyncio.gather(*self._tasks)
        finally:
            quits.cancel()
            self._connection.close()

    async def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        task = asyncio.create_task(self._reply(line.removesuffix(b"\n")))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.sleep(0)  # messages are taken up in their order
        if len(self._tasks) >= AT_A_TIME:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)

    async def _reply(self, line: bytes) -> None:
        text = await self._dispatcher.answer(line, self._connection)
        if text is not None:
            self._write(text)
        if self._connection.quits:
            self._quits.set()

    async def _notify(self, method: str, params: dict[str, Any]) -> None:
        self._write(strict_json.write({"jsonrpc": VERSION, "method": method, "params": params}))

    def _write(self, text: str) -> None:
        try:
            self._writer.write(text.encode() + b"\n")
            self._writer.flush()
        except OSError:  # nobody reads it any more
            self._quits.set()


def serve_stdio(services: Services) -> None:
    """Serve the process's own input and output until one of them ends."""
    # Files of its own: at its end the interpreter closes sys.stdin, which it cannot while a thread
    # waits for a line of it.
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    sys.stdout = sys.stderr  # what a bot prints is no message
    asyncio.run(serve_pipes(services, reader, writer))


async def serve_pipes(services: Services, reader: IO[bytes], writer: IO[bytes]) -> None:
    """Serve one client at the other end of two pipes."""
    connection = Connection(services.config.default_bot)
    try:
        lines = Lines(reader, services.config.limits.message)
        await Session(Dispatcher(services), connection, writer).run(lines)
    finally:
        services.close()
