"""The textbook games beside OpenSpiel's own: the same legal actions, returns, and knowledge.

Ten thousand random games are played in both engines at once, the chance of OpenSpiel's set to our
deal. Information states have to be cut alike: two positions share OpenSpiel's string exactly where
they share our hash. They are compared before each choice, no commitment being open.
"""

from __future__ import annotations

import random

import pytest
from cases import Case, case

pyspiel = pytest.importorskip("pyspiel")

GAMES = 10_000

POKER = [*(case("kuhn_poker", n) for n in (2, 3)), *(case("leduc_poker", n) for n in (2, 3))]
SHOWN_BIDS = [
    case("goofspiel", players, num_cards=cards, points_order=order, returns_type=returns)
    for players in (2, 3, 4)
    for cards, order, returns in (
        (4, "random", "win_loss"), (5, "ascending", "point_difference"),
        (6, "descending", "total_points"), (13, "random", "point_difference"),
    )
]
HIDDEN_BIDS = [
    case("goofspiel", 2, num_cards=cards, points_order=order, imp_info=True)
    for cards, order in ((3, "descending"), (4, "random"), (6, "ascending"), (13, "random"))
]


def peer_of(case: Case):
    """Return OpenSpiel's game of a case."""
    return pyspiel.load_game(case.name, {"players": case.players, **dict(case.options)})


def knowledge(case: Case, theirs, seat: int) -> str:
    """Return what a seat knows, as OpenSpiel words it.

    Where Goofspiel's bids are shown, its string forgets in which order they came: the history,
    which everybody has seen, is added.
    """
    text = f"seat {seat}: {theirs.information_state_string(seat)}"
    seen_by_all = case.name == "goofspiel" and "imp_info" not in dict(case.options)
    return f"{text} {theirs.history()}" if seen_by_all else text


class Cut:
    """The two names of every information state met, OpenSpiel's and ours."""

    def __init__(self) -> None:
        self.ours: dict[str, int] = {}
        self.theirs: dict[int, str] = {}

    def meet(self, text: str, hashed: int) -> None:
        """Note that an information state has these names; fail if either had another."""
        assert self.ours.setdefault(text, hashed) == hashed, f"two hashes for {text}"
        assert self.theirs.setdefault(hashed, text) == text, f"one hash for {text}"


def dealt(state) -> list[int]:
    """Return what chance decides in OpenSpiel's game, in its order, as we have dealt it."""
    record = state.record()
    match state.game.name:
        case "kuhn_poker":
            cards = record["card"][: state.game.num_players].tolist()
        case "leduc_poker":
            cards = [*record["card"][: state.game.num_players].tolist(), record["public_card"]]
        case "goofspiel":
            cards = record["prize"][: state.game.options["num_cards"]].tolist()
    return [int(card) - 1 for card in cards]


def play_both(case: Case, peer, seed: int, cut: Cut) -> None:
    """Play one random game in both engines."""
    rng = random.Random(seed)
    ours, theirs = case.game.new_initial_state(seed), peer.new_initial_state()
    chance = iter(dealt(ours))
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            theirs.apply_action(next(chance))
            continue
        assert not ours.is_terminal()
        for seat in range(case.players):
            cut.meet(knowledge(case, theirs, seat), ours.information_state_hash(seat))
        commit(ours, theirs, rng)
    assert ours.is_terminal()
    assert ours.returns().tolist() == pytest.approx(theirs.returns(), abs=1e-9)


def commit(ours, theirs, rng: random.Random) -> None:
    """Let every acting seat choose the same in both."""
    if not theirs.is_simultaneous_node():
        assert ours.acting_players() == (theirs.current_player(),)
    chosen = []
    for seat in ours.acting_players():
        legal = theirs.legal_actions(seat)
        assert ours.legal_actions(seat).tolist() == legal
        chosen.append(legal[int(rng.random() * len(legal))])
        ours.apply_action(chosen[-1], seat)
    if theirs.is_simultaneous_node():
        theirs.apply_actions(chosen)
    else:
        theirs.apply_action(chosen[0])


def compare(case: Case, games: int) -> None:
    """Play so many games in both engines."""
    cut, peer = Cut(), peer_of(case)
    for seed in range(games):
        play_both(case, peer, seed, cut)
    assert len(cut.ours) == len(cut.theirs) > case.players


@pytest.mark.parametrize("case", POKER, ids=str)
def test_ten_thousand_games_of_poker(case):
    compare(case, GAMES)


@pytest.mark.parametrize("case", [*SHOWN_BIDS, *HIDDEN_BIDS], ids=str)
def test_ten_thousand_games_of_goofspiel_for_each_player_count(case):
    compare(case, GAMES // 4)
