"""The sequential test of a match: by hand, and its two risks on made-up matches."""

import math

import numpy as np
import pytest
from synthetic import edges_of_two, strength_of_edge

from arena.sequential import FIRST_LOOK, Match, judge, log_likelihood_ratio

EFFECT = 0.06  # three points of win share in either line-up
MATCH = Match(effect=EFFECT, max_blocks=1000)


def test_the_ratio_worked_out_by_hand():
    # Ten times 1, 0, 0, 1: mean 1/2, variance 10/39; 40 * 0.1 * (1 - 0.1) / (20/39) = 7.02.
    assert log_likelihood_ratio(40, 20.0, 20.0, 0.1) == pytest.approx(7.02)


def test_the_bounds_are_walds():
    low, high = Match(0.1, 100, alpha=0.05, beta=0.1).bounds
    assert low == pytest.approx(math.log(0.1 / 0.95))
    assert high == pytest.approx(math.log(0.9 / 0.05))


def test_a_match_stops_at_a_look_and_ignores_what_was_played_beyond():
    scores = [0.5, 0.1] * 100
    verdict = judge(MATCH, scores)
    assert (verdict.decision, verdict.blocks) == ("stronger", FIRST_LOOK)
    assert judge(MATCH, scores[:FIRST_LOOK]) == verdict
    assert judge(MATCH, scores[: FIRST_LOOK - 1]).decision == "continue"
    assert verdict.edge.mean == pytest.approx(0.3)
    assert verdict.nelo == pytest.approx(0.3 / np.std(scores[:FIRST_LOOK], ddof=1))


def test_looks_are_eight_blocks_apart():
    # At the first look all is open; from then on A wins everything.
    scores = [0.3, -0.24] * 16 + [1.0] * 200
    stops = judge(MATCH, scores)
    assert stops.decision == "stronger" and (stops.blocks - FIRST_LOOK) % 8 == 0
    assert stops.blocks > FIRST_LOOK


def test_a_weaker_bot_is_not_stronger():
    assert judge(MATCH, [-0.4, 0.2] * 50).decision == "not stronger"


def test_a_match_without_an_answer_ends_at_its_last_block_with_an_interval():
    scores = [1.0, -0.94] * 20
    assert judge(Match(EFFECT, 41), scores).decision == "continue"
    verdict = judge(Match(EFFECT, 40), scores)
    assert (verdict.decision, verdict.blocks, verdict.stops) == ("undecided", 40, True)
    assert verdict.edge.low < 0.03 < verdict.edge.high


def test_a_short_match_is_never_decided_by_a_few_blocks():
    assert judge(Match(EFFECT, 8), [1.0] * 8).decision == "undecided"


def test_blocks_without_spread_count_with_the_variance_they_may_have_missed():
    verdict = judge(Match(0.05, 1000), [0.0] * FIRST_LOOK)
    assert verdict.decision == "continue" and verdict.nelo is None
    assert verdict.llr == pytest.approx(-(FIRST_LOOK * 0.05) ** 2 / 6)


def test_an_edge_that_rests_on_few_deals_is_not_missed_more_often_than_stated():
    # Nearly all deals are shared; one in twenty is won outright, which is the edge looked for.
    rng = np.random.default_rng(5)
    found = [judge(Match(0.05, 1000), won.tolist()).decision for won in
             (rng.random((400, 1000)) < 0.05).astype(float)]  # fmt: skip
    assert found.count("stronger") / 400 >= 0.92  # 0.95, and luck of three standard errors


def test_a_match_of_no_blocks_goes_on():
    assert judge(MATCH, []).to_dict()["edge"] is None


def matches(runs, strength, seed):
    """Return (share of runs found stronger, share undecided, mean blocks)."""
    verdicts = []
    for run in range(runs):
        rng = np.random.default_rng((seed, run))
        verdicts.append(judge(MATCH, edges_of_two(rng, strength, MATCH.max_blocks).tolist()))
    decisions = [verdict.decision for verdict in verdicts]
    blocks = np.mean([verdict.blocks for verdict in verdicts])
    return decisions.count("stronger") / runs, decisions.count("undecided") / runs, blocks


# Of `runs` matches a share of 0.05 or 0.95 may by luck (3.3 standard errors) differ by 0.051 in
# 200, and by 0.016 in 2,000, where the bars are 0.06 and 0.90.
@pytest.mark.parametrize(
    "runs, worst, power",
    [(200, 0.1, 0.9), pytest.param(2000, 0.06, 0.9, marks=pytest.mark.soak)],
)
def test_the_risks_of_a_match_are_those_it_states(runs, worst, power):
    error, open_ends, at_zero = matches(runs, 0.0, 1)
    assert error <= worst and open_ends <= 0.01
    found, open_ends, at_effect = matches(runs, strength_of_edge(EFFECT, 4), 2)
    assert found >= power and open_ends <= 0.01
    # A test of fixed size with these risks takes about 200 blocks.
    assert at_zero < 160 and at_effect < 160
    print(f"type-I {error}, power {found}, blocks {at_zero:.0f} and {at_effect:.0f}")
