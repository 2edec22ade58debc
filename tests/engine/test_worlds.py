"""Laws 4 to 6 against the independent oracle: what a seat knows, and the worlds it may be in."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from cases import CASES, case
from chi_square import careless_deal, greedy_deal, p_value
from oracle import Seen, bare, without_chance
from plays import position, same_observation
from scipy.stats import kstest
from twins import twin_of

from engine_cy import TooManyWorlds
from engine_cy.testing import sample_worlds

# Games whose first deals can all be listed, with their number.
SMALL = {
    case("kuhn_poker", 2): 6,
    case("kuhn_poker", 3): 24,
    case("goofspiel", 2, num_cards=4): 24,
    case("goofspiel", 3, num_cards=3): 6,
    case("goofspiel", 2, num_cards=4, imp_info=True): 24,
    case("goofspiel", 2, num_cards=5, imp_info=True, points_order="ascending"): 1,
}
each_small = pytest.mark.parametrize("small", SMALL, ids=str)
each_case = pytest.mark.parametrize("case", CASES, ids=str)


def first_deals(small):
    """Return every first deal, found by dealing from many seeds; all are equally likely."""
    deals = {}
    for seed in range(40 * SMALL[small]):
        state = bare(small.game.new_initial_state(seed))
        deals.setdefault(without_chance(state), state)
    assert len(deals) == SMALL[small]
    return [(state, 1) for state in deals.values()]


def positions(game, n):
    """Yield (seat, true state without the deal's events, the oracle's question) n times."""
    for i in range(n):
        state, moves = position(game, i, i)
        deal = game.new_initial_state(i)
        seat = i % game.num_players
        truth = bare(deal)
        for who, action in moves:
            truth.apply_action(action, who)
        yield seat, truth, Seen(game, deal, moves, seat)


@each_small
def test_initial_worlds_are_the_first_deals(small):
    worlds = {without_chance(state): weight for state, weight in small.game.initial_worlds(10_000)}
    assert worlds.keys() == {without_chance(state) for state, _ in first_deals(small)}
    assert len(set(worlds.values())) == 1
    with pytest.raises(TooManyWorlds):
        small.game.initial_worlds(SMALL[small] - 1)


@each_small
def test_laws_4_to_6_exactly(small):
    """Same observation in every world that agrees; `worlds` lists them all with their weights;
    samples come uniformly from them."""
    game, starts, p_values = small.game, first_deals(small), []
    for i, (seat, truth, seen) in enumerate(positions(game, 30)):
        observation = truth.observation(seat)
        agree = list(seen.worlds(starts))
        for world, _ in agree:
            assert same_observation(world.observation(seat), observation)
        oracle = Counter()
        for world, weight in agree:
            oracle[without_chance(world)] += weight
        listed = {without_chance(w): weight for w, weight in observation.worlds(10_000)}
        assert listed == oracle
        samples = sample_worlds(observation, 20 * len(oracle) + 400, i)
        p = p_value(samples, oracle)
        assert p > 0.001
        if len(oracle) > 1:
            p_values.append(p)
    assert len(p_values) < 10 or kstest(p_values, "uniform").pvalue > 0.01


@each_case
def test_law_5_twins_look_the_same(case):
    """States that differ only in what a seat cannot know give it the same observation."""
    found = 0
    for i, (seat, truth, seen) in enumerate(positions(case.game, 30)):
        twin = twin_of(truth, seen, random.Random(i))
        if twin is not None:
            found += without_chance(twin) != without_chance(truth)
            assert same_observation(twin.observation(seat), truth.observation(seat))
    assert found >= (0 if case in KNOWN_TO_ALL else 5)


# Goofspiel with shown bids and a fixed order of prizes, or with one prize left: nothing is hidden.
KNOWN_TO_ALL = [
    c for c in CASES
    if c.name == "goofspiel" and "imp_info" not in dict(c.options)
    and (dict(c.options).get("points_order", "random") != "random"
         or dict(c.options).get("num_cards") == 2)
]


@each_case
def test_poisoned_hidden_bytes_do_not_show(case):
    """Whatever stands in the bytes that an observation hides, the observation is the same."""
    from engine_cy.core import state_from_bytes

    rng = random.Random(6)
    for seat, truth, _ in positions(case.game, 30):
        observation = truth.observation(seat)
        poisoned = bytearray(truth.to_bytes())
        for i, visible in enumerate(observation.to_bytes()):
            if poisoned[i] != visible and i not in HEADER_BYTES:
                poisoned[i] = rng.choice((0, 1, 127, 200, 255))
        again = state_from_bytes(case.game, bytes(poisoned))
        assert again.observation(seat).to_bytes() == observation.to_bytes()


# num_moves and the sets of seats that choose: the core restores them from one another.
HEADER_BYTES = {16, 17, 31, 32}


# ---- the dealers that must be rejected, on one scripted history --------------------------------

HIDDEN = case("goofspiel", 2, num_cards=6, imp_info=True, points_order="ascending")


def scripted():
    """Seat 0 bids 5 4 3 and wins, loses, wins: what has seat 1 bid? 3 bids seen below or above."""
    state = HIDDEN.game.new_initial_state(0)
    for own, other in ((5, 2), (4, 6), (3, 1)):
        state.apply_action(own - 1, 0)
        state.apply_action(other - 1, 1)
    return state


def bids_of(hands):
    return (*(hand[0] for hand in hands[:3]), *sorted(hands[3]))


def possible_bids():
    """Return the first three bids and the rest of the hand, for each possibility."""
    import itertools

    return {
        (a, b, c, *sorted({1, 2, 3, 4, 5, 6} - {a, b, c})): 1
        for a, b, c in itertools.permutations(range(1, 7), 3)
        if a < 5 and b > 4 and c < 3
    }


def test_scripted_hidden_bids_are_dealt_uniformly():
    game = HIDDEN.game
    at = game.dtype.fields["bid"][1]
    samples = []
    for raw in sample_worlds(scripted().observation(0), 6000, 1):
        bids = [raw[at + 5 * t + 1] for t in range(3)]
        samples.append((*bids, *sorted(set(range(1, 7)) - set(bids))))
    assert p_value(samples, possible_bids()) > 0.001


def test_the_same_test_rejects_wrong_dealers():
    types, room, rng = list(range(1, 7)), [1, 1, 1, 3], random.Random(7)
    allowed = [8 | (c < 5) | (c > 4) << 1 | (c < 3) << 2 for c in types]
    greedy = [bids_of(greedy_deal(types, allowed, room, rng)) for _ in range(6000)]
    assert set(greedy) == set(possible_bids())
    assert p_value(greedy, possible_bids()) < 1e-9
    careless = [bids_of(careless_deal(types, room, rng)) for _ in range(100)]
    assert p_value(careless, possible_bids()) == 0.0
