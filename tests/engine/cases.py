"""The games of the law tests: every game, every player count, every option that can act."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

import engine_cy
from engine_cy import Game, load_game

LAB = Path(engine_cy.__file__).parent / "data"      # reduced games for the laboratory


class Case(NamedTuple):
    """One game at one player count with options."""

    name: str
    players: int
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.name, f"{self.players}p", *map(_spell, self.options)])

    @property
    def game(self) -> Game:
        return _load(self)


def _spell(option: tuple[str, object]) -> str:
    name, value = option
    return value.stem if isinstance(value, Path) else f"{name}={value}"


@cache
def _load(case: Case) -> Game:
    return load_game(case.name, case.players, **dict(case.options))


def case(name: str, players: int, **options: object) -> Case:
    """Return a case; options as load_game takes them."""
    return Case(name, players, tuple(options.items()))


KUHN = [case("kuhn_poker", 2), case("kuhn_poker", 3)]
LEDUC = [case("leduc_poker", 2), case("leduc_poker", 3)]
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
HOI_PHO = [
    *(case("hoi_pho", n) for n in (3, 4, 5)),
    *(case("hoi_pho", n, card_text="faces_2025") for n in (3, 4, 5)),
    case("hoi_pho", 3, three_player_discard="none", skill10_strict=True),
    case("hoi_pho", 4, rival_12_2=False, skill6_source="opponents"),
    case("hoi_pho", 5, contract_ladder="step_one", skill7_scope="turn"),
    case("hoi_pho", 4, max_rounds=1, skill11_copy_13=False),
    case("hoi_pho", 2, data=LAB / "hoi_pho_lab_2p.toml"),
    case("hoi_pho", 3, data=LAB / "hoi_pho_lab_3p.toml"),
]
FADO_DUETOS = [
    *(case("fado_duetos", n) for n in (2, 3, 4)),
    *(case("fado_duetos", n, variant="impromptu") for n in (2, 3, 4)),
    *(case("fado_duetos", n, deck="three") for n in (2, 3, 4)),
    case("fado_duetos", 2, two_player_stack_cards=2, deck_end="empty"),
    case("fado_duetos", 3, deck_end="empty", deck="three", variant="impromptu"),
    case("fado_duetos", 4, variety_repeat=False),
    case("fado_duetos", 2, data=LAB / "fado_duetos_lab_2p.toml"),
    case("fado_duetos", 3, data=LAB / "fado_duetos_lab_3p.toml"),
]
FAIRY = [
    *(case("fairy_concerto", n) for n in (1, 2, 3, 4)),
    case("fairy_concerto", 1, score_cards="no_composers", soloist="A", pianist="P1"),
    case("fairy_concerto", 2, random_cards=True, soloist="B", harpist="H1"),
    case("fairy_concerto", 3, soloist="C", pianist="P2", harpist="H2"),
    case("fairy_concerto", 4, soloist="D", pianist="P3", harpist="H3", random_cards=True),
    case("fairy_concerto", 1, data=LAB / "fairy_concerto_lab.toml", random_cards=True),
    case("fairy_concerto", 2, data=LAB / "fairy_concerto_lab.toml", soloist="A", pianist="P1",
         harpist="H1"),
    case("fairy_concerto", 3, data=LAB / "fairy_concerto_lab.toml", soloist="D", pianist="P1",
         harpist="H1"),
]
HOUSE = [
    *(case("house_of_fado", n) for n in (2, 3, 4)),
    case("house_of_fado", 2, two_player_assistants=True, max_rounds=20),
    case("house_of_fado", 2, two_player_assistants=True, kickout_scope="space",
         uniqueness_scope="space", promos=True, max_rounds=12),
    case("house_of_fado", 2, two_player_assistants=True, kickout_timing="after_action",
         supply_per_kind=2, clef_mode="ordinary_kind", max_rounds=12),
    case("house_of_fado", 3, promos=True, max_rounds=20),
    case("house_of_fado", 3, uniqueness_scope="space", clef_mode="none",
         customers_table="alternative", fame6_outside_close="forbid", max_rounds=12),
    case("house_of_fado", 4, promos=True, kickout_timing="after_action", allow_noop="always",
         dismissed_keep_die=False, max_rounds=8),
    case("house_of_fado", 4, kickout_scope="space", refill_timing="after_every_turn",
         cube_spaces_per_type=2, supply_per_kind=1, max_rounds=8),
]


def some(cases: list[Case]) -> list[Case]:
    """Return each game once per player count, and every fourth of the other cases."""
    first = {(c.name, c.players): c for c in reversed(cases)}
    others = [c for c in cases if c is not first[c.name, c.players]]
    return [*first.values(), *others[::4]]


ALL_CASES = [*KUHN, *LEDUC, *GOOFSPIEL, *HOI_PHO, *FAIRY, *FADO_DUETOS, *HOUSE]
CASES = ALL_CASES
if os.environ.get("DESGARRADA_CASES") == "some":      # checked builds are several times slower
    CASES = some(ALL_CASES)
