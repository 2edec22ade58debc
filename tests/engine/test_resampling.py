"""Sampled worlds in every phase of every game: the truth is one of them and no more, and pieces
stay where everybody sees them."""

from __future__ import annotations

from collections import Counter

import pytest
from cases import CASES
from oracle import identity, identity_of_bytes
from phases import by_phase, committed_unseen, phase_of
from scipy.stats import binomtest

from engine_cy import TooManyWorlds
from engine_cy.testing import sample_worlds

each_case = pytest.mark.parametrize("case", CASES, ids=str)

SAMPLES = 500
LISTED = 100        # worlds at most where they are counted
SMALL = ("kuhn_poker", "leduc_poker", "hoi_pho")       # they are few at some time of every game


def share_of_the_truth(observation, truth):
    """Return the chance of the true world among all that agree; None if they are too many."""
    weights = Counter()
    try:
        for world, weight in observation.worlds(LISTED):
            weights[identity(world)] += weight
    except TooManyWorlds:
        return None
    return weights[truth] / weights.total()


def check_the_truth_is_one_of_many(state, seat, seed):
    """Return whether the seat's worlds could be counted and are more than one."""
    observation, truth = state.observation(seat), identity(state)
    samples = sample_worlds(observation, SAMPLES, seed)
    met = sum(identity_of_bytes(state.game, raw) == truth for raw in samples)
    share = share_of_the_truth(observation, truth)
    if share is None:
        assert met < SAMPLES / 10
        return False
    assert share > 0
    assert binomtest(met, SAMPLES, share).pvalue > 1e-7
    return share < 1


@each_case
def test_the_truth_comes_as_often_as_its_share_of_the_worlds(case):
    counted = 0
    for i, (state, seat) in enumerate(by_phase(case, 2)):
        if not committed_unseen(state, seat):
            counted += check_the_truth_is_one_of_many(state, seat, i)
    assert counted or case.name not in SMALL


@pytest.mark.soak
@each_case
def test_the_truth_comes_as_often_as_its_share_of_the_worlds_in_many_positions(case):
    for i, (state, seat) in enumerate(by_phase(case, 60, 300, 1000)):
        if not committed_unseen(state, seat):
            check_the_truth_is_one_of_many(state, seat, i)


# ---- pieces --------------------------------------------------------------------------------------

# Where pieces lie that not everybody sees; all other places are public.
HIDDEN = {"hoi_pho": ("hand", "face down"), "fairy_concerto": ("hand", "bag", "supply")}
# Phases in the middle of a choice: the card taken is not yet replaced, one of two cards is chosen.
MIDDLE = {"hoi_pho": {7}, "fairy_concerto": {1}, "fado_duetos": {2}}


def public(inventory, name):
    """Return the counts of an inventory at the places that everybody sees."""
    return {(component, place): count for component, places in inventory.items()
            for place, count in places.items() if not place.startswith(HIDDEN.get(name, ()))}


def pieces_at(inventory, place):
    """Return how many pieces of any kind lie at a place."""
    return sum(places.get(place, 0) for places in inventory.values())


@each_case
def test_resampling_moves_no_piece_that_is_seen(case):
    """Also in the middle of a choice of several steps; hands and piles keep their size."""
    phases = set()
    for i, (state, seat) in enumerate(by_phase(case, 2)):
        phases.add(phase_of(state))
        before = state.inventory()
        places = {place for places in before.values() for place in places}
        for k in range(4):
            after = state.observation(seat).sample_state(10 * i + k).inventory()
            assert public(after, case.name) == public(before, case.name)
            for place in places:
                assert pieces_at(after, place) == pieces_at(before, place)
            assert {c: sum(p.values()) for c, p in after.items()} == {
                c: sum(p.values()) for c, p in before.items()}
    if "lab" not in str(case):
        assert phases >= MIDDLE.get(case.name, set())
