"""Figures of `desgarrada bench server=true`: how long answers take beside their think budget."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from statistics import median
from typing import Any

from engine_cy import Observation
from search.benchmark import Row

BOTS = ("ismcts", "net_ismcts")
WITHIN = "<= 1.2"
PATIENCE = 120  # seconds for an answer

Call = Callable[..., Any]


def server_rows(
    command: Sequence[str], observation: Observation, repeats: int, seconds: float
) -> Iterator[Row]:
    """Yield answer / think budget over HTTP, of each bot that plays the observation's game.

    command: what starts a server that prints its address; each bot has one of its own. The first
    answer stands by itself: until then the server has read neither the game nor a net.
    """
    game, form = observation.game, observation.to_dict()
    for bot in BOTS:
        with _server(command) as call:
            took = [_seconds(call, bot, form, seconds) / seconds for _ in range(repeats + 1)]
            listed = call("list_bots", game=game.name, players=game.num_players,
                          options=game.options)["bots"]
        first, *others = took
        yield Row(f"answer / think budget of {seconds:g} s, {bot}", median(others), "x", WITHIN)
        yield Row("  the slowest", max(others), "x", WITHIN)
        yield Row("  the first of a server", first, "x", WITHIN)
        if "net_ismcts" not in {row["name"] for row in listed}:
            return  # no net of the package plays this game


def _seconds(call: Call, bot: str, form: dict[str, Any], seconds: float) -> float:
    start = time.perf_counter()
    call("act", bot=bot, observation=form, seconds=seconds)
    return time.perf_counter() - start


@contextmanager
def _server(command: Sequence[str]) -> Iterator[Call]:
    """Run a server in a process; give what calls its methods over one connection."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://([^/]+)/", process.stdout.readline())
            if address is None:
                raise RuntimeError(f"{' '.join(command)} names no address.")
            with closing(http.client.HTTPConnection(address[1], timeout=PATIENCE)) as connection:
                yield lambda method, **params: _call(connection, method, params)
        finally:
            process.terminate()


def _call(connection: http.client.HTTPConnection, method: str, params: dict[str, Any]) -> Any:
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    connection.request("POST", "/rpc", message, {"Content-Type": "application/json"})
    reply = json.loads(connection.getresponse().read())
    if "error" in reply:
        raise RuntimeError(reply["error"]["message"])
    return reply["result"]
