"""Bundles as zip files: equal members give equal bytes; what is hostile is refused in words."""

import contextlib
import io
import os
import struct
import time
import tracemalloc
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.whole_file import write_whole
from nets import archive
from nets.bundle import BundleError

MEMBERS = {"manifest.json": b'{"format": 1}', "weights.bin": bytes(range(256)) * 8, "empty": b""}


def save(path, members):
    write_whole(path, archive.pack(members))


def load(path):
    return archive.unpack(archive.read_file(path), str(path))


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a zip file of (name, content) pairs as they are."""

    def make(pairs, **options):
        path = tmp_path / "bundle.zip"
        with zipfile.ZipFile(path, "w") as sink:
            for name, content in pairs:
                sink.writestr(name, content, **options)
        return path

    return make


def test_members_come_back_in_their_order(tmp_path):
    save(tmp_path / "a.zip", MEMBERS)
    back = load(tmp_path / "a.zip")
    assert list(back.items()) == list(MEMBERS.items())


def test_bytes_tell_neither_time_nor_place(tmp_path, monkeypatch):
    first = archive.pack(MEMBERS)
    monkeypatch.setattr(time, "time", lambda: 2_000_000_000.0)
    os.umask(os.umask(0o077))
    assert archive.pack(MEMBERS) == first


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "a.zip"
    save(path, {"old": b"1"})

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left") as caught:
        save(path, MEMBERS)
    assert caught.value.filename == str(path)
    assert [p.name for p in tmp_path.iterdir()] == ["a.zip"]
    assert load(path) == {"old": b"1"}


def test_a_name_that_could_leave_the_folder_is_not_written():
    with pytest.raises(ValueError, match=r"cannot be called '\.\./x'"):
        archive.pack({"../x": b""})


def refused(path, sentence):
    with pytest.raises(BundleError, match=sentence) as caught:
        load(path)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/passwd", "a/b", "a\\b", "..", ".", "C:x", "a\nb", "é", "x" + "/"]
)
def test_names_are_plain(write, name):
    refused(write([(name, b"")]), "plain names without folders")


def test_no_name_twice(write):
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = write([("a", b"1"), ("a", b"2")])
    refused(path, "two members 'a'")


def test_not_too_many_members(write):
    refused(write([(f"p{i}", b"") for i in range(33)]), "33 members; at most 32")


def test_a_zip_bomb_is_not_unpacked(write, monkeypatch):
    monkeypatch.setattr(archive, "MAX_BYTES", 3 * archive.MIB)
    many = [(f"p{i}", bytes(archive.MIB)) for i in range(4)]
    refused(write(many, compress_type=zipfile.ZIP_DEFLATED), "would unpack to 4194304 bytes")


def test_a_bomb_that_lies_about_its_size_is_refused(write, monkeypatch):
    path = write([("bomb", bytes(4 * archive.MIB))], compress_type=zipfile.ZIP_DEFLATED)
    raw = path.read_bytes().replace(struct.pack("<L", 4 * archive.MIB), struct.pack("<L", 10))
    path.write_bytes(raw)
    refused(path, "no whole zip file")


def test_a_bomb_that_lies_about_its_size_takes_no_memory(write):
    """All fields are right but the size, so that it is found out as late as can be."""
    path = write([("bomb", bytes(16 * archive.MIB))], compress_type=zipfile.ZIP_DEFLATED)
    raw = bytearray(path.read_bytes())
    for place in (22, raw.rindex(b"PK\x01\x02") + 24):
        raw[place:place + 4] = struct.pack("<L", 10)
    tracemalloc.start()
    with pytest.raises(BundleError, match="no whole zip file"):
        archive.unpack(bytes(raw), "bomb.zip")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < archive.MIB


def test_a_large_file_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MAX_FILE", archive.MIB)
    (tmp_path / "a.zip").write_bytes(bytes(archive.MIB + 1))
    refused(tmp_path / "a.zip", "more than 1 MiB")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_methods_are_refused(write, method):
    refused(write([("a", b"1" * 99)], compress_type=method), "another method")


def test_encrypted_members_are_refused(write):
    path = write([("a", b"1")])
    raw = bytearray(path.read_bytes())
    raw[raw.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(raw)
    refused(path, "encrypted")


def test_files_that_are_none(tmp_path):
    refused(tmp_path / "none.zip", "cannot be read: No such file")
    refused(tmp_path, "cannot be read: Is a directory")
    refused("a\0b", "cannot be read: embedded null")
    for content in (b"", b"PK\x05\x06", b"hello" * 99):
        (tmp_path / "a.zip").write_bytes(content)
        refused(tmp_path / "a.zip", "no whole zip file")


@given(st.data())
def test_any_damaged_byte_is_refused_or_harmless(tmp_path_factory, data):
    raw = bytearray(archive.pack(MEMBERS))
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.mktemp("z") / "a.zip"
    path.write_bytes(raw)
    members = MEMBERS
    with contextlib.suppress(BundleError):
        members = load(path)
    assert list(members.values()) == list(MEMBERS.values())  # a date, a name: never the content


@given(st.integers(0, 400))
def test_a_file_cut_short_is_refused(tmp_path_factory, kept):
    raw = archive.pack(MEMBERS)
    path = tmp_path_factory.mktemp("z") / "a.zip"
    path.write_bytes(raw[: min(kept, len(raw) - 1)])
    refused(path, "no whole zip file")


def test_nothing_is_left_open(tmp_path):
    save(tmp_path / "a.zip", MEMBERS)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        load(tmp_path / "a.zip")
    assert len(os.listdir("/proc/self/fd")) == before
    assert zipfile.ZipFile(io.BytesIO(archive.pack(MEMBERS))).testzip() is None
