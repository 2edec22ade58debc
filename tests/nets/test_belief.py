"""Belief: weights of worlds are the likelihoods of the others' moves, computed independently."""

import numpy as np
import pytest
from guided_cases import GUIDED, MEMORY, guided, masked_softmax, net_of
from phases import by_phase
from plays import walk

from nets.batched import search_together
from search.belief import weighted_worlds
from search.guided import GuidedSearch
from search.mlp import MLP

EACH = [case for case in GUIDED if not case.options]
HOI_PHO = next(case for case in EACH if (case.name, case.players) == ("hoi_pho", 4))
ERROR = 0.1


def likelihood(world, seat, net):
    """Return the product over the other seats' moves since the deal, by rewinding the world."""
    total = 1.0
    for k, player, action in world.decisions():
        if player == seat:
            continue
        view = world.game.rewind(world, k).observation(player)
        legal = view.legal_actions()
        out = net.forward(view.tensor()[None])[0, : net.num_actions]
        share = masked_softmax(out, legal)[legal.tolist().index(action)]
        total *= (1 - ERROR) * share + ERROR / len(legal)
    return total


@pytest.mark.parametrize("case", EACH, ids=str)
def test_weights_are_the_likelihoods_of_the_others_moves(case):
    net, weighed = net_of(case), 0
    for seed, (state, seat) in enumerate(by_phase(case, 2, 6)):
        found = weighted_worlds(state.observation(seat), net, 12, seed, error=ERROR)
        if found is None:
            moves = [m for m in state.observation(seat).decisions() if m[1] != seat]
            assert not moves or case.name == "house_of_fado"
            continue
        expected = np.array([likelihood(world, seat, net) for world, _ in found])
        weights = np.array([weight for _, weight in found])
        assert weights == pytest.approx(expected / expected.sum(), rel=1e-4)
        weighed += 1
        for world, _ in found:
            assert world.observation(seat) == state.observation(seat)
    assert weighed or case.players == 1 or case.name == "house_of_fado"


def late_positions(case, games):
    """Yield (state, seat) of choices after moves of others."""
    for seed in range(games):
        for state, _ in walk(case.game, seed, seed):
            seat = state.current_player()
            if seat >= 0 and len(state.legal_actions(seat)) > 1 and len(state.decisions()) > 4:
                yield state.clone(), seat
                break


def test_networks_and_counts_that_do_not_fit_are_refused():
    state, seat = next(late_positions(HOI_PHO, 20))
    view, net = state.observation(seat), net_of(HOI_PHO)
    outputs = net.num_actions + net.num_seats
    wide = MLP([(np.zeros((outputs, 500_000), np.float32), np.zeros(outputs, np.float32))],
               net.num_actions, net.num_seats)
    with pytest.raises(ValueError, match="A network of 500000 inputs does not fit"):
        weighted_worlds(view, wide, 8, 1)
    with pytest.raises(ValueError, match="A belief of 0 worlds is not possible"):
        weighted_worlds(view, net, 0, 1)


def test_time_ends_the_weighing_too():
    """However many worlds are asked for, some simulations follow soon: the bot has to move."""
    state, seat = next(late_positions(HOI_PHO, 20))
    view = state.observation(seat)
    search, patient = (guided(HOI_PHO, belief=20_000) for _ in range(2))
    search.run(view, 3, seconds=0.0)
    patient.run(view, 3, search.simulations)
    assert 1 <= search.simulations <= 16
    assert search.asked < patient.asked / 2     # nothing was asked of most worlds
    assert sum(search.root_policy()) == pytest.approx(1)
    search.run(view, 3, 5)
    assert search.simulations == 5


def test_simulations_follow_the_weights():
    """Hội Phố: how often a world's hands occur at the root of simulations, against the weights."""
    state, seat = next(late_positions(HOI_PHO, 20))
    view = state.observation(seat)
    search = guided(HOI_PHO, belief=6)
    search.run(view, 3, 1)
    plain = guided(HOI_PHO)
    plain.run(view, 3, 400)
    believing = guided(HOI_PHO, belief=64)
    believing.run(view, 3, 400)
    assert believing.root_table() != plain.root_table()
    assert believing.asked > plain.asked


@pytest.mark.parametrize("case", EACH, ids=str)
def test_believing_searches_together_are_the_same_as_alone(case):
    places = [(s, p) for s, p in by_phase(case, 2, 4) if len(s.legal_actions(p)) > 1]
    net = net_of(case)
    together = [GuidedSearch(case.game, None, memory=MEMORY, belief=10,
                             num_actions=net.num_actions, num_seats=net.num_seats)
                for _ in places]
    tables = []
    for i, (search, (state, seat)) in enumerate(zip(together, places, strict=True)):
        search.begin(state.observation(seat), i)
        alone = guided(case, belief=10)
        alone.run(state.observation(seat), i, 30)
        tables.append((alone.root_table(), alone.asked))
        assert alone.simulations == 30
    search_together(together, 30, net.forward, 32)
    assert [(search.root_table(), search.asked) for search in together] == tables


def test_what_others_did_is_not_known_without_a_trace():
    state, seat = next(late_positions(HOI_PHO, 20))
    data = state.observation(seat).to_dict()
    assert weighted_worlds(HOI_PHO.game.observation_from_dict(data), net_of(HOI_PHO), 8, 1)
    del data["trace"]
    view = HOI_PHO.game.observation_from_dict(data)
    assert weighted_worlds(view, net_of(HOI_PHO), 8, 1) is None
    search = guided(HOI_PHO, belief=8)
    search.run(view, 1, 20)
    assert search.simulations == 20


@pytest.mark.parametrize("case", EACH, ids=str)
def test_worlds_that_a_seat_cannot_tell_apart_give_one_decision(case):
    """The two-world test with belief: it reads the observation's moves, not the state's."""
    for seed, (state, seat) in enumerate(by_phase(case, 2, 6)):
        if len(state.legal_actions(seat)) < 2:
            continue
        twin = state.observation(seat).sample_state(seed + 100)
        tables = []
        for world in (state, twin):
            search = guided(case, belief=12)
            search.run(world.observation(seat), seed, 30)
            tables.append((search.root_table(), search.asked, search.nodes))
        assert tables[0] == tables[1]
