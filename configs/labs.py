"""The laboratory's games, small enough to be solved: one file of ``configs/solvable/`` each."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import Any

from configs.schema import GameConfig, option


@dataclass
class LabConfig:
    """One game of the laboratory."""

    game: GameConfig = option(GameConfig, "the game, its player count, data file and options")
    summary: str = option("", "what it is, in a few words")


def named_labs() -> dict[str, LabConfig]:
    """Return name -> settings of every file in ``configs/solvable/``, by name."""
    from omegaconf import OmegaConf

    schema = OmegaConf.structured(LabConfig)
    found: dict[str, Any] = {}
    for entry in resources.files(__package__).joinpath("solvable").iterdir():
        if entry.name.endswith(".yaml"):
            merged = OmegaConf.merge(schema, OmegaConf.create(entry.read_text(encoding="utf-8")))
            found[entry.name.removesuffix(".yaml")] = OmegaConf.to_object(merged)
    return dict(sorted(found.items()))
