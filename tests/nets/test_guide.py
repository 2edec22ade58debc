"""What a network is asked, and how its answer is read: the same in search, training and play."""

import numpy as np
import pytest
from guided_cases import GUIDED, SETTINGS, guided, masked_softmax, net_of
from phases import by_phase

from engine_cy import load_game
from engine_cy.batch import Batch
from search.guide import Guide, share_total
from search.guided import GuidedSearch
from search.together import Together

each_case = pytest.mark.parametrize("case", GUIDED, ids=str)


def random_actions(masks, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks],
                    dtype=np.int32)


@each_case
def test_masks_and_tensors_of_search_are_those_of_the_batch(case):
    """Training reads the batch, play the observation, search the node: one and the same."""
    game, rng = case.game, np.random.default_rng(4)
    batch = Batch(game, 6, 9)
    guide, search = Guide(game), guided(case)
    for step in range(min(60, game.max_game_length)):
        masks, tensors = batch.mask(), batch.tensor()
        for i, seat in enumerate(batch.current_players()):
            if seat < 0:
                batch.reset(i)
                continue
            view = batch.state(i).observation(int(seat))
            x, legal = guide.question(view)
            assert np.array_equal(x, tensors[i])
            assert np.array_equal(view.legal_actions_mask(), masks[i])
            assert np.array_equal(np.flatnonzero(masks[i]), legal)
            if len(legal) > 1 and step % 3 == 0:
                search.clear()
                search.run(view, step, simulations=1)
                assert [row[0] for row in search.root_table()] == legal.tolist()
        batch.step(random_actions(batch.mask(), rng))


@pytest.mark.parametrize("settings", SETTINGS)
@each_case
def test_questions_inside_a_search_are_what_the_seat_would_be_asked(case, settings):
    """Rows of worlds that are played on: bit for bit the tensor of the seat's observation."""
    for seed, (state, seat) in enumerate(by_phase(case, 1, 4)):
        if len(state.legal_actions(seat)) < 2:
            continue
        search = guided(case, **SETTINGS[settings])
        search.begin(state.observation(seat), seed)
        together = Together([search], 12)
        rows = np.empty((5, together.num_inputs), dtype=np.float32)
        while count := together.ask(rows):
            world = search.leaf_state()
            assert world.check() == 0
            assert len(search.pending()) == count
            for row, (player, actions, acts, values) in zip(rows, search.pending(), strict=False):
                view = world.observation(player)
                assert np.array_equal(row, view.tensor())
                if actions is not None:
                    assert actions == view.legal_actions().tolist() and len(actions) > 1
                if acts:
                    assert len(view.legal_actions()) > 1
                assert not (acts and values)
            together.tell(net_of(case).forward(rows[:count]))
        assert search.simulations == 12


@each_case
def test_an_answer_is_a_masked_softmax_and_utilities_by_absolute_seat(case):
    game = case.game
    guide, rng = Guide(game), np.random.default_rng(1)
    players, span = game.num_players, game.utility_max - game.utility_min
    for state, seat in by_phase(case, 1, 3):
        view = state.observation(seat)
        out = rng.normal(0, 3, guide.num_outputs).astype(np.float32)
        shares, utilities = guide.answer(view, out)
        legal = view.legal_actions()
        if len(legal):
            assert shares == pytest.approx(masked_softmax(out[: guide.num_actions], legal))
        shown = out[guide.num_actions :][: max(2, players)]
        relative = masked_softmax(shown, np.arange(len(shown)))
        for j in range(players):
            expected = relative[j] * share_total(game) * span + game.utility_min
            assert utilities[(seat + j) % players] == pytest.approx(expected)
        if players > 1:
            assert utilities.sum() == pytest.approx(game.utility_sum)


def test_utilities_without_a_constant_sum_are_refused():
    game = load_game("goofspiel", 3, returns_type="total_points")
    with pytest.raises(ValueError, match="have no constant sum"):
        Guide(game)


def test_a_network_of_another_game_is_refused():
    net = net_of(GUIDED[0])
    with pytest.raises(ValueError, match="does not fit"):
        GuidedSearch(load_game("hoi_pho", 4), net)
    with pytest.raises(ValueError, match="which has 107"):
        Guide(load_game("hoi_pho", 4), num_actions=3)
