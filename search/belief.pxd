# Worlds weighted by how likely the others' past moves are in them, by a network's policy.
from libc.stdint cimport uint8_t, uint64_t

from engine_cy.core cimport MAX_PLAYERS, Game, Header, Sampler
from engine_cy.rng cimport Rng
from search.guide cimport Guide

cdef struct Memory:            # the likelihood of one move at one information state
    uint64_t key
    unsigned int generation    # the entry is empty unless this is the belief's
    double likelihood          # its logarithm

cdef struct Past:              # a move that waits for the network's policy
    uint64_t key
    uint8_t action
    uint8_t k                  # legal actions
    uint8_t legal[256]

cdef class Belief:
    cdef readonly Game game
    cdef readonly int size         # worlds that are weighted
    cdef readonly double fresh     # share of simulations in a world drawn without weights
    cdef readonly double error     # share of a move's likelihood that is uniform
    cdef readonly bint known       # whether there are past moves to weigh worlds by
    cdef Guide guide
    cdef Sampler sampler
    cdef char* worlds              # [size] state structs
    cdef double* sums              # [size] logarithms of weights; when ready, cumulated weights
    cdef Header* replayed          # world `done` at its decision `at`
    cdef Memory* memory
    cdef unsigned int generation
    cdef Past past[MAX_PLAYERS]
    cdef int waiting
    cdef Rng* rng                  # draws the worlds
    cdef int count                 # worlds to weigh: `size`, fewer where time is short
    cdef int seat, done, at, moves
    cdef double weight             # of world `done` so far, its logarithm
    cdef Header* world(self, int i) noexcept nogil
    cdef int begin(self, Sampler sampler, int seat, Rng* rng) except -1
    cdef bint ready(self) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef int advance(self, float* rows) noexcept nogil
    cdef int weigh(self, int seat, int action, float* rows) noexcept nogil
    cdef void answer(self, const float* outs) noexcept nogil
    cdef void close(self) noexcept nogil
    cdef void cumulate(self) noexcept nogil
    cdef Memory* recall(self, uint64_t key) noexcept nogil
    cdef void draw(self, Rng* rng, Header* out) noexcept nogil
    cdef list listed(self)
