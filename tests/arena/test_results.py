"""Results from a handful of games whose numbers can be worked out on paper."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest
from arena_samples import record
from synthetic import tournament

from arena.match import Failure, ranks_of_failure
from arena.results import summarize, to_text


def game(deal, rotation, bots, ranks, **changes):
    winners = ranks.count(1)
    fields = {
        "players": len(bots),
        "bots": list(bots),
        "ranks": list(ranks),
        "shares": [1 / winners if rank == 1 else 0.0 for rank in ranks],
        "scores": [float(10 - rank) for rank in ranks],
    }
    fields.update(changes)
    return record(deal, rotation, **fields)


def results_of(games, bots, planned=None):
    facts = {
        "bots": [{"name": name, "spec": "random"} for name in bots],
        "seed": 1,
        "events": [{"name": "game", "players": games[0].players}],
    }
    return summarize(games, facts, [len(games) if planned is None else planned])


def event_of(games, bots, planned=None):
    (event,) = results_of(games, bots, planned)["events"]
    return event


def mean(estimate):
    return estimate["mean"]


@pytest.fixture
def duel():
    """A beats B in three of four games on two deals: 2 of 2, then 1 of 2."""
    return [
        game(0, 0, "AB", [1, 2]),
        game(0, 1, "BA", [2, 1]),
        game(1, 0, "AB", [1, 2]),
        game(1, 1, "BA", [1, 2]),
    ]


def test_shares_ranks_and_scores_of_a_duel(duel):
    results = event_of(duel, "AB")
    a, b = results["bots"]
    assert (mean(a["win_share"]), mean(b["win_share"])) == (0.75, 0.25)
    assert (mean(a["mean_rank"]), mean(b["mean_rank"])) == (1.25, 1.75)
    assert (mean(a["mean_score"]), mean(b["mean_score"])) == (8.75, 8.25)
    assert (a["appearances"], a["deals"]) == (4, 2)


def test_seats_of_a_duel(duel):
    results = event_of(duel, "AB")
    # Seat 0 won games 0.0, 1.0 and 1.1.
    assert [mean(seat["win_share"]) for seat in results["seats"]] == [0.75, 0.25]
    # A won both games at seat 0 and one of two at seat 1.
    assert [mean(seat["win_share"]) for seat in results["bots"][0]["by_seat"]] == [1.0, 0.5]


def test_the_edge_of_two_is_the_difference_of_their_shares(duel):
    (pair,) = event_of(duel, "AB")["pairs"]
    assert mean(pair["edge"]) == 0.5
    assert mean(pair["ahead"]) == 0.75


def test_the_edge_at_three_seats_takes_both_line_ups():
    games = [
        game(0, 0, "ABB", [1, 2, 3]),  # one A among Bs: 1
        game(0, 1, "BAB", [1, 2, 3]),  # 0
        game(1, 0, "BAA", [1, 2, 2]),  # one B among As: 1
        game(1, 1, "ABA", [1, 2, 3]),  # 0
        game(1, 2, "AAB", [1, 1, 2]),  # 0
    ]
    results = event_of(games, "AB")
    (pair,) = results["pairs"]
    assert mean(pair["a_among_b"]) == 0.5
    assert mean(pair["b_among_a"]) == pytest.approx(1 / 3)
    assert mean(pair["edge"]) == pytest.approx(0.5 - 1 / 3)
    # A appears 2 + 6 times with shares 1, 0, then 0, 0, 1, 0, 1/2, 1/2.
    assert mean(results["bots"][0]["win_share"]) == pytest.approx(3 / 8)


def test_no_edge_where_the_line_ups_do_not_allow_one():
    games = [game(0, 0, "ABC", [1, 2, 2]), game(1, 0, "CAB", [1, 2, 3])]
    pairs = {(p["a"], p["b"]): p for p in event_of(games, "ABC")["pairs"]}
    assert all(pair["edge"] is None for pair in pairs.values())
    assert mean(pairs["A", "C"]["ahead"]) == 0.5  # once ahead, once behind
    assert mean(pairs["B", "C"]["ahead"]) == 0.25  # once tied, once behind


def test_one_a_against_copies_listed_by_hand_has_no_edge_but_a_share():
    games = [game(0, 0, "ABB", [1, 2, 3]), game(1, 0, "BBA", [1, 2, 3])]
    results = event_of(games, "AB")
    assert results["pairs"][0]["edge"] is None
    assert mean(results["bots"][0]["win_share"]) == 0.5


def test_failed_games_count_in_shares_and_not_in_scores_or_length():
    failure = Failure(0, "crash", "boom", 1)
    lost = game(1, 0, "AB", [2, 1], scores=None, returns=None, failure=failure, length=1)
    results = results_of([game(0, 0, "AB", [1, 2], length=9), lost], "AB")
    (event,) = results["events"]
    a = event["bots"][0]
    assert mean(a["win_share"]) == 0.5
    assert a["failures"] == 1
    assert mean(a["mean_score"]) == 9.0
    assert event["length"]["counts"] == [[9, 1]]
    assert results["failures"] == [
        {"game": "1.0", "event": 0, "bot": "A", "seat": 0, "move": 1, "kind": "crash",
         "message": "boom"}
    ]


def test_the_order_of_the_games_does_not_matter(duel):
    assert to_text(results_of(duel, "AB")) == to_text(results_of(duel[::-1], "AB"))


def test_a_run_that_was_stopped_says_so(duel):
    assert event_of(duel, "AB")["complete"]
    partial = event_of(duel[:3], "AB", planned=4)
    assert not partial["complete"]
    assert (partial["games"], partial["games_planned"]) == (3, 4)


def test_a_bot_that_has_not_played_yet_has_no_numbers(duel):
    json.loads(to_text(results_of(duel, "ABC")))
    assert event_of(duel, "ABC")["bots"][2]["win_share"] is None


def test_results_hold_no_times(duel):
    assert "seconds" not in to_text(results_of(duel, "AB"))


def test_one_player_games_are_compared_deal_by_deal():
    games = []
    for deal, (a, b) in enumerate([(1, 1), (1, 2), (2, 2), (1, 2)]):
        for bot, rank in (("A", a), ("B", b)):
            games.append(game(deal, 0, [bot], [rank], shares=[2.0 - rank]))
    (pair,) = event_of(games, "AB")["pairs"]
    # A won deals 1 and 3 alone; deals 0 and 2 came out alike: (0 + 1 + 0 + 1) / 4
    assert mean(pair["edge"]) == 0.5
    assert pair["edge"]["low"] < 0.5 < pair["edge"]["high"] and pair["ahead"] is None


def planted(strengths, effects, deals, seed=1):
    """Return the games of a made-up tournament; bots are called A, B, C, ..."""
    bots, ranks = tournament(np.random.default_rng(seed), strengths, effects, deals)
    return [
        game(deal, turn, ["ABCDEFGH"[bot] for bot in bots[deal, turn]], ranks[deal, turn].tolist())
        for deal in range(deals)
        for turn in range(len(effects))
    ]


def test_an_event_has_tests_and_ratings_that_see_what_was_planted():
    event = event_of(planted([0.9, 0.3, -0.3, -0.9], [0.5, 0.0, -0.5], 120), "ABCD")
    assert event["strength_test"]["p"] == 0.001 and event["seat_test"]["p"] < 0.001
    assert [bot["name"] for bot in event["ratings"]["bots"]] == ["A", "B", "C", "D"]
    first, middle, last = (seat["effect"] for seat in event["ratings"]["seats"])
    assert first > middle > last and event["ratings"]["connected"]
    assert event["cycles"] is None


def test_an_event_of_equals_is_called_one():
    event = event_of(planted([0.0] * 4, [0.0] * 3, 120), "ABCD")
    assert event["strength_test"]["p"] > 0.05 and event["seat_test"]["p"] > 0.05


def test_a_seat_that_always_wins_says_nothing_of_strength():
    # Each place of the line-up comes to the good seat once.
    games = [
        game(deal, turn, bots, [1, 2, 3])
        for deal in range(40)
        for turn, bots in enumerate(["ABC", "CAB", "BCA"])
    ]
    event = event_of(games, "ABC")
    assert event["strength_test"] is None and event["seat_test"]["p"] < 1e-6


def test_a_cycle_is_named_and_ranked():
    wins = {"A": "C", "C": "B", "B": "A"}
    games = []
    for deal in range(60):
        one, other = ["AB", "BC", "CA"][deal % 3]
        for turn, pair in enumerate([(one, other), (other, one)]):
            games.append(game(deal, turn, pair, [1, 2] if wins[pair[0]] == pair[1] else [2, 1]))
    cycles = event_of(games, "ABC")["cycles"]
    assert cycles["cycles"] == [["A", "C", "B"]]
    assert [entry["mass"] for entry in cycles["alpha_rank"]] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("won, cycle", [(15, False), (16, True)])
def test_edges_that_may_be_noise_make_no_cycle(won, cycle):
    # The same circle on 20 deals a pair. For 15 wins of 20 Student's t is 2.52: more than the 2.09
    # of a single pair, less than the 2.63 of three; for 16 it is 3.27.
    games = [
        game(deal, turn, ("AB", "BC", "CA")[deal % 3][:: 1 - 2 * turn],
             [1, 2] if (deal // 3 < won) != turn else [2, 1])
        for deal in range(60)
        for turn in range(2)
    ]
    assert (event_of(games, "ABC")["cycles"] is not None) == cycle


def test_ratings_are_pooled_over_events():
    games = planted([0.5, 0.0, -0.5], [0.0, 0.0], 60)
    games += [
        game(100 + deal, turn, bots, [1, 2, 3], event=1)
        for deal in range(30)
        for turn, bots in enumerate(["ABC", "BCA", "CAB"])
    ]
    games += [game(200 + deal, 0, "A", [1], event=2, shares=[1.0]) for deal in range(3)]
    facts = {
        "bots": [{"name": name, "spec": "random"} for name in "ABC"],
        "seed": 1,
        "events": [{"name": f"game-{p}", "players": p} for p in (2, 3, 1)],
    }
    results = summarize(games, facts, [120, 90, 3])
    assert [event["games"] for event in results["events"]] == [120, 90, 3]
    assert results["events"][2]["ratings"] is None
    assert results["ratings"]["deals"] == 90
    assert [(s["event"], s["seat"]) for s in results["ratings"]["seats"]] == [
        (0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]


def test_equal_bots_that_play_alone_pass_the_test_of_strength_and_unequal_do_not():
    equal = [game(deal, 0, bot, [1], shares=[deal % 2]) for deal in range(40) for bot in "AB"]
    assert event_of(equal, "AB")["strength_test"] is None  # both won the same deals
    unequal = [
        replace(game(deal, 0, bot, [1], shares=[0.1 * deal + k]), block=2 * deal + k)
        for deal in range(40)
        for k, bot in enumerate("BA")
    ]
    event = event_of(unequal, "AB")
    assert event["strength_test"]["p"] == 0.001
    assert event["seat_test"] is None and event["ratings"] is None


@pytest.mark.parametrize("deals", [10, 40])
def test_a_game_for_one_may_be_lost_and_its_mean_rank_lies_within_its_interval(deals):
    games = [game(deal, 0, "A", [1 + deal % 2], shares=[1.0 - deal % 2]) for deal in range(deals)]
    rank = event_of(games, "A")["bots"][0]["mean_rank"]
    assert 1.0 < rank["low"] < rank["mean"] == 1.5 < rank["high"] < 2.0


def test_a_bot_that_fails_a_game_for_one_has_lost_it():
    assert ranks_of_failure(1, 0) == [2]
    assert ranks_of_failure(3, 1) == [1, 3, 1]


def test_a_large_tournament_is_a_function_of_the_set_of_its_games():
    games = planted([0.9, 0.3, -0.3, -0.9], [0.5, 0.0, -0.5], 60)
    text = to_text(results_of(games, "ABCD"))
    random.Random(1).shuffle(games)
    assert to_text(results_of(games, "ABCD")) == text
