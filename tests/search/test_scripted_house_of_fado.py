"""House of Fado's script: the race of the rules page, and seats that play at random."""

from __future__ import annotations

from statistics import median

import numpy as np
import pytest

from engine_cy import load_game
from search import make_bot
from search.formula import find_scripted


def third_star(game, seed, bots):
    """Play a game; return the round in which the third star was taken, and the last state."""
    state, third = game.new_initial_state(seed), None
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(bots[seat].act(state.observation(seat)), seat)
        table = state.record()["t"]
        if third is None and np.count_nonzero(table["star"]) >= 3:
            third = int(table["round"])
    return third, state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_seats_take_the_third_star_where_the_rules_page_expects_it(players):
    """Rounds 9 to 16, an alarm below 7 and above 25; 24 games may miss their median by a round."""
    game = load_game("house_of_fado", players)
    bots = [make_bot("greedy", game, p) for p in range(players)]
    games = [third_star(game, seed, bots) for seed in range(24)]
    rounds = [third for third, _ in games]
    assert 9 <= median(rounds) <= 17 and min(rounds) >= 7 and max(rounds) <= 30
    assert not any(state.record()["h"]["truncated"] for _, state in games)
    assert 45 <= np.mean([state.scores().max() for _, state in games]) <= 75


def test_greedy_beats_random_seats():
    game = load_game("house_of_fado", 3)
    for seed in range(12):
        bots = [make_bot("greedy" if p == seed % 3 else "random", game, p) for p in range(3)]
        _, state = third_star(game, seed, bots)
        assert state.returns()[seed % 3] == 1


@pytest.mark.parametrize("options", [
    {"two_player_assistants": True}, {"kickout_timing": "after_action", "promos": True},
    {"uniqueness_scope": "space", "allow_noop": "always"},
])
def test_greedy_plays_with_options(options):
    game = load_game("house_of_fado", 2, max_rounds=12, **options)
    third_star(game, 1, [make_bot("greedy", game, p) for p in range(2)])


def test_the_script_scores_every_legal_action_and_changes_nothing():
    game = load_game("house_of_fado", 2)
    state = game.new_initial_state(1)
    observation = state.observation(state.current_player())
    before = observation.to_bytes()
    scores = find_scripted("house_of_fado", "SCORES")(observation)
    assert len(scores) == len(observation.legal_actions()) == 8 and np.isfinite(scores).all()
    assert observation.to_bytes() == before


@pytest.mark.parametrize("players", [2, 3])
def test_in_its_last_turn_the_script_takes_the_most_points(players):
    """Promises are worth nothing then: each action scores the best lead that can follow it."""
    game = load_game("house_of_fado", players, max_rounds=6)
    scores = find_scripted("house_of_fado", "SCORES")
    seen = exact = 0
    for seed in range(4):
        bots = [make_bot("greedy", game, p) for p in range(players)]
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            seat = state.current_player()
            table = state.record()["t"]
            if int(table["round"]) == 6 and int(table["seat"]) == seat:
                observation = state.observation(seat)
                low, high = (leads(state, seat, worst) for worst in (min, max))
                got = scores(observation)
                assert (got >= np.array(low)).all() and (got <= np.array(high)).all()
                exact += low == high
                seen += 1
            state.apply_action(bots[seat].act(state.observation(seat)), seat)
    assert seen >= 4 * players and exact >= seen / 3


def leads(state, seat, others):
    """Return the best lead at the turn's end after each action; kicked-out seats take `others`."""
    epoch = int(state.record()["h"]["epoch"])

    def value(s):
        if s.is_terminal() or int(s.record()["h"]["epoch"]) != epoch:
            points = s.scores()
            return points[seat] - max(x for p, x in enumerate(points) if p != seat)
        return (max if s.current_player() == seat else others)(after(s))

    def after(s):
        for action in s.legal_actions(s.current_player()).tolist():
            child = s.clone()
            child.apply_action(action, s.current_player())
            yield value(child)

    return list(after(state))
