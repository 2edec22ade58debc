"""The messages of the protocol: one JSON-RPC 2.0 object a line; see protocol.schema.json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from arena.faults import describe, one_line
from arena.foreign.errors import BROKEN_PROTOCOL, CRASH, ILLEGAL_MOVE, EngineError
from engine_cy import Game
from engine_cy.errors import NotationError

PROTOCOL = 1
UNKNOWN_METHOD = -32601  # the code of JSON-RPC 2.0 for a method that does not exist
SEED_BITS = 53  # what a number of JavaScript, and of many JSON readers, holds exactly


class RemoteError(EngineError):
    """The program answered with a JSON-RPC error of this code."""

    def __init__(self, message: str, code: int, trace: str) -> None:
        super().__init__(message, CRASH, trace)
        self.code = code


def request(number: int, method: str, params: dict[str, Any]) -> bytes:
    """Return the line of a request; characters beyond ASCII are escaped, any reader takes it."""
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def hello_params(game: Game) -> dict[str, Any]:
    """Return what a program is told of a game before its first one."""
    return {
        "protocol": PROTOCOL,
        "game": game.name,
        "title": game.spec.title,
        "players": game.num_players,
        "options": dict(game.options),
        "rules_version": game.rules_version,
        "fingerprint": game.fingerprint,
        "actions": [game.action_to_string(i) for i in range(game.num_distinct_actions)],
        "observation_schema": game.observation_schema(),
    }


def reset_params(seed: int) -> dict[str, Any]:
    """Return what opens a game; the seed is the bot's, shortened to what every reader holds."""
    return {"seed": seed >> (64 - SEED_BITS)}


def act_params(
    game: Game, observation: dict[str, Any], legal: Sequence[int], decision: int,
    budget: dict[str, Any],
) -> dict[str, Any]:
    """Return what a program is asked at a decision."""
    return {
        "observation": observation,
        "legal": [{"action": int(a), "text": game.action_to_string(int(a))} for a in legal],
        "decision": decision,
        "budget": budget,
    }


def read_answer(line: bytes, number: int, method: str) -> Any:
    """Return the result in an answer to request `number`.

    Raises: EngineError for a line that is no answer to it; RemoteError for an error in it.
    """
    try:
        answer = json.loads(line.decode(), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise _broken(f"its answer to {method} is not UTF-8") from None
    except (ValueError, RecursionError):
        raise _broken(f"it wrote {_shown(line)} where an answer to {method} was due") from None
    if not isinstance(answer, dict) or answer.get("jsonrpc") != "2.0":
        raise _broken(f"its answer to {method} has no 'jsonrpc': '2.0'")
    if "error" in answer and answer.get("id", number) is None:
        raise _error(answer["error"], method)  # it could not read the request, nor its number
    if type(answer.get("id")) is not int or answer["id"] != number:
        raise _broken(f"its answer to {method} has not the id of the request")
    if ("error" in answer) == ("result" in answer):
        raise _broken(f"its answer to {method} has not one of 'result' and 'error'")
    if "error" in answer:
        raise _error(answer["error"], method)
    return answer["result"]


def read_hello(result: Any, game: Game) -> str:
    """Return the name a program gives itself.

    Raises: EngineError for an answer without one, or from a program that does not play `game`.
    """
    fields = result if isinstance(result, dict) else {}
    name, protocol = fields.get("name"), fields.get("protocol")
    if not isinstance(name, str) or not name.strip():
        raise _broken("its answer to hello has no 'name'")
    if type(protocol) is not int or protocol != PROTOCOL:
        raise _broken(f"it speaks protocol {describe(protocol)}, not {PROTOCOL}")
    games = fields.get("games")
    if games is None:
        return _plain(name)
    if not isinstance(games, list) or not all(isinstance(word, str) for word in games):
        raise _broken("'games' in its answer to hello is no list of names")
    if game.name not in games:
        raise EngineError(f"it plays {_plain(', '.join(games)) or 'nothing'}, not {game.name}")
    return _plain(name)


def read_act(result: Any, game: Game, legal: Sequence[int]) -> tuple[int, dict[str, Any]]:
    """Return the action answered, and the program's analysis ({} where it gives none).

    Raises: EngineError, of kind "illegal move" for an action that may not be played.
    """
    if not isinstance(result, dict) or "action" not in result:
        raise _broken("its answer to act has no 'action'")
    analysis = result.get("analysis")
    if analysis is not None and not isinstance(analysis, dict):
        raise _broken("'analysis' in its answer to act is no object")
    action = _action(result["action"], game)
    if action is None or action not in legal:
        allowed = ", ".join(f"{a} ({game.action_to_string(int(a))})" for a in legal)
        said = one_line(describe(result["action"]), 80)
        raise EngineError(one_line(f"answered {said}; legal were {allowed}"), ILLEGAL_MOVE)
    return action, analysis or {}


def _action(said: Any, game: Game) -> int | None:
    """Return an action given by number or text; None for a text that names none."""
    if type(said) is int:
        return said
    if not isinstance(said, str):
        raise _broken(f"its action {one_line(describe(said), 80)} is no integer and no text")
    try:
        return game.string_to_action(said)
    except NotationError:
        return None


def _error(error: Any, method: str) -> EngineError:
    fields = error if isinstance(error, dict) else {}
    code, message = fields.get("code"), fields.get("message")
    if type(code) is not int or not isinstance(message, str):
        return _broken(f"its answer to {method} has an error without 'code' and 'message'")
    data = fields.get("data")
    trace = data if isinstance(data, str) else "" if data is None else json.dumps(data, indent=1)
    return RemoteError(_plain(f"it answered {method} with error {code}: {message}"), code, trace)


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def _plain(text: str) -> str:
    """Return a program's words on one line, without what could move a terminal's cursor."""
    return one_line("".join(char if char.isprintable() else " " for char in text))


def _shown(line: bytes) -> str:
    return repr(one_line(line[:400].decode(errors="backslashreplace"), 80))


def _broken(sentence: str) -> EngineError:
    return EngineError(sentence, BROKEN_PROTOCOL)
