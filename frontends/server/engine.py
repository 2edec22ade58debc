"""The server as a foreign bot: `cmd:desgarrada serve transport=stdio bot=club`."""

from __future__ import annotations

import asyncio
from typing import Any

from arena.foreign.messages import PROTOCOL
from frontends.server.call import Call
from frontends.server.errors import GAME, RpcError
from frontends.server.games import load


async def hello(call: Call) -> dict[str, Any]:
    """Take the game of the messages to come; answer with the name of the bot that plays it."""
    params, connection, shelf = call.params, call.connection, call.services.shelf
    if params.get("protocol", PROTOCOL) != PROTOCOL:
        raise RpcError(GAME, f"This server speaks protocol {PROTOCOL}, not {params['protocol']}.")
    game = load(params["game"], params.get("players"), params.get("options") or {})
    if params.get("fingerprint", game.fingerprint) != game.fingerprint:
        raise RpcError(GAME, f"The fingerprint of {game.name} is {game.fingerprint} here: rules or "
                       "components differ.")
    choice = shelf.choose(params.get("bot", connection.bot))
    connection.game, connection.bot, connection.seed = game, choice.name, 0
    await asyncio.to_thread(shelf.check, choice, game)  # a program may have to start
    return {"name": choice.name, "protocol": PROTOCOL}


async def reset(call: Call) -> None:
    """Begin a new game: the seed of the decisions to come."""
    call.connection.seed = call.params.get("seed", 0)


async def quit(call: Call) -> None:
    """End the connection after this reply."""
    call.connection.quits = True
