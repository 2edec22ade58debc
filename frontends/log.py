"""The course of a game in sentences."""

from __future__ import annotations

import itertools
from typing import Any

SHARED_WORDS = 4  # of equal beginnings, before events are told in one line


def folded(events: list[Any]) -> list[str]:
    """Return the texts of events; a run of one kind, seat and beginning is one line.

    ``seat 0 is dealt 3``, ``seat 0 is dealt 7`` become ``seat 0 is dealt 3, 7``.
    """
    lines = []
    for _, run in itertools.groupby(events, _beginning):
        texts = [event.text.split(" ") for event in run]
        columns = zip(*texts, strict=False)
        alike = sum(1 for _ in itertools.takewhile(lambda words: len(set(words)) == 1, columns))
        shared = min(alike, min(map(len, texts)) - 1)  # equal texts keep their last word apart
        if shared < SHARED_WORDS or len(texts) == 1 or texts[0][shared - 1] == "seat":
            lines += [" ".join(words) for words in texts]
        else:
            ends = [" ".join(words[shared:]) for words in texts]
            lines.append(" ".join(texts[0][:shared]) + " " + ", ".join(ends))
    return lines


def _beginning(event: Any) -> tuple[str, Any, list[str]]:
    """Return what events of one line have in common."""
    return event.kind, event.seat, event.text.split(" ")[:SHARED_WORDS]
