"""The errors users see. Each message is one sentence: the offending value and what was allowed."""

__all__ = [
    "BotSpecError",
    "DataError",
    "GameOptionError",
    "IllegalActionError",
    "NotationError",
    "TooManyWorlds",
]


class GameOptionError(ValueError):
    """Unknown game, player count or option, or a value the option does not take."""


class DataError(ValueError):
    """A data file, a state or an observation that is broken or contradicts itself."""


class IllegalActionError(ValueError):
    """An action that the seat may not take now; the state is unchanged."""


class NotationError(ValueError):
    """A text that names no action of the game."""


class BotSpecError(ValueError):
    """A bot specification that cannot be read or names no bot."""


class TooManyWorlds(ValueError):
    """More worlds agree with the observation than the caller's limit."""
