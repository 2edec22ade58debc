"""Clients that do not read what they are sent are cut off; whoever reads slowly is not."""

import asyncio
import base64
import contextlib
import json
import socket
import struct
import threading
import time

import pytest
from servers import config, run

from frontends.server.services import Services
from frontends.server.serving import bind, make_server
from frontends.server.websocket import Talk

READ = 0.4
SIZE = 900_000
LONG = json.dumps({"jsonrpc": "2.0", "id": "x" * SIZE, "method": "none"}).encode()  # told back
POST = (b"POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + f"Content-Length: {len(LONG)}\r\n\r\n".encode() + LONG)
UPGRADE = (b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
           b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + base64.b64encode(b"0" * 16)
           + b"\r\n\r\n")


def frame(opcode, content):
    """Return a frame of a WebSocket client, masked by zeros."""
    return bytes([0x80 | opcode, 0xff]) + struct.pack("!Q", len(content)) + bytes(4) + content


@pytest.fixture(scope="module")
def server():
    """Gives (address, connections of the server)."""
    listener = bind("127.0.0.1", 0)
    server = make_server(Services(config(read=READ, alive=60.0)))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    yield listener.getsockname(), server.server_state.connections
    server.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


def tight(address):
    """Return a connection that takes little before it is read."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(address)
    connection.settimeout(1)
    return connection


def pour(connection, content, times):
    """Send as often as it is taken."""
    with contextlib.suppress(OSError):
        for _ in range(times):
            connection.sendall(content)


def gone(connections, seconds=10):
    """Return whether the server has no connections within some seconds."""
    end = time.monotonic() + seconds
    while connections and time.monotonic() < end:
        time.sleep(0.02)
    return not connections


@pytest.mark.parametrize("hello, message", [(b"", POST), (UPGRADE, frame(1, LONG))])
def test_who_does_not_read_is_cut_off(server, hello, message):
    address, connections = server
    with tight(address) as connection:
        connection.sendall(hello)
        pour(connection, message, 8)
        assert gone(connections)


def test_pings_of_who_does_not_read_are_not_answered_without_end(server):
    address, connections = server
    with tight(address) as connection:
        connection.sendall(UPGRADE)
        pour(connection, frame(1, LONG), 4)
        pour(connection, bytes([0x89, 0x80 | 100]) + bytes(104), 20_000)
        assert gone(connections)


def test_who_reads_slowly_is_sent_all_of_it(server):
    address, _ = server
    with tight(address) as connection:
        connection.sendall(POST)
        got, start = 0, time.monotonic()
        connection.settimeout(20)
        while got < SIZE:
            piece = connection.recv(65536)
            assert piece
            got += len(piece)
            time.sleep(0.01)
        assert time.monotonic() - start > 2 * READ


def test_nothing_more_is_read_of_who_does_not_take_its_replies():
    class Socket:
        read = 0

        async def receive(self):
            self.read += 1
            await asyncio.sleep(0)
            return {"type": "websocket.receive", "text": "{}"}

        async def send_text(self, text):
            await asyncio.Event().wait()

    async def story(local, services):
        socket = Socket()
        talk = asyncio.create_task(Talk(socket, local.dispatcher, local.connection).run())
        await asyncio.sleep(0.05)
        talk.cancel()
        return socket.read

    assert run(story) <= 4
