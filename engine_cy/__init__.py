"""The rules of the games: states, observations, exact dealing."""

from engine_cy.batch import Batch
from engine_cy.core import (
    TERMINAL_PLAYER as TERMINAL,
)
from engine_cy.core import (
    Game,
    Observation,
    State,
)
from engine_cy.errors import (
    BotSpecError,
    DataError,
    GameOptionError,
    IllegalActionError,
    NotationError,
    TooManyWorlds,
)
from engine_cy.registry import game_info, load_game, registered_games

__all__ = [
    "TERMINAL",
    "Batch",
    "BotSpecError",
    "DataError",
    "Game",
    "GameOptionError",
    "IllegalActionError",
    "NotationError",
    "Observation",
    "State",
    "TooManyWorlds",
    "game_info",
    "load_game",
    "registered_games",
]
