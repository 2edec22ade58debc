"""Beside OpenSpiel: the same games, roots and budgets in one process (`bench peers=openspiel`).

A rollout plays uniformly random moves from a clone of the root to the end of the game; chance that
is still to come is drawn anew. A simulation is one descent through the tree with one rollout at
its end, the sampling of hidden cards included. Ours is `ismcts` with horizon=game; theirs are the
C++ bots: `ISMCTSBot`, and `MCTSBot` for Goofspiel in turns, which `ISMCTSBot` refuses. Times are
CPU times; ours and theirs take turns, so that a busy machine disturbs both.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from statistics import mean, median
from typing import Any

from engine_cy import State, load_game, registered_games
from search import speed
from search.benchmark import make_search, python_clone_ns
from search.config import SearchConfig

SIMULATIONS = 20_000  # of each search
SEARCHES = 5  # in each measurement, every one from an empty tree
EXPLORATION = 2.0  # of OpenSpiel's bots, on utilities as they are: the value of its examples
TREE_MIB = 500
BOT_SEED = 7
LENGTH_SAMPLE = 1000  # random games that measure how long theirs are
CLONE_BAR = 2.0


@dataclass(frozen=True)
class Contest:
    """One game to compare in: the rollouts of a measurement, and the ratio asked of each measure.

    history: (record of our root, players) -> the chance outcomes that lead OpenSpiel to it.
    in_turns: whether OpenSpiel plays it with simultaneous choices made one after another.
    """

    name: str
    players: int
    rollouts: int
    rollout_bar: float
    search_bar: float
    history: Callable[[Any, int], list[int]]
    in_turns: bool = False


def dealt_cards(record: Any, players: int) -> list[int]:
    """Return the deal of a poker game: each seat's card, counted from 0."""
    return [int(card) - 1 for card in record["card"][:players]]


def first_prize(record: Any, players: int) -> list[int]:
    """Return the deal of Goofspiel: the first prize, counted from 0."""
    return [int(record["prize"][0]) - 1]


CONTESTS = (
    Contest("kuhn_poker", 2, 2_000_000, 5.0, 4.0, dealt_cards),
    Contest("leduc_poker", 2, 1_000_000, 5.0, 6.0, dealt_cards),
    Contest("leduc_poker", 3, 1_000_000, 5.0, 6.0, dealt_cards),
    Contest("goofspiel", 2, 50_000, 10.0, 6.0, first_prize, in_turns=True),
    Contest("goofspiel", 4, 50_000, 10.0, 6.0, first_prize, in_turns=True),
)


@dataclass(frozen=True)
class PeerRow:
    """One measure on both sides: the best and the median of the repeats, and what is asked.

    ratio: how much better our best is than theirs; None where nothing is compared.
    """

    name: str
    unit: str
    ours: float
    ours_median: float
    theirs: float
    theirs_median: float
    ratio: float | None = None
    bar: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the row for a JSON file."""
        return asdict(self)


def peer_contests(name: str) -> list[Contest]:
    """Return the contests of one game, or all of them where it has none; installed games only."""
    known = [contest for contest in CONTESTS if contest.name in registered_games()]
    return [contest for contest in known if contest.name == name] or known


def openspiel_rows(contest: Contest, repeats: int, seed: int = 1) -> Iterator[PeerRow]:
    """Yield the measures of one game from the first decision of the deal of `seed`.

    Raises ImportError where pyspiel is not installed.
    """
    ours = our_root(contest, seed)
    theirs = their_root(contest, ours)
    title = f"{contest.name}, {contest.players} players"
    plies, chances = their_length(theirs)
    own_plies = speed.playout_ns(ours, contest.rollouts)[1]
    yield PeerRow(f"{title}: decisions in a rollout", "plies", own_plies, own_plies, plies, plies)
    yield compare(f"{title}: rollouts", contest.rollout_bar, repeats,
                  lambda: our_rollout_ns(ours, contest.rollouts, draw=chances > 0),
                  lambda: their_rollout_ns(theirs, contest.rollouts))
    yield compare(f"{title}: {SIMULATIONS:,} simulations", contest.search_bar, repeats,
                  lambda: our_simulation_ns(ours),
                  lambda: their_simulation_ns(theirs, contest.in_turns))
    yield compare(f"{title}: clone() from Python", CLONE_BAR, repeats,
                  lambda: python_clone_ns(ours), lambda: python_clone_ns(theirs))


def compare(
    name: str, bar: float, repeats: int, ours: Callable[[], float], theirs: Callable[[], float]
) -> PeerRow:
    """Measure both sides in turn, in nanoseconds; the row gives numbers per second."""
    pairs = [(ours(), theirs()) for _ in range(repeats)]
    own, other = ([1e9 / value for value in values] for values in zip(*pairs, strict=True))
    return PeerRow(name, "1/s", max(own), median(own), max(other), median(other),
                   max(own) / max(other), f">= {bar:g}")


def our_root(contest: Contest, seed: int = 1) -> State:
    """Return the first decision of the deal of `seed`."""
    return load_game(contest.name, contest.players).new_initial_state(seed)


def their_root(contest: Contest, ours: State) -> Any:
    """Return OpenSpiel's state at the same root, reached by the actions that lead there."""
    import pyspiel

    load = pyspiel.load_game_as_turn_based if contest.in_turns else pyspiel.load_game
    state = load(contest.name, {"players": contest.players}).new_initial_state()
    for outcome in contest.history(ours.record(), contest.players):
        state.apply_action(outcome)
    return state


def their_length(root: Any) -> tuple[float, float]:
    """Return (decisions, chance events) in a random game of OpenSpiel from `root`, both means."""
    rng = random.Random(BOT_SEED)
    decisions = chances = 0
    for _ in range(LENGTH_SAMPLE):
        state = root.clone()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
                chances += 1
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    return decisions / LENGTH_SAMPLE, chances / LENGTH_SAMPLE


def our_rollout_ns(root: State, n: int, draw: bool) -> float:
    """Return the time of a rollout; draw: what is still to come is drawn anew before each."""
    rollout = speed.playout_ns(root, n)[0]
    return rollout + (speed.fill_ns(root.observation_of_all(0), n) if draw else 0.0)


def their_rollout_ns(root: Any, n: int) -> float:
    """Return the time of a rollout in C++: one simulation whose evaluator makes `n` of them."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(n, BOT_SEED)
    bot = mcts_bot(root, evaluator, simulations=1)
    return process_ns(lambda: bot.mcts_search(root)) / n


def our_simulation_ns(root: State) -> float:
    """Return the time of a simulation, the mean of a few searches."""
    search = make_search(root.game, SearchConfig(), "game")
    observation = root.observation(root.current_player())
    return mean(
        speed.simulation_ns(search, observation, SIMULATIONS, seed=k) for k in range(SEARCHES)
    )


def their_simulation_ns(root: Any, in_turns: bool) -> float:
    """Return the time of a simulation, the mean of a few searches."""
    return mean(process_ns(their_search(root, in_turns, BOT_SEED + k)) / SIMULATIONS
                for k in range(SEARCHES))


def their_search(root: Any, in_turns: bool, seed: int) -> Callable[[], Any]:
    """Return a search of OpenSpiel's from an empty tree, ready to run."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    if in_turns:
        bot = mcts_bot(root, evaluator, SIMULATIONS)
        return lambda: bot.mcts_search(root)
    shares = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(seed, evaluator, EXPLORATION, SIMULATIONS, -1, shares, False, False)
    return lambda: bot.get_policy(root)


def mcts_bot(root: Any, evaluator: Any, simulations: int) -> Any:
    """Return OpenSpiel's MCTSBot, without its solver."""
    import pyspiel

    return pyspiel.MCTSBot(root.get_game(), evaluator, EXPLORATION, simulations, TREE_MIB, False,
                           BOT_SEED, False)


def process_ns(work: Callable[[], Any]) -> float:
    """Return the CPU time of a call in nanoseconds."""
    start = time.process_time_ns()
    work()
    return time.process_time_ns() - start
