"""Laws 4 to 6 against the independent oracle: what a seat knows, and the worlds it may be in."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from math import factorial

import pytest
from cases import CASES, HOI_PHO, HOUSE, LAB, case
from chi_square import careless_deal, greedy_deal, p_value
from oracle import Seen, bare, identity, identity_of_bytes, own_start, since_last_deal
from plays import same_observation, walk
from scipy.stats import kstest
from twins import all_starts, movable, put_cards, twin_of

from engine_cy import TooManyWorlds, load_game
from engine_cy.core import state_from_bytes
from engine_cy.testing import sample_worlds

# Games whose first deals can all be listed, with their number.
SMALL = {
    case("kuhn_poker", 2): 6,
    case("kuhn_poker", 3): 24,
    case("leduc_poker", 2): 120,
    case("leduc_poker", 3): 1680,
    case("goofspiel", 2, num_cards=4): 24,
    case("goofspiel", 3, num_cards=3): 6,
    case("goofspiel", 2, num_cards=4, imp_info=True): 24,
    case("goofspiel", 2, num_cards=5, imp_info=True, points_order="ascending"): 1,
    case("hoi_pho", 2, data=LAB / "hoi_pho_lab_2p.toml"): 90,
    case("hoi_pho", 3, data=LAB / "hoi_pho_lab_3p.toml"): 630,
    case("fado_duetos", 2, data=LAB / "fado_duetos_lab_2p.toml"): 5040,
    case("fado_duetos", 3, data=LAB / "fado_duetos_lab_3p.toml"): 4320,
}
each_small = pytest.mark.parametrize("small", SMALL, ids=str)
each_case = pytest.mark.parametrize("case", CASES, ids=str)


def first_deals(small):
    """Return every first deal, found by dealing from many seeds; all are equally likely."""
    deals = {}
    for seed in range(15 * SMALL[small] + 200):
        state = small.game.new_initial_state(seed)
        deals.setdefault(identity(state), state)
    assert len(deals) == SMALL[small]
    return [(bare(state), 1) for state in deals.values()]


def questions(game, n, first=0):
    """Yield n questions to the oracle, about each seat in turn at positions of random games."""
    rng = random.Random(8 + first)
    for i in range(first, first + n):
        yield Seen(*since_last_deal(game, i, i, rng.random()), i % game.num_players)


@functools.cache
def some_questions(case):
    """Return twenty of them, or seven where a game is hundreds of moves long; two laws ask them."""
    length = sum(1 for _ in walk(case.game, 0, 0))
    return list(questions(case.game, 20 if length < 300 else 7))


def check_exactly(seen, starts, seed):
    """Laws 4 to 6 for one question; return the p-value of samples, None if nothing is hidden."""
    observation = seen.truth.observation(seen.seat)
    oracle = Counter()
    for world, weight in seen.worlds(starts):
        assert same_observation(world.observation(seen.seat), observation)
        oracle[identity(world)] += weight
    assert identity(seen.truth) in oracle or len(seen.visible) < seen.truth.num_moves
    listed = Counter()
    for world, weight in observation.worlds(10_000):
        listed[identity(world)] += weight
    assert listed.keys() == oracle.keys()
    assert len({oracle[world] / listed[world] for world in oracle}) == 1
    samples = sample_worlds(observation, 20 * len(oracle) + 400, seed)
    p = p_value([identity_of_bytes(seen.game, raw) for raw in samples], oracle)
    assert p > 1e-5         # thousands of questions are asked; see what becomes of the p-values
    return p if len(oracle) > 1 else None


@pytest.mark.slow
@each_small
def test_initial_worlds_are_the_first_deals(small):
    worlds = {identity(state): weight for state, weight in small.game.initial_worlds(10_000)}
    assert worlds.keys() == {identity(state) for state, _ in first_deals(small)}
    assert len(set(worlds.values())) == 1
    with pytest.raises(TooManyWorlds):
        small.game.initial_worlds(SMALL[small] - 1)


@pytest.mark.parametrize("name, limit, deals", [
    ("fado_duetos", 5000, r"\d{15,}"), ("goofspiel", 10**9, factorial(13))])
def test_too_many_deals_are_noticed_without_listing_them(name, limit, deals):
    """Listing would take seconds for a long deck and years for the larger limit."""
    with pytest.raises(TooManyWorlds, match=rf"More than {limit} worlds .* \({deals} deals"):
        load_game(name).initial_worlds(limit)


def test_a_limit_counts_the_worlds_that_differ_not_the_deals_that_look_alike():
    """After two picks of three seats at Fairy Concerto: 70 worlds of millions of deals."""
    state = next(s for s, moves in walk(load_game("fairy_concerto", 3), 0, 0) if len(moves) == 6)
    observation = state.observation(0)
    weights = [weight for _, weight in observation.worlds(70)]
    assert (len(weights), sum(weights)) == (70, 3_946_305)
    with pytest.raises(TooManyWorlds):
        observation.worlds(69)


@pytest.mark.slow
@each_small
def test_laws_4_to_6_exactly(small):
    """Same observation in every world that agrees; `worlds` lists them all with their weights;
    samples come uniformly from them."""
    starts = first_deals(small)
    found = [check_exactly(seen, starts, i) for i, seen in enumerate(questions(small.game, 30))]
    p_values = [p for p in found if p is not None]
    assert len(p_values) >= 4
    assert kstest(p_values, "uniform").pvalue > 0.01


def exactly_late_in_a_round(case, n, first=0):
    """Check the questions of n games that leave few cards open; return the p-values."""
    p_values = []
    for i, seen in enumerate(questions(case.game, n, first)):
        if len(movable(seen)) <= 6:
            p_values.append(check_exactly(seen, list(all_starts(seen)), i))
    return [p for p in p_values if p is not None]


each_hoi_pho = pytest.mark.parametrize("case", HOI_PHO, ids=str)


@pytest.mark.slow
@each_hoi_pho
def test_laws_4_to_6_exactly_late_in_a_round_of_hoi_pho(case):
    p_values = exactly_late_in_a_round(case, 30)
    assert len(p_values) >= 4
    assert kstest(p_values, "uniform").pvalue > 0.01


@pytest.mark.soak
@each_hoi_pho
def test_laws_4_to_6_exactly_in_many_rounds_of_hoi_pho(case):
    p_values = exactly_late_in_a_round(case, 1000, 1000)
    assert kstest(p_values, "uniform").pvalue > 0.001


# ---- after calls that nobody answered: hands that provably lack a card --------------------------


@pytest.fixture(scope="module")
def game_with_a_pile(tmp_path_factory):
    """Hội Phố for four with three merchants dealt to each: a called card may lie in the pile."""
    box = (LAB / "hoi_pho.toml").read_text(encoding="utf-8")
    four = box.index("players = 4")
    smaller = box[four:].replace("dealt = 4", "dealt = 3", 1).replace("turns = 4", "turns = 3", 1)
    path = tmp_path_factory.mktemp("box") / "pile.toml"
    path.write_text(box[:four] + smaller, encoding="utf-8")
    return load_game("hoi_pho", 4, data=path)


def after_failed_calls(game, n):
    """Yield n questions in which the seat knows that another hand lacks an unseen card."""
    for seen in questions(game, 2000, 5000):
        record = seen.truth.record()
        others = [p for p in range(game.num_players) if p != seen.seat]
        slots = movable(seen)
        barred = any(int(record["lacks"][p]) >> card & 1 for p in others for _, card in slots)
        if barred and len(slots) <= 7 and not seen.truth.is_terminal():
            yield seen
            n -= 1
        if n == 0:
            return


def hands_of(state):
    record = state.record()
    return tuple(record["hand"].tolist()), tuple(record["ships"].tolist())


def dealt_carelessly(seen, rng):
    """Return hands dealt as if nobody lacked anything."""
    record = seen.truth.to_dict()["record"]
    slots = movable(seen)
    put_cards(record, slots, rng.sample([card for _, card in slots], len(slots)))
    return tuple(record["hand"]), tuple(record["ships"])


@pytest.mark.slow
def test_law_6_after_failed_calls_and_a_careless_dealer_is_rejected(game_with_a_pile):
    rng, p_exact, p_careless = random.Random(5), [], []
    for i, seen in enumerate(after_failed_calls(game_with_a_pile, 8)):
        starts = list(all_starts(seen))
        p_exact.append(check_exactly(seen, starts, i))
        oracle = Counter()
        for world, weight in seen.worlds(starts):
            oracle[hands_of(world)] += weight
        p_careless.append(p_value([dealt_carelessly(seen, rng) for _ in range(300)], oracle))
    assert len(p_exact) == 8 and min(p_exact) > 0.001
    assert max(p_careless) == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("case", [c for c in SMALL if c.name == "fado_duetos"], ids=str)
def test_laws_4_to_6_exactly_with_the_past_of_fado_duetos(case):
    """Which card of a hand came when is drawn uniformly too: whole deals, not only hands now."""
    starts, p_values = first_deals(case), []
    for i, seen in enumerate(questions(case.game, 40)):
        oracle = Counter(without_key(world.to_bytes()) for world, _ in seen.worlds(starts))
        samples = sample_worlds(seen.truth.observation(seen.seat), 20 * len(oracle) + 400, 1000 + i)
        p = p_value([without_key(raw) for raw in samples], oracle)
        assert p > 0.001
        if len(oracle) > 1:
            p_values.append(p)
    assert len(p_values) >= 8
    assert kstest(p_values, "uniform").pvalue > 0.01


def without_key(raw):
    """Return the bytes of a state without the key of the chance to come."""
    return raw[:8] + bytes(8) + raw[16:]


def test_the_two_ways_of_the_oracle_agree():
    """Replaying the visible moves finds what the search through all moves finds."""
    game, starts = case("kuhn_poker", 3).game, first_deals(case("kuhn_poker", 3))
    for seen in questions(game, 12):
        own = own_start(seen.deal, seen.seat)
        fitting = [start for start, _ in starts if own_start(start, seen.seat) == own]
        replayed = [identity(world) for world, _ in seen.worlds(starts)]
        searched = [identity(w) for start in fitting for w in seen.search(start, 0, None)]
        assert sorted(replayed) == sorted(searched)


@each_case
def test_law_5_twins_look_the_same(case):
    """States that differ only in what a seat cannot know give it the same observation."""
    found = 0
    for i, seen in enumerate(some_questions(case)):
        twin = twin_of(seen, random.Random(i))
        if twin is not None:
            found += identity(twin) != identity(seen.truth)
            observation = seen.truth.observation(seen.seat)
            assert same_observation(twin.observation(seen.seat), observation)
    assert found >= (0 if case in KNOWN_TO_ALL else 5)


# Goofspiel with shown bids and a fixed order of prizes, or with one prize left: nothing is hidden.
KNOWN_TO_ALL = [
    c for c in CASES
    if c.name == "goofspiel" and "imp_info" not in dict(c.options)
    and (dict(c.options).get("points_order", "random") != "random"
         or dict(c.options).get("num_cards") == 2)
] + HOUSE      # House of Fado hides chance to come alone, which `identity` leaves out


@each_case
def test_poisoned_hidden_bytes_do_not_show(case):
    """With the hidden bits of the truth changed at random, the observation is the same."""
    rng = random.Random(6)
    for seen in some_questions(case):
        observation = seen.truth.observation(seen.seat)
        poisoned = bytearray(seen.truth.to_bytes())
        for i, visible in enumerate(observation.to_bytes()):
            if i not in HEADER_BYTES:
                poisoned[i] &= visible | rng.randrange(256)
        again = state_from_bytes(case.game, bytes(poisoned))
        assert again.observation(seen.seat).to_bytes() == observation.to_bytes()


# num_moves, the sets of seats that choose, the steps of an open choice: the core restores them from
# one another.
HEADER_BYTES = {16, 17, 31, 32, 36}


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
