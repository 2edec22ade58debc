"""Files that are whole or not there: written under another name, then renamed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str], *, sync: bool = False) -> Iterator[BinaryIO]:
    """Give a file to write; at the end of the block it takes the place of `path`.

    Whoever reads meanwhile finds the old content or the new, never a part. sync: wait until it is
    on the disk, so that it outlives a loss of power too.

    Raises: OSError with the name of `path`; a full disk names no file by itself.
    """
    path = Path(path)
    scratch = path.with_name(f"{path.name}.{os.getpid()}.part")  # two processes, two files
    try:
        with scratch.open("wb") as file:
            yield file
            if sync:
                file.flush()
                os.fsync(file.fileno())
        os.replace(scratch, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            scratch.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)
        raise


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file, text as UTF-8.

    Raises: OSError with the file's name.
    """
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)
