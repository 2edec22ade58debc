"""An independent answer to "which worlds agree with what a seat saw".

From every first deal that gives the seat its own start, the game is played again: the seat's own
actions as they were, the others' in every legal way, and only games in which the seat saw the
same events, one after the other, are kept. Nothing of `mask`, `fill` or the knowledge fields is
used: only `apply`, `legal` and the event log.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from plays import Move

from engine_cy import Game, State
from engine_cy.testing import events_seen

Start = tuple[State, int]       # a first deal without events, the number of physical deals it is


def bare(state: State) -> State:
    """Return a first deal with an empty event log."""
    return state.game.state_from_dict({**state.to_dict(), "events": []})


def all_starts(game: Game, limit: int = 100_000) -> list[Start]:
    """Return every first deal of a small game with its weight."""
    return [
        (game.state_from_dict({**state.to_dict(), "events": []}), weight)
        for state, weight in game.initial_worlds(limit)
    ]


def own_start(state: State, seat: int) -> object:
    """Return what the first deal shows a seat, read off the true deal, game by game."""
    record = state.record()
    match state.game.name:
        case "kuhn_poker":
            return int(record["card"][seat])
        case "goofspiel":
            return int(record["prize"][0])
    raise LookupError(state.game.name)


def without_chance(state: State) -> bytes:
    """Return a state's bytes, the key of the chance to come set to 0."""
    raw = bytearray(state.to_bytes())
    raw[8:16] = bytes(8)
    return bytes(raw)


class Seen:
    """What a seat saw and did in a game: the question put to the oracle."""

    def __init__(self, game: Game, deal: State, moves: list[Move], seat: int) -> None:
        self.game, self.seat = game, seat
        self.own = [action for who, action in moves if who == seat]
        self.start = own_start(deal, seat)
        state = bare(deal)
        for who, action in moves:
            state.apply_action(action, who)
        self.events = events_seen(state, seat)

    def worlds(
        self, starts: Iterable[Start], rng: random.Random | None = None
    ) -> Iterator[tuple[State, int]]:
        """Yield (world, weight) of every game that agrees; in random order if rng is given."""
        for state, weight in starts:
            if own_start(state, self.seat) == self.start:
                for world in self._continue(state, 0, rng):
                    yield world, weight

    def _continue(self, state: State, own: int, rng: random.Random | None) -> Iterator[State]:
        known = len(events_seen(state, self.seat))
        if known == len(self.events):
            yield from self._last_commitment(state, own)
            return
        who = state.current_player()
        if who < 0 or (who == self.seat and own == len(self.own)):
            return
        actions = state.legal_actions(who).tolist()
        if who == self.seat:
            actions = [a for a in actions if a == self.own[own]]
        elif rng is not None:
            rng.shuffle(actions)
        for action in actions:
            after = state.clone()
            after.apply_action(action, who)
            seen = events_seen(after, self.seat)
            if seen == self.events[: len(seen)]:
                yield from self._continue(after, own + (who == self.seat), rng)

    def _last_commitment(self, state: State, own: int) -> Iterator[State]:
        """Everything seen has happened; the seat's own open commitment may be left."""
        if own == len(self.own):
            yield state
        elif own == len(self.own) - 1 and self.own[own] in state.legal_actions(self.seat):
            after = state.clone()
            after.apply_action(self.own[own], self.seat)
            if len(events_seen(after, self.seat)) == len(self.events):
                yield after
