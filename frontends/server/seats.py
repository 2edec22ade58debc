"""Methods for those who sit at a hosted table."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from arena.records import LOG_FILE, to_line
from arena.report.viewer import film
from engine_cy import Game, IllegalActionError
from frontends.server.advice import advice_of
from frontends.server.bots import Choice
from frontends.server.call import Call
from frontends.server.errors import (
    ILLEGAL,
    NO_METHOD,
    NOT_YET,
    NOTHING_TO_CHOOSE,
    PARAMS,
    STALE,
    RpcError,
)
from frontends.server.games import load
from frontends.server.hosted import HostedTable, Place, new_secret
from frontends.server.recording import record_of
from frontends.server.watching import Watch

SEED_BITS = 64


async def create(call: Call) -> dict[str, Any]:
    """Open a table; its creator sits down at once."""
    params, services = call.params, call.services
    game = load(params["game"], params.get("players"), params.get("options") or {})
    wanted = params["seats"]
    own = _own_seat(game, wanted)
    guests = any(seat["kind"] == "guest" for seat in wanted)
    if "seed" in params and guests and not services.config.seeds:
        raise RpcError(PARAMS, "params.seed would tell you your guests' cards: leave it out, or "
                       "invite nobody.")
    bots = [services.shelf.choose(s["bot"]) if s["kind"] == "bot" else None for s in wanted]
    hint = services.shelf.choose(params.get("hint", services.config.hint))
    for bot in dict.fromkeys([*filter(None, bots), hint]):
        await asyncio.to_thread(services.shelf.check, bot, game)
    table = services.hall.open(
        game, _places(wanted, bots, params.get("name")),
        params.get("seed", secrets.randbits(SEED_BITS)), hint,
    )
    return {
        "table": table.id,
        "token": table.places[own].token,
        "seat": own,
        "invitations": [
            {"seat": seat, "invitation": place.invitation}
            for seat, place in enumerate(table.places)
            if place.invitation
        ],
    }


def _own_seat(game: Game, seats: Sequence[dict[str, Any]]) -> int:
    """Return the creator's seat; RpcError where seats do not fit the game."""
    if len(seats) != game.num_players:
        raise RpcError(PARAMS, f"params.seats has {len(seats)} seats; {game.name} is played by "
                       f"{game.num_players} here.")
    own = [seat for seat, wanted in enumerate(seats) if wanted["kind"] == "me"]
    if len(own) != 1:
        raise RpcError(PARAMS, f"params.seats has {len(own)} seats of kind me; there must be one.")
    return own[0]


def _places(
    seats: Sequence[dict[str, Any]], bots: Sequence[Choice | None], name: str | None
) -> list[Place]:
    places = []
    for seat, (wanted, bot) in enumerate(zip(seats, bots, strict=True)):
        if bot is not None:
            places.append(Place(bot.name, bot))
        elif wanted["kind"] == "me":
            places.append(Place(_clean(name) or f"player {seat}", token=new_secret()))
        else:
            places.append(Place(f"player {seat}", invitation=new_secret()))
    return places


def _clean(name: str | None) -> str:
    """Return a person's name on one line, of characters that can be shown."""
    shown = "".join(char if char.isprintable() else " " for char in name or "")
    return " ".join(shown.split())


async def join(call: Call) -> dict[str, Any]:
    """Take the seat of an invitation."""
    table, seat = call.services.hall.join(
        call.params["invitation"], _clean(call.params.get("name"))
    )
    return {"table": table.id, "token": table.places[seat].token, "seat": seat}


async def view(call: Call) -> dict[str, Any]:
    """Return what the seat sees."""
    table, seat = _seat(call)
    return table.view(seat)


async def watch(call: Call) -> dict[str, Any]:
    """Return what the seat sees, and tell the client of every change from now on."""
    connection = call.connection
    if connection.send is None:
        raise RpcError(NO_METHOD, "table.watch needs a connection that stays: a WebSocket.")
    table, seat = _seat(call)
    key = table.places[seat].token
    if key not in connection.watches:
        connection.watches[key] = watch = Watch(table, seat, connection.send)
        connection.ended.append(watch.close)
    return table.view(seat)


async def choose(call: Call) -> dict[str, Any]:
    """Play an action, given by number or by text."""
    table, seat = _fresh_seat(call)
    if not table.dealer.owes(seat):
        raise RpcError(NOTHING_TO_CHOOSE, "You have nothing to choose now.")
    table.choose(seat, _action(table.game, call.params["action"]))
    return table.view(seat)


async def undo(call: Call) -> dict[str, Any]:
    """Take the last choice back."""
    table, seat = _fresh_seat(call)
    if table.is_over() or not table.dealer.can_undo(seat):
        raise RpcError(ILLEGAL, "There is nothing to take back: your last choice has been "
                       "answered, or you have made none.")
    table.undo(seat)
    return table.view(seat)


async def hint(call: Call) -> dict[str, Any]:
    """Return what the table's hint bot would do."""
    table, seat = _fresh_seat(call)
    if not table.dealer.owes(seat):
        raise RpcError(NOTHING_TO_CHOOSE, "You have nothing to choose now.")
    observation = table.dealer.observation(seat)
    thought = await table.thinker.ask(table.question(seat, observation, "hint"), plays_on=True)
    return {
        "bot": table.advisor.name,
        "simulations": _simulations(thought.analysis),
        "actions": [row._asdict() for row in advice_of(table.game, observation, thought)],
    }


async def review(call: Call) -> dict[str, Any]:
    """Return the review as far as it is."""
    return _ended_table(call).begin_review().to_dict()


async def replay(call: Call) -> dict[str, Any]:
    """Return the film of the game; it is made once, however many ask."""
    table = _ended_table(call)
    if table.film is None:
        table.film = asyncio.create_task(asyncio.to_thread(film, record_of(table)))
    return await asyncio.shield(table.film)


async def record(call: Call) -> dict[str, Any]:
    """Return the line of the game's record."""
    return {"file_name": LOG_FILE, "text": to_line(record_of(_ended_table(call)))}


def _seat(call: Call) -> tuple[HostedTable, int]:
    return call.services.hall.seat(call.params["token"])


def _fresh_seat(call: Call) -> tuple[HostedTable, int]:
    """Return the table and seat of a token; RpcError STALE where the client saw an older view."""
    table, seat = _seat(call)
    now = table.view(seat)["version"]
    if call.params["version"] != now:
        raise RpcError(STALE, f"The table has changed: its version is {now}, not "
                       f"{call.params['version']}.")
    return table, seat


def _ended_table(call: Call) -> HostedTable:
    table, _ = _seat(call)
    if not table.is_over():
        raise RpcError(NOT_YET, "The game is not over.")
    return table


def _action(game: Game, said: int | str) -> int:
    """Return the number of an action; IllegalActionError, NotationError for what is none."""
    if isinstance(said, str):
        return game.string_to_action(said)
    if said >= game.num_distinct_actions:
        raise IllegalActionError(f"Number {said} is no action of {game.name}.")
    return said


def _simulations(analysis: dict[str, Any]) -> int | None:
    count = analysis.get("simulations")
    return count if type(count) is int else None
