"""House of Fado in bulk: random games with each option at each of its values, and with all of them.

`random_games` checks every state on the way: each musician, fado, customer, critic, cube, worker
and assistant in one place and none more or fewer, notes within a limited supply.
"""

from __future__ import annotations

import pytest
from cases import Case

from engine_cy import load_game
from engine_cy.testing import random_games

SHORT, LONG = 16, 255       # rounds; random games seldom take three stars before round 100


def others(spec):
    """Return the values of an option that are not its default; of numbers the tightest one."""
    return [value for value in spec.choices or (1,) if value != spec.default]


def sets(players):
    """Return the options of each run at a player count."""
    options = {name: spec for name, spec in load_game("house_of_fado").spec.options.items()
               if name != "max_rounds" and (spec.players is None or players in spec.players)}
    one_each = [{name: value} for name, spec in options.items() for value in others(spec)]
    all_changed = {name: others(spec)[0] for name, spec in options.items()}
    return [{"max_rounds": 1},
            *({**chosen, "max_rounds": SHORT} for chosen in (*one_each, all_changed))]


CASES = [Case("house_of_fado", n, tuple(options.items())) for n in (2, 3, 4) for options in sets(n)]
LONG_CASES = [Case("house_of_fado", n, (("max_rounds", LONG),)) for n in (2, 3, 4)]


def check_random_games(case, games, seed):
    report = random_games(case.game, games, seed)
    assert report["faults"] == []
    assert report["longest"] <= case.game.max_game_length
    return report


def spell(case):
    """Return a short name; the case with every option changed would fill a line."""
    return str(case) if len(case.options) < 5 else f"{case.name}-{case.players}p-all"


@pytest.mark.parametrize("case", CASES, ids=spell)
def test_random_games_with_each_option(case):
    check_random_games(case, 100, 15)


@pytest.mark.soak
@pytest.mark.parametrize("case", CASES, ids=spell)
def test_hundred_thousand_random_games_with_each_option(case):
    check_random_games(case, 100_000, 16)


@pytest.mark.parametrize("case", LONG_CASES, ids=str)
def test_random_games_without_a_limit_in_reach_end_by_stars(case):
    report = check_random_games(case, 20, 17)
    assert 0 < report["truncated"] < 20


@pytest.mark.soak
@pytest.mark.parametrize("case", LONG_CASES, ids=str)
def test_five_thousand_random_games_of_255_rounds(case):
    check_random_games(case, 5000, 18)
