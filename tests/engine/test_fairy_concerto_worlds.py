"""Laws 4 to 6 in Fairy Concerto against independent enumeration, on scripted histories."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from cases import LAB, case
from chi_square import p_value
from fairy_concerto_twins import Hidden, all_starts, multisets, numbers, random_start
from oracle import Seen, bare, identity, since_last_deal
from scipy.stats import kstest
from test_worlds import check_exactly

from engine_cy import load_game

pytestmark = pytest.mark.slow       # plain Python beside the engine: not under sanitizers

# The game, how many questions are asked at most, and how many of them must hide something.
ASKED = [
    (case("fairy_concerto", 1), 40, 12),
    (case("fairy_concerto", 2), 100, 12),
    (case("fairy_concerto", 3), 60, 12),
    (case("fairy_concerto", 4), 90, 12),
    (case("fairy_concerto", 1, data=LAB / "fairy_concerto_lab.toml"), 40, 12),
    (case("fairy_concerto", 2, data=LAB / "fairy_concerto_lab.toml"), 40, 12),
    (case("fairy_concerto", 3, data=LAB / "fairy_concerto_lab.toml"), 60, 12),
]
MOST_WORLDS = 800


@pytest.mark.parametrize(("asked", "tries", "least"), ASKED, ids=lambda x: str(x))
def test_laws_4_to_6_exactly(asked, tries, least):
    """Same observation in all worlds that agree; `worlds` lists them with their weights; samples
    come uniformly from them."""
    rng, p_values = random.Random(5), []
    for i in range(tries):
        deal, moves = since_last_deal(asked.game, 100 + i, i, rng.random())
        seen = Seen(deal, moves, i % asked.players)
        if 1 < Hidden(seen).ways() <= MOST_WORLDS:
            p_values.append(check_exactly(seen, list(all_starts(seen)), i))
    hidden = [p for p in p_values if p is not None]
    assert len(hidden) >= least
    assert kstest(hidden, "uniform").pvalue > 0.01


# ---- the dealer that must be rejected ------------------------------------------------------------

LAB_3 = case("fairy_concerto", 3, data=LAB / "fairy_concerto_lab.toml")


def with_picks_from_unseen_hands(game, n):
    """Yield n questions in which a kind that is still unseen was picked from an unseen hand."""
    rng = random.Random(9)
    for i in range(1000):
        seen = Seen(*since_last_deal(game, 5000 + i, i, rng.random()), i % game.num_players)
        hidden = Hidden(seen)
        unseen = tuple(map(sum, zip(hidden.bag, *hidden.hands.values(), strict=True)))
        shown = any(n and left for row in hidden.picked.values()
                    for n, left in zip(row, unseen, strict=True))
        if shown and 1 < hidden.ways() <= MOST_WORLDS:
            yield seen
            n -= 1
        if n == 0:
            return


def hands_of(world):
    return tuple(world.record()["hand"].tolist())


@pytest.mark.parametrize("asked", [LAB_3, case("fairy_concerto", 4)], ids=str)
def test_law_6_after_picks_from_unseen_hands_and_a_careless_dealer_is_rejected(asked):
    """What an unseen hand has shown counts: whoever shuffles the unseen fairies alone is wrong.

    `random_start` does just that. It deals every possible world, only not as often as it should.
    """
    p_exact, p_careless = [], []
    for i, seen in enumerate(with_picks_from_unseen_hands(asked.game, 4)):
        rng, oracle = random.Random(i), Counter()
        starts = list(all_starts(seen))
        p_exact.append(check_exactly(seen, starts, i))
        for world, weight in seen.worlds(starts):
            oracle[hands_of(world)] += weight
        careless = seen.worlds((random_start(seen, rng), 1) for _ in range(800))
        dealt = Counter(hands_of(world) for world, _ in careless)
        assert dealt.keys() <= oracle.keys()
        p_careless.append(p_value(dealt.elements(), oracle))
    assert len(p_exact) == 4 and min(p_exact) > 0.001
    assert max(p_careless) < 1e-9


# ---- first deals ---------------------------------------------------------------------------------


def expected_first_deals(game):
    """Return the number of physical first deals by what they look like, for two lab players."""
    facts, words = game.words.facts, game.words
    deals = Counter()
    for kind, n in enumerate(facts["tokens"]):
        if not n:
            continue
        left = tuple(m - (k == kind) for k, m in enumerate(facts["tokens"]))
        for first in multisets(left, facts["draw"][0]):
            rest = tuple(a - b for a, b in zip(left, first, strict=True))
            for second in multisets(rest, facts["draw"][0]):
                ways = n
                for have, take in zip(left + rest, first + second, strict=True):
                    ways *= _choose(have, take)
                deals[kind, first, second] = ways
    return deals, len(words.cards)


def _choose(n, k):
    return 1 if k == 0 else n * _choose(n - 1, k - 1) // k


def test_initial_worlds_are_all_first_deals_with_their_weights():
    game = load_game("fairy_concerto", 2, data=str(LAB / "fairy_concerto_lab.toml"),
                     soloist="A", pianist="P1", harpist="H1")
    expected, cards = expected_first_deals(game)
    pairs = _choose(cards, 2) * _choose(cards - 2, 2)
    found, seen = Counter(), set()
    for state, weight in game.initial_worlds(400_000):
        record = state.record()
        key = int(record["popularity"]), numbers(record["hand"][0]), numbers(record["hand"][1])
        found[key] += weight
        if len(seen) < 2000:
            assert state.check() == 0
            seen.add(identity(state))
    assert found == {key: ways * pairs for key, ways in expected.items()}
    assert len(seen) == 2000


def test_the_true_first_deals_are_among_the_initial_worlds_with_the_right_frequency():
    """Popularity token and hands of dealt games by chi-square against the count of the deals."""
    game = load_game("fairy_concerto", 2, data=str(LAB / "fairy_concerto_lab.toml"))
    expected, _ = expected_first_deals(game)
    dealt = []
    for seed in range(20_000):
        record = game.new_initial_state(seed).record()
        dealt.append((int(record["popularity"]), numbers(record["hand"][0]),
                      numbers(record["hand"][1])))
    assert p_value(dealt, expected) > 0.001


def test_contest_cards_are_drawn_evenly():
    game = load_game("fairy_concerto", 1)
    dealt = []
    for seed in range(7200):
        record = game.new_initial_state(seed).record()
        dealt.append((int(record["soloist"]), int(record["pianist"]), int(record["harpist"])))
    even = {(a, b, c): 1 for a in range(4) for b in range(3) for c in range(3)}
    assert p_value(dealt, even) > 0.001


def test_a_rewound_world_shows_no_cards_to_come():
    """Cards remembered for the replay show in no observation."""
    game = load_game("fairy_concerto", 4)
    for seed in range(20):
        deal, moves = since_last_deal(game, seed, seed, 0.45)
        world = bare(deal)
        for who, action in moves:
            world.apply_action(action, who)
        again = game.rewind(world, 0)
        for seat in range(4):
            assert again.observation(seat) == deal.observation(seat)
        assert again.check() == 0
