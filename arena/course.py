"""The course of one game, played again: choices, hidden bits, standings, decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

PARTS = 10  # of a game, for how it unfolds

Reading = tuple[int, tuple[float, ...]]  # (decisions made so far, scores of the seats)


@dataclass
class Course:
    """What was to be decided, and how the seats stood."""

    seats: list[int] = field(default_factory=list)  # who decided, of each decision
    choices: list[int] = field(default_factory=list)  # number of legal actions
    held: list[float] = field(default_factory=list)  # bits hidden from who decided: who holds what
    order: list[float] = field(default_factory=list)  # bits hidden in the order of decks
    standings: list[Reading] = field(default_factory=list)  # see `lead_changes`; [] without scores

    @property
    def length(self) -> int:
        """Number of decisions."""
        return len(self.seats)


def follow(game: Any, seed: int, actions: Sequence[tuple[int, int]]) -> Course:
    """Play the (seat, action) pairs on the deal of `seed`.

    The standings are read where it is another seat's turn, and at the end: what a seat pays and
    gains between the small steps of one turn is no lead. A commitment changes no scores before all
    are made.

    Raises: ValueError if the rules do not allow an action.
    """
    course, state = Course(), game.new_initial_state(seed)
    reads = game.spec.running_scores
    if reads:
        course.standings.append((0, _scores(state)))
    for number, (seat, action) in enumerate(actions, 1):
        held, order = state.observation(seat).hidden_bits()
        course.seats.append(seat)
        course.choices.append(len(state.legal_actions(seat)))
        course.held.append(held)
        course.order.append(order)
        state.apply_action(action, seat)
        if reads and state.acting_players() != (seat,):
            course.standings.append((number, _scores(state)))
    return course


def _scores(state: Any) -> tuple[float, ...]:
    return tuple(state.scores().tolist())


def leader(scores: Sequence[float]) -> int | None:
    """Return the seat that is ahead of all others; None where the best are level."""
    best = max(scores)
    ahead = [seat for seat, score in enumerate(scores) if score == best]
    return ahead[0] if len(ahead) == 1 else None


def lead_changes(standings: Sequence[Reading]) -> int:
    """Return how often the lead went to another seat than the one that last had it alone.

    To draw level takes no lead, and to take the first one changes none.
    """
    leaders = [seat for _, scores in standings if (seat := leader(scores)) is not None]
    return sum(one != other for one, other in pairwise(leaders))


def settled(standings: Sequence[Reading], winner: int) -> float:
    """Return the share of the game after which `winner` was the leader for good, in 0..1.

    1 also where it never was: a tie that the rules broke at the end.
    """
    length = standings[-1][0]
    since = length
    for number, scores in reversed(standings):
        if leader(scores) != winner:
            break
        since = number
    return since / length


def behind(standings: Sequence[Reading], winner: int) -> float:
    """Return the share of the game, in decisions, during which another seat had more."""
    length = standings[-1][0]
    lost = 0
    for (number, scores), (until, _) in pairwise(standings):
        lost += (until - number) * (max(scores) > scores[winner])
    return lost / length


def leads(standings: Sequence[Reading], winner: int) -> list[bool]:
    """Return for each decision whether `winner` was the leader when it was made."""
    found: list[bool] = []
    for (number, scores), (until, _) in pairwise(standings):
        found += [leader(scores) == winner] * (until - number)
    return found


def by_part(values: Sequence[float]) -> list[float]:
    """Return the mean of a game's values, one for each decision, in each tenth of the game.

    A decision on both sides of a border counts on each by its part there, so that no tenth of a
    short game is empty.
    """
    n = len(values)
    sums = [0.0] * PARTS
    for k, value in enumerate(values):
        start, end = PARTS * k, PARTS * (k + 1)  # a tenth is n long
        for part in range(start // n, (end - 1) // n + 1):
            sums[part] += value * (min(end, n * (part + 1)) - max(start, n * part))
    return [total / n for total in sums]
