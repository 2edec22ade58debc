"""Clients that are slow, half open, too loud or not who they should be; the server goes on."""

import contextlib
import http.client
import json
import socket
import time

import pytest
from servers import HttpClient, SocketClient, running
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

READ = 0.5
REFUSED = (InvalidHandshake, ConnectionClosed, OSError)


@pytest.fixture(scope="module")
def address():
    with running(read=READ, alive=1.0, connections=12, message=20_000) as address:
        yield address


@pytest.fixture(autouse=True)
def still_there(address):
    """After every test the server answers a client that behaves."""
    yield
    client = HttpClient(address)
    deadline = time.monotonic() + 20
    while True:  # connections that were too many may have to end first
        try:
            assert client.call("list_games")["protocol"] == 1
            break
        except (OSError, http.client.HTTPException, AssertionError):
            client.close()
            assert time.monotonic() < deadline
            time.sleep(0.1)
    client.close()


def raw(address, content=b""):
    """Return a connection that has sent some bytes."""
    connection = socket.create_connection(address, timeout=20)
    connection.sendall(content)
    return connection


def ended_after(connection):
    """Return the seconds until the server closes a connection."""
    start = time.monotonic()
    with contextlib.suppress(ConnectionResetError):
        while connection.recv(4096):
            pass
    connection.close()
    return time.monotonic() - start


HEAD = b"POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize("sent", [
    b"", b"POST /rpc", HEAD, HEAD + b"Content-Length: 100\r\n\r\n{", b"GET / HTTP/1.1\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
])
def test_a_request_that_never_ends_is_given_up(address, sent):
    assert READ / 2 < ended_after(raw(address, sent)) < READ + 10


def test_one_byte_after_the_other_is_given_up_too(address):
    connection, start = raw(address, b"GET / HTTP/1.1\r\nX: "), time.monotonic()
    with pytest.raises(OSError):
        while time.monotonic() < start + 20:
            connection.sendall(b"x")
            time.sleep(0.05)
    assert time.monotonic() - start < READ + 10
    connection.close()


@pytest.mark.parametrize("sent", [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x00" * 5000, b"GET\r\n\r\n", b"\r\n" * 99,
    b"GET / HTTP/1.1\r\n\r\n", b"GET /" + b"a" * 100_000, HEAD + b"Content-Length: -1\r\n\r\n",
    HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
])
def test_what_is_no_http_is_closed(address, sent):
    connection = raw(address)
    with contextlib.suppress(OSError):
        connection.sendall(sent)
    ended_after(connection)


@pytest.mark.parametrize("headers", [
    b"Content-Length: 20001\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n" + b"4000\r\n" + b" " * 0x4000 + b"\r\n" + b"4000\r\n"
    + b" " * 0x4000 + b"\r\n",
])
def test_a_body_that_is_too_large_is_not_read(address, headers):
    connection = raw(address, HEAD + headers)
    with connection, connection.makefile("rb") as file:
        answer = file.read()
    assert answer.startswith(b"HTTP/1.1 413") and b"-32010" in answer


def test_more_connections_than_allowed_are_closed_at_once(address):
    crowd = []
    with contextlib.suppress(OSError):
        crowd = [raw(address) for _ in range(40)]
    time.sleep(0.1)
    closed = 0
    for connection in crowd:
        connection.setblocking(False)
        try:
            closed += connection.recv(1) == b""
        except BlockingIOError:
            pass
        except OSError:
            closed += 1
        connection.close()
    assert closed >= 40 - 12


def test_a_websocket_message_that_is_too_large(address):
    client = SocketClient(address)
    client.socket.send('"' + "x" * 20_000 + '"')
    assert json.loads(client.socket.recv(10))["error"]["code"] == -32010
    client.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed) as closed:
        client.socket.recv(10)
    assert closed.value.rcvd.code == 1009
    client.close()


def test_a_websocket_may_send_bytes(address):
    client = SocketClient(address)
    client.socket.send(b"\xff\x00")
    assert json.loads(client.socket.recv(10))["error"]["code"] == -32700
    client.socket.send(b'{"jsonrpc": "2.0", "id": 1, "method": "list_bots"}')
    assert "result" in json.loads(client.socket.recv(10))
    client.close()


def test_no_more_websockets_than_connections(address):
    clients = []
    with pytest.raises(REFUSED):
        while True:
            clients.append(SocketClient(address))
    assert len(clients) <= 12
    for client in clients:
        client.close()


def test_a_client_that_does_not_read_stops_being_read(address):
    client = SocketClient(address, max_queue=1)
    client.socket.socket.settimeout(5)
    for _ in range(30):
        client.send("describe_game", game="hoi_pho")
    client.socket.socket.close()


@pytest.mark.parametrize("headers, status", [
    ({"Origin": "https://evil.example"}, 403), ({"Origin": "null"}, 403),
    ({"Host": "evil.example"}, 421), ({"Host": "127.0.0.1.evil.example:80"}, 421),
    ({"Content-Type": "text/plain"}, 415), ({"Content-Type": "application/json; charset=x"}, 200),
    ({"Host": "LOCALHOST:1"}, 200), ({"Host": "[::1]:80"}, 200),
])
def test_who_may_post(address, headers, status):
    client = HttpClient(address, **headers)
    assert client.post('{"jsonrpc": "2.0", "id": 1, "method": "list_bots"}')[0] == status
    client.close()


def test_pages_of_other_origins_may_not_open_a_websocket(address):
    with pytest.raises(InvalidStatus, match="403"):
        SocketClient(address, origin="https://evil.example")
    host, port = address
    SocketClient(address, origin=f"http://{host}:{port}").close()
