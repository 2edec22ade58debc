# What a game's scripted module may offer to search, as C functions behind small Python objects.
from libc.math cimport exp
from libc.stdint cimport uint8_t

from engine_cy.core cimport Header

# Each seat's utility, in the game's own unit, expected at the end of the game, of a state in which
# a deal has just been played out or the next one has just been dealt.
ctypedef void (*leaf_t)(const void* rules, const Header* s, double* utility) noexcept nogil

# A score for each of the k legal actions of a seat in an observation: the higher, the better.
ctypedef void (*scores_t)(const void* rules, const Header* obs, int seat, const uint8_t* legal,
                          int k, double* scores) noexcept nogil

cdef class LeafFormula:
    cdef leaf_t value
    cdef readonly int deals    # and stages that a simulation goes through to where it is asked

cdef class MoveScores:
    cdef scores_t scores

cdef LeafFormula leaf_formula(leaf_t value, int deals=*)
cdef MoveScores move_scores(scores_t scores)

cdef inline void softmax(double* x, int n) noexcept nogil:
    """Turn n strengths into shares of 1 in place: normalised exponentials."""
    cdef double most = -1e300, total = 0
    cdef int i
    for i in range(n):
        most = max(most, x[i])
    for i in range(n):
        x[i] = exp(x[i] - most)
        total += x[i]
    for i in range(n):
        x[i] /= total

cdef inline double best_other(const double* x, int n, int p) noexcept nogil:
    """Return the highest of n numbers but that of seat p."""
    cdef double best = -1e300
    cdef int q
    for q in range(n):
        if q != p:
            best = max(best, x[q])
    return best
