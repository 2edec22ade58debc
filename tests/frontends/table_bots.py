"""Bots for tests of the frontends, and a screen that is fed with lines."""

import io
import random

from frontends.screen import Screen


class FirstMoveBot:
    """Plays the lowest legal action."""

    name = "first"
    needs_state = False

    def act(self, observation):
        return int(observation.legal_actions()[0])

    def policy(self, observation):
        shares = [0.0] * observation.game.num_distinct_actions
        shares[self.act(observation)] = 1.0
        return shares


class AnyMoveBot(FirstMoveBot):
    """Plays a legal action drawn from its own seed and the number of its decision."""

    name = "any"

    def __init__(self, seed):
        self.random = random.Random(seed)

    def act(self, observation):
        return int(self.random.choice(observation.legal_actions().tolist()))


def scripted_screen(lines, width=80):
    """Return (screen, transcript): the screen reads `lines`, then the input ends."""
    transcript = io.StringIO()
    return Screen(
        io.StringIO("".join(line + "\n" for line in lines)), transcript, width
    ), transcript
