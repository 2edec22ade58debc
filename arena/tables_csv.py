"""The results as tables for spreadsheets: ``bots.csv``, ``pairs.csv``, ``games.csv``.

Numbers are those of ``results.json``: shares and edges as fractions, not percent; an empty cell is
an unknown value. Nothing in them is a time.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from arena.ratings import by_name
from arena.records import GameRecord, in_order
from arena.whole_file import write_whole

Row = dict[str, Any]


def write_tables(results: Row, records: Sequence[GameRecord], run_dir: Path) -> None:
    """Write the tables into a folder."""
    names = [event["name"] for event in results["events"]]
    tables = {
        "bots": [_bot_row(event, bot) for event in results["events"] for bot in event["bots"]],
        "pairs": [_pair_row(event, pair) for event in results["events"] for pair in event["pairs"]],
        "games": [_game_row(names[record.event], record) for record in in_order(records)],
    }
    for name, rows in tables.items():
        write_whole(run_dir / f"{name}.csv", _to_csv(COLUMNS[name], rows))


def _ends(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"


COLUMNS = {
    "bots": (
        "event", "bot", "spec", "appearances", "deals", *_ends("rating"), *_ends("win_share"),
        *_ends("mean_rank"), *_ends("mean_score"), "failures",
    ),
    "pairs": (
        "event", "a", "b", *_ends("ahead"), *_ends("edge"), *_ends("a_among_b"),
        *_ends("b_among_a"),
    ),
    "games": (
        "event", "game", "block", "rotation", "deal", "length", "truncated", "failed_seat",
        "failure", "bots", "ranks", "shares", "scores",
    ),
}  # fmt: skip


def _bot_row(event: Row, bot: Row) -> Row:
    row = {key: bot[key] for key in ("spec", "appearances", "deals", "failures")}
    row |= {"event": event["name"], "bot": bot["name"], **_rating(event, bot["name"])}
    for key in ("win_share", "mean_rank", "mean_score"):
        row |= _estimate(key, bot[key])
    return row


def _rating(event: Row, bot: str) -> Row:
    found = by_name(event["ratings"]).get(bot)
    return _estimate("rating", None if found is None else {**found, "mean": found["rating"]})


def _pair_row(event: Row, pair: Row) -> Row:
    row = {"event": event["name"], "a": pair["a"], "b": pair["b"]}
    for key in ("ahead", "edge", "a_among_b", "b_among_a"):
        row |= _estimate(key, pair.get(key))
    return row


def _game_row(event: str, record: GameRecord) -> Row:
    failure = record.failure
    return {
        "event": event,
        "game": record.id,
        "block": record.block,
        "rotation": record.rotation,
        "deal": record.deal,
        "length": record.length,
        "truncated": int(record.truncated),
        "failed_seat": None if failure is None else failure.seat,
        "failure": None if failure is None else failure.kind,
        "bots": _by_seat(record.bots),
        "ranks": _by_seat(record.ranks),
        "shares": _by_seat(record.shares),
        "scores": _by_seat(record.scores or ()),
    }


def _by_seat(values: Iterable[Any]) -> str:
    """Return the values of all seats, from seat 0 on, in one cell."""
    return "|".join(str(value) for value in values)


def _estimate(name: str, estimate: Row | None) -> Row:
    ends = estimate or {}
    return dict(zip(_ends(name), (ends.get(key) for key in ("mean", "low", "high")), strict=True))


def _to_csv(columns: Sequence[str], rows: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
