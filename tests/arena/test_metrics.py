"""The metrics of a game, against figures worked out by hand."""

import json
import random
from math import log2

import pytest
from arena_samples import record

import engine_cy
from arena.metrics import MAX_GAMES, Played, measure, metrics_of, self_play
from engine_cy.errors import BotSpecError

KUHN = engine_cy.load_game("kuhn_poker")
PASS, BET = 0, 1
LINES = [(PASS, PASS), (PASS, BET, PASS), (PASS, BET, BET), (BET, PASS), (BET, BET)]


def seeds_of_all_deals():
    """Return a seed for each of the six deals of two of three cards."""
    seeds = {}
    for seed in range(200):
        cards = tuple(KUHN.new_initial_state(seed).record()["card"][:2].tolist())
        seeds.setdefault(cards, seed)
    assert len(seeds) == 6
    return list(seeds.values())


def played(game, seed, actions, deal=0):
    """Play (seat, action) pairs to the end of the game."""
    state = game.new_initial_state(seed)
    for seat, action in actions:
        state.apply_action(action, seat)
    ranks = state.ranks().tolist()
    shares = [(rank == 1) / ranks.count(1) for rank in ranks]
    return Played(deal, seed, actions, state.scores().tolist(), ranks, shares, state.truncated)


def in_turn(line):
    return [(number % 2, action) for number, action in enumerate(line)]


@pytest.fixture(scope="module")
def kuhn():
    """The metrics of every course of Kuhn poker on every deal."""
    return measure(KUHN, [
        played(KUHN, seed, in_turn(line), deal)
        for deal, seed in enumerate(seeds_of_all_deals())
        for line in LINES
    ])  # fmt: skip


def means(entry):
    return {key: value["mean"] for key, value in entry.items() if isinstance(value, dict)}


def test_length_and_choices_of_kuhn_poker(kuhn):
    assert (kuhn["games"], kuhn["deals"], kuhn["truncated"]) == (30, 6, 0)
    length = kuhn["length"]
    assert length["mean"] == {"mean": 2.4, "low": None, "high": None}  # on each deal the same
    assert (length["min"], length["median"], length["max"]) == (2, 2, 3)
    assert [seat["mean"] for seat in length["seats"]] == [1.4, 1.0]
    branching = kuhn["branching"]
    assert (branching["mean"]["mean"], branching["forced"]["mean"]) == (2.0, 0.0)
    assert (branching["min"], branching["median"], branching["max"]) == (2, 2, 2)


def test_the_other_card_of_kuhn_poker_is_one_of_two(kuhn):
    assert means(kuhn["hidden_bits"]) == {"mean": 1.0, "first": 1.0, "last": 1.0, "order": 0.0}
    assert all(part["hidden_bits"] == 1.0 for part in kuhn["parts"])


def test_who_wins_at_kuhn_poker_and_by_how_much(kuhn):
    # A fold loses the ante: two apart. A showdown is won by the higher card, for one chip or two.
    assert means(kuhn["decisiveness"]) == {"decided": 1.0, "margin": (2 + 2 + 4 + 2 + 4) / 5}
    # Seat 0 folds in one line, seat 1 in another, three lines are shown down.
    assert [seat["win_share"]["mean"] for seat in kuhn["seats"]] == [0.5, 0.5]
    assert kuhn["lead"] is None  # nobody leads before the pot is won
    assert all(part["winner_leads"] is None for part in kuhn["parts"])


def test_a_game_of_three_cards_by_hand():
    """Goofspiel, prizes 1, 2, 3: the winner trails, then wins the rest; or all is level."""
    game = engine_cy.load_game("goofspiel", 2, num_cards=3, points_order="ascending")
    found = measure(game, [
        played(game, 1, [(0, 2), (1, 0), (0, 0), (1, 1)], deal=0),  # 1 to 0, then 1 to 5
        played(game, 1, [(0, 0), (1, 0), (0, 1), (1, 1)], deal=1),  # every prize is lost
    ])  # fmt: skip
    assert means(found["lead"]) == {"changes": 0.5, "behind": 0.5, "settled": 1.0}
    assert means(found["decisiveness"]) == {"decided": 0.5, "margin": 4.0}
    assert found["branching"]["mean"]["mean"] == 2.5
    assert [part["winner_leads"] for part in found["parts"]] == [0.0] * 10
    assert [part["choices"] for part in found["parts"]] == [3.0] * 5 + [2.0] * 5


def test_means_are_clustered_by_deal():
    """Ten games of one deal say no more than one, so that two deals give one wide interval."""
    seeds = seeds_of_all_deals()
    games = [played(KUHN, seeds[0], in_turn(LINES[0]), 0)] * 10
    games += [played(KUHN, seeds[1], in_turn(LINES[1]), 1)] * 10
    length = measure(KUHN, games)["length"]["mean"]
    assert length["mean"] == 2.5
    # Student's t with one degree of freedom, standard error 1/2.
    assert length["high"] - 2.5 == pytest.approx(12.706 * 0.5, rel=1e-3)


def test_the_first_and_the_last_decision_of_each_seat():
    """Hội Phố for four: before the first card the others' twelve lie in three hands of four."""
    game = engine_cy.load_game("hoi_pho", 4)
    bits = measure(game, self_play(game, "random", 3, 1))["hidden_bits"]
    assert bits["first"]["mean"] == pytest.approx(log2(34650))
    assert bits["last"]["mean"] < bits["mean"]["mean"] < bits["first"]["mean"]


def test_one_seat_has_no_rival_to_lead_or_to_beat():
    game = engine_cy.load_game("fairy_concerto", 1)
    found = measure(game, self_play(game, "random", 20, 1))
    assert found["lead"] is None and found["decisiveness"] is None
    assert found["seat_test"] is None
    assert len(found["seats"]) == 1 and 0 <= found["seats"][0]["win_share"]["mean"] <= 1


def test_a_favoured_seat_is_noticed():
    """Goofspiel: seat 0 wins 5 to 1 on every deal, or on every other."""
    game = engine_cy.load_game("goofspiel", 2, num_cards=3, points_order="ascending")
    first = [(0, 0), (1, 2), (0, 1), (1, 0)]
    second = [(0, 2), (1, 0), (0, 0), (1, 1)]
    always = [played(game, 1, first, deal) for deal in range(20)]
    in_turn = [played(game, 1, (first, second)[deal % 2], deal) for deal in range(20)]
    assert measure(game, always)["seat_test"]["p"] < 1e-6
    assert measure(game, in_turn)["seat_test"]["p"] > 0.9


def test_no_games_have_no_figures():
    found = measure(KUHN, [])
    assert found["games"] == 0 and found["length"]["mean"] is None
    assert found["seat_test"] is None
    assert found["branching"]["median"] is None and found["parts"][0]["choices"] is None
    json.dumps(found)


# ---- from records --------------------------------------------------------------------------------


def records(n):
    """Return n records of Kuhn poker, two games a block, two blocks a deal."""
    found = []
    for number in range(n):
        line = LINES[number % 5]
        one = played(KUHN, number // 4, in_turn(line))
        found.append(record(
            number // 2, number % 2, deal=number // 4, seed=one.seed, actions=one.actions,
            scores=one.scores, ranks=one.ranks, shares=one.shares, length=len(line),
        ))  # fmt: skip
    return found


def test_the_order_of_the_records_does_not_matter():
    games = records(40)
    found = metrics_of(games, KUHN)
    random.Random(1).shuffle(games)
    assert json.dumps(metrics_of(games, KUHN)) == json.dumps(found)
    assert (found["games"], found["deals"]) == (40, 10)


def test_games_that_a_bot_failed_are_left_out():
    games = records(10)
    games[3].failure, games[3].scores = "any", None
    found = metrics_of(games, KUHN)
    assert found == metrics_of(games[:3] + games[4:], KUHN)
    assert found["games"] == 9


def test_of_a_long_tournament_the_first_games_count():
    games = records(MAX_GAMES + 30)
    assert metrics_of(reversed(games), KUHN) == metrics_of(games[:MAX_GAMES], KUHN)


def test_records_of_other_rules_are_refused():
    with pytest.raises(ValueError, match="not legal"):
        metrics_of([record(actions=[(0, 7)], seed=1)], KUHN)


# ---- self-play -----------------------------------------------------------------------------------


def test_self_play_depends_on_its_seed_and_on_nothing_else():
    assert self_play(KUHN, "random", 20, 7) == self_play(KUHN, "random", 20, 7)
    assert self_play(KUHN, "random", 20, 7) != self_play(KUHN, "random", 20, 8)
    assert self_play(KUHN, "random", 20, 7)[:5] == self_play(KUHN, "random", 5, 7)


def test_a_bot_that_fails_is_named():
    with pytest.raises(BotSpecError, match=r"Illegal' failed in game \d+, illegal move: answered"):
        self_play(KUHN, "py:arena_bots:Illegal", 50, 1)


def test_a_bot_that_looks_at_hidden_cards_is_refused():
    with pytest.raises(BotSpecError, match="looks at the hidden cards"):
        self_play(KUHN, "py:arena_bots:Peeks", 1, 1)
