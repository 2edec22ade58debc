"""Settings of ``desgarrada play``."""

from __future__ import annotations

from dataclasses import dataclass, field

from configs.schema import GameConfig, option, players_of_game


@dataclass
class PlayConfig:
    """A person against bots, in the terminal or on a page."""

    game: GameConfig = field(default_factory=GameConfig)
    players: int | None = option(players_of_game(), "number of players; null: the game's default")
    seat: int | None = option(0, "your seat, counted from 0; null: drawn by the seed")
    bots: list[str] = option(
        ["club"], "one bot for all other seats, or one for each in seat order; names and specs"
    )
    seed: int | None = option(None, "the same seed gives the same deal and bots; null: a new one")
    confirm: bool = option(
        True, "ask for Enter before a choice is sent, so that undo can take it back"
    )
    hint: str | None = option(None, "the bot that answers the word hint; null: no hints")
    web: bool = option(False, "play on a page; game, seats and bots are chosen there")
    port: int = option(8765, "the page's port; 0: any that is free")
    browser: bool = option(False, "open the page in a browser")


def register() -> None:
    """Make the schema known to Hydra."""
    from hydra.core.config_store import ConfigStore

    ConfigStore.instance().store(name="play_schema", node=PlayConfig)
