"""From a bot's parameter `path` to the network it names: read once, checked for each game.

The path is that of a bundle, or of the folder of a training run, which needs torch to be read.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from engine_cy import Game
from nets.bundle import Bundle, BundleError, read_bundle
from nets.shipped import shipped_bundle
from search.mlp import MLP

CHECKPOINT = "checkpoint.pt"  # the file of a run that changes with it
KEPT = 16  # bundles in memory; a tournament has fewer


def find_net(path: str | None, game: Game) -> tuple[Bundle, MLP]:
    """Return the bundle in a file, or the one shipped for the game, and its network.

    Raises:
        BundleError: where there is none, it cannot be read, or it does not fit the game.
    """
    bundle, mlp, _ = _find(path, game, past=False)
    return bundle, mlp


def find_snapshots(path: str | None, game: Game) -> tuple[Bundle, Sequence[MLP]]:
    """Return the bundle as `find_net`, and the earlier networks it keeps, the oldest first.

    Raises:
        BundleError: as `find_net`, and where it keeps none.
    """
    bundle, _, snapshots = _find(path, game, past=True)
    if not snapshots:
        raise BundleError(f"Bundle {bundle.source} keeps no snapshots to pick from; desgarrada "
                          "export with snapshots=true makes one that does.")
    return bundle, snapshots


def _find(path: str | None, game: Game, past: bool) -> tuple[Bundle, MLP, Sequence[MLP]]:
    file = shipped_bundle(game.name) if path is None else Path(path).expanduser()
    try:
        facts = os.stat(file / CHECKPOINT if file.is_dir() else file)
        stamp = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
    except (OSError, ValueError):  # read_bundle says what is wrong
        stamp = (0, 0, 0)
    found = _load(str(file), stamp, past, f"shipped for {game.name}" if path is None else str(path))
    found[0].check_fits(game)
    return found


@lru_cache(maxsize=KEPT)
def _load(
    path: str, stamp: tuple[int, int, int], past: bool, source: str
) -> tuple[Bundle, MLP, Sequence[MLP]]:
    """Read a bundle or a run, with the snapshots if `past`.

    `stamp` tells a file from the one that was there before. source: what messages call the bundle.
    """
    if Path(path).is_dir():
        from nets.from_run import bare_bundle_of_run

        bundle = bare_bundle_of_run(path, past)
    else:
        bundle = replace(read_bundle(path), source=source)
    return bundle, bundle.mlp(), bundle.snapshots() if past else ()


def value_total(game: Game) -> float:
    """Return what the normalised values of all seats sum to.

    Raises:
        BundleError: for a game of several seats whose utilities have no constant sum.
    """
    if game.num_players == 1:
        return 1.0
    if game.utility_sum is None:
        raise BundleError(f"The utilities of {game!r} have no constant sum, which the value of a "
                          "network needs.")
    low, high = game.utility_min, game.utility_max
    return (game.utility_sum - game.num_players * low) / (high - low)
