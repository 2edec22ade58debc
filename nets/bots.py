"""The bot `net`: plays what a network says, without search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine_cy import Game, Observation
from nets.lab import inputs_of, mixture, net_profile
from nets.manifest import MAX_TEMPERATURE
from nets.snapshots import drawn, linear_weights
from nets.source import find_net, find_snapshots, value_total
from search.bot import Bot, choices
from search.exact.policies import Profile
from search.exact.tree import Tree
from search.mlp import MLP, policy_of, values_of
from search.params import param


@dataclass
class NetConfig:
    """Which network plays, and how its policy becomes a move."""

    path: str | None = param(
        None, "file of the bundle; null: the network shipped for the game")
    temperature: float | None = param(
        None, "what divides the logits of the policy; at 0 the likeliest action has all of it; "
        "null: what the bundle says, or 1",
        low=0, high=MAX_TEMPERATURE)
    pick: str = param(
        "net", "what plays a game: the bundle's network, or one of the snapshots that it keeps, "
        "drawn anew for each game, number i of them with weight i",
        choices=("net", "snapshots"))
    final: str = param(
        "sample", "what is played of the policy: an action drawn from it, or its likeliest",
        choices=("sample", "most"))


class NetBot(Bot):
    """Plays the policy of a trained network, without search.

    Of several likeliest actions the lowest counts.
    """

    Params = NetConfig

    def __init__(self, game: Game, seed: int = 0, **params: Any) -> None:
        """Load the network; `params` are the fields of NetConfig."""
        super().__init__(game, seed, **params)
        self.config = NetConfig(**params)
        self._total = value_total(game)
        self._nets: Sequence[MLP] = ()
        if self.config.pick == "snapshots":
            self._bundle, self._nets = find_snapshots(self.config.path, game)
        else:
            self._bundle, self._mlp = find_net(self.config.path, game)
        asked = self.config.temperature
        self._temperature = self._bundle.temperature if asked is None else asked
        self._pick()
        self._tensor = np.zeros((1, game.observation_tensor_size), dtype=np.float32)

    def reset(self, seed: int) -> None:
        """Draw the snapshot of the next game too."""
        super().reset(seed)
        self._pick()

    def act(self, observation: Observation) -> int:
        """Return an action drawn from the policy, or its likeliest, as `final` says."""
        legal = choices(self.game, observation)
        stream = self.next_stream()
        if len(legal) == 1:
            return legal[0]
        probs = self._probs(self.logits(observation), legal)
        if self.config.final == "most":
            return legal[int(np.argmax(probs))]
        x = stream.unit()
        for action, prob in zip(legal, probs.tolist(), strict=True):
            x -= prob
            if x < 0:
                return action
        return legal[int(np.argmax(probs))]  # the sum is a rounding error below 1

    def policy(self, observation: Observation) -> np.ndarray:
        """Return the masked softmax of the logits; illegal actions have exactly 0."""
        legal = choices(self.game, observation)
        shares = np.zeros(self.game.num_distinct_actions)
        shares[legal] = self._probs(self.logits(observation), legal)
        return shares

    def analysis(self, observation: Observation) -> dict[str, Any]:
        """Return the prior of each action, and the utility the network expects for each seat."""
        legal = choices(self.game, observation)
        logits = self.logits(observation)
        priors = self._probs(logits, legal)
        shares = self.shares(logits, observation.player)
        low, high = self.game.utility_min, self.game.utility_max
        return {
            "actions": {
                self.game.action_to_string(action): {"action": action, "prior": prior}
                for action, prior in zip(legal, priors.tolist(), strict=True)
            },
            "shares": shares.tolist(),
            "utilities": (low + shares * (high - low)).tolist(),
        }

    def tree_profile(self, tree: Tree) -> Profile:
        """Return what the bot plays at every information set of a small game, whatever its seed.

        Of a bot that picks a snapshot for each game this is the exact average of their plans.
        """
        inputs = inputs_of(tree)
        profiles = [net_profile(tree, net, inputs, self._temperature)
                    for net in self._nets or [self._mlp]]
        if not self._nets:
            return profiles[0]
        return mixture(tree, profiles, linear_weights(len(profiles)))

    def logits(self, observation: Observation) -> NDArray[np.float32]:
        """Return float32[A + S]: the network's answer to an observation."""
        observation.tensor(out=self._tensor[0])
        return self._mlp.forward(self._tensor)[0]

    def shares(self, logits: NDArray[np.float32], seat: int) -> NDArray[np.float64]:
        """Return float64[P], each seat's value in 0..1 by seat; `seat` is who was asked."""
        players = self.game.num_players
        relative = values_of(logits[self._mlp.num_actions:], players, self._total)
        return np.roll(relative, seat)

    def _pick(self) -> None:
        if self._nets:
            self._mlp = self._nets[drawn(self.seed, len(self._nets))]

    def _probs(self, logits: NDArray[np.float32], legal: list[int]) -> NDArray[np.float64]:
        return policy_of(logits, legal, self._temperature)
