"""A foreign program as a process: started, asked, ended, and killed with all it has started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from typing import Any

from arena.faults import MAX_TRACE, printable
from arena.foreign.errors import BROKEN_PROTOCOL, CRASH, OUT_OF_TIME, EngineError
from arena.foreign.messages import read_answer, request
from arena.foreign.pipes import Pipes
from arena.lifeline import can_be_bound, die_with_parent
from search.command import split_command

SETTLE = 1.0  # seconds from closing its output to the end of a program


class Engine:
    """One running foreign program.

    command: what was started. game: fingerprint of the game it was last told of.
    free: no bot uses it. asked: it still owes an answer, or its last one was none.
    """

    def __init__(self, command: str) -> None:
        """Start the program; EngineError if that cannot be."""
        self.command = command
        self.game: str | None = None
        self.free = False
        self.asked = False
        self._number = 0
        self._owner = os.getpid()
        self._process = _start(command)
        self._pipes = Pipes(self._process)

    def ask(self, method: str, params: dict[str, Any], seconds: float) -> Any:
        """Return the program's result for a request.

        Raises: EngineError for anything but an answer in time. Unless that is an RemoteError, the
        program cannot be asked again.
        """
        self.asked = True
        self._number += 1
        try:
            line = self._exchange(method, request(self._number, method, params), seconds)
            result = read_answer(line, self._number, method)
        except EngineError as error:
            told = "\n".join(filter(None, [error.trace, self._pipes.told()]))
            error.trace = printable(told)[-MAX_TRACE:]
            raise
        self.asked = False
        return result

    def farewell(self) -> None:
        """Ask the program to quit and close its input, without waiting."""
        self._pipes.send_last(request(self._number + 1, "quit", {}))

    def close_input(self) -> None:
        """Close the program's input, as happens where we are killed."""
        self._pipes.close_input()

    def end(self, seconds: float) -> bool:
        """Return whether the program ends by itself; afterwards it is gone with all it started."""
        ended = self._exit_code(seconds) is not None
        self.kill()
        return ended

    def kill(self) -> None:
        """Kill the program and its process group."""
        self._pipes.close()
        if self._owner != os.getpid():
            return  # this is a forked copy, and its programs are those of the original
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._exit_code(SETTLE)

    def _exchange(self, method: str, line: bytes, seconds: float) -> bytes:
        try:
            answer = self._pipes.exchange(line, seconds, self._lives)
        except TimeoutError:
            raise EngineError(
                f"it did not answer {method} within {seconds:g} s", OUT_OF_TIME
            ) from None
        if answer is None:
            raise self._end(method)
        return answer

    def _end(self, method: str) -> EngineError:
        code = self._exit_code(SETTLE)
        when = f"when it was asked {method}"
        if code is None:
            return EngineError(f"it closed its output {when}", BROKEN_PROTOCOL)
        if code < 0:
            name = signal.strsignal(-code) or f"signal {-code}"
            return EngineError(f"its process was killed ({name}) {when}", CRASH)
        return EngineError(f"its process ended with exit code {code} {when}", CRASH)

    def _lives(self) -> bool:
        return self._process.poll() is None

    def _exit_code(self, seconds: float) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None


def _start(command: str) -> subprocess.Popen[bytes]:
    """Start a program in a process group of its own; its terminal's Ctrl-C is not for it."""
    program, *arguments = split_command(command)
    try:
        return subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            preexec_fn=die_with_parent if can_be_bound() else None,
        )
    except FileNotFoundError:
        raise EngineError(f"there is no program {program!r}") from None
    except OSError as error:
        raise EngineError(f"the program {program!r} cannot be started: {error.strerror}") from None
