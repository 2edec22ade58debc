"""One information-state hash, one observation; and what a tensor leaves out.

Small games are walked through from their first deals: equal hashes of a seat go with equal bytes of
its observation, and different hashes with different tensors. In games of many cards the tensor is a
summary: the fields in which observations with one tensor may differ are listed with the reason.
"""

from __future__ import annotations

import functools
import itertools
from collections import defaultdict

import pytest
from cases import CASES, case
from phases import by_phase
from test_struct_fields import numbers_of

HISTORY = "how the position came about; what still matters of it stands in other fields"
COURSE = dict.fromkeys(
    ("h.public_hash", "h.news", "h.num_moves", "hash_at_deal", "news_at_deal", "moves_at_deal",
     "money_at_deal", "log"), HISTORY)
LEFT_OUT = {
    "hoi_pho": COURSE | {
        "lacks": "the tensor says whether a hand provably lacks something, not which merchants",
    },
    "fairy_concerto": COURSE | {
        "draws": "who drew which card; who keeps which is there, and one's own two by their needs",
        "picked": "what has been picked from a hand is there as part of the orchestras alone",
    },
    "fado_duetos": COURSE | {
        "deck": "when the cards came, and which the deck has laid into the practice area",
        "practice": "the cards of the practice area are there, not who has laid which",
    },
}
# The hash keeps the hand, not when its cards came; worlds do not depend on it.
FORGOTTEN = {"fado_duetos": {"deck"}}

# Games that are walked through, from all first deals or some.
WALKED = {
    case("kuhn_poker", 2): None,
    case("kuhn_poker", 3): None,
    case("leduc_poker", 2): None,
    case("goofspiel", 2, num_cards=3): None,
    case("goofspiel", 3, num_cards=3): None,
    case("goofspiel", 2, num_cards=4, imp_info=True): 3,
    case("hoi_pho", 2, data="hoi_pho_lab_2p"): None,
    case("fairy_concerto", 2, data="fairy_concerto_lab_2p"): None,
    case("fairy_concerto", 3, data="fairy_concerto_lab_3p"): 80,
    case("fado_duetos", 2, data="fado_duetos_lab_round_2p"): None,
    case("fado_duetos", 3, data="fado_duetos_lab_round_3p"): 20,
}
WALKED_LONG = {case("hoi_pho", 3, data="hoi_pho_lab_3p"): 2, case("leduc_poker", 3): 60}


def positions(game, deals):
    """Yield every position that can be reached from some deals, commitments in seat order."""
    seen, todo = set(), list(deals)
    while todo:
        state = todo.pop()
        if state.to_bytes() in seen:
            continue
        seen.add(state.to_bytes())
        yield state
        for action in state.legal_actions().tolist():
            after = state.clone()
            after.apply_action(action)
            todo.append(after)


def fields_that_differ(game, observations):
    """Return the fields in which the bytes of some observations are not all the same."""
    first, *others = (int.from_bytes(raw) for raw in observations)
    bits = functools.reduce(int.__or__, (first ^ other for other in others), 0)
    if not bits:
        return set()
    differs = bits.to_bytes(game.state_bytes)
    return {name for name, at, size in numbers_of(game.dtype) if any(differs[at : at + size])}


def check_keys_and_tensors(walked, deals):
    game, by_key, by_tensor = walked.game, defaultdict(set), defaultdict(set)
    first = (state for state, _ in game.initial_worlds(10_000))
    for state in positions(game, itertools.islice(first, deals)):
        for seat in state.acting_players():
            observation = state.observation(seat)
            raw, legal = observation.to_bytes(), observation.legal_actions().tobytes()
            by_key[observation.information_state_hash()].add((seat, raw, legal))
            by_tensor[seat, observation.tensor().tobytes(), legal].add(raw)
    assert all(len(found) == 1 for found in by_key.values())
    missing = set()
    for found in by_tensor.values():
        missing |= fields_that_differ(game, found)
    return missing


@pytest.mark.parametrize("walked", WALKED, ids=str)
def test_one_hash_one_observation_and_the_tensor_tells_them_apart(walked):
    missing = check_keys_and_tensors(walked, WALKED[walked])
    assert missing <= LEFT_OUT.get(walked.name, {}).keys()


@pytest.mark.soak
@pytest.mark.parametrize("walked", WALKED_LONG, ids=str)
def test_one_hash_one_observation_in_larger_games(walked):
    missing = check_keys_and_tensors(walked, WALKED_LONG[walked])
    assert missing <= LEFT_OUT.get(walked.name, {}).keys()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_hash_holds_all_that_a_seat_knows_in_worlds_that_another_cannot_tell_apart(case):
    """The trees of all seats are kept by hash: in sampled worlds it has to tell as much."""
    for i, (state, seat) in enumerate(by_phase(case, 1, 6)):
        observation, found = state.observation(seat), defaultdict(set)
        for k in range(30):
            world = observation.sample_state(100 * i + k)
            for other in range(case.players):
                seen = world.observation(other)
                found[other, seen.information_state_hash()].add(seen.to_bytes())
        for same in found.values():
            assert fields_that_differ(case.game, same) <= FORGOTTEN.get(case.name, set())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_hash_tells_what_its_seat_has_just_chosen(case):
    """Small steps and commitments too: what only their seat has seen is in no public hash."""
    for state, _ in by_phase(case, 12, 24):
        for seat in state.acting_players():
            found = defaultdict(set)
            for action in state.legal_actions(seat).tolist():
                after = state.clone()
                after.apply_action(action, seat)
                seen = after.observation(seat)
                found[seen.information_state_hash()].add(seen.to_bytes())
            assert all(len(same) == 1 for same in found.values())
