"""The events of a tournament: each is one game with its players, rules and line-ups.

All events of a tournament have the same bots. Where a tournament plays one game, it has one event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import engine_cy
from arena.config import RunConfig
from configs.schema import GameConfig
from engine_cy.errors import DataError, GameOptionError

MAX_LABEL = 80
KEYS = ("name", "players", "options", "data", "label", "lineups", "blocks")


@dataclass(frozen=True)
class Event:
    """What a process needs to know to load the game, and what the files say of it.

    Records take what they say of the game from here: bots share the `Game` that is played.
    """

    name: str  # short, one of a kind in the tournament
    game: str
    title: str
    players: int
    options: dict[str, Any]
    set_options: list[str]  # those whose values are not the game's defaults
    data: str | None
    fingerprint: str
    rules_version: int
    assumed: list[str]
    lineups: str
    blocks: int

    def load(self) -> Any:
        """Return the game.

        Raises: DataError if its data file has changed since the tournament began.
        """
        game = engine_cy.load_game(self.game, players=self.players, data=self.data, **self.options)
        if game.fingerprint != self.fingerprint:
            raise DataError(f"the data of {self.game} changed while the tournament was played")
        return game

    def to_dict(self) -> dict[str, Any]:
        """Return the event as the tournament's files state it."""
        return asdict(self)


def read_events(config: RunConfig) -> list[tuple[Event, Any]]:
    """Return each event with its game, in the order of the settings.

    Raises: GameOptionError or DataError for one that cannot be played.
    """
    entries = config.games or [{}]
    read = [_read(entry, config) for entry in entries]
    taken = Counter(event.name for event, _ in read)
    seen: Counter[str] = Counter()
    for position, (event, game) in enumerate(read):
        if taken[event.name] > 1:
            seen[event.name] += 1
            read[position] = replace(event, name=f"{event.name}.{seen[event.name]}"), game
    name, times = Counter(event.name for event, _ in read).most_common(1)[0]
    if times > 1:
        raise GameOptionError(f"two games are called {name!r}; give each its own label")
    return read


def _read(entry: Any, config: RunConfig) -> tuple[Event, Any]:
    given = _given(entry)
    if given:
        game_config = GameConfig(
            name=str(given["name"]), data=given.get("data"),
            options={str(key): value for key, value in (given.get("options") or {}).items()},
        )  # fmt: skip
        game = game_config.load(given.get("players"))
    else:
        game_config = config.game
        game = game_config.load(config.players)
    if not (game_config.data or "").isprintable():  # it is written to files, as UTF-8
        raise GameOptionError(f"data={game_config.data!r} of {game.name} cannot be printed")
    blocks = _or_else(given.get("blocks"), config.blocks)
    if type(blocks) is not int:
        raise GameOptionError(f"blocks={blocks!r} of {game.name} is no number of blocks")
    return describe(
        game, game_config.data, given.get("label"),
        str(_or_else(given.get("lineups"), config.lineups)), blocks,
    ), game  # fmt: skip


def _or_else(given: Any, otherwise: Any) -> Any:
    return otherwise if given is None else given


def _is_label(label: Any) -> bool:
    return isinstance(label, str) and 0 < len(label.strip()) <= MAX_LABEL and label.isprintable()


def describe(game: Any, data: str | None, label: Any, lineups: str, blocks: int) -> Event:
    """Return the event of a loaded game."""
    plain = engine_cy.load_game(game.name, players=game.num_players, data=data)
    return Event(
        name=str(label or f"{game.name}-{game.num_players}"),
        game=game.name,
        title=str(getattr(getattr(game, "spec", None), "title", game.name)),
        players=game.num_players,
        options=dict(game.options),
        set_options=[key for key, value in game.options.items() if plain.options[key] != value],
        data=data,
        fingerprint=game.fingerprint,
        rules_version=game.rules_version,
        assumed=list(game.assumed),
        lineups=lineups,
        blocks=blocks,
    )


def _given(entry: Any) -> dict[str, Any]:
    """Return what an entry of `games` says; a text is the name of a game."""
    if isinstance(entry, str):
        entry = {"name": entry}
    if not isinstance(entry, Mapping):
        raise GameOptionError(
            f"{entry!r} is no game of a tournament; allowed are a name, or {{name: hoi_pho, "
            f"players: 4, blocks: 20}}"
        )
    given = {str(key): value for key, value in entry.items()}
    unknown = sorted(given.keys() - set(KEYS))
    if unknown:
        raise GameOptionError(
            f"a game of a tournament has no setting {unknown[0]!r}; allowed are {', '.join(KEYS)}"
        )
    if given and not isinstance(given.get("name"), str):
        raise GameOptionError("a game of a tournament needs its name: {name: hoi_pho}")
    if not isinstance(given.get("options") or {}, Mapping):
        raise GameOptionError(f"options={given['options']!r} of {given['name']} is no mapping")
    label = given.get("label")
    if label is not None and not _is_label(label):
        raise GameOptionError(
            f"label={label!r} of {given['name']} is no label; allowed are 1 to {MAX_LABEL} "
            f"printable characters"
        )
    players = given.get("players")
    if players is not None and type(players) is not int:
        raise GameOptionError(f"players={players!r} of {given['name']} is no number")
    return given
