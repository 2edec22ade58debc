"""The ``desgarrada`` command: finds the command's module and runs it under the error wrapper."""

from __future__ import annotations

import difflib
import importlib
import io
import sys
from collections.abc import Sequence

from scripts.errors import UsageError, guard

# Command -> (module with main(argv) -> int, what it does). A module loads when it is called.
COMMANDS = {
    "games": ("scripts.games", "list the games; explain or measure one of them"),
    "play": ("scripts.play", "play against bots in the terminal, or on a page (web=true)"),
    "serve": ("scripts.serve", "bots and tables for other frontends: HTTP, WebSocket, stdio"),
    "tournament": ("scripts.tournament", "let bots play each other; table, records and report"),
    "match": ("scripts.match", "play one bot against another until it is clear who is stronger"),
    "replay": ("scripts.replay", "step through a recorded game, or verify a whole file"),
    "check-engine": ("scripts.check_engine", "check a foreign bot before it enters a tournament"),
    "evaluate": ("scripts.evaluate", "measure bots against exact solutions of small games"),
    "export": ("scripts.export", "make a bundle of a training run: a zip file that plays anywhere"),
    "verify": ("scripts.verify", "check every part of a bundle"),
    "train": ("scripts.train", "train a policy by self-play; the same folder resumes a run"),
    "bench": ("scripts.bench", "measure the speed of engine and search on this machine"),
}

EXAMPLES = (
    "desgarrada games show hoi_pho",
    "desgarrada play game=hoi_pho players=4 bots=[club]",
    "desgarrada tournament game=kuhn_poker bots=[random,ismcts+sims:200] blocks=20 seed=1",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``desgarrada`` with `argv` (default: the process's) and return the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A terminal without UTF-8 shows a question mark for what it lacks; the command goes on.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return guard(dispatch, sys.argv[1:] if argv is None else list(argv))


def dispatch(argv: Sequence[str]) -> int:
    """Run the command named by the first word.

    Raises: UsageError for an unknown command; whatever the command raises.
    """
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(usage())
        return 0
    if argv[0] in ("-V", "--version"):
        print(f"desgarrada {version()}")
        return 0
    if argv[0] not in COMMANDS:
        raise UsageError(_unknown(argv[0]))
    module = importlib.import_module(COMMANDS[argv[0]][0])
    return module.main(list(argv[1:]))


def usage() -> str:
    """Return the page that ``desgarrada --help`` prints."""
    lines = [
        "usage: desgarrada COMMAND [...]",
        "",
        "AI opponents for hobby games with hidden hands and simultaneous choices.",
        "",
        "commands:",
    ]
    lines += [f"  {name:<14}{summary}" for name, (_, summary) in COMMANDS.items()]
    lines += [
        "",
        "desgarrada COMMAND --help explains a command; desgarrada --version names the release.",
        "",
        "examples:",
        *(f"  {example}" for example in EXAMPLES),
    ]
    return "\n".join(lines)


def version() -> str:
    """Return the installed release, or the word for a source tree that was never installed."""
    from importlib import metadata

    try:
        return metadata.version("desgarrada")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _unknown(word: str) -> str:
    close = difflib.get_close_matches(word, COMMANDS, n=1)
    hint = f"did you mean {close[0]}?" if close else f"commands: {', '.join(COMMANDS)}"
    return f"unknown command '{word}'; {hint}"


if __name__ == "__main__":
    sys.exit(main())
