"""Laws 5 and 8 for the bots: equal observations get equal decisions and visit counts.

The twins of law 5 are the oracle's, made without `mask` and `fill`. Then what the others have
chosen at the same time, the policies, and bots beside each other.
"""

from __future__ import annotations

import functools
import json
import random

import numpy as np
import pytest
from cases import CASES
from oracle import Seen, since_last_deal
from phases import by_phase
from plays import walk
from twins import twin_of

from engine_cy import BotSpecError
from nets.testing import with_net
from search import make_bot
from search.ismcts import Search

BOTS = ["random", "greedy", "flat_mc(sims=30)", "ismcts(sims=60)", "net", "net_ismcts(sims=30)",
        "micro"]
each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_bot = pytest.mark.parametrize("spec", BOTS)


def fitted(spec, game):
    """Return the specification with a network's file where its bot needs one."""
    if spec == "micro":
        try:
            make_bot(spec, game, 1)
        except BotSpecError as error:
            pytest.skip(str(error))
    if spec.startswith("net") and game.num_players > 1 and game.utility_sum is None:
        pytest.skip("the value of a network needs utilities of a constant sum")
    return with_net(spec, game)


def decide(spec, observation, seed):
    """Return what a fresh bot decides, with all it can say about it."""
    bot = make_bot(fitted(spec, observation.game), observation.game, seed)
    action = bot.act(observation)
    return action, bot.policy(observation).tolist(), bot.analysis(observation).get("actions")


def questions(case, n):
    """Return [(seed, the oracle's question)] where the seat has a choice to make."""
    return [(seed, seen) for seed, seen, _ in questions_and_twins(case) if seed < n]


@functools.cache
def questions_and_twins(case):
    """Return [(seed, question, twin or None)]; every bot is asked the same."""
    rng, found = random.Random(12), []
    for seed in range(8):
        seat = seed % case.players
        seen = Seen(*since_last_deal(case.game, seed, seed, rng.random()), seat)
        if seat in seen.truth.acting_players():
            found.append((seed, seen, twin_of(seen, random.Random(seed))))
    return found


@each_case
@each_bot
def test_law_5_a_twin_gets_the_same_decision_and_visits(spec, case):
    for seed, seen, twin in questions_and_twins(case):
        if twin is not None:
            seat = seen.seat
            mine = decide(spec, seen.truth.observation(seat), seed)
            assert decide(spec, twin.observation(seat), seed) == mine


@each_case
@each_bot
def test_law_8_json_with_and_without_trace_gets_the_same_decision(spec, case):
    for seed, seen in questions(case, 8):
        observation = seen.truth.observation(seen.seat)
        form = json.loads(json.dumps(observation.to_dict()))
        mine = decide(spec, observation, seed)
        assert decide(spec, case.game.observation_from_dict(form), seed) == mine
        del form["trace"]
        assert decide(spec, case.game.observation_from_dict(form), seed) == mine


# ---- choices made together -----------------------------------------------------------------------

ONE_BY_ONE = ("kuhn_poker", "leduc_poker", "house_of_fado")
TOGETHER = [case for case in CASES if case.players > 1 and case.name not in ONE_BY_ONE]


def moments_of_choice(case, n):
    """Return n positions in which several seats have to choose and none has yet."""
    rng, found = random.Random(8), []
    for seed in range(n):
        states = [state.clone() for state, _ in walk(case.game, seed, seed)]
        found += rng.sample([state for state in states if len(state.acting_players()) > 1
                             and is_untouched(state)], 1)
    return found


def is_untouched(state):
    header = state.record()["h"]
    return header["acting"] == header["choosers"]


@pytest.mark.parametrize("spec, case", [
    pytest.param(spec, case, id=f"{spec}-{case}")
    for spec in ("net", "net_ismcts(sims=30)", "ismcts(sims=40)", "ismcts(sims=40, select=regret)",
                 "ismcts(sims=40, redeal=0.5)", "greedy")
    for case in TOGETHER if case.game.public_worlds or "redeal" not in spec
])
def test_a_search_does_not_depend_on_what_others_have_chosen_before_it(spec, case):
    """Whoever is asked first, and whatever they commit: the others' pending picks do not exist."""
    rng = random.Random(13)
    for seed, state in enumerate(moments_of_choice(case, 3)):
        for seat in state.acting_players():
            alone = decide(spec, state.observation(seat), seed)
            for _ in range(2):
                others = [p for p in state.acting_players() if p != seat]
                later = state.clone()
                for p in rng.sample(others, rng.randint(1, len(others))):
                    later.apply_action(int(rng.choice(later.legal_actions(p).tolist())), p)
                if seat in later.acting_players():
                    assert decide(spec, later.observation(seat), seed) == alone


# ---- policies ------------------------------------------------------------------------------------


@each_case
@pytest.mark.parametrize("spec", [*BOTS, "ismcts(sims=40, select=regret)"])
def test_a_policy_is_finite_and_nothing_is_left_for_illegal_actions(spec, case):
    """Also where a single action is legal."""
    game = case.game
    for seed, (state, seat) in enumerate(by_phase(case, 3, 8)):
        view = state.observation(seat)
        if seat not in state.acting_players():
            continue
        bot = make_bot(fitted(spec, game), game, seed)
        policy, action = bot.policy(view), bot.act(view)
        legal = view.legal_actions_mask().astype(bool)
        assert np.isfinite(policy).all() and (policy >= 0).all()
        assert policy.sum() == pytest.approx(1) and not policy[~legal].any()
        assert legal[action] and policy[action] > 0
        if legal.sum() == 1:
            assert policy[action] == 1
        for row in bot.analysis(view).get("actions", {}).values():
            assert all(np.isfinite(x) for x in row.values() if x is not None)


@each_case
def test_any_prior_over_the_legal_actions_leaves_all_figures_finite(case):
    """Priors with zeros, or all on one action: only legal actions are visited."""
    rng = np.random.default_rng(2)
    for seed, (state, seat) in enumerate(by_phase(case, 1, 4)):
        view = state.observation(seat)
        if len(view.legal_actions()) < 2:
            continue
        search = Search(case.game, c=1.0, memory=1 << 20)
        search.begin(view, seed)
        for _ in range(40):
            search.descend()
            priors = []
            for _, actions in search.leaf_nodes():
                weights = rng.exponential(size=len(actions)) * rng.integers(0, 2, len(actions))
                weights[rng.integers(len(actions))] += 1e-9
                priors.append(weights / weights.sum())
            search.back_up(search.evaluate(), priors)
        rows = search.root_table()
        assert [row[0] for row in rows] == view.legal_actions().tolist()
        assert sum(row[1] for row in rows) == 40
        assert all(np.isfinite(x) for row in rows for x in row if x is not None)


# ---- bots beside each other ----------------------------------------------------------------------


@each_case
@each_bot
def test_bots_draw_from_streams_of_their_own(spec, case):
    """A bot's decisions are the same alone and with others, games and clones in between."""
    views = [seen.truth.observation(seen.seat) for _, seen in questions(case, 6)]
    spec = fitted(spec, case.game)
    alone = make_bot(spec, case.game, 1)
    decisions = [(alone.act(view), alone.policy(view).tolist()) for view in views]
    bot, other = make_bot(spec, case.game, 1), make_bot(spec, case.game, 2)
    for view, decision in zip(views, decisions, strict=True):
        other.act(view)
        view.sample_state(3).clone()
        assert (bot.act(view), bot.policy(view).tolist()) == decision
