"""One tournament's table in one process: sits the bots of a block down and records their games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import engine_cy
import search
from arena.deals import bot_seed, deal_seed
from arena.entrants import Entrant
from arena.match import Referee
from arena.records import GameRecord
from arena.schedule import Block
from engine_cy.errors import DataError


@dataclass(frozen=True)
class Setup:
    """What a process needs to know to play any game of the tournament.

    Records take what they say of the game from here: bots share the `Game` that is played.
    """

    game: str
    players: int
    options: dict[str, Any]
    data: str | None
    fingerprint: str
    rules_version: int
    entrants: tuple[Entrant, ...]
    seed: int
    allow_cheating: bool
    engine_version: str

    def load_game(self) -> Any:
        """Return the game of the tournament.

        Raises: DataError if its data file has changed since the tournament began.
        """
        game = engine_cy.load_game(
            self.game, players=self.players, data=self.data, **self.options
        )
        if game.fingerprint != self.fingerprint:
            raise DataError(f"the data of {self.game} changed while the tournament was played")
        return game

    def seats(self, block: Block, rotation: int) -> list[Entrant]:
        """Return the entrant at each seat of a game."""
        return [self.entrants[i] for i in block.rotation(rotation)]

    def seeds(self, block: Block, rotation: int) -> tuple[int, list[int]]:
        """Return the seed of a game's deal and the seed of the bot at each seat."""
        seated = zip(self.seats(block, rotation), block.copies(rotation), strict=True)
        return deal_seed(self.seed, block.deal), [
            bot_seed(self.seed, block.deal, seat, entrant.name, copy)
            for seat, (entrant, copy) in enumerate(seated)
        ]


class Table:
    """Plays games of one tournament; a game depends on its block and rotation and nothing else.

    Bots are made anew for every game: whatever one keeps cannot tie games together, which would
    make a result depend on who played what before.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._game = setup.load_game()

    def play(
        self,
        block: Block,
        rotation: int,
        on_ask: Callable[[int, int], None] | None = None,
        fatal: tuple[int, int] | None = None,
    ) -> GameRecord:
        """Play one game; see `Referee` for `on_ask` and `fatal`."""
        setup, game = self._setup, self._game
        seated = setup.seats(block, rotation)
        seed, bot_seeds = setup.seeds(block, rotation)
        makers = [
            partial(search.make_bot, entrant.spec, game, own_seed)
            for entrant, own_seed in zip(seated, bot_seeds, strict=True)
        ]
        referee = Referee(
            game,
            makers,
            seed,
            allow_cheating=setup.allow_cheating,
            on_ask=on_ask,
            fatal=fatal,
        )
        return GameRecord.from_outcome(
            referee.play(),
            id=f"{block.index}.{rotation}",
            block=block.index,
            rotation=rotation,
            game=setup.game,
            players=setup.players,
            options=dict(setup.options),
            data=setup.data,
            fingerprint=setup.fingerprint,
            rules_version=setup.rules_version,
            engine_version=setup.engine_version,
            deal=block.deal,
            seed=seed,
            bots=[entrant.name for entrant in seated],
            specs=[entrant.spec for entrant in seated],
            bot_seeds=bot_seeds,
        )
