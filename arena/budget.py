"""What a bot may spend on a decision, and what happens where it spends more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import search
from arena.config import BudgetConfig
from arena.entrants import Entrant
from arena.foreign.bot import ForeignConfig
from engine_cy.errors import GameOptionError
from search.spec import BotSpec, parse_spec

OVERTIME = ("record", "forfeit")


@dataclass(frozen=True)
class Budget:
    """The budget of every decision; None: no limit.

    A decision is over its time when it took more than `seconds` + `grace`, which leaves room for a
    machine that is busy with something else.
    """

    seconds: float | None = None
    sims: int | None = None
    overtime: str = "record"
    grace: float = 0.1

    @property
    def limit(self) -> float | None:
        """The seconds after which a decision is over its time; None: never."""
        return None if self.seconds is None else self.seconds + self.grace

    @property
    def forfeits(self) -> bool:
        """Whether a bot over its time loses the game."""
        return self.overtime == "forfeit"

    def to_dict(self) -> dict[str, Any]:
        """Return the budget as the tournament's files state it."""
        return asdict(self)


def read_budget(config: BudgetConfig) -> Budget:
    """Return the checked budget.

    Raises: GameOptionError naming the setting that cannot be.
    """
    if config.overtime not in OVERTIME:
        raise GameOptionError(
            f"budget.overtime={config.overtime!r} is unknown; allowed are {', '.join(OVERTIME)}"
        )
    if config.overtime == "forfeit" and config.seconds is None:
        raise GameOptionError("budget.overtime=forfeit needs a limit of time: budget.seconds=1")
    for name, value in (("seconds", config.seconds), ("sims", config.sims)):
        if value is not None and not 0 < value < float("inf"):
            raise GameOptionError(
                f"budget.{name}={value} is no budget; allowed are numbers above 0"
            )
    if not 0 <= config.grace < float("inf"):
        raise GameOptionError(f"budget.grace={config.grace} is too little; allowed is 0 or more")
    return Budget(config.seconds, config.sims, config.overtime, config.grace)


def with_budget(entrants: Sequence[Entrant], budget: Budget) -> list[Entrant]:
    """Return the field, the budget written into the specifications that state none of their own.

    Only registered bots say which budgets they know. A bot of somebody else's is limited by the
    clock alone, and a foreign process is told the budget with every question.
    """
    given = {"sims": budget.sims, "seconds": budget.seconds}
    given = {name: value for name, value in given.items() if value is not None}
    return [Entrant(entrant.name, _filled(entrant.spec, given)) for entrant in entrants]


def _filled(spec: str, given: dict[str, Any]) -> str:
    parsed = parse_spec(spec)
    if parsed.kind or not given:
        return spec
    known = {param["name"] for param in search.bot_info(parsed.name).params}
    stated = dict(parsed.params)
    if stated.keys() & {"sims", "seconds"}:
        return spec
    added = {name: value for name, value in given.items() if name in known}
    return str(BotSpec("", parsed.name, tuple(sorted({**stated, **added}.items()))))


def longest_answer(entrants: Sequence[Entrant], budget: Budget) -> float:
    """Return the seconds that some bot of the field may take over one answer by its own settings.

    A worker that waits for it is not silent. A foreign program may be started anew on the way.
    """
    longest = budget.limit or 0.0
    for entrant in entrants:
        spec = parse_spec(entrant.spec)
        stated = dict(spec.params)
        if spec.kind == "cmd":
            stated = {"timeout": ForeignConfig.timeout, "start": ForeignConfig.start, **stated}
        times = [stated.get(name) for name in ("seconds", "timeout", "start")]
        longest = max(longest, sum(t for t in times if isinstance(t, int | float)))
    return longest
