"""JSON forms of states and observations: the parts that all games share."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from engine_cy.errors import DataError
from engine_cy.events import event_rows, pack_events
from engine_cy.words.base import Fields, read_hex

if TYPE_CHECKING:
    from engine_cy.core import Game, Observation

Json = dict[str, Any]
FORMAT = 1      # raised when a reader of the old form would misunderstand the new one


# ---- whole states ------------------------------------------------------------------------------


def write_state(
    game: Game, record: np.void, log: bytes | None, log_of: int | bool | None
) -> Json:
    """Return a state's JSON form: the header of every file of ours plus the struct's fields.

    log_of: the seat whose events these are (a sampled world), None: all; False: they are unknown.
    """
    known = log is not None and log_of is not False
    return {
        "format": FORMAT,
        "game": game.name,
        "players": game.num_players,
        "options": dict(game.options),
        "fingerprint": game.fingerprint,
        "record": _record_to_json(record),
        "events": _events_seen(log, game) if log is not None and known else None,
        "events_of": log_of if known else None,
    }


def read_state(
    game: Game, d: Any
) -> tuple[np.ndarray, bytes | None, int | bool | None]:
    """Return (record, packed events, whose events they are) of a state's JSON form."""
    fields = Fields("state", d)
    _check_game(game, fields)
    print_ = fields.get("fingerprint")
    if print_ != game.fingerprint:
        raise DataError(
            f"The field 'fingerprint' is {print_!r}; this game's is {game.fingerprint!r}."
        )
    record = np.zeros((), dtype=game.dtype)
    _json_to_record(record, fields.get("record"), game.dtype, "record")
    rows = fields.get("events", None)
    seat = fields.get("events_of", None)
    if seat is not None and (type(seat) is not int or not 0 <= seat < game.num_players):
        raise fields.fault("events_of", f"it must be a seat below {game.num_players} or null")
    fields.done()
    if rows is None:
        return record, None, False
    return record, _read_state_events(rows, game), seat


def _events_seen(log: bytes, game: Game) -> list[Any]:
    """Return event rows with the bit set of seats that saw each."""
    rows = event_rows(log, game.words)
    return [[*row, log[i * 8 + 6]] for i, row in enumerate(rows)]


def _read_state_events(rows: Any, game: Game) -> bytes:
    good = isinstance(rows, list) and all(isinstance(row, list) and len(row) == 5 for row in rows)
    if not good or not all(type(row[4]) is int and 0 <= row[4] < 256 for row in rows):
        raise DataError(
            "The field 'state.events' is malformed: an event is "
            "[kind, seat or null, number, number, bit set of the seats that saw it]."
        )
    try:
        packed = bytearray(pack_events([row[:4] for row in rows], game.words))
    except ValueError as error:
        raise DataError(f"The field 'state.events' is malformed: {error}.") from error
    for i, row in enumerate(rows):
        packed[i * 8 + 6] = row[4]
    check_events(bytes(packed), game, "state.events")
    return bytes(packed)


def _record_to_json(record: Any) -> Json:
    out: Json = {}
    for name in record.dtype.names:
        if name.startswith("pad"):
            continue
        value = record[name]
        if value.dtype.names:
            out[name] = _record_to_json(value)
        elif value.dtype == np.uint64:
            out[name] = f"{int(value):016x}"      # JavaScript numbers end at 2^53
        else:
            out[name] = value.tolist()
    return out


def _json_to_record(record: Any, d: Any, dtype: np.dtype, where: str) -> None:
    fields = Fields(where, d)
    for name in dtype.names or ():
        if name.startswith("pad"):
            continue
        kind = dtype[name]
        value = fields.get(name)
        if kind.names:
            _json_to_record(record[name], value, kind, f"{where}.{name}")
        elif kind == np.uint64:
            record[name] = read_hex(value, f"{where}.{name}")
        else:
            record[name] = _read_numbers(value, kind, f"{where}.{name}")
    fields.done()


def _read_numbers(value: Any, kind: np.dtype, where: str) -> np.ndarray:
    info = np.iinfo(kind.base)
    try:
        array = np.array(value)
    except ValueError:
        array = np.array(None)
    good = array.shape == kind.shape and array.dtype.kind == "i"
    if not good or array.min() < info.min or array.max() > info.max:
        shape = "x".join(map(str, kind.shape))
        what = f"{shape} integers" if shape else "an integer"
        raise DataError(f"The field {where!r} must be {what} {info.min}..{info.max}.")
    return array


# ---- observations ------------------------------------------------------------------------------


def write_observation(observation: Observation) -> Json:
    """Return an observation's JSON form: view, knowledge, and the trace if there is one."""
    form, record = write_untraced(observation), observation.record()
    if not record["h"]["untraced"]:
        form["trace"] = _write_trace(observation, record)
    return form


def write_untraced(observation: Observation) -> Json:
    """Return view and knowledge, and nothing of how they came about."""
    game, seat, record = observation.game, observation.player, observation.record()
    return {
        "format": FORMAT,
        "game": game.name,
        "players": game.num_players,
        "options": dict(game.options),
        "player": seat,
        "view": game.words.view(record, seat),
        "knowledge": game.words.knowledge(record, seat),
    }


def _write_trace(observation: Observation, record: np.void) -> Json:
    game, seat, header = observation.game, observation.player, record["h"]
    names = game.words.action_names
    return {
        "public_hash": f"{int(header['public_hash']):016x}",
        "fingerprint": game.fingerprint,
        "num_moves": int(header["num_moves"]),
        "deals": int(header["epoch"]),
        "news": header["news"][: game.num_players].tolist(),
        "decisions": [
            [who, None if a is None else names[a]] for _, who, a in observation.decisions()
        ],
        "events": observation_event_rows(observation),
        **game.words.trace(record, seat),
    }


def observation_event_rows(observation: Observation) -> list[Any] | None:
    """Return the events of an observation as JSON rows, or None where they are not known."""
    events = observation.events()
    if events is None:
        return None
    return [[e.kind, e.seat, *e.fields] for e in events]


def read_observation(game: Game, d: Any) -> tuple[int, np.ndarray, bytes | None]:
    """Return (seat, masked record, packed events) of an observation's JSON form."""
    fields = Fields("observation", d)
    _check_game(game, fields)
    seat = fields.integer("player", 0, game.num_players - 1)
    view, knowledge = fields.get("view"), fields.get("knowledge", None)
    trace = fields.get("trace", None)
    if knowledge is None:
        trace = None        # its course would tell what is now said to be unknown
    fields.done()
    record: Any = np.zeros((), dtype=game.dtype)
    record["h"]["num_players"] = game.num_players
    game.words.read_view(record, seat, view, {} if knowledge is None else knowledge)
    if trace is None:
        # Of what it means, not of how it was written down.
        words = game.words
        record["h"]["public_hash"] = _hash_of(
            words.view(record, seat), words.knowledge(record, seat)
        )
        record["h"]["untraced"] = 1
        return seat, record, None
    return seat, record, _read_trace(game, record, seat, trace)


def _read_trace(game: Game, record: Any, seat: int, trace: Any) -> bytes | None:
    fields = Fields("trace", trace)
    header = record["h"]
    print_ = fields.get("fingerprint")
    if print_ != game.fingerprint:
        raise DataError(
            f"The field 'trace.fingerprint' is {print_!r}; this game's is {game.fingerprint!r}."
        )
    header["public_hash"] = read_hex(fields.get("public_hash"), "trace.public_hash")
    header["num_moves"] = fields.integer("num_moves", 0, 65535)
    if fields.integer("deals", 0, 65535) != header["epoch"]:
        raise fields.fault("deals", f"by the view it must be {int(header['epoch'])}")
    news = fields.integers("news", game.num_players, 0, 65535)
    header["news"][: game.num_players] = news
    rows, events = fields.get("decisions"), fields.get("events")
    fields.used |= game.words.schema()[2].keys()
    fields.done()
    game.words.read_trace(record, seat, trace, _read_decisions(game, rows))
    if events is None:
        return None
    try:
        packed = pack_events(events, game.words, 1 << seat)
    except ValueError as error:
        raise DataError(f"The field 'trace.events' is malformed: {error}.") from error
    check_events(packed, game, "trace.events")
    return packed


def check_events(packed: bytes, game: Game, where: str) -> None:
    """Complain about an event of a seat that is not there, or that has no words."""
    for row in event_rows(packed, game.words):
        who = row[1]
        try:
            if who is not None and who >= game.num_players:
                raise IndexError
            game.words.event_to_string(*row)
        except (KeyError, IndexError, TypeError, ValueError):
            raise DataError(f"The field {where!r} has an event that cannot be: {row!r}.") from None


def _read_decisions(game: Game, rows: Any) -> list[tuple[int, int | None]]:
    decisions = []
    for row in rows if isinstance(rows, list) else [rows]:
        try:
            seat, text = row
            if type(seat) is not int or not 0 <= seat < game.num_players:
                raise ValueError
            decisions.append((seat, None if text is None else game.string_to_action(text)))
        except (TypeError, ValueError) as error:
            raise DataError(
                f"The field 'trace.decisions' is malformed: {row!r} is no decision "
                "[seat, action or null]."
            ) from error
    return decisions


def check_decisions(game: Game, d: Json, observation: Observation) -> None:
    """Complain where the decisions of a trace are not those that the observation has recorded."""
    if observation.record()["h"]["untraced"]:
        return
    names = game.words.action_names
    recorded = [
        [seat, None if a is None else names[a]] for _, seat, a in observation.decisions()
    ]
    given = d["trace"]["decisions"]
    if recorded != given:
        raise DataError(
            f"The field 'trace.decisions' is {given!r}; by the view it must be {recorded!r}."
        )


def _hash_of(view: Json, knowledge: Json) -> int:
    """Return the public hash of an observation without a trace: one of what it says."""
    text = json.dumps([view, knowledge], sort_keys=True, ensure_ascii=True)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def _check_game(game: Game, fields: Fields) -> None:
    """Complain where the JSON belongs to another game, player count or option set."""
    fields.choice("format", (FORMAT,), FORMAT)
    fields.choice("game", (game.name,))
    fields.choice("players", (game.num_players,))
    options = fields.get("options", game.options)
    if not isinstance(options, dict):
        raise fields.fault("options", "it must be an object")
    resolved = game.spec.resolve_options(options, game.num_players)
    if resolved != game.options:
        raise DataError(f"The field 'options' is {options!r}; this game's are {game.options!r}.")


def observation_schema(game: Game) -> Json:
    """Return the JSON Schema of an observation of this game."""
    view, knowledge, own_trace = game.words.schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Observation of {game.spec.title}, {game.num_players} players",
        "type": "object",
        "required": ["game", "players", "player", "view"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": FORMAT},
            "game": {"const": game.name},
            "players": {"const": game.num_players},
            "options": {"type": "object"},
            "player": {"type": "integer", "minimum": 0, "maximum": game.num_players - 1},
            "view": view,
            "knowledge": knowledge,
            "trace": _trace_schema(game, own_trace),
        },
    }


def _trace_schema(game: Game, own: Json) -> Json:
    count = {"type": "integer", "minimum": 0, "maximum": 65535}
    seat = {"type": "integer", "minimum": 0, "maximum": game.num_players - 1}
    decision = {
        "type": "array",
        "prefixItems": [seat, {"enum": [None, *game.words.action_names]}],
        "minItems": 2,
        "maxItems": 2,
    }
    event = {
        "type": "array",
        "prefixItems": [
            {"enum": list(game.words.event_kinds)},
            {"anyOf": [seat, {"type": "null"}]},
            {"type": "integer"},
            {"type": "integer"},
        ],
        "minItems": 4,
        "maxItems": 4,
    }
    properties = {
        "public_hash": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "fingerprint": {"type": "string"},
        "num_moves": count,
        "deals": count,
        "news": {"type": "array", "items": count},
        "decisions": {"type": "array", "items": decision},
        "events": {"anyOf": [{"type": "null"}, {"type": "array", "items": event}]},
    }
    return {
        "description": "Optional; what a program of this package kept of the game's course. It "
        "belongs to its knowledge and is not read where that is left out.",
        "type": "object",
        "required": list(properties),
        "properties": {**properties, **own},
    }
