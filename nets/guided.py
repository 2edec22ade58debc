"""The bot `net_ismcts`: a search that a network guides."""

from __future__ import annotations

from typing import Any

from engine_cy import Game, Observation
from nets.guided_config import GuidedConfig
from nets.source import find_net, value_total
from search.bots import MIB, find_horizon
from search.guided import GuidedSearch
from search.tree_bot import TreeBot


class GuidedBot(TreeBot):
    """MO-ISMCTS guided by a trained network: PUCT with its priors, leaves by its values.

    Policy and final move are as with `ismcts`: visit shares, and the most visited action.
    """

    Params = GuidedConfig

    def __init__(self, game: Game, seed: int = 0, **params: Any) -> None:
        """Load the network and reserve the tree; `params` are the fields of GuidedConfig."""
        super().__init__(game, seed, **params)
        self.config = config = GuidedConfig(**params)
        value_total(game)
        formula = find_horizon(game, config.horizon) if config.rollouts else None
        _, mlp = find_net(config.path, game)
        self._horizon = "net"
        self._search = self._guided = GuidedSearch(
            game, mlp, c=config.c, spread=config.spread, fpu=config.fpu, mixed=config.mixed,
            sampled=config.first == "sample", stop=config.stop, leaf=config.leaf,
            rollouts=config.rollouts, belief=config.belief, formula=formula,
            memory=config.memory * MIB, simulations=config.simulations)

    def _analysis(self, observation: Observation) -> dict[str, Any]:
        report = super()._analysis(observation)
        report["questions"] = self._guided.asked
        return report
