"""A server on a port: made, named, run and ended."""

from __future__ import annotations

import errno
import logging
import socket

import uvicorn

from engine_cy.errors import GameOptionError
from frontends.server.http import make_app
from frontends.server.patience import patient_protocol, patient_sockets
from frontends.server.services import Services

BACKLOG = 128
ENDING = 2  # seconds that open requests have when the server ends
ABOVE = 4  # times the limit of a message, beyond which a WebSocket is closed without an answer


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens; GameOptionError where that cannot be."""
    if not 0 <= port < 1 << 16:
        raise GameOptionError(f"port={port} is no port; allowed are 0 to 65535")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise GameOptionError(f"host={host} is no address that this machine knows") from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise GameOptionError(f"port={port} of {host} is in use; choose another, or port=0 for "
                                  "any that is free") from None
        raise GameOptionError(
            f"nothing can listen on port={port} of host={host}: {error.strerror}"
        ) from None
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the address of the page, as a browser takes it."""
    host, port = listener.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def make_server(services: Services) -> uvicorn.Server:
    """Return a server that is ready to run on a socket."""
    limits = services.config.limits
    return uvicorn.Server(uvicorn.Config(
        make_app(services),
        http=patient_protocol(limits.read, limits.connections),
        timeout_keep_alive=limits.alive,
        ws=patient_sockets(limits.read),
        ws_max_size=ABOVE * limits.message,
        ws_ping_interval=limits.alive,
        ws_ping_timeout=limits.alive,
        ws_per_message_deflate=False,  # a small message could unpack to a large one
        timeout_graceful_shutdown=ENDING,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    ))  # fmt: skip


def run_server(server: uvicorn.Server, listener: socket.socket) -> None:
    """Serve until Ctrl-C."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    server.run([listener])
