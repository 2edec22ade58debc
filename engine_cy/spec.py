"""What a game declares about itself: its facts, its options, its defaults."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine_cy.errors import GameOptionError


@dataclass(frozen=True)
class OptionSpec:
    """One option of a game.

    default: the value used where none is given; a preset may replace it.
    choices: allowed values, or None where `low`..`high` bounds an integer.
    players: the player counts at which the option can act (None: all). At others it is accepted
    and recorded as its default.
    """

    default: Any
    help: str
    choices: tuple[Any, ...] | None = None
    low: int = 0
    high: int = 0
    players: tuple[int, ...] | None = None

    def allowed(self) -> str:
        """Return the allowed values in words."""
        if self.choices is not None:
            return ", ".join(_spell(c) for c in self.choices)
        return f"integers {self.low}..{self.high}"

    def parse(self, name: str, value: Any) -> Any:
        """Return the value in its own type; texts as a command line gives them are understood."""
        if isinstance(value, str):
            value = _TEXTS.get(value.lower(), value)
        if self.choices is not None:
            for choice in self.choices:
                if value == choice and type(value) is type(choice):
                    return choice
        elif isinstance(value, str) and re.fullmatch("-?[0-9]{1,9}", value):
            value = int(value)
        if self.choices is None and type(value) is int and self.low <= value <= self.high:
            return value
        raise GameOptionError(
            f"Option {name}={_spell(value)} is not allowed; allowed: {self.allowed()}."
        )


_TEXTS = {"true": True, "false": False}


def _spell(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class GameSpec:
    """The declaration of a game; a game module exposes one as `SPEC`.

    make: (game: Game, data, options: dict) -> None, fills a blank Game.
    words: class of the game's text and JSON forms, instantiated with the Game.
    presets: option name -> value -> defaults of other options.
    players_in: (data) -> (min, max) where the data decide; else min_players..max_players.
    simultaneous: False where no two seats ever choose at once.
    chance_after_deal: False where the first deal settles all chance; `initial_worlds` are then
        all there is to draw.
    running_scores: False where `State.scores` before the end say nothing of who leads (poker, whose
        pot nobody has won yet).
    """

    name: str
    title: str
    summary: str
    min_players: int
    max_players: int
    default_players: int
    rules_version: int
    make: Callable[..., None]
    words: type
    data_file: str | None = None
    options: Mapping[str, OptionSpec] = field(default_factory=dict)
    presets: Mapping[str, Mapping[Any, Mapping[str, Any]]] = field(default_factory=dict)
    players_in: Callable[[Any], tuple[int, int]] | None = None
    check_data: Callable[[Any], None] | None = None
    simultaneous: bool = True
    chance_after_deal: bool = True
    running_scores: bool = True

    def player_range(self, data: Any) -> tuple[int, int]:
        """Return the smallest and largest player count with these data."""
        if self.players_in is not None and data is not None:
            return self.players_in(data)
        return self.min_players, self.max_players

    def resolve_players(self, players: int | None, data: Any) -> int:
        """Return the player count, checked; the default where none is given."""
        low, high = self.player_range(data)
        if players is None:
            return min(max(self.default_players, low), high)
        if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
            span = f"{low} to {high}" if low < high else str(low)
            raise GameOptionError(
                f"{self.title} is for {span} players here, not players={players!r}."
            )
        return players

    def resolve_options(self, given: Mapping[str, Any], players: int) -> dict[str, Any]:
        """Return every option's value: given, else preset, else default.

        Raises GameOptionError for an unknown option or a value it does not take.
        """
        for name in given:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise GameOptionError(f"{self.title} has no option {name!r}; options: {known}.")
        parsed = {name: self.options[name].parse(name, v) for name, v in given.items()}
        values: dict[str, Any] = {}
        preset: dict[str, Any] = {}
        for name, option in self.options.items():
            acts = option.players is None or players in option.players
            default = preset.get(name, option.default)
            values[name] = parsed.get(name, default) if acts else option.default
            preset.update(self.presets.get(name, {}).get(values[name], {}))
        return values
