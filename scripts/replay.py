"""``desgarrada replay``: watch a recorded game, or check that a whole log plays the same again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.errors import ArgumentParser, UsageError

EXIT_DIFFERENT = 1  # as diff has it
MAX_SHOWN = 20  # differences printed by --verify


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
    for lines in replay.steps(record):
        print("\n".join(lines))
        if interactive and not _go_on():
            break
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="desgarrada replay",
        description="Watch a recorded game step by step (Enter: next, q: quit), or verify a log.",
    )
    parser.add_argument("file", help="a games.jsonl, or the folder of a run")
    parser.add_argument("game", nargs="?", help="its place in the file, from 0, or its id: 12.3")
    parser.add_argument("--all", action="store_true", help="print the whole game at once")
    parser.add_argument(
        "--verify", action="store_true", help="play all games again and compare how they end"
    )
    return parser


def _go_on() -> bool:
    try:
        answer = input()
    except EOFError:
        return False
    return answer.strip().lower() not in ("q", "quit")


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
    if found:
        print(f"{verdict.games} games were played again; not all ended as recorded.")
        return EXIT_DIFFERENT
    print(f"{verdict.games} games were played again and all ended as recorded.")
    return 0
