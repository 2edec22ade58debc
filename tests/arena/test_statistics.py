"""Intervals against numbers worked out by hand, against scipy, and against planted truth."""

import numpy as np
import pytest
from scipy import stats

from arena.statistics import Clusters, Estimate, difference, quantiles
from arena.student import t_quantile, two_tails


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


FREEDOMS = [*range(1, 31), 50, 100, 999, 1000, *np.geomspace(1, 1000, 60), *np.linspace(1, 3, 41)]


def test_students_t_agrees_with_scipy_for_fractions_too():
    for freedom in map(float, FREEDOMS):
        assert t_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-9)
        for level in (0.5, 0.99):
            expected = stats.t.ppf(0.5 + level / 2, freedom)
            assert t_quantile(freedom, level) == pytest.approx(expected, rel=1e-9)


def test_both_tails_of_students_t_agree_with_scipy():
    for freedom in (1.0, 1.7, 4.0, 60.5):
        assert two_tails(0.0, freedom) == pytest.approx(1.0)
        for t in (0.01, 0.5, 1.7, 1.8, 5.0, 100.0):
            assert two_tails(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), rel=1e-9)


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
    assert found.mean == found.high == 1.0
    # Where either side has an exception of probability q, six deals show none with (1 - q)^6,
    # which is 0.025 at q = 0.459: a true difference of 1 - 2 q must not be excluded.
    assert found.low <= 1 - 2 * (1 - 0.025 ** (1 / 6))
    assert found.low == pytest.approx(1 - 2**0.5 * (1 - won.low))


def test_a_difference_carries_the_doubt_of_a_side_at_its_edge():
    edge = clusters(*([1.0] for _ in range(5))).estimate(0.0, 1.0)
    mixed = clusters(*([v] for v in [1.0, 0.0] * 20)).estimate(0.0, 1.0)
    found = difference(edge, mixed)
    half = stats.t.ppf(0.975, 39) * mixed.variance**0.5
    assert found.high - found.mean == pytest.approx(half, rel=1e-6)
    assert found.mean - found.low == pytest.approx(np.hypot(half, 1 - edge.low), rel=1e-6)


def test_deals_that_all_split_evenly_are_no_certainty():
    found = clusters([1, 0], [0, 1]).estimate(0.0, 1.0)
    assert found.mean == 0.5
    # A kind of deal of probability u is missed by both with (1 - u)^2 = 0.025.
    unseen = 1 - 0.025**0.5
    assert (found.low, found.high) == pytest.approx((0.5 - unseen / 2, 0.5 + unseen / 2))
    many = clusters(*([1, 0] for _ in range(1000))).estimate(0.0, 1.0)
    assert 0.498 < many.low < 0.5 < many.high < 0.502


def test_equal_deals_of_a_value_without_bounds_show_no_interval():
    found = clusters([1, -1], [-1, 1], [0, 0]).estimate()
    assert (found.mean, found.low, found.high) == (0.0, None, None)


def test_the_floor_leaves_ordinary_intervals_alone():
    rng = np.random.default_rng(4)
    values = (rng.random((100, 2)) < 0.5).astype(float)
    found = clusters(*values).estimate(0.0, 1.0)
    half = stats.t.ppf(0.975, 99) * np.std(values.mean(axis=1), ddof=1) / 10
    assert found.high - found.mean == pytest.approx(half, rel=1e-6)


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


def deals_of(rng, kind, n, games, chance):
    """Return n deals of so many games, 1 won and 0 lost, and the true mean."""
    if kind == "alike":  # the deal decides much
        chances = rng.beta(3 * chance, 3 * (1 - chance), n)[:, None]
    elif kind == "split":  # nine deals in ten are won and lost equally often
        values = np.tile(np.arange(games) % 2.0, (n, 1))
        odd = rng.random(n) < 0.1
        values[odd] = rng.random((odd.sum(), 1)) < chance
        return values, 0.45 + 0.1 * chance
    else:
        chances = chance
    return (rng.random((n, games)) < chances).astype(float), chance


@pytest.mark.parametrize("kind", ["apart", "alike", "split"])
def test_intervals_of_few_deals_cover_the_truth(kind):
    rng = np.random.default_rng(5)
    covered = {}
    for n in range(2, 21):
        for games in (2, 4):
            for chance in (0.5, 0.25, 0.1, 0.03):
                for _ in range(12):
                    values, truth = deals_of(rng, kind, n, games, chance)
                    found = clusters(*values.tolist()).estimate(0.0, 1.0)
                    covered.setdefault(n, []).append(found.low <= truth <= found.high)
    pooled = [hit for n, hits in covered.items() if n >= 5 for hit in hits]
    assert np.mean(pooled) >= 0.93
    assert min(np.mean(hits) for hits in covered.values()) >= 0.93


def test_differences_of_few_deals_cover_the_truth():
    rng = np.random.default_rng(6)
    hits = []
    for n in (5, 8, 12, 20):
        for one, other in ((0.5, 0.5), (0.9, 0.1), (0.97, 0.5), (0.97, 0.03), (0.25, 0.6)):
            for _ in range(40):
                first = clusters(*deals_of(rng, "apart", n, 4, one)[0].tolist())
                second = clusters(*deals_of(rng, "alike", n, 4, other)[0].tolist())
                found = difference(first.estimate(0.0, 1.0), second.estimate(0.0, 1.0))
                hits.append(found.low <= one - other <= found.high)
    assert np.mean(hits) >= 0.93


def test_quantiles_are_values_that_occurred():
    counts = {1.0: 1, 2.0: 2, 10.0: 1}
    assert quantiles(counts, [0.0, 0.25, 0.5, 0.75, 1.0]) == [1.0, 1.0, 2.0, 2.0, 10.0]
    assert quantiles({}, [0.5]) == []


def test_an_edge_is_cut_to_what_it_can_be():
    alone, others = Clusters(), Clusters()
    for deal in range(20):
        alone.add(deal, 1.0)
        others.add(deal, 0.0)
    edge = difference(alone.estimate(0.0, 1.0), others.estimate(0.0, 1.0))
    assert edge.mean == 1.0 and edge.high == 1.0 and 0.7 < edge.low < 1.0
