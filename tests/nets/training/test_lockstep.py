"""Games in lock-step: what is recorded is what single games, stepped by hand, would show."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra [torch]")

from engine_cy import load_game
from engine_cy.batch import Batch
from nets.training.facts import facts_of
from nets.training.lockstep import Lockstep, advantages
from nets.training.rows import join, read_decisions
from search import make_bot
from search.formula import find_scripted

GAMES = [("kuhn_poker", 2), ("hoi_pho", 3), ("fairy_concerto", 1), ("fairy_concerto", 4),
         ("fado_duetos", 3), ("goofspiel", 2)]


def play(game, n=6, seed=5, policies=None, num_policies=1, deals=0, teacher=False):
    facts = facts_of([game])
    if policies is None:
        policies = np.zeros((n, game.num_players), dtype=np.uint8)
    table = Lockstep(game, n, seed, policies, np.array(facts.columns, dtype=np.int32),
                     num_policies, deals, teacher)
    rng = np.random.default_rng(seed)
    while waiting := table.waiting():
        table.choose(rng.normal(size=(waiting, game.num_distinct_actions)).astype(np.float32))
    return facts, table


@pytest.mark.parametrize("name, players", GAMES)
def test_records_are_those_of_single_games(name, players):
    game = load_game(name, players)
    facts, table = play(game)
    decisions, found = read_decisions(table, facts), table.results()
    own = decisions.own(slice(None)).dense()
    hidden = decisions.hidden(slice(None)).dense()
    seeds = Batch(game, 6, 5)
    width = len(facts.columns)
    for g in range(6):
        state = game.new_initial_state(seeds.deal_seed_of(g))
        last = {}
        for i in np.flatnonzero(found["rows"]["game"] == g):
            while len(state.legal_actions()) == 1:
                state.apply_action(int(state.legal_actions()[0]))
            seat = state.current_player()
            assert seat == found["rows"]["seat"][i]
            assert np.array_equal(own[i], state.observation(seat).tensor())
            assert np.array_equal(decisions.masks[i], state.legal_actions_mask())
            for r in range(1, players):
                other = state.observation((seat + r) % players).tensor()
                assert np.array_equal(hidden[i, (r - 1) * width: r * width],
                                      other[list(facts.columns)])
            if seat in last:
                assert decisions.following[last[seat]] == i
            last[seat] = i
            state.apply_action(int(decisions.actions[i]))
        while not state.is_terminal():
            assert len(state.legal_actions()) == 1
            state.apply_action(int(state.legal_actions()[0]))
        assert all(decisions.following[i] == -1 for i in last.values())
        assert np.array_equal(found["returns"][g], state.returns())
        assert np.array_equal(found["scores"][g], state.scores())


@pytest.mark.parametrize("name, players", [
    ("hoi_pho", 4), ("fairy_concerto", 1), ("fairy_concerto", 3), ("fado_duetos", 3),
    ("house_of_fado", 2)])
def test_the_teacher_says_what_the_scripted_bot_would_play(name, players):
    game = load_game(name, players)
    n = 1 if name == "house_of_fado" else 4
    facts, table = play(game, n, teacher=True)
    decisions, found = read_decisions(table, facts), table.results()
    seeds, greedy = Batch(game, n, 5), make_bot("greedy", game, 1)
    for g in range(n):
        state = game.new_initial_state(seeds.deal_seed_of(g))
        for i in np.flatnonzero(found["rows"]["game"] == g):
            while len(state.legal_actions()) == 1:
                state.apply_action(int(state.legal_actions()[0]))
            view = state.observation(state.current_player())
            assert greedy.policy(view)[decisions.taught[i]] > 0
            state.apply_action(int(decisions.actions[i]))
    _, alone = play(game, n)
    assert not read_decisions(alone, facts).taught.any()
    assert np.array_equal(found["rows"]["action"], alone.results()["rows"]["action"])


def test_a_teacher_needs_a_compiled_script():
    with pytest.raises(ValueError, match="compiled script, and kuhn_poker has none"):
        play(load_game("kuhn_poker", 2), teacher=True)


@pytest.mark.parametrize("name, players", GAMES)
def test_shares_are_those_of_the_deciding_seat_first(name, players):
    game = load_game(name, players)
    facts, table = play(game)
    decisions, found = read_decisions(table, facts), table.results()
    utility = facts.normalised(game, found["returns"])
    assert np.allclose(decisions.shares.sum(axis=1), 1.0)
    assert not decisions.shares[~decisions.seats].any()
    rows = found["rows"]
    assert np.allclose(decisions.shares[:, 0] * decisions.totals, decisions.returns)
    assert np.allclose(decisions.returns, utility[rows["game"], rows["seat"]])


def test_chances_are_those_of_the_logits():
    game = load_game("kuhn_poker", 2)
    facts = facts_of([game])
    table = Lockstep(game, 4000, 1, np.zeros((4000, 2), np.uint8),
                     np.array(facts.columns, np.int32), 1)
    first = table.waiting()
    while waiting := table.waiting():
        table.choose(np.tile(np.float32([0.0, np.log(3.0)]), (waiting, 1)))
    decisions = read_decisions(table, facts)
    assert np.allclose(np.exp(decisions.log_chances),
                       np.where(decisions.actions == 1, 0.75, 0.25), atol=1e-6)
    assert abs(decisions.actions[:first].mean() - 0.75) < 0.03


def test_only_the_learner_is_recorded_and_groups_are_sorted():
    game = load_game("hoi_pho", 3)
    policies = np.zeros((5, 3), dtype=np.uint8)
    policies[2, 1] = 1
    policies[4, :2] = 2
    facts, table = play(game, 5, 3, policies, 3)
    rows = table.results()["rows"]
    assert not ((rows["game"] == 2) & (rows["seat"] == 1)).any()
    assert set(rows["seat"][rows["game"] == 4]) == {2}
    fresh = Lockstep(game, 5, 3, policies, np.array(facts.columns, np.int32), 3)
    assert [group[0] for group in fresh.groups] == sorted({g[0] for g in fresh.groups})
    assert fresh.groups[-1][2] == fresh.waiting() == 5


def test_logits_that_do_not_fit_are_refused():
    game = load_game("kuhn_poker", 2)
    table = Lockstep(game, 2, 1, np.zeros((2, 2), np.uint8), np.zeros(0, np.int32), 1)
    with pytest.raises(ValueError, match=r"Logits of shape \(1, 2\) do not fit 2 games"):
        table.choose(np.zeros((1, 2), np.float32))
    with pytest.raises(ValueError, match="row 1 are not finite"):
        table.choose(np.float32([[0, 0], [np.nan, np.nan]]))
    with pytest.raises(ValueError, match="do not fit 2 games of 2 seats"):
        Lockstep(game, 2, 1, np.zeros((2, 3), np.uint8), np.zeros(0, np.int32), 1)
    with pytest.raises(ValueError, match=r"A policy is not one of 0\.\.0"):
        Lockstep(game, 2, 1, np.ones((2, 2), np.uint8), np.zeros(0, np.int32), 1)


def naive_advantages(sequence, final, decay):
    """The definition: the sum of decay^k times the k-th next error."""
    values = [*sequence, final]
    errors = [values[t + 1] - values[t] for t in range(len(sequence))]
    return [sum(decay ** k * e for k, e in enumerate(errors[t:])) for t in range(len(errors))]


def test_advantages_follow_their_definition():
    rng = np.random.default_rng(0)
    values = rng.random(7).astype(np.float32)
    following = np.array([2, 3, 4, -1, 5, -1, -1], dtype=np.int32)
    returns = np.float32([1, 0, 1, 0, 1, 1, 0.5])
    found = advantages(following, values, returns, 0.9)
    assert np.allclose(found[[0, 2, 4, 5]], naive_advantages(values[[0, 2, 4, 5]], 1.0, 0.9),
                       atol=1e-6)
    assert np.allclose(found[[1, 3]], naive_advantages(values[[1, 3]], 0.0, 0.9), atol=1e-6)
    assert np.allclose(found[6], 0.5 - values[6])


def test_joined_tables_keep_their_rows():
    game = load_game("hoi_pho", 4)
    parts = []
    for seed in (1, 2):
        facts, table = play(game, 2, seed)
        parts.append(read_decisions(table, facts))
    both = join(parts)
    n = len(parts[0])
    assert len(both) == n + len(parts[1])
    for i in (0, 5, len(parts[1]) - 1):
        assert np.array_equal(both.everything(slice(n + i, n + i + 1)).dense(),
                              parts[1].everything(slice(i, i + 1)).dense())
        later = parts[1].following[i]
        assert both.following[n + i] == (later if later < 0 else later + n)


def dealt(state):
    header = state.to_dict()["record"]["h"]
    return header["epoch"] + header["stage"]


@pytest.mark.parametrize("name, players, deals", [
    ("hoi_pho", 3, 1), ("hoi_pho", 4, 2), ("fado_duetos", 2, 1), ("house_of_fado", 2, 16)])
def test_a_stretch_ends_in_what_the_formula_expects_there(name, players, deals):
    game, n = load_game(name, players), 2
    leaf = find_scripted(name, "LEAF")
    facts, table = play(game, n, deals=deals)
    decisions, rows = read_decisions(table, facts), table.results()["rows"]
    seeds = Batch(game, n, 5)
    for g in range(n):
        state = game.new_initial_state(seeds.deal_seed_of(g))
        begun, number, ends, stretches = dealt(state), 0, {}, []
        mine = list(np.flatnonzero(rows["game"] == g))
        actions = iter(mine)
        while not state.is_terminal():
            if dealt(state) - begun >= deals:
                begun, ends[number], number = dealt(state), leaf(state), number + 1
            legal = state.legal_actions()
            if len(legal) > 1:
                stretches.append(number)
                state.apply_action(int(decisions.actions[next(actions)]))
            else:
                state.apply_action(int(legal[0]))
        ends[number] = state.returns()
        assert number > 0
        assert rows["stretch"][mine].tolist() == stretches
        for i, stretch in zip(mine, stretches, strict=True):
            seat, expected = rows["seat"][i], facts.normalised(game, ends[stretch])
            assert decisions.returns[i] == pytest.approx(expected[seat], abs=1e-6)
            assert decisions.goals[i, :players] == pytest.approx(
                np.roll(expected, -int(seat)), abs=1e-6)
            later = decisions.following[i]
            same = later >= 0 and rows["stretch"][later] == stretch
            assert decisions.within[i] == (later if same else -1)


def test_without_stretches_the_end_of_the_game_is_the_goal():
    facts, table = play(load_game("hoi_pho", 3))
    decisions = read_decisions(table, facts)
    assert np.array_equal(decisions.goals, decisions.shares)
    assert np.array_equal(decisions.within, decisions.following)


def test_stretches_need_a_formula():
    with pytest.raises(ValueError, match="goofspiel has none"):
        play(load_game("goofspiel", 2), deals=1)
