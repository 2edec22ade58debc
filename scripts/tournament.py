"""``desgarrada tournament``: bots against bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from arena import config
from scripts.app import App
from scripts.jobs import own_job


def run(settings: config.TournamentConfig) -> int:
    """Play one tournament and print its table; the exit code is 0 even where bots failed.

    Raises: KeyboardInterrupt that says how to continue.
    """
    from arena.tournament import run_tournament

    run_dir = settings.run_dir  # of the whole sweep where this is one of its jobs
    settings = own_job(settings)
    try:
        finished = run_tournament(settings, _print_table)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"stopped; {settings.run_dir} holds the games so far and their results, and the same "
            f"command with run_dir={run_dir} continues"
        ) from None
    if finished.resumed:
        print(f"\n{finished.resumed} of these games were in {settings.run_dir} already.")
    if finished.results["failures"]:
        print(f"\n{_failures_in_words(finished.results['failures'])}")
    print(f"\n{finished.report or finished.run_dir / 'results.json'}")
    for note in finished.notes:
        print(f"note: {note}", file=sys.stderr)
    return 0


def _print_table(results: dict[str, Any]) -> None:
    from arena.text import results_table

    if results["games"]:
        print(results_table(results), flush=True)


def _failures_in_words(failures: list[dict[str, Any]]) -> str:
    first = failures[0]
    count = "1 game was" if len(failures) == 1 else f"{len(failures)} games were"
    return (
        f"{count} lost by a failing bot; the first, game {first['game']}: {first['bot']}, "
        f"{first['kind']}: {first['message']}"
    )


APP = App(
    name="tournament",
    summary="Play bots against bots on equal deals and say who is stronger, with intervals.",
    schema=config.TournamentConfig,
    register=config.register,
    run=run,
    examples=(
        "",
        "game=hoi_pho players=4 bots=[random,greedy,ismcts+sims:1000] blocks=20 seed=1",
        "game=kuhn_poker bots=[random,greedy] blocks=500 run_dir=runs/kuhn",
        "bots=[ismcts+sims:1000,greedy] lineups=pairs blocks=100",
        "-m seed=1,2,3 bots=[random,py:my_bots:Mine]",
    ),
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    # An installed command does not look for modules where it is started; py:my_bots:Mine does.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return APP.main(argv)
