"""The bot `micro`: a micro-policy by the kernel, from the observation's view alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine_cy import Game, Observation
from nets.manifest import MAX_TEMPERATURE
from nets.micro.policy import read_policy, shipped_policy
from search.bot import Bot, choices
from search.mlp import policy_of
from search.params import param


@dataclass
class MicroConfig:
    """Which micro-policy plays, and how its logits become a move."""

    path: str | None = param(
        None, "file of the policy (JSON); null: the one shipped for the game")
    temperature: float = param(
        0.0, "what divides the logits of the action that is drawn; at 0 the likeliest is played",
        low=0, high=MAX_TEMPERATURE)


class MicroBot(Bot):
    """Plays the micro-policy of its game: what the PHP and JavaScript files play elsewhere.

    It reads the view of the observation, no tensor and nothing remembered.
    """

    Params = MicroConfig

    def __init__(self, game: Game, seed: int = 0, **params: Any) -> None:
        """Load the policy; `params` are the fields of MicroConfig."""
        super().__init__(game, seed, **params)
        self.config = MicroConfig(**params)
        path = self.config.path
        self.policy_file = shipped_policy(game.name) if path is None else read_policy(path)
        self.policy_file.check_fits(game)

    def act(self, observation: Observation) -> int:
        """Return the likeliest action, or one drawn at the temperature."""
        legal = choices(self.game, observation)
        stream = self.next_stream()
        if len(legal) == 1:
            return legal[0]
        probs = self._probs(observation, legal)
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
        shares[legal] = self._probs(observation, legal)
        return shares

    def analysis(self, observation: Observation) -> dict[str, Any]:
        """Return the prior of each action at temperature 1."""
        legal = choices(self.game, observation)
        priors = policy_of(self.logits(observation), legal)
        return {"actions": {
            self.game.action_to_string(action): {"action": action, "prior": prior}
            for action, prior in zip(legal, priors.tolist(), strict=True)
        }}

    def logits(self, observation: Observation) -> NDArray[np.float32]:
        """Return float32[A], the kernel's answer."""
        # As a program elsewhere gets it: whatever JSON cannot say is not there.
        view = json.loads(json.dumps(observation.to_dict()["view"]))
        x = self.policy_file.features(view, observation.player, self.game.num_players)
        outputs = self.policy_file.kernel.forward(np.array([x], dtype=np.float32))
        return outputs[0, :-2]

    def _probs(self, observation: Observation, legal: list[int]) -> NDArray[np.float64]:
        return policy_of(self.logits(observation), legal, self.config.temperature)
