"""What a server is made of, for the methods to use."""

from __future__ import annotations

import asyncio
import os
from dataclasses import fields
from typing import Any

from engine_cy import GameOptionError
from frontends.server.bots import BotShelf
from frontends.server.config import Limits, ServeConfig
from frontends.server.hall import Hall
from frontends.server.thinking import Thinker


class Services:
    """Bots, threads and tables of one server; made inside the event loop that serves them.

    requests: what is being answered under a name that its client chose.
    """

    def __init__(self, config: ServeConfig) -> None:
        """Read the settings; BotSpecError or GameOptionError for what cannot be."""
        self.config = config
        limits = config.limits
        check_limits(limits)
        self.shelf = BotShelf(config.bots, limits)
        self.shelf.choose(config.default_bot)
        self.shelf.choose(config.hint)
        self.thinker = Thinker(
            self.shelf, limits.workers or os.cpu_count() or 1, limits.waiting, limits.seconds
        )
        self.hall = Hall(self.thinker, config)
        self.requests: dict[str, asyncio.Task[Any]] = {}

    def close(self) -> None:
        """End all that thinks."""
        self.hall.close()
        self.thinker.close()


def check_limits(limits: Limits) -> None:
    """Raise GameOptionError for a limit that leaves nothing."""
    for field in fields(limits):
        value, least = getattr(limits, field.name), 0 if field.name == "waiting" else 1e-6
        if value is not None and not value >= least:
            allowed = "a number from 0" if field.name == "waiting" else "a number above 0"
            raise GameOptionError(
                f"limits.{field.name}={value} is not allowed; it is {allowed}"
            )
