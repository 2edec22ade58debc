"""The file curve.jsonl of a training run, read without torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a run's curve, oldest first; none where there is no file.

    What a kill has cut short is left out.
    """
    if not path.exists():
        return []
    rows = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            row = json.loads(line, parse_constant=lambda _: None)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict):
            rows.append(row)
    return rows


def decisions_by_update(rows: list[Row]) -> dict[int, int]:
    """Return update -> decisions learnt from until then."""
    return {row["update"]: row["decisions"] for row in rows
            if type(row.get("update")) is int and type(row.get("decisions")) is int}


def edges_of(rows: list[Row]) -> dict[str, list[tuple[int, float, float, float]]]:
    """Return "bot@players" -> [(decisions, edge, low, high)], the games on the way of a run.

    Matches that gave no interval are left out.
    """
    found: dict[str, list[tuple[int, float, float, float]]] = {}
    for row in rows:
        results = row.get("evaluation")
        for name, result in results.items() if isinstance(results, dict) else ():
            if result.get("low") is not None:
                found.setdefault(name, []).append(
                    (row["decisions"], result["edge"], result["low"], result["high"]))
    return found
