"""Orchestras, hands, cards, points and ranks against the independent referee, over random games."""

from __future__ import annotations

import random

import pytest
from fairy_concerto_referee import KINDS, Referee, card_needs
from fairy_concerto_table import ITEMS, LETTERS, Table

pytestmark = pytest.mark.slow       # plain Python beside the engine: not under sanitizers

GAMES = 250         # per player count

KIND_OF = dict(zip(LETTERS, KINDS, strict=True))


def fairies(text):
    """Return a string of fairies as a sorted list of kinds."""
    return sorted(KIND_OF[letter] for letter in text)


def new_referee(table, **reading):
    view = table.state.observation(0).to_dict()["view"]
    pairs = [table.state.observation(p).to_dict()["view"]["pair"]
             for p in range(table.game.num_players)]
    return Referee(table.game.num_players, view["popularity"], view["soloist"][-1],
                   view["pianist"], view["harpist"], pairs, **reading)


def tell_chance(table, referee):
    """Answer the questions about what is drawn, from the engine's state."""
    while isinstance(referee.question, tuple):
        what, number = referee.question
        if what == "hands":
            assert [len(hand) for hand in table.hands] == [number] * referee.n
            referee.ask([fairies(hand) for hand in table.hands])
        else:
            assert table.to_act == (number,)
            referee.ask(table.pair)


def compare(table, referee):
    assert [fairies(o) for o in table.orchestras] == [sorted(o) for o in referee.orchestras]
    assert [fairies(h) for h in table.hands] == [sorted(h) for h in referee.hands] or table.over \
        or referee.n == 1
    assert table.cards == [sorted(k) for k in referee.kept]
    assert table.discards == sorted(referee.discards)
    assert fairies(table.removed) == sorted(referee.removed)
    assert fairies(table.pahha) == sorted(referee.pahha)
    assert table.to_act == referee.waiting
    for seat in table.to_act:
        assert set(table.legal(seat)) == referee.question[seat]


def play_along(players, seed, reading=None, **options):
    """Play one random game on both; any difference raises an AssertionError."""
    table, rng = Table(players, seed=seed, **options), random.Random(seed)
    referee = new_referee(table, **(reading or {}))
    tell_chance(table, referee)
    while referee.question is not None:
        if not referee.answers:
            compare(table, referee)
        seat = rng.choice(referee.waiting)
        text = rng.choice(sorted(referee.question[seat]))
        table.do(seat, text)
        referee.choose(seat, text)
        tell_chance(table, referee)
    assert table.over and table.to_act == ()
    compare(table, referee)
    if players == 1:
        assert table.face_down == referee.face_down
    rows = referee.result()
    assert table.points == [[row[item] for item in ITEMS] for row in rows]
    assert table.scores == [sum(row.values()) for row in rows[:players]]
    assert table.ranks == referee.ranks()
    winners = referee.ranks().count(1)
    assert table.returns == [1 / winners if rank == 1 else 0 for rank in referee.ranks()]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_against_the_referee(players):
    for seed in range(GAMES):
        play_along(players, seed)


@pytest.mark.parametrize("players", [1, 3])
def test_the_deck_without_composers_against_the_referee(players):
    for seed in range(60):
        play_along(players, 1000 + seed, {"composers": False}, score_cards="no_composers")


@pytest.mark.parametrize(("options", "shown"), [
    ({"soloist": "B"}, "SOL_B"), ({"pianist": "P3"}, "P3"), ({"harpist": "H2"}, "H2")])
def test_contest_cards_by_name_against_the_referee(options, shown):
    for seed in range(20):
        play_along(2, 2000 + seed, **options)
        assert shown in str(Table(2, seed=seed, **options).state.observation(0).to_dict()["view"])


def test_a_referee_with_another_reading_is_caught():
    with pytest.raises(AssertionError):
        for seed in range(60):
            play_along(4, 3000 + seed, {"composers": False})


def test_the_referee_knows_26_cards_of_five_fairies():
    needs = card_needs()
    assert len(needs) == 26 and all(need.total() == 5 for need in needs.values())
    totals = [sum(need[kind] for need in needs.values()) for kind in KINDS]
    assert totals == [30, 30, 30, 30, 10]
