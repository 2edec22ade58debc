"""Networks without training, for tests and for measuring speed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from engine_cy import Game, load_game
from nets.bundle import Bundle, new_bundle, write_bundle
from nets.weights import Layers
from search.spec import parse_spec

_FOLDER: tempfile.TemporaryDirectory[str] | None = None  # of `with_net`; gone with the process


def random_layers(game: Game, hidden: Sequence[int] = (32, 32), seed: int = 0,
                  scale: float = 1.0) -> Layers:
    """Return the layers of a network for a game, the same for the same seed.

    scale: of the last layer; a large one gives sharp policies.
    """
    outputs = game.num_distinct_actions + max(2, game.max_players)
    layers = layers_of_sizes([game.observation_tensor_size, *hidden, outputs], seed)
    weight, bias = layers[-1]
    return [*layers[:-1], ((weight * scale).astype(np.float32), bias)]


def layers_of_sizes(sizes: Sequence[int], seed: int = 0) -> Layers:
    """Return layers of given sizes with weights that keep the scale of what goes through them."""
    rng = np.random.default_rng(seed)
    return [
        (rng.normal(0, (2 / before) ** 0.5, (after, before)).astype(np.float32),
         rng.normal(0, 0.1, after).astype(np.float32))
        for before, after in pairwise(sizes)
    ]


def random_bundle(name: str, players: Sequence[int] | None = None, *, seed: int = 0,
                  hidden: Sequence[int] = (32, 32), scale: float = 3.0,
                  **options: object) -> Bundle:
    """Return a bundle of a random network for a game at several player counts (None: all)."""
    if players is None:
        any_count = load_game(name)
        players = range(any_count.min_players, any_count.max_players + 1)
    games = [load_game(name, players=count, **options) for count in players]
    return new_bundle(games, random_layers(games[0], hidden, seed, scale))


def write_random_bundle(path: str | os.PathLike[str], name: str, **facts: object) -> str:
    """Write what `random_bundle` returns, and return the path."""
    write_bundle(path, random_bundle(name, **facts))  # type: ignore[arg-type]
    return str(path)


def with_net(spec: str, game: Game) -> str:
    """Return a bot's specification; a bot whose name begins with "net" gets a network to play.

    The network is random and sharp, the same for the same game, and is written to a temporary
    folder of this process.
    """
    global _FOLDER
    parsed = parse_spec(spec)
    if not parsed.name.startswith("net") or "path" in dict(parsed.params):
        return spec
    if _FOLDER is None:
        _FOLDER = tempfile.TemporaryDirectory(prefix="desgarrada-nets-")
    path = Path(_FOLDER.name) / f"{game.name}-{game.fingerprint[:16]}.zip"
    if not path.exists():
        write_bundle(path, new_bundle([game], random_layers(game, scale=3.0)))
    return str(replace(parsed, params=(*parsed.params, ("path", str(path)))))
