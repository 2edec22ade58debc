"""Who is let in: names of the server, and origins of the pages that speak to it.

A page of another origin can make a browser send what it likes to a server on the same machine;
what stops it is that browsers say which page it was, and by which name they found the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from ipaddress import ip_address
from urllib.parse import urlsplit

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
ANY = "*"


class Origin(Enum):
    """Where a message comes from."""

    OWN = "the server's own page, or a program"
    ALLOWED = "a page that the settings allow"
    REFUSED = "another page"


class Door:
    """host: the address the server listens to. origins, hosts: see ServeConfig."""

    def __init__(self, host: str, origins: Sequence[str], hosts: Sequence[str]) -> None:
        self._origins = frozenset(origin.rstrip("/").casefold() for origin in origins)
        names = {host.casefold(), *LOOPBACK_NAMES, *(name.casefold() for name in hosts)}
        # From other machines it can be reached by any name; there the network decides who asks.
        self._names = names if hosts or is_loopback(host) else None

    def knows(self, host: str | None) -> bool:
        """Return whether a Host header names this server."""
        return self._names is None or (host is not None and name_of(host) in self._names)

    def origin(self, origin: str | None, host: str | None) -> Origin:
        """Return where a message comes from, by its headers Origin and Host."""
        if origin is None:
            return Origin.OWN  # a program; browsers tell the origin of what pages send
        said = origin.rstrip("/").casefold()
        if host is not None and said in (f"http://{host}".casefold(), f"https://{host}".casefold()):
            return Origin.OWN
        return Origin.ALLOWED if {ANY, said} & self._origins else Origin.REFUSED


def is_loopback(host: str) -> bool:
    """Return whether an address can be reached from this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def name_of(host: str) -> str:
    """Return the name in a Host header, without its port; "" for what is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").casefold()
    except ValueError:
        return ""
