"""The bot `net`: its policy, its choice, what it says, and that it needs no torch."""

import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

import engine_cy
from engine_cy import BotSpecError
from nets.bundle import new_bundle, write_bundle
from nets.testing import random_bundle, random_layers, write_random_bundle
from search import bot_info, make_bot, registered_bots

GAMES = ("hoi_pho", "fairy_concerto", "fado_duetos", "house_of_fado", "goofspiel", "kuhn_poker",
         "leduc_poker")


def positions(game, seeds):
    """Yield (state, seat) of all decisions of random games."""
    for seed in range(seeds):
        state, mover = game.new_initial_state(seed), make_bot("random", game, seed)
        while not state.is_terminal():
            for seat in state.acting_players():
                yield state, seat
            seat = state.current_player()
            state.apply_action(mover.act(state.observation(seat)), seat)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return write_random_bundle(tmp_path_factory.mktemp("nets") / "b.zip", "hoi_pho")


@pytest.fixture(scope="module")
def game():
    return engine_cy.load_game("hoi_pho", players=4)


def a_choice(game, least=4):
    return next((state.clone(), seat) for state, seat in positions(game, 9)
                if len(state.legal_actions(seat)) >= least)


def test_it_is_registered_and_says_what_it_is():
    assert "net" in registered_bots()
    info = bot_info("net")
    assert [row["name"] for row in info.params] == ["path", "temperature", "pick", "final"]
    assert info.summary and not info.needs_state and all(row["help"] for row in info.params)


@pytest.mark.parametrize("name", GAMES)
def test_one_network_plays_every_player_count(name, tmp_path):
    path = write_random_bundle(tmp_path / "b.zip", name)
    any_count = engine_cy.load_game(name)
    for players in range(any_count.min_players, any_count.max_players + 1):
        game = engine_cy.load_game(name, players=players)
        bot = make_bot(f"net+path:{path}", game, 1)
        state = game.new_initial_state(5)
        for _ in range(30):
            if state.is_terminal():
                break
            seat = state.current_player()
            view = state.observation(seat)
            said = bot.analysis(view)
            assert len(said["utilities"]) == players
            if game.utility_sum is not None:
                assert sum(said["utilities"]) == pytest.approx(game.utility_sum)
            state.apply_action(bot.act(view), seat)


@pytest.mark.parametrize("name", GAMES)
def test_wild_networks_give_finite_policies_and_nothing_to_illegal_actions(name, tmp_path):
    """Also where a single action is legal, and where the logits overflow."""
    game = engine_cy.load_game(name)
    for scale in (1.0, 1e3, 1e38):
        layers = random_layers(game, scale=1.0)
        weight, bias = layers[-1]
        with np.errstate(over="ignore"):
            weight = np.clip(weight * np.float32(scale), -3e38, 3e38)
        write_bundle(tmp_path / "b.zip", new_bundle([game], [*layers[:-1], (weight, bias)]))
        bot = make_bot(f"net+path:{tmp_path / 'b.zip'}", game, 1)
        singles = 0
        for state, seat in positions(game, 1):
            view = state.observation(seat)
            policy, legal = bot.policy(view), view.legal_actions_mask().astype(bool)
            assert np.isfinite(policy).all() and (policy[~legal] == 0).all()
            assert policy.sum() == pytest.approx(1)
            assert legal[bot.act(view)]
            assert all(np.isfinite(bot.analysis(view)["utilities"]))
            if legal.sum() == 1:
                singles += 1
                assert policy[legal] == 1
        assert singles or name in ("goofspiel", "kuhn_poker", "leduc_poker")


def test_the_policy_is_the_masked_softmax_of_the_logits(game, path):
    state, seat = a_choice(game)
    view = state.observation(seat)
    bundle = random_bundle("hoi_pho")
    logits = bundle.mlp().forward(view.tensor()[None])[0, :game.num_distinct_actions]
    legal = view.legal_actions()
    for temperature in (0.5, 1, 4):
        weights = np.exp(logits[legal].astype(np.float64) / temperature)
        bot = make_bot(f"net+path:{path}+temperature:{temperature}", game, 1)
        assert bot.policy(view)[legal] == pytest.approx(weights / weights.sum(), rel=1e-5)
    cold = make_bot(f"net+path:{path}+temperature:0", game, 1)
    best = int(legal[np.argmax(logits[legal])])
    assert cold.policy(view)[best] == 1.0 and cold.act(view) == best
    assert make_bot(f"net+path:{path}+final:most", game, 1).act(view) == best


def test_a_bundle_says_at_which_temperature_it_plays(game, tmp_path):
    state, seat = a_choice(game)
    view = state.observation(seat)
    layers = random_layers(game, scale=3.0)
    plain, cool = tmp_path / "plain.zip", tmp_path / "cool.zip"
    write_bundle(plain, new_bundle([game], layers))
    write_bundle(cool, new_bundle([game], layers, temperature=0.25))

    def policy(spec):
        return make_bot(spec, game, 1).policy(view).tolist()

    assert policy(f"net+path:{plain}") == policy(f"net+path:{plain}+temperature:1")
    assert policy(f"net+path:{cool}") == policy(f"net+path:{plain}+temperature:0.25")
    assert policy(f"net+path:{cool}+temperature:1") == policy(f"net+path:{plain}")
    assert policy(f"net+path:{cool}") != policy(f"net+path:{plain}")


def test_actions_are_drawn_from_the_policy(game, path):
    state, seat = a_choice(game)
    view = state.observation(seat)
    bot = make_bot(f"net+path:{path}+temperature:3", game, 7)
    policy, n = bot.policy(view), 3000
    counts = Counter(bot.act(view) for _ in range(n))
    for action in view.legal_actions():
        p = policy[action]
        assert abs(counts[int(action)] / n - p) < 5 * (p * (1 - p) / n) ** 0.5 + 1e-9


def test_decisions_depend_on_seed_and_number_alone(game, path):
    views = [state.clone().observation(seat) for state, seat in positions(game, 1)]
    bot = make_bot(f"net+path:{path}", game, 3)
    first = [bot.act(view) for view in views]
    for view in views:
        bot.policy(view), bot.analysis(view)
    bot.reset(3)
    assert [bot.act(view) for view in views] == first
    bot.reset(4)
    assert [bot.act(view) for view in views] != first


def test_values_are_told_by_seat(game, path):
    """The network speaks of seats relative to the one that asks."""
    state, _ = a_choice(game)
    bot = make_bot(f"net+path:{path}", game, 3)
    for seat in range(4):
        view = state.observation(seat)
        logits = bot.logits(view)
        mlp_values = np.exp(logits[107:111].astype(np.float64))
        mlp_values /= mlp_values.sum()
        shares = bot.shares(logits, seat)
        assert [shares[(seat + j) % 4] for j in range(4)] == pytest.approx(mlp_values)


def test_a_file_that_is_replaced_is_read_again(game, tmp_path):
    state, seat = a_choice(game)
    view = state.observation(seat)
    policies = []
    for seed in (1, 2):
        path = write_random_bundle(tmp_path / "b.zip", "hoi_pho", seed=seed)
        policies.append(make_bot(f"net+path:{path}", game, 1).policy(view))
    assert not np.array_equal(*policies)


@pytest.mark.parametrize("spec, part", [
    ("net+path:no/such/file.zip", "Bundle no/such/file.zip cannot be read: No such file"),
    ("net+path:3", "path=3 .* any text or null"),
    ("net+temperature:-1", "temperature=-1.0 .* numbers from 0 to 1000"),
    ("net+final:best", "final=best .* sample, most"),
    ("net+sims:3", "no parameter 'sims'"),
])
def test_what_makes_no_bot_is_one_sentence(game, spec, part):
    with pytest.raises(BotSpecError, match=part) as caught:
        make_bot(spec, game, 1)
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")


def test_a_game_without_a_shipped_network_is_one_sentence():
    with pytest.raises(BotSpecError, match="No network is shipped for kuhn_poker"):
        make_bot("net", engine_cy.load_game("kuhn_poker"), 1)


def test_a_game_of_general_sum_is_refused_in_a_sentence(tmp_path):
    options = {"num_cards": 4, "returns_type": "total_points"}
    path = write_random_bundle(tmp_path / "b.zip", "goofspiel", players=[3], **options)
    with pytest.raises(BotSpecError, match="no constant sum"):
        make_bot(f"net+path:{path}", engine_cy.load_game("goofspiel", players=3, **options), 1)


def test_an_observation_of_another_game_is_refused(game, path):
    other = engine_cy.load_game("kuhn_poker").new_initial_state(1).observation(0)
    bot = make_bot(f"net+path:{path}", game, 1)
    for question in (bot.act, bot.policy, bot.analysis):
        with pytest.raises(ValueError, match="kuhn_poker"):
            question(other)


def test_playing_imports_no_torch_and_search_imports_no_nets(path):
    code = f"""
import sys, engine_cy, search, arena
assert not any(name.split(".")[0] == "nets" for name in sys.modules)
game = engine_cy.load_game("hoi_pho", players=4)
bot = search.make_bot({f"net+path:{path}"!r}, game, 1)
state = game.new_initial_state(1)
state.apply_action(bot.act(state.observation(state.current_player())))
import nets, nets.bots, nets.bundle, nets.testing
print(*[m for m in ("torch", "onnx", "onnxruntime", "tensorboard") if m in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
