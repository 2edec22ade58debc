# Exact dealing of hidden pieces. A pool holds distinct physical pieces; every piece has a type (its
# face) and a set of holders that may hold it; a holder has a fixed number of free places.
# A deal is an assignment of pieces to holders that fills every place. `deal_sample` draws one
# uniformly over those assignments: by a shuffle where nothing is forbidden, else by counting
# completions, piece by piece. There is no rejection anywhere.
#
# Alike pieces of which some have been shown: nobody saw which of them a holder has shown, so an
# unseen one may have been any. A holder that has shown k and still holds u of them could have been
# dealt its k + u in fewer ways than two holders with k and u: assignments weigh u! / (u + k)! per
# holder. The first `num_alike` pieces are such.
#
# Where pieces of several kinds have been shown, `num_kinds` is set instead: faces are below it and
# in ascending order, nothing is ordered or barred, the last holder takes what the others leave,
# and the same weights hold for every kind. Completions are then counted kind by kind.
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from engine_cy.rng cimport Rng

cdef enum:
    MAX_HOLDERS = 16
    MAX_PIECES = 128
    MAX_NOTES = 256
    MAX_KINDS = 8

cdef struct Pool:
    uint8_t num_pieces
    uint8_t num_holders
    uint8_t constrained              # 1: a piece is barred from a holder, `needed`, or `shown`
    uint8_t num_alike                # pieces at the front of which alike ones have been shown
    uint8_t shown[MAX_HOLDERS]       # how many of them each holder has shown
    uint8_t num_kinds                # if not 0: dealt kind by kind, with
    uint8_t shown_kind[MAX_KINDS][MAX_HOLDERS]   # how many of each kind each holder has shown
    uint8_t needed                   # 1: at least one piece must go where its `marks` say
    uint8_t type[MAX_PIECES]         # face of each piece
    uint32_t allowed[MAX_PIECES]     # bit h: holder h may hold the piece (read if constrained)
    uint32_t marks[MAX_PIECES]       # bit h: the piece there meets the need (read if needed)
    uint8_t room[MAX_HOLDERS]        # free places of each holder; they add up to num_pieces
    uint8_t ordered[MAX_HOLDERS]     # 1: the places of this holder are distinct (a deck, a trick)
    uint16_t num_notes
    uint16_t notes[MAX_NOTES]        # what a game's `hidden` leaves for its `place`; not dealt

# Number of doubles `deal_count` needs: one for each vector of places still free, twice that where
# something is needed.
cdef Py_ssize_t deal_table_size(const Pool* pool) noexcept nogil
# Fill `table` with the weight of the completions for each vector of free places; return the total.
# Without `shown` it is the number of deals, exact while it stays below 2^53.
cdef double deal_count(const Pool* pool, double* table) noexcept nogil
# Write the faces place by place, holder after holder. `table` is read if the pool is constrained;
# the total must be at least 1.
cdef void deal_sample(const Pool* pool, const double* table, Rng* rng, uint8_t* out) noexcept nogil
# Return the entropy in bits of a possible pool's deals as they look, equally likely ones counted
# together: (bits of which pieces each holder has, bits of the order in ordered holders).
cdef tuple pool_bits(const Pool* pool)
