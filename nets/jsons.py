"""JSON members of a bundle: equal values give equal bytes; what is read is not trusted."""

from __future__ import annotations

import json
from typing import Any

from nets.errors import BundleError


def to_json(value: Any) -> bytes:
    """Return the bytes of a JSON member; equal values, keys in the same order, give equal bytes."""
    return (json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def from_json(content: bytes, name: str, source: str) -> Any:
    """Return the value of the member `name` of a bundle; BundleError where it is no JSON."""
    try:
        return json.loads(content, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        why = " ".join(str(error).split()).rstrip(".")
        raise BundleError(f"Bundle {source} has a {name} that is no JSON: {why}.") from None


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")
