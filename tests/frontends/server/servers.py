"""Servers and clients for tests: the dispatcher alone, or a real server on a port of its own."""

import asyncio
import contextlib
import http.client
import itertools
import json
import threading
from dataclasses import replace

from frontends.server.config import Limits, ServeConfig
from frontends.server.connection import Connection
from frontends.server.rpc import Dispatcher
from frontends.server.services import Services

LIMITS = Limits(workers=2, seconds=20.0, read=2.0)
CONFIG = ServeConfig(limits=LIMITS, port=0)


def config(**settings):
    """Return settings for a test; those of limits by their own names."""
    limits = {k: settings.pop(k) for k in list(settings) if hasattr(LIMITS, k)}
    return replace(CONFIG, limits=replace(LIMITS, **limits), **settings)


@contextlib.contextmanager
def running(**settings):
    """Run a server in a thread; gives (host, port)."""
    from frontends.server.serving import bind, make_server

    chosen = config(**settings)
    listener = bind(chosen.host, chosen.port)
    server = make_server(Services(chosen))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield listener.getsockname()[:2]
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


class Failed(Exception):
    """An error in a reply."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


NUMBERS = itertools.count(1)


def request(method, params):
    return {"jsonrpc": "2.0", "id": next(NUMBERS), "method": method, "params": params}


def result_of(reply):
    """Return the result of a reply; Failed where it is an error."""
    if "error" in reply:
        raise Failed(reply["error"])
    return reply["result"]


class HttpClient:
    """Calls methods by POST /rpc on one connection."""

    def __init__(self, address, **headers):
        self.headers = {"Content-Type": "application/json", **headers}
        self.connection = http.client.HTTPConnection(*address, timeout=60)

    def post(self, body, path="/rpc"):
        """Return (status, body) of a POST."""
        self.connection.request("POST", path, body, self.headers)
        response = self.connection.getresponse()
        return response.status, response.read()

    def get(self, path, **headers):
        """Return (status, headers, body) of a GET."""
        self.connection.request("GET", path, headers=headers)
        response = self.connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()

    def call(self, method, **params):
        """Return a method's result; Failed."""
        status, body = self.post(json.dumps(request(method, params)))
        assert status == 200, body
        return result_of(json.loads(body))

    def close(self):
        self.connection.close()


class SocketClient:
    """Calls methods on one WebSocket; notifications are kept."""

    def __init__(self, address, **options):
        from websockets.sync.client import connect

        host, port = address
        self._stack = contextlib.ExitStack()
        self.socket = self._stack.enter_context(connect(f"ws://{host}:{port}/ws", **options))
        self.notes = []

    def send(self, method, id=None, **params):
        """Send a request; return its id."""
        message = request(method, params)
        if id is not None:
            message["id"] = id
        self.socket.send(json.dumps(message))
        return message["id"]

    def reply(self, id=None, timeout=60):
        """Return the next reply, or that to the request `id`."""
        while True:
            said = json.loads(self.socket.recv(timeout))
            if "method" in said:
                self.notes.append(said)
            elif id is None or said["id"] == id:
                return said

    def call(self, method, **params):
        """Return a method's result; Failed."""
        return result_of(self.reply(self.send(method, **params)))

    def close(self):
        self._stack.close()


class Local:
    """The dispatcher alone, in this event loop, behind one connection."""

    def __init__(self, services, **facts):
        self.dispatcher = Dispatcher(services)
        self.connection = Connection(services.config.bot, **facts)

    async def raw(self, message):
        """Return the reply to a text, or None."""
        reply = await self.dispatcher.answer(message, self.connection)
        return None if reply is None else json.loads(reply)

    async def call(self, method, **params):
        """Return a method's result; Failed."""
        return result_of(await self.raw(json.dumps(request(method, params))))


def run(story, **settings):
    """Run the coroutine story(local, services) with a dispatcher of its own."""

    async def main():
        services = Services(config(**settings))
        try:
            return await story(Local(services), services)
        finally:
            services.close()

    return asyncio.run(main())
