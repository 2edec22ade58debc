"""The methods: what each takes and gives, and what carries it out.

The shapes are the whole truth: requests are checked by them, and `schemas` publishes them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from frontends.server import asking, engine, games, seats
from frontends.server import contract as c
from frontends.server.call import Call
from frontends.server.shapes import (
    ANYTHING,
    FLAG,
    NULL,
    OBJECT,
    Shape,
    array,
    either,
    fields,
    integer,
    number,
    or_null,
)

__all__ = ["METHODS", "Call", "Method"]


@dataclass(frozen=True)
class Method:
    """One method.

    waits: it takes its time and can be cancelled. tables: only for the server's own page and for
    programs, not for pages of other origins.
    """

    help: str
    params: Shape
    result: Shape
    run: Callable[[Call], Awaitable[Any]]
    waits: bool = False
    tables: bool = False


async def _list_games(call: Call) -> Any:
    return games.list_games()


async def _describe_game(call: Call) -> Any:
    return games.describe_game(games.find_game(call.params, call.connection))


ACT = {
    "bot": c.BOT, "seed": c.SEED, "decision": integer(0, 2**32),
    "seconds": or_null(number(0.001, 86400, "seconds of thought at most")),
    "request": c.REQUEST,
    "legal": {**ANYTHING, "description": "not read: the observation says what is legal"},
    "budget": fields({}, {"seconds": or_null(number(0)), "sims": or_null(integer(1))}, others=True,
                     help="as tournaments tell foreign bots"),
}
TOKEN = {"token": c.TOKEN}
CHOICE = {"token": c.TOKEN, "version": c.VERSION}

METHODS: dict[str, Method] = {
    "list_games": Method(
        "the games, their player counts and options",
        fields(), fields({"protocol": integer(1, 1), "games": array(c.LISTED_GAME)}),
        _list_games,
    ),
    "describe_game": Method(
        "one game: actions, the JSON Schema of its observations, its components",
        fields({"game": c.NAME}, {k: c.GAME_OF[k] for k in ("players", "options")}),
        c.DESCRIBED_GAME, _describe_game,
    ),
    "list_bots": Method(
        "the bots of this server, those that play a game where one is named",
        fields({}, c.GAME_OF), fields({"bots": array(c.LISTED_BOT)}), asking.list_bots,
    ),
    "validate": Method(
        "whether an observation can be, and what its seat may do",
        fields({"observation": c.OBSERVATION}, c.GAME_OF),
        fields({"valid": FLAG, "player": c.SEAT, "legal": c.LEGAL, "observation": OBJECT}),
        asking.validate,
    ),
    "act": Method(
        "the action of a bot that knows an observation",
        fields({"observation": c.OBSERVATION}, {**c.GAME_OF, **ACT}),
        fields({"action": integer(0), "text": c.TEXT, "analysis": OBJECT}),
        asking.act, waits=True,
    ),
    "cancel": Method(
        "stop a request of this connection by its id, or any by the name it was given",
        fields({}, {"id": either(integer(), number(), c.TEXT, NULL), "request": c.REQUEST}),
        fields({"cancelled": FLAG}), asking.cancel,
    ),
    "hello": Method(
        "name the game of the messages to come; see docs/foreign_bots.md",
        fields({"game": c.NAME},
               {"protocol": integer(), "players": or_null(c.PLAYERS),
                "options": or_null(c.OPTIONS), "fingerprint": c.TEXT, "bot": c.BOT}, others=True),
        fields(c.HELLO), engine.hello,
    ),
    "reset": Method("a new game under a seed", fields({}, {"seed": c.SEED}, others=True), NULL,
                    engine.reset),
    "quit": Method("end the connection", fields({}, {}, others=True), NULL, engine.quit),
    "table.create": Method(
        "open a table: exactly one seat is your own",
        fields({"game": c.NAME, "seats": array(c.SEAT_WANTED, 16, 1)},
               {"players": or_null(c.PLAYERS), "options": or_null(c.OPTIONS), "name": c.PERSON,
                "seed": c.SEED, "hint": c.BOT}),
        c.CREATED, seats.create, waits=True, tables=True,
    ),
    "table.join": Method(
        "take the seat of an invitation, which then is used up",
        fields({"invitation": c.TOKEN}, {"name": c.PERSON}), c.SEATED, seats.join, tables=True,
    ),
    "table.view": Method("what your seat sees", fields(TOKEN), c.VIEW, seats.view, tables=True),
    "table.watch": Method(
        "the same, and again as `table.changed` whenever it has changed",
        fields(TOKEN), c.VIEW, seats.watch, tables=True,
    ),
    "table.choose": Method(
        "play an action", fields({**CHOICE, "action": c.ACTION}), c.VIEW, seats.choose,
        tables=True,
    ),
    "table.undo": Method(
        "take your last choice back", fields(CHOICE), c.VIEW, seats.undo, tables=True,
    ),
    "table.hint": Method(
        "what a bot would do in your place", fields(CHOICE, {"request": c.REQUEST}), c.HINT,
        seats.hint, waits=True, tables=True,
    ),
    "table.review": Method(
        "after the game: every decision as a bot sees it; ask again until done",
        fields(TOKEN), c.REVIEW, seats.review, tables=True,
    ),
    "table.replay": Method(
        "after the game: its film, all seats open", fields(TOKEN), OBJECT, seats.replay,
        tables=True,
    ),
    "table.record": Method(
        "after the game: its line of games.jsonl", fields(TOKEN),
        fields({"file_name": c.TEXT, "text": c.TEXT}), seats.record, tables=True,
    ),
}
NOTIFICATIONS: dict[str, Shape] = {"table.changed": c.VIEW}
