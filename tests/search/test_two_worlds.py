"""No bot can leak: worlds that differ only in what a seat cannot know lead to one decision.

The twin of a position is either a world sampled for the seat or the position with nonsense written
over everything the seat does not see; the bot has the same seed in both.
"""

from itertools import islice

import numpy as np
import pytest

import engine_cy
from engine_cy.core import state_from_bytes
from nets.testing import with_net
from search import make_bot

GAMES = {
    "kuhn_poker": {"players": 3},
    "leduc_poker": {"players": 3},
    "goofspiel": {"players": 3, "num_cards": 7},
    "hoi_pho": {"players": 4},
}
BOTS = ["random", "greedy", "flat_mc+sims:60", "ismcts+sims:60", "ismcts+sims:60+horizon:game",
        "ismcts+sims:60+select:regret+redeal:0.5", "net", "net_ismcts+sims:60",
        "net_ismcts+sims:60+stop:all+leaf:every+rollouts:0.5"]


def positions(game, seed):
    """Yield (state, seat) of decisions with a choice in random games, without end."""
    while True:
        state = game.new_initial_state(seed)
        mover = make_bot("random", game, seed)
        while not state.is_terminal():
            for seat in state.acting_players():
                if len(state.legal_actions(seat)) > 1:
                    yield state.clone(), seat
            seat = state.current_player()
            state.apply_action(mover.act(state.observation(seat)), seat)
        seed += 1


def decide(bot, seed, view, *state):
    """The bot's decision from a fresh start, with all it can say about it."""
    bot.reset(seed)
    action = bot.act(view, *state)
    report = bot.analysis(view, *state).get("actions")
    return action, bot.policy(view, *state).tolist(), report


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize(("name", "count"), [("kuhn_poker", 50), ("leduc_poker", 50),
                                             ("goofspiel", 100), ("hoi_pho", 1000)])
def test_a_sampled_twin_gives_the_same_decision_and_visits(name, count, spec):
    game = engine_cy.load_game(name, **GAMES[name])
    here, there = (make_bot(with_net(spec, game), game, 0) for _ in range(2))
    for i, (state, seat) in enumerate(islice(positions(game, 1), count)):
        view = state.observation(seat)
        twin = view.sample_state(i)
        assert decide(here, i, view) == decide(there, i, twin.observation(seat)), str(view)


def poison(state, seat):
    """Return the state with nonsense over every hand and commitment but the seat's own."""
    game = state.game
    raw = np.frombuffer(bytearray(state.to_bytes()), dtype=game.dtype)[0]
    raw["h"]["chance_key"] = 0xDEADBEEFDEADBEEF
    if game.name == "leduc_poker" and not raw["turned_at"]:
        raw["public_card"] = 250
    for other in range(game.num_players):
        if other == seat:
            continue
        if game.name in ("kuhn_poker", "leduc_poker"):
            raw["card"][other] = 250
        elif game.name == "goofspiel":
            raw["prize"][int(raw["tricks"]) + 1:] = 250
            if not (int(raw["h"]["acting"]) >> other) & 1:
                raw["bid"][int(raw["tricks"])][other] = 250
        else:
            raw["hand"][other] = 0xFFFE & ~int(raw["lacks"][other]) | int(raw["sure"][other])
            raw["dealt"][other] = 0xFFFE & ~int(raw["origin"]) | (
                int(raw["dealt"][other]) & int(raw["origin"]))
            raw["ships"][other] = 99
            if not (int(raw["h"]["acting"]) >> other) & 1:
                raw["commit"][other] = 250
    return state_from_bytes(game, raw.tobytes())


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("name", list(GAMES))
def test_poisoned_hidden_fields_change_nothing(name, spec):
    game = engine_cy.load_game(name, **GAMES[name])
    here, there = (make_bot(with_net(spec, game), game, 0) for _ in range(2))
    for i, (state, seat) in enumerate(islice(positions(game, 500), 150)):
        view, poisoned = state.observation(seat), poison(state, seat).observation(seat)
        assert decide(here, i, view) == decide(there, i, poisoned), str(view)


@pytest.mark.parametrize("name", ["goofspiel", "hoi_pho"])
def test_the_cheating_bot_does_not_see_what_is_still_to_come(name):
    game = engine_cy.load_game(name, **GAMES[name])
    here, there = (make_bot("cheating_mcts+sims:60", game, 0) for _ in range(2))
    for i, (state, seat) in enumerate(islice(positions(game, 900), 150)):
        view = state.observation(seat)
        twin = state.observation_of_all(seat).sample_state(i)
        assert (decide(here, i, view, state)
                == decide(there, i, twin.observation(seat), twin)), str(view)


def test_the_cheating_bot_sees_the_hands():
    game = engine_cy.load_game("kuhn_poker", players=2)
    for seed in range(20):
        state = game.new_initial_state(seed)
        state.apply_action(1)
        cards = state.record()["card"]
        action = make_bot("cheating_mcts+sims:200", game, 1).act(state.observation(1), state)
        assert action == int(cards[1] > cards[0])


@pytest.mark.parametrize("spec", BOTS)
def test_an_observation_from_json_without_its_trace_gives_the_same_decision(spec):
    game = engine_cy.load_game("hoi_pho", players=4)
    here, there = (make_bot(with_net(spec, game), game, 0) for _ in range(2))
    for i, (state, seat) in enumerate(islice(positions(game, 1300), 60)):
        view = state.observation(seat)
        data = view.to_dict()
        del data["trace"]
        assert decide(here, i, view) == decide(there, i, game.observation_from_dict(data))
