"""Named bots: a word for a bot specification, one file of ``configs/bot/`` each."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import Any


def named_bots() -> dict[str, str]:
    """Return name -> specification of every file in ``configs/bot/``, by name."""
    from omegaconf import OmegaConf

    found = {}
    for entry in resources.files(__package__).joinpath("bot").iterdir():
        if entry.name.endswith(".yaml"):
            config: Any = OmegaConf.create(entry.read_text())
            found[entry.name.removesuffix(".yaml")] = str(config["spec"])
    return dict(sorted(found.items()))


def resolve(words: Iterable[str]) -> list[str]:
    """Return the specification of each word; a word that is no name is a specification already."""
    names = named_bots()
    return [names.get(word, word) for word in words]
