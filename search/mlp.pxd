# Multi-layer perceptrons for policies and values, evaluated in nogil code without torch.
#
# A network maps an observation tensor to A + S numbers: a logit for each action, then a value
# logit for each seat, seat-relative (index j belongs to seat (me + j) % P).
from libc.math cimport exp
from libc.stdint cimport uint8_t

cdef extern from "mlp_net.h" nogil:
    enum: MLP_MAX_LAYERS
    enum: MLP_ROW
    ctypedef struct MlpLayer:
        const float* weights
        const float* bias
        int num_inputs, num_outputs, stride
    ctypedef struct MlpNet:
        MlpLayer layers[MLP_MAX_LAYERS]
        int num_layers, widest_input, widest_stride
    ctypedef int (*mlp_path_t)(const MlpNet* net, const float* x, float* out,
                               float* scratch) noexcept nogil

cdef class MLP:
    cdef MlpNet net
    cdef mlp_path_t run
    cdef float* blob                        # all weights and biases, 64-byte aligned
    cdef readonly int num_inputs, num_actions, num_seats, num_outputs
    cdef readonly Py_ssize_t scratch_size   # floats that `evaluate` needs, 64-byte aligned
    cdef readonly str path
    cdef list layers
    cdef int fill_blob(self) except -1
    cdef int evaluate(self, const float* x, float* out, float* scratch) noexcept nogil

cdef float* mlp_alloc(Py_ssize_t floats) except NULL nogil


cdef inline void softmax(const float* logits, int k, double* probs) noexcept nogil:
    """Write the softmax of k logits: a distribution also where they are not finite (uniform)."""
    cdef double most = logits[0], total = 0
    cdef int i
    for i in range(1, k):
        most = max(most, <double>logits[i])
    for i in range(k):
        probs[i] = exp(logits[i] - most)
        total += probs[i]
    if not 0 < total <= k:                  # also where it is no number
        for i in range(k):
            probs[i] = 1.0 / k
        return
    for i in range(k):
        probs[i] /= total


cdef inline void masked_softmax(const float* logits, const uint8_t* actions, int k,
                                double* probs) noexcept nogil:
    """Write the probabilities of k legal actions, in their order; no other action has any."""
    cdef float chosen[256]
    cdef int i
    for i in range(k):
        chosen[i] = logits[actions[i]]
    softmax(chosen, k, probs)


cdef inline void value_shares(const float* logits, int num_players, double total,
                              double* values) noexcept nogil:
    """Write the values of P seats, seat-relative, from the value logits; they sum to `total`.

    A lone seat's value is the first of two, the second is what it fails to win: total is 1 then.
    """
    cdef double both[2]
    cdef int p
    if num_players == 1:
        softmax(logits, 2, both)
        values[0] = both[0]
        return
    softmax(logits, num_players, values)
    for p in range(num_players):
        values[p] *= total
