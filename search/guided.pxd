# MO-ISMCTS that asks a network: priors of new nodes, moves of seats that have left their trees,
# utilities of leaves. It is a machine that stops wherever it needs answers, so that one search can
# answer its own questions and many can share an evaluator; both ways give the same numbers.
from libc.stdint cimport int64_t, uint8_t, uint32_t

from engine_cy.core cimport MAX_PLAYERS, Game, Header
from search.belief cimport Belief
from search.guide cimport Guide
from search.ismcts cimport Leaf, Search
from search.mlp cimport MLP

cdef struct Question:
    uint32_t node              # the new node that waits for its priors, or NO_NODE
    uint8_t seat               # who asks
    uint8_t acts               # 1: the seat is to make a move
    uint8_t values             # 1: the answer's utilities count for the leaf

cdef struct Settings:
    double c                   # exploration constant on utilities in [0, 1]
    double fpu                 # how far untried edges count below their node's mean
    double mixed               # share of the uniform distribution in priors
    double rollouts            # weight of a random playout in a leaf's utilities
    uint8_t spread             # 1: c by the standard deviation of the node's utilities
    uint8_t sampled            # 1: the first move of a new node is drawn from its priors
    uint8_t stop, leaf         # numbers of STOPS and LEAVES

cdef class GuidedSearch:
    cdef readonly Game game
    cdef readonly Guide guide
    cdef readonly MLP net              # None: the answers come from outside
    cdef Search base                   # the tree, the worlds and the backing up
    cdef Settings settings
    cdef Belief belief                 # None: worlds are drawn without weights
    cdef float* rows                   # questions [MAX_PLAYERS, F]
    cdef float* outs                   # answers [MAX_PLAYERS, A + S]
    cdef float* scratch
    cdef float* squares                # by node: sum of squared utilities
    cdef Question questions[MAX_PLAYERS]
    cdef int chosen[MAX_PLAYERS]
    cdef readonly int waiting          # questions without answers yet
    cdef int in_tree, num_new
    cdef bint open, at_leaf
    cdef bint weighing                 # the questions that wait are the belief's
    cdef readonly int64_t asked        # questions of this search so far
    cdef bint weighs(self) noexcept nogil
    cdef int advance(self, float* rows) noexcept nogil
    cdef void answer(self, const float* outs) noexcept nogil
    cdef int look(self, float* rows) noexcept nogil
    cdef void ask(self, float* rows, int seat, uint32_t node, bint acts, bint values) noexcept nogil
    cdef uint32_t enter(self, int seat, uint8_t* actions, int* k, bint* fresh) noexcept nogil
    cdef bint stops(self, int fresh) noexcept nogil
    cdef void ask_of_leaf(self, float* rows, const uint32_t* index, int fresh) noexcept nogil
    cdef void choose_or_ask(self, float* rows, int seat, uint32_t index, const uint8_t* actions,
                            int k, bint fresh) noexcept nogil
    cdef void step_into(self, int seat, uint32_t index, int e) noexcept nogil
    cdef int pick(self, uint32_t index) noexcept nogil
    cdef void give_priors(self, uint32_t index, const float* out) noexcept nogil
    cdef void make_move(self, const Question* q, const float* out) noexcept nogil
    cdef void move(self) noexcept nogil
    cdef void value_leaf(self, const float* outs) noexcept nogil
    cdef void value_end(self) noexcept nogil
    cdef void finish(self, const double* values) noexcept nogil
    cdef int loop(self, int64_t simulations, int64_t nanoseconds) except -1 nogil
