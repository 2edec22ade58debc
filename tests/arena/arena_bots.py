"""Small bots for the arena's tests; specifications name them as py:arena_bots:CLASS."""

import os
import random
import signal
from pathlib import Path


class First:
    """Takes the lowest legal action."""

    needs_state = False

    def __init__(self, game, seed, **params):
        self.name = type(self).__name__
        self.game = game
        self.params = params
        self.reset(seed)

    def reset(self, seed):
        self.random = random.Random(seed)

    def act(self, observation):
        return int(observation.legal_actions()[0])


class Chance(First):
    """Takes a legal action by its own seed."""

    def act(self, observation):
        return int(self.random.choice([int(a) for a in observation.legal_actions()]))


class Crashes(Chance):
    """Raises at about one decision in four."""

    def act(self, observation):
        if self.random.random() < 0.25:
            raise RuntimeError(f"lost the thread of {object()}")
        return super().act(observation)


class Illegal(Chance):
    """Answers with an action that does not exist at about one decision in four."""

    def act(self, observation):
        if self.random.random() < 0.25:
            return self.game.num_distinct_actions + 7
        return super().act(observation)


class Quits(Chance):
    """Ends its whole process at about one decision in ten."""

    def act(self, observation):
        if self.random.random() < 0.1:
            os._exit(3)
        return super().act(observation)


class Unborn(First):
    """Cannot be made, except to be looked at."""

    def __init__(self, game, seed, **params):
        if seed != 0:
            raise OSError("no such model file")
        super().__init__(game, seed, **params)


class Peeks(First):
    """Asks for the true state."""

    needs_state = True

    def act(self, observation, state):
        return int(state.legal_actions(observation.player)[0])


class Killer(Chance):
    """Stops the tournament at a decision its seed picks, about one in `odds`, and only once.

    flag: the file that remembers that it has happened. whom: "self" or "parent" is the process that
    gets the signal. kind: "KILL", or "INT", which is what Ctrl-C sends.
    """

    def act(self, observation):
        flag = Path(self.params["flag"])
        if self.random.random() * self.params["odds"] < 1 and not flag.exists():
            flag.touch()
            own = self.params["whom"] == "self"
            kind = signal.Signals[f"SIG{self.params.get('kind', 'KILL')}"]
            os.kill(os.getpid() if own else os.getppid(), kind)
        return super().act(observation)
