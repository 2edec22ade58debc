"""``desgarrada play``: a person against bots, in the terminal or on a page."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from typing import TextIO

from configs import bots as named
from frontends import config
from scripts.app import App
from scripts.errors import UsageError


def run(settings: config.PlayConfig) -> int:
    """Play one game on the process's own terminal, or serve the page."""
    if settings.web:
        from frontends.server.config import ServeConfig
        from scripts.serve import serve_http

        return serve_http(ServeConfig(port=settings.port), browser=settings.browser)
    return play(settings, sys.stdin, sys.stdout)


def play(settings: config.PlayConfig, reader: TextIO, writer: TextIO) -> int:
    """Play one game on a pair of text streams; return the exit code.

    Raises: the engine's and the bots' errors for settings that do not fit; nothing is printed then.
    """
    from arena.deals import check_master_seed
    from frontends.local import LocalTable
    from frontends.screen import Screen
    from frontends.table import drawn_seat, make_bots, seat_bots
    from frontends.terminal import Session

    game = settings.game.load(settings.players)
    seed = secrets.randbits(32) if settings.seed is None else check_master_seed(settings.seed)
    seat = drawn_seat(seed, game.num_players) if settings.seat is None else settings.seat
    if not 0 <= seat < game.num_players:
        raise UsageError(
            f"seat={seat} is not one of 0..{game.num_players - 1}, the seats of "
            f"{game.name} with {game.num_players} players"
        )
    specs = seat_bots(named.resolve(settings.bots), game.num_players, seat)
    bots = make_bots(game, specs, seed)
    hint_bot = None
    if settings.hint is not None:
        hint_bot = make_bots(game, {seat: named.resolve([settings.hint])[0]}, seed)[seat]
    session = Session(
        LocalTable(game, seat, bots, seed),
        Screen(reader, writer),
        {other: bot.name for other, bot in bots.items()},
        confirm=settings.confirm,
        hint_bot=hint_bot,
    )
    if session.play() and settings.seed is None:
        print(f"seed={seed} deals this game again.", file=writer)
    return 0


APP = App(
    name="play",
    summary="Play a game against bots. The screen shows what your seat can know, and no more.",
    schema=config.PlayConfig,
    register=config.register,
    run=run,
    examples=(
        "",
        "players=5 seat=2 bots=[greedy] seed=7",
        "game=kuhn_poker bots=[random]",
        "bots=[ismcts+sims:500,greedy,random] hint=club confirm=false",
        "web=true browser=true",
    ),
    sweeps=False,
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return APP.main(argv)
