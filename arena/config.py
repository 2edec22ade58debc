"""Settings of a tournament, shared by the command line and by Python callers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from hydra.core.config_store import ConfigStore
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import OmegaConf

from configs.schema import GameConfig, option, players_of_game


@dataclass
class TournamentConfig:
    """One tournament; ``workers``, ``executor``, ``progress``, ``report`` never change a result."""

    game: GameConfig = option(GameConfig, "the game, a file of configs/game/")
    players: int | None = option(
        players_of_game(), "seats at the table; null: the game's own default")
    bots: list[Any] = option(
        ["random", "greedy"],
        "specifications (ismcts+sims:1000), words of configs/bot/, or {name: a, spec: random}")
    lineups: str = option(
        "field", "field: line-ups drawn from all bots; pairs: one against many, for every two bots")
    blocks: int = option(20, "deals; each is played once in every rotation of its line-up")
    seed: int = option(1, "master seed of all deals and bots")
    workers: int | None = option(None, "processes; null: one for each processor")
    executor: str = option(
        "local", "local: processes on this machine; serial: this process, for debugging")
    run_dir: str = option("runs/tournament", "folder of the run; the same folder resumes it")
    allow_cheating: bool = option(False, "admit bots that look at the hidden cards")
    report: bool = option(True, "write report.html (needs the extra 'report')")
    progress: bool = option(True, "show a progress bar where stderr is a terminal")


def register() -> None:
    """Make the schema known to Hydra as ``tournament_schema``; may be called repeatedly.

    ``${run_name:GAME}`` names a run by its game and the time of this call. The jobs of a sweep have
    one name in common, whatever is swept; each has a folder of its own inside.
    """
    ConfigStore.instance().store(name="tournament_schema", node=TournamentConfig)
    started = time.strftime("%Y%m%d-%H%M%S")
    OmegaConf.register_new_resolver("run_name", partial(_run_name, started), replace=True)


def is_sweep() -> bool:
    """Return whether this is a job of a sweep (``-m``)."""
    return HydraConfig.initialized() and HydraConfig.get().mode == RunMode.MULTIRUN


def _run_name(started: str, game: str) -> str:
    return f"{'sweep' if is_sweep() else game}-{started}"
