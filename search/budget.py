"""Budgets that every search has: simulations, time, memory."""

from __future__ import annotations

from typing import Any

from search.params import param

MAX_SIMS = 1_000_000_000


def sims_param(default: int) -> Any:
    """Return the parameter `sims` of a search that does `default` where nothing is said."""
    return param(None, f"simulations a decision; null: {default}, or as many as `seconds` allows",
                 low=1, high=MAX_SIMS)


def seconds_param() -> Any:
    """Return the parameter `seconds`."""
    return param(None, "seconds a decision; null: no limit of time", low=0.001, high=86400)


def memory_param() -> Any:
    """Return the parameter `memory`."""
    return param(64, "MiB of the search tree at most; a full tree stops growing",
                 low=1, high=65536)


def simulation_budget(sims: int | None, seconds: float | None, default: int) -> int | None:
    """Return the budget in simulations; None where only time limits the search."""
    return default if sims is None and seconds is None else sims
