"""A match of two bots to a verdict: deals are played until the sequential test has seen enough.

Deals are played ahead of the test, to keep all workers busy. What was played beyond the deal at
which the test stopped stays in the log and counts for nothing, so that the verdict, the results and
the report do not depend on the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from arena.config import MatchConfig
from arena.edges import edge_parts
from arena.executors.tasks import default_workers
from arena.outputs import Counted, Finished
from arena.records import GameRecord
from arena.run import OnResults, Plan, make_plan, play_plan
from arena.schedule import Block
from arena.sequential import BETWEEN_LOOKS, FIRST_LOOK, Match, Verdict, course, judge
from engine_cy.errors import GameOptionError

LINEUPS = "match"

Deal = list[Block]  # the blocks of one deal: both line-ups, or the one there is


def run_match(config: MatchConfig, on_results: OnResults | None = None) -> Finished:
    """Play the match, or what is missing of it, and write its files; see `play_plan`."""
    match = read_match(config)
    if len(config.bots) != 2:
        raise GameOptionError(f"a match is between 2 bots, not {len(config.bots)}")
    test = {"effect": match.effect, "alpha": match.alpha, "beta": match.beta}
    plan = make_plan(config, test)
    for event in plan.setup.events:
        if event.lineups != LINEUPS:
            raise GameOptionError("a match has line-ups of its own; leave lineups out")
    return play_plan(plan, SequentialTest(plan, match), on_results)


def read_match(config: MatchConfig) -> Match:
    """Return what is asked of the match.

    Raises: GameOptionError naming the setting that cannot be.
    """
    for name, value, most in (
        ("effect", config.effect, 2.0), ("alpha", config.alpha, 0.5), ("beta", config.beta, 0.5),
    ):  # fmt: skip
        if not 0.0 < value < most:
            raise GameOptionError(f"{name}={value} is out of range; allowed is 0 to {most:g}")
    return Match(config.effect, 0, config.alpha, config.beta)


class SequentialTest:
    """Decides what is played next, and which games count in the end."""

    def __init__(self, plan: Plan, match: Match) -> None:
        self._a, self._b = (entrant.name for entrant in plan.entrants)
        self._deals = _by_deal(plan.blocks)
        self._match = Match(match.effect, len(self._deals), match.alpha, match.beta)
        workers = plan.config.workers or default_workers()
        self._ahead = max(BETWEEN_LOOKS, 2 * workers)

    def rounds(self, records: Sequence[GameRecord]) -> Iterator[Sequence[Block]]:
        """Yield blocks until the test stops; `records` grows meanwhile."""
        planned = min(max(FIRST_LOOK, self._ahead), len(self._deals))
        while True:
            yield [block for deal in self._deals[:planned] for block in deal]
            if self._verdict(records).stops:
                return
            planned = min(planned + self._ahead, len(self._deals))

    def count(self, records: Sequence[GameRecord]) -> Counted:
        """Return the games that the verdict rests on, and the verdict for the results."""
        verdict = self._verdict(records)
        deals = self._deals[: verdict.blocks] if verdict.stops else self._deals
        blocks = [block for deal in deals for block in deal]
        numbers = {block.index for block in blocks}
        counted = [record for record in records if record.block in numbers]
        return Counted(blocks, counted, lambda results: {"match": self._facts(records, results)})

    def _facts(self, records: Sequence[GameRecord], results: dict[str, Any]) -> dict[str, Any]:
        scores = self._scores(records)
        verdict = judge(self._match, scores)
        return {
            "a": self._a,
            "b": self._b,
            "effect": self._match.effect,
            "alpha": self._match.alpha,
            "beta": self._match.beta,
            "max_blocks": self._match.max_blocks,
            **verdict.to_dict(),
            **_edge_of(results),
            "course": course(self._match, scores[: verdict.blocks]),
        }

    def _verdict(self, records: Sequence[GameRecord]) -> Verdict:
        return judge(self._match, self._scores(records))

    def _scores(self, records: Sequence[GameRecord]) -> list[float]:
        """Return the edge of A on each deal, up to the first that is not played to its end."""
        games: dict[int, list[GameRecord]] = {}
        for record in records:
            games.setdefault(record.block, []).append(record)
        scores = []
        for deal in self._deals:
            played = [game for block in deal for game in games.get(block.index, [])]
            if len(played) < sum(len(block.seats) for block in deal):
                break
            scores.append(self._edge(played))
        return scores

    def _edge(self, played: Sequence[GameRecord]) -> float:
        games = sorted(played, key=lambda game: (game.block, game.rotation))
        parts = edge_parts(games, self._a, self._b, games[0].players)
        assert parts is not None  # both line-ups have been played
        means = [part.mean for part in parts]
        return means[0] if len(means) == 1 else means[0] - means[1]


def _edge_of(results: dict[str, Any]) -> dict[str, Any]:
    """Return the edge as the table of the one event has it; of several events they are mixed."""
    if len(results["events"]) > 1:
        return {}
    (pair,) = results["events"][0]["pairs"]
    return {"edge": pair["edge"]} if pair["edge"] is not None else {}


def _by_deal(blocks: Sequence[Block]) -> list[Deal]:
    deals: dict[tuple[int, int], Deal] = {}
    for block in blocks:
        deals.setdefault((block.event, block.deal), []).append(block)
    return list(deals.values())
