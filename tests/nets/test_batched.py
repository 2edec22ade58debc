"""Many searches with one evaluator: each comes out as it does alone."""

import numpy as np
import pytest
from guided_cases import GUIDED, MEMORY, SETTINGS, guided, net_of
from phases import by_phase

from engine_cy import load_game
from nets.batched import SearchPool, search_together
from nets.testing import random_layers
from search.guide import Guide
from search.guided import GuidedSearch
from search.ismcts import Search
from search.together import Together

EACH = [case for case in GUIDED if not case.options]
HOI_PHO = next(case for case in EACH if (case.name, case.players) == ("hoi_pho", 4))


def choices_of(case, each=1, games=4):
    return [(state, seat) for state, seat in by_phase(case, each, games)
            if len(state.legal_actions(seat)) > 1]


def unguided(case, count, **settings):
    net = net_of(case)
    return [GuidedSearch(case.game, None, memory=MEMORY, num_actions=net.num_actions,
                         num_seats=net.num_seats, **settings) for _ in range(count)]


def facts(search):
    return search.root_table(), search.nodes, search.depth, search.simulations, search.asked


@pytest.mark.parametrize("most_rows", [5, 64])
@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("case", EACH, ids=str)
def test_searches_together_are_the_searches_alone_to_the_last_bit(case, settings, most_rows):
    options, net = SETTINGS[settings], net_of(case)
    places = choices_of(case)
    budgets = [20 + 3 * (i % 5) for i in range(len(places))]
    alone = [guided(case, **options) for _ in places]
    for i, (search, (state, seat)) in enumerate(zip(alone, places, strict=True)):
        search.run(state.observation(seat), i, budgets[i])
    together = unguided(case, len(places), **options)
    for i, (search, (state, seat)) in enumerate(zip(together, places, strict=True)):
        search.begin(state.observation(seat), i)
    passes = search_together(together, budgets, net.forward, most_rows)
    assert passes > 0
    assert [facts(search) for search in together] == [facts(search) for search in alone]


def test_an_observation_of_another_game_is_refused():
    """Its struct is another one; of equal size or not, it would be misread."""
    other = load_game("hoi_pho", 4, max_rounds=2).new_initial_state(1).observation(0)
    sentence = "The observation is of .*, the search of"
    with pytest.raises(ValueError, match=sentence):
        SearchPool(HOI_PHO.game, 1, 5, memory=MEMORY).run([other], [1], net_of(HOI_PHO).forward)
    with pytest.raises(ValueError, match=sentence):
        guided(HOI_PHO).run(other, 1, 5)
    with pytest.raises(ValueError, match=sentence):
        Search(HOI_PHO.game, c=1.0, memory=MEMORY).run(other, 1, 5)
    guide = Guide(HOI_PHO.game)
    for ask in (guide.question, lambda view: guide.answer(view, np.zeros(1, np.float32))):
        with pytest.raises(ValueError, match="the questions are about"):
            ask(other)


def test_a_pool_gives_the_same_as_single_searches_again_and_again():
    pool = SearchPool(HOI_PHO.game, 8, 40, memory=MEMORY)
    places = choices_of(HOI_PHO, 3)[:8]
    views = [state.observation(seat) for state, seat in places]
    for round_ in range(2):
        seeds = [100 * round_ + i for i in range(len(views))]
        visits, utility = pool.run(views, seeds, net_of(HOI_PHO).forward)
        for i, view in enumerate(views):
            search = guided(HOI_PHO)
            search.run(view, seeds[i], 40)
            table = search.root_table()
            assert visits[i].sum() == 40
            assert [visits[i, row[0]] for row in table] == [row[1] for row in table]
            mean = sum(row[1] * row[2] for row in table if row[1]) / 40
            assert utility[i] == pytest.approx(mean)


def test_a_pool_refuses_what_it_cannot_search():
    pool = SearchPool(HOI_PHO.game, 1, 10, memory=MEMORY)
    view = HOI_PHO.game.new_initial_state(1).observation(0)
    with pytest.raises(ValueError, match="do not fit a pool of 1"):
        pool.run([view, view], [1, 2], net_of(HOI_PHO).forward)
    with pytest.raises(ValueError, match="0 searches"):
        SearchPool(HOI_PHO.game, 0, 10)
    kuhn = load_game("kuhn_poker", 2)
    waiting = kuhn.new_initial_state(1).observation(1)
    with pytest.raises(ValueError, match="no choice"):
        SearchPool(kuhn, 1, 10, memory=MEMORY).run([waiting], [1], net_of(GUIDED[0]).forward)


def test_searches_that_do_not_go_together_are_refused():
    one = guided(HOI_PHO)
    with pytest.raises(ValueError, match="given twice"):
        Together([one, one], 5)
    with pytest.raises(ValueError, match="No searches"):
        Together([], 5)
    with pytest.raises(ValueError, match="inputs"):
        Together([one, guided(GUIDED[0])], 5)
    with pytest.raises(ValueError, match="2 budgets do not fit 1"):
        Together([one], [5, 6])


def begun():
    search = guided(HOI_PHO)
    search.begin(HOI_PHO.game.new_initial_state(1).observation(0), 1)
    return search


def test_questions_and_answers_alternate_and_have_their_shapes():
    together = Together([begun()], 5)
    with pytest.raises(ValueError, match="do not fit questions"):
        together.ask(np.zeros((5, 3), np.float32))
    with pytest.raises(ValueError, match="do not fit questions"):
        together.ask(np.zeros((4, together.num_inputs), np.float32))
    rows = np.zeros((5, together.num_inputs), np.float32)
    count = together.ask(rows)
    with pytest.raises(ValueError, match="have not been told"):
        together.ask(rows)
    with pytest.raises(ValueError, match="do not fit"):
        together.tell(np.zeros((count, 2), np.float32))
    with pytest.raises(ValueError, match="do not fit"):
        together.tell(np.zeros((count - 1, together.num_outputs), np.float32))
    together.tell(np.zeros((count, together.num_outputs), np.float32))


def test_a_search_left_in_the_middle_begins_anew():
    search = begun()
    together = Together([search], 5)
    rows = np.zeros((5, together.num_inputs), np.float32)
    together.ask(rows)
    with pytest.raises(ValueError, match="middle of a simulation"):
        Together([search], 5)
    view = HOI_PHO.game.new_initial_state(2).observation(1)
    search.run(view, 3, 20)
    fresh = guided(HOI_PHO)
    fresh.run(view, 3, 20)
    assert facts(search) == facts(fresh)


def test_an_evaluator_that_fails_leaves_searches_that_can_begin_anew():
    search = begun()
    with pytest.raises(ZeroDivisionError):
        search_together([search], 5, lambda rows: rows / (1 // 0))
    search.begin(HOI_PHO.game.new_initial_state(1).observation(0), 1)
    assert search_together([search], 5, net_of(HOI_PHO).forward) > 0
    assert search.simulations == 5


# ---- torch ---------------------------------------------------------------------------------------


def torch_search(device):
    """Return (the share of equal root tables, the greatest difference of logits) to the kernel."""
    pytest.importorskip("torch", reason="torch is not installed: pip install desgarrada[torch]")
    from nets.torch_evaluator import module_of_layers, torch_evaluator

    evaluate = torch_evaluator(
        module_of_layers(random_layers(HOI_PHO.game, (16, 16), 0, 3.0)), device)
    net, places = net_of(HOI_PHO), choices_of(HOI_PHO, 3)
    x = np.stack([state.observation(seat).tensor() for state, seat in places])
    searches = unguided(HOI_PHO, len(places))
    for i, (search, (state, seat)) in enumerate(zip(searches, places, strict=True)):
        search.begin(state.observation(seat), i)
    search_together(searches, 40, evaluate)
    equal = 0
    for i, (search, (state, seat)) in enumerate(zip(searches, places, strict=True)):
        alone = guided(HOI_PHO)
        alone.run(state.observation(seat), i, 40)
        assert search.simulations == 40
        equal += [row[:2] for row in alone.root_table()] == [
            row[:2] for row in search.root_table()]
    return equal / len(places), np.abs(evaluate(x) - net.forward(x)).max()


def test_torch_on_the_cpu_answers_as_the_kernel_does():
    equal, difference = torch_search("cpu")
    assert difference < 1e-4
    assert equal >= 0.5             # a rounding may tip a choice, and then the rest differs


def test_torch_on_a_gpu_answers_as_the_kernel_does():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    if not torch.cuda.is_available():
        pytest.skip("torch finds no GPU on this machine.")
    equal, difference = torch_search("cuda")
    assert difference < 1e-3
    assert equal >= 0.5


def test_a_device_that_is_not_there_is_refused():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from nets.torch_evaluator import find_device

    with pytest.raises(ValueError, match="allowed: auto, cpu, cuda"):
        find_device("tpu")
    if not torch.cuda.is_available():
        with pytest.raises(ValueError, match="finds no GPU"):
            find_device("cuda")
        assert find_device("auto").type == "cpu"
