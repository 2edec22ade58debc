"""The networks that come with the package: one bundle for each game, `<game>.zip`."""

from __future__ import annotations

from pathlib import Path

from nets.errors import BundleError

FOLDER = Path(__file__).parent


def shipped_bundle(game_name: str) -> Path:
    """Return the file of the network that is shipped for a game.

    Raises: BundleError where there is none.
    """
    file = FOLDER / f"{game_name}.zip"
    if not file.is_file():
        others = ", ".join(shipped_games()) or "no game"
        raise BundleError(
            f"No network is shipped for {game_name}, only for {others}; name a bundle by path."
        )
    return file


def shipped_games() -> tuple[str, ...]:
    """Return the names of the games that have one, ascending."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.zip")))
