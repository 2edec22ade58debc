"""The exact dealer alone, against enumeration by permutations."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from math import comb, factorial, sqrt

import pytest
from chi_square import careless_deal, greedy_deal, p_value
from scipy.stats import chisquare, kstest

from engine_cy.deal import count_deals, enumerate_deals, sample_deals

# Nine pieces for holders of 4, 3 and 2 places: 1,260 deals. Four pieces are barred from holder 1
# and one from holder 2, which leaves 130.
ROOM = [4, 3, 2]
TYPES = list(range(9))
BARRED = [0, 0, 0, 0, 4, 2, 2, 2, 2]
ALLOWED = [7 & ~barred for barred in BARRED]
UNORDERED = [0, 0, 0]


def split(faces, room):
    """Return the faces of each holder, in the order given."""
    faces = list(faces)
    starts = list(itertools.accumulate([0, *room]))
    return [faces[a:b] for a, b in itertools.pairwise(starts)]


def look(hands, ordered):
    """Return a deal as the table shows it: unordered hands as multisets."""
    return tuple(
        tuple(h) if keep else tuple(sorted(h)) for h, keep in zip(hands, ordered, strict=True)
    )


def by_permutation(types, allowed, room, ordered):
    """Return {deal as it looks: number of permutations of the distinct pieces that make it}."""
    holders = [h for h, places in enumerate(room) for _ in range(places)]
    found = Counter()
    for order in itertools.permutations(range(len(types))):
        if all((allowed[i] >> h) & 1 for i, h in zip(order, holders, strict=True)):
            found[look(split([types[i] for i in order], room), ordered)] += 1
    return found


def sampled(types, allowed, room, ordered, seed, n):
    deals = sample_deals(types, allowed, room, ordered, seed, n)
    return [look(split(deal, room), ordered) for deal in deals]


def test_the_130_of_1260_deals_come_equally_often():
    weights = by_permutation(TYPES, ALLOWED, ROOM, UNORDERED)
    assert len(weights) == 130 == count_deals(TYPES, ALLOWED, ROOM)
    assert count_deals(TYPES, [7] * 9, ROOM) == 1260
    samples = sampled(TYPES, ALLOWED, ROOM, UNORDERED, 1, 200_000)
    assert set(samples) == set(weights)
    assert p_value(samples, weights) > 0.001


def test_the_test_rejects_a_greedy_dealer_with_restarts():
    weights = by_permutation(TYPES, ALLOWED, ROOM, UNORDERED)
    rng = random.Random(2)
    deals = [greedy_deal(TYPES, ALLOWED, ROOM, rng) for _ in range(4000)]
    samples = [look(deal, UNORDERED) for deal in deals]
    assert set(samples) <= set(weights)
    assert p_value(samples, weights) < 1e-9


def test_the_test_rejects_a_dealer_that_ignores_constraints():
    weights = by_permutation(TYPES, ALLOWED, ROOM, UNORDERED)
    rng = random.Random(3)
    samples = [look(careless_deal(TYPES, ROOM, rng), UNORDERED) for _ in range(100)]
    assert p_value(samples, weights) == 0.0


def random_pool(rng):
    """Return (types, allowed, room, ordered) of a small pool with equal pieces and constraints."""
    holders = rng.randrange(2, 5)
    room = [rng.randrange(3) for _ in range(holders)]
    room[0] += 7 - sum(room) if sum(room) < 7 else 0
    types = sorted(rng.randrange(5) for _ in range(sum(room)))
    may = {face: rng.randrange(1, 1 << holders) | rng.randrange(1 << holders) for face in types}
    return types, [may[face] for face in types], room, [rng.randrange(2) for _ in room]


def possible_pools(n):
    rng = random.Random(4)
    pools = []
    while len(pools) < n:
        pool = random_pool(rng)
        if len(by_permutation(*pool)) > 1:
            pools.append(pool)
    return pools


def test_random_pools_are_dealt_uniformly_and_enumerated_with_their_weights():
    p_values = []
    for seed, (types, allowed, room, ordered) in enumerate(possible_pools(30)):
        weights = by_permutation(types, allowed, room, ordered)
        listed = {
            look(split(faces, room), ordered): weight
            for faces, weight in enumerate_deals(types, allowed, room, ordered)
        }
        assert listed.keys() == weights.keys()
        assert len({weights[deal] / listed[deal] for deal in weights}) == 1
        samples = sampled(types, allowed, room, ordered, seed, 20 * len(weights) + 2000)
        p_values.append(p_value(samples, weights))
    assert min(p_values) > 0.001
    assert kstest(p_values, "uniform").pvalue > 0.01


def test_a_large_unconstrained_deal_has_hypergeometric_margins():
    types, room, n = list(range(20)), [5, 5, 5, 5], 20_000
    allowed = [15] * 20
    held = Counter(
        (face, holder)
        for deal in sample_deals(types, allowed, room, [0] * 4, 5, n)
        for holder, hand in enumerate(split(deal, room))
        for face in hand
    )
    spread = sqrt(n * 0.25 * 0.75)
    assert all(abs(held[f, h] - n / 4) / spread < 4.5 for f in types for h in range(4))
    assert count_deals(types, allowed, room) == comb(20, 5) * comb(15, 5) * comb(10, 5)


def test_impossible_pools_are_refused():
    with pytest.raises(ValueError, match="make no pool"):
        sample_deals([1, 2], [1, 1], [1], [0], 0, 1)
    with pytest.raises(ValueError, match="No deal fits"):
        sample_deals([1, 2], [1, 1], [1, 1], [0, 0], 0, 1)
    assert count_deals([1, 2], [1, 1], [1, 1]) == 0
    with pytest.raises(ValueError, match="differ in the holders"):
        list(enumerate_deals([1, 1], [1, 3], [1, 1], [0, 0]))


def test_an_empty_pool_has_one_deal():
    assert list(enumerate_deals([], [], [0], [1])) == [([], 1)]
    assert sample_deals([], [], [0], [1], 0, 2) == [b"", b""]


def test_alike_pieces_that_holders_have_shown_weigh_by_their_deals():
    # Two like pieces among three hands; hand 0 has shown one of them. Of the physical deals of both
    # those that agree: both in hand 0 (one deal), one there and one elsewhere (two each).
    pool = {"types": [0], "allowed": [7], "room": [1, 0, 0], "ordered": [0, 0, 0]}
    assert [w for _, w in enumerate_deals(**pool, shown={0: [1, 0, 0]})] == [1]
    pool = {"types": [0, 1, 2], "allowed": [7, 7, 7], "room": [1, 1, 1], "ordered": [0, 0, 0]}
    weights = {faces.index(0): 0 for faces, _ in enumerate_deals(**pool)}
    for faces, weight in enumerate_deals(**pool, shown={0: [1, 0, 0]}):
        weights[faces.index(0)] += weight
    assert weights == {0: 2, 1: 4, 2: 4}        # two ways to place pieces 1 and 2 each
    drawn = [0, 0, 0]
    for faces in sample_deals(**pool, seed=5, n=30_000, shown={0: [1, 0, 0]}):
        drawn[list(faces).index(0)] += 1
    assert chisquare(drawn, [6_000, 12_000, 12_000]).pvalue > 0.001


def test_several_kinds_of_which_some_have_been_shown():
    """Hands of 2 and 1, a heap of 4; shown: 0 and 1 by hand 0, 1 by hand 1, 0 in the heap."""
    types, room = [0, 0, 0, 1, 1, 2, 2], [2, 1, 4]
    shown = {0: [1, 0, 1], 1: [1, 1, 0], 2: [0, 0, 0]}
    pool = {"types": types, "allowed": [7] * 7, "room": room, "ordered": [0] * 3}
    weights = Counter()
    for whole in itertools.permutations(range(len(types))):     # every way to deal distinct pieces
        hands = [whole[:2], whole[2:3], whole[3:]]
        held = tuple(tuple(sorted(types[i] for i in hand)) for hand in hands)
        weights[held] = 1
    for held in weights:            # deals of whole hands, shown pieces among them: u! / (u + k)!
        ways = 1
        for kind in range(3):
            numbers = [held[h].count(kind) + shown[kind][h] for h in range(3)]
            ways *= factorial(sum(numbers))
            for n in numbers:
                ways //= factorial(n)
        weights[held] = ways

    def hands_of(faces):
        return tuple(tuple(sorted(part)) for part in (faces[:2], faces[2:3], faces[3:]))

    listed = {hands_of(f): w for f, w in enumerate_deals(**pool, shown=shown)}
    assert listed == weights
    samples = [hands_of(f) for f in sample_deals(**pool, seed=5, n=20_000, shown=shown)]
    assert p_value(samples, weights) > 0.001
    assert p_value([hands_of(f) for f in sample_deals(**pool, seed=5, n=20_000)], weights) < 1e-9


def test_a_long_heap_that_is_not_shuffled_leaves_fair_hands():
    types = [0] * 3 + [1] * 4 + [2] * 5
    samples = Counter()
    for faces in sample_deals(types, [3] * 12, [3, 9], [0, 0], 7, 20_000):
        samples[tuple(sorted(faces[:3]))] += 1
    weights = {tuple(sorted(faces[:3])): w
               for faces, w in enumerate_deals(types, [3] * 12, [3, 9], [0, 0])}
    assert p_value(samples.elements(), weights) > 0.001
