"""Search in House of Fado: nothing to cheat about, one tree for a turn, and the leaf formula."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine_cy import load_game
from search import make_bot
from search.formula import find_scripted


def walk(game, seed, greedy=0.5):
    """Yield the states of a game at every decision; a share of the moves is the script's."""
    rng = random.Random(seed)
    script = make_bot("greedy", game, seed)
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        yield state
        seat = state.current_player()
        observation = state.observation(seat)
        action = script.act(observation) if rng.random() < greedy else int(
            rng.choice(observation.legal_actions().tolist()))
        state.apply_action(action, seat)


def search_of(bot, observation, *state):
    """Return what a bot plays and all it says of its search but the times."""
    action, report = bot.act(observation, *state), bot.analysis(observation, *state)
    del report["seconds"], report["speed"]
    return action, report


@pytest.mark.parametrize("players, options", [
    (2, {}), (3, {"promos": True}), (4, {}), (2, {"two_player_assistants": True}),
])
def test_seeing_all_is_no_use(players, options):
    """Bit-identical: visits, means, depth, nodes, at every decision of whole games."""
    game = load_game("house_of_fado", players, max_rounds=20, **options)
    fair = make_bot("ismcts+sims:40", game, 7)
    cheat = make_bot("cheating_mcts+sims:40", game, 7)
    seen = 0
    for state in walk(game, players):
        observation = state.observation(state.current_player())
        assert search_of(fair, observation) == search_of(cheat, observation, state)
        seen += 1
    assert seen >= 100


def test_one_tree_serves_the_small_steps_of_a_turn():
    """It is kept until the turn has ended, also across what a kicked-out seat has chosen."""
    game = load_game("house_of_fado", 2)
    bot = make_bot("ismcts+sims:200", game, 1)
    state = game.new_initial_state(5)
    kept = {False: [], True: []}                    # by whether it is the same seat's same turn
    last = None
    for _ in range(120):
        seat = state.current_player()
        observation = state.observation(seat)
        turn = (int(state.record()["h"]["epoch"]), seat)
        action = bot.act(observation)
        if len(observation.legal_actions()) > 1:
            kept[turn == last].append(bot.analysis(observation)["kept"])
        last = turn
        state.apply_action(action, seat)
    assert not any(kept[False]) and len(kept[False]) >= 20
    assert all(kept[True]) and len(kept[True]) >= 30


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_leaf_formula_gives_win_shares_and_more_to_the_winner(players):
    """Of games of the script: a fair share at the beginning, more than that at the end."""
    game = load_game("house_of_fado", players)
    leaf = find_scripted("house_of_fado", "LEAF")
    early, late = [], []
    for seed in range(12):
        values = []
        for state in walk(game, seed, greedy=0.97):
            values.append(leaf(state))
            assert values[-1].sum() == pytest.approx(1.0) and (values[-1] >= 0).all()
        returns = state.returns()
        early.append(values[0] @ returns)
        late.append(values[-1] @ returns)
    assert np.mean(early) == pytest.approx(1 / players, abs=0.01)
    assert np.mean(late) > 1 / players + 0.05


@pytest.mark.parametrize("field, more", [("points", 5), ("money", 3)])
def test_the_formula_likes_points_and_money(field, more):
    game = load_game("house_of_fado", 2)
    leaf = find_scripted("house_of_fado", "LEAF")
    for state in walk(game, 3, greedy=1.0):
        if int(state.record()["t"]["round"]) == 8:
            break
    changed = state.to_dict()
    for table in (changed["record"]["t"], changed["record"]["begun"]):
        table[field][0] += more
    assert leaf(game.state_from_dict(changed))[0] > leaf(state)[0] + 0.01


def test_search_beats_random_seats_and_the_script():
    game = load_game("house_of_fado", 2)
    won = {"random": 0.0, "greedy": 0.0}
    for seed in range(10):
        other = "greedy" if seed else "random"
        bots = [make_bot("ismcts+sims:400" if p == seed % 2 else other, game, p) for p in range(2)]
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            seat = state.current_player()
            state.apply_action(bots[seat].act(state.observation(seat)), seat)
        won[other] += state.returns()[seed % 2]
    assert won["random"] == 1 and won["greedy"] >= 7
