"""What a bundle's manifest has to hold, checked before anything in it is used."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from nets.snapshots import MAX_SNAPSHOTS
from nets.weights import DTYPES

FORMAT = 1
MAX_SIZE = 1 << 20  # of any one length
MAX_UPDATE = 1 << 53
MAX_TEMPERATURE = 1000
SHA256 = re.compile("[0-9a-f]{64}")


def _is_size(value: Any) -> bool:
    return type(value) is int and 1 <= value <= MAX_SIZE


def _are_sizes(value: Any) -> bool:
    return isinstance(value, list) and all(_is_size(item) for item in value)


def _are_updates(value: Any) -> bool:
    return (isinstance(value, list) and 1 <= len(value) <= MAX_SNAPSHOTS
            and all(type(item) is int and 0 <= item <= MAX_UPDATE for item in value)
            and value == sorted(set(value)))


def is_temperature(value: Any) -> bool:
    """Return whether a value may divide the logits."""
    return type(value) in (int, float) and 0 <= value <= MAX_TEMPERATURE


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(type(item) is str for item in value.values())


def _are_sums(value: Any) -> bool:
    return _is_texts(value) and all(SHA256.fullmatch(text) for text in value.values())


def _is_entry(value: Any) -> bool:
    return (isinstance(value, dict) and type(value.get("name")) is str
            and _are_sizes(value.get("shape"))
            and type(value.get("offset")) is int and value["offset"] >= 0)


FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (lambda v: type(v) is str, "a text"),
    "options": (lambda v: isinstance(v, dict), "an object"),
    "data": (lambda v: v is None or type(v) is str, "a file's name or null"),
    "players": (lambda v: _are_sizes(v) and bool(v), "a list of player counts"),
    "fingerprints": (_is_texts, "an object of texts by player count"),
    "num_actions": (_is_size, "a positive integer"),
    "num_seats": (_is_size, "a positive integer"),
    "tensor_size": (_is_size, "a positive integer"),
    "hidden": (_are_sizes, "a list of positive integers"),
    "activation": (lambda v: v == "relu", "'relu'"),
    "dtype": (lambda v: type(v) is str and v in DTYPES, " or ".join(DTYPES)),
    "layers": (lambda v: isinstance(v, list) and all(map(_is_entry, v)),
               "a list of objects with name, shape and offset"),
    "trained": (lambda v: isinstance(v, dict), "an object"),
    "sha256": (_are_sums, "an object of checksums by member"),
}


def check_manifest(manifest: Any) -> str:
    """Return what is wrong with a manifest, such as "players is missing", or ""."""
    if not isinstance(manifest, dict):
        return "there is no object"
    if manifest.get("format") != FORMAT or type(manifest["format"]) is not int:
        return f"format is {_short(manifest.get('format'))}, not {FORMAT}"
    for name, (is_good, allowed) in FIELDS.items():
        if name not in manifest:
            return f"{name} is missing"
        if not is_good(manifest[name]):
            return f"{name} is {_short(manifest[name])}, not {allowed}"
    temperature = manifest.get("temperature", 1.0)
    if not is_temperature(temperature):
        return f"temperature is {_short(temperature)}, not a number from 0 to {MAX_TEMPERATURE}"
    updates = manifest.get("snapshots")
    if updates is not None and not _are_updates(updates):
        return f"snapshots is {_short(updates)}, not an ascending list of updates"
    if {str(n) for n in manifest["players"]} != manifest["fingerprints"].keys():
        return "players and fingerprints name different player counts"
    return ""


def _short(value: Any) -> str:
    """Return a value as text, cut where it is long, fit for any terminal."""
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."
