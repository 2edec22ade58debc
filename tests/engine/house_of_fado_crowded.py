"""Random positions of House of Fado late in a game: rich seats, full tables, dear musicians.

Games from the set-up seldom reach a second musician of fame 6, an overflow of kick-out spaces or a
race for the last star; from here they do within a few rounds.
"""

from __future__ import annotations

import random
from collections import Counter

from house_of_fado_referee_box import (
    CRITICS,
    PER_PLAYER,
    PROMOS,
    SEATS_AT,
    SPACES,
    TYPES,
    fados_in_play,
    guest_text,
    musicians,
    type_of,
)

MONEY, POINTS = 25, 40      # at most


def crowded(players: int, rng: random.Random, options: dict) -> dict:
    """Return a random case in the form of the hand-worked ones."""
    seated = {**options, "max_rounds": rng.randint(2, 6)}
    case = {"players": players, "options": seated, "starter": rng.randrange(players)}
    case["seats"] = [seat_row(rng, players) for _ in range(players)]
    post_cubes(case, rng)
    case["stars_elsewhere"] = {                             # with a third the game would be over
        f"first_{kind}_6": rng.randrange(players) for kind in rng.sample(TYPES, rng.randint(0, 2))}
    lay_musicians(case, rng)
    lay_fados(case, rng)
    lay_guests(case, rng)
    lay_figures(case, rng)
    return case


def seat_row(rng: random.Random, players: int) -> dict:
    return {"money": rng.randint(0, MONEY), "points": rng.randint(0, POINTS),
            "cubes": rng.randint(1, 8),
            "notes": {f"n{i}": rng.randint(0, 2) for i in range(1, 5)}}


def post_cubes(case: dict, rng: random.Random) -> None:
    """Cubes beside the billboards; one or more of each seat stays on the track."""
    players = case["players"]
    case["cubes"] = cubes = {kind: [0] * players for kind in TYPES}
    spaces = case["options"].get("cube_spaces_per_type", 8 * players)
    for seat, row in enumerate(case["seats"]):
        spare = row["cubes"] - 1
        for kind in rng.sample(TYPES, 3):
            number = rng.randint(0, min(2, spare, spaces - sum(cubes[kind])))
            cubes[kind][seat], spare = number, spare - number


def lay_musicians(case: dict, rng: random.Random) -> None:
    """Musicians of any fame in restaurants, on billboards and, with dice, in the market."""
    tiles = musicians(case["players"])
    if case["options"].get("promos"):
        tiles = [t for t in tiles if t[-1] != "4"] + list(PROMOS.values())
    kept = {max(t for t in tiles if type_of(t) == kind and t[-1].isdigit()) for kind in TYPES}
    tiles = [tile for tile in tiles if tile not in kept]     # for the star places
    rng.shuffle(tiles)
    case["billboard"], case["market"] = {}, {}
    for kind in TYPES:
        taken_star = f"first_{kind}_6" in case["stars_elsewhere"]
        fames = [2, 3, 4, 5, 5, 6] if taken_star else [2, 3, 4, 5, 5]
        mine = [tile for tile in tiles if type_of(tile) == kind]
        for row in case["seats"]:
            if mine and rng.random() < 0.6:
                row.setdefault("musicians", {})[mine.pop()] = rng.choice(fames)
        if mine and rng.random() < 0.5:
            case["billboard"][kind] = [mine.pop(), rng.choice(fames)]
        if mine:
            case["market"][mine.pop()] = rng.choice(fames)


def lay_fados(case: dict, rng: random.Random) -> None:
    songs = fados_in_play(case["players"])
    rng.shuffle(songs)
    for row in case["seats"]:
        row["fados"] = [songs.pop() for _ in range(rng.randint(0, 2))]
    case["display"] = songs[:4]


def lay_guests(case: dict, rng: random.Random) -> None:
    """Guests and critics at free tables and in the bars, the rest in street, bag and discard."""
    players = case["players"]
    bag = [colour for colour, n in PER_PLAYER.items() for _ in range(n * players)]
    rng.shuffle(bag)
    critics = len(CRITICS[players])
    for row, posted in zip(case["seats"], zip(*case["cubes"].values(), strict=True), strict=True):
        row["tables"] = ["", "", ""]
        for table in range(3 if row["cubes"] - sum(posted) <= 3 else 2):
            if critics and "critic" not in row["tables"] and rng.random() < 0.4:
                row["tables"][table], critics = "critic", critics - 1
            elif rng.random() < 0.9:
                row["tables"][table] = taken(bag, rng.randint(1, SEATS_AT[table]))
        row["bar"] = taken(bag, rng.randint(0, 2))
    case["groups"] = [taken(bag, rng.randint(0, 4)) for _ in range(3)]
    case["discard"] = taken(bag, rng.randint(0, len(bag)))


def taken(bag: list[str], number: int) -> str:
    drawn, bag[:number] = bag[:number], []
    return guest_text(Counter(drawn))


def lay_figures(case: dict, rng: random.Random) -> None:
    """Workers, one per location and seat, and with assistants some of those anywhere."""
    free = [*SPACES, *[f"{space}/{i}" for space in SPACES for i in (1, 2, 3)]]
    rng.shuffle(free)
    case["figures"] = figures = {}
    for seat, row in enumerate(case["seats"]):
        for location in rng.sample(["market", "street", "rehearsal", "billboard"], 3):
            place = next((p for p in free if SPACES[p.split("/")[0]][0] == location), None)
            if place and rng.random() < 0.9:
                free.remove(place)
                figures[place] = [seat, "worker"]
        if case["options"].get("two_player_assistants"):
            for _ in range(rng.randint(0, 3)):              # most of them in the rehearsal room
                place = max(free, key=lambda p: (p.startswith("rehearsal/"), rng.random()))
                free.remove(place)
                figures[place] = [seat, "assistant"]
            row["assistants"] = 3 - list(figures.values()).count([seat, "assistant"])
