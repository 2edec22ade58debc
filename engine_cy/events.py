"""The Python form of events: what happened, in the game's words."""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

_PACKED = struct.Struct("<hhBBBx")      # a, b, kind, seat, seen, pad: the C struct Event
NO_SEAT = 255


class Event(NamedTuple):
    """One event. seat is None where no seat caused it; fields are the game's numbers for it."""

    kind: str
    seat: int | None
    fields: tuple[int, int]
    text: str


def unpack_events(raw: bytes, words: Any, start: int = 0) -> list[Event]:
    """Return packed events as a list, each with its text, from number `start` on."""
    events = []
    for a, b, kind, seat, _seen in _PACKED.iter_unpack(raw[max(start, 0) * _PACKED.size :]):
        who = None if seat == NO_SEAT else seat
        name = words.event_kinds[kind]
        events.append(Event(name, who, (a, b), words.event_to_string(name, who, a, b)))
    return events


def pack_events(rows: list[Any], words: Any, seen: int = 0) -> bytes:
    """Return the packed form of rows [kind, seat, a, b]; ValueError where a row is malformed.

    seen: bit set of the seats that saw them.
    """
    kinds = {name: i for i, name in enumerate(words.event_kinds)}
    packed = bytearray()
    for row in rows if isinstance(rows, list) else [rows]:
        try:
            kind, seat, a, b = row
            packed += _PACKED.pack(a, b, kinds[kind], NO_SEAT if seat is None else seat, seen)
        except (TypeError, ValueError, KeyError, struct.error) as error:
            raise ValueError(
                f"{row!r} is no event: [kind, seat or null, number, number], "
                f"where kind is one of {', '.join(kinds)}"
            ) from error
    return bytes(packed)


def event_rows(raw: bytes, words: Any) -> list[list[Any]]:
    """Return packed events as JSON rows [kind, seat, a, b]."""
    return [
        [words.event_kinds[kind], None if seat == NO_SEAT else seat, a, b]
        for a, b, kind, seat, _seen in _PACKED.iter_unpack(raw)
    ]
