"""Zip files of named members: read without trust; equal members give equal bytes.

A bundle comes from anywhere: from a colleague, from a web page, half downloaded. What is read here
has plain names, no folders, no links, and sizes that are bounded before anything is unpacked.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

from nets.errors import BundleError

MIB = 1024 * 1024
MAX_FILE = 64 * MIB  # of the zip file
MAX_BYTES = 192 * MIB  # of all members together, unpacked
MAX_MEMBERS = 32
NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*", re.ASCII)
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 0x1  # of the flags of a member
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip file knows: bytes must not tell the time
PLAIN_FILE = 0o100644 << 16


def unpack(raw: bytes, source: str) -> dict[str, bytes]:
    """Return name -> content of every member of a zip file, in the order of the file.

    source: what a message calls the file.
    Raises:
        BundleError: for bytes that are no zip file, damaged, or whose members have names or sizes
            that no bundle has.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            infos = archive.infolist()
            _check_infos(source, infos)
            return {info.filename: _content(archive, info) for info in infos}
    except BundleError:
        raise
    except Exception as error:  # a broken zip file raises whatever its broken fields lead to
        raise BundleError(f"Bundle {source} is no whole zip file: {_one_line(error)}.") from None


def read_file(path: str | os.PathLike[str]) -> bytes:
    """Return the content of a file; BundleError where it cannot be read or is too large."""
    try:
        with Path(path).open("rb") as source:
            raw = source.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        why = getattr(error, "strerror", None) or _one_line(error)
        raise BundleError(f"Bundle {path} cannot be read: {why}.") from None
    if len(raw) > MAX_FILE:
        raise BundleError(f"Bundle {path} has more than {MAX_FILE // MIB} MiB.")
    return raw


def pack(members: Mapping[str, bytes]) -> bytes:
    """Return the bytes of a zip file of these members, in their order.

    They depend on the members alone (and on the version of zlib), not on clock, user or system.
    """
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        for name, content in members.items():
            if NAME.fullmatch(name) is None:
                raise ValueError(f"A member of a bundle cannot be called {name!r}.")
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = PLAIN_FILE
            info.create_system = 3  # Unix, wherever this runs
            archive.writestr(info, content, compresslevel=9)
    return sink.getvalue()


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Return a member, unpacked no further than the size that is claimed for it.

    To read "all of it" unpacks up to a GiB before zipfile looks at that size.
    """
    with archive.open(info) as member:
        return member.read(info.file_size)


def _check_infos(source: str, infos: list[zipfile.ZipInfo]) -> None:
    """Refuse what no bundle has, by the directory of the zip file alone."""
    if len(infos) > MAX_MEMBERS:
        raise BundleError(
            f"Bundle {source} has {len(infos)} members; at most {MAX_MEMBERS} are allowed."
        )
    # No member is read beyond the size that is claimed for it here.
    size = sum(info.file_size for info in infos)
    if size > MAX_BYTES:
        raise BundleError(
            f"Bundle {source} would unpack to {size} bytes; at most {MAX_BYTES} are allowed."
        )
    seen: set[str] = set()
    for info in infos:
        name = info.filename
        if NAME.fullmatch(name) is None:
            raise BundleError(
                f"Bundle {source} has a member {name!r}; members have plain names without folders."
            )
        if name in seen:
            raise BundleError(f"Bundle {source} has two members {name!r}.")
        seen.add(name)
        if info.flag_bits & ENCRYPTED or info.compress_type not in METHODS:
            raise BundleError(
                f"Bundle {source} has a member {name!r} that is encrypted, or packed by another "
                "method than deflate."
            )


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
