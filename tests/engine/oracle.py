"""An independent answer to "which worlds agree with what a seat saw since the last deal".

Every deal that starts for the seat as the true one did is played again: the moves that the seat
has seen as they were, hidden ones in every way, each under legality, and only games in which the
seat saw the same events are kept. Nothing of `mask`, `fill` or the knowledge fields is used: only
`legal`, `apply` and the event log.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from plays import Move, walk

from engine_cy import Game, State
from engine_cy.testing import events_seen

Start = tuple[State, int]       # a deal without events, the number of physical deals it stands for


def bare(state: State) -> State:
    """Return a copy with an empty event log."""
    return state.game.state_from_dict({**state.to_dict(), "events": []})


def own_start(state: State, seat: int) -> object:
    """Return what the deal itself shows a seat, read off the true deal, game by game."""
    record = state.record()
    match state.game.name:
        case "kuhn_poker" | "leduc_poker":
            return int(record["card"][seat])
        case "goofspiel":
            return int(record["prize"][0])
        case "hoi_pho":
            own = int(record["hand"][seat]), int(record["ships"][seat])
            return own, int(record["discards"]), int(record["face_up_ships"])
        case "fado_duetos":
            table = record["showcase"].tobytes(), int(record["starter"])
            return record["hand"][seat].tobytes(), table
        case "fairy_concerto":
            shown = [int(record[f]) for f in ("popularity", "soloist", "pianist", "harpist")]
            pair = record["draws"][2 * seat : 2 * seat + 2].tolist()
            return int(record["hand"][seat]), shown, pair if record["h"]["epoch"] == 1 else None
        case "house_of_fado":
            return record["t"].tobytes()
    raise LookupError(state.game.name)


def identity(state: State) -> bytes:
    """Return a state's bytes without what chance has still to decide."""
    return identity_of_bytes(state.game, state.to_bytes())


def identity_of_bytes(game: Game, raw: bytes) -> bytes:
    """Return the same of the bytes of a state."""
    raw = bytearray(raw)
    raw[8:16] = bytes(8)                    # the key of the chance to come
    if "coins" in game.dtype.names:         # duels that may never be fought
        at = game.dtype.fields["coins"][1]
        raw[at : at + 4] = bytes(4)
    if "drawn" in game.dtype.names:         # when each hand card came: past, and drawn from chance
        at = game.dtype.fields["deck"][1]
        drawn = raw[game.dtype.fields["drawn"][1]] - raw[game.dtype.fields["rewards"][1]]
        raw[at : at + drawn] = bytes(drawn)
    return bytes(raw)


def since_last_deal(game: Game, deal: int, play: int, stop: float) -> tuple[State, list[Move]]:
    """Return the last deal before a position of a random game, and the moves since.

    stop: the position, as a share of the game's length.
    """
    length = len(list(walk(game, deal, play))[-1][1])
    start, epoch, moves = None, 0, []
    for state, so_far in walk(game, deal, play):
        now = int(state.record()["h"]["epoch"])
        if now != epoch:
            start, epoch, first = bare(state), now, len(so_far)
        moves = so_far[first:]
        if len(so_far) >= stop * length:
            break
    return start, moves


class Seen:
    """What a seat has seen and done since a deal: the question put to the oracle."""

    def __init__(self, deal: State, moves: list[Move], seat: int) -> None:
        self.game, self.deal, self.seat = deal.game, deal, seat
        self.truth = bare(deal)
        for who, action in moves:
            self.truth.apply_action(action, who)
        self.events = events_seen(self.truth, seat)
        self.own = [action for who, action in moves if who == seat]
        header = self.truth.record()["h"]
        open_ = int(header["choosers"]) & ~int(header["acting"]) & ~(1 << seat)
        self.visible = list(moves)          # without the open commitments of the others
        for p in range(self.game.num_players):
            if (open_ >> p) & 1:
                last = max(i for i, (who, _) in enumerate(self.visible) if who == p)
                del self.visible[last]
        if header["steps"] and not (int(header["choosers"]) >> seat) & 1:
            del self.visible[-int(header["steps"]) :]       # of a choice not yet complete

    def worlds(
        self, starts: Iterable[Start], rng: random.Random | None = None
    ) -> Iterator[tuple[State, int]]:
        """Yield (world, weight) of every game that agrees; in random order if rng is given."""
        hidden_choices = self.game.options.get("imp_info", False)
        for state, weight in starts:
            if own_start(state, self.seat) != own_start(self.deal, self.seat):
                continue
            if hidden_choices:
                for world in self.search(state, 0, rng):
                    yield world, weight
            else:
                world = self.replay(state)
                if world is not None:
                    yield world, weight

    def replay(self, start: State) -> State | None:
        """Play the visible moves from a deal; None where one is illegal or looks different."""
        state = start.clone()
        for who, action in self.visible:
            if action not in state.legal_actions(who):
                return None
            state.apply_action(action, who)
        return state if events_seen(state, self.seat) == self.events else None

    def search(self, state: State, own: int, rng: random.Random | None) -> Iterator[State]:
        """Play on in every way that shows the seat the same events and takes its own moves."""
        if len(events_seen(state, self.seat)) == len(self.events):
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
                yield from self.search(after, own + (who == self.seat), rng)

    def _last_commitment(self, state: State, own: int) -> Iterator[State]:
        """Everything seen has happened; the seat's own open commitment may be left."""
        if own == len(self.own):
            yield state
        elif own == len(self.own) - 1 and self.own[own] in state.legal_actions(self.seat):
            after = state.clone()
            after.apply_action(self.own[own], self.seat)
            if len(events_seen(after, self.seat)) == len(self.events):
                yield after
