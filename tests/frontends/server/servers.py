"""Servers and clients for tests: the dispatcher alone, or a real server on a port of its own."""

import asyncio
import contextlib
import http.client
import itertools
import json
import os
import threading
from dataclasses import replace
from functools import cache

from jsonschema import Draft202012Validator

from frontends.server.config import Limits, ServeConfig
from frontends.server.connection import Connection
from frontends.server.methods import METHODS
from frontends.server.rpc import Dispatcher
from frontends.server.schemas import documents
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


class FailedError(Exception):
    """An error in a reply."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


NUMBERS = itertools.count(1)


@cache
def validator(name):
    """Return what checks a value by a published schema."""
    return Draft202012Validator(documents()[name])


def checked(method, reply):
    """Return a reply that is as its schema says; AssertionError, ValidationError."""
    validator("reply.json").validate(reply)
    if method in METHODS and "result" in reply:
        validator(f"{method}.result.json").validate(reply["result"])
    return reply


def request(method, params):
    return {"jsonrpc": "2.0", "id": next(NUMBERS), "method": method, "params": params}


def result_of(reply):
    """Return the result of a reply; FailedError where it is an error."""
    if "error" in reply:
        raise FailedError(reply["error"])
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

    def exchange(self, text):
        """Return the text of the reply to a text; "" where there is none."""
        return self.post(text)[1]

    def call(self, method, **params):
        """Return a method's result; FailedError."""
        status, body = self.post(json.dumps(request(method, params)))
        assert status == 200, body
        return result_of(checked(method, json.loads(body)))

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

    def exchange(self, text):
        """Return the text of the reply to a text."""
        self.socket.send(text)
        return self.socket.recv(60)

    def send(self, method, **params):
        """Send a request; return its id."""
        message = request(method, params)
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
        """Return a method's result; FailedError."""
        return result_of(checked(method, self.reply(self.send(method, **params))))

    def close(self):
        self._stack.close()


class StdioClient:
    """Calls methods over a pair of pipes, as the parent of a server's process does."""

    def __init__(self, services):
        from frontends.server.stdio import serve_pipes

        theirs, ours = os.pipe()
        mine, yours = os.pipe()
        self.writer, self.reader = os.fdopen(ours, "wb"), os.fdopen(mine, "rb")
        files = os.fdopen(theirs, "rb"), os.fdopen(yours, "wb")
        self.thread = threading.Thread(
            target=lambda: asyncio.run(serve_pipes(services, *files)))
        self.files = files
        self.thread.start()

    def exchange(self, text):
        """Return the text of the reply to a text."""
        self.writer.write(text.encode() if isinstance(text, str) else text)
        self.writer.write(b"\n")
        self.writer.flush()
        return self.reader.readline()

    def call(self, method, **params):
        """Return a method's result; FailedError."""
        return result_of(checked(method, json.loads(self.exchange(
            json.dumps(request(method, params))))))

    def close(self):
        self.writer.close()
        self.thread.join(20)
        assert not self.thread.is_alive()
        for file in (self.reader, *self.files):
            file.close()


class Local:
    """The dispatcher alone, in this event loop, behind one connection."""

    def __init__(self, services, **facts):
        self.dispatcher = Dispatcher(services)
        self.connection = Connection(services.config.default_bot, **facts)

    async def raw(self, message):
        """Return the reply to a text, or None."""
        reply = await self.dispatcher.answer(message, self.connection)
        return None if reply is None else json.loads(reply)

    async def call(self, method, **params):
        """Return a method's result; FailedError."""
        return result_of(checked(method, await self.raw(json.dumps(request(method, params)))))


def run(story, **settings):
    """Run the coroutine story(local, services) with a dispatcher of its own."""

    async def main():
        services = Services(config(**settings))
        try:
            return await story(Local(services), services)
        finally:
            services.close()

    return asyncio.run(main())
