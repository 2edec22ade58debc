"""What a server is made of, for the methods to use."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from frontends.server.bots import BotShelf
from frontends.server.config import ServeConfig
from frontends.server.hall import Hall
from frontends.server.thinking import Thinker


class Services:
    """Bots, threads and tables of one server; made inside the event loop that serves them.

    requests: what is being answered under a name that its client chose.
    """

    def __init__(self, config: ServeConfig) -> None:
        """Read the settings; BotSpecError for a bot that is none."""
        self.config = config
        limits = config.limits
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
