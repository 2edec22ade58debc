"""House of Fado against the independent referee over random games, and that referee alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from house_of_fado_adapter import EnginePlay
from house_of_fado_crowded import crowded
from house_of_fado_positions import arranged
from house_of_fado_referee import Referee
from house_of_fado_referee_box import (
    ACCEPTS,
    BASE_COST,
    BONUSES,
    FAME_COST,
    GUESTS,
    GUESTS_TO_REACH,
    PER_PLAYER,
    PROMOS,
    SPACES,
    TYPES,
    fados,
    fados_in_play,
    guests_of,
    musicians,
    note_of,
    type_of,
)
from house_of_fado_referee_scores import BILLBOARDS, FADO_POINTS, STAR_POINTS, shares
from house_of_fado_referee_setup import Taste, census, dealt, draw, public

import engine_cy

pytestmark = pytest.mark.slow       # plain Python beside the engine: not under sanitizers

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
CROWDS = [(n, o) for n, o in CASES if not {"supply_per_kind", "max_rounds"} & set(o)]


# ---- engine and referee side by side -----------------------------------------------------------

def tell_chance(engine, referee):
    """Answer the questions about what is drawn from the engine's events, and all of them."""
    refills, tops = engine.draws()
    while isinstance(referee.question, tuple):
        if referee.question[0] == "refill":
            referee.answer(refills)
            refills = []
        else:
            referee.answer(tops.pop(0))
    assert refills == [] and tops == []


def check_deal(players, deal, promos):
    """Four guests in each group, three scoring tiles; with promos one musician of each type out."""
    assert [guests_of(text).total() for text in deal["groups"]] == [4, 4, 4]
    assert sorted(deal["billboards"].values()) == ["BS1", "BS2", "BS3"]
    assert len({*deal["display"], deal["top"]} & set(fados_in_play(players))) == 5
    assert sorted(map(type_of, deal["boxed"])) == (sorted(TYPES) if promos else [])


def play_along(players, seed, reading=None, **options):
    """Play one random game on both; any difference raises an AssertionError."""
    engine = EnginePlay.dealt(players, seed, **options)
    deal = engine.deal()
    check_deal(players, deal, options.get("promos"))
    referee = Referee(players, deal, **(options if reading is None else reading))
    referee.follow(referee.game())
    play_on(engine, referee, Taste(seed))


def play_on(engine, referee, taste):
    """Play to the end; return the first words of all steps."""
    words = Counter()
    while referee.question is not None:
        assert (engine.seat,) == referee.waiting
        texts = referee.question[engine.seat]
        assert engine.texts == texts
        assert engine.public == public(referee)
        text = taste.choose(texts)
        words[text.split()[0]] += 1
        referee.choose(engine.seat, text)
        engine.do(text)
        tell_chance(engine, referee)
    assert engine.over
    assert engine.public == public(referee)
    assert engine.totals == referee.totals()
    assert engine.ranks == referee.ranks()
    assert engine.shares == pytest.approx(shares(referee.ranks()))
    return words


def play_crowded(players, seed, options):
    """Play on both from a random late position."""
    case = crowded(players, random.Random(seed), options)
    return play_on(EnginePlay.at(case), arranged(case), Taste(seed))


@pytest.mark.parametrize(("players", "options"), CROWDS)
def test_crowded_tables_against_the_referee(players, options):
    for seed in range(10):
        play_crowded(players, seed, options)


def test_crowded_tables_see_what_games_from_the_start_seldom_do():
    words = Counter()
    for seed in range(60):
        words += play_crowded(2, seed, {"two_player_assistants": True})
    assert words["box"] and words["remove"] and words["contract"] and words["promote"]


@pytest.mark.parametrize(("players", "options"), CASES)
def test_random_games_against_the_referee(players, options):
    for seed in range(1 if options else 3):
        play_along(players, seed, **options)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "options"), CASES)
def test_many_random_games_against_the_referee(players, options):
    for seed in range(100):
        play_along(players, 1000 + seed, **options)


@pytest.mark.parametrize("options", SWITCHES, ids=str)
def test_a_referee_with_another_reading_is_caught(options):
    reading = dict(list(options.items())[1:])                # the first switch at its default
    players = 2 if "two_player_assistants" in options else 3
    with pytest.raises(AssertionError):
        for seed in range(3019, 3059):                      # each switch acts in one of the first
            play_along(players, seed, reading, **options)


# ---- the referee alone -------------------------------------------------------------------------

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
    referee, _ = referee_plays(players, 0, **options)
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


# ---- the components --------------------------------------------------------------------------

def components(players=4):
    return engine_cy.load_game("house_of_fado", players=players).data.tree


def test_the_data_file_has_the_musicians_and_fados_of_the_referee():
    tree = components()
    rows = {row[0]: row for row in tree["musicians"]["tiles"]}
    assert set(rows) == set(musicians(4))
    for tile, (_, kind, note, fewest) in rows.items():
        assert (kind, note) == (type_of(tile), note_of(tile))
        assert fewest == min(n for n in (2, 3, 4) if tile in musicians(n))
    assert {row["type"]: row["id"] for row in tree["promos"]} == PROMOS
    assert {row["fame"] for row in tree["promos"]} == {2}
    for tile, notes, points, fewest in tree["fados"]["tiles"]:
        assert fados()[tile] == (Counter(notes), points)
        assert fewest == (2 if tile in fados_in_play(2) else 3)
    assert len(tree["fados"]["tiles"]) == len(fados_in_play(3)) == 20


def test_the_data_file_has_the_spaces_of_the_referee():
    words = {"customer": "guest"}
    for row in components()["spaces"]:
        location, types, groups = SPACES[row["id"]]
        assert row.get("types", []) == list(types)
        assert [g for g in range(3) if row.get("groups", [0] * 3)[g]] == list(groups)
        assert tuple((words.get(kind, kind), n) for kind, n in row["kickouts"]) == BONUSES[location]


def test_the_data_file_has_the_prices_and_points_of_the_referee():
    tree = components()
    assert dict(enumerate(tree["fame"]["hire_cost"], 1)) == FAME_COST
    assert {row["id"]: row["base_cost"] for row in tree["types"]} == BASE_COST
    assert {row["id"]: tuple(row["accepts"]) for row in tree["types"]} == ACCEPTS
    for name, table in tree["fame"]["raise_customers"].items():
        assert {int(level[-1]): n for level, n in table.items()} == GUESTS_TO_REACH[name]
    for row in tree["billboards"]:
        assert BILLBOARDS[row["id"]] == (tuple(row["several"]), tuple(row["two"]))
    assert tuple(tree["stars"]["points"].values()) == STAR_POINTS[1:]
    assert tuple(tree["fados"]["bonus"]) == FADO_POINTS
    assert {colour: tree["street"][colour] for colour in GUESTS} == PER_PLAYER
