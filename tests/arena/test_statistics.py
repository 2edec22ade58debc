"""Intervals against numbers worked out by hand, against scipy, and against planted truth."""

import numpy as np
import pytest
from scipy import stats

from arena.statistics import Clusters, Estimate, difference, quantiles, t_quantile


def clusters(*groups):
    made = Clusters()
    for deal, group in enumerate(groups):
        for value in group:
            made.add(deal, value)
    return made


def test_an_interval_worked_out_by_hand():
    # Three deals of two games: sums 2, 1, 0; mean 3/6. Residuals 2-1, 1-1, 0-1.
    # Variance 3/2 * (1 + 0 + 1) / 36 = 1/12; t with 2 degrees of freedom is 4.302653.
    found = clusters([1, 1], [1, 0], [0, 0]).estimate()
    assert found.mean == 0.5
    assert found.variance == pytest.approx(1 / 12)
    assert found.high - found.mean == pytest.approx(4.302653 / 12**0.5, rel=1e-6)


def test_deals_of_unequal_size_worked_out_by_hand():
    # Sums 1 of 1 and 1 of 3: mean 2/4. Residuals 1 - 1/2 and 1 - 3/2; variance 2 * (1/2) / 16.
    found = clusters([1], [1, 0, 0]).estimate()
    assert found.mean == 0.5
    assert found.variance == pytest.approx(1 / 16)


def test_games_of_one_deal_count_once():
    once = clusters([1], [0], [1], [0], [0])
    tenfold = clusters([1] * 10, [0] * 10, [1] * 10, [0] * 10, [0] * 10)
    assert tenfold.estimate().low == pytest.approx(once.estimate().low)


def test_single_games_give_the_textbook_interval():
    values = [0.3, 0.5, 0.1, 0.9, 0.4, 0.4]
    found = clusters(*([value] for value in values)).estimate()
    half = stats.t.ppf(0.975, 5) * np.std(values, ddof=1) / np.sqrt(6)
    assert found.high - found.mean == pytest.approx(half, rel=2e-3)


def test_the_order_of_arrival_does_not_matter():
    rng = np.random.default_rng(1)
    deals = rng.integers(0, 40, 300).tolist()
    games = list(zip(deals, rng.random(300).tolist(), strict=True))
    forward, backward = Clusters(), Clusters()
    for deal, value in sorted(games):
        forward.add(deal, value)
    for deal, value in sorted(games, key=lambda game: (-game[0], game[1])):
        backward.add(deal, value)
    assert forward.estimate() == backward.estimate()


def test_one_deal_has_a_mean_and_no_interval():
    assert clusters([1, 0]).estimate() == Estimate(0.5, None, None, 1)
    assert Clusters().estimate() is None


def test_never_having_won_does_not_prove_that_winning_is_impossible():
    found = clusters(*([0.0, 0.0] for _ in range(10))).estimate(0.0, 1.0)
    assert (found.mean, found.low) == (0.0, 0.0)
    # 0.975 = 1 - (1 - p)^10: an outcome of probability p is seen at least once in ten deals.
    assert 1 - (1 - found.high) ** 10 == pytest.approx(0.975)
    always = clusters(*([1.0] for _ in range(10))).estimate(0.0, 1.0)
    assert (always.low, always.high) == (pytest.approx(1 - found.high), 1.0)


def test_intervals_are_cut_to_what_a_share_can_be():
    found = clusters([1, 1], [1, 1], [1, 0]).estimate(0.0, 1.0)
    assert found.high == 1.0


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 10, 20, 50, 1000])
def test_students_t_agrees_with_scipy(freedom):
    assert t_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=2e-3)


def test_the_interval_of_a_difference_is_welchs():
    rng = np.random.default_rng(2)
    a, b = rng.normal(0.5, 0.2, 12), rng.normal(0.3, 0.4, 9)
    found = difference(
        clusters(*([v] for v in a)).estimate(), clusters(*([v] for v in b)).estimate()
    )
    expected = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
    assert found.low == pytest.approx(expected.low, rel=5e-3)
    assert found.high == pytest.approx(expected.high, rel=5e-3)


def test_the_difference_of_two_certainties_keeps_their_doubt():
    won = clusters([1.0], [1.0], [1.0]).estimate(0.0, 1.0)
    lost = clusters([0.0], [0.0], [0.0]).estimate(0.0, 1.0)
    found = difference(won, lost)
    assert found.mean == 1.0
    assert found.low == pytest.approx(won.low - lost.high)


def test_intervals_cover_the_truth_where_deals_matter():
    # 40 deals of 4 games; the deal moves the chance of winning as much as skill would.
    rng = np.random.default_rng(3)
    covered, runs = 0, 500
    for _ in range(runs):
        chance = np.clip(0.35 + rng.normal(0, 0.15, 40), 0, 1)
        games = rng.random((40, 4)) < chance[:, None]
        found = clusters(*games.astype(float)).estimate(0.0, 1.0)
        covered += found.low <= 0.35 <= found.high
    assert 0.92 <= covered / runs <= 0.98


def test_quantiles_are_values_that_occurred():
    counts = {1.0: 1, 2.0: 2, 10.0: 1}
    assert quantiles(counts, [0.0, 0.25, 0.5, 0.75, 1.0]) == [1.0, 1.0, 2.0, 2.0, 10.0]
    assert quantiles({}, [0.5]) == []
