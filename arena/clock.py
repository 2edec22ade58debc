"""How long a bot took over one decision."""

from __future__ import annotations

from time import perf_counter


class Clock:
    """Runs from when it is made until it is stopped, or read."""

    def __init__(self) -> None:
        self._start = perf_counter()
        self._end: float | None = None

    def stop(self) -> None:
        """Take the time; what follows is not the bot's."""
        self._end = perf_counter()

    def taken(self) -> float:
        """Return the seconds."""
        return (perf_counter() if self._end is None else self._end) - self._start
