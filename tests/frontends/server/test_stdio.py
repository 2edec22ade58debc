"""stdio: where a line ends, and what ends the server."""

import asyncio
import json
import os
import subprocess
import sys
import threading

from servers import StdioClient, config

from frontends.server.services import Services
from frontends.server.stdio import serve_pipes

QUIT = b'{"jsonrpc": "2.0", "id": 1, "method": "quit"}\n'
SERVE = (
    "from frontends.server.config import ServeConfig\n"
    "from frontends.server.services import Services\n"
    "from frontends.server.stdio import serve_stdio\n"
    "serve_stdio(Services(ServeConfig()))\n"
)


def test_a_line_may_have_as_many_bytes_as_a_message():
    client = StdioClient(Services(config(message=100)))
    for more, code in ((0, -32700), (1, -32010), (500, -32010), (0, -32700)):
        assert json.loads(client.exchange("x" * (100 + more)))["error"]["code"] == code
    client.close()


def test_it_ends_in_order_when_it_is_told_to_quit_and_its_input_stays_open():
    with subprocess.Popen([sys.executable, "-c", SERVE], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(QUIT)
        process.stdin.flush()
        assert process.wait(60) == 0
        assert json.loads(process.stdout.read())["result"] is None
        assert process.stderr.read() == b""


def test_it_ends_when_nobody_reads_its_output_any_more():
    theirs, ours = os.pipe()
    mine, yours = os.pipe()
    reader, writer = os.fdopen(theirs, "rb"), os.fdopen(yours, "wb", buffering=0)
    os.close(mine)
    services = Services(config())
    thread = threading.Thread(target=lambda: asyncio.run(serve_pipes(services, reader, writer)))
    thread.start()
    os.write(ours, b"{}\n")
    thread.join(20)
    ended = not thread.is_alive()
    os.close(ours)  # the thread that reads ends too
    thread.join(20)
    writer.close()
    assert ended
