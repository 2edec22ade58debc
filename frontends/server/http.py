"""HTTP: POST /rpc, the page and its files, the schemas; /ws is the WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from frontends.server import static, strict_json
from frontends.server.config import ServeConfig
from frontends.server.connection import Connection
from frontends.server.door import Door, Origin
from frontends.server.errors import NO_REQUEST, RpcError
from frontends.server.headers import Doorman, header
from frontends.server.rpc import VERSION, Dispatcher
from frontends.server.schemas import EDITION, documents
from frontends.server.services import Services
from frontends.server.websocket import SocketDoor

JSON = "application/json"
FOLDERS = (("web", static.WEB),)


def make_app(services: Services) -> Starlette:
    """Return the application; it closes the services when it ends."""
    config = services.config
    door = Door(config.host, config.origins, config.hosts)
    rpc = RpcRoute(Dispatcher(services), door, config)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        services.close()

    app = Starlette(
        routes=[
            Route("/rpc", rpc.preflight, methods=["OPTIONS"]),
            Route("/rpc", rpc.post, methods=["POST"]),
            WebSocketRoute("/ws", SocketDoor(rpc.dispatcher, door, config)),
            Route("/", _files(static.WEB, static.INDEX)),
            Route(f"/schemas/{EDITION}/{{name}}", _schema),
            *(Route(f"/{folder}/{{path:path}}", _files(root)) for folder, root in FOLDERS),
        ],
        middleware=[Middleware(Doorman, door=door)],
        exception_handlers={HTTPException: _refused},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "There is no such page here.", 405: "That cannot be done with this page."}
    sentence = words.get(error.status_code, error.detail)
    return PlainTextResponse(f"{sentence}\n", error.status_code, error.headers)


def _files(root: Path, only: str | None = None) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers with the files of a folder: the one its path names, or always `only`."""
    folder = static.Folder(root)

    async def answer(request: Request) -> Response:
        return _file(request, folder, only or request.path_params["path"])

    return answer


def _file(request: Request, folder: static.Folder, name: str) -> Response:
    found = folder.read(name)
    if found is None:
        raise HTTPException(404)
    headers = {"ETag": found.tag, "Cache-Control": "no-cache",
               "Cross-Origin-Resource-Policy": "same-origin"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    return Response(found.content, media_type=found.type, headers=headers)


async def _schema(request: Request) -> Response:
    found = documents().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return JSONResponse(found, headers={"Access-Control-Allow-Origin": "*"})


class RpcRoute:
    """POST /rpc: one message, one reply."""

    def __init__(self, dispatcher: Dispatcher, door: Door, config: ServeConfig) -> None:
        self.dispatcher = dispatcher
        self._door = door
        self._config = config

    async def preflight(self, request: Request) -> Response:
        """Tell a browser whether a page may post here."""
        if self._origin(request) is Origin.REFUSED:
            return _sentence(403, "Pages of this origin may not speak to this server.")
        return Response(status_code=204, headers={
            **self._shared(request),
            "Access-Control-Allow-Methods": "POST",
            "Access-Control-Allow-Headers": "content-type",
            "Access-Control-Max-Age": "600",
        })

    async def post(self, request: Request) -> Response:
        """Answer a message."""
        origin = self._origin(request)
        if origin is Origin.REFUSED:
            return _sentence(403, "Pages of this origin may not speak to this server.")
        kind = request.headers.get("content-type", JSON).partition(";")[0].strip().casefold()
        if kind != JSON:  # what a form of another page could send unasked
            return _sentence(415, f"A message is sent as {JSON}.")
        try:
            body = await _body(request, self._config.limits.message)
        except ClientDisconnect:
            return Response(status_code=400)
        if body is None:
            error = strict_json.too_large(self._config.limits.message)
            reply = {"jsonrpc": VERSION, "id": None, "error": error.to_dict()}
            return JSONResponse(reply, 413, {**self._shared(request), "Connection": "close"})
        connection = Connection(self._config.default_bot, own_page=origin is Origin.OWN)
        text = await self._answer(request, body, connection)
        headers = {**self._shared(request), "Cache-Control": "no-store"}
        if text is None:
            return Response(status_code=204, headers=headers)
        return Response(text, media_type=JSON, headers=headers)

    async def _answer(self, request: Request, body: bytes, connection: Connection) -> str | None:
        """Return the reply; a client that goes away meanwhile has cancelled its request."""
        answer = asyncio.create_task(self.dispatcher.answer(body, connection))
        gone = asyncio.create_task(request.receive())
        try:
            await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
            return answer.result() if answer.done() else None
        finally:
            gone.cancel()
            answer.cancel()
            connection.close()

    def _origin(self, request: Request) -> Origin:
        return self._door.origin(header(request.scope, b"origin"), header(request.scope, b"host"))

    def _shared(self, request: Request) -> dict[str, str]:
        """Return the headers that let a page of another origin read the reply."""
        if self._origin(request) is not Origin.ALLOWED:
            return {}
        return {"Access-Control-Allow-Origin": request.headers["origin"], "Vary": "Origin"}


def _sentence(status: int, sentence: str) -> Response:
    error = RpcError(NO_REQUEST, sentence).to_dict()
    return Response(
        strict_json.write({"jsonrpc": VERSION, "id": None, "error": error}), status,
        media_type=JSON,
    )


async def _body(request: Request, most: int) -> bytes | None:
    """Return the body of a request, or None where it is longer than `most` bytes."""
    said = request.headers.get("content-length", "0")
    if said.isdecimal() and (len(said) > 18 or int(said) > most):
        return None
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            return None
    return bytes(body)
