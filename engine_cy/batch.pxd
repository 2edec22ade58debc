from libc.stdint cimport uint32_t, uint64_t

from engine_cy.core cimport Game, Header

cdef class Batch:
    cdef readonly Game game
    cdef readonly int num_games
    cdef uint64_t seed
    cdef char* states                # num_games structs, one after the other
    cdef char* scratch               # one struct, for masking
    cdef uint32_t* deals             # how often each game has been dealt
    cdef Header* at(self, Py_ssize_t index) noexcept nogil
    cdef uint64_t deal_seed(self, Py_ssize_t index) noexcept nogil
    cdef void deal(self, Py_ssize_t index) noexcept nogil
    cdef Py_ssize_t first_illegal(self, const int* actions) noexcept nogil
