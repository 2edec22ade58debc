"""``desgarrada evaluate runs=``: training runs in the laboratory, and their games against bots."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from configs.labs import LabConfig
from nets.curve import Row, decisions_by_update, edges_of, read_rows
from scripts.errors import UsageError

CURVE = "curve.jsonl"


@dataclass(frozen=True)
class Run:
    """A folder of ``desgarrada train``."""

    name: str                # short, one of its own
    folder: str
    checkpoint: Any          # nets.training.checkpoint.Checkpoint
    rows: list[Row] = field(default_factory=list)     # of curve.jsonl

    def plays(self, game: Any) -> bool:
        """Whether the run was trained on a game, at its player count."""
        return game.fingerprint in self.checkpoint.game["fingerprints"].values()

    def facts(self) -> dict[str, Any]:
        """Return what results.json says of the run."""
        return {
            "run": self.name,
            "folder": self.folder,
            "game": self.checkpoint.game["name"],
            "players": self.checkpoint.game["players"],
            "progress": self.checkpoint.progress,
            "edges": {name: [dict(zip(("decisions", "edge", "low", "high"), point, strict=True))
                             for point in points] for name, points in edges_of(self.rows).items()},
        }


def read_runs(folders: Sequence[str]) -> list[Run]:
    """Return the training runs in these folders.

    Raises: UsageError where torch is not installed; DataError for a folder without a checkpoint.
    """
    if not folders:
        return []
    try:
        from nets.training.checkpoint import load_checkpoint
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise UsageError(
            "runs= needs torch, which is not installed; pip install 'desgarrada[torch]' brings it"
        ) from None
    names = short_names(folders)
    return [Run(name, str(Path(folder)), load_checkpoint(folder),
                read_rows(folder_of(folder) / CURVE))
            for name, folder in zip(names, folders, strict=True)]


def folder_of(path: str) -> Path:
    """Return the folder of a run that is named by its folder or its checkpoint's file."""
    return Path(path) if Path(path).is_dir() else Path(path).parent


def short_names(folders: Sequence[str]) -> list[str]:
    """Return the last part of each folder's name, or of all as much as tells them apart."""
    parts = [folder_of(folder).resolve().parts for folder in folders]
    if len(set(parts)) < len(parts):
        raise UsageError(f"runs=[{','.join(folders)}] names a folder twice")
    for depth in range(1, max(map(len, parts)) + 1):
        names = ["-".join(part.strip("/") for part in every[-depth:]) for every in parts]
        if len(set(names)) == len(names):
            break
    return names


def labs_of_runs(runs: Sequence[Run], known: Mapping[str, LabConfig]) -> dict[str, LabConfig]:
    """Return the games of the laboratory that runs were trained on."""
    return {name: config for name, config in known.items()
            if any(run.checkpoint.game["name"] == config.game.name
                   and run.plays(config.game.load()) for run in runs)}


def contenders_of_run(lab: Any, run: Run) -> list[Any]:
    """Return the policies of a run as contenders; none in the lab of another game."""
    from arena.lab import MIXTURE, Contender
    from nets.training.lab import profiles_of

    if not run.plays(lab.tree.game):
        return []
    start = time.perf_counter()
    profiles = profiles_of(run.checkpoint, lab.tree)
    seconds = (time.perf_counter() - start) / len(profiles)
    return [Contender(f"{run.name}:{which}", f"{run.folder}:{which}", None, MIXTURE,
                      profile[None, :], seconds) for which, profile in profiles.items()]


def curves_of(lab: Any, runs: Sequence[Run]) -> dict[str, list[Row]]:
    """Return name -> the exploitability of a run by decisions, of all runs at this game."""
    from nets.training.lab import lab_curve

    return {run.name: lab_curve(run.checkpoint, lab.tree, decisions_by_update(run.rows))
            for run in runs if run.plays(lab.tree.game)}


def run_table(runs: Sequence[Run]) -> str:
    """Return what each run's latest games against known bots have given, "" without any."""
    from arena.lab_text import signed
    from arena.text import columns

    cells: list[tuple[str, ...]] = [("run", "against", "decisions", "edge", "interval")]
    for run in runs:
        for name, points in edges_of(run.rows).items():
            decisions, edge, low, high = points[-1]
            cells.append((run.name, name, f"{decisions:,}", signed(edge, 4),
                          f"{signed(low, 4)} to {signed(high, 4)}"))
    return "\n".join(columns(cells)) if len(cells) > 1 else ""
