"""What a game is like, measured on games that were played; docs/metrics.md defines every figure.

Branching, length, hidden information, lead changes, decisiveness, seats. Where the literature has a
definition it is followed: C. Browne, Automatic Generation and Evaluation of Recombination Games
(PhD thesis, Queensland University of Technology 2008), and the metrics of Ludii after it. Theirs
take who leads from a search's estimate of the position; here the scores say it.

Means have 95% intervals clustered by deal (`arena.statistics`). Nothing here depends on the order
of the games or on the clock.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import search
from arena.course import (
    PARTS,
    Course,
    behind,
    by_part,
    follow,
    lead_changes,
    leads,
    settled,
)
from arena.deals import bot_seed, deal_seed
from arena.entrants import check_entrants, read_entrants
from arena.inference import seat_test_of
from arena.match import Outcome, play_game
from arena.records import GameRecord, in_order
from arena.statistics import Clusters, quantiles
from engine_cy.errors import BotSpecError

MAX_GAMES = 200  # of a tournament; more do not change a page that people look at

Estimate = dict[str, Any] | None  # {mean, low, high}, None without an observation


@dataclass(frozen=True)
class Played:
    """A game that came to its end."""

    deal: int  # games of one deal are alike
    seed: int  # of the deal
    actions: Sequence[tuple[int, int]]
    scores: Sequence[float]
    ranks: Sequence[int]
    shares: Sequence[float]
    truncated: bool

    @property
    def winner(self) -> int | None:
        """The seat that won alone; None where several did, or where nobody has a rival."""
        first = [seat for seat, rank in enumerate(self.ranks) if rank == 1]
        return first[0] if len(first) == 1 and len(self.ranks) > 1 else None

    def margin(self, winner: int) -> float:
        """Return the points by which the winner was ahead of the next seat."""
        others = [score for seat, score in enumerate(self.scores) if seat != winner]
        return self.scores[winner] - max(others)


def metrics_of(records: Iterable[GameRecord], game: Any) -> dict[str, Any]:
    """Return the metrics of records of one game, JSON-safe: of the first 200 that were finished.

    Raises: ValueError if the rules of `game` do not allow a recorded action.
    """
    ended = in_order(record for record in records if record.failure is None)
    return measure(
        game, [_played(record.deal, record.seed, record) for record in ended[:MAX_GAMES]]
    )


def self_play(game: Any, bot: str, games: int, seed: int) -> list[Played]:
    """Return games of one bot in all seats, each on a deal of its own.

    Raises: BotSpecError for a bot that does not exist, looks at hidden cards, or fails.
    """
    (entrant,) = read_entrants([bot])
    check_entrants([entrant], game, allow_cheating=False)
    played = []
    for deal in range(games):
        bots = [
            search.make_bot(entrant.spec, game, bot_seed(seed, deal, seat, entrant.name, seat))
            for seat in range(game.num_players)
        ]
        outcome = play_game(game, bots, deal_seed(seed, deal))
        if outcome.failure is not None:
            failure = outcome.failure
            raise BotSpecError(
                f"bot {entrant.name!r} failed in game {deal}, {failure.kind}: {failure.message}"
            )
        played.append(_played(deal, deal_seed(seed, deal), outcome))
    return played


def _played(deal: int, seed: int, ended: GameRecord | Outcome) -> Played:
    return Played(
        deal, seed, ended.actions, ended.scores or (), ended.ranks, ended.shares, ended.truncated
    )


def measure(game: Any, played: Sequence[Played]) -> dict[str, Any]:
    """Return the metrics of games, JSON-safe.

    Raises: ValueError if the rules do not allow an action.
    """
    players = game.num_players
    pairs = [(one, follow(game, one.seed, one.actions)) for one in played]
    won = [(one, course, one.winner) for one, course in pairs if one.winner is not None]
    return {
        "players": players,
        "games": len(played),
        "deals": len({one.deal for one in played}),
        "truncated": sum(one.truncated for one in played),
        "length": _length(pairs, players),
        "branching": _branching(pairs),
        "hidden_bits": _hidden_bits(pairs),
        "lead": _lead(pairs, won) if players > 1 and game.spec.running_scores else None,
        "decisiveness": _decisiveness(pairs, won) if players > 1 else None,
        "seats": [
            {"seat": seat, "win_share": _mean(((p.deal, p.shares[seat]) for p in played), 0.0, 1.0)}
            for seat in range(players)
        ],
        "seat_test": seat_test_of(played, players),
        "parts": _parts(pairs, won),
    }


Pairs = Sequence[tuple[Played, Course]]
Won = Sequence[tuple[Played, Course, int]]  # those that one seat won alone, and that seat


def _mean(
    values: Iterable[tuple[int, float]], lowest: float = -math.inf, highest: float = math.inf
) -> Estimate:
    """Return mean and interval of (deal, value) pairs; values lie between the bounds."""
    clusters = Clusters()
    for deal, value in values:
        clusters.add(deal, value)
    estimate = clusters.estimate(lowest, highest)
    return None if estimate is None else estimate.to_dict()


def _length(pairs: Pairs, players: int) -> dict[str, Any]:
    """Return the number of decisions of a game and of each seat, forced ones counted too."""
    return {
        "mean": _mean((one.deal, course.length) for one, course in pairs),
        **_spread(Counter(course.length for _, course in pairs)),
        "seats": [
            _mean((one.deal, course.seats.count(seat)) for one, course in pairs)
            for seat in range(players)
        ],
    }


def _branching(pairs: Pairs) -> dict[str, Any]:
    """Return the number of legal actions of a decision, and how many decisions are none."""
    choices = [(one.deal, number) for one, course in pairs for number in course.choices]
    return {
        "mean": _mean(choices),
        **_spread(Counter(number for _, number in choices)),
        "forced": _mean((deal, number == 1) for deal, number in choices),
    }


def _spread(counts: Counter[int]) -> dict[str, int | None]:
    found = quantiles(counts, (0.0, 0.5, 1.0)) or [None] * 3
    return dict(zip(("min", "median", "max"), found, strict=True))


def _hidden_bits(pairs: Pairs) -> dict[str, Any]:
    """Return the bits hidden from the seat that decides; of all, and of its first and last time."""
    return {
        "mean": _mean((one.deal, bits) for one, course in pairs for bits in course.held),
        "first": _mean(
            (one.deal, bits) for one, course in pairs for bits in _of_each_seat(course, first=True)
        ),
        "last": _mean(
            (one.deal, bits) for one, course in pairs for bits in _of_each_seat(course, first=False)
        ),
        "order": _mean((one.deal, bits) for one, course in pairs for bits in course.order),
    }


def _of_each_seat(course: Course, first: bool) -> Iterable[float]:
    """Return the bits of the first, or the last, decision of each seat that has one."""
    found: dict[int, float] = {}
    for seat, bits in zip(course.seats, course.held, strict=True):
        if not first or seat not in found:
            found[seat] = bits
    return found.values()


def _lead(pairs: Pairs, won: Won) -> dict[str, Any]:
    """Return how often the lead changes, and how long the winner is not the one who has it."""
    return {
        "changes": _mean((one.deal, lead_changes(course.standings)) for one, course in pairs),
        "behind": _mean(
            ((one.deal, behind(course.standings, seat)) for one, course, seat in won), 0.0, 1.0
        ),
        "settled": _mean(
            ((one.deal, settled(course.standings, seat)) for one, course, seat in won), 0.0, 1.0
        ),
    }


def _decisiveness(pairs: Pairs, won: Won) -> dict[str, Any]:
    """Return the share of games that one seat won alone, and by how many points."""
    return {
        "decided": _mean(((one.deal, one.winner is not None) for one, _ in pairs), 0.0, 1.0),
        "margin": _mean((one.deal, one.margin(seat)) for one, _, seat in won),
    }


def _parts(pairs: Pairs, won: Won) -> list[dict[str, float | None]]:
    """Return how the games unfold, tenth by tenth of their decisions, as means over the games.

    winner_leads: how often the seat that won alone in the end was the leader; None without scores.
    """
    choices = [by_part(course.choices) for _, course in pairs]
    held = [by_part(course.held) for _, course in pairs]
    ahead = [
        by_part(leads(course.standings, seat)) for _, course, seat in won if course.standings
    ]
    return [
        {
            "choices": _part_mean(choices, part),
            "hidden_bits": _part_mean(held, part),
            "winner_leads": _part_mean(ahead, part),
        }
        for part in range(PARTS)
    ]


def _part_mean(games: Sequence[Sequence[float]], part: int) -> float | None:
    return round(fmean(parts[part] for parts in games), 9) if games else None
