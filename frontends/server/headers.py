"""What every HTTP response says beside its content, and who is answered at all."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frontends.server.door import Door

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
MISDIRECTED = 421


class Doorman:
    """Turns away who asks for another server, and adds headers to all that is sent."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app, self._door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in ALWAYS.items():
                    headers.setdefault(name, value)
            await send(message)

        if not self._door.knows(header(scope, b"host")):
            await self._turn_away(scope, receive, sent)
        else:
            await self._app(scope, receive, sent)

    async def _turn_away(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        sentence = "This server does not go by that name; hosts= adds one.\n"
        await PlainTextResponse(sentence, MISDIRECTED)(scope, receive, send)


def header(scope: Scope, name: bytes) -> str | None:
    """Return a header of a request, or None."""
    for key, value in scope["headers"]:
        if key == name:
            return value.decode("latin-1")
    return None
