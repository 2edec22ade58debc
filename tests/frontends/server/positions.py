"""Positions of the four games, as observations of a seat that has something to choose."""

import random

from engine_cy import load_game

GAMES = ("hoi_pho", "fairy_concerto", "fado_duetos", "house_of_fado")


def observations(name, number):
    """Yield `number` observations of random games, of all player counts in turn."""
    rng = random.Random(name)
    while True:
        spec = load_game(name).spec
        players = rng.randint(max(2, spec.min_players), spec.max_players)
        state = load_game(name, players).new_initial_state(rng.getrandbits(32))
        while not state.is_terminal():
            for seat in state.acting_players():
                if len(state.legal_actions(seat)) > 1 and rng.random() < 0.5:
                    yield state.observation(seat)
                    number -= 1
                    if not number:
                        return
            for seat in state.acting_players():
                state.apply_action(rng.choice(state.legal_actions(seat).tolist()), seat)
