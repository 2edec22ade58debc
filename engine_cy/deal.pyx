"""Exact dealing: uniform shuffles, completion counting, enumeration with physical weights."""
from libc.math cimport log2
from libc.stdint cimport uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from engine_cy.rng cimport Rng, rng_below, rng_seed, rng_unit

from math import comb, factorial

cdef enum: LONG_HEAP = 8        # from this length on a heap at the end is not worth shuffling


cdef inline Py_ssize_t num_vectors(const Pool* pool) noexcept nogil:
    """Return the number of vectors of free places."""
    cdef Py_ssize_t size = 1
    cdef int h
    for h in range(pool.num_holders):
        size *= pool.room[h] + 1
    return size


cdef Py_ssize_t deal_table_size(const Pool* pool) noexcept nogil:
    if pool.num_kinds:
        return heapless_vectors(pool) * (pool.num_kinds + 1)
    return num_vectors(pool) * (1 + pool.needed)


cdef inline Py_ssize_t heapless_vectors(const Pool* pool) noexcept nogil:
    """Return the number of vectors of free places of all holders but the last."""
    return num_vectors(pool) // (pool.room[pool.num_holders - 1] + 1)


cdef double deal_count(const Pool* pool, double* table) noexcept nogil:
    # table[r] = ways to place the last sum(r) pieces into free places r. The number of pieces
    # already placed follows from r, so one entry per r is enough; a vector is reached from the
    # smaller ones, which have smaller mixed-radix indices. Where something is needed the first
    # half counts completions that still have to meet the need, the second half all of them.
    cdef Py_ssize_t size = num_vectors(pool), index, met = size * pool.needed
    if pool.num_kinds:
        return count_by_kind(pool, table)
    table[0] = 1.0 - pool.needed
    table[met] = 1.0
    for index in range(1, size):
        if pool.needed:
            table[met + index] = count_ways(pool, table, index, met, met)
        table[index] = count_ways(pool, table, index, 0, met)
    return table[size - 1]


cdef inline double alike_weight(const Pool* pool, int piece, int h,
                                Py_ssize_t free_places) noexcept nogil:
    """Factor by which placing the holder's next alike piece changes u! / (u + k)!."""
    cdef double held
    if piece >= pool.num_alike:
        return 1.0
    # Alike pieces come first, so what the holder has taken so far is of their kind.
    held = pool.room[h] - free_places + 1
    return held / (held + pool.shown[h])


cdef inline double count_ways(const Pool* pool, const double* table, Py_ssize_t index,
                              Py_ssize_t half, Py_ssize_t met) noexcept nogil:
    """Sum over the holders that may take the next piece; `half` is the half of the table."""
    cdef int h, left = 0, piece
    cdef Py_ssize_t rest = index, stride = 1, digit, after
    cdef double ways = 0.0
    for h in range(pool.num_holders):
        left += <int>(rest % (pool.room[h] + 1))
        rest = rest // (pool.room[h] + 1)
    piece = pool.num_pieces - left
    rest = index
    for h in range(pool.num_holders):
        digit = rest % (pool.room[h] + 1)
        rest = rest // (pool.room[h] + 1)
        if digit > 0 and (pool.allowed[piece] >> h) & 1:
            after = met if pool.needed and (pool.marks[piece] >> h) & 1 else half
            ways += table[after + index - stride] * alike_weight(pool, piece, h, digit)
        stride *= pool.room[h] + 1
    return ways


cdef void deal_sample(const Pool* pool, const double* table, Rng* rng, uint8_t* out) noexcept nogil:
    cdef int n = pool.num_pieces, last = pool.num_holders - 1
    cdef int i, j
    cdef uint8_t held
    if pool.num_kinds:
        sample_by_kind(pool, table, rng, out)
        return
    if pool.constrained:
        sample_by_counting(pool, table, rng, out)
        return
    memcpy(out, pool.type, n)
    if last >= 0 and pool.room[last] >= LONG_HEAP and not pool.ordered[last]:
        # The heap takes what the others leave: its own order means nothing.
        for i in range(n - pool.room[last]):
            j = i + <int>rng_below(rng, n - i)
            held = out[i]
            out[i] = out[j]
            out[j] = held
        return
    for i in range(n - 1, 0, -1):
        j = rng_below(rng, i + 1)
        held = out[i]
        out[i] = out[j]
        out[j] = held


cdef void sample_by_counting(const Pool* pool, const double* table, Rng* rng,
                             uint8_t* out) noexcept nogil:
    cdef int start[MAX_HOLDERS]
    cdef int used[MAX_HOLDERS]
    cdef Py_ssize_t stride[MAX_HOLDERS]
    cdef Py_ssize_t index = num_vectors(pool) - 1, met = (index + 1) * pool.needed, half = 0
    cdef Py_ssize_t after, taken
    cdef double weight
    cdef int h, piece, chosen, place = 0
    cdef Py_ssize_t step = 1
    cdef double draw
    for h in range(pool.num_holders):
        start[h] = place
        used[h] = 0
        stride[h] = step
        place += pool.room[h]
        step *= pool.room[h] + 1
    for piece in range(pool.num_pieces):
        draw = rng_unit(rng) * table[half + index]
        chosen = -1
        taken = half
        for h in range(pool.num_holders):
            if used[h] == pool.room[h] or not (pool.allowed[piece] >> h) & 1:
                continue
            after = met if pool.needed and (pool.marks[piece] >> h) & 1 else half
            weight = table[after + index - stride[h]] \
                * alike_weight(pool, piece, h, pool.room[h] - used[h])
            if weight > 0:
                chosen = h
                taken = after
                draw -= weight
                if draw < 0:
                    break
        out[start[chosen] + used[chosen]] = pool.type[piece]
        used[chosen] += 1
        index -= stride[chosen]
        half = taken
    for h in range(pool.num_holders):
        if pool.ordered[h]:
            shuffle_bytes(out + start[h], pool.room[h], rng)


cdef void shuffle_bytes(uint8_t* bytes_, int n, Rng* rng) noexcept nogil:
    cdef int i, j
    cdef uint8_t held
    for i in range(n - 1, 0, -1):
        j = rng_below(rng, i + 1)
        held = bytes_[i]
        bytes_[i] = bytes_[j]
        bytes_[j] = held


# ---- kind by kind -------------------------------------------------------------------------------

cdef double FACTORIALS[MAX_PIECES + 1]      # read-only after import
FACTORIALS[0] = 1.0
for _n in range(1, MAX_PIECES + 1):
    FACTORIALS[_n] = FACTORIALS[_n - 1] * _n

cdef struct Split:             # one kind's pieces among the holders
    const Pool* pool
    const double* below        # weights of the kinds that follow, by free places
    int kind
    int find                   # 1: look for the split at which `draw` falls below 0
    int done
    double draw
    Py_ssize_t after           # free places after the split that was found
    int taking[MAX_HOLDERS]
    int taken[MAX_HOLDERS]     # the split that was found


cdef double count_by_kind(const Pool* pool, double* table) noexcept nogil:
    # table[k][r] = weight of placing kinds k and above into free places r of all but the heap
    cdef Py_ssize_t size = heapless_vectors(pool), index
    cdef Split split
    split.pool = pool
    split.find = split.done = 0
    memset(table + pool.num_kinds * size, 0, size * sizeof(double))
    table[pool.num_kinds * size] = 1.0
    for split.kind in range(pool.num_kinds - 1, -1, -1):
        split.below = table + (split.kind + 1) * size
        for index in range(size):
            table[split.kind * size + index] = splits(
                &split, 0, index, 1, number_of(pool, split.kind), 1.0)
    return table[size - 1]


cdef int number_of(const Pool* pool, int kind) noexcept nogil:
    cdef int i, n = 0
    for i in range(pool.num_pieces):
        n += pool.type[i] == kind
    return n


cdef double splits(Split* split, int h, Py_ssize_t index, Py_ssize_t stride, int left,
                   double weight) noexcept nogil:
    """Sum the weights of all ways to give `left` pieces to the holders from h on."""
    cdef const Pool* pool = split.pool
    cdef const uint8_t* shown = pool.shown_kind[split.kind]
    cdef double total = 0
    cdef int n, most
    if h == pool.num_holders - 1:
        weight *= split.below[index] / FACTORIALS[left + shown[h]]
        if split.find and weight > 0:
            split.taking[h] = left
            memcpy(split.taken, split.taking, sizeof(split.taken))
            split.after = index
            split.draw -= weight
            split.done = split.draw < 0
        return weight
    most = min(left, <int>((index // stride) % (pool.room[h] + 1)))
    for n in range(most + 1):
        split.taking[h] = n
        total += splits(split, h + 1, index - n * stride, stride * (pool.room[h] + 1), left - n,
                        weight / FACTORIALS[n + shown[h]])
        if split.done:
            break
    return total


cdef void sample_by_kind(const Pool* pool, const double* table, Rng* rng,
                         uint8_t* out) noexcept nogil:
    cdef Py_ssize_t size = heapless_vectors(pool)
    cdef int place[MAX_HOLDERS]
    cdef int h, at = 0, _i
    cdef Split split
    split.pool = pool
    split.find = 1
    split.after = size - 1
    for h in range(pool.num_holders):
        place[h] = at
        at += pool.room[h]
    for split.kind in range(pool.num_kinds):
        split.below = table + (split.kind + 1) * size
        split.done = 0
        split.draw = rng_unit(rng) * table[split.kind * size + split.after]
        splits(&split, 0, split.after, 1, number_of(pool, split.kind), 1.0)
        for h in range(pool.num_holders):
            for _i in range(split.taken[h]):
                out[place[h]] = <uint8_t>split.kind
                place[h] += 1


include "deal_entropy.pxi"


# ---- Python face: enumeration for `worlds`, and doors for the tests ----------------------------

def enumerate_deals(types, allowed, room, ordered, marks=None, shown=None):
    """Yield (faces place by place, weight) for each distinguishable deal.

    types: face of each piece; allowed: for each piece a bit set of holders; room: free places of
    each holder; ordered: whether the places of a holder are distinct; marks: for each piece a bit
    set of holders, one piece at least must go to such a holder (None: nothing is needed);
    shown: face -> how many of it each holder has shown, or None.
    weight is the number of physical deals (equal pieces are distinct) that look so, an int.
    Pieces of one face must share one `allowed` and one `marks`.
    """
    counts = {}
    may = {}
    meets = {}
    for i, (face, holders) in enumerate(zip(types, allowed, strict=True)):
        counts[face] = counts.get(face, 0) + 1
        goal = -1 if marks is None else marks[i]
        if may.setdefault(face, holders) != holders or meets.setdefault(face, goal) != goal:
            raise ValueError(f"Pieces of face {face} differ in the holders they may go to.")
    bins = []                      # one bin per unordered holder, one per place of an ordered one
    for holder, (places, distinct) in enumerate(zip(room, ordered, strict=True)):
        bins.extend([(holder, 1)] * places if distinct else [(holder, places)])
    if sum(room) != len(types):
        raise ValueError(f"{len(types)} pieces cannot fill {sum(room)} places.")
    alike = {face: [numbers[holder] for holder, _ in bins]
             for face, numbers in (shown or {}).items()}
    for held, weight in _deal_faces(sorted(counts), counts, may, alike, bins,
                                    [[] for _ in bins], 0, 1):
        if marks is None or any(meets[face] >> bins[i][0] & 1
                                for i, content in enumerate(held) for face in content):
            yield [face for content in held for face in content], weight


def _deal_faces(faces, counts, may, alike, bins, held, which, weight):
    if which == len(faces):
        yield held, weight
        return
    face = faces[which]
    for split in _splits(counts[face], may[face], bins, held, 0):
        before = alike.get(face, [0] * len(bins))
        ways = factorial(counts[face] + sum(before))
        for n, k in zip(split, before, strict=True):
            ways //= factorial(n + k)
        for content, n in zip(held, split, strict=True):
            content.extend([face] * n)
        yield from _deal_faces(faces, counts, may, alike, bins, held, which + 1, weight * ways)
        for content, n in zip(held, split, strict=True):
            if n:
                del content[-n:]


def _splits(count, may, bins, held, index):
    if index == len(bins):
        if count == 0:
            yield ()
        return
    holder, places = bins[index]
    free_places = places - len(held[index]) if (may >> holder) & 1 else 0
    for n in range(min(count, free_places) + 1):
        for rest in _splits(count - n, may, bins, held, index + 1):
            yield (n, *rest)


def count_deals(types, allowed, room, marks=None):
    """Return the number of assignments of the distinct pieces to the holders.

    An ordered holder counts as an unordered one here: the order of its places is not counted.
    """
    cdef Pool pool
    _fill_pool(&pool, types, allowed, room, [0] * len(room), marks)
    if not pool.constrained:
        total, left = 1, len(types)
        for places in room:
            total *= comb(left, places)
            left -= places
        return total
    cdef double* table = <double*>malloc(deal_table_size(&pool) * sizeof(double))
    if table == NULL:
        raise MemoryError
    try:
        return int(deal_count(&pool, table))
    finally:
        free(table)


def sample_deals(types, allowed, room, ordered, seed, n, marks=None, shown=None):
    """Return n sampled deals, each a bytes of faces place by place (the sampler of `fill`)."""
    cdef Pool pool
    cdef Rng rng
    cdef uint8_t out[MAX_PIECES]
    _fill_pool(&pool, types, allowed, room, ordered, marks)
    _fill_shown(&pool, list(types), shown or {})
    cdef double* table = <double*>malloc(deal_table_size(&pool) * sizeof(double))
    if table == NULL:
        raise MemoryError
    try:
        if pool.constrained and deal_count(&pool, table) <= 0:
            raise ValueError("No deal fits: the pieces have no place that may hold them.")
        rng_seed(&rng, seed)
        deals = []
        for _ in range(n):
            deal_sample(&pool, table, &rng, out)
            deals.append(bytes(out[:pool.num_pieces]))
        return deals
    finally:
        free(table)


def deal_bits(types, allowed, room, ordered, marks=None, shown=None):
    """Return (bits of who holds what, bits of the order of ordered holders): see `deal_entropy`."""
    cdef Pool pool
    _fill_pool(&pool, types, allowed, room, ordered, marks)
    _fill_shown(&pool, list(types), shown or {})
    return pool_bits(&pool)


cdef tuple pool_bits(const Pool* pool):
    cdef double bits[2]
    cdef Completions* table = <Completions*>malloc(
        max(1, entropy_table_size(pool)) * sizeof(Completions))
    if table == NULL:
        raise MemoryError
    deal_entropy(pool, table, bits)
    free(table)
    return bits[0], bits[1]


cdef void _fill_pool(Pool* pool, types, allowed, room, ordered, marks) except *:
    if len(types) > MAX_PIECES or len(room) > MAX_HOLDERS or sum(room) != len(types):
        raise ValueError(f"{len(types)} pieces and places {list(room)} make no pool.")
    memset(pool, 0, sizeof(Pool))
    pool.num_pieces = len(types)
    pool.num_holders = len(room)
    pool.needed = pool.constrained = marks is not None
    for i in range(len(types)):
        pool.marks[i] = 0 if marks is None else marks[i]
        pool.type[i] = types[i]
        pool.allowed[i] = allowed[i]
        if allowed[i] != (1 << len(room)) - 1:
            pool.constrained = 1
    for h in range(len(room)):
        pool.room[h] = room[h]
        pool.ordered[h] = ordered[h]


cdef void _fill_shown(Pool* pool, types, shown) except *:
    pool.constrained |= len(shown) > 0
    if len(shown) == 1:
        (face, numbers), = shown.items()
        pool.num_alike = types.count(face)
        for h in range(pool.num_holders):
            pool.shown[h] = numbers[h]
    elif shown:
        pool.num_kinds = max(types) + 1
        for face, numbers in shown.items():
            for h in range(pool.num_holders):
                pool.shown_kind[face][h] = numbers[h]
