"""Methods for frontends that keep the truth themselves: they send what a seat knows."""

from __future__ import annotations

import asyncio
from typing import Any

from frontends.server.call import Call
from frontends.server.connection import key_of
from frontends.server.errors import NOTHING_TO_CHOOSE, PARAMS, RpcError
from frontends.server.games import find_game, legal_of, read_observation
from frontends.server.thinking import Question


async def list_bots(call: Call) -> dict[str, Any]:
    """Return the bots of the server, those that play the game where one is named."""
    named = "game" in call.params or call.connection.game is not None
    game = find_game(call.params, call.connection) if named else None
    return {"bots": await asyncio.to_thread(call.services.shelf.listed, game)}


async def validate(call: Call) -> dict[str, Any]:
    """Return an observation as the engine writes it, and the seat's legal actions."""
    game = find_game(call.params, call.connection)
    observation = read_observation(game, call.params["observation"])
    return {
        "valid": True,
        "player": observation.player,
        "legal": legal_of(observation),
        "observation": observation.to_dict(),
    }


async def act(call: Call) -> dict[str, Any]:
    """Return a bot's decision: that of make_bot(spec, game, seed) at decision number `decision`."""
    params, connection, services = call.params, call.connection, call.services
    game = find_game(params, connection)
    choice = services.shelf.choose(params.get("bot", connection.bot))
    observation = read_observation(game, params["observation"])
    if not len(observation.legal_actions()):
        raise RpcError(NOTHING_TO_CHOOSE,
                       f"Seat {observation.player} has nothing to choose in this observation.")
    seconds, sims = _budget(call)
    thought = await services.thinker.ask(Question(
        choice.within(seconds=seconds, sims=sims), observation,
        params.get("seed", connection.seed), params.get("decision", 0),
    ))
    return {
        "action": thought.action,
        "text": game.action_to_string(thought.action),
        "analysis": thought.analysis,
    }


def _budget(call: Call) -> tuple[float | None, int | None]:
    """Return seconds and simulations that the client allows; None: as the bot has it."""
    seconds, budget = call.params.get("seconds"), call.params.get("budget", {})
    most = call.services.thinker.seconds
    if seconds is not None and seconds > most:
        raise RpcError(PARAMS, f"params.seconds is {seconds:g}; this server allows {most:g}.")
    if seconds is None and budget.get("seconds") is not None:
        seconds = min(max(budget["seconds"], 0.001), most)
    sims = budget.get("sims")
    return seconds, None if sims is None else min(sims, call.services.config.limits.simulations)


async def cancel(call: Call) -> dict[str, Any]:
    """Stop a request that waits for its answer."""
    if "request" in call.params:
        task = call.services.requests.get(call.params["request"])
    elif "id" in call.params:
        task = call.connection.open.get(key_of(call.params["id"]))
    else:
        raise RpcError(PARAMS, "params.id is missing, or params.request.")
    if task is not None:
        task.cancel()
    return {"cancelled": task is not None}
