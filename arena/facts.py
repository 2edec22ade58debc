"""What a run's folder is for, written as ``config.json``; other settings are refused there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from arena.budget import Budget
from arena.config import RunConfig
from arena.entrants import Entrant
from arena.events import Event
from engine_cy.errors import DataError, GameOptionError

CONFIG_FILE = "config.json"
MAX_FACT = 200  # characters of a setting in an error message

# Facts that decide what is played; a run_dir whose facts differ belongs to another tournament.
OF_EVENT = ("game", "players", "options", "data", "lineups", "blocks", "fingerprint")
OF_RUN = ("bots", "seed", "allow_cheating", "budget", "analysis", "test")


def facts_of(
    config: RunConfig, events: Sequence[Event], entrants: Sequence[Entrant], budget: Budget,
    test: dict[str, Any] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return what describes the run in its files, JSON-safe; `test` is that of a match."""
    return {
        "bots": [{"name": entrant.name, "spec": entrant.spec} for entrant in entrants],
        "events": [event.to_dict() for event in events],
        "seed": config.seed,
        "allow_cheating": config.allow_cheating,
        "budget": budget.to_dict(),
        "analysis": config.analysis,
        "test": test,
        "engine_version": engine_version(),
    }


def engine_version() -> str:
    """Return the version of the installed package."""
    try:
        return version("desgarrada")
    except PackageNotFoundError:
        return "unknown"


def check_same_run(run_dir: Path, facts: dict[str, Any]) -> None:
    """Refuse a folder that holds another run.

    Raises: GameOptionError naming the first setting that differs, DataError for a broken file.
    """
    path = run_dir / CONFIG_FILE
    if not path.exists():
        return
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        difference = _first_difference(found, facts)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        raise DataError(f"{path}: the file is no tournament's configuration") from None
    if difference:
        key, held, wanted = difference
        raise GameOptionError(
            f"run_dir={str(run_dir)!r} holds a tournament with {key}={held}, not {wanted}; choose "
            f"another run_dir or the same settings"
        )


def _first_difference(
    found: dict[str, Any], facts: dict[str, Any]
) -> tuple[str, str, str] | None:
    """Return (setting, what the folder holds, what is wanted) in words."""
    held, wanted = found["events"], facts["events"]
    if len(held) != len(wanted):
        return "games", _short([e["name"] for e in held]), _short([e["name"] for e in wanted])
    for one, other in zip(held, wanted, strict=True):
        for key in OF_EVENT:
            if one[key] != other[key]:
                where = f" of {other['name']}" if len(wanted) > 1 else ""
                return key + where, _short(one[key]), _short(other[key])
    for key in OF_RUN:
        if found[key] != facts[key]:
            return key, _short(found[key]), _short(facts[key])
    return None


def _short(value: Any) -> str:
    """Return a fact in one line; KeyError or TypeError for bots that are none."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[" + ",".join(str(entry["name"]) for entry in value) + "]"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_FACT else text[: MAX_FACT - 3] + "..."
