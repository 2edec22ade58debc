"""The games as OpenSpiel games: import this, then `pyspiel.load_game("desgarrada_kuhn_poker")`.

Every registered game is there under its name with the prefix ``desgarrada_``. Its parameters are
`players`, `data` (a file, or the name of packaged data) and the options of its rules; one given at
its default counts as not given, so that data or another option may decide it.

Chance: where the first deal settles everything and there are at most `MAX_DEALS` deals, one chance
node lists them, and exact algorithms work. Elsewhere eight chance nodes draw the 64-bit seed of
the deal byte by byte; all that is drawn later follows from it.

Nodes: a choice of one seat is a node of that player, a choice of several is a simultaneous node in
which the other players have no legal action (what is given for them is ignored).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from engine_cy import (
    Game,
    GameOptionError,
    IllegalActionError,
    State,
    TooManyWorlds,
    load_game,
    registered_games,
)
from engine_cy.registry import game_info
from engine_cy.spec import GameSpec

PREFIX = "desgarrada_"
MAX_DEALS = 5000  # deals that one chance node lists
SEED_BYTES = 8
BYTE_VALUES = 256
UNSPEAKABLE = set(",()=")  # characters that a game string of OpenSpiel cannot hold in a value

ChanceMode = pyspiel.GameType.ChanceMode
Dynamics = pyspiel.GameType.Dynamics
Utility = pyspiel.GameType.Utility


class TableGame(pyspiel.Game):
    """One of our games at one player count, with its options and data; a subclass names it."""

    name = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Load the game; GameOptionError or DataError where a parameter does not fit."""
        spec = game_info(self.name)
        given = given_parameters(spec, params or {})
        options = {key: v for key, v in given.items() if key not in ("players", "data")}
        self.game = load_game(self.name, given.get("players"), data=given.get("data"), **options)
        super().__init__(type_of_game(self.game), info_of_game(self.game), given)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game by its string."""
        return load, (str(self),)

    def new_initial_state(self) -> TableState:
        """Return the state before the deal; after it where there is only one."""
        return TableState(self, self.game)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes, all of them before the first decision."""
        listed = len(list_deals(self.game))
        return min(listed - 1, 1) if listed else SEED_BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver:
        """Return an observer of what one seat knows."""
        recall = pyspiel.IIGObservationType(perfect_recall=False)
        return SeatObserver(self.game, iig_obs_type or recall, params)


class TableState(pyspiel.State):
    """A state of the engine; None while the deal is still being drawn."""

    def __init__(self, table_game: TableGame, game: Game) -> None:
        """Begin the deal; called by `TableGame.new_initial_state`."""
        super().__init__(table_game)
        self.game = game
        self.drawn: list[int] = []  # bytes of the seed so far
        listed = list_deals(game)
        self.state: State | None = listed[0][0].clone() if len(listed) == 1 else None

    def current_player(self) -> int:
        """Return the player to move, or the constant for chance, several players, or the end."""
        if self.state is None:
            return pyspiel.PlayerId.CHANCE
        acting = self.state.acting_players()
        if len(acting) > 1:
            return pyspiel.PlayerId.SIMULTANEOUS
        return acting[0] if acting else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.state is not None and self.state.is_terminal()

    def returns(self) -> list[float]:
        """Return the utility of each player; zeros before the end."""
        if self.state is None or not self.state.is_terminal():
            return [0.0] * self.game.num_players
        return self.state.returns().tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return (outcome, probability): the deals, or the values of the seed's next byte."""
        listed = list_deals(self.game)
        if listed:
            return [(index, probability) for index, (_, probability) in enumerate(listed)]
        return [(value, 1.0 / BYTE_VALUES) for value in range(BYTE_VALUES)]

    def __str__(self) -> str:
        """Return the whole state in words, hidden cards included."""
        if self.state is None:
            return " ".join([self.game.spec.title, "before the deal", *map(str, self.drawn)])
        return str(self.state)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.state is not None
        return self.state.legal_actions(player).tolist()

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            self._draw(action)
        elif self.is_simultaneous_node():
            raise IllegalActionError("Several players choose here: apply_actions takes an action "
                                     "of each.")
        else:
            self.state.apply_action(action)

    def _draw(self, outcome: int) -> None:
        """Take a deal, or the seed's next byte."""
        listed = list_deals(self.game)
        number = len(listed) or BYTE_VALUES
        if not 0 <= outcome < number:
            raise IllegalActionError(f"Chance outcome {outcome} is not one of 0..{number - 1}.")
        if listed:
            self.state = listed[outcome][0].clone()
            return
        self.drawn = [*self.drawn, outcome]
        if len(self.drawn) == SEED_BYTES:
            self.state = self.game.new_initial_state(int.from_bytes(self.drawn, "big"))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        # One player's choice is taken too: OpenSpiel's rl_environment makes every choice so.
        if self.state is None or self.state.is_terminal():
            raise IllegalActionError("apply_actions is for nodes at which players choose.")
        if len(actions) != self.game.num_players:
            raise IllegalActionError(f"{len(actions)} actions are given for "
                                     f"{self.game.num_players} players.")
        after = self.state.clone()  # where one action is illegal, none is taken
        for player in self.state.acting_players():
            after.apply_action(actions[player], player)
        self.state = after

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.game.action_to_string(action)
        return f"deal {action}" if list_deals(self.game) else f"seed byte {action}"


class SeatObserver:
    """What one seat knows, as tensor and text (the PyObserver interface of OpenSpiel).

    The text of an information state begins with the 64-bit hash of all that the seat has seen; an
    observation is the table as it stands.
    """

    def __init__(self, game: Game, iig_obs_type: Any, params: Any) -> None:
        """Reserve the tensor; ValueError for public or private parts alone, or parameters."""
        if params:
            raise ValueError(f"The observer takes no parameters, not {params!r}.")
        single = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not single or not iig_obs_type.public_info:
            raise ValueError(
                "The observer shows what one seat knows, public and private; neither part alone."
            )
        self.perfect_recall = iig_obs_type.perfect_recall
        self.tensor = np.zeros(game.observation_tensor_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Write the features of what `player` knows; zeros before the deal."""
        if state.state is None:
            self.tensor.fill(0)
        else:
            state.state.observation(player).tensor(self.tensor)

    def string_from(self, state: TableState, player: int) -> str:
        """Return what `player` knows in words."""
        if state.state is None:
            return f"{state.game.spec.title} before the deal"
        observation = state.state.observation(player)
        if not self.perfect_recall:
            return str(observation)
        return f"{observation.information_state_hash():016x}\n{observation}"


@lru_cache(maxsize=16)
def list_deals(game: Game) -> tuple[tuple[State, float], ...]:
    """Return (state, probability) of every first deal; () where they are drawn by a seed."""
    if game.spec.chance_after_deal:
        return ()
    try:
        worlds = list(game.initial_worlds(MAX_DEALS))
    except TooManyWorlds:
        return ()
    total = sum(weight for _, weight in worlds)
    return tuple((state, weight / total) for state, weight in worlds)


def given_parameters(spec: GameSpec, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that are not at their default.

    Raises GameOptionError for a text that OpenSpiel could not write and read back.
    """
    defaults = parameter_defaults(spec)
    given = {name: value for name, value in params.items() if value != defaults[name]}
    for name, value in given.items():
        if isinstance(value, str) and UNSPEAKABLE & set(value):
            raise GameOptionError(
                f"Parameter {name}={value} is not allowed; OpenSpiel cannot write a value with "
                "one of the characters , ( ) =."
            )
    return given


def parameter_defaults(spec: GameSpec) -> dict[str, Any]:
    """Return the parameters of a game and their defaults, in OpenSpiel's types."""
    options = {name: option.default for name, option in spec.options.items()}
    return {"players": spec.default_players, "data": "", **options}


def type_of_game(game: Game) -> Any:
    """Return the pyspiel.GameType of a game, as exact as its options allow."""
    listed = len(list_deals(game))
    chance = ChanceMode.DETERMINISTIC if listed == 1 else ChanceMode.EXPLICIT_STOCHASTIC
    return game_type(game.spec, game.min_players, game.max_players, chance,
                     utility_of_sum(game.utility_sum))


def utility_of_sum(utility_sum: float | None) -> Any:
    """Return OpenSpiel's word for the sum of all utilities."""
    if utility_sum is None:
        return Utility.GENERAL_SUM
    return Utility.CONSTANT_SUM if utility_sum else Utility.ZERO_SUM


def game_type(
    spec: GameSpec, min_players: int, max_players: int, chance: Any, utility: Any
) -> Any:
    """Return a pyspiel.GameType."""
    return pyspiel.GameType(
        short_name=PREFIX + spec.name,
        long_name=spec.title,
        dynamics=Dynamics.SIMULTANEOUS if spec.simultaneous else Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max_players,
        min_num_players=min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameter_defaults(spec),
    )


def info_of_game(game: Game) -> Any:
    """Return the pyspiel.GameInfo of a game."""
    listed = len(list_deals(game))
    outcomes = BYTE_VALUES if listed == 0 else listed if listed > 1 else 0
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_distinct_actions,
        max_chance_outcomes=outcomes,
        num_players=game.num_players,
        min_utility=game.utility_min,
        max_utility=game.utility_max,
        utility_sum=game.utility_sum,
        max_game_length=game.max_game_length,
    )


def load(text: str) -> Any:
    """Return the game of an OpenSpiel game string (pickle's way back)."""
    return pyspiel.load_game(text)


def register() -> None:
    """Register every game with OpenSpiel; done once, at import."""
    for name in registered_games():
        # A class of its own for each: OpenSpiel keeps what it is given beyond the interpreter's
        # end, which a class survives and a function does not.
        maker = type(f"TableGame_{name}", (TableGame,), {"name": name})
        pyspiel.register_game(type_of_game(load_game(name)), maker)


register()
