"""Self-play: who sits where, and that threads change nothing; the pool."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra [torch]")

from engine_cy import GameOptionError, load_game
from nets.training import facts
from nets.training.config import PoolConfig
from nets.training.facts import facts_of
from nets.training.group import Group
from nets.training.layers import Threads
from nets.training.pool import Member, Pool
from nets.training.selfplay import (
    Plan,
    harvest_of,
    jobs_of,
    play_table,
    seat_policies,
    split_evenly,
)


def net_of(facts, seed):
    weight = np.random.default_rng(seed).normal(size=(facts.num_features, facts.num_actions))
    return lambda x: (x @ weight).astype(np.float32)


def play(facts, plan, players, seed, threads):
    jobs = jobs_of(facts, plan, len(players) - 1, seed)
    return harvest_of(threads.map(lambda job: play_table(facts, players, job), jobs), Group())


def test_threads_change_nothing():
    facts = facts_of([load_game("hoi_pho", p) for p in (3, 4)])
    players = [net_of(facts, seed) for seed in (0, 1)]
    found = [play(facts, Plan(12, 0.5, 3), players, 7, Threads(count)) for count in (1, 3)]
    a, b = (harvest.decisions for harvest in found)
    for name in ("start", "following", "actions", "log_chances", "masks", "index", "value",
                 "shares"):
        assert np.array_equal(getattr(a, name), getattr(b, name)), name
    assert found[0].moves == found[1].moves
    assert found[0].games == 12
    assert found[0].against == found[1].against


def test_all_player_counts_share_one_update():
    facts = facts_of([load_game("fairy_concerto", p) for p in (1, 2, 3, 4)])
    harvest = play(facts, Plan(40, 0.0, 2), [net_of(facts, 0)], 1, Threads(1))
    seats = harvest.decisions.seats.sum(axis=1)
    assert set(seats) == {2, 3, 4}
    assert np.allclose(harvest.decisions.shares.sum(axis=1), 1.0)
    assert harvest.against == {}


def test_some_games_have_seats_from_the_pool():
    policies = seat_policies(4, 5000, 3, 0.2, 11)
    from_pool = (policies > 0).sum(axis=1)
    assert abs((from_pool > 0).mean() - 0.2) < 0.02
    assert set(from_pool) == {0, 1, 2, 3}
    assert all(len(set(row[row > 0])) <= 1 for row in policies)
    assert set(policies[from_pool > 0].max(axis=1)) == {1, 2, 3}
    assert not seat_policies(1, 50, 3, 1.0, 1).any()
    assert not seat_policies(4, 50, 0, 1.0, 1).any()


def test_share_against_a_weaker_policy_is_more_than_half():
    facts = facts_of([load_game("kuhn_poker", 2)])
    wise = lambda x: np.float32([0.0, 0.0]) + np.where(  # noqa: E731
        x[:, [4]] > 0, np.float32([0, 9]), np.float32([9, 0]))
    mad = lambda x: np.tile(np.float32([0.0, 9.0]), (len(x), 1))  # noqa: E731
    harvest = play(facts, Plan(2000, 1.0, 1), [wise, mad], 2, Threads(1))
    won, games = harvest.against[1]
    assert games == 2000
    assert won / games > 0.5


def test_hard_opponents_are_met_more_often():
    pool = Pool(PoolConfig(size=3, together=1),
                [Member(10, share=0.9), Member(20, share=0.5), Member(30, share=0.2)])
    drawn = [pool.choose(seed)[0].update for seed in range(3000)]
    weights = np.array([0.1 ** 2, 0.5 ** 2, 0.8 ** 2]) + 0.01
    found = np.array([drawn.count(update) for update in (10, 20, 30)]) / 3000
    assert np.allclose(found, weights / weights.sum(), atol=0.03)
    pool.learn([pool.members[0]], {1: (30.0, 100)})
    assert pool.members[0].share == pytest.approx(0.9 + 0.3 * (0.3 - 0.9))
    pool.add(40)
    assert [member.update for member in pool.members] == [20, 30, 40]
    again = Pool.from_list(pool.config, pool.to_list())
    assert again.members == pool.members
    assert Pool(PoolConfig(share=0.0), [Member(1)]).choose(1) == []


def test_games_are_split_evenly():
    assert split_evenly(10, 4) == [2, 3, 2, 3]
    assert split_evenly(2, 4) == [0, 1, 0, 1]
    assert sum(split_evenly(1024, 3)) == 1024


def test_games_that_one_net_cannot_play_are_refused():
    with pytest.raises(GameOptionError, match="names no player count"):
        facts_of([])
    with pytest.raises(GameOptionError, match=r"players=\[3, 3\] names a player count twice"):
        facts_of([load_game("hoi_pho", 3), load_game("hoi_pho", 3)])


def test_more_features_than_their_places_can_count_are_refused(monkeypatch):
    """Beyond 65,536 a place would wrap round to another feature's."""
    game = load_game("hoi_pho", 3)
    monkeypatch.setattr(facts, "MAX_WIDTH", facts_of([game]).width - 1)
    with pytest.raises(GameOptionError, match="features with those of the other seats; a net can"):
        facts_of([game])
