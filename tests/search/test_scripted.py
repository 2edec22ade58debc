"""The scripts of the games, and the leaf formula of Hội Phố."""

import numpy as np
import pytest

import engine_cy
from search import make_bot
from search.formula import find_scripted


def played_out(game, seed, bots):
    """Return the end of a game between bots."""
    state = game.new_initial_state(seed)
    for seat, bot in enumerate(bots):
        bot.reset(1000 * seed + seat)
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(bots[seat].act(state.observation(seat)), seat)
    return state


def play(game, seed, bots):
    """Return the win shares of a game between bots."""
    ranks = played_out(game, seed, bots).ranks()
    return (ranks == 1) / (ranks == 1).sum()


def share_alone(game, spec, others, deals):
    """The mean win share of one bot among others of one kind, over all seats of each deal."""
    total = 0.0
    alone = make_bot(spec, game, 0)
    rest = [make_bot(others, game, 0) for _ in range(game.num_players)]
    for deal in range(deals):
        for seat in range(game.num_players):
            bots = [*rest[:seat], alone, *rest[seat + 1:]]
            total += play(game, deal, bots)[seat]
    return total / deals / game.num_players


@pytest.mark.parametrize(("players", "bar"), [(3, 0.48), (4, 0.36), (5, 0.32)])
def test_the_merchant_script_beats_random_play(players, bar):
    game = engine_cy.load_game("hoi_pho", players=players)
    assert share_alone(game, "greedy", "random", 60) > bar


def test_the_other_scripts_beat_random_play():
    assert share_alone(engine_cy.load_game("goofspiel", players=2), "greedy", "random", 30) > 0.7


@pytest.mark.parametrize("players", [2, 3])
def test_the_leduc_script_wins_chips_from_random_play(players):
    """It folds often: few wins, large ones."""
    game = engine_cy.load_game("leduc_poker", players=players)
    bots = [make_bot("greedy", game, 0), *(make_bot("random", game, 0) for _ in range(players - 1))]
    assert np.mean([played_out(game, deal, bots).returns()[0] for deal in range(800)]) > 0.4


def test_search_beats_the_script():
    game = engine_cy.load_game("hoi_pho", players=4)
    assert share_alone(game, "ismcts+sims:300", "greedy", 25) > 0.27


@pytest.mark.parametrize(("card", "bets", "expected"), [
    (3, [], 1), (2, [], 0), (1, [], 0), (3, [1], 1), (2, [1], 1), (1, [1], 0), (2, [0], 0)])
def test_kuhn_script(card, bets, expected):
    game = engine_cy.load_game("kuhn_poker", players=2)
    seat = len(bets)
    for state, _ in game.initial_worlds(10):
        if state.record()["card"][seat] == card:
            for bet in bets:
                state.apply_action(bet)
            assert make_bot("greedy", game, 1).act(state.observation(seat)) == expected


@pytest.mark.parametrize(("card", "public", "bets", "expected"), [
    ("Ks", None, "", "raise"), ("Qs", None, "", "call"), ("Js", None, "", "call"),
    ("Kh", None, "rr", "call"), ("Qh", None, "r", "call"), ("Jh", None, "r", "fold"),
    ("Js", "Jh", "cc", "raise"), ("Ks", "Jh", "cc", "call"), ("Qs", "Jh", "cc", "call"),
    ("Ks", "Qh", "ccr", "call"), ("Qs", "Kh", "ccr", "fold"), ("Qs", "Qh", "ccrr", "call")])
def test_leduc_script(card, public, bets, expected):
    game = engine_cy.load_game("leduc_poker", players=2)
    parts = [bets[:2], bets[2:]] if public else [bets, ""]
    words = [[{"c": "call", "r": "raise"}[bet] for bet in part] for part in parts]
    observation = game.observation_from_dict({
        "game": "leduc_poker", "players": 2, "player": len(parts[public is not None]) % 2,
        "view": {"card": card, "public_card": public, "bets": words}})
    action = make_bot("greedy", game, 1).act(observation)
    assert game.action_to_string(action) == expected


def test_goofspiel_script_bids_the_prize():
    game = engine_cy.load_game("goofspiel", players=2)
    state = game.new_initial_state(1)
    prize = int(state.record()["prize"][0])
    assert make_bot("greedy", game, 1).act(state.observation(0)) == prize - 1


def test_scores_are_listed_for_every_action():
    game = engine_cy.load_game("hoi_pho", players=4)
    view = game.new_initial_state(1).observation(2)
    report = make_bot("greedy", game, 1).analysis(view)["actions"]
    assert list(report) == [game.action_to_string(a) for a in view.legal_actions()]
    assert all(np.isfinite(row["score"]) for row in report.values())


def test_a_script_never_leaves_the_legal_actions():
    for players in (3, 4, 5):
        game = engine_cy.load_game("hoi_pho", players=players)
        bots = [make_bot("greedy", game, 0) for _ in range(players)]
        for deal in range(10):
            assert play(game, deal, bots).sum() == pytest.approx(1.0)


# ---- the leaf formula --------------------------------------------------------------------------

@pytest.fixture
def leaf():
    return find_scripted("hoi_pho", "LEAF")


def altered(state, **fields):
    """The state with some fields of its record replaced."""
    from engine_cy.core import state_from_bytes

    record = np.frombuffer(bytearray(state.to_bytes()), dtype=state.game.dtype)[0]
    for name, values in fields.items():
        record[name][: len(values)] = values
    return state_from_bytes(state.game, record.tobytes())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_equal_seats_share_the_value(leaf, players):
    state = engine_cy.load_game("hoi_pho", players=players).new_initial_state(1)
    assert leaf(state) == pytest.approx([1 / players] * players)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_contracts_and_money_raise_the_value(leaf, players):
    state = engine_cy.load_game("hoi_pho", players=players).new_initial_state(1)
    richer = leaf(altered(state, money=[5, 2]))
    assert richer[0] > richer[2] - 1e-12 > richer[1]
    ahead = leaf(altered(state, count=[0, 2, 1]))
    assert ahead[1] > ahead[2] > ahead[0]
    assert ahead[1] - ahead[2] > richer[0] - richer[1]
    assert ahead.sum() == pytest.approx(1.0)


def test_money_above_the_cap_counts_for_nothing(leaf):
    state = engine_cy.load_game("hoi_pho", players=4).new_initial_state(1)
    assert (leaf(altered(state, money=[5, 3, 3, 3]))
            == leaf(altered(state, money=[40, 3, 3, 3]))).all()


def test_the_formula_and_full_games_agree_on_who_is_ahead(leaf):
    """Where a round ends in random games, the formula explains the winners better than chance."""
    game = engine_cy.load_game("hoi_pho", players=4)
    bots = [make_bot("random", game, seat) for seat in range(4)]
    gains = []
    for deal in range(150):
        state = game.new_initial_state(deal)
        values = []
        epoch = 1
        while not state.is_terminal():
            seat = state.current_player()
            state.apply_action(bots[seat].act(state.observation(seat)), seat)
            now = int(state.record()["h"]["epoch"])
            if now != epoch and not state.is_terminal():
                values.append(leaf(state))
                epoch = now
        gains += [np.log(4 * v @ state.returns()) for v in values if (v @ state.returns()) > 0]
    assert np.mean(gains) > 0.05
