"""``desgarrada check-engine``: is a foreign program fit for a tournament? One sentence a check."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scripts.errors import ArgumentParser, UsageError
from scripts.games import load

if TYPE_CHECKING:
    from arena.foreign.check import Finding

EXIT_FAULT = 1  # the program is not fit; 2 is for a command that cannot be read
DEFAULT_GAMES = ("kuhn_poker", "hoi_pho")
TOLD_LINES = 12  # of what a program wrote on stderr, printed below a fault


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    from arena.foreign.bot import ForeignConfig
    from arena.foreign.check import Checks, games_of
    from search import params, parse_spec

    options = _parser().parse_args(list(argv))
    spec = parse_spec("cmd:" + options.command.removeprefix("cmd:"))
    limits = params.build(ForeignConfig, dict(spec.params), spec.head)
    settings = _settings(options.settings)
    rounds = _number("games", settings.pop("games", "10"))
    players = _number("players", settings.pop("players")) if "players" in settings else None
    named = settings.pop("game", None)
    if settings and named is None:
        raise UsageError(f"{next(iter(settings))}= is an option of a game: name it by game=")
    names = [named] if named else games_of(spec.name, limits, DEFAULT_GAMES)
    data = settings.pop("data", None)
    games = [load(name, players, data, settings) for name in names]
    faults = 0
    for finding in Checks(spec.name, games, rounds, limits).run():
        faults += not finding.good
        _print(finding)
    print(f"{spec.name}: {_verdict(faults)}")
    return EXIT_FAULT if faults else 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="desgarrada check-engine",
        description="Check a foreign bot: every rule of the protocol, then games in every seat. "
        "The exit code is 0 where all is well, 1 where there is a fault.",
    )
    parser.add_argument("command", metavar="COMMAND", help="its command, quoted: 'python3 bot.py'")
    parser.add_argument(
        # Without a default argparse calls it required where the command is missing.
        "settings", nargs="*", default=[], metavar="KEY=VALUE",
        help=f"game= (default {' and '.join(DEFAULT_GAMES)}), players=, options of the game; "
        "games=10 for every seat",
    )
    return parser


def _settings(words: Sequence[str]) -> dict[str, str]:
    """Return the settings; UsageError for a word that is none."""
    for word in words:
        if "=" not in word:
            raise UsageError(
                f"'{word}' is not a setting; the command is one word: quote it, with its arguments"
            )
    return dict(word.split("=", 1) for word in words)


def _number(key: str, text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise UsageError(f"{key}={text} is not allowed; it is a number from 1")
    return int(text)


def _print(finding: Finding) -> None:
    print(f"{'ok   ' if finding.good else 'fault'}  {finding.sentence}.", flush=True)
    lines = finding.told.strip().splitlines()[-TOLD_LINES:]
    if lines:
        print(textwrap.indent("\n".join(lines), "         "), flush=True)


def _verdict(faults: int) -> str:
    if not faults:
        return "fit for a tournament."
    return "1 fault." if faults == 1 else f"{faults} faults."
