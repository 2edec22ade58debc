"""JSON members of a bundle: equal values give equal bytes; what is read is not trusted."""

from __future__ import annotations

import json
from typing import Any

from nets.errors import BundleError

MAX_DEPTH = 64  # a schema has about twenty levels


def to_json(value: Any) -> bytes:
    """Return the bytes of a JSON member; equal values, keys in the same order, give equal bytes."""
    return (json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def from_json(content: bytes, name: str, source: str) -> Any:
    """Return the value of the member `name` of a bundle; BundleError where it is no JSON."""
    try:
        value = json.loads(content, parse_constant=_refuse)
        _check_depth(value)
    except (ValueError, RecursionError) as error:
        why = " ".join(str(error).split()).rstrip(".")
        raise BundleError(f"Bundle {source} has a {name} that is no JSON: {why}.") from None
    return value


def _check_depth(value: Any) -> None:
    """Raise ValueError where lists and objects are nested so deeply that to print them fails."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner for outer in level if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise ValueError(f"it is nested more than {MAX_DEPTH} deep")


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")
