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


@dataclass(frozen=True)
class Setup:
    """What a process needs to know to play any game of the tournament."""

    game: str
    players: int
    options: dict[str, Any]
    data: str | None
    entrants: tuple[Entrant, ...]
    seed: int
    allow_cheating: bool
    engine_version: str

    def load_game(self) -> Any:
        """Return the game of the tournament."""
        return engine_cy.load_game(
            self.game, players=self.players, data=self.data, **self.options
        )


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
        seated = [setup.entrants[i] for i in block.rotation(rotation)]
        copies = block.copies(rotation)
        seeds = [
            bot_seed(setup.seed, block.deal, seat, entrant.name, copy)
            for seat, (entrant, copy) in enumerate(zip(seated, copies, strict=True))
        ]
        makers = [
            partial(search.make_bot, entrant.spec, game, seed)
            for entrant, seed in zip(seated, seeds, strict=True)
        ]
        seed = deal_seed(setup.seed, block.deal)
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
            options=dict(game.options),
            data=setup.data,
            fingerprint=game.fingerprint,
            rules_version=game.rules_version,
            engine_version=setup.engine_version,
            deal=block.deal,
            seed=seed,
            bots=[entrant.name for entrant in seated],
            specs=[entrant.spec for entrant in seated],
            bot_seeds=seeds,
        )
