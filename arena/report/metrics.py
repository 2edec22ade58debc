"""The metrics of a game as labelled rows."""

from __future__ import annotations

from typing import Any

from arena.report.words import number


def metric_rows(metrics: dict[str, Any] | None) -> list[tuple[str, str]]:
    """Return rows (label, value) of all numbers in nested dictionaries, in their order."""
    return [] if metrics is None else list(_rows(metrics, ""))


def _rows(values: dict[str, Any], above: str) -> Any:
    for key, value in values.items():
        label = f"{above}{key}".replace("_", " ")
        if isinstance(value, dict) and "mean" in value and "low" in value:
            yield label, _estimate(value)
        elif isinstance(value, dict):
            yield from _rows(value, f"{label}: " if not above else f"{label}, ")
        elif value is not None and not isinstance(value, list):
            yield label, _plain(value)


def _estimate(value: dict[str, Any]) -> str:
    mean = number(value["mean"])
    if value["low"] is None:
        return mean
    return f"{mean} ({number(value['low'])} to {number(value['high'])})"


def _plain(value: Any) -> str:
    return number(value) if isinstance(value, float) else str(value)
