"""No field of a state is forgotten: whatever single number changes, somebody notices.

A changed state is noticed if an invariant is broken, if a seat's information-state hash is another,
if the decisions recorded in it no longer lead to it from its deal, or if it is refused as JSON.
What is left is listed with the reason why two states may differ in it and still be one.
"""

from __future__ import annotations

import numpy as np
import pytest
from cases import CASES
from phases import by_phase
from plays import walk

from engine_cy import DataError
from engine_cy.core import state_from_bytes

EVERYWHERE = {"h.chance_key": "the chance to come: it belongs to no seat and to nothing past"}
DEALT = "stands since before the last deal and was folded into the public hash, as the others are"
FREE = {
    "leduc_poker": {"public_card": "before it is turned up: the chance to come"},
    "hoi_pho": {
        "coins": "outcomes of duels that may never be fought: the chance to come",
        "h.epoch": DEALT,
    },
    "fairy_concerto": dict.fromkeys(("soloist", "pianist", "harpist"), DEALT),
}


def numbers_of(dtype, at=0, name=""):
    """Yield (field, offset, size) of every number in a struct."""
    if dtype.names:
        for field in dtype.names:
            inner, offset = dtype.fields[field][:2]
            yield from numbers_of(inner, at + offset, f"{name}.{field}".lstrip("."))
    elif dtype.subdtype:
        base, shape = dtype.subdtype
        for i in range(int(np.prod(shape))):
            yield from numbers_of(base, at + i * base.itemsize, name)
    else:
        yield name, at, dtype.itemsize


def numbers_in_use(game):
    """Return (field, offset) of the numbers that are not 0 all the time in some random games."""
    used = bytes(game.state_bytes)
    for seed in range(8):
        for state, _ in walk(game, seed, seed):
            used = (int.from_bytes(used) | int.from_bytes(state.to_bytes())).to_bytes(len(used))
    return [(name, at) for name, at, size in numbers_of(game.dtype) if any(used[at : at + size])]


def keys(state):
    return [state.information_state_hash(p) for p in range(state.game.num_players)]


def replays(state):
    """Whether the decisions recorded in a state lead from its deal to it."""
    try:
        return state.game.rewind(state, len(state.decisions())) == state
    except ValueError:
        return False


def accepted(state):
    """Whether a state is accepted as JSON."""
    try:
        return state.game.state_from_dict(state.to_dict()) == state
    except DataError:
        return False


def changed(state, at):
    """Return the state with the lowest bit of one number turned over; None if it is refused."""
    raw = bytearray(state.to_bytes())
    raw[at] ^= 1
    try:
        other = state_from_bytes(state.game, bytes(raw))
    except DataError:
        return None
    assert other != state
    return other if other.check() == 0 else None


def unnoticed(state, numbers):
    """Return the fields in which some number can change without anybody's noticing."""
    found, mine = set(), keys(state)
    for name, at in numbers:
        other = changed(state, at)
        if other is not None and keys(other) == mine and replays(other) and accepted(other):
            found.add(name)
    return found


@pytest.mark.parametrize("name", sorted({case.name for case in CASES}))
def test_a_change_of_any_number_is_noticed(name):
    found = set()
    for case in CASES:
        if case.name == name:
            numbers = numbers_in_use(case.game)
            for state, _ in by_phase(case, 2, 6):
                assert replays(state) and accepted(state)
                found |= unnoticed(state, numbers)
    assert found == EVERYWHERE.keys() | FREE.get(name, {}).keys()
