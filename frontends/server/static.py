"""The files of the page. Only what lay in the folders at the start is ever looked for."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import frontends

WEB = Path(frontends.__file__).parent / "web"
INDEX = "index.html"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
PLAIN = "plain"  # the renderer of games that have none of their own


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    content: bytes
    type: str
    tag: str


class Folder:
    """The files of one folder by their path in it, such as games/plain.js."""

    def __init__(self, root: Path) -> None:
        self._files = {
            path.relative_to(root).as_posix(): path
            for path in sorted(root.rglob("*"))
            if path.suffix in TYPES and path.is_file() and not path.is_symlink()
        }

    def read(self, name: str) -> File | None:
        """Return a file, or None where there is none of that name."""
        path = self._files.get(name)
        if path is None:
            return None
        try:
            content = path.read_bytes()
        except OSError:  # it has gone since
            return None
        tag = blake2b(content, digest_size=12).hexdigest()
        return File(content, TYPES[path.suffix], f'"{tag}"')


def has_renderer(game: str) -> bool:
    """Return whether the page draws a game with a module of its own."""
    return game != PLAIN and (WEB / "games" / f"{game}.js").is_file()
