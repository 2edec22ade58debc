"""House of Fado against the independent referee over random games, and that referee alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from house_of_fado_referee import Referee
from house_of_fado_referee_setup import Taste, census, dealt, draw

SWITCHES = [
    {"two_player_assistants": True},
    {"promos": True},
    {"uniqueness_scope": "space"},
    {"kickout_scope": "space"},
    {"kickout_scope": "space", "uniqueness_scope": "space"},
    {"kickout_scope": "space", "two_player_assistants": True},
    {"uniqueness_scope": "space", "two_player_assistants": True},
    {"kickout_timing": "after_action"},
    {"kickout_timing": "after_action", "two_player_assistants": True, "kickout_scope": "space"},
    {"refill_timing": "after_every_turn"},
    {"fame6_outside_close": "forbid"},
    {"allow_noop": "always"},
    {"clef_mode": "ordinary_kind"},
    {"clef_mode": "none"},
    {"customers_table": "alternative"},
    {"dismissed_keep_die": False, "promos": True},
    {"cube_spaces_per_type": 2},
    {"supply_per_kind": 1},
    {"supply_per_kind": 2, "clef_mode": "ordinary_kind"},
    {"max_rounds": 3},
]
CASES = [(players, {}) for players in (2, 3, 4)]
CASES += [(2 if "two_player_assistants" in options else 3, options) for options in SWITCHES]
CASES += [(4, SWITCHES[2]), (4, SWITCHES[3]), (2, {"promos": True})]


def referee_plays(players, seed, **options):
    """Play a random game with the referee alone; return it and the first words it has heard."""
    rng, taste = random.Random(seed), Taste(seed)
    referee = Referee(players, dealt(players, rng, options.get("promos", False)), **options)
    before, words = census(referee), Counter()
    referee.follow(referee.game())
    while referee.question is not None:
        seat = referee.waiting[0]
        text = taste.choose(referee.question[seat])
        words[text.split()[0]] += 1
        referee.choose(seat, text)
        draw(referee, rng)
        assert census(referee) == before
        assert all(s.money >= 0 and 0 <= s.track <= 8 for s in referee.seats)
    return referee, words


@pytest.mark.parametrize(("players", "options"), CASES)
def test_the_referee_keeps_every_component(players, options):
    for seed in range(2):
        referee, _ = referee_plays(players, seed, **options)
        assert len(referee.stars) >= 3 or referee.round == referee.options["max_rounds"]
        assert sorted(referee.ranks())[0] == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_visit_every_verb_and_end_by_stars(players):
    words, ends = Counter(), []
    for seed in range(25):
        referee, heard = referee_plays(players, seed)
        words += heard
        ends.append(len(referee.stars) >= 3)
    assert any(ends) and not all(ends)
    assert set(words) >= {"place", "lift", "kick", "bar", "note", "raise", "no", "hire", "stop",
                          "guests", "critic", "seat", "table", "score", "promote", "contract",
                          "keep", "dismiss"}
