"""Results do not depend on where one sits: ties are equal to the last bit, seats permute."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from cases import ALL_CASES
from plays import finish, position

from engine_cy.core import state_from_bytes
from search.formula import find_scripted

GAMES = sorted({each.name for each in ALL_CASES})


def finished(case, n):
    """Yield n random games at their end."""
    for seed in range(n):
        yield finish(case.game.new_initial_state(seed), random.Random(seed))


@pytest.mark.parametrize("name", GAMES)
def test_equal_ranks_have_equal_returns_and_better_ranks_more(name):
    tied_first = tied_behind = 0
    for each in (c for c in ALL_CASES if c.name == name and c.players > 1):
        for state in finished(each, 60):
            returns, ranks = state.returns(), state.ranks()
            for p, q in itertools.combinations(range(each.players), 2):
                if ranks[p] == ranks[q]:
                    assert returns[p] == returns[q]
                    tied_first += ranks[p] == 1
                    tied_behind += ranks[p] > 1
                else:
                    better, worse = (p, q) if ranks[p] < ranks[q] else (q, p)
                    assert returns[better] >= returns[worse]
    assert tied_behind > 0 and (tied_first > 0 or name == "kuhn_poker")     # its cards differ


@pytest.mark.parametrize("each", [c for c in ALL_CASES if c.name == "goofspiel"], ids=str)
def test_a_tie_of_all_is_equal_for_all(each):
    state = each.game.new_initial_state(1)
    while not state.is_terminal():
        action = int(state.legal_actions()[0])
        for seat in state.acting_players():
            state.apply_action(action, seat)
    assert len(set(state.returns().tolist())) == 1
    assert state.ranks().tolist() == [1] * each.players
    assert state.scores().tolist() == [0] * each.players


# ---- permuted seats ------------------------------------------------------------------------------

# What a leaf formula may read of the seats: one entry for each, and entries that name seats (+ 1).
OF_SEATS = {
    "hoi_pho": (("money", "count"), ("owner",)),
    "fado_duetos": (("hand", "known", "chips", "hand_size"), ("feature", "sequence", "variety")),
}


def permuted(state, order):
    """Return the state in which seat p is called order[p], as far as standings go."""
    record = np.frombuffer(bytearray(state.to_bytes()), dtype=state.game.dtype)[0]
    of_seat, named = OF_SEATS[state.game.name]
    for field in of_seat:
        record[field][list(order)] = record[field][: len(order)].copy()
    for field in named:
        record[field][:] = [order[p - 1] + 1 if p else 0 for p in record[field].tolist()]
    return state_from_bytes(state.game, record.tobytes())


@pytest.mark.parametrize("case", [c for c in ALL_CASES if c.name in OF_SEATS and not c.options],
                         ids=str)
def test_the_leaf_formula_follows_its_seats(case):
    """The value of a seat is its own, whatever its number."""
    leaf, rng, told_apart = find_scripted(case.name, "LEAF"), random.Random(3), 0
    for seed in range(30):
        state, _ = position(case.game, seed, seed)
        order = rng.sample(range(case.players), case.players)
        values = leaf(permuted(state, order))
        assert values[order] == pytest.approx(leaf(state), abs=1e-12)
        told_apart += len(set(values.tolist())) > 1
    assert told_apart > 15
