"""Search in Fairy Concerto: nothing left to cheat about, and the script."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine_cy
from search import make_bot

ALL_KNOWN = {4: 4, 3: 3, 2: 2}      # the pick of a round from which every hand is known


def walk(game, seed):
    """Yield the states of a random game at every decision."""
    rng = random.Random(seed)
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        yield state
        seat = rng.choice(state.acting_players())
        state.apply_action(int(rng.choice(state.legal_actions(seat).tolist())), seat)


def same_search(game, state, seed):
    """Whether a search with a look at all hands comes out as one without, in everything."""
    observation = state.observation(state.current_player())
    fair = make_bot("ismcts+sims:80", game, seed)
    cheat = make_bot("cheating_mcts+sims:80", game, seed)
    actions = fair.act(observation), cheat.act(observation, state)
    left, right = fair.analysis(observation), cheat.analysis(observation, state)
    for report in (left, right):
        del report["seconds"], report["speed"]
    return left == right and actions[0] == actions[1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cheating_is_no_use_once_every_hand_is_known(players):
    """Bit-identical: visits, means, depth, nodes."""
    game = engine_cy.load_game("fairy_concerto", players)
    known = different = 0
    for seed in range(3):
        for state in walk(game, seed):
            record = state.record()
            if record["phase"] != 0 or len(state.acting_players()) < players:
                continue
            if int(record["draft"]) + 1 >= ALL_KNOWN[players]:
                assert same_search(game, state, seed)
                known += 1
            elif not same_search(game, state, seed):
                different += 1
    assert known >= 12 and different >= 6


def play(game, seed, bots):
    state = game.new_initial_state(seed)
    for seat, bot in enumerate(bots):
        bot.reset(1000 * seed + seat)
    while not state.is_terminal():
        chosen = [(seat, bots[seat].act(state.observation(seat)))
                  for seat in state.acting_players()]
        for seat, action in chosen:
            state.apply_action(action, seat)
    return state


# Bands of docs/fairy_concerto.md: mean of all seats and mean of the winner, give or take 3.
BANDS = [(4, 43, 49), (2, 48, 52)]


@pytest.mark.parametrize(("players", "mean", "winner"), BANDS)
def test_the_script_scores_as_a_sensible_player_does(players, mean, winner):
    game = engine_cy.load_game("fairy_concerto", players)
    bots = [make_bot("greedy", game, seat) for seat in range(players)]
    scores = [play(game, seed, bots).scores() for seed in range(60)]
    assert abs(np.mean(scores) - mean) < 3
    assert abs(np.max(scores, axis=1).mean() - winner) < 3


def test_the_script_alone_beats_pahha_most_of_the_time():
    game = engine_cy.load_game("fairy_concerto", 1)
    states = [play(game, seed, [make_bot("greedy", game, 0)]) for seed in range(100)]
    won = np.mean([state.returns()[0] for state in states])
    yours = np.mean([state.scores()[0] for state in states])
    pahha = np.mean([state.record()["points"][4].sum() for state in states])
    assert 0.65 < won < 0.95 and abs(yours - 47) < 3 and abs(pahha - 38) < 3


def test_the_script_beats_random_play():
    game = engine_cy.load_game("fairy_concerto", 4)
    shares = []
    for seed in range(20):
        bots = [make_bot("greedy" if seat == seed % 4 else "random", game, seat)
                for seat in range(4)]
        shares.append(play(game, seed, bots).returns()[seed % 4])
    assert np.mean(shares) > 0.7


def test_search_alone_beats_random_play():
    game = engine_cy.load_game("fairy_concerto", 4)
    shares = []
    for seed in range(10):
        bots = [make_bot("ismcts+sims:200" if seat == seed % 4 else "random", game, seat)
                for seat in range(4)]
        shares.append(play(game, seed, bots).returns()[seed % 4])
    assert np.mean(shares) > 0.6


def test_scores_are_listed_for_every_action():
    for players in (1, 2, 3, 4):
        game = engine_cy.load_game("fairy_concerto", players)
        for state in walk(game, players):
            seat = state.current_player()
            view = state.observation(seat)
            report = make_bot("greedy", game, 1).analysis(view)["actions"]
            assert list(report) == [game.action_to_string(a) for a in view.legal_actions()]
            assert all(np.isfinite(row["score"]) for row in report.values())


@pytest.mark.parametrize(("players", "data"), [
    (1, None), (2, None), (4, None), (1, "fairy_concerto_lab"), (2, "fairy_concerto_lab"),
    (3, "fairy_concerto_lab")])
def test_the_script_knows_when_an_orchestra_is_full(players, data):
    """No pick is left after the last composer: a card is fulfilled, 1, or worth nothing, 0."""
    game = engine_cy.load_game("fairy_concerto", players, data=data)
    rounds, drafts = len(game.words.facts["draw"]), game.words.facts["drafts"]
    found = set()
    for seed in range(400):
        for state in walk(game, seed):
            record = state.record()
            if record["phase"] != 1 or record["h"]["epoch"] < rounds \
                    or record["draft"] + 1 < drafts or record["waiting"].any():
                continue
            seat = state.current_player()
            view = state.observation(seat)
            held = list(view.to_dict()["view"]["orchestras"][seat].values())
            report = make_bot("greedy", game, 1).analysis(view)["actions"]
            for card, row in zip(view.to_dict()["view"]["pair"], report.values(), strict=True):
                needs = next(c["needs"] for c in game.words.cards if c["id"] == card)
                full = all(n <= m for n, m in zip(needs, held, strict=True))
                assert row["score"] == full
                found.add(full)
        if found == {False, True}:
            return
    raise AssertionError("no such choices were found")
