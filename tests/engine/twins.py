"""Twin states: another deal and other hidden choices, of which a seat has seen the same."""

from __future__ import annotations

import random

from oracle import Seen, bare

from engine_cy import State


def twin_of(truth: State, seen: Seen, rng: random.Random, tries: int = 5) -> State | None:
    """Return a random state that looks like `truth` to the seat, or None where none was found."""
    for _ in range(tries):
        start = shuffle_hidden(bare(seen.game.rewind(truth, 0)), truth, seen.seat, rng)
        found = next(seen.worlds([(start, 1)], rng), None)
        if found is not None:
            return found[0]
    return None


def shuffle_hidden(start: State, truth: State, seat: int, rng: random.Random) -> State:
    """Return the first deal with what no event has shown to the seat shuffled, game by game."""
    form = start.to_dict()
    record = form["record"]
    record["h"]["chance_key"] = f"{rng.getrandbits(64):016x}"
    match start.game.name:
        case "kuhn_poker":
            shown = {seat} if not truth.is_terminal() else set(range(start.game.num_players))
            others = [p for p in range(start.game.num_players) if p not in shown]
            taken = {record["card"][p] for p in shown}
            left = [c for c in range(1, start.game.num_players + 2) if c not in taken]
            for p, card in zip(others, rng.sample(left, len(others)), strict=True):
                record["card"][p] = card
        case "goofspiel":
            shown = int(truth.record()["tricks"]) + 1
            if start.game.options["points_order"] == "random":
                tail = record["prize"][shown : start.game.options["num_cards"]]
                rng.shuffle(tail)
                record["prize"][shown : shown + len(tail)] = tail
        case name:
            raise LookupError(name)
    return start.game.state_from_dict(form)
