"""Making bots: built-in names, own classes, entry points, checked parameters."""

import importlib.metadata
import sys
import types

import numpy as np
import pytest

import engine_cy
from engine_cy import BotSpecError
from search import Bot, bot_info, make_bot, registered_bots, registry
from search.config import SearchConfig

BUILT_IN = ("cheating_mcts", "flat_mc", "greedy", "ismcts", "random")


class Highest(Bot):
    """Plays the highest action, `below` places down where there are so many."""

    def __init__(self, game, seed, below=0):
        super().__init__(game, seed)
        self.below = below

    def act(self, observation):
        legal = observation.legal_actions()
        return int(legal[max(0, len(legal) - 1 - self.below)])


class Broken(Bot):
    def __init__(self, game, seed):
        raise RuntimeError("no weights\nhere.")


class Mute:
    def __init__(self, game, seed):
        pass


@pytest.fixture(scope="module")
def game():
    return engine_cy.load_game("goofspiel", players=2, num_cards=5)


@pytest.fixture
def own_module(monkeypatch):
    module = types.ModuleType("own_bots")
    for cls in (Highest, Broken, Mute):
        monkeypatch.setattr(cls, "__module__", "own_bots")
        setattr(module, cls.__name__, cls)
    module.number = 3
    monkeypatch.setitem(sys.modules, "own_bots", module)
    return module


@pytest.fixture
def entry_points(monkeypatch):
    """Let tests say which entry points are installed."""
    installed = []
    monkeypatch.setattr(registry, "entry_points",
                        lambda group: [p for p in installed if p.group == group])
    return installed


def test_the_built_in_bots_are_registered():
    assert set(BUILT_IN) <= set(registered_bots())
    assert registered_bots() == tuple(sorted(registered_bots()))


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_bot_can_be_made_and_says_what_it_is(name, game):
    assert make_bot(name, game, 1).name == name
    info = bot_info(name)
    assert info.summary
    assert info.needs_state == (name == "cheating_mcts")


def test_declared_parameters_are_listed():
    rows = {row["name"]: row for row in bot_info("ismcts").params}
    assert rows["c"]["type"] == "float"
    assert rows["memory"]["default"] == SearchConfig().memory
    assert rows["horizon"]["allowed"] == "auto, game, round"
    assert all(row["help"] for row in rows.values())


@pytest.mark.parametrize("bot", [
    "random", "greedy", "flat_mc+sims:20", "ismcts+sims:20", "cheating_mcts+sims:20"])
def test_policies_are_distributions_over_legal_actions(bot, game):
    state = game.new_initial_state(3)
    made = make_bot(bot, game, 5)
    view = state.observation(1)
    args = (view, state) if made.needs_state else (view,)
    shares = made.policy(*args)
    assert shares.dtype == np.float64
    assert shares.shape == (game.num_distinct_actions,)
    assert shares.sum() == pytest.approx(1.0)
    assert set(np.flatnonzero(shares)) <= set(view.legal_actions())
    assert shares[made.act(*args)] > 0


@pytest.mark.parametrize("bot", ["random", "greedy", "flat_mc", "ismcts", "cheating_mcts"])
def test_a_seat_without_a_choice_is_refused_in_a_sentence(bot, game):
    state = game.new_initial_state(3)
    state.apply_action(0, 1)
    made = make_bot(bot, game, 5)
    args = (state.observation(1), state) if made.needs_state else (state.observation(1),)
    for question in (made.act, made.policy):
        with pytest.raises(ValueError, match=r"Seat 1 has no choice to make: .*does not act now\."):
            question(*args)


def test_a_finished_game_has_no_choice(game):
    state = game.new_initial_state(3)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="the game is over"):
        make_bot("random", game, 1).act(state.observation(0))


def test_an_observation_of_another_game_is_refused(game):
    other = engine_cy.load_game("kuhn_poker").new_initial_state(1)
    for bot in ("random", "greedy", "ismcts"):
        with pytest.raises(ValueError, match="kuhn_poker"):
            make_bot(bot, game, 1).act(other.observation(0))


def test_cheating_needs_the_state(game):
    state = game.new_initial_state(3)
    bot = make_bot("cheating_mcts+sims:20", game, 1)
    with pytest.raises(ValueError, match="needs state="):
        bot.act(state.observation(0))
    assert bot.act(state.observation(0), state=state) in state.legal_actions(0)


def test_the_seed_is_checked(game):
    for seed in (-1, 2**64, 0.5, True):
        with pytest.raises(ValueError, match="Seed"):
            make_bot("random", game, seed)


@pytest.mark.parametrize(("spec", "part"), [
    ("nobody", "no bot 'nobody'; the bots are .*ismcts.*py:"),
    ("ismcts+simz:3", "no parameter 'simz'; parameters: sims, seconds"),
    ("ismcts+sims:0", "sims=0 .* integers from 1 to"),
    ("ismcts+sims:many", "sims=many"),
    ("ismcts+sims:1.5", "sims=1.5"),
    ("ismcts+c:-1", "c=-1.0 .* numbers from 0 to 100"),
    ("ismcts+seconds:0", "seconds=0"),
    ("ismcts+horizon:turn", "horizon=turn .* auto, game, round"),
    ("ismcts+horizon:round", "horizon=round .*goofspiel has none"),
    ("random+x:1", "'random"),
    ("greedy+x:1", "'greedy"),
    ("py:no.such.module:Bot", "cannot be imported: ModuleNotFoundError"),
    ("py:own_bots:Nope", "no 'Nope'; its classes are .*Highest"),
    ("py:own_bots:number", "is a int, not a class"),
    ("py:own_bots:Highest+depth:2", "depth.*parameters: below"),
    ("py:own_bots:Broken", "RuntimeError: no weights here"),
    ("py:own_bots:Mute", "no method act"),
])
def test_what_makes_no_bot_is_one_sentence(spec, part, game, own_module):
    with pytest.raises(BotSpecError, match=part) as caught:
        make_bot(spec, game, 1)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_greedy_refuses_a_game_without_a_script(monkeypatch, game):
    monkeypatch.setattr("search.bots.find_scripted", lambda name, part: None)
    with pytest.raises(BotSpecError, match="no script for goofspiel"):
        make_bot("greedy", game, 1)


def test_own_classes_play(own_module, game):
    view = game.new_initial_state(3).observation(0)
    bot = make_bot("py:own_bots:Highest+below:1", game, 1)
    assert bot.act(view) == 3
    assert bot.name == "py:own_bots:Highest+below:1"
    assert bot.policy(view)[3] == 1.0
    assert bot.analysis(view) == {}


def test_installed_packages_register_bots(entry_points, own_module, game):
    group = "desgarrada.bots"
    entry_points.append(importlib.metadata.EntryPoint("highest", "own_bots:Highest", group))
    entry_points.append(importlib.metadata.EntryPoint("gone", "no_such_package:Bot", group))
    assert "highest" in registered_bots()
    assert bot_info("highest").summary.startswith("Plays the highest action")
    assert make_bot("highest+below:2", game, 1).act(game.new_initial_state(3).observation(0)) == 2
    with pytest.raises(BotSpecError, match=r"'gone' is registered .* cannot be loaded"):
        make_bot("gone", game, 1)


def test_the_config_writes_its_specification():
    assert SearchConfig(sims=50, c=0.3).spec() == "ismcts+c:0.3+sims:50"
    assert SearchConfig().spec("flat_mc") == "flat_mc"
    assert SearchConfig().simulations == 1000
    assert SearchConfig(seconds=1.0).simulations is None


def test_streams_belong_to_seed_and_decision_number(game):
    view = game.new_initial_state(3).observation(0)
    bot = make_bot("random", game, 9)
    first = [bot.act(view) for _ in range(20)]
    assert len(set(first)) > 1
    bot.reset(9)
    bot.decision = 10
    assert [bot.act(view) for _ in range(10)] == first[10:]
