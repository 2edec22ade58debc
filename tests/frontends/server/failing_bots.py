"""Bots that do what no bot should."""

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
