"""Where two JSON values differ, in words."""

from __future__ import annotations

import math
from typing import Any

LONGEST = 60  # characters of a value in a sentence


def difference(ours: Any, theirs: Any, tolerance: float = 0.0, where: str = "") -> str | None:
    """Return half a sentence about the first place where they differ, or None.

    tolerance: the greatest allowed difference of two numbers of which `ours` is a float.
    """
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in dict.fromkeys([*ours, *theirs]):
            path = f"{where}.{key}" if where else str(key)
            if key not in theirs:
                return f"{path} is missing, {_short(ours[key])} is expected"
            if key not in ours:
                return f"{path} is {_short(theirs[key])}, nothing is expected there"
            if found := difference(ours[key], theirs[key], tolerance, path):
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            return f"{where} has {len(theirs)} entries, {len(ours)} are expected"
        for index, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            if found := difference(a, b, tolerance, f"{where}[{index}]"):
                return found
        return None
    if _equal(ours, theirs, tolerance):
        return None
    return f"{where or 'the value'} is {_short(theirs)}, {_short(ours)} is expected"


def _equal(ours: Any, theirs: Any, tolerance: float) -> bool:
    if isinstance(ours, float) and _is_number(theirs):
        try:
            return math.isclose(ours, theirs, rel_tol=0.0, abs_tol=tolerance)
        except OverflowError:  # an integer beyond all floats
            return False
    return type(ours) is type(theirs) and ours == theirs


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _short(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**LONGEST:
        return "a number too long to show"  # and to turn into text, beyond some length
    try:
        text = " ".join(repr(value).split())
    except (ValueError, RecursionError):
        return "a value that cannot be shown"
    text = text.encode(errors="backslashreplace").decode()
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
