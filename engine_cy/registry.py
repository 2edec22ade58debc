"""Finding and loading games by name.

A game of the package is a module `engine_cy.games.<name>` with a `SPEC`. A game of another
package registers a module with a `SPEC` in the entry-point group "desgarrada.games".
"""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import engine_cy.games
from engine_cy.components import Data, is_packaged, packaged_data, read_data
from engine_cy.core import Game, make_game
from engine_cy.errors import GameOptionError
from engine_cy.spec import GameSpec

GROUP = "desgarrada.games"


def registered_games() -> tuple[str, ...]:
    """Return the names of all games, ascending."""
    return tuple(sorted(_own_games() | {point.name for point in entry_points(group=GROUP)}))


@cache
def _own_games() -> frozenset[str]:
    names = (module.name for module in pkgutil.iter_modules(engine_cy.games.__path__))
    return frozenset(name for name in names if not name.startswith("_"))


def game_info(name: str) -> GameSpec:
    """Return a game's declaration: title, player counts, options; GameOptionError if unknown."""
    if isinstance(name, str) and name in _own_games():
        return importlib.import_module(f"engine_cy.games.{name}").SPEC
    for point in entry_points(group=GROUP):
        if point.name == name:
            return point.load().SPEC
    raise GameOptionError(
        f"There is no game {name!r}; the games are {', '.join(registered_games())}."
    )


def load_game(
    name: str, players: int | None = None, *, data: Any = None, **options: Any
) -> Game:
    """Return a game, ready to deal.

    players: default is the game's own. data: path of a data file that replaces the packaged one,
    or the name of another packaged one, such as "hoi_pho_lab_2p".
    Raises GameOptionError (name, players, options) or DataError (data file).
    """
    spec = game_info(name)
    if data is None or isinstance(data, Data):
        components = data if data is not None else _default_data(name)
    else:
        components = packaged_data(f"{data}.toml") if is_packaged(data) else read_data(data)
    count = spec.resolve_players(players, components)
    return _build(spec, count, components, spec.resolve_options(options, count))


def reload_game(name: str, players: int, options: dict[str, Any], data: Data | None) -> Game:
    """Return the game that was pickled with these values."""
    return _build(game_info(name), players, data, options)


@cache
def _default_data(name: str) -> Data | None:
    spec = game_info(name)
    return packaged_data(spec.data_file) if spec.data_file else None


def _build(spec: GameSpec, players: int, data: Data | None, options: dict[str, Any]) -> Game:
    return make_game(spec, players, data, options, _fingerprint(spec, players, data, options))


def _fingerprint(
    spec: GameSpec, players: int, data: Data | None, options: dict[str, Any]
) -> str:
    facts = {
        "name": spec.name,
        "players": players,
        "options": options,
        "data": data.tree if data is not None else {},
        "rules_version": spec.rules_version,
    }
    text = json.dumps(facts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
