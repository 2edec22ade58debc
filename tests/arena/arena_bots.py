"""Small bots for the arena's tests; specifications name them as py:arena_bots:CLASS."""

import contextlib
import multiprocessing
import os
import random
import signal
import sys
import time
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
            kind = signal.Signals[f"SIG{self.params.get('kind', 'KILL')}"]
            target = os.getpid() if self.params["whom"] == "self" else own_parent()
            if target is not None:
                flag.touch()
                os.kill(target, kind)
        return super().act(observation)


def own_parent():
    """Return the process that made this worker, or None once it has ended.

    A worker may outlive it by a game or two; by then its parent is some process of the system.
    """
    parent = multiprocessing.parent_process()
    return parent.pid if parent is not None and parent.pid == os.getppid() else None


class Unruly:
    """Answers, or raises, something that fails when it is looked at."""

    def __index__(self):
        raise ValueError("no index")

    def __repr__(self):
        raise RuntimeError("no repr")


class UnrulyError(Exception):
    def __str__(self):
        raise RuntimeError("no str")


class Huge(First):
    """Answers with a number too long to be written."""

    def act(self, observation):
        return 10**5000


class Indexless(First):
    def act(self, observation):
        return Unruly()


class Textless(First):
    def act(self, observation):
        answer = type("Answer", (), {"__repr__": Unruly.__repr__})
        return answer()


class RaisesTextless(First):
    def act(self, observation):
        raise UnrulyError


class Surrogate(First):
    """Raises an error whose message no file takes."""

    def act(self, observation):
        raise RuntimeError("\ud800 lone")


class TimedRaises(First):
    @property
    def timed_simulations(self):
        raise RuntimeError("no count")


class TimedNan(First):
    timed_simulations = float("nan")


class TimedHuge(First):
    timed_simulations = 10**5000


class NeedsRaises(First):
    @property
    def needs_state(self):
        raise RuntimeError("no word")


class Leaves(First):
    """Ends its coroutine, generator, anything: no Exception, and not Ctrl-C."""

    def act(self, observation):
        raise GeneratorExit


class NeverMade(First):
    def __init__(self, game, seed, **params):
        sys.exit(0)


class MadeOnce(First):
    """Leaves the program when it is made for a game, not when it is looked at."""

    def __init__(self, game, seed, **params):
        if seed != 0:
            sys.exit(0)
        super().__init__(game, seed, **params)


class Vandal(First):
    """Changes what it can reach of the game."""

    def __init__(self, game, seed, **params):
        super().__init__(game, seed, **params)
        self.vandalise()

    def act(self, observation):
        self.vandalise()
        return super().act(observation)

    def vandalise(self):
        # A copy, or a game that refuses, is as good a defence as any.
        with contextlib.suppress(AttributeError, TypeError):
            self.game.options["invented"] = 1
        with contextlib.suppress(AttributeError, TypeError):
            self.game.fingerprint = "0" * 64


class Slow(First):
    """Takes its time at every decision: `seconds`."""

    def act(self, observation):
        time.sleep(self.params["seconds"])
        return super().act(observation)


class Hangs(Chance):
    """Never answers at about one decision in ten."""

    def act(self, observation):
        if self.random.random() < 0.1:
            time.sleep(3600)
        return super().act(observation)


class Spins(First):
    """Computes for ever; `flag` is the file that tells in which process."""

    def act(self, observation):
        Path(self.params["flag"]).write_text(f"{os.getpid()}\n")
        while True:
            pass


class HangsOnce(Chance):
    """Does not answer at a decision its seed picks, about one in ten, and only once.

    flag: the file that remembers that it has happened.
    """

    def act(self, observation):
        flag = Path(self.params["flag"])
        if self.random.random() < 0.1 and not flag.exists():
            flag.touch()
            time.sleep(3600)
        return super().act(observation)


class Told(First):
    """Keeps what it is told of its budget, and fails where that is not what `seconds` says."""

    budget = None

    def act(self, observation):
        if self.budget != {"seconds": self.params["seconds"], "sims": None}:
            raise RuntimeError(f"was told {self.budget}")
        return super().act(observation)


class Talks(First):
    """Says something of every decision, whatever `what` asks for."""

    def analysis(self, observation):
        legal = [int(action) for action in observation.legal_actions()]
        return {
            "rows": {"simulations": 7, "actions": {
                str(a): {"action": a, "visits": 10 * a, "utility": 0.5, "prior": None}
                for a in legal
            }},
            "nothing": {},
            "nonsense": {"actions": {"x": {"action": "y", "visits": float("nan")}}},
            "raises": None,
        }[self.params["what"]] or 1 / 0
