"""JSON as it is defined: no NaN, no key twice, no depth or number without end."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from frontends.server.errors import NOT_JSON, TOO_LARGE, RpcError

STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
OPENING = b"[{"
NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
MAX_DIGITS = 40  # of a number; the longest that anything here takes has 20


def read(raw: bytes | str, max_bytes: int, max_depth: int) -> Any:
    """Return the value of a text in UTF-8.

    Raises: RpcError TOO_LARGE beyond `max_bytes`; NOT_JSON for whatever is no JSON or is nested
    deeper than `max_depth`.
    """
    if len(raw if isinstance(raw, bytes) else raw.encode(errors="surrogatepass")) > max_bytes:
        raise too_large(max_bytes)
    try:
        text = raw.decode() if isinstance(raw, bytes) else raw
    except UnicodeDecodeError:
        raise RpcError(NOT_JSON, "The message is not UTF-8.") from None
    try:
        value = json.loads(
            text, parse_int=_integer, parse_float=_number, parse_constant=_no_number,
            object_pairs_hook=_object,
        )
    except RecursionError:
        raise RpcError(NOT_JSON, f"The message is nested deeper than {max_depth}.") from None
    except json.JSONDecodeError as error:
        raise RpcError(
            NOT_JSON, f"The message is not JSON: {error.msg} at character {error.pos}."
        ) from None
    except ValueError as error:
        raise RpcError(NOT_JSON, f"The message is not JSON: {error}.") from None
    if _depth(text) > max_depth:
        raise RpcError(NOT_JSON, f"The message is nested deeper than {max_depth}.")
    return value


def write(value: Any) -> str:
    """Return the text of a value on one line, in ASCII; ValueError for what JSON cannot hold."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def too_large(max_bytes: int) -> RpcError:
    """Return the error of a message that is too long."""
    return RpcError(TOO_LARGE, f"The message is longer than {max_bytes} bytes.")


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"a number has more than {MAX_DIGITS} digits")
    return int(digits)


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:MAX_DIGITS]} is out of range")
    return value


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {twice[:MAX_DIGITS]!a} stands twice in an object")
    return found


def _depth(text: str) -> int:
    """Return how deep lists and objects are nested in a text that is JSON."""
    depth = deepest = 0
    for bracket in STRING.sub("", text).encode().translate(None, NO_BRACKETS):
        depth += 1 if bracket in OPENING else -1
        deepest = max(deepest, depth)
    return deepest
