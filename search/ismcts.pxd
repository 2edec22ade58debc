# Information-set MCTS with one tree per seat, in three functions over an arena: descend to a leaf,
# evaluate it, back the values up. A search can be stepped: between descend and back_up it waits
# in its Leaf, so many searches can share one evaluator.
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from engine_cy.core cimport MAX_PLAYERS, Game, Header, Observation, Ops, Sampler
from engine_cy.rng cimport Rng
from search.formula cimport LeafFormula, MoveScores, leaf_t, scores_t
from search.tree cimport Tree

cdef struct Step:              # one choice made inside the tree
    uint32_t node
    uint32_t edge

cdef struct Leaf:
    Header* world              # the sampled world, played on to the leaf
    Step* path
    int n                      # steps of the path
    int num_new                # nodes this simulation added, in order of `added`
    uint32_t added[MAX_PLAYERS]
    int depth                  # choices from the root to the leaf, simultaneous ones counted once
    uint8_t own_only           # 1: the world has the true own hand, and the others learn nothing
    uint8_t finished           # 1: at the horizon

cdef struct Plan               # (declared below; evaluators read it)

# Fill values[seat], each in [0, 1]; may play leaf.world on.
ctypedef void (*evaluate_t)(const Plan* plan, Leaf* leaf, Rng* rng, double* values) noexcept nogil

cdef struct Plan:              # what a search does; constant while it runs
    const Ops* ops
    const void* rules
    evaluate_t evaluate
    leaf_t formula             # NULL: simulations run to the end of the game
    scores_t scores            # of a script, for priors; NULL: none
    double temperature         # of the priors, in the unit of the scores
    double c                   # exploration constant on utilities in [0, 1]
    double low, inverse_range  # utility u counts as (u - low) * inverse_range
    double redeal              # share of simulations in which the own hand is dealt anew
    double blend, margin       # weight of the score margin at the game's end, and its scale
    double bias                # weight of the script's scores beside UCB1; 0: they are priors
    int num_players
    int deals                  # and stages that simulations go through where there is a formula
    uint16_t epoch, stage      # the root's; read where there is a formula
    uint8_t flat               # 1: the tree is the root's own decision and nothing else
    uint8_t seat

cdef class Search:
    cdef readonly Game game
    cdef LeafFormula formula
    cdef MoveScores script
    cdef Header* seen              # what the seat of a new node knows of the world: for the script
    cdef Tree tree
    cdef Leaf leaf
    cdef Plan plan
    cdef Rng rng
    cdef Sampler sampler           # of worlds that agree with the root observation
    cdef Sampler public_sampler    # the same with the own hand dealt anew, or None
    cdef uint64_t root_key
    cdef uint16_t root_moves, root_news
    cdef bint rooted
    cdef int wish                  # 1: another thread wants the search to end
    cdef readonly int64_t simulations
    cdef readonly int depth
    cdef readonly double seconds
    cdef readonly bint kept
    cdef int begin_at(self, Observation observation, uint64_t seed, bint all_hands) except -1
    cdef void new_world(self) noexcept nogil
    cdef void descend_tree(self) noexcept nogil
    cdef int choose(self, const Header* world, int seat, int* in_tree) noexcept nogil
    cdef void guess(self, const Header* world, uint32_t index) noexcept nogil
    cdef void back_up_values(self, const double* values) noexcept nogil
    cdef void simulate(self) noexcept nogil
    cdef int loop(self, int64_t simulations, int64_t nanoseconds) except -1 nogil

cdef int64_t monotonic_ns() noexcept nogil
