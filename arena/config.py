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
class BudgetConfig:
    """What a bot may spend on one decision."""

    seconds: float | None = option(None, "seconds a decision; null: no limit of time")
    sims: int | None = option(
        None, "simulations a decision, for search bots whose specification says nothing")
    overtime: str = option(
        "record", "record: decisions over their time are counted; forfeit: they lose the game")
    grace: float = option(0.1, "seconds over the limit that are forgiven")


@dataclass
class RunConfig:
    """What tournaments and matches have in common.

    ``workers``, ``executor``, ``ray_address``, ``patience``, ``progress`` and the settings of the
    report never change a result.
    """

    game: GameConfig = option(GameConfig, "the game, a file of configs/game/")
    players: int | None = option(
        players_of_game(), "seats at the table; null: the game's own default")
    games: list[Any] = option(
        [], "several games in place of game=: [{name: hoi_pho, players: 4}, kuhn_poker]; keys: "
        "name, players, options, data, label, lineups, blocks")
    bots: list[Any] = option(
        ["random", "greedy"],
        "specifications (ismcts+sims:1000), words of configs/bot/, or {name: a, spec: random}")
    blocks: int = option(20, "deals; each is played once in every rotation of its line-up")
    seed: int = option(1, "master seed of all deals and bots")
    budget: BudgetConfig = option(BudgetConfig, "what a bot may spend on one decision")
    workers: int | None = option(None, "processes; null: one for each processor")
    executor: str = option(
        "local", "local: processes on this machine; ray: a Ray cluster; serial: this process, for "
        "debugging")
    ray_address: str | None = option(
        None, "with executor=ray, the cluster to join (auto: the one at hand); null: a local one")
    patience: float = option(
        30.0, "seconds a worker may be silent, beyond what a bot may take; ten mean blocks where "
        "that is longer")
    run_dir: str = option("runs/tournament", "folder of the run; the same folder resumes it")
    allow_cheating: bool = option(False, "admit bots that look at the hidden cards")
    analysis: bool = option(False, "record what the bots say of every decision, for the replay")
    report: bool = option(True, "write report.html (needs the extra 'report')")
    report_games: int = option(10, "games to replay inside the report, the most surprising ones")
    progress: bool = option(True, "show a progress bar where stderr is a terminal")
    lineups: str = "field"


@dataclass
class TournamentConfig(RunConfig):
    """One tournament."""

    lineups: str = option(
        "field", "field: line-ups drawn from all bots; pairs: one against many, for every two "
        "bots; gauntlet: the first bot against each other, both ways")


@dataclass
class MatchConfig(RunConfig):
    """One match of two bots, to a verdict."""

    bots: list[Any] = option(["greedy", "random"], "the two bots; is the first stronger?")
    blocks: int = option(
        2000, "deals at most; each is played once in every rotation of both line-ups")
    effect: float = option(
        0.05, "the edge that is looked for: share of one A among Bs less that of one B among As")
    alpha: float = option(0.05, "risk of calling A stronger where it is not")
    beta: float = option(0.05, "risk of missing an edge of that size")
    lineups: str = option("match", "line-ups of a match; not to be changed")


def register() -> None:
    """Make the schemas ``tournament_schema`` and ``match_schema`` known; may be called repeatedly.

    ``${run_name:GAME}`` names a run by its game and the time of this call. The jobs of a sweep have
    one name in common, whatever is swept; each has a folder of its own inside.
    """
    store = ConfigStore.instance()
    store.store(name="tournament_schema", node=TournamentConfig)
    store.store(name="match_schema", node=MatchConfig)
    started = time.strftime("%Y%m%d-%H%M%S")
    OmegaConf.register_new_resolver("run_name", partial(_run_name, started), replace=True)


def is_sweep() -> bool:
    """Return whether this is a job of a sweep (``-m``)."""
    return HydraConfig.initialized() and HydraConfig.get().mode == RunMode.MULTIRUN


def _run_name(started: str, game: str) -> str:
    return f"{'sweep' if is_sweep() else game}-{started}"
