"""Text in and out: the streams of a terminal session, colours, widths. Knows nothing of games."""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from typing import TextIO

MIN_WIDTH, MAX_WIDTH = 40, 100

STYLES = {"strong": "1", "faint": "2", "ask": "36", "warn": "33", "good": "32"}


class EndOfInputError(Exception):
    """The person types nothing more: the input has ended, or they said quit."""


class Screen:
    """A pair of text streams. Colours only on a terminal, and never where NO_COLOR is set."""

    def __init__(self, reader: TextIO, writer: TextIO, width: int | None = None) -> None:
        self.reader = reader
        self.writer = writer
        self.colours = writer.isatty() and not os.environ.get("NO_COLOR")
        columns = width or (shutil.get_terminal_size().columns if writer.isatty() else 80)
        self.width = max(MIN_WIDTH, min(columns, MAX_WIDTH))

    def say(self, text: str = "", style: str = "") -> None:
        """Print `text` as it stands."""
        print(self.styled(text, style), file=self.writer)

    def block(self, text: str) -> None:
        """Print lines; one that is too long goes on under its own beginning (``label:  ...``)."""
        for line in text.splitlines():
            label = re.match(r"[^\s:][^:]{0,18}:\s+|\s*", line)
            hanging = " " * (len(label[0]) if label and label[0] else 2)
            if len(line) > self.width:
                line = textwrap.fill(line, self.width, subsequent_indent=hanging)
            self.say(line)

    def rule(self) -> None:
        """Print a line across the screen."""
        self.say("─" * self.width, "faint")

    def paragraph(self, text: str, indent: str = "", hanging: str = "", style: str = "") -> None:
        """Print `text` wrapped to the width; `hanging` begins every line but the first."""
        self.say(
            textwrap.fill(
                text, self.width, initial_indent=indent, subsequent_indent=hanging or indent
            ),
            style,
        )

    def ask(self, prompt: str) -> str:
        """Return the next line typed, without white space round it.

        Raises: EndOfInputError at the end of the input.
        """
        self.writer.write(self.styled(prompt, "ask"))
        self.writer.flush()
        line = self.reader.readline()
        if not line:
            self.say()
            raise EndOfInputError
        if not self.reader.isatty():  # what was typed is then not on the screen yet
            self.say(line.rstrip("\n"))
        return line.strip()

    def styled(self, text: str, style: str) -> str:
        """Return `text` in a style of `STYLES`, unchanged where there are no colours."""
        if not self.colours or not style or not text:
            return text
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m"
