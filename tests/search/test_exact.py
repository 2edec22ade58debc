"""Exact solvers: against known values, against linear programs, against broken input."""

import dataclasses
from importlib import resources

import numpy as np
import pytest

import engine_cy
from search.bot import Bot
from search.exact import (
    CfrPlus,
    argmax_profile,
    best_response,
    bot_profiles,
    build_tree,
    edge,
    expected_returns,
    join_profiles,
    measure,
    profile_to_table,
    random_profile,
    solve,
    solve_to,
    table_to_profile,
    uniform_profile,
    value_among,
)

LABS = {
    "kuhn_poker": ("kuhn_poker", 2, {}),
    "kuhn_poker_3p": ("kuhn_poker", 3, {}),
    "leduc_poker": ("leduc_poker", 2, {}),
    "goofspiel": ("goofspiel", 2, {"num_cards": 3}),
    "goofspiel_hidden": ("goofspiel", 2, {"num_cards": 4, "imp_info": True,
                                          "points_order": "descending"}),
    "goofspiel_3p": ("goofspiel", 3, {"num_cards": 3, "points_order": "descending"}),
    "hoi_pho_2p": ("hoi_pho", 2, {"data": "hoi_pho_lab_2p", "max_rounds": 1}),
    "fairy_concerto_2p": ("fairy_concerto", 2, {"data": "fairy_concerto_lab_2p"}),
    "fado_duetos_2p": ("fado_duetos", 2, {"data": "fado_duetos_lab_round_2p"}),
}
TWO_SEATS = [name for name in LABS if not name.endswith("3p")]

# Known values of the first seat: Kuhn 1950; symmetric games by their symmetry; Leduc poker as
# solved by Southey et al. (2005) and OpenSpiel.
VALUES = {"kuhn_poker": -1 / 18, "goofspiel": 0.0, "goofspiel_hidden": 0.0, "hoi_pho_2p": 0.5,
          "fairy_concerto_2p": 0.5, "fado_duetos_2p": 0.5, "leduc_poker": -0.085606424}

JACK, QUEEN, KING = 1, 2, 3
PASS, BET = 0, 1


@pytest.fixture(scope="module")
def trees():
    """Return a function from a name in LABS to its tree, built once."""
    built = {}

    def tree(name):
        if name not in built:
            game, players, options = LABS[name]
            built[name] = build_tree(engine_cy.load_game(game, players=players, **options))
        return built[name]

    return tree


@pytest.fixture(scope="module")
def forms():
    """Return a function from a name in LABS to its sequence form in plain Python."""
    pytest.importorskip("scipy")
    from exact_lp import SequenceForm

    built = {}

    def form(name):
        if name not in built:
            game, players, options = LABS[name]
            built[name] = SequenceForm(engine_cy.load_game(game, players=players, **options))
        return built[name]

    return form


def chances(tree, profile):
    """Return {(key, action): chance} of a profile, forced actions with chance 1."""
    found = {}
    for i, key in enumerate(tree.key.tolist()):
        where = tree.sequences(i)
        found.update({(key, int(a)): p for a, p in zip(tree.action[where], profile[where],
                                                        strict=True)})
    return found


class Forced(dict):
    """Chances in which what is not listed is a forced action."""

    def __missing__(self, choice):
        return 1.0


def test_kuhn_poker_has_twelve_information_sets_and_thirty_ends_a_side(trees):
    tree = trees("kuhn_poker")
    # 6 deals x (4 decisions + 5 ends); 3 cards x (2 for each seat) sets of 2 actions.
    assert (tree.num_deals, tree.num_nodes, tree.num_sets, tree.depth) == (6, 54, 12, 3)
    assert len(tree.payoff) == 30 and tree.forgotten == 0


def test_the_reduced_hoi_pho_has_the_known_size(trees):
    tree = trees("hoi_pho_2p")
    assert (tree.num_deals, tree.num_nodes, tree.num_sets) == (90, 9270, 992)


@pytest.mark.parametrize("name", VALUES)
def test_cfr_plus_finds_the_known_value(name, trees):
    tree = trees(name)
    cfr = CfrPlus(tree)
    cfr.run(2000 if name == "kuhn_poker" else 600)
    result = measure(tree, cfr.average)
    # An equilibrium's value lies within the best responses' gains.
    assert abs(result.returns[0] - VALUES[name]) <= result.gains.max()
    assert result.nash_conv < 2e-3 * measure(tree, uniform_profile(tree)).nash_conv
    assert (result.gains > -1e-12).all()


def test_kuhn_value_to_a_millionth(trees):
    tree = trees("kuhn_poker")
    result = measure(tree, solve(tree, 300_000))
    assert abs(result.returns[0] + 1 / 18) < 1e-6
    assert result.nash_conv < 2e-6


def test_the_solution_of_kuhn_poker_is_of_the_known_family(trees):
    tree = trees("kuhn_poker")
    profile = solve(tree, 60_000)
    bet = {}                                     # (seat, card, bets so far) -> chance of a bet
    for i in range(tree.num_sets):
        observation = tree.observation(i)
        record = observation.record()
        moves = "".join("pb"[m] for m in record["moves"][:record["num_moves"]])
        card = int(record["card"][observation.player])
        bet[card, moves] = profile[tree.sequences(i)][BET]
    alpha = bet[JACK, ""]
    assert -1e-3 < alpha < 1 / 3 + 1e-3
    expected = {(QUEEN, ""): 0, (KING, ""): 3 * alpha, (JACK, "pb"): 0,
                (QUEEN, "pb"): alpha + 1 / 3, (KING, "pb"): 1, (JACK, "p"): 1 / 3,
                (QUEEN, "p"): 0, (KING, "p"): 1, (JACK, "b"): 0, (QUEEN, "b"): 1 / 3,
                (KING, "b"): 1}
    for where, chance in expected.items():
        assert abs(bet[where] - chance) < 2e-3, where


@pytest.mark.parametrize("alpha", [0.0, 0.2, 1 / 3])
def test_every_member_of_the_family_is_an_equilibrium_and_no_other(alpha, trees):
    tree = trees("kuhn_poker")
    result = measure(tree, kuhn_profile(tree, alpha))
    assert abs(result.returns[0] + 1 / 18) < 1e-12
    assert abs(result.nash_conv) < 1e-12
    assert measure(tree, kuhn_profile(tree, alpha + 0.05, king=3 * alpha)).nash_conv > 1e-3


def kuhn_profile(tree, alpha, king=None):
    """The equilibrium with `alpha`; `king` is the first seat's chance to bet the King."""
    bet = {(JACK, ""): alpha, (QUEEN, ""): 0, (KING, ""): 3 * alpha if king is None else king,
           (JACK, "pb"): 0, (QUEEN, "pb"): alpha + 1 / 3, (KING, "pb"): 1, (JACK, "p"): 1 / 3,
           (QUEEN, "p"): 0, (KING, "p"): 1, (JACK, "b"): 0, (QUEEN, "b"): 1 / 3, (KING, "b"): 1}
    profile = uniform_profile(tree)
    for i in range(tree.num_sets):
        observation = tree.observation(i)
        record = observation.record()
        moves = "".join("pb"[m] for m in record["moves"][:record["num_moves"]])
        chance = bet[int(record["card"][observation.player]), moves]
        profile[tree.sequences(i)] = [1 - chance, chance]
    return profile


@pytest.mark.parametrize("seed", [None, 1, 2])
@pytest.mark.parametrize("name", LABS)
def test_best_responses_are_those_of_the_linear_programs(name, seed, trees, forms):
    tree, form = trees(name), forms(name)
    profile = uniform_profile(tree) if seed is None else random_profile(tree, seed)
    table = Forced(chances(tree, profile))
    seats = range(tree.game.num_players)
    plans = [form.plan(seat, table) for seat in seats]
    result = measure(tree, profile)
    for seat in seats:
        value = plans[seat] @ form.gradient(seat, plans)
        assert abs(result.returns[seat] - value) < 1e-9
        assert abs(result.best[seat] - form.best_response(seat, plans)) < 1e-7
        _, response = best_response(tree, profile, seat)
        assert abs(expected_returns(tree, response)[seat] - result.best[seat]) < 1e-9


@pytest.mark.parametrize("name", TWO_SEATS)
def test_values_are_those_of_the_linear_program(name, trees, forms):
    tree = trees(name)
    result = measure(tree, solve(tree, 500))
    value = forms(name).value()
    assert result.returns[0] - result.gains[1] - 1e-7 <= value
    assert value <= result.returns[0] + result.gains[0] + 1e-7
    assert abs(value - VALUES[name]) < 1e-6


@pytest.mark.parametrize("name", LABS)
def test_no_hash_forgets_what_its_seat_did(name, trees):
    assert trees(name).forgotten == 0


@pytest.mark.parametrize("name", LABS)
def test_a_profile_survives_the_table_and_the_bot_random_is_uniform(name, trees):
    tree = trees(name)
    profile = random_profile(tree, 3)
    assert np.array_equal(table_to_profile(tree, profile_to_table(tree, profile)), profile)
    assert np.allclose(bot_profiles(tree, "random", 2), uniform_profile(tree))


def test_every_observation_is_of_its_information_set(trees):
    tree = trees("hoi_pho_2p")
    for i in range(tree.num_sets):
        observation = tree.observation(i)
        assert observation.information_state_hash() == int(tree.key[i])
        assert observation.player == tree.player[i]
        assert list(observation.legal_actions()) == list(tree.action[tree.sequences(i)])


def test_a_bot_has_one_profile_for_each_seed_and_the_same_again(trees):
    tree = trees("kuhn_poker")
    profiles = bot_profiles(tree, "ismcts+sims:50", 3, seed=7)
    assert profiles.shape == (3, tree.num_sequences)
    assert not np.array_equal(profiles[0], profiles[1])
    assert np.array_equal(profiles, bot_profiles(tree, "ismcts+sims:50", 3, seed=7))
    # What is measured is a policy: the mean of the seeds is one, too.
    assert measure(tree, profiles.mean(axis=0)).nash_conv > 0


def test_argmax_keeps_the_likeliest_actions_alike(trees):
    tree = trees("kuhn_poker")
    profile = uniform_profile(tree)
    profile[tree.sequences(0)] = [0.4, 0.6]
    best = argmax_profile(tree, profile)
    assert list(best[tree.sequences(0)]) == [0.0, 1.0]
    assert list(best[tree.sequences(1)]) == [0.5, 0.5]


def test_seats_may_follow_different_profiles(trees):
    tree = trees("kuhn_poker")
    best, uniform = solve(tree, 2000), uniform_profile(tree)
    mixed = join_profiles(tree, [best, uniform])
    assert expected_returns(tree, mixed)[0] > expected_returns(tree, best)[0]
    other = expected_returns(tree, join_profiles(tree, [uniform, best]))[1]
    assert abs(value_among(tree, best, uniform)
               - (expected_returns(tree, mixed)[0] + other) / 2) < 1e-12


def test_an_edge_is_what_one_gets_more_than_the_other(trees):
    tree = trees("kuhn_poker")
    best, uniform = solve(tree, 2000), uniform_profile(tree)
    assert edge(tree, best, uniform) > 0.1
    assert abs(edge(tree, best, uniform) + edge(tree, uniform, best)) < 1e-12
    assert abs(edge(tree, best, uniform) - 2 * value_among(tree, best, uniform)) < 1e-12


def test_solving_to_a_bar_ends_there_or_with_the_best_profile_seen(trees):
    tree = trees("kuhn_poker")
    enough = solve_to(tree, 1e-3, 10_000)
    assert enough.result.nash_conv <= 1e-3 and enough.iterations < 10_000
    most = solve_to(tree, 0.0, 60)
    assert most.iterations in (25, 50, 60)
    assert most.result.nash_conv == min(
        measure(tree, solve(tree, n)).nash_conv for n in (25, 50, 60))


def test_a_run_can_be_continued(trees):
    tree = trees("goofspiel_3p")
    once, twice = CfrPlus(tree), CfrPlus(tree)
    once.run(30)
    twice.run(10)
    twice.run(20)
    assert twice.iterations == 30
    assert np.array_equal(once.average, twice.average)


def test_a_game_with_chance_after_the_deal_is_refused(tmp_path):
    text = resources.files("engine_cy.data").joinpath("fairy_concerto_lab_2p.toml").read_text()
    path = tmp_path / "two_rounds.toml"
    path.write_text(text.replace("draw = [4]\ndrafts = 2", "draw = [2, 2]\ndrafts = 1"))
    game = engine_cy.load_game("fairy_concerto", 2, data=path)
    with pytest.raises(engine_cy.GameOptionError, match="by chance after the first deal"):
        build_tree(game)


def test_a_large_game_is_refused():
    game = engine_cy.load_game("fado_duetos", 2, data="fado_duetos_lab_2p")
    with pytest.raises(engine_cy.TooManyWorlds, match="more than 1000 positions"):
        build_tree(game, max_nodes=1000)
    with pytest.raises(engine_cy.TooManyWorlds, match="More than 100 worlds"):
        build_tree(game, max_deals=100)


@pytest.mark.parametrize("wrong, sentence", [
    (lambda p: p[:-1], "does not fit"),
    (lambda p: np.where(np.arange(len(p)) == 5, 0.9, p), "sum to 1"),
    (lambda p: np.where(np.arange(len(p)) >= 2, np.nan, p), "sum to 1"),
    (lambda p: np.where(np.arange(len(p)) == 1, np.nan, p), "empty sequence must be 1"),
    (lambda p: np.where(np.arange(len(p)) == 0, 2.0, p), "empty sequence must be 1"),
])
@pytest.mark.parametrize("use", [measure, expected_returns, argmax_profile, profile_to_table])
def test_a_profile_that_is_none_is_refused(use, wrong, sentence, trees):
    tree = trees("kuhn_poker")
    with pytest.raises(ValueError, match=sentence):
        use(tree, wrong(uniform_profile(tree)))


@pytest.mark.parametrize("seat", [-1, 2, 10**8])
def test_a_seat_that_is_not_there_has_no_best_response(seat, trees):
    tree = trees("kuhn_poker")
    with pytest.raises(ValueError, match=f"no seat {seat}; the game has seats 0 to 1"):
        best_response(tree, uniform_profile(tree), seat)


def test_iterations_and_seeds_are_counts(trees):
    tree = trees("kuhn_poker")
    for run in (lambda: solve(tree, -1), lambda: solve_to(tree, 0.1, -1)):
        with pytest.raises(ValueError, match="iterations=-1 is out of range"):
            run()
    for seeds in (0, -1):
        with pytest.raises(ValueError, match=f"seeds={seeds} is out of range"):
            bot_profiles(tree, "random", seeds)


def leave():
    raise SystemExit(3)


class Given(Bot):
    """Gives as its policy what a test has put into `gift`."""

    def policy(self, observation):
        return self.gift()


@pytest.mark.parametrize("gift, words", [
    (lambda: [1.0], r"numbers of shape \(1,\); it must be 2 numbers"),
    (lambda: [0.5, 0.5, 0.0], r"numbers of shape \(3,\)"),
    (lambda: [[0.5, 0.5]], r"numbers of shape \(1, 2\)"),
    (lambda: 1.0, r"numbers of shape \(\)"),
    (lambda: {0: 0.5, 1: 0.5}, "is dict"),
    (lambda: "ab", "is str"),
    (lambda: [1.5, -0.5], "must be 0 or more and sum to 1"),
    (lambda: [np.nan, 1.0], "must be 0 or more and sum to 1"),
    (leave, "wants to end the process"),
])
def test_a_policy_that_is_none_is_refused(gift, words, trees, monkeypatch):
    monkeypatch.setattr(Given, "gift", staticmethod(gift), raising=False)
    with pytest.raises(engine_cy.BotSpecError, match=words):
        bot_profiles(trees("kuhn_poker"), f"py:{__name__}:Given", 1)


def test_a_bot_that_sees_every_hand_has_no_policy_here(trees):
    with pytest.raises(engine_cy.GameOptionError, match="sees every hand"):
        bot_profiles(trees("kuhn_poker"), "cheating_mcts+sims:10", 1)


def test_a_table_without_a_row_is_refused(trees):
    tree = trees("kuhn_poker")
    with pytest.raises(ValueError, match="no row"):
        table_to_profile(tree, {})


def test_sets_that_share_a_hash_are_counted_and_kept_apart(trees):
    tree = trees("kuhn_poker")
    shared = dataclasses.replace(tree, key=np.where(tree.key == tree.key[3], tree.key[2], tree.key))
    assert shared.forgotten == 1
    with pytest.raises(ValueError, match="remembers more than the hash"):
        profile_to_table(shared, random_profile(shared, 1))
    # A table of hashes gives both the same chances; uniform play forgets nothing.
    table = profile_to_table(shared, uniform_profile(shared))
    assert len(table) == 11
    assert np.array_equal(table_to_profile(shared, table), uniform_profile(shared))
