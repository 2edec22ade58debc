"""Tournaments: every block that is planned is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena.config import RunConfig
from arena.outputs import Counted, Finished
from arena.records import GameRecord
from arena.run import OnResults, make_plan, play_plan
from arena.schedule import LINEUPS, Block
from engine_cy.errors import GameOptionError

__all__ = ["Finished", "run_tournament"]


def run_tournament(config: RunConfig, on_results: OnResults | None = None) -> Finished:
    """Play the tournament, or what is missing of it, and write its files; see `play_plan`."""
    plan = make_plan(config)
    for event in plan.setup.events:
        if event.lineups not in LINEUPS:
            raise GameOptionError(
                f"lineups={event.lineups!r} is unknown; allowed are {', '.join(LINEUPS)}"
            )
    return play_plan(plan, EveryBlock(plan.blocks), on_results)


class EveryBlock:
    """Plays all that is planned, and counts all of it."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks

    def rounds(self, records: Sequence[GameRecord]) -> Iterator[Sequence[Block]]:
        """Yield all blocks at once."""
        yield self._blocks

    def count(self, records: Sequence[GameRecord]) -> Counted:
        """Return all games."""
        return Counted(self._blocks, list(records), lambda results: {})
