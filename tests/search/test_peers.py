"""The comparison with OpenSpiel: both sides stand at the same root and play the same game."""

import dataclasses
import random

import pytest

from engine_cy import registered_games
from search import peers

pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install 'desgarrada[openspiel]'")

CONTESTS = [contest for contest in peers.CONTESTS if contest.name in registered_games()]


def still_to_come(record) -> list[int]:
    """Return the chance outcomes after the root, in order, as OpenSpiel numbers them."""
    if "prize" in record.dtype.names:
        return [int(prize) - 1 for prize in record["prize"][1:] if prize]
    return [int(record["public_card"]) - 1] if "public_card" in record.dtype.names else []


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda c: f"{c.name}-{c.players}p")
def test_both_roots_are_the_same_position_of_the_same_game(contest):
    """Whatever is played from there, the legal actions and the returns are the same."""
    for play in range(20):
        rng = random.Random(play)
        ours = peers.our_root(contest, seed=play)
        theirs = peers.their_root(contest, ours)
        chance = iter(still_to_come(ours.record()))
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                theirs.apply_action(next(chance))
                continue
            player = theirs.current_player()
            legal = theirs.legal_actions()
            assert ours.current_player() == player
            assert ours.legal_actions(player).tolist() == legal
            action = rng.choice(legal)
            ours.apply_action(action, player)
            theirs.apply_action(action)
        assert ours.is_terminal()
        assert ours.returns() == pytest.approx(theirs.returns())


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda c: f"{c.name}-{c.players}p")
def test_a_contest_measures_both_sides(contest, monkeypatch):
    monkeypatch.setattr(peers, "SIMULATIONS", 50)
    quick = dataclasses.replace(contest, rollouts=2000)
    length, *rows = peers.openspiel_rows(quick, repeats=2)
    assert length.ratio is None
    # The mean of a thousand games of theirs, of two thousand of ours.
    assert length.theirs == pytest.approx(length.ours, rel=0.05)
    assert len(rows) == 3
    for row in rows:
        assert row.ratio == row.ours / row.theirs
        assert row.ours >= row.ours_median > 0 and row.theirs >= row.theirs_median > 0


def test_best_and_median_are_of_the_repeats():
    ours, theirs = iter([100.0, 50.0, 200.0]), iter([400.0, 500.0, 800.0])
    row = peers.compare("speed", 2.5, 3, lambda: next(ours), lambda: next(theirs))
    assert (row.ours, row.ours_median) == pytest.approx((2e7, 1e7))
    assert (row.theirs, row.theirs_median) == pytest.approx((2.5e6, 2e6))
    assert row.ratio == pytest.approx(8) and row.bar == ">= 2.5"


def test_chance_is_counted_where_there_is_some():
    lengths = {}
    for contest in CONTESTS:
        root = peers.their_root(contest, peers.our_root(contest))
        lengths[contest.name] = peers.their_length(root)
    assert lengths["kuhn_poker"][1] == 0
    assert lengths["goofspiel"] == (48, 11)             # the last trick plays itself


def test_one_game_alone_or_all_that_both_have():
    assert {contest.name for contest in peers.peer_contests("goofspiel")} == {"goofspiel"}
    assert peers.peer_contests("hoi_pho") == CONTESTS
