"""Linear programs over a game walked in plain Python: nothing of search.exact is used.

Sequence form of von Stengel (1996): a realisation plan x of a seat has x[()] = 1 and, at each
information set, the plans of its actions sum to the plan of the sequence before it.
"""

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix


class SequenceForm:
    """Sequences are ((information state, action), ...) tuples of one seat's own choices."""

    def __init__(self, game):
        self.sequences = [{(): 0} for _ in range(game.num_players)]
        self.sets = [{} for _ in range(game.num_players)]     # (key, sequence before) -> actions
        self.ends = []                                        # (sequences, weighted returns)
        worlds = list(game.initial_worlds(100_000))
        total = sum(weight for _, weight in worlds)
        for state, weight in worlds:
            self._walk(state, [()] * game.num_players, weight / total)

    def _walk(self, state, own, chance):
        if state.is_terminal():
            self.ends.append((tuple(own), chance * state.returns()))
            return
        seat = state.current_player()
        key = state.information_state_hash(seat)
        actions = [int(action) for action in state.legal_actions()]
        self.sets[seat][key, own[seat]] = actions
        for action in actions:
            after = state.clone()
            after.apply_action(action, seat)
            longer = (*own[seat], (key, action))
            self.sequences[seat].setdefault(longer, len(self.sequences[seat]))
            self._walk(after, [*own[:seat], longer, *own[seat + 1:]], chance)

    def constraints(self, seat):
        """Return (E, e) of E x = e, which makes x a realisation plan."""
        index = self.sequences[seat]
        rows, columns, values = [0], [0], [1.0]
        for row, ((key, before), actions) in enumerate(self.sets[seat].items(), start=1):
            rows += [row] * (1 + len(actions))
            columns += [index[before], *(index[*before, (key, a)] for a in actions)]
            values += [-1.0] + [1.0] * len(actions)
        shape = (1 + len(self.sets[seat]), len(index))
        right = np.zeros(shape[0])
        right[0] = 1.0
        return csr_matrix((values, (rows, columns)), shape=shape), right

    def plan(self, seat, chances):
        """Return the realisation plan of chances {(key, action): chance} in sequence order."""
        return np.array([np.prod([chances[choice] for choice in sequence])
                         for sequence in self.sequences[seat]])

    def gradient(self, seat, plans):
        """Return the utility of each sequence of a seat where the others follow their plans."""
        out = np.zeros(len(self.sequences[seat]))
        for own, returns in self.ends:
            reach = np.prod([plans[q][self.sequences[q][own[q]]]
                             for q in range(len(own)) if q != seat])
            out[self.sequences[seat][own[seat]]] += reach * returns[seat]
        return out

    def best_response(self, seat, plans):
        """Return the most a seat can get, by a linear program over its plans."""
        matrix, right = self.constraints(seat)
        solved = linprog(-self.gradient(seat, plans), A_eq=matrix, b_eq=right, bounds=(0, None))
        assert solved.status == 0
        return -solved.fun

    def value(self):
        """Return the first seat's value of a two-seat game of constant sum.

        max over x of the least of f'v with E x = e, F'v <= A'x: the dual of the opponent's best
        response stands in for the opponent.
        """
        (e, e_right), (f, f_right) = self.constraints(0), self.constraints(1)
        payoff = np.zeros((len(self.sequences[0]), len(self.sequences[1])))
        for own, returns in self.ends:
            payoff[self.sequences[0][own[0]], self.sequences[1][own[1]]] += returns[0]
        x, v = e.shape[1], f.shape[0]
        cost = np.concatenate([np.zeros(x), -f_right])
        upper = np.hstack([-payoff.T, f.T.toarray()])
        equal = np.hstack([e.toarray(), np.zeros((e.shape[0], v))])
        bounds = [(0, None)] * x + [(None, None)] * v
        solved = linprog(cost, A_ub=csr_matrix(upper), b_ub=np.zeros(len(upper)),
                         A_eq=csr_matrix(equal), b_eq=e_right, bounds=bounds)
        assert solved.status == 0
        return -solved.fun
