"""Positions of the hand-worked cases of House of Fado, and the two tables that play them."""

from __future__ import annotations

import random
from collections import Counter

from house_of_fado_referee import Referee
from house_of_fado_referee_box import (
    CRITICS,
    GUESTS,
    PER_PLAYER,
    PROMOS,
    TYPES,
    fados_in_play,
    guests_of,
    type_of,
)
from house_of_fado_referee_scores import shares
from house_of_fado_referee_setup import dealt, draw, public

STARS_OF = {f"first_{kind}_6": kind for kind in TYPES}


class RefereePlay:
    """A hand-worked case at the referee's table."""

    def __init__(self, case):
        self.referee, self.rng = arranged(case), random.Random(0)

    def do(self, text):
        self.referee.choose(self.seat, text)
        draw(self.referee, self.rng)

    seat = property(lambda self: next(iter(self.referee.waiting), None))
    texts = property(lambda self: self.referee.question[self.seat])
    public = property(lambda self: public(self.referee))
    over = property(lambda self: self.referee.question is None)
    totals = property(lambda self: self.referee.totals())
    ranks = property(lambda self: self.referee.ranks())
    shares = property(lambda self: shares(self.ranks))


def arranged(case: dict, seed: int = 0) -> Referee:
    """Return the referee at a position of the file of hand-worked cases.

    Every seat starts empty-handed with three workers in hand; the critics in no restaurant wait in
    their groups of the set-up, but not in the group that the case returns one to.
    """
    players, options = case["players"], {"clef_mode": "wild_once", **case.get("options", {})}
    deal = dealt(players, random.Random(seed), False)
    if options.get("promos"):
        deal["boxed"] = [f"{kind}4" for kind in TYPES]
    deal["starter"] = starter = case.get("starter", 0)
    deal["billboards"] = case.get("scoring", deal["billboards"])
    referee = Referee(players, deal, **options)
    rows = case.get("seats") or [case["before"], *([{}] * (players - 1))]
    for seat, row in case.get("others", {}).items():
        rows[int(seat)] = row
    for seat, row in enumerate(rows):
        set_seat(referee, seat, row)
    for star, owner in case.get("stars_elsewhere", {}).items():
        give_star(referee, star, owner)
    lay_board(referee, case)
    lay_stock(referee, case)
    referee.turns = -starter % players                      # seat 0 is to act
    referee.follow(referee.game())
    return referee


def lay_board(referee: Referee, case: dict) -> None:
    """Billboards with their cubes, dice in the market, workers and assistants."""
    for kind, cubes in case.get("cubes", {}).items():
        referee.cubes[kind] = list(cubes)
        for seat, number in enumerate(cubes):
            referee.seats[seat].track -= number
    for tile, fame in case.get("market", {}).items():
        referee.fame[tile] = fame
    for place, (seat, figure) in case.get("figures", {}).items():
        set_figure(referee, place, seat, figure)
    for kind, musician in case.get("billboard", {}).items():
        referee.billboard[kind], fame = musician
        referee.fame[musician[0]] = fame
        referee.market.remove(musician[0])


def set_seat(referee: Referee, seat: int, row: dict) -> None:
    """Give a seat what a row of the file names."""
    mine = referee.seats[seat]
    mine.money, mine.points = row.get("money", 0), row.get("points", 0)
    mine.track = row.get("cubes", 8)
    mine.tables = [text if text == "critic" else guests_of(text)
                   for text in row.get("tables", ["", "", ""])]
    mine.bar = guests_of(row.get("bar", ""))
    for tile, fame in row.get("musicians", {}).items():
        referee.market.remove(tile)
        referee.fame[tile] = fame
        mine.musicians[type_of(tile)] = tile
    for star in row.get("stars", []):
        give_star(referee, star, seat)
    mine.fados = list(row.get("fados", []))
    mine.notes.update(row.get("notes", {}))
    mine.assistants = row.get("assistants", mine.assistants)


def give_star(referee: Referee, star: str, owner: int) -> None:
    """A star, and for a musician's star the musician on its place."""
    referee.stars[star] = owner
    if star in STARS_OF:
        tile = next(t for t in sorted(referee.market, reverse=True)
                    if type_of(t) == STARS_OF[star] and t not in PROMOS.values())
        referee.market.remove(tile)
        referee.fame[tile] = 6
        referee.star_musicians[STARS_OF[star]] = tile
    elif star == "first_8_cubes":
        referee.seats[owner].track = 0


def set_figure(referee: Referee, place: str, seat: int, figure: str) -> None:
    """Put a worker or an assistant on a space; the worker comes from the hand."""
    if place == "home":
        referee.seats[seat].home = True
    else:
        referee.figures[place] = (seat, figure)
    if figure == "worker":
        referee.seats[seat].hand -= 1


def lay_stock(referee: Referee, case: dict) -> None:
    """Fados, guests and critics that are nobody's: display and stack, groups, bag, discard."""
    players = referee.n
    used = {tile for seat in referee.seats for tile in seat.fados}
    free = [tile for tile in fados_in_play(players) if tile not in used]
    free.sort(key=lambda tile: tile not in case.get("display", []))
    referee.display, referee.top = list(free[:4]), free[4] if len(free) > 4 else None
    referee.stack = set(free[5:])
    indoors = sum((seat.seated() + seat.bar for seat in referee.seats), Counter())
    left = Counter({c: n * players - indoors[c] for c, n in PER_PLAYER.items()})
    referee.groups = []
    for named in case.get("groups", [None] * 3):
        filled = Counter([c for c in GUESTS for _ in range(left[c])][:4])
        referee.groups.append(filled if named is None else guests_of(named))
        left -= referee.groups[-1]
    referee.discard = guests_of(case.get("discard", ""))
    referee.bag = left - referee.discard
    away = sum(seat.has_critic for seat in referee.seats)
    waiting = sorted(CRITICS[players], key=lambda g: g == case.get("critic_to"))
    referee.critics = set(waiting[: len(waiting) - away])
