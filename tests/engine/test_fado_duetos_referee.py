"""Hands, table, legal moves and results against the independent referee, over random games."""

import random

import pytest
from fado_duetos_referee import Referee, deck_nine, deck_three
from fado_duetos_table import Table

pytestmark = pytest.mark.slow       # plain Python beside the engine: not under sanitizers

GAMES = 15
CASES = [
    (players, options)
    for players in (2, 3, 4)
    for options in (
        {},
        {"variant": "impromptu"},
        {"deck": "three"},
        {"deck_end": "empty", "variety_repeat": False},
    )
]
CASES += [(2, {"two_player_stack_cards": 2}), (3, {"deck": "three", "variant": "impromptu"})]


def referee_of(table, **options):
    """Return a referee who has been told the deal."""
    rec, cards = table.state.record(), table.words.cards
    order = [cards[int(c) - 1][0] for c in rec["deck"]]
    return Referee(
        table.hands, order[int(rec["drawn"]) :], table.showcase, int(rec["starter"]),
        deck_kind=options.get("deck", "nine"),
        stack_cards=options.get("two_player_stack_cards", 1),
        deck_end=options.get("deck_end", "short"),
        variety_repeat=options.get("variety_repeat", True),
    )


def compare(table, referee):
    assert table.hands == [sorted(hand) for hand in referee.hands]
    assert sorted(table.practice) == sorted(referee.practice)
    assert table.discards == sorted(referee.discards)
    assert table.showcase == referee.showcase
    assert table.deck == len(referee.deck)
    assert table.rewards == len(referee.rewards)
    assert table.chips == [
        {aspect: held for aspect, held in chips.items() if held} for chips in referee.chips
    ]
    assert table.owners("feature") == referee.feature
    assert table.owners("sequence") == referee.sequence
    assert table.variety == [seat for seat, _ in referee.variety]
    assert table.scores == [referee.score(p) for p in range(referee.n)]
    assert (table.marker, table.over) == (referee.marker, referee.over)
    assert table.round == referee.round


def play_along(players, seed, rng, **options):
    """Play one random game on both; any difference raises AssertionError."""
    table = Table(players=players, seed=seed, **options)
    referee = referee_of(table, **options)
    while not referee.over:
        compare(table, referee)
        assert list(table.to_act) == referee.waiting()
        seat = rng.choice(referee.waiting())
        texts = referee.legal(seat)
        assert sorted(table.legal(seat)) == texts
        keen = [t for t in texts if t != "end turn"] if rng.random() < 0.7 else texts
        text = rng.choice(keen or texts)
        referee.choose(seat, text)
        table.do(text, seat=seat)
    compare(table, referee)
    assert table.ranks == referee.ranks()
    winners = table.ranks.count(1)
    assert table.returns == pytest.approx([(r == 1) / winners for r in referee.ranks()])
    return referee


@pytest.mark.parametrize(("players", "options"), CASES)
def test_random_games_agree_with_the_referee(players, options):
    rng = random.Random(players)
    for seed in range(GAMES):
        play_along(players, seed, rng, **options)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "options"), CASES)
def test_many_random_games_agree_with_the_referee(players, options):
    rng = random.Random(players + 10)
    for seed in range(500):
        play_along(players, 1000 + seed, rng, **options)


@pytest.mark.parametrize(
    ("players", "options"),
    [(3, {"deck_end": "empty"}), (3, {"variety_repeat": False, "deck": "three"}),
     (2, {"two_player_stack_cards": 2})],
)
def test_a_referee_with_another_reading_is_caught(players, options):
    rng = random.Random(5)
    with pytest.raises(AssertionError):
        for seed in range(60):
            table = Table(players=players, seed=seed, **options)
            referee = referee_of(table, deck=options.get("deck", "nine"))
            while not referee.over:
                compare(table, referee)
                seat = referee.waiting()[0]
                texts = [t for t in referee.legal(seat) if t != "end turn"] or ["end turn"]
                text = rng.choice(texts)
                referee.choose(seat, text)
                table.do(text, seat=seat)
            compare(table, referee)


@pytest.mark.parametrize(("kind", "make"), [("nine", deck_nine), ("three", deck_three)])
def test_the_data_file_has_the_cards_of_the_generator(kind, make):
    tree = Table().game.data.tree["decks"][kind]
    hand, show = make()
    assert {row[0]: tuple(row[1:]) for row in tree["hand"]} == hand
    assert {row[0]: tuple(row[1:]) for row in tree["showcase"]} == show
