"""Named bots: a word for a bot specification, one file of ``configs/bot/`` each."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any


def named_bots() -> dict[str, str]:
    """Return name -> specification of every file in ``configs/bot/``, by name."""
    return {name: str(config["spec"]) for name, config in _files().items()}


def bot_summaries() -> dict[str, str]:
    """Return name -> what to expect of it, in a few words."""
    return {name: str(config["summary"]) for name, config in _files().items()}


@cache
def _files() -> dict[str, Any]:
    """Return name -> content of every file in ``configs/bot/``, by name."""
    from omegaconf import OmegaConf

    found: dict[str, Any] = {}
    for entry in resources.files(__package__).joinpath("bot").iterdir():
        if entry.name.endswith(".yaml"):
            found[entry.name.removesuffix(".yaml")] = OmegaConf.create(entry.read_text())
    return dict(sorted(found.items()))


def resolve(words: Iterable[str]) -> list[str]:
    """Return the specification of each word; a word that is no name is a specification already."""
    names = named_bots()
    return [names.get(word, word) for word in words]
