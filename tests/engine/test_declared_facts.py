"""What a game declares of its course: choices at once, chance after the deal, running scores."""

import copy
import random

import pytest
from cases import CASES, Case
from plays import position, walk

from engine_cy import State, load_game
from engine_cy.core import state_from_bytes

SETTLED = [case for case in CASES if not case.game.spec.chance_after_deal]
RUNNING = [case for case in CASES if case.game.spec.running_scores]
OTHER_KEY = 0x0123456789ABCDEF


def with_other_chance(state: State) -> State:
    """Return the state with another chance key."""
    record = state.record()
    record["h"]["chance_key"] = OTHER_KEY
    return state_from_bytes(state.game, record.tobytes())


def play_both(left: State, right: State, play: int) -> bool:
    """Play the same random moves in both; return whether they stay equal, chance key aside."""
    rng = random.Random(play)
    while not left.is_terminal():
        seat = rng.choice(left.acting_players())
        legal = left.legal_actions(seat).tolist()
        if right.acting_players() != left.acting_players() \
                or right.legal_actions(seat).tolist() != legal:
            return False
        action = rng.choice(legal)
        left.apply_action(action, seat)
        right.apply_action(action, seat)
    return with_other_chance(left) == with_other_chance(right)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_two_seats_choose_at_once_in_a_game_that_says_so(case):
    for deal in range(3):
        most = max(len(state.acting_players()) for state, _ in walk(case.game, deal, deal))
        assert most == 1 or case.game.spec.simultaneous


@pytest.mark.parametrize("case", SETTLED, ids=str)
def test_the_deal_settles_all_chance_in_a_game_that_says_so(case):
    for deal in range(3):
        state = case.game.new_initial_state(deal)
        assert play_both(state, with_other_chance(state), deal)


def test_another_chance_key_shows_where_chance_goes_on():
    """The test above can fail: the second round of Hội Phố is dealt from the key."""
    state = load_game("hoi_pho", 3).new_initial_state(1)
    assert not play_both(state, with_other_chance(state), 1)


def scores_hang_on_the_hidden(case) -> bool:
    """Return whether in some position another world that a seat may be in has other scores."""
    return any(
        state.observation(seat).sample_state(deal).scores().tolist() != state.scores().tolist()
        for deal in range(4)
        for state, _ in walk(case.game, deal, deal)
        for seat in range(case.players)
        if not state.is_terminal()
    )


@pytest.mark.parametrize("case", RUNNING, ids=str)
def test_running_scores_are_public(case):
    """Who leads cannot hang on what is hidden."""
    assert not scores_hang_on_the_hidden(case)


def test_the_cards_decide_who_would_win_a_hand_of_poker():
    """The test above can fail, and a game whose scores would make it fail says so."""
    poker = Case("kuhn_poker", 3)
    assert not poker.game.spec.running_scores
    assert scores_hang_on_the_hidden(poker)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_deep_copy_is_an_independent_state_of_the_same_game(case):
    state, _ = position(case.game, 1, 1)
    twin = copy.deepcopy(state)
    assert twin == state and twin is not state
    assert twin.game is state.game is copy.deepcopy(case.game)
    assert twin.events() == state.events()
