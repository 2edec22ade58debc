"""Fairy Concerto: the hands a seat knows are exactly those that have been in its hand.

The tracker passes packs round a table and reads the picks from their texts; nothing of the engine's
own knowledge is used.
"""

from __future__ import annotations

import random
import re

import pytest
from cases import FAIRY
from fairy_concerto_twins import Numbers, numbers
from plays import walk

KINDS = ("trumpeter", "drummer", "violinist", "horn_player", "composer")
DRAFTS = [case for case in FAIRY if case.players > 1]


class Packs:
    """The packs of a round: where each lies, what is in it, which seats have held it."""

    def __init__(self, hands: list[Numbers], direction: int) -> None:
        self.n = len(hands)
        self.direction = direction
        self.content = [list(hand) for hand in hands]       # by the seat it was dealt to
        self.holder = list(range(self.n))
        self.seen_by = [{q} for q in range(self.n)]

    def take(self, seat: int, action: str) -> None:
        """Take the fairies that a pick adds or removes out of the pack in hand."""
        pack = self.content[self.holder.index(seat)]
        for kind in re.findall(r"(?:add|remove) (\w+)", action):
            pack[KINDS.index(kind)] -= 1

    def pass_on(self) -> None:
        """Pass every pack on; whoever gets it has seen it."""
        for q in range(self.n):
            self.holder[q] = (self.holder[q] + self.direction) % self.n
            self.seen_by[q].add(self.holder[q])

    def known(self, seat: int) -> list[Numbers | None]:
        """Return the hand of each seat, None where this seat has never held it."""
        hands: list[Numbers | None] = [None] * self.n
        for q, holder in enumerate(self.holder):
            if seat in self.seen_by[q]:
                hands[holder] = tuple(self.content[q])
        return hands


def tracked(case, seed, direction=1):
    """Yield (state, packs) after every move of a random game.

    Picks leave their packs together, when the last seat has picked and everybody sees them.
    """
    epoch = draft = -1
    packs, picks = None, []
    for state, moves in walk(case.game, seed, seed):
        record = state.record()
        if moves and "add" in case.game.action_to_string(moves[-1][1]):
            picks.append(moves[-1])
        if len(picks) == case.players:
            for seat, action in picks:
                packs.take(seat, case.game.action_to_string(action))
            picks = []
        if record["h"]["epoch"] != epoch:
            packs = Packs([numbers(hand) for hand in record["hand"][: case.players]], direction)
        elif record["draft"] != draft:
            packs.pass_on()
        epoch, draft = int(record["h"]["epoch"]), int(record["draft"])
        if not state.is_terminal():
            yield state, packs


def disagreements(case, games, direction=1):
    """Return how often an observation shows other hands than those the seat has held."""
    wrong = 0
    for seed in range(games):
        for state, packs in tracked(case, seed, direction):
            for seat in range(case.players):
                hands = state.observation(seat).record()["hand"][: case.players]
                for hand, known in zip(hands, packs.known(seat), strict=True):
                    wrong += numbers(hand) != (known or (0,) * len(KINDS))
    return wrong


each_draft = pytest.mark.parametrize("case", DRAFTS, ids=str)


@each_draft
def test_a_seat_knows_the_packs_it_has_held_and_no_other(case):
    assert disagreements(case, 12) == 0


@pytest.mark.parametrize("case", [c for c in DRAFTS if c.players > 2], ids=str)
def test_a_tracker_that_passes_to_the_right_is_caught(case):
    assert disagreements(case, 2, direction=-1) > 20


@each_draft
def test_sampled_worlds_keep_the_packs_that_were_held_and_deal_the_others(case):
    rng, varied, unseen = random.Random(4), 0, 0
    for seed in range(6):
        for state, packs in tracked(case, seed):
            seat = rng.randrange(case.players)
            known = packs.known(seat)
            worlds = [state.observation(seat).sample_state(k).record()["hand"] for k in range(8)]
            for p, pack in enumerate(known):
                hands = {numbers(world[p]) for world in worlds}
                if pack is not None:
                    assert hands == {pack}
                elif any(numbers(state.record()["hand"][p])):
                    unseen += 1
                    varied += len(hands) > 1
    assert varied >= 0.7 * unseen > 0
