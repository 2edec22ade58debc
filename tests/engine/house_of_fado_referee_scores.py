"""Final scoring of House of Fado in plain Python, from the rulebook and its rulings alone."""

from __future__ import annotations

from collections import Counter

STAR_POINTS = (0, 10, 15, 21, 28, 36)       # A29: steps of 5, 6, 7, then 8
FADO_POINTS = (0, 3, 6, 10, 15)             # four and more
BILLBOARDS = {                              # three scores, and the side for two players
    "BS1": ((9, 6, 3), (8, 4)),
    "BS2": ((8, 5, 2), (7, 3)),
    "BS3": ((7, 4, 1), (6, 2)),
}


def billboard_points(cubes: list[int], values: tuple[int, ...]) -> list[int]:
    """Points of each seat for one specialty: tied seats share the places they cover (A28)."""
    points = [0] * len(cubes)
    place = 0
    for number in sorted(set(cubes) - {0}, reverse=True):
        tied = [seat for seat, mine in enumerate(cubes) if mine == number]
        covered = values[place : place + len(tied)]
        for seat in tied:
            points[seat] = sum(covered) // len(tied)
        place += len(tied)
    return points


def final_points(seats: list[dict], billboards: list[tuple[str, list[int]]]) -> list[dict]:
    """Points by line for each seat.

    A seat is a dict of points, fames (of the musicians in the restaurant), stars, fados, money;
    billboards are pairs of a scoring tile and the cubes per seat.
    """
    side = 1 if len(seats) == 2 else 0
    rows = [
        {
            "played": seat["points"],
            "musicians": sum(seat["fames"]),
            "stars": STAR_POINTS[seat["stars"]],
            "billboards": 0,
            "fados": FADO_POINTS[min(seat["fados"], 4)],
            "money": seat["money"] // 5,
        }
        for seat in seats
    ]
    for tile, cubes in billboards:
        for row, points in zip(rows, billboard_points(cubes, BILLBOARDS[tile][side]), strict=True):
            row["billboards"] += points
    return rows


def ranks(seats: list[dict], totals: list[int]) -> list[int]:
    """1 = best: points, then stars, scored fados, money held; equal seats share a rank (C21)."""
    keys = [
        (total, seat["stars"], seat["fados"], seat["money"])
        for total, seat in zip(totals, seats, strict=True)
    ]
    return [1 + sum(other > mine for other in keys) for mine in keys]


def shares(places: list[int]) -> list[float]:
    """Win shares of these ranks."""
    winners = Counter(places)[1]
    return [1 / winners if place == 1 else 0.0 for place in places]
