"""The JSON Schemas that a server publishes: made of the shapes that it checks requests by."""

from __future__ import annotations

from functools import cache
from typing import Any

from frontends.server.errors import CODES
from frontends.server.methods import METHODS, NOTIFICATIONS
from frontends.server.rpc import VERSION
from frontends.server.shapes import ANYTHING, Shape, fields, one_of, text

DIALECT = "https://json-schema.org/draft/2020-12/schema"
EDITION = "v1"  # of the protocol; the folder of its schemas
ID: Shape = {"type": ["string", "number", "null"]}
ERROR = fields({"code": one_of(*CODES), "message": text()})


@cache
def documents() -> dict[str, dict[str, Any]]:
    """Return file name -> schema: of messages, of each method's params and result, of errors."""
    found = {
        "request.json": _document("A request", _request()),
        "reply.json": _document("A reply", _reply()),
        "error.json": _document("The error of a reply", ERROR),
    }
    for name, method in METHODS.items():
        found[f"{name}.params.json"] = _document(f"Params of {name}: {method.help}", method.params)
        found[f"{name}.result.json"] = _document(f"Result of {name}", method.result)
    for name, shape in NOTIFICATIONS.items():
        found[f"{name}.params.json"] = _document(f"Params of the notification {name}", shape)
    found["index.json"] = {
        "edition": EDITION,
        "documents": sorted(found),
        "methods": {name: method.help for name, method in METHODS.items()},
        "errors": {str(code): words for code, words in CODES.items()},
    }
    return found


def _document(title: str, shape: Shape) -> dict[str, Any]:
    return {"$schema": DIALECT, "title": title, **shape}


def _request() -> Shape:
    return fields(
        {"jsonrpc": one_of(VERSION), "method": one_of(*METHODS)},
        {"id": ID, "params": {"type": "object"}}, others=True,
    )


def _reply() -> Shape:
    shape = fields({"jsonrpc": one_of(VERSION), "id": ID}, {"result": ANYTHING, "error": ERROR})
    return {**shape, "oneOf": [{"required": ["result"]}, {"required": ["error"]}]}
