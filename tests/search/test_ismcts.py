"""The search itself: selection against a reference, forced wins, budgets, what it keeps."""

import itertools
import math
import random
import signal
import threading

import pytest
from goofspiel_lab import Solver, after

import engine_cy
from search import make_bot
from search.formula import find_scripted
from search.ismcts import Search

MIB = 1024 * 1024


@pytest.fixture(scope="module")
def goofspiel():
    return engine_cy.load_game("goofspiel", players=2, num_cards=6)


@pytest.fixture(scope="module")
def hoi_pho():
    return engine_cy.load_game("hoi_pho", players=4)


def visits(rows):
    return [row[1] for row in rows]


# ---- selection ---------------------------------------------------------------------------------

def run_bandit(game, c, payoffs, rounds, low=-1.0, high=1.0):
    """Return the actions a flat search takes at the root where action a always pays payoffs[a]."""
    search = Search(game, c=c, memory=MIB, flat=True)
    view = game.new_initial_state(2).observation(0)
    search.begin(view, 77)
    taken = []
    for _ in range(rounds):
        search.descend()
        # A flat leaf has just resolved the first trick or holds seat 0's bid: read it there.
        bid = int(search.leaf_state().record()["bid"][0][0]) - 1
        search.back_up([low + (high - low) * payoffs[bid], low])
        taken.append(bid)
    return taken, search.root_table()


def ucb1(c, payoffs, opening, rounds):
    """The textbook's UCB1 after an opening that tries every arm once."""
    n = [1] * len(payoffs)
    total = list(payoffs)
    taken = list(opening)
    for t in range(len(payoffs), rounds):
        scores = [total[a] / n[a] + c * math.sqrt(math.log(t) / n[a]) for a in range(len(n))]
        best = scores.index(max(scores))
        n[best] += 1
        total[best] += payoffs[best]
        taken.append(best)
    return taken


@pytest.mark.parametrize("c", [0.0, 0.1, 0.7, 2.0])
def test_the_root_is_the_bandit_of_the_textbook(goofspiel, c):
    payoffs = [0.11, 0.52, 0.35, 0.47, 0.93, 0.2]
    taken, rows = run_bandit(goofspiel, c, payoffs, 1000)
    opening = taken[:6]
    assert sorted(opening) == [0, 1, 2, 3, 4, 5]      # every action once, in an order of chance
    assert taken == ucb1(c, payoffs, opening, 1000)
    assert visits(rows) == [taken.count(a) for a in range(6)]
    for action, _, mean, prior in rows:
        assert mean == pytest.approx(2 * payoffs[action] - 1)     # in the game's own unit
        assert prior is None


def test_c_weighs_exploration_on_utilities_scaled_to_one(goofspiel):
    payoffs = [0.1, 0.2, 0.3, 0.4, 0.5, 0.9]
    counts = {c: visits(run_bandit(goofspiel, c, payoffs, 600)[1]) for c in (0.0, 0.7, 100.0)}
    assert counts[0.0] == [1, 1, 1, 1, 1, 595]
    assert max(counts[100.0]) - min(counts[100.0]) < 10
    assert 0.5 < counts[0.7][5] / 600 < 0.95


def bandit_of_three():
    return engine_cy.load_game("goofspiel", players=2, num_cards=3)


def test_shares_change_smoothly_with_c_and_are_those_of_the_textbook():
    """From 0.1 to 10 the best arm's share falls step by step, below 1 as above."""
    payoffs, rounds = [0.2, 0.4, 0.7], 1000
    shares = []
    for k in range(41):
        c = 10 ** (k / 20 - 1)
        taken, _ = run_bandit(bandit_of_three(), c, payoffs, rounds)
        assert taken == ucb1(c, payoffs, taken[:3], rounds)
        shares.append(taken.count(2) / rounds)
    steps = [before - after for before, after in itertools.pairwise(shares)]
    assert shares[0] > 0.95 and shares[-1] < 0.5
    assert min(steps) > -0.005 and max(steps) < 0.06
    assert len(set(shares[:21])) > 15                   # c = 0.1 to 1: no two alike but a few


def puct(c, payoffs, priors, opening, rounds):
    """PUCT as AlphaZero states it; an arm without a visit counts with the mean so far."""
    n, total, taken = [0] * len(payoffs), [0.0] * len(payoffs), []
    for t in range(rounds):
        mean = sum(total) / t if t else 0.0
        scores = [(total[a] / n[a] if n[a] else mean)
                  + c * priors[a] * math.sqrt(t + 1) / (1 + n[a]) for a in range(len(n))]
        best = opening if t == 0 else scores.index(max(scores))
        n[best] += 1
        total[best] += payoffs[best]
        taken.append(best)
    return taken


@pytest.mark.parametrize("c", [0.1, 0.5, 1.0, 3.0, 10.0])
def test_with_priors_the_root_is_the_puct_bandit(c):
    payoffs, priors = [0.213, 0.401, 0.697], [12345 / 65535, 40001 / 65535, 13189 / 65535]
    search = Search(bandit_of_three(), c=c, memory=MIB, flat=True)
    search.begin(bandit_of_three().new_initial_state(2).observation(0), 3)
    taken = []
    for _ in range(400):
        search.descend()
        bid = int(search.leaf_state().record()["bid"][0][0]) - 1
        search.back_up([2 * payoffs[bid] - 1, -1], [priors] * len(search.leaf_nodes()))
        taken.append(bid)
    assert taken == puct(c, payoffs, priors, taken[0], 400)


def test_the_unit_of_the_utility_does_not_matter():
    payoffs = [0.3, 0.8, 0.5, 0.1, 0.6, 0.7]
    taken = []
    for unit in ("win_loss", "point_difference", "total_points"):
        game = engine_cy.load_game("goofspiel", players=2, num_cards=6, returns_type=unit)
        taken.append(run_bandit(game, 0.7, payoffs, 300, game.utility_min, game.utility_max)[0])
    assert taken[0] == taken[1] == taken[2]


def test_priors_guide_the_first_visits(goofspiel):
    search = Search(goofspiel, c=1.0, memory=MIB)
    search.begin(goofspiel.new_initial_state(2).observation(0), 5)
    search.descend()
    assert [seat for seat, _ in search.leaf_nodes()] == [0, 1]
    priors = [[0.05, 0.05, 0.6, 0.1, 0.1, 0.1], [1 / 6] * 6]
    search.back_up([0.0, 0.0], priors)
    for _ in range(60):
        search.descend()
        search.back_up([0.0, 0.0])
    rows = search.root_table()
    assert [row[3] for row in rows] == pytest.approx(priors[0], abs=1e-4)
    assert max(rows, key=lambda row: row[1])[0] == 2


def test_values_and_priors_of_the_wrong_length_are_refused(goofspiel):
    search = Search(goofspiel, c=1.0, memory=MIB)
    search.begin(goofspiel.new_initial_state(2).observation(0), 5)
    search.descend()
    with pytest.raises(ValueError, match="3 utilities do not fit 2 seats"):
        search.back_up([0, 0, 0])
    with pytest.raises(ValueError, match="2 priors do not fit 6 actions"):
        search.back_up([0, 0], [[0.5, 0.5], [0.5, 0.5]])


@pytest.mark.parametrize("horizon", ["game", "round"])
def test_stepping_is_the_same_search_as_running(hoi_pho, horizon):
    formula = find_scripted("hoi_pho", "LEAF") if horizon == "round" else None
    view = hoi_pho.new_initial_state(4).observation(2)
    ran, stepped = (Search(hoi_pho, c=0.5, memory=MIB, formula=formula) for _ in range(2))
    ran.run(view, 9, simulations=200)
    stepped.begin(view, 9)
    for _ in range(200):
        stepped.descend()
        stepped.back_up(stepped.evaluate())
    assert visits(ran.root_table()) == visits(stepped.root_table())
    assert ran.nodes == stepped.nodes


# ---- what it finds -----------------------------------------------------------------------------

@pytest.mark.parametrize(("players", "cards", "depths"), [(2, 5, (1, 2, 3)), (3, 4, (1, 2))])
def test_it_finds_forced_wins_for_every_seat(players, cards, depths):
    solver = Solver(players, cards)
    for seat in range(players):
        for depth in depths:
            found = list(solver.positions(seat, depth))[:8]
            assert found
            for state, right in found:
                bot = make_bot("ismcts+sims:2000", solver.game, 3)
                assert bot.act(state.observation(seat)) in right, (seat, depth, str(state))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_winning_action_is_worth_the_whole_prize(players):
    """In the last choice but one a forced win is found by every seat, and valued as a win."""
    solver, rng, seats = Solver(players, 5), random.Random(players), set()
    while len(seats) < players:
        state = solver.game.new_initial_state(1)
        while len(state.legal_actions()) > 2:
            state = after(state, [rng.choice(state.legal_actions(p)) for p in range(players)])
        for seat in range(players):
            right = solver.forced(state, seat)
            if len(right) != 1 or seat in seats:
                continue
            seats.add(seat)
            bot = make_bot("ismcts+sims:200", solver.game, seat)
            (action,) = right
            assert bot.act(state.observation(seat)) == action
            report = bot.analysis(state.observation(seat))["actions"]
            value = report[solver.game.action_to_string(action)]["utility"]
            assert value == pytest.approx(solver.game.utility_max)


def test_an_action_that_loses_at_once_is_avoided_by_the_flat_bot_too():
    solver = Solver(2, 5)
    for state, right in list(solver.positions(1, 1))[:8]:
        assert make_bot("flat_mc+sims:500", solver.game, 3).act(state.observation(1)) in right


# ---- budgets -----------------------------------------------------------------------------------

def test_simulations_are_counted_exactly(hoi_pho):
    view = hoi_pho.new_initial_state(4).observation(0)
    for sims in (1, 7, 16, 33, 500):
        report = make_bot(f"ismcts+sims:{sims}", hoi_pho, 1).analysis(view)
        assert report["simulations"] == sims
        assert sum(row["visits"] for row in report["actions"].values()) == sims


def test_a_budget_of_time_says_how_many_simulations_it_allowed(hoi_pho):
    view = hoi_pho.new_initial_state(4).observation(0)
    timed = make_bot("ismcts+seconds:0.02", hoi_pho, 1)
    timed.act(view)
    done = timed.timed_simulations
    assert done > 0
    # The record is enough to repeat the search.
    counted = make_bot(f"ismcts+sims:{done}", hoi_pho, 1)
    assert (timed.policy(view) == counted.policy(view)).all()
    assert counted.timed_simulations is None


def test_the_first_budget_that_is_spent_ends_the_search(hoi_pho):
    view = hoi_pho.new_initial_state(4).observation(0)
    bot = make_bot("ismcts+seconds:60+sims:50", hoi_pho, 1)
    assert bot.analysis(view)["simulations"] == 50
    bot = make_bot("ismcts+seconds:0.01+sims:1000000000", hoi_pho, 1)
    assert bot.analysis(view)["simulations"] < 1_000_000_000


def test_a_full_arena_stops_growing_and_the_search_goes_on(hoi_pho):
    view = hoi_pho.new_initial_state(4).observation(0)
    small = Search(hoi_pho, c=0.5, memory=0)
    small.run(view, 3, simulations=3000)
    assert small.full
    assert 32 <= small.nodes <= 64
    assert sum(visits(small.root_table())) == 3000
    large = Search(hoi_pho, c=0.5, memory=4 * MIB)
    large.run(view, 3, simulations=3000)
    assert not large.full
    small.run(hoi_pho.new_initial_state(5).observation(1), 3, simulations=10)
    assert not small.full


def test_analysis_reports_a_full_arena(hoi_pho):
    view = hoi_pho.new_initial_state(4).observation(0)
    report = make_bot("ismcts+memory:1+seconds:0.2", hoi_pho, 1).analysis(view)
    assert report["full"]
    assert report["simulations"] > report["nodes"]
    assert report["nodes"] < MIB // 100                 # bytes a node takes, its edges included
    assert not make_bot("ismcts+memory:1+sims:100", hoi_pho, 1).analysis(view)["full"]


def test_ctrl_c_ends_a_long_search(hoi_pho):
    view = hoi_pho.new_initial_state(4).observation(0)
    bot = make_bot("ismcts+seconds:600", hoi_pho, 1)

    def interrupt(number, frame):
        raise KeyboardInterrupt

    old = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            bot.act(view)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    # Nothing of the broken search is left.
    bot = make_bot("ismcts+sims:100", hoi_pho, 1)
    assert bot.act(view) in view.legal_actions()


def test_other_threads_run_while_a_search_does(hoi_pho):
    view = hoi_pho.new_initial_state(4).observation(0)
    bot = make_bot("ismcts+sims:30000", hoi_pho, 1)
    started, done = threading.Event(), threading.Event()

    def think():
        started.set()
        bot.act(view)
        done.set()

    thread = threading.Thread(target=think)
    thread.start()
    started.wait()
    count = 0
    while not done.is_set():
        count += 1
    thread.join()
    assert count > 1000


# ---- the tree between calls --------------------------------------------------------------------

def two_step_choice(game):
    """A position in which one seat chooses twice running: take a card, then place one (skill 6)."""
    for seed in range(200):
        state = game.new_initial_state(seed)
        mover = make_bot("random", game, seed)
        while not state.is_terminal():
            seat = state.current_player()
            actions = state.legal_actions()
            if game.action_to_string(actions[0]).startswith("take") and len(actions) > 1:
                after = state.clone()
                after.apply_action(actions[0])
                if after.current_player() == seat and len(after.legal_actions()) > 1:
                    return state, seat
            state.apply_action(mover.act(state.observation(seat)))
    raise AssertionError("no game came to a skill 6 with a choice")


def test_the_tree_is_kept_where_nothing_new_was_seen(hoi_pho):
    state, seat = two_step_choice(hoi_pho)
    bot = make_bot("ismcts+sims:400", hoi_pho, 1)
    action = bot.act(state.observation(seat))
    assert not bot.analysis(state.observation(seat))["kept"]
    state.apply_action(action)
    view = state.observation(seat)
    report = bot.analysis(view)
    assert report["kept"]
    assert sum(row["visits"] for row in report["actions"].values()) > 400
    fresh = make_bot("ismcts+sims:400", hoi_pho, 1).analysis(view)
    assert not fresh["kept"]
    assert sum(row["visits"] for row in fresh["actions"].values()) == 400


def test_the_tree_is_cleared_where_something_was_seen(hoi_pho):
    state = hoi_pho.new_initial_state(4)
    bot = make_bot("ismcts+sims:200", hoi_pho, 1)
    bot.act(state.observation(0))
    for seat in range(4):
        state.apply_action(state.legal_actions(seat)[0], seat)
    while 0 not in state.acting_players() or len(state.legal_actions(0)) == 1:
        state.apply_action(state.legal_actions()[0])
    report = bot.analysis(state.observation(0))
    assert not report["kept"]
    assert sum(row["visits"] for row in report["actions"].values()) == 200


def test_another_seat_or_a_reset_clears_the_tree(hoi_pho):
    state, seat = two_step_choice(hoi_pho)
    bot = make_bot("ismcts+sims:200", hoi_pho, 1)
    action = bot.act(state.observation(seat))
    bot.reset(1)
    state.apply_action(action)
    assert not bot.analysis(state.observation(seat))["kept"]
    start = hoi_pho.new_initial_state(4)
    bot.act(start.observation(0))
    assert not bot.analysis(start.observation(1))["kept"]


def test_act_plays_what_policy_and_analysis_have_shown(hoi_pho):
    view = hoi_pho.new_initial_state(4).observation(0)
    bot = make_bot("ismcts+sims:200", hoi_pho, 1)
    shares = bot.policy(view)
    assert bot.decision == 1
    assert bot.act(view) == shares.argmax()
    assert bot.decision == 1
    bot.act(view)
    assert bot.decision == 2                            # asked again, it thinks again


def test_equal_visits_are_decided_by_the_mean(goofspiel):
    view = goofspiel.new_initial_state(2).observation(0)
    bot = make_bot("ismcts+sims:6+c:100", goofspiel, 1)
    report = bot.analysis(view)["actions"].values()
    assert {row["visits"] for row in report} == {1}
    best = max(row["utility"] for row in report)
    ties = [row["action"] for row in report if row["utility"] == best]
    assert bot.act(view) == min(ties)


# ---- simultaneous choices ----------------------------------------------------------------------

@pytest.mark.parametrize("bot", ["ismcts+sims:300", "flat_mc+sims:300", "greedy", "random"])
def test_a_later_seat_does_not_see_what_an_earlier_one_has_committed(goofspiel, bot):
    decisions = set()
    for bid in range(6):
        state = goofspiel.new_initial_state(2)
        state.apply_action(bid, 0)
        made = make_bot(bot, goofspiel, 5)
        view = state.observation(1)
        decisions.add((made.act(view), tuple(made.policy(view))))
    state = goofspiel.new_initial_state(2)
    made = make_bot(bot, goofspiel, 5)
    view = state.observation(1)
    decisions.add((made.act(view), tuple(made.policy(view))))
    assert len(decisions) == 1
