"""What is asked of a foreign program in the course of a game."""

from __future__ import annotations

from typing import Any

from arena.foreign.messages import (
    act_params,
    hello_params,
    read_act,
    read_hello,
    reset_params,
)
from arena.foreign.process import Engine
from engine_cy import Game
from search.bot import choices

NO_LIMIT: dict[str, Any] = {"seconds": None, "sims": None}


def greet(engine: Engine, game: Game, seconds: float) -> str:
    """Tell a program of the game it will play; return the name it gives itself."""
    name = read_hello(engine.ask("hello", hello_params(game), seconds), game)
    engine.game = game.fingerprint
    return name


def begin(engine: Engine, game: Game, seed: int, seconds: float) -> Engine:
    """Greet a program, if it was last told of another game, and reset it; return it."""
    if engine.game != game.fingerprint:
        greet(engine, game, seconds)
    engine.ask("reset", reset_params(seed), seconds)
    return engine


def ask_action(
    engine: Engine, game: Game, view: Any, decision: int, budget: dict[str, Any], seconds: float
) -> tuple[int, dict[str, Any]]:
    """Return a program's legal action for an observation, and its analysis.

    Raises: EngineError; ValueError where the observation leaves nothing to choose.
    """
    legal = choices(game, view)
    params = act_params(game, view.to_dict(), legal, decision, budget)
    return read_act(engine.ask("act", params, seconds), game, legal)
