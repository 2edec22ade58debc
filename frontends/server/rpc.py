"""JSON-RPC 2.0, whatever carries it: a message in, a reply out."""

from __future__ import annotations

import asyncio
from typing import Any

from arena.faults import one_line
from frontends.server import strict_json
from frontends.server.connection import Connection, key_of
from frontends.server.errors import (
    BUSY,
    CANCELLED,
    NO_METHOD,
    NO_REQUEST,
    PARAMS,
    TOO_LARGE,
    RpcError,
    explain,
)
from frontends.server.methods import METHODS, Call, Method
from frontends.server.services import Services
from frontends.server.shapes import ShapeError, check

VERSION = "2.0"


class Dispatcher:
    """Answers messages with the methods of `METHODS`."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.limits = services.config.limits

    async def answer(self, raw: bytes | str, connection: Connection) -> str | None:
        """Return the reply to a message, or None where none is due."""
        try:
            message = strict_json.read(raw, self.limits.message, self.limits.depth)
        except RpcError as error:
            return strict_json.write(_failed(None, error))
        if isinstance(message, list):
            return await self._batch(message, connection)
        return await self._one(message, connection)

    async def _batch(self, messages: list[Any], connection: Connection) -> str | None:
        if not messages:
            error = RpcError(NO_REQUEST, "A batch holds at least one request.")
            return strict_json.write(_failed(None, error))
        if len(messages) > self.limits.batch:
            error = RpcError(TOO_LARGE, f"A batch holds at most {self.limits.batch} requests.")
            return strict_json.write(_failed(None, error))
        tasks = [asyncio.create_task(self._one(message, connection)) for message in messages]
        try:
            replies = await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
        texts = [reply for reply in replies if reply is not None]
        return f"[{','.join(texts)}]" if texts else None

    async def _one(self, message: Any, connection: Connection) -> str | None:
        """Return the text of the reply to one request; None to a notification."""
        id = None
        try:
            id = _read_id(message)
            method, params = _read_request(message)
        except RpcError as error:
            return strict_json.write(_failed(id, error))
        try:
            result = await self._call(id, method, params, connection)
            reply = strict_json.write({"jsonrpc": VERSION, "id": id, "result": result})
        except Exception as error:
            reply = strict_json.write(_failed(id, explain(error)))
        return reply if "id" in message else None

    async def _call(
        self, id: Any, name: str, params: dict[str, Any], connection: Connection
    ) -> Any:
        method = METHODS.get(name)
        if method is None:
            raise RpcError(NO_METHOD, f"There is no method {one_line(ascii(name), 80)}.")
        if method.tables and not connection.own_page:
            raise RpcError(NO_METHOD, f"There is no method {name} for pages of other origins.")
        try:
            check(method.params, params, "params")
        except ShapeError as error:
            raise RpcError(PARAMS, f"{error}.") from None
        call = Call(self.services, connection, id, params)
        if not method.waits:
            return await method.run(call)
        return await self._wait(method, call)

    async def _wait(self, method: Method, call: Call) -> Any:
        """Run a method that takes its time, so that it can be cancelled by its id or name."""
        open, requests = call.connection.open, self.services.requests
        if len(open) >= self.limits.open:
            raise RpcError(BUSY, f"{len(open)} requests of this connection wait for an answer.")
        key, name = key_of(call.id if call.id is not None else object()), call.params.get("request")
        if key in open or name in requests:
            raise RpcError(NO_REQUEST, "A request of this id is being answered.")
        task = open[key] = asyncio.ensure_future(method.run(call))
        if name is not None:
            requests[name] = task
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
            del open[key]
            if name is not None:
                del requests[name]
        if task.cancelled():
            raise RpcError(CANCELLED, "The request was cancelled.")
        return task.result()


def _read_id(message: Any) -> Any:
    """Return the id of a request; RpcError for what can have none."""
    if not isinstance(message, dict):
        raise RpcError(NO_REQUEST, "A request is an object.")
    id = message.get("id")
    if isinstance(id, (bool, dict, list)):
        raise RpcError(NO_REQUEST, "The id of a request is a text, a number or null.")
    return id


def _read_request(message: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return (method, params) of a request; RpcError for what is none."""
    if message.get("jsonrpc") != VERSION:
        raise RpcError(NO_REQUEST, f"A request says 'jsonrpc': '{VERSION}'.")
    method, params = message.get("method"), message.get("params", {})
    if not isinstance(method, str):
        raise RpcError(NO_REQUEST, "The method of a request is a text.")
    if not isinstance(params, dict):
        raise RpcError(PARAMS, "The params of a request are an object, each by its name.")
    return method, params


def _failed(id: Any, error: RpcError) -> dict[str, Any]:
    return {"jsonrpc": VERSION, "id": id, "error": error.to_dict()}
