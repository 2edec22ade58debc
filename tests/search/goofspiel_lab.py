"""Small Goofspiel positions that a test can solve by walking every line."""

from functools import cache
from itertools import product

import engine_cy


def lab_game(players, cards):
    """All prizes are known from the start: nothing is hidden but the bids of the moment."""
    return engine_cy.load_game("goofspiel", players=players, num_cards=cards,
                               points_order="ascending")


def after(state, bids):
    """The state after one bid per seat."""
    copy = state.clone()
    for seat, bid in enumerate(bids):
        copy.apply_action(int(bid), seat)
    return copy


class Solver:
    """In how many own decisions a seat can force a win for itself alone, whatever others do."""

    def __init__(self, players, cards):
        self.game = lab_game(players, cards)
        self.states = {}

    def distance(self, state, seat):
        """Own decisions needed at worst, None where no win can be forced; 0 after the game."""
        if state.is_terminal():
            return 0 if state.ranks()[seat] == 1 and list(state.ranks()).count(1) == 1 else None
        found = self.forced(state, seat).values()
        return min(found, default=None)

    def forced(self, state, seat):
        """{action: decisions needed} of the actions that force a win."""
        key = state.to_bytes()
        self.states[key] = state
        return self._forced(key, seat)

    @cache  # noqa: B019 - lives as long as the module's tests
    def _forced(self, key, seat):
        state = self.states[key]
        result = {}
        seats = [list(state.legal_actions(p)) for p in range(self.game.num_players)]
        for action in seats[seat]:
            others = [[action] if p == seat else bids for p, bids in enumerate(seats)]
            worst = [self.distance(after(state, bids), seat) for bids in product(*others)]
            if None not in worst:
                result[int(action)] = 1 + max(worst)
        return result

    def luck(self, state, seat, action):
        """The share of the others' bids after which the win is still forced."""
        seats = [[action] if p == seat else list(state.legal_actions(p))
                 for p in range(self.game.num_players)]
        ends = [self.distance(after(state, bids), seat) for bids in product(*seats)]
        return sum(end is not None for end in ends) / len(ends)

    def positions(self, seat, depth):
        """(state, right actions) where `seat` wins by force in exactly `depth` decisions.

        Only those in which a wrong action is found out by most of the others' bids: a lost
        opponent bids at random, and against that a slightly wrong action may win as well.
        """
        seen, todo = set(), [self.game.new_initial_state(1)]
        while todo:
            state = todo.pop()
            if state.is_terminal() or state.to_bytes() in seen:
                continue
            seen.add(state.to_bytes())
            forced = self.forced(state, seat)
            wrong = set(map(int, state.legal_actions(seat))) - set(forced)
            if (forced and wrong and min(forced.values()) == depth
                    and max(self.luck(state, seat, action) for action in wrong) <= 0.5):
                yield state, set(forced)
            seats = [list(state.legal_actions(p)) for p in range(self.game.num_players)]
            todo.extend(after(state, bids) for bids in product(*seats))
