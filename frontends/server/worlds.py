"""What a seat could think the others hold: worlds sampled for it, summed up in sentences."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from engine_cy import Game, Observation, State
from search import parse_spec

WORLDS = 50  # sampled for one decision
SENTENCES = 8  # the likeliest that are told
CERTAIN = 0.999  # what is known is no guess
HANDS = ("hand", "card")  # fields of a view that hold what its seat alone sees


def likely(observation: Observation, spec: str, seed: int) -> list[dict[str, Any]]:
    """Return [{what, share}], the likeliest first: a sentence, and the share of worlds it holds in.

    Worlds are weighed as the bot `spec` weighs them where it has a belief; else all that agree with
    the observation are as likely.
    """
    if not observation.hidden_bits()[0]:
        return []
    shares: dict[str, float] = defaultdict(float)
    for world, weight in _weighted(observation, spec, seed):
        record = world.record()
        for seat in range(observation.game.num_players):
            if seat != observation.player:
                for piece, count in _held(observation.game, record, seat).items():
                    shares[_sentence(observation.game, seat, piece, count)] += weight
    guesses = sorted(
        ((what, share) for what, share in shares.items() if share < CERTAIN),
        key=lambda guess: (-guess[1], guess[0]),
    )
    return [{"what": what, "share": round(share, 4)} for what, share in guesses[:SENTENCES]]


def _weighted(observation: Observation, spec: str, seed: int) -> list[tuple[State, float]]:
    """Return worlds with weights that sum to 1."""
    belief = _belief(observation, spec, seed)
    if belief is not None:
        return belief
    return [(observation.sample_state((seed + k) % 2**64), 1 / WORLDS) for k in range(WORLDS)]


def _belief(
    observation: Observation, spec: str, seed: int
) -> list[tuple[State, float]] | None:
    parsed = parse_spec(spec)
    params = dict(parsed.params)
    if parsed.name != "net_ismcts" or not params.get("belief"):
        return None
    from nets.source import find_net
    from search.belief import weighted_worlds

    path = params.get("path")
    _, net = find_net(None if path is None else str(path), observation.game)
    return weighted_worlds(observation, net, WORLDS, seed)


def _held(game: Game, record: Any, seat: int) -> Counter[Any]:
    """Return the pieces in a seat's hand in a world, as its own view has them."""
    view = game.words.view(record, seat)
    held: Counter[Any] = Counter()
    for field in HANDS:
        pieces = view.get(field)
        if isinstance(pieces, dict):
            held.update({kind: number for kind, number in pieces.items() if number})
        elif isinstance(pieces, list):
            held.update(pieces)
        elif pieces is not None:
            held[pieces] += 1
    return held


def _sentence(game: Game, seat: int, piece: Any, count: int) -> str:
    number = f"{count} " if count > 1 else ""
    return f"seat {seat} holds {number}{game.words.piece_name(piece)}"
