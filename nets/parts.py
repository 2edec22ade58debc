"""What a bundle says of its game, for programs that do not have our engine, and for its own check.

actions.json  {"num_actions": A, "players": {"3": [text of action 0, ...], ...}}
layout.json   {"size": F, "blocks": [{"name", "start", "stop"}, ...]}, one for all player counts
game.json     name, rules, options and component data; the facts of each player count
schema.json   one JSON Schema for the observations of all player counts
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine_cy import Game, load_game
from engine_cy.components import PROVENANCE, Data, Value, is_packaged, packaged_data
from engine_cy.registry import game_info
from nets.errors import BundleError

Json = dict[str, Any]
FACTS = ("max_game_length", "utility_min", "utility_max", "utility_sum", "fingerprint")


def check_family(games: Sequence[Game]) -> None:
    """Refuse games that one net cannot serve.

    Raises: BundleError unless they are one game at different player counts, with the same data
        and the same tensor.
    """
    if not games:
        raise BundleError("A bundle without a game is not possible; at least one is needed.")
    first = games[0]
    counts = [game.num_players for game in games]
    if sorted(set(counts)) != counts:
        raise BundleError(f"The player counts {counts} of a bundle must ascend, each once.")
    for game in games[1:]:
        for what, ours, theirs in (
            ("game", first.name, game.name),
            ("component data", tree_of(first), tree_of(game)),
            ("tensor layout", first.observation_tensor_layout, game.observation_tensor_layout),
        ):
            if ours != theirs:
                raise BundleError(
                    f"One bundle cannot serve {first!r} and {game!r}: their {what} differs."
                )
    given = common_options(games)
    for game in games:
        if game.spec.resolve_options(given, game.num_players) != game.options:
            raise BundleError(
                f"One bundle cannot serve {first!r} and {game!r}: no options {given} give both."
            )


def common_options(games: Sequence[Game]) -> dict[str, Any]:
    """Return options that give each of the games at its player count.

    An option that acts at some player counts only is taken from a game where it acts.
    """
    spec = games[0].spec
    given = {}
    for name, option in spec.options.items():
        acting = [game for game in games
                  if option.players is None or game.num_players in option.players]
        given[name] = (acting or games)[0].options[name]
    return given


def num_actions(games: Sequence[Game]) -> int:
    """Return A: the number of actions at the player count that has most."""
    return max(game.num_distinct_actions for game in games)


def num_seats(game: Game) -> int:
    """Return S: the number of value logits of a net for this game."""
    return max(2, game.max_players)


def action_part(games: Sequence[Game]) -> Json:
    """Return the action table of every player count; ids are places in the list."""
    tables = {
        str(game.num_players): [game.action_to_string(a) for a in range(game.num_distinct_actions)]
        for game in games
    }
    return {"num_actions": num_actions(games), "players": tables}


def layout_part(games: Sequence[Game]) -> Json:
    """Return the blocks of the observation tensor."""
    layout = games[0].observation_tensor_layout
    return {
        "size": games[0].observation_tensor_size,
        "blocks": [{"name": name, "start": start, "stop": stop} for name, start, stop in layout],
    }


def schema_part(games: Sequence[Game]) -> Json:
    """Return one JSON Schema: the number of players chooses the branch."""
    counts = [game.num_players for game in games]
    schemas = {f"players_{game.num_players}": game.observation_schema() for game in games}
    dialect = {schema.pop("$schema") for schema in schemas.values()}
    return {
        "$schema": dialect.pop(),
        "title": f"Observation of {games[0].spec.title}",
        "type": "object",
        "required": ["players"],
        "properties": {"players": {"enum": counts}},
        "allOf": [
            {
                "if": {"properties": {"players": {"const": count}}},
                "then": {"$ref": f"#/$defs/players_{count}"},
            }
            for count in counts
        ],
        "$defs": schemas,
    }


def game_part(games: Sequence[Game]) -> Json:
    """Return name, rules and options of the game, its component data, facts by player count."""
    first = games[0]
    part: Json = {
        "name": first.name,
        "title": first.spec.title,
        "rules_version": first.rules_version,
        "options": common_options(games),
        "players": {
            str(game.num_players): {"options": game.options}
            | {fact: getattr(game, fact) for fact in FACTS}
            for game in games
        },
        "data": None,
    }
    if first.data is not None:
        part["data"] = {
            "source": first.data.source,
            "tree": first.data.tree,
            "provenance": {path: v.provenance for path, v in first.data.values.items()},
        }
    return part


def tree_of(game: Game) -> Any:
    """Return the component values of a game, None where it has none."""
    return None if game.data is None else game.data.tree


def data_name(game: Game) -> str | None:
    """Return what names the data: null for the game's own, a packaged name, or the user's file."""
    if game.data is None:
        return None
    own = game.spec.data_file
    if own is not None and packaged_data(own).tree == game.data.tree:
        return None
    stem = game.data.source.removesuffix(".toml")
    if is_packaged(stem) and packaged_data(f"{stem}.toml").tree == game.data.tree:
        return stem
    return game.data.source


def load_bundled(part: Any, name: str | None, players: int) -> Game:
    """Return the game of a bundle as this installation has it.

    part: the content of game.json. name: the manifest's data file; where this package has none of
    that name, the values are those in the bundle.
    Raises: GameOptionError, DataError; BundleError for a part that is malformed.
    """
    if not isinstance(part, dict) or not isinstance(part.get("options"), dict):
        raise BundleError("The part game.json of the bundle has no options.")
    spec = game_info(part.get("name", ""))
    options = {str(key): value for key, value in part["options"].items()}
    spec.resolve_options(options, players)  # an option called "data" would be taken for the file
    if name is None or is_packaged(name):
        return load_game(spec.name, players, data=name, **options)
    data = part.get("data")
    if not isinstance(data, dict) or not isinstance(data.get("tree"), dict):
        raise BundleError(f"The part game.json of the bundle lacks the values of {name!r}.")
    return load_game(spec.name, players, data=_read_data(data), **options)


def _read_data(part: Json) -> Data:
    """Return component data from their tree and the provenance of each value."""
    data = Data({**part["tree"], "provenance": "assumed"}, str(part.get("source")))
    words = part.get("provenance")
    for path, value in data.values.items():
        word = words.get(path) if isinstance(words, dict) else None
        if word in PROVENANCE:
            data.values[path] = Value(value.value, word)
    return data
