"""The Hydra group of search, and the measuring loops."""

from pathlib import Path

import pytest
from hydra import compose, initialize_config_module
from omegaconf import OmegaConf

import configs
import engine_cy
from search import make_bot, speed
from search.config import SearchConfig, register
from search.ismcts import Search

FILES = sorted(p.stem for p in (Path(configs.__file__).parent / "search").glob("*.yaml"))


@pytest.mark.parametrize("file", FILES)
def test_every_file_of_the_group_makes_a_bot(file):
    register()
    with initialize_config_module("configs", version_base="1.3"):
        config = OmegaConf.to_object(compose(f"search/{file}"))["search"]
    assert isinstance(config, SearchConfig)
    game = engine_cy.load_game("hoi_pho")
    assert make_bot(config.spec(), game, 1).config == config


def test_the_exploration_constant_follows_the_horizon():
    assert SearchConfig().exploration(True) < SearchConfig().exploration(False)
    assert SearchConfig(c=0.0).exploration(True) == 0.0


@pytest.fixture(scope="module")
def state():
    return engine_cy.load_game("hoi_pho", players=4).new_initial_state(1)


def test_the_unit_and_the_copies_take_time(state):
    assert speed.draw_ns(10_000) > 0
    assert speed.clone_ns(state, 10_000) > 0
    assert speed.memcpy_ns(state.game.state_bytes, 10_000) > 0
    assert speed.fill_ns(state.observation(0), 1000) > 0
    assert speed.thread_seconds() > 0


@pytest.mark.parametrize("deals, low, high", [(0, 100, 300), (1, 15, 40), (2, 30, 80)])
def test_coarse_and_fine_playouts_are_equally_long(state, deals, low, high):
    """A whole game, a round, two rounds."""
    coarse = speed.playout_ns(state, 4000, seed=1, deals=deals)[1]
    fine = speed.playout_ns(state, 4000, seed=2, deals=deals, fine=True)[1]
    assert coarse == pytest.approx(fine, rel=0.03)
    assert low < coarse < high


def test_a_timed_search_is_an_ordinary_search(state):
    view = state.observation(0)
    timed, plain = (Search(state.game, c=0.5, memory=1 << 20) for _ in range(2))
    assert speed.simulation_ns(timed, view, 300, seed=4) > 0
    plain.run(view, 4, simulations=300)
    assert timed.root_table() == plain.root_table()
