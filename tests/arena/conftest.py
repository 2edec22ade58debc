"""Fixtures of the arena's tests: bots to name in specifications, and a quick tournament."""

import sys
from pathlib import Path

import pytest

from arena.config import TournamentConfig
from arena.tournament import run_tournament
from configs.schema import GameConfig

HERE = Path(__file__).parent

# Worker processes inherit the path, and with it arena_bots.
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))


@pytest.fixture(autouse=True)
def every_test_has_one(deadline):
    """Processes and sockets are everywhere here."""


@pytest.fixture
def settings(tmp_path):
    """Return a maker of settings: Kuhn poker in this process unless told otherwise."""

    def make(run_dir="run", players=2, game="kuhn_poker", **changes):
        given = {
            "bots": ["py:arena_bots:First", "py:arena_bots:Chance"],
            "blocks": 12,
            "executor": "serial",
            "report": False,
            "progress": False,
            "workers": 1,
        }
        given.update(changes)
        return TournamentConfig(
            game=GameConfig(name=game), players=players, run_dir=str(tmp_path / run_dir), **given
        )

    return make


@pytest.fixture
def play(settings):
    """Return a function that plays a tournament with such settings."""

    def run(**changes):
        return run_tournament(settings(**changes))

    return run
