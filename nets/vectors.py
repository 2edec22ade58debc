"""Test vectors of a bundle: observation JSON -> tensor -> logits -> policy -> action, step by step.

A program in another language that reads the same numbers at each step has the net right. The
positions come from random games and follow from the seed alone. The last few of each player count
are observations as a foreign frontend may send them: the view alone, nothing remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine_cy import Game, Observation, State
from nets.errors import BundleError
from nets.source import value_total
from search.mlp import policy_of, values_of
from search.streams import Stream, stream_seed

Json = dict[str, Any]
Forward = Callable[[NDArray[np.float32]], NDArray[np.float32]]  # [n, F] -> [n, A + S]

FULL, BARE = 20, 4  # positions of each player count: whole, and view alone
TRIES = 40  # games looked into for each position that is wanted
TOLERANCE = 1e-4  # of logits, values and shares: processors add in different orders
MARGIN = 1e-3  # between the two greatest logits: the action must not hang on the last bit
DIGITS = 6


def vector_part(
    games: Sequence[Game], forward: Forward, num_actions: int, seed: int = 1
) -> Json:
    """Return the content of vectors.json; `forward` computes with the weights as stored."""
    vectors = [
        vector
        for game in games
        for vector in game_vectors(game, forward, num_actions, seed)
    ]
    return {"tolerance": TOLERANCE, "seed": seed, "vectors": vectors}


def game_vectors(game: Game, forward: Forward, num_actions: int, seed: int) -> list[Json]:
    """Return the vectors of one player count: FULL + BARE of them, fewer in a tiny game."""
    found: list[Json] = []
    seen: set[int] = set()
    chance = stream_seed(seed, game.num_players)
    for number in range((FULL + BARE) * TRIES):
        bare = len(found) >= FULL
        stream = Stream(stream_seed(chance, number))
        observation = random_decision(game, stream)
        form = observation.to_dict()
        if bare:
            form = {key: form[key] for key in form if key not in ("knowledge", "trace")}
            observation = game.observation_from_dict(form)
        key = observation.information_state_hash()
        if key in seen:
            continue
        outputs = forward(observation.tensor()[None])[0]
        if not is_clear(outputs, observation.legal_actions()):
            continue
        seen.add(key)
        found.append({"observation": form} | computed(observation, outputs, num_actions))
        if len(found) == FULL + BARE:
            break
    if not found:
        raise BundleError(
            f"No test vector was found for {game!r}: in every position the net's best two actions "
            f"are closer than {MARGIN} apart."
        )
    return found


def computed(observation: Observation, outputs: NDArray[np.float32], num_actions: int) -> Json:
    """Return what follows from an observation and the net's outputs float32[A + S]."""
    tensor = observation.tensor()
    places = np.flatnonzero(tensor)
    legal = [int(action) for action in observation.legal_actions()]
    action = legal[int(np.argmax(outputs[legal]))]
    game, value_logits = observation.game, outputs[num_actions:]
    values = values_of(value_logits, game.num_players, value_total(game))
    return {
        # The shortest decimals that are these float32 numbers and no others.
        "tensor": {"indices": places.tolist(), "values": [float(str(v)) for v in tensor[places]]},
        "legal_actions": legal,
        "logits": _rounded(outputs[:num_actions]),
        "policy": _rounded(policy_of(outputs[:num_actions], legal)),
        "value_logits": _rounded(value_logits),
        "values": _rounded(np.roll(values, observation.player)),  # of seat 0, 1, ...
        "action": action,
        "text": game.action_to_string(action),
    }


def is_clear(outputs: NDArray[np.float32], legal: NDArray[np.int32]) -> bool:
    """Return whether the best legal action leads by MARGIN; a single one always does."""
    best = np.sort(outputs[legal])[::-1]
    return len(best) == 1 or bool(best[0] - best[1] > MARGIN)


def random_decision(game: Game, stream: Stream) -> Observation:
    """Return one decision of a random game, every decision of it with the same chance.

    Decisions with a choice are preferred: the game's others are drawn only where there are none.
    """
    chosen: Observation | None = None
    real = 0
    for state, seat, legal in random_game(game, stream):
        if len(legal) > 1:
            real += 1
            if stream.below(real) == 0:  # one of all, without keeping all
                chosen = state.observation(seat)
        elif chosen is None:
            chosen = state.observation(seat)
    if chosen is None:
        raise BundleError(f"{game!r} ends before anybody decides; nothing can be tested.")
    return chosen


def random_game(game: Game, stream: Stream) -> Iterator[tuple[State, int, list[int]]]:
    """Yield (state, seat, legal actions) before each decision of a game of random moves."""
    state = game.new_initial_state(stream.bits())
    while not state.is_terminal():
        seat = stream.choice(state.acting_players())
        legal = [int(action) for action in state.legal_actions(seat)]
        yield state, seat, legal
        state.apply_action(stream.choice(legal), seat)


def _rounded(values: NDArray[Any]) -> list[float]:
    return [round(float(value), DIGITS) for value in values]
