"""The games of a server: loaded once for each set of options, and described in JSON."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from arena.faults import one_line
from arena.foreign.messages import PROTOCOL, hello_params
from configs.schema import RESERVED_AS
from engine_cy import DataError, Game, GameOptionError, Observation, load_game, registered_games
from engine_cy.registry import game_info
from engine_cy.spec import GameSpec
from frontends.server.connection import Connection
from frontends.server.errors import OBSERVATION, PARAMS, RpcError
from frontends.server.strict_json import write
from frontends.tables import component_values

KEPT = 64  # games with their options


@cache
def list_games() -> dict[str, Any]:
    """Return all games with their player counts and options."""
    return {"protocol": PROTOCOL, "games": [_listed(name) for name in registered_games()]}


def _listed(name: str) -> dict[str, Any]:
    from frontends.server.static import has_renderer

    spec = game_info(name)
    return {
        "name": name,
        "title": spec.title,
        "min_players": spec.min_players,
        "max_players": spec.max_players,
        "default_players": spec.default_players,
        "options": _options(spec),
        "renderer": has_renderer(name),
    }


def _options(spec: GameSpec) -> list[dict[str, Any]]:
    rows = []
    for name, option in spec.options.items():
        row: dict[str, Any] = {"name": name, "help": option.help, "default": option.default}
        if option.choices is not None:
            row["choices"] = list(option.choices)
        else:
            row.update(low=option.low, high=option.high)
        row["players"] = None if option.players is None else list(option.players)
        rows.append(row)
    return rows


def describe_game(game: Game) -> dict[str, Any]:
    """Return all a frontend may want to know of one game."""
    said = hello_params(game)
    return {
        "name": game.name,
        **{key: said[key] for key in ("title", "players", "options", "rules_version",
                                      "fingerprint", "actions", "observation_schema")},
        "box": component_values(game),
        "cards_text": game.words.cards_text(),
    }


def find_game(params: dict[str, Any], connection: Connection) -> Game:
    """Return the game of a request: named by itself, by its observation, or by `hello`.

    Raises: RpcError where it is not named; GameOptionError.
    """
    observation = params.get("observation", {})
    said = connection.game
    name = params.get("game", observation.get("game", said.name if said else None))
    if name is None:
        raise RpcError(PARAMS, "params.game is missing: neither the observation nor hello says "
                       "which game it is.")
    same = said is not None and said.name == name
    players, options = (  # null says nothing
        observation.get(key) if params.get(key) is None else params[key]
        for key in ("players", "options")
    )
    if said is not None and same:
        players = said.num_players if players is None else players
        options = said.options if options is None else options
    return load(name, players, {} if options is None else options)


def load(name: Any, players: Any, options: Any) -> Game:
    """Return a game of the package's own data; GameOptionError."""
    if not isinstance(options, dict):
        raise GameOptionError("The options of a game are an object, each by its name.")
    misplaced = sorted(RESERVED_AS.keys() & options.keys())
    if misplaced:  # data would name a file of the server
        raise GameOptionError(f"'{misplaced[0]}' is not an option of the rules.")
    if not all(isinstance(value, (bool, int, str)) for value in options.values()):
        raise GameOptionError("The value of an option is a text, a whole number, true or false.")
    if not isinstance(name, str):
        raise GameOptionError("The name of a game is a text.")
    if players is not None and type(players) is not int:
        raise GameOptionError("The number of players is a whole number.")
    return _load(name, players, write(options), tuple(options.items()))


@lru_cache(maxsize=KEPT, typed=True)
def _load(name: str, players: int | None, key: str, options: tuple[tuple[str, Any], ...]) -> Game:
    """`key` tells options apart that Python calls equal, such as 1 and true."""
    return load_game(name, players, **dict(options))


def read_observation(game: Game, form: dict[str, Any]) -> Observation:
    """Return an observation; what it says neither of the game nor of players is the game's.

    Raises: RpcError OBSERVATION with the sentence of the engine.
    """
    try:
        return game.observation_from_dict(
            {"game": game.name, "players": game.num_players, **form}
        )
    except (DataError, GameOptionError) as error:
        raise RpcError(OBSERVATION, one_line(str(error))) from None


def legal_of(observation: Observation) -> list[dict[str, Any]]:
    """Return the legal actions of an observation's seat: number and text."""
    text = observation.game.action_to_string
    return [{"action": int(a), "text": text(int(a))} for a in observation.legal_actions()]
