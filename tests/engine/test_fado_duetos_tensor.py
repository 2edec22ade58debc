"""What the tensor says of values in common, counted again from the observation and the cards."""

import random

import numpy as np
import pytest
from fado_duetos_referee import deck_nine, deck_three

from engine_cy import load_game

CASES = [(2, {}), (3, {}), (4, {}), (4, {"variant": "impromptu"}), (3, {"deck": "three"}),
         (2, {"deck": "three", "variant": "impromptu", "two_player_stack_cards": 2})]


def values(card, cards):
    """The values of a card, each with its characteristic; the guitarist has none."""
    return set(enumerate(cards[card])) if card in cards else set()


def positions(game, seed):
    """Yield what each seat sees at the decisions of a random game."""
    rng, state = random.Random(seed), game.new_initial_state(seed)
    while not state.is_terminal():
        for seat in range(game.num_players):
            yield state.observation(seat)
        actor = state.current_player()
        state.apply_action(rng.choice(state.legal_actions().tolist()), actor)


def block(view, name):
    start, stop = next((a, b) for n, a, b in view.game.observation_tensor_layout if n == name)
    return view.tensor()[start:stop]


@pytest.mark.parametrize("players, options", CASES)
def test_values_in_common_are_those_of_the_cards(players, options):
    game = load_game("fado_duetos", players, **options)
    hand_cards, show_cards = deck_three() if options.get("deck") == "three" else deck_nine()
    numbers = {card: i for i, card in enumerate(sorted(hand_cards))}
    completing = 0
    for view in positions(game, 3):
        seen = view.to_dict()["view"]
        hand = [values(card, hand_cards) for card in seen["hand"]]
        lying = {card: values(card, hand_cards) for card, *_ in seen["practice"]}
        held = {value: sum(value in card for card in hand) for card in hand for value in card}
        first = set().union(*(values(column[0], show_cards) for column in seen["showcase"]))
        second = set().union(*(values(column[1], show_cards) for column in seen["showcase"]))
        own = block(view, "own_values").reshape(3, 4, 16)
        for least in (1, 2, 3):
            assert own[least - 1].sum() == sum(n >= least for n in held.values())
            found = [own[least - 1][c].sum() for c in range(4)]
            assert found == [sum(n >= least for (c2, _), n in held.items() if c2 == c)
                             for c in range(4)]
        public = block(view, "values").reshape(3, 64).sum(axis=1)
        assert public.tolist() == [len(set().union(*lying.values())), len(first), len(second)]
        wanted = np.zeros((3, 81), dtype=np.float32)
        for card in seen["hand"]:
            mine = values(card, hand_cards)
            wanted[:, numbers[card]] = [sum(held[v] >= 2 for v in mine),
                                        sum(held[v] >= 3 for v in mine),
                                        sum(held[v] >= 2 and v in first for v in mine)]
        for card, its in lying.items():
            wanted[:, numbers[card]] = [sum(held.get(v, 0) >= 1 for v in its),
                                        sum(held.get(v, 0) >= 2 for v in its),
                                        sum(held.get(v, 0) >= 1 and v in first for v in its)]
        for row, name in zip(wanted, ("own_pairs", "own_sets", "own_shows"), strict=True):
            assert np.array_equal(block(view, name), row / 4)
        completing += wanted[1:].any()
    assert completing > 20
