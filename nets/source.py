"""From a bot's parameter `path` to the network it names: read once, checked for each game."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from engine_cy import Game
from nets.bundle import Bundle, BundleError, read_bundle
from nets.shipped import shipped_bundle
from search.mlp import MLP

KEPT = 16  # bundles in memory; a tournament has fewer


def find_net(path: str | None, game: Game) -> tuple[Bundle, MLP]:
    """Return the bundle in a file, or the one shipped for the game, and its network.

    Raises:
        BundleError: where there is none, it cannot be read, or it does not fit the game.
    """
    if path is None:
        file = shipped_bundle(game.name)
    else:
        file = Path(path).expanduser()
    try:
        facts = os.stat(file)
        stamp = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
    except (OSError, ValueError):  # read_bundle says what is wrong
        stamp = (0, 0, 0)
    bundle, mlp = _load(str(file), stamp)
    bundle.check_fits(game)
    return bundle, mlp


@lru_cache(maxsize=KEPT)
def _load(path: str, stamp: tuple[int, int, int]) -> tuple[Bundle, MLP]:
    """Read a bundle; `stamp` tells a file from the one that was there before."""
    bundle = read_bundle(path)
    return bundle, bundle.mlp()


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
