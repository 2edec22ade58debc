"""Schemas shared by all commands: which game is played, and what a named bot is.

A command's own schema lives beside the code that uses it (``frontends/config.py``) and has a field
``game: GameConfig``. YAML files only override values; ``register()`` makes the schemas known to
Hydra and may be called any number of times.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hydra.core.config_store import ConfigStore
from omegaconf import II

# Arguments of the loader that are no options of the rules, and the setting each belongs to.
RESERVED_AS = {"name": "game", "players": "players", "data": "game.data"}


def option(default: Any, text: str) -> Any:
    """Return a dataclass field with its explanation; ``COMMAND --help`` prints `text`.

    A list, dict or dataclass type as `default` is made anew for each instance.
    """
    metadata = {"help": text}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    if isinstance(default, (list, dict)):
        return field(default_factory=lambda: type(default)(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass
class GameConfig:
    """One game and its options; ``game=hoi_pho`` selects the file ``configs/game/hoi_pho.yaml``."""

    name: str = option("hoi_pho", "the game's registered name")
    players: int | None = option(None, "number of players; null: the game's own default")
    options: dict[str, Any] = option(
        {}, "options of the rules, game.options.NAME=VALUE; those left out keep their default"
    )
    data: str | None = option(None, "a component data file to use instead of the built-in one")

    def load(self, players: int | None = None) -> Any:
        """Return the ``engine_cy.Game``; `players` (the command's ``players=``) wins over our own.

        Raises: GameOptionError or DataError with the engine's sentence.
        """
        import engine_cy  # here, so that composing a config needs no compiled module

        misplaced = sorted(RESERVED_AS.keys() & self.options.keys())
        if misplaced:
            raise engine_cy.GameOptionError(
                f"'{misplaced[0]}' is not an option of the rules; "
                f"it is set by {RESERVED_AS[misplaced[0]]}=."
            )
        count = self.players if players is None else players
        return engine_cy.load_game(self.name, players=count, data=self.data, **self.options)


@dataclass
class BotConfig:
    """A named bot: a short word for a longer specification."""

    spec: str = option("random", "the specification, for instance ismcts+sims:1000")
    summary: str = option("", "what to expect of it, in a few words")


def players_of_game() -> Any:
    """Return the default of a command's ``players`` field: the number its game group states."""
    return II("game.players")


def register() -> None:
    """Store the shared schemas: ``game/schema`` and ``bot/schema``."""
    store = ConfigStore.instance()
    store.store(group="game", name="schema", node=GameConfig)
    store.store(group="bot", name="schema", node=BotConfig)
