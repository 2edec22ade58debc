"""Settings of ``desgarrada serve``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from configs.schema import option

BOTS = ["random", "greedy", "novice", "club", "master", "net", "net_ismcts"]


@dataclass
class Limits:
    """What one client, or all of them together, may ask of the server."""

    message: int = option(1_000_000, "bytes of a message at most")
    depth: int = option(64, "lists and objects within each other in a message at most")
    batch: int = option(20, "requests in one batch at most")
    open: int = option(32, "requests of one connection that wait for an answer at most")
    seconds: float = option(30.0, "seconds that a bot may think at most")
    simulations: int = option(1_000_000, "simulations of a bot that a client describes at most")
    memory: int = option(64, "MiB of the search tree of such a bot at most")
    workers: int | None = option(
        None, "searches that run at the same time; null: one for each processor"
    )
    waiting: int = option(32, "searches that wait for their turn at most")
    tables: int = option(200, "tables at the same time")
    idle: float = option(120.0, "minutes without a message after which a table is cleared")
    connections: int = option(200, "connections at the same time")
    read: float = option(
        15.0, "seconds in which a client has to send a whole HTTP request, and to take some of "
        "what it is sent"
    )
    alive: float = option(
        20.0, "seconds between two signs of life asked of a WebSocket, or two HTTP requests"
    )


@dataclass
class ServeConfig:
    """Bots and tables for other frontends."""

    transport: str = option(
        "http", "http: HTTP, WebSocket and the page; stdio: one message a line on stdin and stdout"
    )
    host: str = option("127.0.0.1", "address to listen on; 0.0.0.0: every network, so that others "
                       "can reach it")
    port: int = option(8765, "port to listen on; 0: any that is free")
    bots: list[Any] = option(
        BOTS, "bots that clients may name beside specifications of built-in ones; "
        "'{name: mine, spec: \"cmd:./my_bot\"}' for one of your own"
    )
    default_bot: str = option(
        "club", "the bot that answers where a client names none; bot=NAME is short for it"
    )
    hint: str = option("club", "the bot of hints and reviews where a table names none")
    origins: list[str] = option(
        [], "web pages that may ask for moves, such as https://example.org; '*': all of them. The "
        "server's own page may anyway, and only that one may play at tables"
    )
    hosts: list[str] = option(
        [], "names by which clients reach the server, beside its address and localhost; needed "
        "where it listens to this machine alone and a proxy passes requests on"
    )
    seeds: bool = option(
        False, "a host may choose the deal of a table with guests, and so know their hands"
    )
    limits: Limits = option(Limits, "limits")


def register() -> None:
    """Make the schema known to Hydra."""
    from hydra.core.config_store import ConfigStore

    ConfigStore.instance().store(name="serve_schema", node=ServeConfig)
