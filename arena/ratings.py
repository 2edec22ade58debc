"""Plackett-Luce ratings of bots from finishing orders, with ties, seat effects and intervals.

A seat's worth in a game is the strength of its bot plus the effect of the seat in that event, and
the places are given away from the first to the last: each goes to one of those left with a
probability proportional to exp(worth). In a game for two that is Bradley and Terry's model. Seats
that tie are taken to have finished in every possible order, each equally likely: the
log-likelihood is averaged over these orders, exactly, so that a tie says that the bots in it are
alike and nothing else. Copies of one bot at a table have one strength. A bot that failed was ranked
last by the referee, and counts so here.

Sources: R. L. Plackett, Applied Statistics 24 (1975), 193; R. D. Luce, Individual Choice Behavior,
1959; D. R. Hunter, Annals of Statistics 32 (2004), 384 (when a maximum exists).

The *prior*: a maximum exists only if every bot, directly or through others, has finished both ahead
of and behind every other. So that a bot which won everything has a rating at all, strengths and
seat effects are given a normal prior of mean 0 and a width that is no statement about any bot: 800
points, where the weaker of two so far apart wins one duel in a hundred. Against a hundred games it
weighs nothing. It also fixes the mean of all strengths, which no game shows, at 0.

The *intervals* are clustered by deal: the sandwich inverse(H) M inverse(H) of the curvature H and
the sum M of the squared score vectors of the deals, with Student's t. Source: K.-Y. Liang and
S. L. Zeger, Biometrika 73 (1986), 13. Where only the prior holds a rating the deals show too little
spread, and the curvature alone says how wide the interval is at least.

Points are Elo's: 400 / ln 10 times the logarithm of a strength.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import numpy as np

from arena.statistics import missed_share
from arena.student import t_quantile

POINTS = 400.0 / math.log(10.0)  # Elo points of one unit of log-strength
PRIOR_WIDTH = 800.0  # points, standard deviation
PRECISION = 1e-10  # of a log-strength
MAX_STEPS = 100  # of Newton's method; it needs about 6
MAX_STRIDE = 2.0  # the largest change of a log-strength in one step
DIGITS = 6  # of a rating in points that is written


@dataclass(frozen=True)
class Finish:
    """How one game ended."""

    event: int
    deal: int
    bots: tuple[int, ...]  # number of the bot at each seat
    ranks: tuple[int, ...]  # 1 is first; equal ranks are ties


def rate(finishes: Sequence[Finish], names: Sequence[str]) -> dict[str, Any] | None:
    """Return ratings of the bots and effects of the seats; None without a game of two seats.

    `names[b]` is the name of bot b. The answer depends on the set of games, not on their order.
    """
    games = sorted(
        (game for game in finishes if len(game.bots) > 1),
        key=lambda game: (game.event, game.deal, game.bots, game.ranks),
    )
    if not games or len(names) < 2:
        return None
    model = _Model(games, len(names))
    worth = model.fit()
    deals = model.clusters
    connected = _connected(games, len(names))
    half = POINTS * model.halves(worth, connected)
    points = (POINTS * worth).round(DIGITS)
    appearances = np.bincount([b for game in games for b in set(game.bots)], minlength=len(names))
    return {
        "bots": [
            {"name": names[bot], **_interval(points[bot], half[bot], deals),
             "games": int(appearances[bot])}
            for bot in sorted(range(len(names)), key=lambda bot: (-points[bot], bot))
        ],
        "seats": [
            {"event": event, "seat": seat, **_interval(points[place], half[place], deals, "effect")}
            for (event, seat), place in model.seats.items()
        ],
        "deals": deals,
        "connected": connected,
    }


def by_name(ratings: dict[str, Any] | None) -> dict[str, dict[str, Any]]:
    """Return the ratings of the bots by name; none where there are no ratings."""
    return {} if ratings is None else {row["name"]: row for row in ratings["bots"]}


def _interval(value: float, half: float, deals: int, name: str = "rating") -> dict[str, Any]:
    """Return value and interval; one deal gives no interval."""
    ends = (value - half, value + half) if deals > 1 else (None, None)
    low, high = (None if end is None else round(float(end), DIGITS) + 0.0 for end in ends)
    return {name: round(float(value), DIGITS) + 0.0, "low": low, "high": high}


class _Model:
    """The averaged log-likelihood of all games, as arrays of one table per number of seats.

    Parameters: one log-strength per bot, then one effect per seat and event.
    """

    def __init__(self, games: Sequence[Finish], bots: int) -> None:
        players = {game.event: len(game.bots) for game in games}
        places = [(event, seat) for event in sorted(players) for seat in range(players[event])]
        self.seats = {place: bots + i for i, place in enumerate(places)}  # in this order
        self.bots = bots
        self.size = bots + len(places)
        numbers: dict[tuple[int, int], int] = {}
        for game in games:
            numbers.setdefault((game.event, game.deal), len(numbers))
        self.clusters = len(numbers)
        self._tables = [
            _Table([game for game in games if len(game.bots) == p], self.seats, numbers)
            for p in sorted(set(players.values()))
        ]
        self._prior = (POINTS / PRIOR_WIDTH) ** 2

    def fit(self) -> np.ndarray:
        """Return the parameters of the largest likelihood times prior, by Newton's method."""
        worth = np.zeros(self.size)
        for _ in range(MAX_STEPS):
            gradient, curvature = self._slopes(worth)
            step = np.linalg.solve(curvature, gradient)
            # Far from the maximum the parabola overshoots.
            step *= min(1.0, MAX_STRIDE / np.abs(step).max(initial=PRECISION))
            worth += step
            if np.abs(step).max() < PRECISION:
                break
        return worth

    def halves(self, worth: np.ndarray, connected: bool) -> np.ndarray:
        """Return half the length of each parameter's interval, clustered by deal."""
        bread = np.linalg.inv(self._slopes(worth)[1])
        scores = np.zeros((self.clusters, self.size))
        present = np.zeros((self.clusters, self.size), dtype=bool)
        for table in self._tables:
            table.add_scores(worth, scores, present)
        n = self.clusters
        variance = ((scores @ bread) ** 2).sum(axis=0) * (n / max(n - 1, 1))
        if not connected:
            variance = np.maximum(variance, np.diag(bread))
        # A bot's rating rests on the deals it played, not on all.
        played = np.maximum(present.sum(axis=0), 2).tolist()
        # Few deals may by luck be all alike; see the floor in arena/statistics.py.
        floor = np.array([missed_share(deals) for deals in played])
        variance = np.maximum(variance, floor * np.diag(self._about_the_means(bread)))
        return np.array([t_quantile(deals - 1) for deals in played]) * np.sqrt(variance)

    def _about_the_means(self, variances: np.ndarray) -> np.ndarray:
        """Return the variances without those of the means of field and seats, which are 0."""
        groups = np.array([-1] * self.bots + [event for event, _ in self.seats])
        alike = groups[:, None] == groups
        centre = np.eye(self.size) - alike / alike.sum(axis=1)
        return centre @ variances @ centre.T

    def _slopes(self, worth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (gradient, minus the matrix of second derivatives)."""
        gradient = -self._prior * worth
        curvature = np.diag(np.full(self.size, self._prior))
        for table in self._tables:
            table.add_slopes(worth, gradient, curvature)
        return gradient, curvature


class _Table:
    """All games for p seats; equal ones are one *kind*, counted.

    A *choice* is a place that was given away: the seats that were left, of which one took it, and
    how often the kind's orders have it. Choices are listed kind by kind.
    """

    def __init__(
        self,
        games: Sequence[Finish],
        seats: dict[tuple[int, int], int],
        numbers: dict[tuple[int, int], int],
    ) -> None:
        players = len(games[0].bots)
        kinds: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}
        orders: dict[tuple[int, ...], int] = {}
        for game in games:
            kinds.setdefault((game.event, game.bots, game.ranks), len(kinds))
            orders.setdefault(game.ranks, len(orders))
        self._kind = np.array([kinds[game.event, game.bots, game.ranks] for game in games])
        self._cluster = np.array([numbers[game.event, game.deal] for game in games])
        self._times = np.bincount(self._kind).astype(float)
        # [kind, seat]: the parameters of its bot and of itself.
        self._bot = np.array([bots for _, bots, _ in kinds])
        self._seat = np.array([[seats[e, s] for s in range(players)] for e, _, _ in kinds])
        order = np.array([orders[ranks] for _, _, ranks in kinds])
        listed = [_choices(ranks) for ranks in orders]
        count = np.array([len(choices) for choices in listed])
        first = np.cumsum(count) - count
        self._first = np.cumsum(count[order]) - count[order]  # [kind]: its first choice
        self._of = np.repeat(np.arange(len(kinds)), count[order])  # [choice]: its kind
        row = first[order][self._of] + np.arange(len(self._of)) - self._first[self._of]
        # [choice, seat]: whether the seat is left; [choice]: how often.
        self._left = np.array([left for choices in listed for left, _ in choices])[row]
        self._often = np.array([often for choices in listed for _, often in choices])[row]

    def _chances(self, worth: np.ndarray) -> np.ndarray:
        """Return [choice, seat]: the chance of each seat to take the place, 0 if it is gone."""
        value = np.where(self._left, (worth[self._bot] + worth[self._seat])[self._of], -np.inf)
        power = np.exp(value - value.max(axis=1, keepdims=True))
        return power / power.sum(axis=1, keepdims=True)

    def _scores(self, chances: np.ndarray) -> np.ndarray:
        """Return [kind, seat]: derivative of the log-likelihood of one game by a seat's worth."""
        return 1.0 - np.add.reduceat(chances * self._often[:, None], self._first)

    def add_scores(self, worth: np.ndarray, scores: np.ndarray, present: np.ndarray) -> None:
        """Add to [cluster, parameter] the derivatives of each cluster's log-likelihood.

        `present` is set where a cluster has a game with that parameter in it.
        """
        each = self._scores(self._chances(worth))[self._kind]
        for parameter in (self._bot, self._seat):
            cells = (self._cluster[:, None], parameter[self._kind])
            np.add.at(scores, cells, each)
            present[cells] = True

    def add_slopes(
        self, worth: np.ndarray, gradient: np.ndarray, curvature: np.ndarray
    ) -> None:
        """Add the first derivatives, and minus the second ones, of the log-likelihood."""
        size, kinds = len(gradient), len(self._times)
        chances = self._chances(worth)
        score = self._scores(chances) * self._times[:, None]
        for one in (self._bot, self._seat):
            gradient += np.bincount(one.ravel(), score.ravel(), size)
        by_seat = np.ascontiguousarray(chances.T)
        weighted = by_seat * (self._often * self._times[self._of])
        half = np.zeros(size * size)
        for s, t in combinations_with_replacement(range(len(by_seat)), 2):
            # Of a pair of seats both (s, t) and (t, s): the other half is the transpose.
            second: np.ndarray = -np.bincount(self._of, weighted[s] * by_seat[t], kinds)
            if s == t:
                second = 0.5 * (second + np.bincount(self._of, weighted[s], kinds))
            for one in (self._bot, self._seat):
                for other in (self._bot, self._seat):
                    half += np.bincount(one[:, s] * size + other[:, t], second, size * size)
        curvature += half.reshape(size, size) + half.reshape(size, size).T


def _choices(ranks: tuple[int, ...]) -> list[tuple[tuple[bool, ...], float]]:
    """Return every set of seats that may be left for a place, with its probability.

    Of g seats that tie, each choice of k is what remains of them with probability 1 / C(g, k); all
    seats ranked below are left as well.
    """
    choices = []
    for rank in sorted(set(ranks)):
        tied = [seat for seat, other in enumerate(ranks) if other == rank]
        for size in range(1, len(tied) + 1):
            for chosen in combinations(tied, size):
                left = tuple(seat in chosen or other > rank for seat, other in enumerate(ranks))
                choices.append((left, 1.0 / math.comb(len(tied), size)))
    return choices


def _connected(games: Sequence[Finish], bots: int) -> bool:
    """Return whether each bot, directly or through others, was both ahead and behind of each.

    A tie counts both ways.
    """
    reaches = np.eye(bots, dtype=bool)
    for players in {len(game.bots) for game in games}:
        table = [game for game in games if len(game.bots) == players]
        seated = np.array([game.bots for game in table])
        ranks = np.array([game.ranks for game in table])
        for one, other in permutations(range(players), 2):
            ahead = ranks[:, one] <= ranks[:, other]
            reaches[seated[ahead, one], seated[ahead, other]] = True
    for through in range(bots):
        reaches |= reaches[:, through : through + 1] & reaches[through]
    return bool(reaches.all())
