"""The shapes of params and results that the methods share."""

from __future__ import annotations

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
    mapping,
    number,
    one_of,
    or_null,
    text,
)

SEED = integer(0, 2**64 - 1, "seed of a bot or a deal")
NAME = text(80, "name of a game")
BOT = text(200, "a bot of the server's list, a named bot, or the specification of a built-in one")
PLAYERS = integer(1, 16, "number of players")
OPTIONS = mapping(either(FLAG, integer(), text(100)), "options of the rules, by name")
OBSERVATION = {**OBJECT, "description": "what a seat knows: see describe_game"}
ACTION = either(integer(0, 2**31 - 1), text(200), help="an action, by number or by text")
TOKEN = text(100, "secret of a seat")
PERSON = text(40, "how a person wants to be called", 1)
VERSION = integer(0, 2**53, "version of the view that the choice rests on")
REQUEST = text(100, "a name for this request, by which `cancel` finds it", 1)
SEAT = integer(0, 15, "a seat, from 0")
SHARE = number(0, 1)
TEXT = text()

GAME_OF: dict[str, Shape] = {
    "game": NAME, "players": or_null(PLAYERS), "options": or_null(OPTIONS),
}

LEGAL = array(fields({"action": integer(0), "text": TEXT}))
NOTED = array(fields({"action": integer(0), "text": TEXT, "note": TEXT}))

OPTION = fields(
    {"name": TEXT, "help": TEXT, "default": either(FLAG, integer(), TEXT),
     "players": or_null(array(integer()))},
    {"choices": array(either(FLAG, integer(), TEXT)), "low": integer(), "high": integer()},
)
LISTED_GAME = fields({
    "name": TEXT, "title": TEXT, "min_players": integer(1), "max_players": integer(1),
    "default_players": integer(1), "options": array(OPTION), "renderer": FLAG,
})
DESCRIBED_GAME = fields({
    "name": TEXT, "title": TEXT, "players": integer(1), "options": mapping(ANYTHING),
    "rules_version": integer(1), "fingerprint": TEXT, "actions": array(TEXT),
    "observation_schema": OBJECT, "box": mapping(fields({"value": ANYTHING, "provenance": TEXT})),
    "cards_text": TEXT,
})
LISTED_BOT = fields({"name": TEXT, "spec": TEXT, "summary": TEXT})

SEAT_WANTED = either(
    fields({"kind": one_of("me")}),
    fields({"kind": one_of("guest")}),
    fields({"kind": one_of("bot"), "bot": BOT}),
    help="who sits there: you, somebody you invite, or a bot",
)
STANDING = fields({"seat": SEAT, "rank": integer(1), "score": or_null(number()), "share": SHARE})
VIEW = fields({
    "table": TEXT, "version": integer(1), "seat": SEAT, "game": TEXT, "title": TEXT,
    "players": integer(1), "names": array(TEXT),
    "kinds": array(one_of("person", "bot", "open")),
    "observation": OBJECT, "screen": TEXT, "legal": NOTED, "committed": or_null(TEXT),
    "can_undo": FLAG, "thinking": FLAG, "log": array(TEXT), "over": FLAG,
    "result": or_null(fields({"standing": array(STANDING), "uncovered": TEXT})),
    "failure": or_null(TEXT),
})
HINT_ROW = fields({
    "action": integer(0), "text": TEXT, "visits": or_null(integer(0)), "share": SHARE,
    "value": or_null(SHARE),
})
HINT = fields({"bot": TEXT, "simulations": or_null(integer(0)), "actions": array(HINT_ROW)})
REVIEWED = fields({
    "number": integer(0), "seat": SEAT, "text": TEXT, "value": or_null(SHARE),
    "best": fields({"text": TEXT, "value": or_null(SHARE)}), "regret": or_null(SHARE),
    "shares": array({"type": "array", "items": either(TEXT, number(), NULL),
                     "description": "[text, visits share, value]"}),
    "worlds": array(fields({"what": TEXT, "share": SHARE})),
})
REVIEW = fields({
    "bot": TEXT, "decisions": array(REVIEWED), "done": FLAG,
    "progress": fields({"done": integer(0), "of": integer(0)}),
})
SEATED = fields({"table": TEXT, "token": TEXT, "seat": SEAT})
CREATED = fields({
    "table": TEXT, "token": TEXT, "seat": SEAT,
    "invitations": array(fields({"seat": SEAT, "invitation": TEXT})),
})
HELLO = {"name": TEXT, "protocol": integer(1, 1)}
