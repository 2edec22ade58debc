"""Shapes of JSON values: written once, in JSON Schema, and checked here with a sentence.

The functions make schemas of the few keywords that `check` knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.faults import one_line

Shape = dict[str, Any]
SHOWN = 60  # characters of a value that a sentence shows

ANYTHING: Shape = {}
NULL: Shape = {"type": "null"}
FLAG: Shape = {"type": "boolean"}
OBJECT: Shape = {"type": "object"}


class ShapeError(ValueError):
    """A value that does not fit; the sentence names the field and what it must be."""


def text(longest: int | None = None, help: str = "", least: int = 0) -> Shape:
    """Return the shape of a text of `least` to `longest` characters."""
    shape: Shape = {"type": "string", **_help(help)}
    if longest is not None:
        shape["maxLength"] = longest
    if least:
        shape["minLength"] = least
    return shape


def integer(low: int | None = None, high: int | None = None, help: str = "") -> Shape:
    """Return the shape of a whole number."""
    return {"type": "integer", **_bounds(low, high), **_help(help)}


def number(low: float | None = None, high: float | None = None, help: str = "") -> Shape:
    """Return the shape of a number."""
    return {"type": "number", **_bounds(low, high), **_help(help)}


def one_of(*values: Any, help: str = "") -> Shape:
    """Return the shape of a value among a few."""
    return {"enum": list(values), **_help(help)}


def array(items: Shape, most: int | None = None, least: int = 0, help: str = "") -> Shape:
    """Return the shape of a list."""
    shape: Shape = {"type": "array", "items": items, **_help(help)}
    if most is not None:
        shape["maxItems"] = most
    if least:
        shape["minItems"] = least
    return shape


def either(*shapes: Shape, help: str = "") -> Shape:
    """Return the shape of a value that has one of several shapes."""
    return {"anyOf": list(shapes), **_help(help)}


def or_null(shape: Shape) -> Shape:
    """Return the shape of a value that may be null."""
    return either(shape, NULL)


def mapping(values: Shape, help: str = "") -> Shape:
    """Return the shape of an object with any keys."""
    return {"type": "object", "additionalProperties": values, **_help(help)}


def fields(
    required: dict[str, Shape] | None = None, optional: dict[str, Shape] | None = None,
    *, others: bool = False, help: str = "",
) -> Shape:
    """Return the shape of an object with named fields; `others` are refused or ignored."""
    required = required or {}
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": others,
        **_help(help),
    }


def check(shape: Shape, value: Any, where: str) -> None:
    """Check a value; ShapeError naming the first field, below `where`, that does not fit."""
    if "anyOf" in shape:
        _check_any(shape, value, where)
    if "enum" in shape and not any(
        type(value) is type(allowed) and value == allowed for allowed in shape["enum"]
    ):
        raise _fault(where, value, shape)
    kind = shape.get("type")
    if kind is None:
        return
    if not _KINDS[kind](value):
        raise _fault(where, value, shape)
    if kind in ("integer", "number", "string", "array") and not _within(shape, value):
        raise _fault(where, value, shape)
    if kind == "array":
        for i, item in enumerate(value):
            check(shape["items"], item, f"{where}[{i}]")
    elif kind == "object":
        _check_object(shape, value, where)


def _check_object(shape: Shape, value: dict[str, Any], where: str) -> None:
    known, others = shape.get("properties", {}), shape.get("additionalProperties", True)
    for key in shape.get("required", ()):
        if key not in value:
            raise ShapeError(f"{where}.{key} is missing")
    for key, item in value.items():
        if key in known:
            check(known[key], item, f"{where}.{key}")
        elif others is False:
            names = ", ".join(known) or "none"
            raise ShapeError(f"{where} has no field {_shown(key)}; its fields are {names}")
        elif others is not True:
            check(others, item, f"{where}.{_plain(key)}")


def _check_any(shape: Shape, value: Any, where: str) -> None:
    errors = []
    for allowed in shape["anyOf"]:
        try:
            return check(allowed, value, where)
        except ShapeError as error:
            if _KINDS.get(allowed.get("type", ""), lambda _: False)(value):
                errors.append(error)  # the right kind: what is wrong lies within
    raise errors[0] if len(errors) == 1 else _fault(where, value, shape)


def _within(shape: Shape, value: Any) -> bool:
    size = value if type(value) in (int, float) else len(value)
    low = shape.get("minimum", shape.get("minLength", shape.get("minItems")))
    high = shape.get("maximum", shape.get("maxLength", shape.get("maxItems")))
    return (low is None or size >= low) and (high is None or size <= high)


_KINDS: dict[str, Any] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def _fault(where: str, value: Any, shape: Shape) -> ShapeError:
    return ShapeError(f"{where} is {_shown(value)}; it must be {words(shape)}")


def words(shape: Shape) -> str:
    """Return in words what a shape allows."""
    if "anyOf" in shape:
        return " or ".join(dict.fromkeys(words(allowed) for allowed in shape["anyOf"]))
    if "enum" in shape:
        return "one of " + ", ".join(map(str, shape["enum"]))
    kind = shape.get("type", "any value")
    span = _span(shape)
    if kind == "string":
        return f"a text{f' of {span} characters' if span else ''}"
    if kind == "array":
        return f"a list{f' of {span} items' if span else ''}"
    names = {"integer": "a whole number", "number": "a number", "boolean": "true or false",
             "object": "an object"}
    return f"{names.get(kind, kind)}{f' {span}' if span else ''}"


def _span(shape: Shape) -> str:
    low = shape.get("minimum", shape.get("minLength", shape.get("minItems")))
    high = shape.get("maximum", shape.get("maxLength", shape.get("maxItems")))
    if low is None and high is None:
        return ""
    if low is None:
        return f"at most {high}"
    return f"from {low}" if high is None else f"from {low} to {high}"


def _shown(value: Any) -> str:
    return one_line(ascii(value), SHOWN)


def _plain(key: str) -> str:
    return one_line(key, SHOWN)


def _bounds(low: float | None, high: float | None) -> Shape:
    given: Sequence[tuple[str, float | None]] = (("minimum", low), ("maximum", high))
    return {name: bound for name, bound in given if bound is not None}


def _help(help: str) -> Shape:
    return {"description": help} if help else {}
