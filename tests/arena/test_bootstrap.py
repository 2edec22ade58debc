"""Bootstrap intervals: what they are of, that they repeat, and how often they cover the truth."""

import math

import numpy as np
import pytest
from scipy import stats
from synthetic import shares_of, tournament

from arena.bootstrap import DRAWS, FEW, Bootstrap, bca
from arena.statistics import Clusters, difference


def clusters(rows, first=0):
    made = Clusters()
    for deal, row in enumerate(rows, first):
        for value in row:
            made.add(deal, float(value))
    return made


def interval(rows, lowest=-math.inf, highest=math.inf, seed=1):
    bootstrap = Bootstrap(seed)
    shown = bootstrap.mean(clusters(rows), lowest, highest)
    bootstrap.settle()
    return shown["mean"], shown["low"], shown["high"]


def test_the_ends_are_scipys_where_the_draws_are():
    values = np.random.default_rng(1).exponential(size=40)
    found = stats.bootstrap((values,), np.mean, n_resamples=2000, rng=np.random.default_rng(2))
    # Of so many deals the levels are not moved out.
    ends = bca(
        found.bootstrap_distribution, values.mean(), (values - values.mean()) / 40, 10**7)
    assert ends == pytest.approx(tuple(found.confidence_interval), rel=1e-4)


def test_the_draws_are_those_of_scipy():
    # Many deals: the levels for few samples are then those of a large one.
    values = np.random.default_rng(1).exponential(size=400)
    expected = stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, rng=np.random.default_rng(2)).confidence_interval
    mean, low, high = interval(values[:, None])
    assert mean == pytest.approx(values.mean())
    # Of 2,000 draws the ends are known to about a tenth of a standard error, here 0.005.
    assert low == pytest.approx(expected.low, abs=0.012)
    assert high == pytest.approx(expected.high, abs=0.012)
    assert high - mean > mean - low  # long tail to the right


def test_few_deals_move_the_ends_out_as_far_as_student_does():
    # A symmetric sample: nothing but the levels differs from the normal interval of its spread.
    values = stats.norm.ppf((np.arange(20) + 0.5) / 20)
    drawn = stats.norm.ppf((np.arange(200_000) + 0.5) / 200_000) * values.std() / math.sqrt(20)
    low, high = bca(drawn, 0.0, values / 20, 20)
    half = stats.t.ppf(0.975, 19) * values.std(ddof=1) / math.sqrt(20)
    assert (low, high) == (pytest.approx(-half, rel=1e-3), pytest.approx(half, rel=1e-3))


def test_below_the_smallest_number_of_deals_students_interval_stays():
    rows = np.random.default_rng(3).random((FEW, 2))
    few = clusters(rows[:-1]).estimate(0.0, 1.0)
    assert interval(rows[:-1], 0.0, 1.0)[1:] == (
        pytest.approx(few.low, abs=1e-9), pytest.approx(few.high, abs=1e-9))
    enough = clusters(rows).estimate(0.0, 1.0)
    assert interval(rows, 0.0, 1.0)[1] != pytest.approx(enough.low, abs=1e-6)


def test_floors_stay():
    lost = interval(np.zeros((50, 2)), 0.0, 1.0)
    assert lost == (0.0, 0.0, pytest.approx(1 - 0.025 ** (1 / 50)))
    won = interval(np.ones((50, 2)), 0.0, 1.0)
    assert won == (1.0, pytest.approx(0.025 ** (1 / 50)), 1.0)
    assert interval(np.zeros((50, 2))) == (0.0, None, None)  # no bounds and no spread


def test_an_edge_is_drawn_on_the_same_deals_for_both_sides():
    # Both sides share the luck of the deal, which then drops out of the edge.
    rng = np.random.default_rng(4)
    luck, noise = rng.uniform(0.2, 0.8, 2000), rng.uniform(-0.05, 0.05, (2, 2000))
    first, second = clusters((luck + noise[0])[:, None]), clusters((luck + noise[1])[:, None])
    bootstrap = Bootstrap(1)
    edge = bootstrap.edge(first, second)
    bootstrap.settle()
    paired = clusters((noise[0] - noise[1])[:, None]).estimate()
    assert edge["high"] - edge["low"] == pytest.approx(paired.high - paired.low, rel=0.1)


def test_an_edge_keeps_the_doubt_of_a_side_that_never_won():
    never = clusters(np.zeros((30, 2)))
    often = clusters(np.random.default_rng(8).random((30, 2)), first=30)
    bootstrap = Bootstrap(1)
    edge = bootstrap.edge(never, often)
    bootstrap.settle()
    expected = difference(never.estimate(0.0, 1.0), often.estimate(0.0, 1.0))
    assert edge == expected.to_dict()


def test_the_edge_of_the_other_side_is_the_mirror_image():
    rng = np.random.default_rng(9)
    first, second = clusters(rng.beta(1, 5, (400, 1))), clusters(rng.beta(2, 3, (300, 1)), 200)
    ends = []
    for sides in ((first, second), (second, first)):
        bootstrap = Bootstrap(1)
        ends.append(bootstrap.edge(*sides))
        bootstrap.settle()
    assert ends[0]["low"] == pytest.approx(-ends[1]["high"], abs=1e-8)
    assert ends[0]["high"] == pytest.approx(-ends[1]["low"], abs=1e-8)


def test_an_edge_without_a_side_is_unknown():
    assert Bootstrap(1).edge(Clusters(), clusters(np.ones((30, 1)))) is None
    assert Bootstrap(1).mean(Clusters()) is None


def test_the_same_seed_draws_the_same_deals_in_any_order_of_arrival():
    rows = np.random.default_rng(5).random((40, 3))
    forward, backward = Clusters(), Clusters()
    # A set would list such numbers in the order in which they came.
    for deal, row in enumerate(rows):
        forward.add(2**40 * deal, row.sum())
    for deal, row in reversed(list(enumerate(rows))):
        backward.add(2**40 * deal, row.sum())
    ends = []
    for made in (forward, backward):
        bootstrap = Bootstrap(7)
        ends.append(bootstrap.mean(made))
        bootstrap.settle()
    assert ends[0] == ends[1]
    assert interval(rows, seed=7) != interval(rows, seed=8)


def test_a_bot_that_a_draw_may_miss_has_an_interval(monkeypatch):
    # Two deals of two thousand are missed by one draw in seven, twenty by one in 500 million.
    monkeypatch.setattr("arena.bootstrap.FEW", 2)
    rare, common = clusters([[0.2], [0.3]]), Clusters()
    for deal in range(2000):
        common.add(deal, deal % 2)
    bootstrap = Bootstrap(1)
    shown = bootstrap.mean(rare), bootstrap.mean(common)
    bootstrap.settle()
    assert all(s["low"] < s["mean"] < s["high"] for s in shown)
    assert DRAWS >= 1000


def game_rows(rng, deals, strengths, effects):
    """Return the win shares of bot 0 [deal, rotation] in those of `deals` that it played."""
    bots, ranks = tournament(rng, strengths, effects, deals, ties=0.3)
    played = (bots == 0).any(axis=(1, 2))
    shares = np.where(bots == 0, shares_of(ranks), 0.0).sum(axis=2)
    return shares[played]


def missed(runs, deals, strength):
    """Return (share, [student, bootstrap][below, above]): how often an interval lies off the truth.
    """
    strengths, effects = [strength, 0.0, 0.0, 0.3, -0.3], [0.2, 0.0, -0.2]
    truth = game_rows(np.random.default_rng(1), 200_000, strengths, effects).mean()
    misses = np.zeros((2, 2))
    for run in range(runs):
        rows = game_rows(np.random.default_rng((deals, run)), deals, strengths, effects)
        student = clusters(rows).estimate(0.0, 1.0)
        for k, (low, high) in enumerate([
            (student.low, student.high), interval(rows, 0.0, 1.0, seed=run)[1:]
        ]):
            misses[k] += high < truth, low > truth
    return truth, misses / runs


# Rare wins and few deals are covered more often than they need be: the floors see to it.
@pytest.mark.parametrize("runs, room", [
    (150, 0.03), pytest.param(2000, 0.0, marks=pytest.mark.soak)])
@pytest.mark.parametrize("strength, deals, most", [
    (0.0, 40, 0.98), (0.0, 200, 0.97), (1.5, 60, 0.97), (-1.5, 60, 0.99), (-1.5, 200, 0.97),
    (-3.0, 100, 1.0), (-3.0, 400, 0.99),
])
def test_intervals_of_made_up_tournaments_cover_the_truth(runs, room, strength, deals, most):
    truth, (student, bootstrap) = missed(runs, deals, strength)
    print(f"share {truth:.3f}, {deals} deals: student {student}, bootstrap {bootstrap}")
    assert 0.93 - room <= 1.0 - bootstrap.sum() <= most + room
