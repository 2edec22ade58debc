"""A search that another thread ends."""

import threading
import time

import pytest

from engine_cy import load_game
from search import make_bot

SPECS = ["ismcts+sims:100000000", "flat_mc+sims:100000000", "net_ismcts+sims:100000000",
         "net_ismcts+belief:100000+sims:100000000"]


def late_observation(game):
    """Return what a seat knows after others have moved."""
    state = game.new_initial_state(3)
    for _ in range(9):
        seat = state.current_player()
        state.apply_action(int(state.legal_actions(seat)[0]), seat)
    return state.observation(state.current_player())


@pytest.mark.parametrize("spec", SPECS)
def test_a_search_ends_when_it_is_told_to(spec):
    game = load_game("hoi_pho")
    observation = late_observation(game)
    bot, said = make_bot(spec, game, 1), []

    def think():
        try:
            said.append(bot.act(observation))
        except ValueError as error:
            said.append(str(error))

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.2)
    start = time.monotonic()
    bot.stop()
    thread.join(20)
    assert time.monotonic() - start < 2  # milliseconds, where nothing else runs
    if isinstance(said[0], str):
        assert "belief" in spec and "stopped" in said[0]
    else:
        assert said[0] in observation.legal_actions()
        assert 0 < bot.analysis(observation)["simulations"] < 100_000_000


@pytest.mark.parametrize("spec", ["ismcts+sims:500", "net_ismcts+sims:60"])
def test_a_wish_is_for_one_search_and_reset_takes_it_back(spec):
    game = load_game("hoi_pho")
    observation = game.new_initial_state(3).observation(0)
    whole = make_bot(spec, game, 1)
    whole.act(observation)
    bot = make_bot(spec, game, 1)
    bot.stop()
    bot.act(observation)
    assert 0 < bot.analysis(observation)["simulations"] < whole.config.sims
    bot.reset(1)
    bot.act(observation)
    assert bot.analysis(observation)["actions"] == whole.analysis(observation)["actions"]
    bot.stop()
    bot.reset(1)
    bot.act(observation)
    assert bot.analysis(observation)["actions"] == whole.analysis(observation)["actions"]


def test_time_that_is_gone_before_a_search_is_taken_from_it(monkeypatch):
    game = load_game("kuhn_poker")
    bot = make_bot("ismcts(seconds=5.0)", game, 1)
    observation = game.new_initial_state(1).observation(0)
    given = []

    class Watched:
        def run(self, observation, seed, simulations, seconds, all_hands):
            given.append(seconds)

        def root_table(self):
            return [(0, 1, 0.5, None)]

        def root_policy(self):
            return [1.0]

        def clear(self):
            pass

    monkeypatch.setattr(bot, "_search", Watched())
    for spent in (0.0, 1.5, 7.0):
        bot.reset(1)
        bot.spent = spent
        bot.act(observation)
    assert given == [5.0, 3.5, 0.001]
