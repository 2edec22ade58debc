# What one question to a network is: the tensor of what one seat knows of a world. What the answer
# says: a policy over the seat's legal actions and the utilities of all seats.
from engine_cy.core cimport Game, Header, Observation

cdef class Guide:
    cdef readonly Game game
    cdef readonly int num_inputs       # F: features of the tensor
    cdef readonly int num_actions      # A: logits of the policy
    cdef readonly int num_seats        # S: logits of the values
    cdef readonly int num_outputs      # A + S
    cdef double share_total            # of the seats' utilities, each scaled to [0, 1]
    cdef Header* seen                  # the world as the asking seat sees it
    cdef int check(self, Observation observation) except -1
    cdef void write(self, const Header* world, int seat, float* x) noexcept nogil
    cdef void read_values(self, const float* out, int seat, double* values) noexcept nogil
