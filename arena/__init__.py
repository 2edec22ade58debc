"""Matches, tournaments and their reports; everything is reproducible from a master seed."""

import arena.foreign  # noqa: F401 - makes cmd: bots known
from arena.config import TournamentConfig
from arena.match import Failure, Outcome, play_game
from arena.records import GameRecord, read_log
from arena.tournament import Finished, run_tournament

__all__ = [
    "Failure",
    "Finished",
    "GameRecord",
    "Outcome",
    "TournamentConfig",
    "play_game",
    "read_log",
    "run_tournament",
]
