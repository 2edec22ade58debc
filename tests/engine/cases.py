"""The games of the law tests: every game, every player count, every option that can act."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine_cy import Game, load_game


class Case(NamedTuple):
    """One game at one player count with options."""

    name: str
    players: int
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.name, f"{self.players}p", *(f"{k}={v}" for k, v in self.options)])

    @property
    def game(self) -> Game:
        return _load(self)


@cache
def _load(case: Case) -> Game:
    return load_game(case.name, case.players, **dict(case.options))


def case(name: str, players: int, **options: object) -> Case:
    """Return a case; options as load_game takes them."""
    return Case(name, players, tuple(options.items()))


KUHN = [case("kuhn_poker", 2), case("kuhn_poker", 3)]
GOOFSPIEL = [
    case("goofspiel", 2),
    case("goofspiel", 3, num_cards=6),
    case("goofspiel", 4, returns_type="point_difference"),
    case("goofspiel", 5, num_cards=4, returns_type="total_points"),
    case("goofspiel", 2, num_cards=7, points_order="ascending"),
    case("goofspiel", 3, num_cards=2, points_order="descending"),
    case("goofspiel", 2, num_cards=5, imp_info=True),
    case("goofspiel", 2, num_cards=4, imp_info=True, points_order="descending"),
    case("goofspiel", 2, imp_info=True, returns_type="point_difference"),
]
CASES = [*KUHN, *GOOFSPIEL]
