"""The log: every line carries its proof, a torn end is repaired, other damage is not."""

import json

import pytest
from arena_samples import record

from arena.match import Failure
from arena.records import LogWriter, from_line, read_log, repair_log, to_line
from engine_cy.errors import DataError


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "games.jsonl"
    with LogWriter(path) as writer:
        writer.add([record(0, 0), record(0, 1)])
        writer.add([record(1, 0)])
    return path


def test_a_record_survives_its_line():
    failed = Failure(1, "crash", 'said "no"', 2, "line 1\nline 2")
    for original in (record(), record(scores=None, returns=None, failure=failed)):
        line = to_line(original)
        assert line.count("\n") == 1
        assert from_line(line) == original
        json.loads(line)


def test_the_log_is_read_in_the_order_it_was_written(log):
    assert [game.id for game in read_log(log)] == ["0.0", "0.1", "1.0"]


def test_any_changed_character_is_noticed():
    line = to_line(record())
    for place in range(0, len(line) - 1, 7):
        altered = line[:place] + ("x" if line[place] != "x" else "y") + line[place + 1 :]
        with pytest.raises((ValueError, KeyError, TypeError)):
            from_line(altered)


def test_a_log_cut_anywhere_in_its_last_line_loses_that_line_only(log):
    content = log.read_bytes()
    start = content[:-1].rfind(b"\n") + 1
    for end in [*range(start + 1, len(content), 37), len(content) - 1]:
        log.write_bytes(content[:end])
        records, removed = repair_log(log)
        assert [game.id for game in records] == ["0.0", "0.1"]
        assert removed == end - start
        assert log.read_bytes() == content[:start]


def test_a_last_line_of_zeros_is_a_torn_line(log):
    content = log.read_bytes()
    log.write_bytes(content + b"\0" * 100 + b"\n")
    records, removed = repair_log(log)
    assert len(records) == 3
    assert removed == 101
    assert log.read_bytes() == content


def test_a_sound_log_is_left_alone(log):
    content = log.read_bytes()
    records, removed = repair_log(log)
    assert (len(records), removed) == (3, 0)
    assert log.read_bytes() == content


def test_a_broken_line_in_the_middle_is_named_and_not_touched(log):
    content = log.read_bytes().replace(b'"players":2', b'"players":3', 1)
    log.write_bytes(content)
    for read in (read_log, repair_log):
        with pytest.raises(DataError, match=r"games\.jsonl, line 1: .*checksum"):
            read(log)
    assert log.read_bytes() == content


def test_a_line_that_is_no_record_is_named(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text('{"a": 1}\n' * 2)
    with pytest.raises(DataError, match="line 1"):
        read_log(path)


def test_a_missing_or_empty_log_holds_no_games(tmp_path):
    assert repair_log(tmp_path / "none.jsonl") == ([], 0)
    (tmp_path / "empty.jsonl").touch()
    assert repair_log(tmp_path / "empty.jsonl") == ([], 0)


def test_only_one_writer_at_a_time(log):
    with LogWriter(log), pytest.raises(DataError, match="in use by another process"):
        LogWriter(log)
    with LogWriter(log) as writer:
        writer.add([record(2, 0)])
    assert len(read_log(log)) == 4


def test_a_full_disk_leaves_no_part_of_a_line(log, monkeypatch):
    before = log.read_bytes()
    with LogWriter(log) as writer:
        write = writer._write_all

        def half(content):
            write(content[: len(content) // 2])
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(writer, "_write_all", half)
        with pytest.raises(OSError, match=r"No space left on device: .*games\.jsonl"):
            writer.add([record(2, 0)])
    assert log.read_bytes() == before
