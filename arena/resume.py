"""Whether a log that is found belongs to the tournament, and what of it is still to be played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arena.executors import Task
from arena.records import GameRecord
from arena.schedule import Block
from arena.table import Setup
from engine_cy.errors import DataError


def check_records(
    records: Sequence[GameRecord], blocks: Sequence[Block], setup: Setup, path: Path
) -> None:
    """Refuse a log whose games are not of this tournament, or are there twice.

    Raises: DataError naming the game.
    """
    seen: set[str] = set()
    for record in records:
        if record.id in seen:
            raise DataError(f"{path}: game {record.id} is recorded twice")
        seen.add(record.id)
        if not _is_planned(record, blocks, setup):
            raise DataError(f"{path}: game {record.id} is no game of this tournament")
        if record.fingerprint != setup.events[record.event].fingerprint:
            raise DataError(f"{path}: game {record.id} was played by other rules")


def _is_planned(record: GameRecord, blocks: Sequence[Block], setup: Setup) -> bool:
    """Return whether the tournament has this game: the same deal, bots and seeds."""
    if record.block >= len(blocks) or record.rotation >= len(blocks[record.block].seats):
        return False
    block = blocks[record.block]
    event = setup.events[block.event]
    seated = setup.seats(block, record.rotation)
    return (
        (record.event, record.game, record.players, record.options, record.data)
        == (block.event, event.game, event.players, event.options, event.data)
        and record.deal == block.deal
        and record.bots == [entrant.name for entrant in seated]
        and record.specs == [entrant.spec for entrant in seated]
        and (record.seed, record.bot_seeds) == setup.seeds(block, record.rotation)
    )


def missing_tasks(blocks: Sequence[Block], records: Sequence[GameRecord]) -> list[Task]:
    """Return the games of `blocks` that are not in the log yet."""
    played = {(record.block, record.rotation) for record in records}
    tasks = []
    for block in blocks:
        turns = range(len(block.seats))
        missing = tuple(turn for turn in turns if (block.index, turn) not in played)
        if missing:
            tasks.append(Task(block, missing))
    return tasks
