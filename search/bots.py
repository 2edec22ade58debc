"""The bots of the package: random, greedy and the searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine_cy import BotSpecError, Game, Observation, State
from search.bot import Bot, choices
from search.config import SearchConfig
from search.formula import LeafFormula, MoveScores, find_scripted
from search.ismcts import Search
from search.tree_bot import TreeBot

MIB = 1024 * 1024


class RandomBot(Bot):
    """Plays any legal action, each with the same chance."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        """Take no parameters."""
        super().__init__(game, seed)

    def act(self, observation: Observation) -> int:
        """Return a uniformly random legal action."""
        legal = choices(self.game, observation)
        return self.next_stream().choice(legal)

    def policy(self, observation: Observation) -> np.ndarray:
        """Return the same share for every legal action."""
        legal = choices(self.game, observation)
        shares = np.zeros(self.game.num_distinct_actions)
        shares[legal] = 1.0 / len(legal)
        return shares


class GreedyBot(Bot):
    """Plays the action its script of the game scores highest; equal ones by chance."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        """Find the script; BotSpecError for a game that has none."""
        super().__init__(game, seed)
        scores = find_scripted(game.name, "SCORES")
        if scores is None:
            raise BotSpecError(f"Bot 'greedy' has no script for {game.name}; "
                               "it plays the games with a module search.scripted.<game>.")
        self._scores = scores

    def act(self, observation: Observation) -> int:
        """Return an action of the highest score."""
        return self.next_stream().choice(self._best(observation))

    def policy(self, observation: Observation) -> np.ndarray:
        """Return equal shares of the actions of the highest score."""
        best = self._best(observation)
        shares = np.zeros(self.game.num_distinct_actions)
        shares[best] = 1.0 / len(best)
        return shares

    def analysis(self, observation: Observation) -> dict[str, Any]:
        """Return the script's score of every action."""
        legal = choices(self.game, observation)
        scored = zip(legal, self._scores(observation), strict=True)
        return {"actions": {
            self.game.action_to_string(action): {"action": action, "score": float(score)}
            for action, score in scored
        }}

    def _best(self, observation: Observation) -> list[int]:
        legal = choices(self.game, observation)
        scores = self._scores(observation)
        top = scores.max()
        return [action for action, score in zip(legal, scores, strict=True) if score == top]


class SearchBot(TreeBot):
    """MO-ISMCTS: one tree per seat over sampled worlds; plays the likeliest action of its policy.

    The policy is the visit shares, or with `select=regret` the average policy of the search.
    """

    Params = SearchConfig
    FLAT = False

    def __init__(self, game: Game, seed: int = 0, **params: Any) -> None:
        """Reserve the tree; `params` are the fields of SearchConfig."""
        super().__init__(game, seed, **params)
        self.config = SearchConfig(**params)
        if self.config.redeal and type(self) is not SearchBot:
            raise BotSpecError("Parameter redeal belongs to the bot ismcts.")
        check_settings(game, self.config)
        self._formula = find_horizon(game, self.config.horizon)
        self._horizon = "game" if self._formula is None else "round"
        self._search = Search(
            game, c=self.config.exploration(self._formula is not None),
            memory=self.config.memory * MIB, formula=self._formula, deals=self.config.deals,
            flat=self.FLAT, match_regrets=self.config.select == "regret",
            redeal=self.config.redeal, script=find_script(game, self.config),
            temperature=self.config.temperature, bias=self.config.bias,
            blend=self.config.blend, margin=self.config.margin,
            simulations=self.config.simulations)


class FlatBot(SearchBot):
    """Flat Monte Carlo: UCB1 over the actions at hand, random play after them."""

    FLAT = True


class CheatingBot(SearchBot):
    """The same search, but it sees every hand: a yardstick for the laboratory."""

    needs_state = True

    def act(self, observation: Observation, state: State | None = None) -> int:  # type: ignore[override]
        """Return the most visited action, all hands known."""
        return self._act(self._reveal(observation, state))

    def policy(  # type: ignore[override]
        self, observation: Observation, state: State | None = None
    ) -> np.ndarray:
        """Return the visit shares, all hands known."""
        return self._policy(self._reveal(observation, state))

    def analysis(  # type: ignore[override]
        self, observation: Observation, state: State | None = None
    ) -> dict[str, Any]:
        """Return visits, mean utility and prior of each action, and facts of the search."""
        return self._analysis(self._reveal(observation, state))

    def _reveal(self, observation: Observation, state: State | None) -> Observation:
        if not isinstance(state, State):
            raise ValueError("Bot 'cheating_mcts' looks at every hand: it needs state=, "
                             f"a State, not {state!r}.")
        if state.game != self.game:
            raise ValueError(f"The state is of {state.game!r}, the bot plays {self.game!r}.")
        choices(self.game, observation)
        return state.observation_of_all(observation.player)


def find_horizon(game: Game, horizon: str) -> LeafFormula | None:
    """Return the formula for the end of a round, or None where simulations end with the game.

    Raises:
        BotSpecError: where the horizon is the round and the game has no formula.
    """
    if horizon == "game":
        return None
    formula = find_scripted(game.name, "LEAF")
    if isinstance(formula, LeafFormula):
        return formula
    if horizon == "round":
        raise BotSpecError(f"Parameter horizon=round needs a leaf formula, and {game.name} has "
                           "none; allowed: auto, game.")
    return None


def find_script(game: Game, config: SearchConfig) -> MoveScores | None:
    """Return the script's scores where they are to be the prior or the bias.

    Raises:
        BotSpecError: where the game has no compiled script.
    """
    if config.prior == "none" and not config.bias:
        return None
    scores = find_scripted(game.name, "SCORES")
    if isinstance(scores, MoveScores):
        return scores
    name, plain = ("bias", 0) if config.bias else ("prior", "none")
    raise BotSpecError(f"Parameter {name}={getattr(config, name)} needs a compiled script, and "
                       f"{game.name} has none; allowed: {plain}.")


def check_settings(game: Game, config: SearchConfig) -> None:
    """Raise BotSpecError where settings do not go together, or not with the game."""
    if config.redeal and not game.public_worlds:
        raise BotSpecError(f"Parameter redeal={config.redeal} needs worlds dealt from what is "
                           f"public alone; {game!r} has none. Allowed: 0.")
    if config.deals and find_horizon(game, config.horizon) is None:
        raise BotSpecError(f"Parameter deals={config.deals} needs simulations that end by a leaf "
                           f"formula; here they go on to the end of {game.name}. Allowed: null.")
    if config.blend and game.num_players == 1:
        raise BotSpecError(f"Parameter blend={config.blend} needs somebody to lead over; "
                           f"{game!r} has one seat. Allowed: 0.")
    if config.bias and config.prior != "none":
        raise BotSpecError(f"Parameters bias={config.bias} and prior={config.prior} exclude each "
                           "other: the script's scores are one or the other.")
    if config.select == "regret" and (config.bias or config.prior != "none"):
        raise BotSpecError("Parameters prior and bias belong to select=ucb1; regret matching has "
                           "no use for them.")
