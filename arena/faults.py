"""Words about things a bot made, whatever those things do when they are asked for a text."""

from __future__ import annotations

import re
import traceback
from typing import Any

MAX_TRACE = 20_000  # characters of a trace that are kept, the last ones


class BotError(Exception):
    """A fault of a bot that says itself of which kind it is.

    kind: the word of the table of failures. trace: more lines on it, for the report.
    """

    kind = "crash"

    def __init__(self, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.trace = trace


def describe(thing: Any) -> str:
    """Return `repr(thing)` in one line, or its type where that fails."""
    try:
        return one_line(repr(thing))
    except KeyboardInterrupt:
        raise
    except BaseException:  # `repr` is the bot's own code
        return f"<{_type_name(thing)} that cannot be shown>"


def explain(error: BaseException) -> str:
    """Return type and message of an error in one line."""
    name = _type_name(error)
    try:
        text = printable(str(error))
    except KeyboardInterrupt:
        raise
    except BaseException:  # `str` is the bot's own code
        text = "its message cannot be shown"
    return one_line(f"{name}: {text}")


def trace_of(error: BaseException, *leave_out: str) -> str:
    """Return the traceback of an error without the frames of the files `leave_out`."""
    try:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if frame.filename not in leave_out]
        lines = traceback.format_list(own) + traceback.format_exception_only(error)
        return printable("".join(lines))[-MAX_TRACE:]
    except KeyboardInterrupt:
        raise
    except BaseException:  # an error may lie about its own parts
        return ""


def printable(text: str) -> str:
    """Return `text` as a plain str that any file takes: lone surrogates become \\udXXX."""
    return str.encode(text, "utf-8", "backslashreplace").decode()


def one_line(text: str, width: int = 300) -> str:
    """Return `text` on one line, cut to `width`, without memory addresses.

    Addresses differ from run to run; results must not.
    """
    words = " ".join(printable(text).split())
    flat = re.sub(r"\b0x[0-9a-fA-F]{6,}\b", "0x...", words)
    return flat if len(flat) <= width else flat[: width - 3] + "..."


def _type_name(thing: Any) -> str:
    return printable(type.__dict__["__name__"].__get__(type(thing)))
