"""Bots that do what no bot should."""

import asyncio
import threading
import time

import search


class Crash(search.Bot):
    def act(self, observation):
        raise ZeroDivisionError("the secret of the bot")


class Illegal(search.Bot):
    def act(self, observation):
        return 10**6


class Silent(search.Bot):
    """Cannot be stopped."""

    def act(self, observation):
        time.sleep(1.5)
        return int(observation.legal_actions()[0])


class Odd(search.Bot):
    """Its analysis is no JSON."""

    def act(self, observation):
        return int(observation.legal_actions()[0])

    def analysis(self, observation):
        return {"actions": {1: {2}}, "x": float("nan")}


class Exit(search.Bot):
    def act(self, observation):
        raise SystemExit(3)


class Cancel(search.Bot):
    def act(self, observation):
        raise asyncio.CancelledError


class Unmade(search.Bot):
    def __init__(self, game, seed=0):
        raise ZeroDivisionError("the secret of the bot")


class Late(search.Bot):
    def act(self, observation):
        time.sleep(0.1)
        return int(observation.legal_actions()[0])


class NoPolicy(search.Bot):
    """Its shares are none."""

    def act(self, observation):
        return int(observation.legal_actions()[0])

    def policy(self, observation):
        return super().policy(observation) * float("nan")


class Undecided(search.Bot):
    """Has found nothing when it is stopped."""

    def __init__(self, game, seed=0):
        super().__init__(game, seed)
        self.stopped = threading.Event()

    def act(self, observation):
        self.stopped.wait(10)
        raise ValueError("nothing was found")

    def stop(self):
        self.stopped.set()
