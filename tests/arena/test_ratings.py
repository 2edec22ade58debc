"""Ratings against other programs' maxima, and on tournaments of planted strengths."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize
from synthetic import finishes, tournament

from arena.ratings import POINTS, PRIOR_WIDTH, Finish, rate

NAMES = list("abcdefgh")
SEATS = (0.3, 0.0, -0.1, -0.2)  # effects that were planted, mean 0


def drawn(seed, bots=5, deals=30, seat_effects=(*SEATS[:3], 0.0), ties=0.4):
    rng = np.random.default_rng(seed)
    strengths = np.linspace(-0.7, 0.7, bots)
    return finishes(*tournament(rng, strengths, seat_effects, deals, ties=ties))


def rating_of(results):
    return {bot["name"]: bot["rating"] for bot in results["bots"]}


def orders_of(ranks):
    """Return every order, seat by seat from the first, that the ties allow."""
    groups = [[s for s, r in enumerate(ranks) if r == rank] for rank in sorted(set(ranks))]
    choices = itertools.product(*(itertools.permutations(group) for group in groups))
    return [[seat for group in choice for seat in group] for choice in choices]


def loglikelihood(games, strengths, effects):
    """Return the log-likelihood from its definition, all tied orders listed."""
    total = 0.0
    for game in games:
        orders = orders_of(game.ranks)
        for order in orders:
            worth = [strengths[game.bots[s]] + effects[game.event, s] for s in order]
            for place, value in enumerate(worth):
                left = math.log(sum(math.exp(other) for other in worth[place:]))
                total += (value - left) / len(orders)
    return total


def test_the_rating_of_a_duel_is_elos():
    # In either seat a wins three of four: 400 * log10(3) between them.
    games = [Finish(0, deal, (0, 1), (1, 2) if deal % 4 else (2, 1)) for deal in range(400)]
    games += [Finish(0, deal, (1, 0), (2, 1) if deal % 4 else (1, 2)) for deal in range(400)]
    found = rating_of(rate(games, ["a", "b"]))
    assert found["a"] - found["b"] == pytest.approx(400 * math.log10(3), rel=2e-3)


@pytest.mark.parametrize("ties", [0.0, 0.6])
def test_strengths_agree_with_choix(ties):
    choix = pytest.importorskip("choix", reason="choix is not installed")
    games = drawn(1, ties=ties, deals=200)
    # choix knows no seats: all games are seen in every rotation of who sat where.
    turned = [
        Finish(0, game.deal, game.bots[k:] + game.bots[:k], game.ranks[k:] + game.ranks[:k])
        for game in games for k in range(4)
    ]
    # Each game as 24 orders, each as often as the ties allow it.
    orders = [
        [game.bots[seat] for seat in order]
        for game in games
        for listed in [orders_of(game.ranks)]
        for order in listed
        for _ in range(24 // len(listed))
    ]
    expected = POINTS * choix.ilsr_rankings(5, orders)
    results = rate(turned, NAMES[:5])
    found = rating_of(results)
    assert [found[name] for name in NAMES[:5]] == pytest.approx(expected - expected.mean(), abs=0.3)
    assert all(abs(seat["effect"]) < 1e-6 for seat in results["seats"])


def test_strengths_and_seats_are_at_the_maximum_of_the_likelihood_times_the_prior():
    games = drawn(2, bots=4, deals=12)
    games += [Finish(1, deal, (deal % 4, 3, deal % 2), (1, 1 + deal % 2, 3)) for deal in range(9)]
    places = [(0, seat) for seat in range(4)] + [(1, seat) for seat in range(3)]

    def loss(x):
        effects = dict(zip(places, x[4:], strict=True))
        return 0.5 * (POINTS / PRIOR_WIDTH) ** 2 * x @ x - loglikelihood(games, x[:4], effects)

    best = POINTS * minimize(loss, np.zeros(11), tol=1e-10).x
    results = rate(games, NAMES[:4])
    found = rating_of(results)
    assert [found[name] for name in NAMES[:4]] == pytest.approx(best[:4], abs=0.02)
    assert [seat["effect"] for seat in results["seats"]] == pytest.approx(best[4:], abs=0.02)
    assert [(seat["event"], seat["seat"]) for seat in results["seats"]] == places
    assert sum(found.values()) == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_pattern_of_ties_is_averaged_over_its_orders(players):
    # A single game: its likelihood is at its maximum where the derivative meets the prior's.
    for places in itertools.combinations_with_replacement(range(players), players):
        turned = places[1:] + places[:1]
        ranks = tuple(1 + sum(other < place for other in turned) for place in turned)
        games = [Finish(0, 0, tuple(range(players)), ranks)]
        found = rating_of(rate(games, NAMES[:players]))
        worth = np.array([found[name] for name in NAMES[:players]]) / POINTS
        chosen = np.zeros(players)
        for order in orders_of(ranks):
            for place, seat in enumerate(order):
                left = np.exp(2 * worth[order[place:]])  # strength and seat effect are equal here
                chosen[seat] += 1
                chosen[order[place:]] -= left / left.sum()
        chosen /= len(orders_of(ranks))
        assert chosen == pytest.approx((POINTS / PRIOR_WIDTH) ** 2 * worth, abs=1e-7)


def test_neither_the_order_of_games_nor_the_names_matter():
    games = drawn(3)
    results = rate(games, NAMES[:5])
    assert rate(games[::-1], NAMES[:5]) == results
    swapped = [
        Finish(g.event, g.deal, tuple(4 - bot for bot in g.bots), g.ranks) for g in games
    ]
    other = rate(swapped, NAMES[:5][::-1])
    assert rating_of(other) == pytest.approx(rating_of(results), abs=1e-4)


def test_copies_of_a_bot_at_one_table_have_one_strength():
    # One a among three b, a wins as often as three of its like would: 3 of 4 games.
    games = [
        Finish(0, deal, (0, 1, 1, 1), (1, 2, 3, 4) if deal % 4 else (4, 1, 2, 3))
        for deal in range(400)
    ]
    turned = [Finish(0, g.deal, g.bots[k:] + g.bots[:k], g.ranks[k:] + g.ranks[:k])
              for g in games for k in range(4)]
    found = rating_of(rate(turned, ["a", "b"]))
    # First place with chance 3/4, and where it is missed, the last.
    assert found["a"] > 0 and found["a"] == pytest.approx(-found["b"], abs=1e-4)


def test_a_bot_that_won_everything_has_a_finite_rating_and_says_so():
    games = [Finish(0, deal, (0, 1) if deal % 2 else (1, 0), (1, 2) if deal % 2 else (2, 1))
             for deal in range(50)]
    results = rate(games, ["a", "b"])
    best, worst = results["bots"]
    assert not results["connected"]
    assert best["name"] == "a" and 300 < best["rating"] - worst["rating"] < 1500
    assert best["low"] < best["rating"] - 200  # the deals show no spread, and yet nothing is sure
    assert rate([*games, Finish(0, 50, (1, 0), (1, 2))], ["a", "b"])["connected"]


def test_bots_that_never_met_are_not_connected():
    games = [Finish(0, deal, (0, 1), (1 + deal % 2, 2 - deal % 2)) for deal in range(20)]
    games += [Finish(0, 20 + deal, (2, 3), (1 + deal % 2, 2 - deal % 2)) for deal in range(20)]
    assert not rate(games, NAMES[:4])["connected"]
    bridge = [Finish(0, 40, (0, 2), (1, 1))]
    assert rate(games + bridge, NAMES[:4])["connected"]


def test_one_deal_has_ratings_and_no_intervals():
    results = rate([Finish(0, 0, (0, 1), (1, 2)), Finish(0, 0, (1, 0), (1, 2))], ["a", "b"])
    assert [bot["low"] for bot in results["bots"]] == [None, None]


def test_an_interval_rests_on_the_deals_of_its_own_games():
    # Event 1 is six games of a against itself, of which seat 0 won four: with n p q = 4/3 the
    # difference of its seats has variance 3/4, and Student's t has 5 degrees of freedom although
    # hundreds of deals were played elsewhere.
    games = [Finish(0, deal, (deal % 2, 1 - deal % 2), (1 + deal // 2 % 2, 2 - deal // 2 % 2))
             for deal in range(400)]
    games += [Finish(1, deal, (0, 0), (1, 2) if deal < 4 else (2, 1)) for deal in range(6)]
    results = rate(games, ["a", "b"])
    seat = next(seat for seat in results["seats"] if (seat["event"], seat["seat"]) == (1, 0))
    half = POINTS * stats.t.ppf(0.975, 5) * 0.5 * math.sqrt(0.75)
    assert (seat["high"] - seat["low"]) / 2 == pytest.approx(half, rel=0.03)


def test_deals_that_all_split_evenly_are_no_certainty():
    # Ten deals in which each of two bots won one of the two games, as one seat won both: of the
    # bots' strengths the clustered variance is 0.
    games = [
        Finish(0, deal, bots, (1, 2) if deal % 2 else (2, 1))
        for deal in range(10)
        for bots in ((0, 1), (1, 0))
    ]
    results = rate(games, ["a", "b"])
    for bot in results["bots"]:
        assert bot["rating"] == 0.0
        # 20 games that might be independent, with n p q = 5: the strength of one has variance 1/20.
        share = 1 - 0.025 ** (1 / 10)
        half = POINTS * stats.t.ppf(0.975, 9) * math.sqrt(share / 20)
        assert bot["high"] == pytest.approx(half, rel=0.03)
        assert bot["low"] == -bot["high"]


def test_games_for_one_and_fields_of_one_have_no_ratings():
    assert rate([Finish(0, 0, (0,), (1,))], ["a", "b"]) is None
    assert rate([Finish(0, 0, (0, 0), (1, 2))], ["a"]) is None
    assert rate([], ["a", "b"]) is None


def planted(runs, deals, spacing, seat_effects, ties):
    """Return (share of runs with the exact order, mean rank correlation, coverage, of seats)."""
    truth = spacing * (np.arange(8) - 3.5)
    exact, correlation, covered, seats = 0, [], [], []
    for run in range(runs):
        rng = np.random.default_rng((deals, run))
        results = rate(finishes(*tournament(rng, truth, seat_effects, deals, ties=ties)), NAMES)
        order = [NAMES.index(bot["name"]) for bot in results["bots"]]
        exact += order == list(range(7, -1, -1))
        correlation.append(np.corrcoef(order, range(7, -1, -1))[0, 1])
        covered += [bot["low"] <= POINTS * truth[k] <= bot["high"]
                    for k, bot in zip(order, results["bots"], strict=True)]
        seats += [seat["low"] <= POINTS * effect <= seat["high"]
                  for seat, effect in zip(results["seats"], seat_effects, strict=True)]
    return exact / runs, np.mean(correlation), np.mean(covered), np.mean(seats)


# Eight bots 52 points apart, 800 deals in four rotations: a bot plays 1,600 games, and neighbours
# are 3.3 standard errors apart or more. The bars of coverage are 0.92 to 0.98; bots of one
# tournament are not independent, so 25 tournaments get 0.03 more room, and the seats, of which
# there are fewer, twice that.
@pytest.mark.parametrize("runs, room", [
    (25, 0.03), pytest.param(1000, 0.0, marks=pytest.mark.soak)])
@pytest.mark.parametrize("seat_effects, ties", [((0.0,) * 4, 0.0), (SEATS, 0.0), (SEATS, 0.7)])
def test_planted_strengths_are_recovered_and_covered(runs, room, seat_effects, ties):
    exact, correlation, covered, seats = planted(runs, 800, 0.3, seat_effects, ties)
    print(f"order {exact}, correlation {correlation:.4f}, cover {covered:.4f}, seats {seats:.4f}")
    assert exact >= 0.95 - room and correlation >= 0.99
    assert 0.92 - room <= covered <= 0.98 + room
    assert 0.92 - 2 * room <= seats <= 0.98 + 2 * room


@pytest.mark.parametrize("deals", [20, 60])
@pytest.mark.parametrize("runs, room", [
    (150, 0.02), pytest.param(1000, 0.0, marks=pytest.mark.soak)])
def test_planted_strengths_are_covered_by_few_deals_too(runs, room, deals):
    exact, correlation, covered, seats = planted(runs, deals, 0.3, SEATS, 0.7)
    print(f"order {exact}, correlation {correlation:.4f}, cover {covered:.4f}, seats {seats:.4f}")
    assert 0.92 - room <= covered <= 0.98 + room and 0.92 - room <= seats <= 0.98 + room
