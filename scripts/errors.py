"""One wrapper for every command: bad input is a sentence and exit code 2, a bug its traceback.

Exceptions are told apart by the package that defines them, so nothing has to be imported to handle
an error, and third-party packages that are not installed cost nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import NoReturn

EXIT_OK = 0
EXIT_BUG = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells report it
EXIT_BROKEN_PIPE = 141  # 128 + SIGPIPE

OUR_PACKAGES = frozenset(
    {"engine_cy", "search", "arena", "nets", "frontends", "configs", "scripts"}
)
CONFIG_PACKAGES = frozenset({"hydra", "omegaconf", "yaml", "antlr4"})


class UsageError(ValueError):
    """Bad input on a command line; the message is one sentence."""


class ArgumentParser(argparse.ArgumentParser):
    """An argparse parser whose errors are one sentence instead of usage lines."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError instead of printing and leaving."""
        raise UsageError(f"{message} (see {self.prog} --help)")


def guard(command: Callable[[Sequence[str]], int], argv: Sequence[str]) -> int:
    """Run `command(argv)` and return the exit code, turning errors into words on stderr."""
    try:
        code = command(argv)
        sys.stdout.flush()
        return code
    except SystemExit as stop:
        return _exit_code(stop)
    except KeyboardInterrupt as stop:  # with a message where there is more to say
        print(f"\ndesgarrada: {str(stop) or 'interrupted'}", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _drop_stdout()
        return EXIT_BROKEN_PIPE
    except Exception as error:
        sentence = bad_input_sentence(error)
        if sentence is None:
            traceback.print_exc()
            return EXIT_BUG
        print(f"desgarrada: {sentence}", file=sys.stderr)
        return EXIT_BAD_INPUT


def bad_input_sentence(error: BaseException) -> str | None:
    """Return what to tell the user about `error`, or None where it is a bug of ours."""
    package = type(error).__module__.partition(".")[0]
    if package == "yaml":
        return yaml_sentence(error)
    if package in CONFIG_PACKAGES:
        return config_sentence(error)
    if package in OUR_PACKAGES and isinstance(error, ValueError):
        return one_line(str(error))
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return None


def yaml_sentence(error: BaseException) -> str:
    """Return file, line and problem of a YAML error in one line."""
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None)
    if mark is None or not problem:
        return f"broken YAML: {one_line(str(error))}"
    return f"{mark.name}, line {mark.line + 1}, column {mark.column + 1}: broken YAML: {problem}"


def config_sentence(error: BaseException) -> str:
    """Return the message of a Hydra or OmegaConf error without its key dump, cause included."""
    parts = [_without_dump(str(error))]
    if error.__cause__ is not None:
        parts.append(_without_dump(str(error.__cause__)))
    return ": ".join(part for part in parts if part)


def one_line(text: str) -> str:
    """Return `text` with all white space runs, line ends included, as single blanks."""
    return " ".join(text.split())


def _without_dump(text: str) -> str:
    """Drop the lines OmegaConf appends for developers (full_key, object_type, reference_type)."""
    lines = [
        line
        for line in text.splitlines()
        if not re.match(r"\s*(full_key|object_type|reference_type)[:=]", line)
    ]
    return one_line(" ".join(lines))


def _exit_code(stop: SystemExit) -> int:
    """Return the code of a SystemExit as the interpreter would: text goes to stderr as an error."""
    if stop.code is None:
        return EXIT_OK
    if isinstance(stop.code, int):
        return stop.code
    print(f"desgarrada: {stop.code}", file=sys.stderr)
    return EXIT_BUG


def _drop_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush stays quiet too."""
    # A stdout without a descriptor (or a closed one) has nothing left to flush.
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
