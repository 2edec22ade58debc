"""The log of a run, ``games.jsonl``: one finished game per line, only ever added to.

A line is a JSON object whose last member is the checksum of all text before it. A line that was
cut off by a crash is the last one, and is removed when the run is resumed; a broken line anywhere
else, or a whole one that says what no game can be, is damage that nothing here repairs silently.
"""

from __future__ import annotations

import dataclasses
import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any

from arena.match import Failure, Outcome
from arena.record_check import check_fields
from engine_cy.errors import DataError

LOG_FILE = "games.jsonl"
CHECKSUM_KEY = ',"checksum":"'
CHECKSUM_BYTES = 8
ADVICE = (
    "; delete that line and start again, and its game is played again, or choose another run_dir"
)


@dataclass
class GameRecord:
    """All that is needed to play one game again, and what came of it."""

    id: str  # "block.rotation"
    event: int  # place in the tournament's list of events
    block: int
    rotation: int
    game: str
    players: int
    options: dict[str, Any]
    data: str | None  # file that replaced the built-in component data
    fingerprint: str
    rules_version: Any
    engine_version: str
    deal: int
    seed: int  # of the deal
    bots: list[str]  # name per seat
    specs: list[str]  # specification per seat
    bot_seeds: list[int]
    actions: list[tuple[int, int]]  # (seat, action)
    length: int
    truncated: bool
    scores: list[float] | None  # None: a bot failed
    returns: list[float] | None
    ranks: list[int]
    shares: list[float]
    failure: Failure | None
    analysis: list[dict[str, Any] | None] | None  # of each action; see `arena.analysis`
    simulations: list[list[int]] | None  # per seat and decision, where a time budget was used
    times: dict[str, Any]  # seconds; the only part that may differ between two equal runs

    @classmethod
    def from_outcome(cls, outcome: Outcome, **facts: Any) -> GameRecord:
        """Return the record of `outcome`; `facts` are the fields known before the game."""
        timed = outcome.simulations if any(outcome.simulations) else None
        return cls(
            actions=outcome.actions,
            length=len(outcome.actions),
            truncated=outcome.truncated,
            scores=outcome.scores,
            returns=outcome.returns,
            ranks=outcome.ranks,
            shares=outcome.shares,
            failure=outcome.failure,
            analysis=outcome.analysis,
            simulations=timed,
            times={
                "seconds": [round(value, 6) for value in outcome.seconds],
                "slowest": [round(value, 6) for value in outcome.slowest],
                "decisions": outcome.decisions,
                "moves": outcome.moves,
                "overtime": outcome.overtime,
            },
            **facts,
        )


def in_order(records: Iterable[GameRecord]) -> list[GameRecord]:
    """Return games in the order of the schedule; a log has them as they ended."""
    return sorted(records, key=lambda record: (record.block, record.rotation))


FIELDS = {field.name for field in dataclasses.fields(GameRecord)}


class TornLineError(DataError):
    """A line that is not as it was written."""


def to_line(record: GameRecord) -> str:
    """Return the record as one line with its checksum, line end included."""
    body = json.dumps(dataclasses.asdict(record), ensure_ascii=False, separators=(",", ":"))[:-1]
    return f'{body}{CHECKSUM_KEY}{_checksum(body)}"}}\n'


def from_line(line: str) -> GameRecord:
    """Return the record of one line.

    Raises: TornLineError if the line is cut off or altered, DataError if it is whole and no record.
    """
    body, found, tail = line.rstrip("\n").rpartition(CHECKSUM_KEY)
    if not found or tail != f'{_checksum(body)}"}}':
        raise TornLineError("its checksum does not fit")
    try:
        fields = json.loads(body + "}")
        check_fields(fields, FIELDS)
    except json.JSONDecodeError:
        raise DataError("it is no JSON") from None
    except RecursionError:
        raise DataError("it is nested too deeply") from None
    except ValueError as error:
        raise DataError(str(error)) from None
    if fields["failure"] is not None:
        fields["failure"] = Failure(**fields["failure"])
    fields["actions"] = [(seat, action) for seat, action in fields["actions"]]
    return GameRecord(**fields)


def read_log(path: Path) -> list[GameRecord]:
    """Return all records of a log.

    Raises: DataError naming the first line that is broken, a torn last line included.
    """
    return [record for record, _ in _scan(path)]


def repair_log(path: Path) -> tuple[list[GameRecord], int]:
    """Return (records, number of bytes removed) after cutting off a torn last line.

    Raises: DataError with advice if a line before the last is broken, or any is whole and no
    record.
    """
    if not path.exists():
        return [], 0
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    try:
        try:
            records = [record for record, _ in _scan(path, whole)]
        except TornLineError:
            # Of the last line only a part may have reached the disk, its line end included.
            whole = content.rfind(b"\n", 0, max(whole - 1, 0)) + 1
            records = [record for record, _ in _scan(path, whole)]
    except DataError as error:
        raise DataError(f"{error}{ADVICE}") from None
    if whole < len(content):
        os.truncate(path, whole)
    return records, len(content) - whole


def _scan(path: Path, size: int | None = None) -> Iterator[tuple[GameRecord, int]]:
    """Yield (record, line number from 1) of the first `size` bytes of a log."""
    content = path.read_bytes()[:size]
    for number, raw in enumerate(content.splitlines(), 1):
        try:
            yield from_line(raw.decode(errors="replace")), number
        except DataError as error:
            text = f"{path}, line {number}: the line is broken ({error})"
            raise type(error)(text) from None


def _checksum(body: str) -> str:
    return blake2b(body.encode(), digest_size=CHECKSUM_BYTES).hexdigest()


class LogWriter:
    """Adds whole lines to the log of a run that no other process writes."""

    def __init__(self, path: Path) -> None:
        """Open the log for adding.

        Raises: DataError if another process holds it.
        """
        self._file = open(path, "ab", buffering=0)  # noqa: SIM115 - closed by __exit__
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise DataError(
                f"run_dir={str(path.parent)!r} is in use by another process; wait for it, or "
                f"choose another run_dir"
            ) from None

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.fsync(self._file.fileno())
        self._file.close()

    def add(self, records: Iterable[GameRecord]) -> None:
        """Write the records, all or none: what a full disk cut off is taken back."""
        start = os.fstat(self._file.fileno()).st_size
        content = "".join(to_line(record) for record in records).encode()
        try:
            self._write_all(content)
        except OSError as error:
            self._file.truncate(start)
            error.filename = self._file.name  # a write names no file by itself
            raise

    def _write_all(self, content: bytes) -> None:
        left = memoryview(content)
        while left:
            left = left[self._file.write(left) :]
