"""The command of a foreign bot inside a specification: `cmd:python3 my_bot.py --deep+timeout:5`.

A command is split into words as a shell splits them, and no shell ever runs it. It ends where the
parameters begin: at the first `+key:` or `(` outside quotes.
"""

from __future__ import annotations

import re
import shlex

from engine_cy.errors import BotSpecError

COMMAND = re.compile(
    r"""(?: '[^']*' | "(?:\\.|[^"\\])*" | \\. | (?! \+[A-Za-z_]\w*: | \( ) . )*""",
    re.VERBOSE | re.DOTALL,
)
PARAMETER = re.compile(r"\+[A-Za-z_]\w*:")


def cut_command(text: str) -> tuple[str, str]:
    """Return the command in its canonical spelling, and the text of the parameters behind it.

    Raises:
        BotSpecError: for a command without a program, with an open quote or a control character.
    """
    found = COMMAND.match(text)
    end = found.end() if found else 0
    try:
        words = split_command(text[:end])
    except ValueError as error:
        raise BotSpecError(
            f"Command {text[:end].strip()!r} cannot be split into words: {error}."
        ) from None
    if not words or not words[0]:
        raise BotSpecError(f"Bot specification {'cmd:' + text!r} names no program; "
                           "write it as cmd:./my_bot or cmd:python3 my_bot.py.")
    if not all(word.isprintable() for word in words):
        raise BotSpecError(f"Command {text[:end].strip()!r} holds a character that "
                           "cannot be printed.")
    return " ".join(_quoted(word) for word in words), text[end:]


def split_command(command: str) -> list[str]:
    """Return the words of a command: the program, then its arguments."""
    return shlex.split(command)


def _quoted(word: str) -> str:
    """Return a word as a shell reads it; quoted too where it would look like a parameter."""
    return f"'{word}'" if PARAMETER.search(word) and "'" not in word else shlex.quote(word)
