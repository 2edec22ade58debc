"""Batch: many games stepped together are the single games stepped by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest
from cases import CASES, case

from engine_cy import TERMINAL, Batch, IllegalActionError

N = 5
each_case = pytest.mark.parametrize("case", CASES, ids=str)


def singles(batch):
    return [batch.game.new_initial_state(batch.deal_seed_of(i)) for i in range(len(batch))]


def compare(batch, states):
    """Every face of the batch equals that of the single states."""
    tensors, masks, returns = batch.tensor(), batch.mask(), batch.returns()
    players, done = batch.current_players(), batch.done()
    for i, state in enumerate(states):
        assert batch.state(i) == state
        assert players[i] == state.current_player()
        assert done[i] == state.is_terminal()
        if state.is_terminal():
            assert players[i] == TERMINAL and not tensors[i].any() and not masks[i].any()
            assert returns[i].tolist() == state.returns().tolist()
        else:
            seat = state.current_player()
            assert tensors[i].tobytes() == state.observation(seat).tensor().tobytes()
            assert masks[i].tolist() == state.legal_actions_mask(seat).tolist()
            assert not returns[i].any()


@each_case
def test_a_batch_equals_single_stepping(case):
    batch, rng = Batch(case.game, N, 2024), random.Random(1)
    states = singles(batch)
    compare(batch, states)
    while not batch.done().all() and max(s.num_moves for s in states) < 90:
        actions = np.zeros(N, dtype=np.int64)
        for i, state in enumerate(states):
            if not state.is_terminal():
                actions[i] = rng.choice(state.legal_actions().tolist())
                state.apply_action(int(actions[i]))
        batch.step(actions)
        if rng.random() < 0.3:
            compare(batch, states)
        over = np.flatnonzero(batch.done())
        if len(over) and rng.random() < 0.1:        # some games are dealt again on the way
            batch.reset(int(over[0]))
            states[over[0]] = case.game.new_initial_state(batch.deal_seed_of(int(over[0])))
    compare(batch, states)


@pytest.mark.soak
@each_case
def test_a_hundred_rows_that_are_dealt_again_at_once(case):
    """Nothing of a finished game stays behind in the next one: 10,000 games of the short kinds."""
    batch, rng = Batch(case.game, 100, 77), random.Random(2)
    states, games = singles(batch), 0
    for _ in range(3000):
        actions = [rng.choice(state.legal_actions().tolist()) for state in states]
        for state, action in zip(states, actions, strict=True):
            state.apply_action(action)
        batch.step(np.array(actions))
        for i in np.flatnonzero(batch.done()).tolist():
            assert batch.state(i) == states[i]
            batch.reset(i)
            states[i] = case.game.new_initial_state(batch.deal_seed_of(i))
            assert batch.state(i) == states[i]
            games += 1
        if games >= 10_000:
            break
    compare(batch, states)
    assert games >= 100


@each_case
def test_games_that_are_over_ignore_their_action(case):
    batch = Batch(case.game, 2, 8)
    while not batch.done().all():
        batch.step(batch.mask().argmax(axis=1))
    before = [batch.state(i) for i in range(2)]
    batch.step([255, -1])
    compare(batch, before)


def test_deals_differ_between_games_resets_and_seeds_only():
    game = case("goofspiel", 2).game
    seeds = []
    for seed in (0, 1):
        batch = Batch(game, 4, seed)
        for _ in range(3):
            seeds += [batch.deal_seed_of(i) for i in range(4)]
            for i in range(4):
                batch.reset(i)
    assert len(set(seeds)) == 24
    played = Batch(game, 4, 0)
    played.step([0, 0, 0, 0])
    assert [played.deal_seed_of(i) for i in range(4)] == seeds[:4]


def test_an_illegal_action_names_its_row_and_steps_nothing():
    batch = Batch(case("goofspiel", 2).game, 3, 5)
    batch.step([3, 4, 5])
    batch.step([0, 0, 0])
    before = [batch.state(i).to_bytes() for i in range(3)]
    with pytest.raises(IllegalActionError, match="Row 1: Action 'bid 5' is not legal for seat 0"):
        batch.step([0, 4, 0])
    for wrong in (-1, 13, 2**40):
        with pytest.raises(IllegalActionError, match=f"Row 2: Action number {wrong} is not legal"):
            batch.step([0, 0, wrong])
    assert [batch.state(i).to_bytes() for i in range(3)] == before


def test_arrays_are_written_in_place_and_checked():
    batch = Batch(case("kuhn_poker", 3).game, 4, 5)
    tensor = np.full((4, batch.game.observation_tensor_size), 9, dtype=np.float32)
    assert batch.tensor(tensor) is tensor and tensor.max() == 1
    returns = np.ones((4, 3))
    assert batch.returns(returns) is returns and not returns.any()
    for wrong in (np.zeros((4, 2), np.float32), np.zeros((3, 2), np.uint8), [[0, 0]] * 4):
        with pytest.raises(ValueError, match="out must be a C-contiguous array uint8"):
            batch.mask(wrong)
    with pytest.raises(ValueError, match="are not 4 integers"):
        batch.step([0, 0, 0])
    with pytest.raises(ValueError, match="are not 4 integers"):
        batch.step([0.5, 0, 0, 0])


def test_sizes_seeds_and_rows_are_checked():
    game = case("kuhn_poker", 2).game
    for n in (0, -1, 1.5, True):
        with pytest.raises(ValueError, match="at least 1"):
            Batch(game, n, 0)
    for seed in (-1, 2**64, "7"):
        with pytest.raises(ValueError, match="not an integer in"):
            Batch(game, 1, seed)
    batch = Batch(game, 2, 0)
    assert len(batch) == batch.num_games == 2 and batch.game is game
    for index in (-1, 2, 0.0):
        with pytest.raises(IndexError, match=r"not one of 0\.\.1 of the batch"):
            batch.reset(index)
