"""A finished game as a bot sees it: what each decision was worth, and what its seat could think."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from engine_cy import Game, Observation
from frontends.server.advice import Advice, advice_of
from frontends.server.errors import LOG
from frontends.server.worlds import likely

if TYPE_CHECKING:
    from frontends.server.hosted import HostedTable


class Decision(NamedTuple):
    """A decision of the game: its number among the actions, and what its seat knew."""

    number: int
    seat: int
    action: int
    observation: Observation


class Review:
    """The review of one game, made in the background one decision after the other."""

    def __init__(self, table: HostedTable) -> None:
        self._table = table
        self._decisions = [
            decision
            for decision in decisions_of(table.game, table.dealer.deal, table.dealer.actions)
            if len(decision.observation.legal_actions()) > 1
        ]
        self._rows: list[dict[str, Any]] = []
        self._failed = False
        self._task = asyncio.create_task(self._run())

    def to_dict(self) -> dict[str, Any]:
        """Return what there is so far; `progress` counts decisions."""
        return {
            "bot": self._table.advisor.name,
            "decisions": list(self._rows),
            "done": self._failed or len(self._rows) == len(self._decisions),
            "progress": {"done": len(self._rows), "of": len(self._decisions)},
        }

    def close(self) -> None:
        """Stop it."""
        self._task.cancel()

    async def _run(self) -> None:
        try:
            for decision in self._decisions:
                self._rows.append(await self._review(decision))
        except asyncio.CancelledError:
            raise
        except Exception as error:  # the bot failed: what there is has to be enough
            LOG.error("a review failed", exc_info=error)
            self._failed = True

    async def _review(self, decision: Decision) -> dict[str, Any]:
        table, observation = self._table, decision.observation
        question = table.question(decision.seat, observation, "review")
        async with table.thinker.reviews:
            thought = await table.thinker.ask(question, plays_on=True, queues=True)
        advice = advice_of(table.game, observation, thought)
        worlds = await asyncio.to_thread(likely, observation, table.advisor.spec, question.seed)
        return {"number": decision.number, "seat": decision.seat,
                **_judged(advice, decision.action), "worlds": worlds}


def decisions_of(game: Game, deal: int, actions: list[tuple[int, int]]) -> Iterator[Decision]:
    """Yield the decisions of a game with what each seat knew when its choice began."""
    state = game.new_initial_state(deal)
    number = 0
    while number < len(actions):
        acting = state.acting_players()
        chosen = actions[number : number + len(acting)]
        views = {seat: state.observation(seat) for seat in acting}
        for seat, action in chosen:
            yield Decision(number, seat, action, views[seat])
            state.apply_action(action, seat)
            number += 1


def _judged(advice: list[Advice], action: int) -> dict[str, Any]:
    """Return what the move played was worth beside the bot's own."""
    best, played = advice[0], next(row for row in advice if row.action == action)
    regret = None
    if best.value is not None and played.value is not None:
        regret = round(max(0.0, best.value - played.value), 5)
    return {
        "text": played.text,
        "value": played.value,
        "best": {"text": best.text, "value": best.value},
        "regret": regret,
        "shares": [[row.text, row.share, row.value] for row in advice],
    }
