"""The log: every line carries its proof, a torn end is repaired, other damage is not."""

import dataclasses
import json
from hashlib import blake2b

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


SOLO = {
    "players": 1, "bots": ["a"], "specs": ["a"], "bot_seeds": [1], "actions": [[0, 1]], "length": 1,
    "scores": [3.0], "ranks": [1],
    "times": {"seconds": [0], "slowest": [0], "decisions": [1], "moves": [0], "overtime": [0]},
}  # fmt: skip
FAILED = {
    "scores": None, "returns": None, "ranks": [1, 2], "shares": [1.0, 0.0],
    "failure": {"seat": 1, "kind": "crash", "message": "m", "move": 0, "trace": ""},
}  # fmt: skip


def as_json(**changes):
    fields = json.loads(json.dumps(dataclasses.asdict(record())))
    fields.update(changes)
    return fields


def signed(fields):
    """Return a line with these fields and a checksum that fits."""
    body = json.dumps(fields)[:-1]
    digest = blake2b(body.encode(), digest_size=8).hexdigest()
    return f'{body},"checksum":"{digest}"}}\n'


@pytest.mark.parametrize(
    "changes",
    [{}, FAILED, {**SOLO, "returns": [1.0], "shares": [1.0]}, {"simulations": [[5, 6], []]},
     {**SOLO, "returns": [0.0], "shares": [0.0], "ranks": [2]},
     {"ranks": [1, 1], "shares": [0.5, 0.5]}, {"scores": [3, -3]}],
)  # fmt: skip
def test_what_a_game_can_be_is_read(changes):
    assert from_line(signed(as_json(**changes))).id == "0.0"


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"block": "0"}, "block is '0'; allowed is a whole number"),
        ({"block": 0.0}, "block is 0.0"),
        ({"block": True, "id": "True.0"}, "block is True"),
        ({"block": -1, "id": "-1.0"}, "block is -1"),
        ({"rotation": 2, "id": "0.2"}, "rotation is 2; allowed is 0 to 1"),
        ({"id": "x.y"}, "id is 'x.y'; by the other fields it is '0.0'"),
        ({"id": None}, "id is None"),
        ({"players": 0}, "players is 0"),
        ({"players": 2.0}, "players is 2.0"),
        ({"players": 3}, "bots is .*for each seat"),
        ({"deal": None}, "deal is None"),
        ({"seed": 2**64}, "seed is 18446744073709551616"),
        ({"seed": -1}, "seed is -1"),
        ({"game": 5}, "game is 5"),
        ({"options": []}, r"options is \[\]"),
        ({"options": {"players": 3}}, "options is"),
        ({"data": 7}, "data is 7"),
        ({"rules_version": "1"}, "rules_version is '1'"),
        ({"bots": ["a"]}, "bots is"),
        ({"bots": ["a", "\ud800"]}, "bots is"),
        ({"specs": [1, 2]}, "specs is"),
        ({"bot_seeds": [1.0, 2]}, "bot_seeds is"),
        ({"actions": [[0]]}, "actions is"),
        ({"actions": [["a", "b"], [1, 0]]}, "actions is"),
        ({"actions": [[2, 0], [1, 0]]}, "actions is"),
        ({"actions": None}, "actions is None"),
        ({"length": 3}, "length is 3; by the other fields it is 2"),
        ({"truncated": 1}, "truncated is 1"),
        ({"scores": [float("nan"), 1.0]}, r"scores is \[nan"),
        ({"scores": [1e300, 1.0]}, "scores is"),
        ({"scores": [10**400, 1.0]}, "scores is"),
        ({"scores": None}, "scores is None; null means that a bot failed"),
        ({"ranks": None}, "ranks is None"),
        ({"ranks": [1]}, "ranks is"),
        ({"ranks": [2, 2]}, "somebody has to be first"),
        ({"ranks": [1, 3]}, "ranks is"),
        ({"shares": [9.0, 9.0]}, r"shares is \[9.0, 9.0\]; by the other fields it is \[1.0, 0.0"),
        ({"shares": ["a", "b"]}, "shares is"),
        ({**SOLO, "returns": [0.0], "shares": [1.0]}, "shares is"),
        ({"failure": "x"}, "failure is 'x'"),
        ({**FAILED, "failure": {**FAILED["failure"], "seat": 9}}, "failure.seat is 9"),
        ({**FAILED, "failure": {**FAILED["failure"], "kind": None}}, "failure.kind is None"),
        ({**FAILED, "failure": {"seat": 1}}, "failure is"),
        ({**FAILED, "scores": [1.0, 0.0]}, "scores is"),
        ({**FAILED, "ranks": [2, 1], "shares": [0.0, 1.0]}, "ranks is"),
        ({"simulations": [[1.5], []]}, "simulations is"),
        ({"times": []}, r"times is \[\]"),
        ({"times": {"seconds": [0, 0], "slowest": [0, 0]}}, "times.decisions is None"),
        ({"times": {"seconds": [-1, 0], "slowest": [0, 0], "decisions": [1, 1]}}, "times.seconds"),
        ({"z": 1}, "the field 'z' is unknown"),
    ],
)
def test_what_no_game_can_be_is_named_though_its_checksum_fits(tmp_path, changes, words):
    path = tmp_path / "games.jsonl"
    path.write_text(signed(as_json(**changes)))
    before = path.read_bytes()
    for read in (read_log, repair_log):  # it is the last line, but it is not torn
        with pytest.raises(DataError, match=rf"games\.jsonl, line 1: .*{words}") as caught:
            read(path)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 400
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content, words",
    [("[" * 100_000, "nested too deeply"), ("nonsense", "no JSON"), ('{"a":1', "'a' is unknown")],
)
def test_a_whole_line_that_holds_no_object_is_named(tmp_path, content, words):
    digest = blake2b(content.encode(), digest_size=8).hexdigest()
    path = tmp_path / "games.jsonl"
    path.write_text(f'{content},"checksum":"{digest}"}}\n')
    with pytest.raises(DataError, match=words):
        read_log(path)
