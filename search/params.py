"""Declared parameters: a dataclass says type, default, range and meaning; values are checked by it.

The same dataclass serves a bot's specification and a Hydra schema.
"""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, field, fields
from functools import cache
from typing import Any

from engine_cy.errors import BotSpecError


def param(
    default: Any,
    text: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: Sequence[str] | None = None,
) -> Any:
    """Return a dataclass field with its explanation and the values it may take."""
    metadata = {"help": text, "low": low, "high": high, "choices": choices}
    return field(default=default, metadata=metadata)


def build(declared: type, given: Mapping[str, Any], owner: str) -> Any:
    """Return an instance of the dataclass `declared` with checked values.

    Raises:
        BotSpecError: naming the parameter of `owner`, its value and what is allowed.
    """
    known = {f.name: f for f in fields(declared)}
    hints = _hints(declared)
    values = {}
    for key, value in given.items():
        if key not in known:
            names = ", ".join(known) or "none"
            raise BotSpecError(f"Bot {owner!r} has no parameter {key!r}; parameters: {names}.")
        values[key] = _checked(known[key], hints[key], value, owner)
    return declared(**values)


def describe(declared: type) -> list[dict[str, Any]]:
    """Return name, type, default, allowed values and help of each parameter, JSON-safe."""
    hints = _hints(declared)
    rows = []
    for f in fields(declared):
        kind, optional = _kind(hints[f.name])
        rows.append({
            "name": f.name,
            "type": kind.__name__,
            "default": None if f.default is MISSING else f.default,
            "allowed": allowed_text(f.metadata, kind, optional),
            "help": f.metadata.get("help", ""),
        })
    return rows


def allowed_text(metadata: Mapping[str, Any], kind: type, optional: bool) -> str:
    """Return the allowed values of a parameter in words."""
    if metadata.get("choices"):
        words = ", ".join(metadata["choices"])
    elif kind is bool:
        words = "true, false"
    elif kind is str:
        words = "any text"
    else:
        words = "integers" if kind is int else "numbers"
        low, high = metadata.get("low"), metadata.get("high")
        if low is not None and high is not None:
            words += f" from {low} to {high}"
        elif low is not None:
            words += f" from {low}"
    return words + (" or null" if optional else "")


@cache
def _hints(declared: type) -> dict[str, Any]:
    """Return the types of the parameters: to read them takes longer than to make the bot."""
    return typing.get_type_hints(declared)


def _kind(hint: Any) -> tuple[type, bool]:
    """Return the type of a parameter and whether it may be null."""
    if isinstance(hint, types.UnionType):
        kinds = [kind for kind in hint.__args__ if kind is not type(None)]
        return kinds[0], len(kinds) < len(hint.__args__)
    return hint, False


def _checked(f: Any, hint: Any, value: Any, owner: str) -> Any:
    kind, optional = _kind(hint)
    if value is None and optional:
        return None
    if kind is float and type(value) is int:
        value = float(value)
    good = type(value) is kind
    if good and kind in (int, float):
        low, high = f.metadata.get("low"), f.metadata.get("high")
        good = (math.isfinite(value) and (low is None or value >= low)
                and (high is None or value <= high))
    if good and f.metadata.get("choices"):
        good = value in f.metadata["choices"]
    if not good:
        allowed = allowed_text(f.metadata, kind, optional)
        raise BotSpecError(f"Parameter {f.name}={value} of bot {owner!r} is not allowed; "
                           f"allowed: {allowed}.")
    return value
