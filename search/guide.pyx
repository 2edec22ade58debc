"""Questions to a policy and value network, and the reading of its answers.

A network maps the tensor of an observation, float32[F], to float32[A + S]: logits of the game's A
actions, then logits of the values of S seats in the order of seats from the asking one on. S is
the most players the game can have, at least 2; the seats that are not there do not count.
"""
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from engine_cy.core cimport MAX_ACTIONS, MAX_PLAYERS, Game, Header, Observation
from search.mlp cimport masked_softmax, value_shares

import numpy as np


cdef class Guide:
    """Asks about one game; belongs to one thread at a time.

    num_actions, num_seats: A and S of the network.

    Raises ValueError for a network of other sizes than the game's, and for a game whose utilities
    have no constant sum.
    """

    def __cinit__(self, Game game not None, num_actions=None, num_seats=None):
        cdef int players = game.num_players
        self.game = game
        self.num_inputs = game.observation_tensor_size
        self.num_actions = game.num_distinct_actions if num_actions is None else num_actions
        self.num_seats = max(2, game.max_players) if num_seats is None else num_seats
        self.num_outputs = self.num_actions + self.num_seats
        if not game.num_distinct_actions <= self.num_actions <= MAX_ACTIONS:
            raise ValueError(f"A network with {self.num_actions} actions does not fit {game!r}, "
                             f"which has {game.num_distinct_actions}.")
        if self.num_seats < max(2, players):
            raise ValueError(f"A network with values of {self.num_seats} seats does not fit "
                             f"{game!r}: at least {max(2, players)} are needed.")
        self.share_total = share_total(game)
        self.seen = <Header*>calloc(1, game.state_size)
        if self.seen == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.seen)

    cdef void write(self, const Header* world, int seat, float* x) noexcept nogil:
        """Write the tensor of what a seat knows of a world, whether it acts or not."""
        self.game.mask_into(world, seat, self.seen)
        memset(x, 0, self.num_inputs * sizeof(float))
        self.game.ops.tensor(self.game.rules, self.seen, seat, x)

    cdef int check(self, Observation observation) except -1:
        """Refuse an observation of another game: its struct would be misread."""
        if observation.game != self.game:
            raise ValueError(f"The observation is of {observation.game!r}, the questions are "
                             f"about {self.game!r}.")
        return 0

    cdef void read_values(self, const float* out, int seat, double* values) noexcept nogil:
        """Write every seat's utility in [0, 1], by absolute seat, from one answer to a seat."""
        cdef double relative[MAX_PLAYERS]
        cdef int players = self.game.num_players, j
        value_shares(out + self.num_actions, players, self.share_total, relative)
        for j in range(players):
            values[(seat + j) % players] = relative[j]

    # ---- the same for Python: tests, analysis ------------------------------------------------

    def question(self, Observation observation not None):
        """Return (tensor float32[F], legal actions int32[k]) of an observation."""
        cdef float[::1] view
        self.check(observation)
        x = np.empty(self.num_inputs, dtype=np.float32)
        view = x
        self.write(observation.h, observation.player, &view[0])
        return x, observation.legal_actions()

    def answer(self, Observation observation not None, const float[::1] out not None):
        """Return (shares float64[k] of the legal actions, utilities float64[P]) of an answer.

        The utilities are the game's own, by absolute seat.
        """
        cdef uint8_t legal[MAX_ACTIONS]
        cdef double shares[MAX_ACTIONS]
        cdef double values[MAX_PLAYERS]
        cdef Game game = self.game
        cdef int k, i
        self.check(observation)
        if out.shape[0] != self.num_outputs:
            raise ValueError(f"An answer of {out.shape[0]} numbers is not one of "
                             f"{self.num_outputs}.")
        k = game.ops.legal(game.rules, observation.h, observation.player, legal)
        if k > 0:
            masked_softmax(&out[0], legal, k, shares)
        self.read_values(&out[0], observation.player, values)
        scale = game.utility_max - game.utility_min
        return (np.array([shares[i] for i in range(k)]),
                np.array([values[i] * scale + game.utility_min for i in range(game.num_players)]))


def share_total(Game game not None) -> float:
    """Return the sum over the seats of utilities scaled to [0, 1]; 1.0 for a game for one.

    Raises ValueError where the utilities of several seats have no constant sum.
    """
    if game.num_players == 1:
        return 1.0
    if game.utility_sum is None:
        raise ValueError(f"The utilities of {game!r} have no constant sum; networks value the "
                         "seats' shares of one.")
    return ((game.utility_sum - game.num_players * game.utility_min)
            / (game.utility_max - game.utility_min))
