"""The games that adapters are tested on: every game at every player count, and some options."""

from __future__ import annotations

from typing import NamedTuple

from engine_cy import load_game, registered_games


class Case(NamedTuple):
    """A game at a player count; the rest are options, `data` among them."""

    name: str
    players: int
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.name, f"{self.players}p", *(f"{k}={v}" for k, v in self.options)])

    @property
    def arguments(self) -> dict:
        """The keyword arguments of `load_game`."""
        return {"players": self.players, **dict(self.options)}


# A game of sixty rounds would take these tests a minute, and twenty have every kind of choice.
SHORT = {"house_of_fado": (("max_rounds", 20),)}
PLAIN = [
    Case(name, players, SHORT.get(name, ()))
    for name in registered_games()
    for players in range(load_game(name).min_players, load_game(name).max_players + 1)
]
CASES = [
    *PLAIN,
    Case("goofspiel", 2, (("num_cards", 5), ("imp_info", True))),
    Case("goofspiel", 3, (("num_cards", 4), ("points_order", "descending"))),
    Case("goofspiel", 5, (("num_cards", 4), ("returns_type", "total_points"))),
    Case("hoi_pho", 3, (("card_text", "faces_2025"),)),
    Case("hoi_pho", 4, (("max_rounds", 1),)),
    Case("hoi_pho", 2, (("data", "hoi_pho_lab_2p"),)),
    Case("fado_duetos", 3, (("data", "fado_duetos_lab_3p"),)),
    Case("fairy_concerto", 1, (("data", "fairy_concerto_lab"), ("random_cards", True))),
]
