"""``desgarrada train``: a policy by self-play, resumable; needs the extra ``torch``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from nets.training import config
from scripts.app import App
from scripts.contest import with_own_modules
from scripts.errors import UsageError
from scripts.jobs import own_job


def run(settings: config.TrainConfig) -> int:
    """Train to the end of the run, or as far as this call is to go."""
    run_dir = settings.run_dir  # of the whole sweep where this is one of its jobs
    settings = own_job(settings)
    try:
        import torch  # noqa: F401 - whether it is there
    except ModuleNotFoundError:
        raise UsageError(
            "training needs torch, which is not installed; pip install 'desgarrada[torch]' "
            "brings it"
        ) from None
    from nets.training.trainer import Trainer
    from nets.training.watchers import make_watchers

    trainer = Trainer(settings)
    notes: list[str] = []
    try:
        trainer.run(make_watchers(settings, notes))
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"stopped; {settings.run_dir} holds the last checkpoint, and the same command with "
            f"run_dir={run_dir} continues"
        ) from None
    progress = trainer.progress
    state = "finished" if trainer.finished else "not finished; the same command goes on"
    print(
        f"{progress['updates']:,} updates, {progress['decisions']:,} decisions, "
        f"{progress['games']:,} games, {progress['seconds']:,.0f} s of training ({state})"
    )
    print(f"\n{trainer.folder / 'checkpoint.pt'}")
    for note in notes:
        print(f"note: {note}", file=sys.stderr)
    return 0


APP = App(
    name="train",
    summary="Train a policy by self-play; the same run_dir resumes a run exactly.",
    schema=config.TrainConfig,
    register=config.register,
    run=run,
    examples=(
        "train=kuhn_poker run_dir=runs/kuhn",
        "train=lab_hoi_pho_2p run_dir=runs/lab2",
        "train=hoi_pho run_dir=runs/hoi_pho",
        "train=hoi_pho players=[3,4,5] decisions=60000000 run_dir=runs/hoi_pho_all",
        "train=hoi_pho recipe.magnet=0.05 device=cuda threads=8",
        "-m train=kuhn_poker seed=1,2,3",
    ),
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return with_own_modules(APP, argv)
