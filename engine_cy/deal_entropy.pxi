# Part of deal.pyx: how many bits of a pool are hidden.
#
# A look is what can be told apart: for every holder the number of pieces of each face, in an
# ordered holder their order too. Deals are equally likely, so a look is as likely as it has
# deals, namely (up to a factor that all share)
#     product over faces and unordered holders of 1 / (n + k)!
# for n pieces of the face there and k that the holder has shown. With Z the sum of that over all
# looks, the entropy is log2 Z + sum over faces and holders of E[log2 (n + k)!].
#
# Without constraints n is hypergeometric. With them the mean comes from the same recursion as Z,
# face by face, which carries along the sum of weight times logarithm (the entropy semiring:
# Z. Li and J. Eisner, EMNLP 2009, 40).

cdef double LOG2_FACTORIALS[MAX_PIECES + 1]      # read-only after import
LOG2_FACTORIALS[0] = 0.0
for _n in range(1, MAX_PIECES + 1):
    LOG2_FACTORIALS[_n] = LOG2_FACTORIALS[_n - 1] + log2(_n)

cdef struct Completions:       # of the faces that follow, for one vector of free places
    double weight
    double logs                # weight times the log2 of (n + k)! of all holders, summed
    double order_logs          # the same of the ordered holders alone

cdef struct Layer:             # one face's pieces among the holders
    const Pool* pool
    const Completions* below   # of the faces that follow; second half: where the need is met
    Py_ssize_t size            # number of vectors of free places, the rest's not counted
    Py_ssize_t stride[MAX_HOLDERS]   # 0 for the rest
    int rest                   # the largest holder: it has room for what the vector leaves over
    int piece                  # the first one of the face
    int number                 # of pieces of the face
    Completions found[2]       # sums over the splits: the need still open, met


cdef Py_ssize_t entropy_table_size(const Pool* pool) noexcept nogil:
    if not pool.constrained:
        return 0
    return 2 * (1 + pool.needed) * (num_vectors(pool) // (pool.room[largest(pool)] + 1))


cdef int largest(const Pool* pool) noexcept nogil:
    cdef int h, best = 0
    for h in range(1, pool.num_holders):
        if pool.room[h] > pool.room[best]:
            best = h
    return best


cdef void deal_entropy(const Pool* pool, Completions* table, double* bits) noexcept nogil:
    cdef int h
    bits[0] = bits[1] = 0.0
    if pool.num_pieces == 0:
        return
    if pool.constrained:
        counted_entropy(pool, table, bits)
    else:
        shuffled_entropy(pool, bits)
    for h in range(pool.num_holders):
        bits[1] += LOG2_FACTORIALS[pool.room[h]] * pool.ordered[h]


cdef void shuffled_entropy(const Pool* pool, double* bits) noexcept nogil:
    """Write the bits of who holds what, and minus E[log2 n!] summed over the ordered holders."""
    cdef int i, h, face, n, number
    cdef int held[256]
    cdef double mean
    memset(held, 0, sizeof(held))
    for i in range(pool.num_pieces):
        held[pool.type[i]] += 1
    bits[0] = LOG2_FACTORIALS[pool.num_pieces]
    for h in range(pool.num_holders):
        bits[0] -= LOG2_FACTORIALS[pool.room[h]]
    for face in range(256):
        number = held[face]
        if number < 2:
            continue
        bits[0] -= LOG2_FACTORIALS[number]
        for h in range(pool.num_holders):
            mean = 0.0
            for n in range(2, min(number, <int>pool.room[h]) + 1):
                mean += hypergeometric(pool.num_pieces, number, pool.room[h], n) \
                    * LOG2_FACTORIALS[n]
            bits[0] += mean
            bits[1] -= mean * pool.ordered[h]


cdef double hypergeometric(int pieces, int number, int room, int n) noexcept nogil:
    """Probability that of `pieces`, `number` of them alike, `room` drawn ones hold n alike."""
    if room - n > pieces - number:
        return 0.0
    return choose(number, n) * choose(pieces - number, room - n) / choose(pieces, room)


cdef inline double choose(int n, int k) noexcept nogil:
    return FACTORIALS[n] / (FACTORIALS[k] * FACTORIALS[n - k])


cdef void counted_entropy(const Pool* pool, Completions* table, double* bits) noexcept nogil:
    """Write the same by counting the completions of each face from the last one on."""
    cdef Layer layer
    cdef int faces[256]
    cdef int number[256]
    cdef int i, h, num_faces = 0, left = 0
    cdef Py_ssize_t states, index
    cdef Completions* here
    cdef Completions* below = table
    layer.pool = pool
    layer.rest = largest(pool)
    layer.size = 1
    for h in range(pool.num_holders):
        layer.stride[h] = layer.size if h != layer.rest else 0
        layer.size *= pool.room[h] + 1 if h != layer.rest else 1
    memset(number, 0, sizeof(number))
    for i in range(pool.num_pieces):
        if number[pool.type[i]] == 0:
            faces[num_faces] = i
            num_faces += 1
        number[pool.type[i]] += 1
    states = layer.size * (1 + pool.needed)
    here = table + states
    memset(table, 0, 2 * states * sizeof(Completions))
    below[layer.size * pool.needed].weight = 1.0
    for i in range(num_faces - 1, -1, -1):
        layer.below = below
        layer.piece = faces[i]
        layer.number = number[pool.type[faces[i]]]
        left += layer.number
        count_layer(&layer, left, here)
        below, here = here, below
    index = layer.size - 1
    bits[0] = log2(below[index].weight) + below[index].logs / below[index].weight
    bits[1] = -below[index].order_logs / below[index].weight


cdef void count_layer(Layer* layer, int left, Completions* here) noexcept nogil:
    """Fill `here` for all vectors of free places that take `left` pieces with the rest's."""
    cdef const Pool* pool = layer.pool
    cdef int digit[MAX_HOLDERS]
    cdef int h, used = 0
    cdef Py_ssize_t index
    memset(digit, 0, sizeof(digit))
    for index in range(layer.size):
        memset(layer.found, 0, sizeof(layer.found))
        if 0 <= left - used <= pool.room[layer.rest]:
            digit[layer.rest] = left - used
            share_face(layer, digit, 0, index, layer.number, 1.0, 0.0, 0.0, False)
            digit[layer.rest] = 0
        here[index] = layer.found[0]
        if pool.needed:
            here[layer.size + index] = layer.found[1]
        for h in range(pool.num_holders):      # the next vector
            if h == layer.rest:
                continue
            if digit[h] < pool.room[h]:
                digit[h] += 1
                used += 1
                break
            used -= digit[h]
            digit[h] = 0


cdef void share_face(Layer* layer, const int* free_places, int first, Py_ssize_t index, int left,
                     double weight, double logs, double order_logs, bint met) noexcept nogil:
    """Add all ways to give `left` pieces of the face to the holders from `first` on."""
    cdef const Pool* pool = layer.pool
    cdef int h, n, shown
    cdef bint meets
    cdef double more
    if left == 0:
        add_split(&layer.found[0], layer.below + index + (layer.size if met else 0), weight,
                  logs, order_logs)
        if pool.needed:
            add_split(&layer.found[1], layer.below + index + layer.size, weight, logs, order_logs)
        return
    for h in range(first, pool.num_holders):
        if not (pool.allowed[layer.piece] >> h) & 1:
            continue
        shown = shown_by(pool, layer.piece, h)
        meets = pool.needed and (pool.marks[layer.piece] >> h) & 1
        for n in range(1, min(left, free_places[h]) + 1):
            # A holder that takes none weighs 1: 1 / k! is the same in all looks.
            more = LOG2_FACTORIALS[n + shown] - LOG2_FACTORIALS[shown]
            share_face(layer, free_places, h + 1, index - n * layer.stride[h], left - n,
                       weight * FACTORIALS[shown] / FACTORIALS[n + shown], logs + more,
                       order_logs + more * pool.ordered[h], met or meets)


cdef inline void add_split(Completions* total, const Completions* below, double weight,
                           double logs, double order_logs) noexcept nogil:
    total.weight += weight * below.weight
    total.logs += weight * (below.logs + logs * below.weight)
    total.order_logs += weight * (below.order_logs + order_logs * below.weight)


cdef inline int shown_by(const Pool* pool, int piece, int h) noexcept nogil:
    """Return how many pieces of this one's face a holder has shown."""
    if pool.num_kinds:
        return pool.shown_kind[pool.type[piece]][h]
    return pool.shown[h] if pool.num_alike and pool.type[piece] == pool.type[0] else 0
