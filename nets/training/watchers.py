"""What looks on while a run goes: a progress bar, TensorBoard, games against known bots."""

from __future__ import annotations

import sys
from typing import Any

from tqdm import tqdm

from nets.training.config import TrainConfig
from nets.training.evaluation import Examiner
from nets.training.trainer import Trainer, Watcher

SHOWN = ("entropy", "critic_explains", "clipped")
NO_TENSORBOARD = ("no TensorBoard logs were written, for tensorboard is not installed; "
                  "pip install 'desgarrada[torch]' brings it")


class Bar:
    """A progress bar in decisions, with their rate and the time left."""

    def __init__(self, shown: bool) -> None:
        """Show it where stderr is a terminal, if at all."""
        self._disable = None if shown else True
        self._bar: Any = None

    def begin(self, trainer: Trainer) -> None:
        """Start from what is done already."""
        self._bar = tqdm(total=trainer.config.decisions, initial=trainer.progress["decisions"],
                         unit=" decisions", unit_scale=True, disable=self._disable,
                         file=sys.stderr, dynamic_ncols=True, smoothing=0.05)

    def update(self, trainer: Trainer, row: dict[str, Any]) -> None:
        """Move on."""
        self._bar.update(trainer.progress["decisions"] - self._bar.n)
        self._bar.set_postfix({key: f"{row[key]:.3g}" for key in SHOWN if key in row})

    def end(self, trainer: Trainer) -> None:
        """Leave the line as it is."""
        self._bar.close()


class Board:
    """Writes the numbers of the curve for TensorBoard."""

    def __init__(self, writer: Any) -> None:
        """Write by a `SummaryWriter` class."""
        self._make = writer
        self._writer: Any = None

    def begin(self, trainer: Trainer) -> None:
        """Open the log; what lies after the checkpoint is purged."""
        self._writer = self._make(str(trainer.folder / "tensorboard"),
                                  purge_step=trainer.progress["decisions"] + 1)

    def update(self, trainer: Trainer, row: dict[str, Any]) -> None:
        """Add a row."""
        for key, value in row.items():
            if isinstance(value, (int, float)) and key not in ("update", "decisions"):
                self._writer.add_scalar(f"train/{key}", value, row["decisions"])
        for bot, result in row.get("evaluation", {}).items():
            self._writer.add_scalar(f"edge/{bot}", result["edge"], row["decisions"])

    def end(self, trainer: Trainer) -> None:
        """Close the log."""
        self._writer.close()


def make_watchers(config: TrainConfig, notes: list[str]) -> list[Watcher]:
    """Return what is to look on; `notes` gets a sentence where something cannot."""
    watchers: list[Watcher] = []
    if config.tensorboard:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ModuleNotFoundError:
            notes.append(NO_TENSORBOARD)
        else:
            watchers.append(Board(SummaryWriter))
    if config.evaluation.every:
        # First, so that the others see what it has found.
        watchers.insert(0, Examiner(config))
    return [*watchers, Bar(config.progress)]
