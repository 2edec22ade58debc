"""Profiles: what every seat does at every information set, from tables, bots or at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine_cy import BotSpecError, Game, GameOptionError, Observation
from search.bot import Bot
from search.exact.tree import Tree
from search.registry import make_bot
from search.spec import BotSpec
from search.streams import stream_seed

Profile = NDArray[np.float64]

SUM_TOLERANCE = 1e-9


def uniform_profile(tree: Tree) -> Profile:
    """Return the profile in which every legal action has the same chance."""
    return spread(tree, 1.0 / np.diff(tree.first))


def spread(tree: Tree, values: Profile) -> Profile:
    """Return [S]: each set's value at all its sequences, 1 at the empty ones."""
    return np.concatenate([np.ones(tree.game.num_players),
                           np.repeat(values, np.diff(tree.first))])


def random_profile(tree: Tree, seed: int) -> Profile:
    """Return a profile drawn uniformly from all, for tests and examples."""
    chances = np.random.default_rng(seed).exponential(size=tree.num_sequences)
    return normalised(tree, chances)


def normalised(tree: Tree, weights: Profile) -> Profile:
    """Return weights as chances at each information set; uniform where all are 0."""
    totals = spread(tree, sums(tree, weights))
    profile = uniform_profile(tree)
    np.divide(weights, totals, out=profile, where=(totals > 0) & (tree.set_of >= 0))
    return profile


def sums(tree: Tree, profile: Profile) -> Profile:
    """Return [I]: the sum over each set's sequences."""
    return np.add.reduceat(profile, tree.first[:-1])


def join_profiles(tree: Tree, profiles: Sequence[Profile]) -> Profile:
    """Return the profile in which seat p does what profiles[p] says.

    Raises: ValueError where there is not one profile for each seat.
    """
    if len(profiles) != tree.game.num_players:
        raise ValueError(f"{len(profiles)} profiles do not fit {tree.game.num_players} seats.")
    return np.choose(tree.seat_of, profiles)


def alone_among(tree: Tree, seat: int, one: Profile, others: Profile) -> Profile:
    """Return the profile in which one seat plays `one` and every other seat `others`."""
    return np.where(tree.seat_of == seat, one, others)


def check_profile(tree: Tree, profile: Profile) -> Profile:
    """Return the profile as float64[S].

    Raises: ValueError where the length or a sum of chances does not fit the tree.
    """
    profile = np.ascontiguousarray(profile, dtype=np.float64)
    if profile.shape != (tree.num_sequences,):
        raise ValueError(f"A profile of shape {profile.shape} does not fit "
                         f"{tree.num_sequences} sequences.")
    if not (profile[tree.set_of < 0] == 1.0).all():
        raise ValueError("The chance of every empty sequence must be 1.")
    bad = np.flatnonzero(~(np.abs(sums(tree, profile) - 1.0) <= SUM_TOLERANCE))
    if len(bad) or not (profile >= 0.0).all():
        i = int(bad[0]) if len(bad) else int(tree.set_of[np.argmin(profile)])
        raise ValueError(f"The chances at information set {i} are {profile[tree.sequences(i)]}; "
                         "they must be 0 or more and sum to 1.")
    return profile


def profile_to_table(tree: Tree, profile: Profile) -> dict[int, NDArray[np.float64]]:
    """Return {information_state_hash: chance of each legal action, ascending}.

    Raises: ValueError for a profile that does not fit the tree, or where sets that share a hash
        have different chances: no table of hashes can hold this profile.
    """
    profile = check_profile(tree, profile)
    table: dict[int, NDArray[np.float64]] = {}
    for i, key in enumerate(tree.key.tolist()):
        chances = profile[tree.sequences(i)]
        if not np.array_equal(table.setdefault(key, chances), chances):
            raise ValueError(f"Two information sets share the hash {key} and differ in their "
                             "chances: the profile remembers more than the hash.")
    return table


def table_to_profile(tree: Tree, table: Mapping[int, NDArray[np.float64]]) -> Profile:
    """Return the profile of a table {information_state_hash: chance of each legal action}.

    Raises: ValueError for a hash that is missing or does not fit its legal actions.
    """
    profile = uniform_profile(tree)
    for i, key in enumerate(tree.key.tolist()):
        where = tree.sequences(i)
        if key not in table:
            raise ValueError(f"The table has no row for the information state {key}.")
        if len(table[key]) != where.stop - where.start:
            raise ValueError(f"The table's row for the information state {key} has "
                             f"{len(table[key])} chances for {where.stop - where.start} actions.")
        profile[where] = table[key]
    return check_profile(tree, profile)


def make_measurable_bot(spec: str | BotSpec, game: Game, seed: int) -> Bot:
    """Return a bot that has a policy at what one seat knows.

    Raises: BotSpecError where it cannot be made or lacks a method; GameOptionError where it needs
        the true state.
    """
    bot = make_bot(spec, game, seed)
    if getattr(bot, "needs_state", False):
        raise GameOptionError(f"Bot {bot.name!r} sees every hand: it has no policy at what one "
                              "seat knows.")
    for method in ("policy", "reset"):
        if not callable(getattr(bot, method, None)):
            raise BotSpecError(f"Bot {bot.name!r} has no method {method}; bots are measured by "
                               "policy(observation) after reset(seed).")
    return bot


def bot_profiles(
    tree: Tree, spec: str | BotSpec, seeds: int, seed: int = 0,
    watch: Callable[[list[int]], Iterable[int]] = iter,
) -> Profile:
    """Return [seeds, S]: the policy of a bot at every information set, one profile for each seed.

    At every set the bot starts afresh, as after `reset`. A bot of chance plays the mean of these
    profiles; one whose policy does not depend on its seed gives equal rows. `watch` passes the
    numbers of the sets on and may show how far they are. A bot that can say what it plays in the
    whole tree, whatever its seed, has a method `tree_profile(tree)` and is asked once: it is
    quicker, and right also for one that draws a plan for the whole game.

    Raises: GameOptionError for a bot that needs the true state; BotSpecError for one that cannot
        be made or whose policy is none; ValueError for fewer seeds than one.
    """
    if seeds < 1:
        raise ValueError(f"seeds={seeds} is out of range; allowed are 1 and more.")
    bot = make_measurable_bot(spec, tree.game, seed)
    if callable(whole := getattr(bot, "tree_profile", None)):
        return np.tile(check_profile(tree, whole(tree)), (seeds, 1))
    sets_of = sets_by_key(tree)
    profiles = np.tile(uniform_profile(tree), (seeds, 1))
    for i in watch([same[0] for same in sets_of.values()]):
        observation = tree.observation(i)
        actions = tree.action[tree.sequences(i)]
        for r in range(seeds):
            bot.reset(stream_seed(stream_seed(seed, r), i))
            chances = read_policy(bot, observation)[actions]
            if not (abs(chances.sum() - 1.0) <= SUM_TOLERANCE and (chances >= 0.0).all()):
                raise BotSpecError(f"Bot {bot.name!r} gives the legal actions of information set "
                                   f"{i} the chances {chances}; they must be 0 or more and sum "
                                   "to 1.")
            for same in sets_of[int(tree.key[i])]:
                profiles[r, tree.sequences(same)] = chances
    return profiles


def read_policy(bot: Bot, observation: Observation) -> Profile:
    """Return what a bot's `policy` gives, float64[num_distinct_actions].

    Raises: BotSpecError for anything of another shape or kind, and for a bot that ends the process.
    """
    size = observation.game.num_distinct_actions
    try:
        given = bot.policy(observation)
    except SystemExit:
        raise BotSpecError(f"Bot {bot.name!r} wants to end the process where its policy is "
                           "asked for.") from None
    try:
        policy = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        policy = None
    if policy is None or policy.shape != (size,):
        what = type(given).__name__ if policy is None else f"numbers of shape {policy.shape}"
        raise BotSpecError(f"The policy of bot {bot.name!r} is {what}; it must be {size} numbers, "
                           "one for each action of the game.")
    return policy


def sets_by_key(tree: Tree) -> dict[int, list[int]]:
    """Return {information_state_hash: the information sets that have it}."""
    found: dict[int, list[int]] = {}
    for i, key in enumerate(tree.key.tolist()):
        found.setdefault(key, []).append(i)
    return found


def argmax_profile(tree: Tree, profile: Profile) -> Profile:
    """Return the profile that plays the likeliest actions alone, equal ones alike.

    Raises: ValueError for a profile that does not fit the tree.
    """
    profile = check_profile(tree, profile)
    best = spread(tree, np.maximum.reduceat(profile, tree.first[:-1]))
    return normalised(tree, (profile >= best).astype(np.float64))
