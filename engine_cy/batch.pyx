"""Many games of one kind stepped together, without the GIL and without a Python object per game."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from engine_cy.core cimport (
    MAX_ACTIONS,
    MAX_PLAYERS,
    TERMINAL,
    Game,
    Header,
    State,
    commit,
    is_legal,
    new_state,
)
from engine_cy.rng cimport mix2

import numpy as np

from engine_cy.core import illegal_sentence
from engine_cy.errors import IllegalActionError


cdef inline int current_of(const Header* h) noexcept nogil:
    """Return the first acting seat, or TERMINAL."""
    cdef int p
    for p in range(MAX_PLAYERS):
        if (h.acting >> p) & 1:
            return p
    return TERMINAL


cdef class Batch:
    """n games of one `Game`, each at its own point: equal to n single games stepped by hand.

    Deal number c (from 0) of game i is `game.new_initial_state(batch.deal_seed_of(i))`, a keyed
    mixture of (seed, i, c): it depends on nothing that is played. Letters in the shapes: n games,
    A actions, F features, P seats. Arrays given as `out` are written in place and returned.
    """

    def __cinit__(self, Game game not None, n, seed):
        if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 1 <= n < 2**31:
            raise ValueError(f"A batch of {n!r} games is not possible; at least 1 is needed.")
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) \
                or not 0 <= seed < 2**64:
            raise ValueError(f"Seed {seed!r} is not an integer in [0, 2^64).")
        self.game = game
        self.num_games = n
        self.seed = seed
        self.states = <char*>calloc(n, game.state_size)
        self.scratch = <char*>calloc(1, game.state_size)
        self.deals = <uint32_t*>calloc(n, sizeof(uint32_t))
        if self.states == NULL or self.scratch == NULL or self.deals == NULL:
            raise MemoryError
        cdef Py_ssize_t i
        with nogil:
            for i in range(self.num_games):
                self.deal(i)

    def __dealloc__(self):
        free(self.states)
        free(self.scratch)
        free(self.deals)

    def __len__(self):
        return self.num_games

    cdef Header* at(self, Py_ssize_t index) noexcept nogil:
        return <Header*>(self.states + index * self.game.state_size)

    cdef uint64_t deal_seed(self, Py_ssize_t index) noexcept nogil:
        return mix2(mix2(self.seed, index), self.deals[index])

    cdef void deal(self, Py_ssize_t index) noexcept nogil:
        self.game.begin(self.at(index), mix2(self.deal_seed(index), 1), NULL)

    def deal_seed_of(self, index) -> int:
        """Return the seed from which the present deal of a game was made."""
        return self.deal_seed(self._row(index))

    def state(self, index) -> State:
        """Return a copy of one game's state; its events are not known."""
        cdef Py_ssize_t i = self._row(index)
        cdef State state = new_state(self.game)
        memcpy(state.h, self.at(i), self.game.state_size)
        state.log_of = False
        return state

    def reset(self, index) -> None:
        """Deal a game afresh, whether it is over or not."""
        cdef Py_ssize_t i = self._row(index)
        self.deals[i] += 1
        with nogil:
            self.deal(i)

    def current_players(self, out=None):
        """Return the seat to act in each game, int32[n]; -4 (TERMINAL) where it is over."""
        cdef int[::1] view
        cdef Py_ssize_t i
        out = self._array(out, np.int32, ())
        view = out
        with nogil:
            for i in range(self.num_games):
                view[i] = current_of(self.at(i))
        return out

    def done(self, out=None):
        """Return 1 for each game that is over, uint8[n]."""
        cdef uint8_t[::1] view
        cdef Py_ssize_t i
        out = self._array(out, np.uint8, ())
        view = out
        with nogil:
            for i in range(self.num_games):
                view[i] = self.at(i).over
        return out

    def tensor(self, out=None):
        """Return what the seat to act sees in each game, float32[n, F]; 0 where it is over."""
        cdef float[:, ::1] view
        cdef Py_ssize_t i
        cdef int seat
        cdef Header* observed = <Header*>self.scratch
        out = self._array(out, np.float32, (self.game.observation_tensor_size,))
        view = out
        with nogil:
            memset(&view[0, 0], 0, view.shape[0] * view.shape[1] * sizeof(float))
            for i in range(self.num_games):
                seat = current_of(self.at(i))
                if seat >= 0:
                    self.game.mask_into(self.at(i), seat, observed)
                    self.game.ops.tensor(self.game.rules, observed, seat, &view[i, 0])
        return out

    def mask(self, out=None):
        """Return 1 for each legal action of the seat to act, uint8[n, A]; 0 where it is over."""
        cdef uint8_t[:, ::1] view
        cdef uint8_t legal[MAX_ACTIONS]
        cdef Py_ssize_t i
        cdef int k, j, seat
        out = self._array(out, np.uint8, (self.game.num_distinct_actions,))
        view = out
        with nogil:
            memset(&view[0, 0], 0, view.shape[0] * view.shape[1])
            for i in range(self.num_games):
                seat = current_of(self.at(i))
                k = self.game.ops.legal(self.game.rules, self.at(i), seat, legal) \
                    if seat >= 0 else 0
                for j in range(k):
                    view[i, legal[j]] = 1
        return out

    def step(self, actions) -> None:
        """Apply one action in each game, for the seat to act; games that are over ignore theirs.

        actions: integers [n]. Raises IllegalActionError naming the first row with an illegal
        action; then nothing has been stepped.
        """
        cdef Header* h
        cdef Py_ssize_t i, wrong
        cdef const int[::1] view
        given = np.asarray(actions)
        if given.shape != (self.num_games,) or given.dtype.kind not in "iu":
            raise ValueError(f"Actions of shape {given.shape} and type {given.dtype} are not "
                             f"{self.num_games} integers.")
        view = np.ascontiguousarray(given.clip(-1, MAX_ACTIONS), dtype=np.int32)
        with nogil:
            wrong = self.first_illegal(&view[0])
            if wrong < 0:
                for i in range(self.num_games):
                    h = self.at(i)
                    if not h.over:
                        commit(self.game.ops, self.game.rules, h, current_of(h), view[i], NULL)
        if wrong >= 0:
            state = self.state(wrong)
            sentence = illegal_sentence(self.game, int(given[wrong]), state.current_player(),
                                        state.legal_actions().tolist())
            raise IllegalActionError(f"Row {wrong}: {sentence}")

    cdef Py_ssize_t first_illegal(self, const int* actions) noexcept nogil:
        """Return the first row whose action is not legal, -1 if there is none."""
        cdef Py_ssize_t i
        cdef Header* h
        for i in range(self.num_games):
            h = self.at(i)
            if not h.over and not is_legal(self.game.ops, self.game.rules, h, current_of(h),
                                           actions[i]):
                return i
        return -1

    def returns(self, out=None):
        """Return the utilities of the games that are over, float64[n, P]; 0 for the others."""
        cdef double[:, ::1] view
        cdef Py_ssize_t i
        out = self._array(out, np.float64, (self.game.num_players,))
        view = out
        with nogil:
            memset(&view[0, 0], 0, view.shape[0] * view.shape[1] * sizeof(double))
            for i in range(self.num_games):
                if self.at(i).over:
                    self.game.ops.returns(self.game.rules, self.at(i), &view[i, 0])
        return out

    def _row(self, index) -> int:
        """Return an index, checked."""
        if isinstance(index, bool) or not isinstance(index, (int, np.integer)) \
                or not 0 <= index < self.num_games:
            raise IndexError(f"Game {index!r} is not one of 0..{self.num_games - 1} of the batch.")
        return index

    def _array(self, out, dtype, shape):
        """Return `out`, checked to be a C-contiguous array [n, *shape], or a new one."""
        shape = (self.num_games, *shape)
        if out is None:
            return np.empty(shape, dtype=dtype)
        if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != dtype \
                or not out.flags.c_contiguous:
            raise ValueError(f"out must be a C-contiguous array {np.dtype(dtype)}{list(shape)}, "
                             f"not {type(out).__name__} {getattr(out, 'dtype', '')}"
                             f"{list(getattr(out, 'shape', ()))}.")
        return out
