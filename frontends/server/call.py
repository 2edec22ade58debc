"""One request on its way to a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from frontends.server.connection import Connection
from frontends.server.services import Services


@dataclass(frozen=True)
class Call:
    """What a method is called with; `params` fit its shape."""

    services: Services
    connection: Connection
    id: Any
    params: dict[str, Any]
