"""The games as PettingZoo environments: `env(name)` seat by seat, `parallel_env(name)` all at once.

Agents are ``player_0``, ``player_1``, ... in seat order. An observation is a dict of the features
of what the seat knows (`observation`) and its legal actions (`action_mask`, also in the infos);
the mask is empty for a seat that owes no choice. Rewards come at the end of the game and are its
utilities. Simultaneous choices are made one after another in `env`, and an observation shows
nothing of those already made.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from engine_cy import Game, GameOptionError, IllegalActionError, State, load_game

RENDER_MODES = ("ansi",)
SEEDS = 2**64  # deals are numbered 0..SEEDS - 1

Agent = str
Infos = dict[Agent, dict[str, Any]]
Seen = dict[str, NDArray[Any]]


def env(
    name: str,
    players: int | None = None,
    *,
    data: Any = None,
    render_mode: str | None = None,
    **options: Any,
) -> AECEnv:
    """Return an AEC environment with PettingZoo's usual wrappers.

    An illegal action ends the game: its agent gets the game's lowest utility, the others 0.
    Parameters as `engine_cy.load_game`; `render_mode` "ansi" lets `render()` return text.
    Raises GameOptionError or DataError.
    """
    bare = raw_env(name, players, data=data, render_mode=render_mode, **options)
    checked = wrappers.TerminateIllegalWrapper(bare, illegal_reward=bare.game.utility_min)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def raw_env(
    name: str,
    players: int | None = None,
    *,
    data: Any = None,
    render_mode: str | None = None,
    **options: Any,
) -> SeatBySeat:
    """Return the same without wrappers: an illegal action raises IllegalActionError."""
    return SeatBySeat(load_game(name, players, data=data, **options), render_mode)


def parallel_env(
    name: str,
    players: int | None = None,
    *,
    data: Any = None,
    render_mode: str | None = None,
    **options: Any,
) -> AllAtOnce:
    """Return a parallel environment; parameters as `env`."""
    return AllAtOnce(load_game(name, players, data=data, **options), render_mode)


class Table:
    """What both kinds of environment share: the game being played, spaces, observations."""

    _state: State

    def __init__(self, game: Game, render_mode: str | None) -> None:
        """Describe the spaces; GameOptionError for a render mode that does not exist."""
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise GameOptionError(
                f"render_mode={render_mode} is not allowed; allowed: {', '.join(RENDER_MODES)}."
            )
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v{game.rules_version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players)]
        self.agents: list[Agent] = []
        self.observation_spaces = {
            agent: observation_space(game) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(game.num_distinct_actions) for agent in self.possible_agents
        }
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def deal(self, seed: int | None) -> None:
        """Begin a game: with a seed that very deal of the engine, else the next of the stream.

        The stream follows the latest seed, so a run of resets can be repeated.
        """
        if seed is not None:
            self._state = self.game.new_initial_state(seed)
            self._random, _ = np_random(int(seed))
        else:
            if self._random is None:
                self._random, _ = np_random()
            drawn = self._random.integers(SEEDS, dtype=np.uint64)
            self._state = self.game.new_initial_state(int(drawn))
        self.agents = self.possible_agents[:]

    def observe(self, agent: Agent) -> Seen:
        """Return what an agent knows, and its legal actions."""
        seat = self.seat_of(agent)
        features = self._state.observation(seat).tensor()
        return {"observation": features, "action_mask": self.mask_of(seat)}

    def render(self) -> str | None:
        """Return the whole table in words, hidden cards included; None without a render mode."""
        return None if self.render_mode is None else str(self._state)

    def close(self) -> None:
        """Release nothing: there is nothing to release."""

    def seat_of(self, agent: Agent) -> int:
        """Return the seat of an agent."""
        return self.possible_agents.index(agent)

    def mask_of(self, seat: int) -> NDArray[np.int8]:
        """Return int8[num_distinct_actions], 1 where legal for the seat now."""
        return self._state.legal_actions_mask(seat).astype(np.int8)

    def number_of(self, agent: Agent, action: Any) -> Any:
        """Return an action of the agent's space as an int; what is none as it was given."""
        return int(action) if self.action_spaces[agent].contains(action) else action

    def infos_now(self) -> Infos:
        """Return the info of each live agent."""
        return {agent: {"action_mask": self.mask_of(self.seat_of(agent))} for agent in self.agents}

    def rewards_now(self) -> dict[Agent, float]:
        """Return the reward of each live agent: the utilities at the end, before it zeros."""
        if not self._state.is_terminal():
            return dict.fromkeys(self.agents, 0.0)
        returns = self._state.returns().tolist()
        return {agent: returns[self.seat_of(agent)] for agent in self.agents}


class SeatBySeat(Table, AECEnv):
    """One agent acts at a time; simultaneous choices are made in seat order."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `seed` as `Game.new_initial_state`, `options` are not used."""
        self.deal(seed)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._show()

    def step(self, action: Any) -> None:
        """Make the selected agent's choice; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._state.apply_action(self.number_of(agent, action), self.seat_of(agent))
        self._cumulative_rewards[agent] = 0.0
        self._show()
        self._accumulate_rewards()

    def _show(self) -> None:
        """Tell every agent how the game stands."""
        over = self._state.is_terminal()
        self.rewards = self.rewards_now()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, over and self._state.truncated)
        self.infos = self.infos_now()
        self.agent_selection = self.possible_agents[max(self._state.current_player(), 0)]


class AllAtOnce(Table, ParallelEnv):
    """Every live agent gives an action in each step; that of a seat that owes none is ignored.

    An illegal action ends the game: its agents get the game's lowest utility, the others 0.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Seen], Infos]:
        """Begin a game; `seed` as `Game.new_initial_state`, `options` are not used."""
        self.deal(seed)
        return {agent: self.observe(agent) for agent in self.agents}, self.infos_now()

    def step(
        self, actions: dict[Agent, int]
    ) -> tuple[
        dict[Agent, Seen], dict[Agent, float], dict[Agent, bool], dict[Agent, bool], Infos
    ]:
        """Make the choices of all seats that owe one.

        Raises IllegalActionError where one of them gives none, and changes nothing.
        """
        chosen = self._chosen(actions)
        illegal = {seat for seat, action in chosen.items() if not self._is_legal(action, seat)}
        if illegal:
            lowest = self.game.utility_min
            rewards = {
                agent: lowest if self.seat_of(agent) in illegal else 0.0 for agent in self.agents
            }
        else:
            for seat, action in chosen.items():
                self._state.apply_action(action, seat)
            rewards = self.rewards_now()
        over = bool(illegal) or self._state.is_terminal()
        cut = bool(illegal) or self._state.truncated
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, over and cut)
        seen = {agent: self.observe(agent) for agent in self.agents}
        infos = self.infos_now()
        if over:
            self.agents = []
        return seen, rewards, terminations, truncations, infos

    def _chosen(self, actions: dict[Agent, int]) -> dict[int, Any]:
        """Return the action of each seat that owes one, in seat order."""
        chosen = {}
        for seat in self._state.acting_players():
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise IllegalActionError(f"{agent} owes a choice, and no action of it is given.")
            chosen[seat] = self.number_of(agent, actions[agent])
        return chosen

    def _is_legal(self, action: Any, seat: int) -> bool:
        return isinstance(action, int) and action in self._state.legal_actions(seat)


def observation_space(game: Game) -> spaces.Dict:
    """Return the space of what one seat observes.

    Features are shares and flags, nearly all in 0..1; a few sums such as money or points are
    scaled but not capped, hence no upper bound. None is negative.
    """
    size = game.observation_tensor_size
    return spaces.Dict({
        "observation": spaces.Box(0.0, np.inf, (size,), np.float32),
        "action_mask": spaces.Box(0, 1, (game.num_distinct_actions,), np.int8),
    })
