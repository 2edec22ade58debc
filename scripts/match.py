"""``desgarrada match``: is one bot stronger than another? Played until that can be said."""

from __future__ import annotations

from collections.abc import Sequence

from arena import config
from scripts.app import App
from scripts.contest import run_contest, with_own_modules
from scripts.sweep import Sweep


def run(settings: config.MatchConfig) -> int:
    """Play one match and print its verdict; the exit code is 0 whatever it says."""
    from arena.sequential_match import run_match

    return run_contest(settings, run_match, SWEEP)


SWEEP = Sweep()

APP = App(
    name="match",
    summary="Play one bot against another until a sequential test says whether it is stronger.",
    schema=config.MatchConfig,
    register=config.register,
    run=run,
    examples=(
        "bots=[ismcts+sims:1000,greedy] players=4",
        "bots=[py:my_bots:Mine,ismcts+sims:200] effect=0.03 blocks=5000 run_dir=runs/mine",
        "game=fado_duetos players=2 bots=[ismcts+c:0.5,ismcts+c:0.35] budget.sims=500",
        "-m bots=[ismcts+c:0.25,ismcts],[ismcts+c:0.5,ismcts] budget.sims=300",
    ),
    after=SWEEP.show,
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return with_own_modules(APP, argv)
