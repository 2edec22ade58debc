"""Deals, draws and positions for the referee of House of Fado."""

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
    Seat,
    fados_in_play,
    guest_text,
    guests_of,
    musicians,
    type_of,
)

STARS_OF = {f"first_{kind}_6": kind for kind in TYPES}


def dealt(players: int, rng: random.Random, promos: bool = False) -> dict:
    """Return a random deal for the referee."""
    bag = [colour for colour, n in PER_PLAYER.items() for _ in range(n * players)]
    rng.shuffle(bag)
    tiles = rng.sample(fados_in_play(players), 5)
    deal = {
        "starter": rng.randrange(players),
        "groups": [guest_text(Counter(bag[i : i + 4])) for i in (0, 4, 8)],
        "display": tiles[:4],
        "top": tiles[4],
        "billboards": dict(zip(TYPES, rng.sample(["BS1", "BS2", "BS3"], 3), strict=True)),
    }
    if promos:
        deal["boxed"] = [rng.choice([t for t in musicians(players) if type_of(t) == kind]
                                    + [PROMOS[kind]]) for kind in TYPES]
    return deal


def draw(referee: Referee, rng: random.Random) -> None:
    """Answer the referee's questions about chance until it asks a seat or is done."""
    while isinstance(referee.question, tuple):
        if referee.question[0] == "fado":
            referee.answer(rng.choice(sorted(referee.stack)))
            continue
        bag, discard, drawn = referee.bag.copy(), referee.discard, []
        for group, number in referee.question[1].items():
            for _ in range(number):
                if not bag.total():
                    bag = discard.copy()
                colour = rng.choice([c for c in GUESTS for _ in range(bag[c])])
                bag[colour] -= 1
                drawn.append((group, colour))
        referee.answer(drawn)


def census(referee: Referee) -> dict:
    """Return how many of each component there are, wherever they lie."""
    guests = sum((s.seated() + s.bar for s in referee.seats), referee.bag + referee.discard)
    tiles = [tile for seat in referee.seats for tile in seat.musicians.values()]
    tiles += [*referee.market, *referee.boxed, *referee.star_musicians.values()]
    songs = [*referee.stack, *[f for f in [*referee.display, referee.top] if f]]
    notes = sum((s.notes for s in referee.seats), Counter())
    figures = [*referee.figures.values(), referee.bumped]
    return {
        "guests": dict(sum(referee.groups, guests)),
        "critics": len(referee.critics) + sum(seat.has_critic for seat in referee.seats),
        "musicians": sorted(tiles + [tile for tile in referee.billboard.values() if tile]),
        "fados": sorted(songs + [tile for seat in referee.seats for tile in seat.fados]),
        "workers": [
            seat.hand + seat.home + figures.count((s, "worker"))
            for s, seat in enumerate(referee.seats)
        ],
        "assistants": [
            seat.assistants + figures.count((s, "assistant"))
            for s, seat in enumerate(referee.seats)
        ],
        "notes": {n: notes[n] + left for n, left in referee.supply.items() if left is not None},
    }


def public(referee: Referee) -> dict:
    """Everything that lies open, in plain words."""
    fame = referee.fame
    return {
        "round": referee.round,
        "market": {tile: fame[tile] for tile in sorted(referee.market)},
        "scoring": referee.scoring,
        "billboard": {k: tile and [tile, fame[tile]] for k, tile in referee.billboard.items()},
        "cubes": referee.cubes,
        "groups": [guest_text(guests) for guests in referee.groups],
        "critics": sorted(referee.critics),
        "bag": guest_text(referee.bag),
        "discard": guest_text(referee.discard),
        "display": referee.display,
        "top": referee.top,
        "stack": len(referee.stack),
        "stars": referee.stars,
        "star_musicians": referee.star_musicians,
        "boxed": sorted(referee.boxed),
        "figures": {place: list(figure) for place, figure in sorted(referee.figures.items())},
        "supply": {n: left for n, left in referee.supply.items() if left is not None},
        "seats": [public_seat(seat, fame) for seat in referee.seats],
    }


def public_seat(seat: Seat, fame: dict[str, int]) -> dict:
    return {
        "money": seat.money,
        "points": seat.points,
        "notes": {note: n for note, n in sorted(seat.notes.items()) if n},
        "clef": seat.clef,
        "musicians": {tile: fame[tile] for tile in seat.musicians.values()},
        "tables": [t if t == "critic" else guest_text(t) for t in seat.tables],
        "bar": guest_text(seat.bar),
        "cubes": seat.track,
        "big_table": seat.removed >= 5,
        "fados": seat.fados,
        "hand": seat.hand,
        "home": seat.home,
        "assistants": seat.assistants,
    }


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
    set_guests(referee, case)
    referee.turns = (case.get("seat", 0) - starter) % players
    referee.follow(referee.game())
    return referee


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


def set_guests(referee: Referee, case: dict) -> None:
    """Lay out the fados, guests and critics in common: display, groups, bag."""
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
    referee.bag, referee.discard = left, Counter()
    away = sum(seat.has_critic for seat in referee.seats)
    home = [g for g in CRITICS[players] if g != case.get("critic_to")]
    referee.critics = set(home[: len(CRITICS[players]) - away])
