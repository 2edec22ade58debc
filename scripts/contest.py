"""What the commands that let bots play each other have in common."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from scripts.app import App
from scripts.jobs import own_job
from scripts.sweep import Sweep


def run_contest(settings: Any, play: Callable[..., Any], sweep: Sweep) -> int:
    """Play, print what came of it and where it is; the exit code is 0 even where bots failed.

    Raises: KeyboardInterrupt that says how to continue.
    """
    run_dir = settings.run_dir  # of the whole sweep where this is one of its jobs
    settings = own_job(settings)

    def show(results: dict[str, Any]) -> None:
        print_tables(results)
        sweep.add(run_dir, results)

    try:
        finished = play(settings, show)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"stopped; {settings.run_dir} holds the games so far and their results, and the same "
            f"command with run_dir={run_dir} continues"
        ) from None
    if finished.resumed:
        print(f"\n{finished.resumed} of these games were in {settings.run_dir} already.")
    if finished.results["failures"]:
        print(f"\n{failures_in_words(finished.results['failures'])}")
    for sentence in overtime_in_words(finished.times):
        print(f"\n{sentence}")
    print(f"\n{finished.report or finished.run_dir / 'results.json'}")
    for note in finished.notes:
        print(f"note: {note}", file=sys.stderr)
    return 0


def print_tables(results: dict[str, Any]) -> None:
    """Print the tables of the results, once there is a game."""
    from arena.text import results_table

    if results["games"]:
        print(results_table(results), flush=True)


def failures_in_words(failures: list[dict[str, Any]]) -> str:
    """Return how many games bots lost by failing, and the first of them."""
    first = failures[0]
    count = "1 game was" if len(failures) == 1 else f"{len(failures)} games were"
    return (
        f"{count} lost by a failing bot; the first, game {first['game']}: {first['bot']}, "
        f"{first['kind']}: {first['message']}"
    )


def overtime_in_words(times: dict[str, Any]) -> list[str]:
    """Return which bots were over their time, and how often."""
    over: dict[str, tuple[int, int]] = {}
    for event in times["events"]:
        for bot in event["bots"]:
            late, decisions = over.get(bot["name"], (0, 0))
            over[bot["name"]] = late + bot["overtime"], decisions + bot["decisions"]
    return [
        f"{name} was over its time in {late:,} of {max(late, decisions):,} decisions."
        for name, (late, decisions) in over.items()
        if late
    ]


def with_own_modules(app: App, argv: Sequence[str]) -> int:
    """Run the command; an installed one does not look for modules where it is started.

    ``py:my_bots:Mine`` does.
    """
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return app.main(argv)
