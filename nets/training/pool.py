"""Earlier policies as opponents: hard ones are met more often (PFSP, Vinyals et al. 2019)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from nets.training.config import PoolConfig

LEAST = 0.01        # weight of a policy that is always beaten
RATE = 0.3          # how much one update's games say of a policy


@dataclass
class Member:
    """An earlier policy."""

    update: int           # after which it was kept: its snapshot's number
    share: float = 0.5    # what the current policy gets against it, 0.5: they are equal
    games: int = 0


class Pool:
    """Earlier policies and how the current one does against each."""

    def __init__(self, config: PoolConfig, members: list[Member] | None = None) -> None:
        self.config = config
        self.members = members or []

    def add(self, update: int) -> None:
        """Take a snapshot in; the oldest goes where there are too many."""
        self.members.append(Member(update))
        del self.members[: max(0, len(self.members) - self.config.size)]

    def choose(self, seed: int) -> list[Member]:
        """Return the opponents of one update, drawn by (1 - share)^2."""
        count = min(self.config.together, len(self.members))
        if self.config.share <= 0 or count < 1:
            return []
        weights = np.array([(1.0 - member.share) ** 2 + LEAST for member in self.members])
        rng = np.random.default_rng([seed, 5])
        drawn = rng.choice(len(self.members), size=count, replace=False,
                           p=weights / weights.sum())
        return [self.members[i] for i in sorted(drawn)]

    def learn(self, chosen: list[Member], against: dict[int, tuple[float, int]]) -> None:
        """Take in what the games against `chosen` gave; see `selfplay.Harvest.against`."""
        for policy, (won, games) in against.items():
            member = chosen[policy - 1]
            member.share += RATE * (won / games - member.share)
            member.games += games

    def to_list(self) -> list[dict[str, Any]]:
        """Return the members, JSON-safe."""
        return [asdict(member) for member in self.members]

    @classmethod
    def from_list(cls, config: PoolConfig, members: list[dict[str, Any]]) -> Pool:
        """Return the pool of `to_list`."""
        return cls(config, [Member(**member) for member in members])
