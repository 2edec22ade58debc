"""Surprise: the chance that the ratings gave the winner, worked by hand."""

import math

import pytest
from arena_samples import record

from arena.match import Failure
from arena.report.surprise import most_surprising, upsets

DOUBLE = 400 * math.log10(2)  # rating points of a bot that is twice as strong


def bot(name, share, appearances=10):
    return {"name": name, "win_share": {"mean": share}, "appearances": appearances}


def rated(ratings, seats=()):
    return {"ratings": {
        "bots": [{"name": name, "rating": rating} for name, rating in ratings.items()],
        "seats": [{"seat": seat, "effect": effect} for seat, effect in enumerate(seats)],
    }}  # fmt: skip


def game(block=0, **facts):
    players = len(facts["bots"])
    return record(block, players=players, **facts)


def test_the_chance_is_that_of_plackett_and_luce():
    event = rated({"a": 0.0, "b": DOUBLE, "c": 2 * DOUBLE})
    (upset,) = upsets(event, [game(bots=["a", "b", "c"], ranks=[1, 2, 3])])
    assert upset.chance == pytest.approx(1 / 7)
    assert upset.bits == pytest.approx(math.log2(7))
    assert (upset.story, upset.odds) == ("a beat b and c", "1 in 7")


def test_copies_of_a_bot_win_together():
    event = rated({"a": 0.0, "b": DOUBLE})
    (weak,) = upsets(event, [game(bots=["b", "a", "b", "b"], ranks=[2, 1, 2, 2])])
    assert weak.chance == pytest.approx(1 / 7)
    assert weak.story == "a beat three b"
    (strong,) = upsets(event, [game(bots=["b", "a", "b", "b"], ranks=[1, 2, 3, 4])])
    assert strong.chance == pytest.approx(6 / 7)
    assert (strong.story, strong.odds) == ("b beat a", "86 in 100")


def test_winners_who_tie_share_their_chances():
    event = rated({"a": 0.0, "b": 0.0, "c": 2 * DOUBLE})
    first, level = upsets(event, [
        game(1, bots=["a", "b", "c"], ranks=[1, 1, 1]),
        game(0, bots=["a", "b", "c"], ranks=[1, 1, 3]),
    ])  # fmt: skip
    assert (first.chance, level.chance) == (pytest.approx(2 / 6), pytest.approx(1.0))
    assert (first.story, level.story) == ("a and b tied ahead of c", "a, b and c tied")


def test_the_effect_of_a_seat_counts():
    event = rated({"a": 0.0, "b": 0.0}, seats=[DOUBLE, 0.0])
    found = upsets(event, [game(n, bots=["a", "b"], ranks=[1 + n, 2 - n]) for n in (0, 1)])
    assert [(upset.record.block, upset.chance) for upset in found] == [
        (1, pytest.approx(1 / 3)), (0, pytest.approx(2 / 3)),
    ]  # fmt: skip


def test_without_ratings_win_shares_stand_in_and_none_is_impossible():
    event = {"ratings": None, "bots": [bot("a", 0.0), bot("b", 1.0)]}
    (upset,) = upsets(event, [game(bots=["a", "b"], ranks=[1, 2])])
    assert upset.chance == pytest.approx(0.5 / 11)


def test_a_game_for_one_is_won_or_lost_against_ones_own_record():
    event = {"ratings": None, "bots": [bot("a", 0.8, 9)]}
    lost, won = upsets(event, [
        game(0, bots=["a"], ranks=[1], shares=[1.0]), game(1, bots=["a"], ranks=[2], shares=[0.0])
    ])  # fmt: skip
    assert (lost.story, lost.chance) == ("a lost", pytest.approx(0.23))
    assert (won.story, won.chance) == ("a won", pytest.approx(0.77))


def test_equal_chances_keep_the_order_of_the_games_and_failures_are_left_out():
    event = rated({"a": 0.0, "b": 0.0})
    games = [game(n, bots=["a", "b"], ranks=[1 + n % 2, 2 - n % 2]) for n in range(5)]
    games.append(game(9, bots=["a", "b"], ranks=[1, 2], failure=Failure(1, "crash", "m", 0)))
    for order in (games, games[::-1]):
        assert [upset.record.block for upset in upsets(event, order)] == [0, 1, 2, 3, 4]


def test_a_bot_among_itself_is_no_surprise():
    (upset,) = upsets(rated({"a": 0.0}), [game(bots=["a", "a"], ranks=[1, 2])])
    assert (upset.chance, upset.story) == (1.0, "a beat itself")


def test_events_take_turns_with_their_most_surprising_games():
    assert most_surprising([["a1", "a2", "a3"], [], ["b1"]], 3) == ["a1", "b1", "a2"]
    assert most_surprising([["a1"], ["b1"]], 9) == ["a1", "b1"]
    assert most_surprising([], 3) == []
