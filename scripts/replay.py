"""``desgarrada replay``: watch a recorded game, or check that a whole log plays the same again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.errors import ArgumentParser, UsageError

EXIT_DIFFERENT = 1  # as diff has it
MAX_SHOWN = 20  # differences printed by --verify
KEYS = "Enter: next, q: quit"


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    from arena import replay

    options = _parser().parse_args(list(argv))
    path = replay.find_log(Path(options.file))
    if options.verify:
        if options.game is not None:
            raise UsageError("--verify plays the whole file; leave the game out")
        return _verify(path)
    if options.game is None:
        raise UsageError("name the game to watch: its place in the file, from 0, or its id")
    record = replay.find_game(replay.read_log(path), options.game)
    interactive = sys.stdin.isatty() and sys.stdout.isatty() and not options.all
    prompt = f"({KEYS}) "  # at the first step; then nothing stands between the lines
    for lines in replay.steps(record):
        print("\n".join(lines))
        if interactive and not _go_on(prompt):
            break
        prompt = ""
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="desgarrada replay",
        description=f"Watch a recorded game step by step ({KEYS}), or verify a log.",
    )
    parser.add_argument("file", help="a games.jsonl, or the folder of a run")
    parser.add_argument("game", nargs="?", help="its place in the file, from 0, or its id: 12.3")
    parser.add_argument("--all", action="store_true", help="print the whole game at once")
    parser.add_argument(
        "--verify", action="store_true", help="play all games again and compare how they end"
    )
    return parser


def _go_on(prompt: str) -> bool:
    """Wait for a key; return whether the next step is wanted."""
    while True:
        try:
            answer = input(prompt).strip().lower()
        except EOFError:
            return False
        if answer in ("", "n", "next"):
            return True
        if answer in ("q", "quit", "exit"):
            return False
        prompt = f"'{answer}' is no key here ({KEYS}) "


def _verify(path: Path) -> int:
    from arena import replay

    verdict = replay.verify(path)
    for note in verdict.notes:
        print(f"note: {note}")
    found = verdict.differences
    for sentence in found[:MAX_SHOWN]:
        print(sentence)
    if len(found) > MAX_SHOWN:
        print(f"and {len(found) - MAX_SHOWN} more differences")
    played = "1 game was" if verdict.games == 1 else f"{verdict.games} games were"
    if found:
        print(f"{played} played again; not all ended as recorded.")
        return EXIT_DIFFERENT
    print(f"{played} played again and all ended as recorded.")
    return 0
