"""Deals, draws, random choices and a picture of the table for the referee of House of Fado."""

from __future__ import annotations

import random
from collections import Counter

from house_of_fado_referee import Referee
from house_of_fado_referee_box import (
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

LEANINGS = {
    "dismiss": (0.02, 0.3, 3),
    "promote": (0.1, 1, 5),
    "critic": (1, 6),
    "note": (0.2, 1),
    "fetch": (0.05, 1),
    "place home": (0.3, 1),
    "place rehearsal": (1, 6),
}


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
            seat.hand + seat.home + (referee.aloft == s) + figures.count((s, "worker"))
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
        "starter": referee.starter,
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
        "stack": sorted(referee.stack),
        "stars": referee.stars,
        "star_musicians": {k: referee.star_musicians.get(k) for k in TYPES},
        "boxed": sorted(referee.boxed),
        "figures": referee.figures,
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
        "fados": sorted(seat.fados),
        "hand": seat.hand,
        "home": seat.home,
        "assistants": seat.assistants,
    }


class Taste:
    """Random choices that lean towards doing much, and in each game towards other things.

    Uniformly random players hardly ever fill a table, raise fame or end a game by its stars.
    """

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.weights = {"stop": 0.1, "no": 0.2, "score": 9, "hire": 3, "contract": 3}
        for word, leanings in LEANINGS.items():
            self.weights[word] = self.rng.choice(leanings)

    def weight(self, text):
        words = text.split()
        if words[0] == "raise":
            return 4 ** int(words[-1])
        if words[0] == "seat":
            return 3 ** guests_of(text.removeprefix("seat ")).total()
        return self.weights.get(text, self.weights.get(words[0], 1))

    def choose(self, texts):
        texts = sorted(texts)
        return self.rng.choices(texts, [self.weight(text) for text in texts])[0]
