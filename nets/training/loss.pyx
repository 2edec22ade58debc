"""The loss of the policy and its gradient in one pass over the legal actions.

On the CPU the same in torch takes several passes over all actions, most of them illegal;
`nets.training.ppo.policy_loss` is that, for the GPU and as the reference in the tests.
"""
from libc.math cimport exp, fabs, log
from libc.stdint cimport int64_t, uint8_t

cdef enum: MAX_ACTIONS = 4096


def policy_loss(const float[:, ::1] logits, const uint8_t[:, ::1] masks,
                const int64_t[::1] actions, const float[::1] before,
                const float[::1] advantages, double clip, double entropy, const float[:, ::1] slow,
                double magnet, const int64_t[::1] taught, double teacher,
                float[:, ::1] gradient, double[:, ::1] told, Py_ssize_t begin,
                Py_ssize_t end) -> None:
    """Write gradient [m, A] of the mean loss, and for each row of told [m, 6] what it is made of.

    loss = surrogate - entropy * policy's entropy + magnet * divergence from `slow` (logits of the
    slow policy, [m, A], or with m = 0: none) + teacher * cross-entropy to the action `taught`.
    told: surrogate, entropy, clipped, divergence from the policy that played, divergence from the
    slow one, cross-entropy (0 where `teacher` is). Rows begin..end are done.
    """
    cdef Py_ssize_t i, m = logits.shape[0]
    cdef int actions_ = <int>logits.shape[1]
    with nogil:
        for i in range(begin, end):
            row_loss(actions_, &logits[i, 0], &masks[i, 0], <int>actions[i], before[i],
                     advantages[i], clip, entropy, &slow[i, 0] if slow.shape[0] else NULL, magnet,
                     <int>taught[i], teacher, 1.0 / m, &gradient[i, 0], &told[i, 0])


cdef void row_loss(int actions, const float* logits, const uint8_t* mask, int action,
                   double before, double advantage, double clip, double entropy_weight,
                   const float* slow, double magnet, int taught, double teacher, double scale,
                   float* gradient, double* told) noexcept nogil:
    cdef int legal[MAX_ACTIONS]
    cdef double chance[MAX_ACTIONS]
    cdef double log_chance[MAX_ACTIONS]
    cdef double log_slow[MAX_ACTIONS]
    cdef double entropy = 0.0, pull = 0.0, cross = 0.0, ratio, push, bound, now = 0.0, g
    cdef int k = 0, j, a
    for a in range(actions):
        gradient[a] = 0.0
        if mask[a]:
            legal[k] = a
            k += 1
    log_softmax(k, legal, logits, log_chance)
    for j in range(k):
        chance[j] = exp(log_chance[j])
        entropy -= chance[j] * log_chance[j]
        if legal[j] == action:
            now = log_chance[j]
        if teacher > 0 and legal[j] == taught:
            cross = -log_chance[j]
    if slow != NULL:
        log_softmax(k, legal, slow, log_slow)
        for j in range(k):
            pull += chance[j] * (log_chance[j] - log_slow[j])
    ratio = exp(now - before)
    bound = min(max(ratio, 1.0 - clip), 1.0 + clip)
    # Where the bound is the lesser of the two, the loss does not move with the policy.
    push = -advantage * ratio if ratio * advantage <= bound * advantage else 0.0
    for j in range(k):
        g = push * ((legal[j] == action) - chance[j])
        g += entropy_weight * chance[j] * (log_chance[j] + entropy)
        if slow != NULL:
            g += magnet * chance[j] * (log_chance[j] - log_slow[j] - pull)
        if teacher > 0:
            g += teacher * (chance[j] - (legal[j] == taught))
        gradient[legal[j]] = <float>(g * scale)
    told[0] = -min(ratio * advantage, bound * advantage)
    told[1] = entropy
    told[2] = fabs(ratio - 1.0) > clip
    told[3] = ratio - 1.0 - (now - before)
    told[4] = pull
    told[5] = cross


cdef inline void log_softmax(int k, const int* legal, const float* logits,
                             double* out) noexcept nogil:
    cdef double most = -1e300, total = 0.0
    cdef int j
    for j in range(k):
        most = max(most, logits[legal[j]])
    for j in range(k):
        total += exp(logits[legal[j]] - most)
    total = most + log(total)
    for j in range(k):
        out[j] = logits[legal[j]] - total
