"""The schedule audit: who meets whom, on which deal, in which seat."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from arena.deals import deal_seed
from arena.schedule import make_blocks
from engine_cy.errors import GameOptionError


def names(n):
    return [f"bot{i}" for i in range(n)]


def every_pass(n, players):
    """Return how many line-ups there are before they repeat."""
    if n < players:
        return comb(players - 1, n - 1)
    return comb(n, players)


@pytest.mark.parametrize(
    "n, players",
    [(1, 4), (2, 2), (2, 3), (2, 4), (3, 5), (4, 4), (5, 4), (6, 4), (5, 2), (7, 3), (8, 5)],
)
def test_each_bot_sits_in_each_seat_equally_often(n, players):
    blocks = make_blocks(names(n), players, 2 * every_pass(n, players), seed=3)
    seated = Counter(
        (bot, seat)
        for block in blocks
        for turn in range(players)
        for seat, bot in enumerate(block.rotation(turn))
    )
    assert set(seated) == {(bot, seat) for bot in range(n) for seat in range(players)}
    assert len(set(seated.values())) == 1


@pytest.mark.parametrize("n, players", [(2, 4), (4, 4), (5, 4), (9, 5)])
def test_each_deal_is_played_once_in_each_rotation(n, players):
    blocks = make_blocks(names(n), players, 50, seed=3)
    for block in blocks:
        numbered = list(zip(block.seats, block.copies(0), strict=True))
        assert len(set(numbered)) == players
        turns = [
            tuple(zip(block.rotation(turn), block.copies(turn), strict=True))
            for turn in range(players)
        ]
        for bot in numbered:  # each copy of each bot once in each seat
            assert sorted(turn.index(bot) for turn in turns) == list(range(players))
    assert len({deal_seed(3, block.deal) for block in blocks}) == 50


def test_all_choices_of_bots_occur_before_one_repeats():
    blocks = make_blocks(names(7), 3, comb(7, 3), seed=1)
    assert {tuple(sorted(block.seats)) for block in blocks} == set(combinations(range(7), 3))


def test_bots_have_played_equally_often_after_every_wheel():
    blocks = make_blocks(names(7), 3, 35, seed=1)
    for wheels in range(1, 6):
        played = Counter(bot for block in blocks[: 7 * wheels] for bot in block.seats)
        assert set(played.values()) == {3 * wheels}


def test_a_field_too_large_to_list_is_still_seated_evenly():
    blocks = make_blocks(names(200), 5, 400, seed=1)
    played = Counter(bot for block in blocks for bot in block.seats)
    assert set(played.values()) == {10}
    assert all(len(set(block.seats)) == 5 for block in blocks)


def test_two_bots_at_four_seats_meet_in_all_three_mixtures():
    blocks = make_blocks(["a", "b"], 4, 3, seed=1)
    assert sorted(block.seats.count(0) for block in blocks) == [1, 2, 3]


def test_a_full_list_with_copies_is_the_only_line_up():
    blocks = make_blocks(["a", "b", "b", "b"], 4, 5, seed=1)
    assert all(sorted(block.seats) == [0, 1, 1, 1] for block in blocks)


def test_more_blocks_only_add_to_the_end():
    long = make_blocks(names(6), 4, 80, seed=9)
    assert make_blocks(names(6), 4, 33, seed=9) == long[:33]


def test_the_order_round_the_table_varies():
    blocks = make_blocks(names(4), 4, 60, seed=1)
    circles = {min(block.rotation(turn) for turn in range(4)) for block in blocks}
    assert len(circles) == 6  # 3! ways to sit round a table


def test_pairs_play_one_against_many_both_ways():
    blocks = make_blocks(names(3), 4, 6, seed=1, lineups="pairs")
    lineups = Counter(tuple(sorted(block.seats)) for block in blocks)
    expected = [tuple(sorted((a, b, b, b))) for a in range(3) for b in range(3) if a != b]
    assert lineups == Counter(expected)


def test_pairs_of_two_are_matches():
    blocks = make_blocks(names(4), 2, 6, seed=1, lineups="pairs")
    assert {tuple(sorted(block.seats)) for block in blocks} == set(combinations(range(4), 2))


def test_one_player_games_share_each_deal_among_all_bots():
    blocks = make_blocks(names(3), 1, 2, seed=1)
    assert [block.deal for block in blocks] == [0, 0, 0, 1, 1, 1]
    assert [block.seats for block in blocks] == [(0,), (1,), (2,)] * 2


@pytest.mark.parametrize(
    "bots, players, blocks, lineups, words",
    [
        ([], 2, 5, "field", "bots=\\[\\] is empty"),
        (["a"], 2, 0, "field", "blocks=0"),
        (["a", "a", "b"], 2, 5, "field", "'a' is listed twice"),
        (["a", "a"], 2, 5, "pairs", "'a' is listed twice"),
        (["a"], 2, 5, "pairs", "at least 2 bots"),
        (["a", "b"], 2, 5, "swiss", "'swiss'.*field, pairs"),
    ],
)
def test_what_cannot_be_scheduled_is_refused_in_a_sentence(bots, players, blocks, lineups, words):
    with pytest.raises(GameOptionError, match=words):
        make_blocks(bots, players, blocks, 1, lineups)
