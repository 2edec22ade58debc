"""Games against known bots in the course of a run, through the arena, on equal deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from arena.config import RunConfig
from arena.deals import keyed_hash
from arena.edges import edge_estimate, edge_parts
from arena.entrants import read_entrants
from arena.executors import Task, get_executor
from arena.run import make_plan
from configs.schema import GameConfig
from engine_cy import BotSpecError, Game, Observation
from nets.training.config import TrainConfig
from nets.training.network import PolicyValueNet, layers_of
from nets.training.trainer import Trainer
from search.bot import Bot, choices
from search.mlp import MLP, policy_of

NAME = "net"
SPEC = "py:nets.training.evaluation:LearnerBot"

_learner: list[MLP] = []      # the net of this process that is being measured


class LearnerBot(Bot):
    """Plays the net that this process is training, drawing from its policy."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        """Take the net as it is now."""
        super().__init__(game, seed)
        if not _learner:
            raise BotSpecError("This process trains no net.")
        self._net = _learner[0]

    def act(self, observation: Observation) -> int:
        """Draw an action from the policy."""
        legal = choices(self.game, observation)
        stream = self.next_stream()
        if len(legal) == 1:
            return legal[0]
        sums = np.cumsum(self._chances(observation, legal))
        drawn = int(np.searchsorted(sums, stream.unit() * sums[-1], side="right"))
        return legal[min(drawn, len(legal) - 1)]

    def policy(self, observation: Observation) -> np.ndarray:
        """Return the chance of every action."""
        legal = choices(self.game, observation)
        shares = np.zeros(self.game.num_distinct_actions)
        shares[legal] = self._chances(observation, legal)
        return shares

    def _chances(self, observation: Observation, legal: list[int]) -> np.ndarray:
        logits = self._net.forward(observation.tensor()[None])[0]
        return policy_of(logits[: self._net.num_actions], np.array(legal, dtype=np.int32))


class Examiner:
    """Plays the averaged net against known bots every so many decisions."""

    def __init__(self, config: TrainConfig) -> None:
        self._config = config.evaluation
        self._done = 0

    def begin(self, trainer: Trainer) -> None:
        """Refuse bots that cannot be made, before anything is trained."""
        self._done = trainer.progress["decisions"] // self._config.every
        _set(trainer)
        for bot in self._config.bots:
            for game in trainer.facts.games:
                make_plan(self._match(trainer, game.num_players, bot))

    def update(self, trainer: Trainer, row: dict[str, Any]) -> None:
        """Add the edges over the bots, where it is time for it."""
        due = trainer.progress["decisions"] // self._config.every
        if due == self._done and not trainer.finished:
            return
        self._done = due
        _set(trainer)
        row["evaluation"] = {
            f"{name_of(bot)}@{game.num_players}": self._edge(trainer, game.num_players, bot)
            for bot in self._config.bots for game in trainer.facts.games}

    def end(self, trainer: Trainer) -> None:
        """Forget the net."""
        _learner.clear()

    def _match(self, trainer: Trainer, players: int, bot: Any) -> RunConfig:
        seed = keyed_hash(trainer.config.seed, "evaluation")     # the same deals every time
        given: GameConfig = trainer.config.game
        return RunConfig(game=given, players=players, bots=[{"name": NAME, "spec": SPEC}, bot],
                         blocks=self._config.blocks, seed=int(seed % 2**63), lineups="match")

    def _edge(self, trainer: Trainer, players: int, bot: Any) -> dict[str, Any]:
        """Play one match; returns the edge of the net, its interval, and the games."""
        plan = make_plan(self._match(trainer, players, bot))
        tasks = [Task(block, tuple(range(len(block.seats)))) for block in plan.blocks]
        with get_executor("serial")(plan.setup, None, None) as table:
            records = [record for played in table.run(tasks) for record in played]
        for record in records:
            if record.failure is not None:
                raise BotSpecError(f"Bot {record.bots[record.failure.seat]!r} failed in an "
                                   f"evaluation: {record.failure.message}")
        other = plan.entrants[1].name
        parts = edge_parts(records, NAME, other, players)
        found = None if parts is None else edge_estimate(parts)
        if found is None:
            return {"edge": 0.0, "low": None, "high": None, "games": len(records)}
        return {"edge": found.mean, "low": found.low, "high": found.high, "games": len(records)}


def name_of(bot: Any) -> str:
    """Return the name a bot has in the tables."""
    entrants: Sequence[Any] = read_entrants([bot])
    return str(entrants[0].name)


def _set(trainer: Trainer) -> None:
    """Let `LearnerBot` play the averaged weights."""
    net = PolicyValueNet(trainer.facts, trainer.config.recipe.hidden)
    net.load_state_dict(trainer.learner.average)
    _learner[:] = [MLP(layers_of(net), net.num_actions, net.num_seats)]
