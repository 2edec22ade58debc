"""Positions of random games, some of every phase: a fault often shows in one phase only."""

from __future__ import annotations

import random
from collections import Counter

from cases import Case
from plays import walk

from engine_cy import State

Place = tuple[int, int, bool]       # phase, small steps made in it, whether the seat acts


def phase_of(state: State) -> int:
    """Return the number of the game's phase, 0 for a game that has only one."""
    record = state.record()
    return int(record["phase"]) if "phase" in record.dtype.names else 0


def place_of(state: State, seat: int) -> Place:
    """Return what kind of moment a position is for a seat."""
    return phase_of(state), int(state.record()["h"]["steps"]), seat in state.acting_players()


def by_phase(case: Case, each: int, games: int = 12, first: int = 0) -> list[tuple[State, int]]:
    """Return up to `each` positions (state, seat) of every kind that occurs in some random games.

    At most one of a kind is taken from a game where there are games enough, early or late in it.
    """
    found: list[tuple[State, int]] = []
    total: Counter[Place] = Counter()
    for i in range(first, first + games):
        rng = random.Random(i)
        here: dict[Place, list[tuple[State, int]]] = {}
        for n, (state, _) in enumerate(walk(case.game, i, i)):
            seat = (i + n) % case.players
            place = place_of(state, seat)
            if total[place] < each:
                here.setdefault(place, []).append((state.clone(), seat))
        for place, positions in here.items():
            chosen = rng.sample(positions, min(len(positions), 1 + each // games))
            total[place] += len(chosen)
            found += chosen
    return found


def committed_unseen(state: State, seat: int) -> bool:
    """Whether somebody has begun or made a choice that the seat has not seen."""
    h = state.record()["h"]
    open_ = int(h["choosers"]) & ~int(h["acting"]) & ~(1 << seat)
    return bool(open_ or (h["steps"] and not (int(h["choosers"]) >> seat) & 1))
