"""Laws 5 and 8 for the bots: equal observations get equal decisions and visit counts.

The twins of law 5 are the oracle's, made without `mask` and `fill`.
"""

from __future__ import annotations

import json
import random

import pytest
from cases import CASES
from oracle import Seen, since_last_deal
from twins import twin_of

from search import make_bot

BOTS = ["random", "greedy", "flat_mc(sims=30)", "ismcts(sims=60)"]
each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_bot = pytest.mark.parametrize("spec", BOTS)


def decide(spec, observation, seed):
    """Return what a fresh bot decides, with all it can say about it."""
    bot = make_bot(spec, observation.game, seed)
    action = bot.act(observation)
    return action, bot.policy(observation).tolist(), bot.analysis(observation).get("actions")


def questions(case, n):
    """Yield (seed, the oracle's question) where the seat has a choice to make."""
    rng = random.Random(12)
    for seed in range(n):
        seat = seed % case.players
        seen = Seen(*since_last_deal(case.game, seed, seed, rng.random()), seat)
        if seat in seen.truth.acting_players():
            yield seed, seen


@each_case
@each_bot
def test_law_5_a_twin_gets_the_same_decision_and_visits(spec, case):
    for seed, seen in questions(case, 12):
        twin = twin_of(seen, random.Random(seed))
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
