"""One tournament's table in one process: sits the bots of a block down and records their games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import search
from arena.budget import Budget
from arena.deals import bot_seed, deal_seed, event_seed
from arena.entrants import Entrant
from arena.events import Event
from arena.match import Fatal, Referee
from arena.records import GameRecord
from arena.schedule import Block


@dataclass(frozen=True)
class Setup:
    """What a process needs to know to play any game of the tournament."""

    events: tuple[Event, ...]
    entrants: tuple[Entrant, ...]
    seed: int
    engine_version: str
    allow_cheating: bool = False
    budget: Budget = Budget()
    analysis: bool = False
    patience: float = 30.0  # least seconds without a word before a worker is given up

    def seats(self, block: Block, rotation: int) -> list[Entrant]:
        """Return the entrant at each seat of a game."""
        return [self.entrants[i] for i in block.rotation(rotation)]

    def seeds(self, block: Block, rotation: int) -> tuple[int, list[int]]:
        """Return the seed of a game's deal and the seed of the bot at each seat."""
        seated = zip(self.seats(block, rotation), block.copies(rotation), strict=True)
        own_seed = event_seed(self.seed, block.event)
        return deal_seed(own_seed, block.deal), [
            bot_seed(own_seed, block.deal, seat, entrant.name, copy)
            for seat, (entrant, copy) in enumerate(seated)
        ]


class Table:
    """Plays games of one tournament; a game depends on its block and rotation and nothing else.

    Bots are made anew for every game: whatever one keeps cannot tie games together, which would
    make a result depend on who played what before.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._games: dict[int, Any] = {}

    def play(
        self,
        block: Block,
        rotation: int,
        on_ask: Callable[[int, int], None] | None = None,
        fatal: Fatal | None = None,
    ) -> GameRecord:
        """Play one game; see `Referee` for `on_ask` and `fatal`."""
        setup, event = self._setup, self._setup.events[block.event]
        game = self._load(block.event)
        seated = setup.seats(block, rotation)
        seed, bot_seeds = setup.seeds(block, rotation)
        makers = [
            partial(_make_bot, entrant.spec, game, own_seed, setup.budget)
            for entrant, own_seed in zip(seated, bot_seeds, strict=True)
        ]
        referee = Referee(
            game,
            makers,
            seed,
            allow_cheating=setup.allow_cheating,
            budget=setup.budget,
            analysis=setup.analysis,
            on_ask=on_ask,
            fatal=fatal,
        )
        return GameRecord.from_outcome(
            referee.play(),
            id=f"{block.index}.{rotation}",
            event=block.event,
            block=block.index,
            rotation=rotation,
            game=event.game,
            players=event.players,
            options=dict(event.options),
            data=event.data,
            fingerprint=event.fingerprint,
            rules_version=event.rules_version,
            engine_version=setup.engine_version,
            deal=block.deal,
            seed=seed,
            bots=[entrant.name for entrant in seated],
            specs=[entrant.spec for entrant in seated],
            bot_seeds=bot_seeds,
        )

    def _load(self, event: int) -> Any:
        if event not in self._games:
            self._games[event] = self._setup.events[event].load()
        return self._games[event]


def _make_bot(spec: str, game: Any, seed: int, budget: Budget) -> Any:
    bot = search.make_bot(spec, game, seed)
    if hasattr(bot, "budget"):  # it wants to be told; a foreign process for one
        bot.budget = {"seconds": budget.seconds, "sims": budget.sims}
    return bot
