"""The laboratory: what is said of a bot is what its policies are worth."""

import numpy as np
import pytest

from arena.entrants import read_entrants
from arena.lab import (
    ARGMAX,
    MIXTURE,
    PRECISION,
    at_budgets,
    contenders,
    head_to_head,
    jackknife,
    judge,
    open_lab,
)
from arena.lab_chart import budget_chart, budget_lines
from configs.labs import named_labs
from search.exact import bot_profiles, measure, uniform_profile

LABS = named_labs()
# Three seats: CFR+ has no promise, and at Hội Phố it stays above the bar.
UNSOLVED = {"hoi_pho_3p"}


@pytest.fixture(scope="module")
def kuhn():
    return open_lab("kuhn_poker", LABS["kuhn_poker"])


@pytest.fixture(scope="module")
def field(kuhn):
    entrants = read_entrants(["random", "greedy", "ismcts+sims:20"])
    return list(contenders(kuhn, entrants, seeds=4, seed=1))


@pytest.mark.parametrize("name", [name for name in LABS if name not in UNSOLVED])
def test_every_game_is_solved_and_is_worth_solving(name):
    lab = open_lab(name, LABS[name])
    facts = lab.facts()
    assert facts["forgotten"] == 0 and facts["information_sets"] > 10
    assert facts["uniform"]["nash_conv"] > 0.2             # choices matter
    assert facts["cfr_plus"]["nash_conv"] <= PRECISION * facts["uniform"]["nash_conv"]
    total = lab.tree.game.utility_sum
    assert abs(sum(facts["cfr_plus"]["returns"]) - total) < 1e-9


def test_only_a_bot_whose_argmax_differs_plays_both_ways(field):
    assert [(c.name, c.form) for c in field] == [
        ("random", MIXTURE), ("greedy", MIXTURE), ("ismcts+sims:20", MIXTURE),
        ("ismcts+sims:20", ARGMAX)]
    for contender in field[3:]:
        assert set(np.unique(contender.profiles)) <= {0.0, 0.5, 1.0}


def test_random_is_measured_as_the_uniform_profile_exactly(kuhn, field):
    row = judge(kuhn, field[0])
    assert abs(row["nash_conv"] - kuhn.uniform.nash_conv) < 1e-12
    assert row["error"] < 1e-12 and abs(row["against_uniform"]) < 1e-12
    assert row["against_equilibrium"] < -0.2


def test_a_search_is_measured_by_the_mean_of_its_seeds(kuhn, field):
    row = judge(kuhn, field[2])
    profiles = bot_profiles(kuhn.tree, "ismcts+sims:20", 4, seed=1)
    assert row["nash_conv"] == measure(kuhn.tree, profiles.mean(axis=0)).nash_conv
    assert row["each_seed"] == [measure(kuhn.tree, one).nash_conv for one in profiles]
    assert row["exploitability"] == row["nash_conv"] / 2
    assert 0 < row["error"] < 0.2
    assert row["against_uniform"] > 0.2


def test_the_jackknife_is_the_usual_error_of_a_mean_where_nash_conv_is_linear(kuhn):
    # Between two near profiles the best responses stay the same, but for the first seat's bets
    # NashConv is linear in one seat's chances: jackknife and sample error agree.
    tree = kuhn.tree
    base = kuhn.solution.profile.copy()
    profiles = np.array([base] * 3)
    chances = [0.30, 0.32, 0.37]
    for profile, chance in zip(profiles, chances, strict=True):
        profile[tree.sequences(0)] = [1 - chance, chance]
    values = [measure(tree, profile).nash_conv for profile in profiles]
    assert abs(jackknife(tree, profiles) - np.std(values, ddof=1) / np.sqrt(3)) < 1e-9
    assert jackknife(tree, profiles[:1]) is None


def test_edges_are_of_the_row_over_the_column(kuhn, field):
    edges = head_to_head(kuhn, field)
    assert edges[1][0] > 0 and edges[1][0] == -edges[0][1]
    assert all(edges[i][i] == 0 for i in range(len(field)))


def test_budgets_are_for_bots_that_have_one():
    entrants = read_entrants(["random", "ismcts+c:0.3", "club", "ismcts+sims:5"])
    assert [e.name for e in at_budgets(entrants, [10, 20])] == [
        "random", "ismcts+c:0.3+sims:10", "ismcts+c:0.3+sims:20", "ismcts+sims:10",
        "ismcts+sims:20"]
    assert at_budgets(entrants, []) == entrants


def rows(*entries):
    return [{"spec": f"ismcts+sims:{sims}", "sims": sims, "form": MIXTURE, "nash_conv": value,
             "error": error} for sims, value, error in entries]


def test_a_chart_needs_two_budgets_of_a_bot():
    lab = {"lab": "x", "summary": "a game $ <of> ours", "uniform": {"nash_conv": 0.5},
           "bots": rows((100, 0.3, 0.01))}
    assert budget_chart(lab) is None
    lab["bots"] = rows((1000, 0.2, None), (100, 0.3, 0.01))
    assert budget_lines(lab["bots"]) == [("ismcts", MIXTURE, [(100, 0.3, 0.01), (1000, 0.2, 0.0)])]
    pytest.importorskip("matplotlib")
    assert budget_chart(lab).startswith("<?xml") and budget_chart(lab) == budget_chart(lab)


def test_the_uniform_profile_of_a_lab_is_the_random_bot(kuhn):
    assert np.array_equal(bot_profiles(kuhn.tree, "random", 1)[0], uniform_profile(kuhn.tree))
