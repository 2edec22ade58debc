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


def different_worlds(table, session_at):
    """Assert that worlds of what the person knows give one screen; return how many differed.

    session_at: makes (session, transcript) of a table and the lines that are typed.
    """
    truth, different, screens = table.dealer._state, 0, set()
    for world in (truth, *(table.observation().sample_state(k) for k in range(3))):
        table.dealer._state = world
        different += world != truth
        session, transcript = session_at(table, ["log", "table", "moves", "hint", "cards", "q"])
        assert not session.play()
        screens.add(transcript.getvalue())
    table.dealer._state = truth
    assert len(screens) == 1
    return different
