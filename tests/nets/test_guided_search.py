"""Guided search: budgets, priors, what is backed up, the kept tree, the full arena."""

import numpy as np
import pytest
from guided_cases import GUIDED, MEMORY, SETTINGS, guided, masked_softmax, net_of
from phases import by_phase
from plays import walk

from search.guide import Guide
from search.guided import GuidedSearch
from search.together import Together

each_case = pytest.mark.parametrize("case", GUIDED, ids=str)
each_setting = pytest.mark.parametrize("settings", SETTINGS)
HOI_PHO = next(c for c in GUIDED if (c.name, c.players, c.options) == ("hoi_pho", 4, ()))
HOUSE = next(c for c in GUIDED if (c.name, c.players, c.options) == ("house_of_fado", 2, ()))


def choices_of(case, each=1, games=4):
    return [(state, seat) for state, seat in by_phase(case, each, games)
            if len(state.legal_actions(seat)) > 1]


@each_setting
@each_case
def test_every_simulation_of_the_budget_visits_one_action_of_the_root(case, settings):
    game = case.game
    for seed, (state, seat) in enumerate(choices_of(case)):
        view = state.observation(seat)
        search = guided(case, **SETTINGS[settings])
        search.run(view, seed, 40)
        table = search.root_table()
        assert [row[0] for row in table] == view.legal_actions().tolist()
        assert search.simulations == sum(row[1] for row in table) == 40
        assert sum(search.root_policy()) == pytest.approx(1)
        for _, visits, mean, prior in table:
            assert 0 < prior <= 1
            assert (mean is None) == (visits == 0)
            slack = 1e-9 * (game.utility_max - game.utility_min)
            assert mean is None or (
                game.utility_min - slack <= mean <= game.utility_max + slack)


@each_case
def test_the_priors_of_the_root_are_the_network_s_a_little_mixed(case):
    guide, net = Guide(case.game), net_of(case)
    for seed, (state, seat) in enumerate(choices_of(case)):
        view = state.observation(seat)
        x, legal = guide.question(view)
        policy = masked_softmax(net.forward(x[None])[0, : net.num_actions], legal)
        for mixed in (0.05, 0.5):
            search = guided(case, mixed=mixed)
            search.run(view, seed, 5)
            expected = (1 - mixed) * policy + mixed / len(legal)
            assert [row[3] for row in search.root_table()] == pytest.approx(expected, abs=1e-4)


def step(search, answer, simulations):
    """Run a search whose questions a function of the row and its pending entry answers."""
    together = Together([search], simulations)
    rows = np.empty((5, together.num_inputs), dtype=np.float32)
    while count := together.ask(rows):
        outs = [answer(search, row, entry) for row, entry in zip(rows, search.pending(),
                                                                 strict=False)]
        together.tell(np.array(outs, dtype=np.float32).reshape(count, -1))


def value_logits(guide, shares):
    """Return an answer with an even policy and given shares by relative seat."""
    out = np.zeros(guide.num_outputs, dtype=np.float32)
    out[guide.num_actions : guide.num_actions + len(shares)] = np.log(shares)
    return out


@pytest.mark.parametrize("stop", ["new", "own", "all"])
@pytest.mark.parametrize("leaf", ["new", "acting", "every", "own"])
def test_leaf_utilities_are_the_mean_of_the_asked_seats_own_views(stop, leaf):
    """Each question names other shares; the root's means are those of its own component."""
    rng, game = np.random.default_rng(3), HOI_PHO.game
    for seed, (state, seat) in enumerate(choices_of(HOI_PHO)):
        search = GuidedSearch(game, None, stop=stop, leaf=leaf, memory=MEMORY)
        search.begin(state.observation(seat), seed)
        heard, paid, ends = [], [], 0

        def answer(search, row, entry, heard=heard, paid=paid, seat=seat):
            player, _, _, counts = entry
            shares = rng.dirichlet(np.ones(4))
            world = search.leaf_state()
            wanted = {"new": entry[1] is not None, "every": True, "own": player == seat,
                      "acting": player in world.acting_players()}[leaf]
            at_leaf = any(counts for *_, counts in search.pending())
            assert counts == (wanted and at_leaf)
            if counts:
                heard.append(np.roll(shares, player)[seat])
                if sum(counts for *_, counts in search.pending()) == len(heard):
                    paid.append(np.mean(heard))
                    heard.clear()
            return value_logits(search.guide, shares)

        before = 0
        for done in range(1, 31):
            step(search, answer, done)
            ends += len(paid) == before
            before = len(paid)
        total = sum(row[1] * row[2] for row in search.root_table() if row[1])
        if ends == 0:                       # no simulation came to the end of the game
            assert total == pytest.approx(sum(paid), abs=1e-5)
        assert len(paid) + ends == 30


@pytest.mark.parametrize("leaf", ["new", "every"])
def test_with_rollouts_alone_the_value_head_does_not_count(leaf):
    """And where simulations end in the game, neither does it: utilities are exact."""
    for case in GUIDED:
        if case.options or case.name not in ("kuhn_poker", "hoi_pho", "fairy_concerto"):
            continue
        (state, seat), tables = choices_of(case)[0], []
        for shares in ([0.9, *[0.1 / (case.players)] * max(1, case.players - 1)], None):
            search = GuidedSearch(case.game, None, rollouts=1.0, leaf=leaf, memory=MEMORY)
            search.begin(state.observation(seat), 5)
            shares = shares or [1 / max(2, case.players)] * max(2, case.players)
            step(search, lambda s, row, entry, shares=shares: value_logits(s.guide, shares), 60)
            tables.append(search.root_table())
        assert tables[0] == tables[1]


def test_a_network_that_knows_the_move_is_followed_and_one_that_errs_is_corrected():
    """Kuhn poker, the second seat holds the best card after a bet: to call wins for sure."""
    from engine_cy import load_game

    game = load_game("kuhn_poker", 2)
    for seed in range(40):
        state = game.new_initial_state(seed)
        state.apply_action(1)
        cards = state.record()["card"]
        if cards[1] != 3:
            continue
        for liked in (0, 1):

            def answer(search, row, entry, liked=liked):
                out = np.zeros(search.guide.num_outputs, dtype=np.float32)
                out[liked] = 3.0
                return out

            search = GuidedSearch(game, None, memory=MEMORY)
            search.begin(state.observation(1), seed)
            step(search, answer, 200)
            visits = {row[0]: row[1] for row in search.root_table()}
            assert visits[1] > visits[0]


def test_untried_moves_wait_longer_with_a_reduction_below_the_root():
    """Fewer nodes get a second move tried; the root itself is not touched."""
    tried = []
    for fpu in (0.0, 5.0):
        search = guided(HOUSE, fpu=fpu, c=0.5, mixed=0.2)
        state, seat = choices_of(HOUSE)[0]
        search.run(state.observation(seat), 1, 300)
        tried.append(search.depth)
    assert tried[1] > tried[0]


def test_the_constant_follows_the_spread_of_utilities():
    """Leaves that are all alike: a third of c, so fewer visits for what looks worse."""
    state, seat = choices_of(HOI_PHO)[0]
    shares = []
    for spread in (False, True):
        search = GuidedSearch(HOI_PHO.game, None, spread=spread, memory=MEMORY)
        search.begin(state.observation(seat), 2)
        first = int(state.legal_actions(seat)[0])

        def answer(search, row, entry, first=first, seat=seat):
            mine = [a for _, p, a in search.leaf_state().decisions() if p == seat]
            good = 0.27 if mine and mine[-1] == first else 0.25
            out = [0.0] * 4
            for j in range(4):
                player = (entry[0] + j) % 4
                out[j] = good if player == seat else (1 - good) / 3
            return value_logits(search.guide, out)

        step(search, answer, 400)
        shares.append(max(search.root_policy()))
    assert shares[1] > shares[0]


def test_a_full_arena_stops_growing_and_the_search_goes_on():
    for case in GUIDED:
        if case.options:
            continue
        for stop in ("new", "own", "all"):
            search = GuidedSearch(case.game, net_of(case), memory=1, stop=stop)
            state, seat = choices_of(case)[0]
            search.run(state.observation(seat), 1, 1500)
            assert sum(row[1] for row in search.root_table()) == search.simulations == 1500
            nodes = search.nodes
            again = GuidedSearch(case.game, net_of(case), memory=1, stop=stop)
            again.run(state.observation(seat), 1, 1500)
            assert again.root_table() == search.root_table() and again.nodes == nodes
            if case.name in ("hoi_pho", "fado_duetos", "house_of_fado"):
                assert search.full


def steps_of_a_turn(case, games):
    """Yield (state, seat) of choices in random games."""
    for seed in range(games):
        for state, _ in walk(case.game, seed, seed):
            seat = state.current_player()
            if seat >= 0 and len(state.legal_actions(seat)) > 1:
                yield state.clone(), seat


def news_of(state, seat):
    return int(state.record()["h"]["news"][seat])


@pytest.mark.parametrize("case", [HOUSE, HOI_PHO], ids=str)
def test_a_tree_is_kept_over_the_small_steps_of_a_turn(case):
    """The next choice has the visits that the search before has given it, and no others."""
    checked = 0
    for i, (state, seat) in enumerate(steps_of_a_turn(case, 20)):
        search = guided(case)
        search.run(state.observation(seat), i, 200)
        action, visits, _, _ = max(search.root_table(), key=lambda row: row[1])
        after = state.clone()
        after.apply_action(action, seat)
        if after.acting_players() != (seat,) or len(after.legal_actions(seat)) < 2 \
                or news_of(after, seat) != news_of(state, seat) or visits < 2:
            continue
        search.run(after.observation(seat), i + 1, 10)
        assert search.kept
        assert 10 < sum(row[1] for row in search.root_table()) <= visits + 10
        checked += 1
        if checked == 5:
            return
    raise AssertionError("too few choices of two steps were found")


@each_case
def test_a_search_is_the_same_again(case):
    for seed, (state, seat) in enumerate(choices_of(case)):
        view, tables = state.observation(seat), []
        for _ in range(2):
            search = guided(case)
            search.run(view, seed, 50)
            tables.append((search.root_table(), search.nodes, search.asked, search.depth))
        search.clear()
        search.run(view, seed, 50)
        tables.append((search.root_table(), search.nodes, search.asked, search.depth))
        assert tables[0] == tables[1] == tables[2]


def test_a_limit_of_time_ends_the_search():
    state, seat = choices_of(HOI_PHO)[0]
    search = guided(HOI_PHO)
    search.run(state.observation(seat), 1, seconds=0.02)
    assert search.simulations > 10
    assert search.seconds < 1
