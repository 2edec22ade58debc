"""``desgarrada tournament``: bots against bots."""

from __future__ import annotations

from collections.abc import Sequence

from arena import config
from scripts.app import App
from scripts.contest import run_contest, with_own_modules
from scripts.sweep import Sweep


def run(settings: config.TournamentConfig) -> int:
    """Play one tournament and print its table; the exit code is 0 even where bots failed."""
    from arena.tournament import run_tournament

    return run_contest(settings, run_tournament, SWEEP)


SWEEP = Sweep()

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
        "'games=[{name:hoi_pho,players:3},{name:fado_duetos,players:2}]' bots=[greedy,random]",
        "tournament=mix 'bots=[greedy,ismcts,cmd:node my_bot.js]' budget.seconds=0.1",
        "-m seed=1,2,3 bots=[random,py:my_bots:Mine]",
    ),
    after=SWEEP.show,
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return with_own_modules(APP, argv)
