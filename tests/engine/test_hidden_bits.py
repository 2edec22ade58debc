"""How much is hidden from a seat, in bits: against the list of worlds, and counted by hand."""

import itertools
import random
from math import comb, factorial, log2

import pytest
from cases import CASES, case
from plays import walk

from engine_cy import Observation, TooManyWorlds, load_game
from engine_cy.deal import deal_bits, enumerate_deals

each_case = pytest.mark.parametrize("case", CASES, ids=str)


def entropy(weights) -> float:
    """Return the entropy in bits of chances in proportion to `weights`."""
    weights = list(weights)
    total = sum(weights)
    return -sum(w / total * log2(w / total) for w in weights)


# ---- pools alone ---------------------------------------------------------------------------------


def some_pool(rng):
    """Return the arguments of a small pool: equal pieces, bars, needs or shown pieces."""
    holders = rng.randrange(2, 5)
    room = [rng.randrange(4) for _ in range(holders)]
    types = sorted(rng.randrange(4) for _ in range(sum(room)))
    everywhere = (1 << holders) - 1
    pool = {
        "types": types,
        "allowed": [everywhere] * len(types),
        "room": room,
        "ordered": [rng.randrange(2) for _ in room],
        "marks": None,
        "shown": None,
    }
    kind = rng.randrange(4)
    may = [rng.randrange(1, everywhere + 1) | rng.randrange(everywhere + 1) for _ in range(4)]
    if kind == 1:
        pool["allowed"] = [may[face] for face in types]
    elif kind == 2:
        pool["marks"] = [may[face] & may[-1] for face in types]
    elif kind == 3 and types:
        pool["ordered"] = [0] * holders
        faces = range(4) if rng.randrange(2) else types[:1]
        pool["shown"] = {face: [rng.randrange(3) for _ in room] for face in faces}
    return pool


def test_pools_of_every_kind_have_the_entropy_of_their_deals():
    rng, tried = random.Random(3), 0
    while tried < 400:
        pool = some_pool(rng)
        weights = [weight for _, weight in enumerate_deals(**pool)]
        if weights:
            assert sum(deal_bits(**pool)) == pytest.approx(entropy(weights), abs=1e-9)
            heaps = enumerate_deals(**{**pool, "ordered": [0] * len(pool["room"])})
            # Without order one look stands for all orders of the places.
            assert deal_bits(**pool)[0] == pytest.approx(entropy(w for _, w in heaps), abs=1e-9)
            tried += 1


def test_a_long_deck_needs_no_list():
    deck, hand = list(range(52)), 13
    held, order = deal_bits(deck, [15] * 52, [hand] * 4, [0] * 4)
    assert held == pytest.approx(log2(factorial(52) // factorial(hand) ** 4)) and order == 0.0
    held, order = deal_bits(deck, [3] * 52, [hand, 39], [0, 1])
    assert held == pytest.approx(log2(comb(52, hand)))
    assert order == pytest.approx(log2(factorial(39)))


# ---- observations --------------------------------------------------------------------------------

# Nothing of these few games is short enough to list, but for their first decisions see below.
TOO_LONG = [c for c in CASES if c.name == "fado_duetos"] + [
    case("goofspiel", 2, imp_info=True, returns_type="point_difference")
]



def first_view(name, players=None, seat=0, **options) -> Observation:
    return load_game(name, players, **options).new_initial_state(1).observation(seat)


@each_case
def test_bits_are_the_entropy_of_the_worlds(case):
    checked = 0
    for deal in range(4):
        for state, _ in itertools.islice(walk(case.game, deal, deal), 150):
            for seat in range(case.players):
                observation = state.observation(seat)
                bits = sum(observation.hidden_bits())
                if bits > 9:
                    continue
                try:
                    weights = [weight for _, weight in observation.worlds(600)]
                except TooManyWorlds:
                    continue
                assert bits == pytest.approx(entropy(weights), abs=1e-9)
                checked += 1
                if checked == 60:
                    return
    assert checked or case in TOO_LONG


@pytest.mark.parametrize(
    "observation, bits",
    [
        (first_view("kuhn_poker"), (1.0, 0.0)),  # one of two cards
        (first_view("kuhn_poker", 3), (log2(3 * 2), 0.0)),  # of three cards two are held
        (first_view("leduc_poker"), (log2(5 * 4), 0.0)),  # the other hand, the card to come
        (first_view("goofspiel"), (0.0, log2(factorial(12)))),  # prizes to come
        (first_view("goofspiel", points_order="ascending"), (0.0, 0.0)),
        # Every hand has a Ship; the other twelve cards, all different, are four in each hand.
        (first_view("hoi_pho", 4), (log2(factorial(12) / factorial(4) ** 3), 0.0)),
        # Of 76 cards the other seat holds five, the rest is the deck.
        (first_view("fado_duetos", 2), (log2(comb(76, 5)), log2(factorial(71)))),
        (first_view("house_of_fado", 3), (0.0, 0.0)),  # all lies open; draws are chance to come
    ],
)
def test_first_decisions_counted_by_hand(observation, bits):
    assert observation.hidden_bits() == pytest.approx(bits)


def test_what_is_seen_is_hidden_no_more():
    state = load_game("kuhn_poker").new_initial_state(1)
    for action in (1, 1):  # a bet and a call: both cards are shown
        state.apply_action(action)
    assert state.observation(0).hidden_bits() == (0.0, 0.0)


def test_a_hidden_bid_is_one_of_those_that_lose_to_the_own():
    """Goofspiel of 4 cards: seat 0 bids 3 and wins, so that the other bid is 1 or 2."""
    state = load_game("goofspiel", num_cards=4, imp_info=True).new_initial_state(2)
    state.apply_action(2, 0)
    state.apply_action(1, 1)
    held, order = state.observation(0).hidden_bits()
    assert held == pytest.approx(1.0)
    assert order == pytest.approx(log2(2))  # of the two prizes still to come


def test_what_others_have_just_committed_is_not_counted():
    state = load_game("hoi_pho", 4).new_initial_state(1)
    before = state.observation(0).hidden_bits()
    other = next(seat for seat in state.acting_players() if seat != 0)
    state.apply_action(int(state.legal_actions(other)[0]), other)
    assert state.observation(0).hidden_bits() == before


def test_a_seat_that_sees_every_hand_has_nothing_hidden():
    state = load_game("fairy_concerto", 3).new_initial_state(1)
    assert state.observation(0).hidden_bits()[0] > 20
    assert state.observation_of_all(0).hidden_bits()[0] == 0.0
