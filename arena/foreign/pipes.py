"""The three pipes of a foreign program, none of which ever blocks us.

One loop writes what is to be written, takes lines from stdout and keeps the end of stderr, until an
answer is there or the time is over: a program that reads nothing, tells megabytes, or never answers
is waited for no longer than that.
"""

from __future__ import annotations

import contextlib
import os
import selectors
from collections.abc import Callable
from subprocess import Popen
from time import monotonic
from typing import IO

from arena.foreign.errors import BROKEN_PROTOCOL, EngineError

MAX_LINE = 4 * 1024 * 1024  # bytes of an answer
MAX_TOLD = 20_000  # bytes of stderr that are kept, the last ones
CHUNK = 1 << 16  # bytes read at once: what a pipe holds
SLICE = 0.1  # seconds between two looks whether the program lives
LAST_WORDS = 0.5  # seconds to read what a program that has ended told


class Pipes:
    """Lines to a program and from it."""

    def __init__(self, process: Popen[bytes]) -> None:
        assert process.stdin and process.stdout and process.stderr
        self._stdin, self._stdout, self._stderr = process.stdin, process.stdout, process.stderr
        self._outgoing = b""
        self._incoming = bytearray()
        self._told = bytearray()
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._watch(self._stdout, self._read)
        self._watch(self._stderr, self._hear)

    def exchange(self, line: bytes, seconds: float, alive: Callable[[], bool]) -> bytes | None:
        """Write a line and return the next one of the program, without its end.

        None: no line can come any more, for the program has closed its output or is not `alive`.
        Raises: TimeoutError after `seconds`; EngineError for a line longer than MAX_LINE.
        """
        deadline = monotonic() + seconds
        self._send(line)
        searched = 0
        while (end := self._incoming.find(b"\n", searched)) < 0:
            searched = len(self._incoming)
            if searched > MAX_LINE:
                raise EngineError("it wrote a line longer than 4 MiB", BROKEN_PROTOCOL)
            if self._stdout.closed or not (self._wait(deadline) or alive()):
                return None
        answer = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        return answer

    def told(self) -> str:
        """Return the end of what the program has written on stderr."""
        deadline = monotonic() + LAST_WORDS
        while not self._stderr.closed and self._hear() and monotonic() < deadline:
            pass
        return self._told.decode(errors="backslashreplace")

    def send_last(self, line: bytes) -> None:
        """Write a line if that can be done at once, and close the program's input."""
        self._send(line)
        self.close_input()

    def close_input(self) -> None:
        """Close the program's standard input; it then knows that nothing more will come."""
        self._close(self._stdin)

    def close(self) -> None:
        """Close all pipes."""
        for pipe in (self._stdin, self._stdout, self._stderr):
            self._close(pipe)
        self._selector.close()

    def _wait(self, deadline: float) -> bool:
        """Serve the pipes that are ready; return whether there were any."""
        left = deadline - monotonic()
        if left <= 0:
            raise TimeoutError
        ready = self._selector.select(min(left, SLICE))
        for key, _ in ready:
            key.data()
        return bool(ready)

    def _send(self, line: bytes) -> None:
        if self._stdin.closed:
            return
        self._outgoing += line
        self._write()
        if self._outgoing:
            self._watch(self._stdin, self._write, selectors.EVENT_WRITE)

    def _write(self) -> None:
        try:
            done = os.write(self._stdin.fileno(), self._outgoing)
        except BlockingIOError:
            return
        except OSError:  # it has closed its input; whether it answers all the same is seen next
            self._outgoing = b""
            self._close(self._stdin)
            return
        self._outgoing = self._outgoing[done:]
        if not self._outgoing:
            self._unwatch(self._stdin)

    def _read(self) -> None:
        self._incoming += self._take(self._stdout)

    def _hear(self) -> bool:
        """Keep what is on stderr; return whether there was anything."""
        piece = self._take(self._stderr)
        self._told += piece
        del self._told[:-MAX_TOLD]
        return bool(piece)

    def _take(self, pipe: IO[bytes]) -> bytes:
        """Return what is in a pipe, at most a chunk; a pipe at its end is closed."""
        try:
            piece = os.read(pipe.fileno(), CHUNK)
        except BlockingIOError:
            return b""
        if not piece:
            self._close(pipe)
        return piece

    def _watch(
        self, pipe: IO[bytes], serve: Callable[[], object], events: int = selectors.EVENT_READ
    ) -> None:
        if pipe not in self._selector.get_map():
            self._selector.register(pipe, events, serve)

    def _unwatch(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(KeyError):
            self._selector.unregister(pipe)

    def _close(self, pipe: IO[bytes]) -> None:
        if not pipe.closed:
            self._unwatch(pipe)
            with contextlib.suppress(OSError):  # bytes the program never took
                pipe.close()
