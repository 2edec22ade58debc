"""Random games for the law tests: a game is a deal seed and a play seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine_cy import Game, State

Move = tuple[int, int]      # seat, action


def random_move(state: State, rng: random.Random) -> Move:
    """Return a random legal action of a random acting seat."""
    seat = rng.choice(state.acting_players())
    return seat, int(rng.choice(state.legal_actions(seat).tolist()))


def walk(game: Game, deal: int, play: int) -> Iterator[tuple[State, list[Move]]]:
    """Yield (state, moves so far) at every decision and at the end; the state is one object."""
    rng = random.Random(play)
    state = game.new_initial_state(deal)
    moves: list[Move] = []
    yield state, moves
    while not state.is_terminal():
        seat, action = random_move(state, rng)
        state.apply_action(action, seat)
        moves.append((seat, action))
        yield state, moves


def position(game: Game, deal: int, play: int) -> tuple[State, list[Move]]:
    """Return a random position of a random game, and the moves that led to it."""
    moves = list(walk(game, deal, play))[-1][1]
    stop = random.Random(play + 1).randrange(len(moves) + 1)
    state = game.new_initial_state(deal)
    for seat, action in moves[:stop]:
        state.apply_action(action, seat)
    return state, moves[:stop]


def finish(state: State, rng: random.Random) -> State:
    """Play a state to its end at random, in place."""
    while not state.is_terminal():
        seat, action = random_move(state, rng)
        state.apply_action(action, seat)
    return state


def same_observation(left, right) -> bool:
    """Whether two observations agree in bytes, JSON, tensor, hash, text and legal actions."""
    return (
        left == right
        and left.to_dict() == right.to_dict()
        and left.tensor().tobytes() == right.tensor().tobytes()
        and left.information_state_hash() == right.information_state_hash()
        and left.legal_actions().tolist() == right.legal_actions().tolist()
        and left.legal_actions_mask().tolist() == right.legal_actions_mask().tolist()
        and str(left) == str(right)
        and left.acting_players() == right.acting_players()
        and left.num_moves == right.num_moves
        and left.decisions() == right.decisions()
        and left.events() == right.events()
    )
