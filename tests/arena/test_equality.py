"""The tests of equal bots and equal seats: by hand, against scipy, and on tournaments of equals."""

import itertools

import numpy as np
import pytest
from scipy import stats
from synthetic import by_position, luck_of, ranks_of, shares_of

from arena.equality import seat_test, strength_test
from arena.student import f_tail


def test_the_tail_of_f_agrees_with_scipy():
    for above, below in itertools.product((1, 2, 3, 4), (1, 2, 7, 60, 2000)):
        for value in (0.0, 1e-6, 0.3, 1.0, 3.7, 40.0):
            expected = stats.f.sf(value, above, below)
            assert f_tail(value, above, below) == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_the_share_of_orders_worked_out_by_hand():
    # Two bots, four blocks, 0 always wins: of the 16 orders two are as unequal as that.
    found = strength_test([[0, 1], [1, 0]] * 2, [[1, 0], [0, 1]] * 2, seed=1, permutations=20_000)
    assert found["p"] == pytest.approx(2 / 16, abs=0.01)


def test_permuting_within_blocks_agrees_with_all_permutations():
    rng = np.random.default_rng(1)
    bots = [[0, 1, 2], [2, 0, 1], [1, 1, 0]]
    values = rng.random((3, 3)).tolist()

    def statistic(rows):
        # Sum of squares of what each bot won above its blocks' means, in the metric of its spread
        # over all orders: computed here from the list of all orders itself.
        return np.array([sum(v - np.mean(row) for b, row in zip(bots, rows, strict=True)
                             for bot, v in zip(b, row, strict=True) if bot == k) for k in range(3)])

    orders = itertools.product(*(itertools.permutations(row) for row in values))
    totals = np.array([statistic(rows) for rows in orders])
    weight = np.linalg.pinv(np.cov(totals.T, bias=True), rcond=1e-10)
    unequal = np.einsum("ri,ij,rj->r", totals, weight, totals)
    exact = np.mean(unequal >= statistic(values) @ weight @ statistic(values) - 1e-9)
    found = strength_test(bots, values, seed=3, permutations=20_000)
    assert found["p"] == pytest.approx(exact, abs=0.012)


def test_blocks_of_different_sizes_are_permuted_together():
    bots = [[0, 1], [0, 1, 2]] * 8
    values = [[1.0, 0.0], [1.0, 0.0, 0.0]] * 8
    assert strength_test(bots, values, seed=1)["p"] == 0.001


def test_where_no_order_could_differ_there_is_no_test():
    assert strength_test([[0, 0], [0, 0]], [[1, 0], [0, 1]], seed=1) is None
    assert strength_test([[0, 1]], [[0.5, 0.5]], seed=1) is None
    assert strength_test([[0], [1]], [[1.0], [0.0]], seed=1) is None
    assert strength_test([], [], seed=1) is None


def test_the_p_value_is_a_function_of_the_seed():
    rng = np.random.default_rng(1)
    bots, values = [[0, 1, 2]] * 30, rng.random((30, 3)).tolist()
    assert strength_test(bots, values, seed=5) == strength_test(bots, values, seed=5)
    assert strength_test(bots, values, seed=5)["p"] != strength_test(bots, values, seed=6)["p"]


def test_hotellings_statistic_worked_out_by_hand_for_two_seats():
    # For two seats T2 is the square of Student's t of seat 0, here with the made-up deal in.
    shares = np.array([1.0, 0.5, 0.5, 1.0, 0.0, 1.0])
    values, weights = np.append(shares, [1.0, 0.0]), np.append(np.ones(6), [0.5, 0.5])
    mean = np.average(values, weights=weights)
    variance = (weights * (values - mean) ** 2).sum() / 6
    found = seat_test(np.stack([shares, 1 - shares], axis=1))
    assert found["statistic"] == pytest.approx(7 * (mean - 0.5) ** 2 / variance)
    assert found["p"] == pytest.approx(stats.f.sf(found["statistic"], 1, 5))


def test_many_deals_give_the_textbook_test():
    shares = np.random.default_rng(2).dirichlet([1.0, 1.02, 1.0], size=5000)
    centred = shares[:, :2] - shares[:, :2].mean(axis=0)
    covariance = centred.T @ centred / 4999
    away = shares[:, :2].mean(axis=0) - 1 / 3
    square = 5000 * away @ np.linalg.inv(covariance) @ away
    found = seat_test(shares)
    assert found["statistic"] == pytest.approx(square, rel=0.01)
    assert found["p"] == pytest.approx(stats.chi2.sf(square, 2), rel=0.05)


def test_a_seat_that_wins_every_deal_is_seen_although_deals_show_no_spread():
    always = np.tile([1.0, 0.0, 0.0, 0.0], (12, 1))
    assert seat_test(always)["p"] < 0.001
    assert seat_test(np.full((12, 4), 0.25))["p"] == 1.0


def test_too_few_deals_for_the_seats_give_no_test():
    assert seat_test(np.full((3, 4), 0.25)) is None
    assert seat_test(np.ones((50, 1))) is None


def equals(runs, seats, bots, deals, ties, luck=1.0):
    """Return the shares of tournaments of identical bots that either test calls unequal."""
    strength = seat = 0
    for run in range(runs):
        rng = np.random.default_rng((seats, bots, run))
        noise = luck_of(rng, deals, seats, seats, luck)
        shares = shares_of(ranks_of(rng, np.zeros_like(noise), noise, ties))
        # The order round the table is drawn for every block, as the schedule does.
        names = np.argsort(rng.random((deals, bots)), axis=1)[:, :seats]
        found = strength_test(names.tolist(), by_position(shares).tolist(), run, 199)
        strength += found["p"] <= 0.05
        seat += seat_test(shares.mean(axis=1))["p"] <= 0.05
    return strength / runs, seat / runs


# 0.05 plus 3.3 standard errors: 0.109 of 150; of 1,000 the bar of 0.065 is 2.2 above.
@pytest.mark.parametrize(
    "runs, worst", [(150, 0.109), pytest.param(1000, 0.065, marks=pytest.mark.soak)])
@pytest.mark.parametrize("seats, bots, deals, ties", [
    (4, 6, 60, 0.0), (4, 6, 60, 0.7), (4, 4, 25, 0.7), (2, 5, 60, 0.7), (5, 8, 200, 0.0),
])
def test_identical_bots_and_equal_seats_are_seldom_called_unequal(
    runs, worst, seats, bots, deals, ties
):
    strength, seat = equals(runs, seats, bots, deals, ties)
    print(f"strength {strength}, seat {seat}")
    assert strength <= worst and seat <= worst


def test_unequal_bots_and_seats_are_called_so():
    rng = np.random.default_rng(1)
    noise = luck_of(rng, 200, 4, 4, 1.0)
    worth = np.broadcast_to([0.5, 0.0, 0.0, 0.0], noise.shape)
    assert seat_test(shares_of(ranks_of(rng, worth, noise)).mean(axis=1))["p"] < 0.001
    moved = np.array([np.roll([0.5, 0.0, 0.0, 0.0], turn) for turn in range(4)])
    shares = shares_of(ranks_of(rng, np.broadcast_to(moved, noise.shape), noise))
    assert seat_test(shares.mean(axis=1))["p"] > 0.05
    assert strength_test([[0, 1, 2, 3]] * 200, by_position(shares).tolist(), 1)["p"] == 0.001
