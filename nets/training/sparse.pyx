"""The first layer over features of which most are 0, and how such features become a matrix.

Features are kept as (index, value) pairs; those of row i lie at start[i]..stop[i]. In the products
a thread does a slice of the rows (forward) or of the features (backward), so the sums are the same
however many threads there are.
"""
from libc.stdint cimport int64_t, uint16_t
from libc.string cimport memset

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #define BLOCK 64                    /* units whose sums are kept in registers */
    typedef float Eight __attribute__((vector_size(32), aligned(4)));

    /* out[0..63] = bias + sum of value[k] * weight[index[k]]; gcc keeps an array in memory. */
    static inline void add_block(int64_t n, const uint16_t *index, const float *value,
                                 const float *weight, int64_t units, const float *bias,
                                 float *out) {
        const Eight *b = (const Eight *)bias;
        Eight *o = (Eight *)out;
        Eight t0 = b[0], t1 = b[1], t2 = b[2], t3 = b[3];
        Eight t4 = b[4], t5 = b[5], t6 = b[6], t7 = b[7];
        for (int64_t k = 0; k < n; ++k) {
            const Eight *w = (const Eight *)(weight + index[k] * units);
            const float x = value[k];
            t0 += x * w[0]; t1 += x * w[1]; t2 += x * w[2]; t3 += x * w[3];
            t4 += x * w[4]; t5 += x * w[5]; t6 += x * w[6]; t7 += x * w[7];
        }
        o[0] = t0; o[1] = t1; o[2] = t2; o[3] = t3;
        o[4] = t4; o[5] = t5; o[6] = t6; o[7] = t7;
    }
    """
    enum: BLOCK
    void add_block(int64_t n, const uint16_t* index, const float* value, const float* weight,
                   int64_t units, const float* bias, float* out) noexcept nogil


def densify(const int64_t[::1] start, const int64_t[::1] stop, const uint16_t[::1] index,
            const float[::1] value, int first, float[:, ::1] out) -> None:
    """Write the features as float32[m, W]; `first` is the index of column 0."""
    cdef Py_ssize_t i
    cdef int64_t k
    with nogil:
        memset(&out[0, 0], 0, out.shape[0] * out.shape[1] * sizeof(float))
        for i in range(out.shape[0]):
            for k in range(start[i], stop[i]):
                out[i, index[k] - first] = value[k]


def forward(const int64_t[::1] start, const int64_t[::1] stop, const uint16_t[::1] index,
            const float[::1] value, const float[:, ::1] weight, const float[::1] bias,
            float[:, ::1] out, Py_ssize_t begin, Py_ssize_t end) -> None:
    """Write bias + features @ weight for rows begin..end; weight: [W, U], out: [m, U]."""
    cdef Py_ssize_t i, u, units = weight.shape[1]
    with nogil:
        for i in range(begin, end):
            u = 0
            while u + BLOCK <= units:
                add_block(stop[i] - start[i], &index[start[i]], &value[start[i]], &weight[0, u],
                          units, &bias[u], &out[i, u])
                u += BLOCK
            if u < units:
                add_rest(start[i], stop[i], &index[0], &value[0], &weight[0, u], units,
                         &bias[u], &out[i, u], <int>(units - u))


cdef void add_rest(int64_t start, int64_t stop, const uint16_t* index, const float* value,
                   const float* weight, Py_ssize_t units, const float* bias, float* out,
                   int n) noexcept nogil:
    cdef const float* row
    cdef float x
    cdef int64_t k
    cdef int u
    for u in range(n):
        out[u] = bias[u]
    for k in range(start, stop):
        row = weight + index[k] * units
        x = value[k]
        for u in range(n):
            out[u] += x * row[u]


def even_cuts(const int64_t[::1] start, const int64_t[::1] stop, const uint16_t[::1] index,
              int64_t[::1] counts, int64_t[::1] cuts) -> None:
    """Write parts + 1 features between which there are about as many pairs each.

    counts: zeros [W], then the pairs of each feature; cuts: [parts + 1], from 0 to W.
    """
    cdef Py_ssize_t i, parts = cuts.shape[0] - 1, width = counts.shape[0]
    cdef int64_t k, total = 0, seen = 0, part = 1
    with nogil:
        for i in range(start.shape[0]):
            for k in range(start[i], stop[i]):
                counts[index[k]] += 1
            total += stop[i] - start[i]
        cuts[0] = 0
        for i in range(width):
            while part < parts and seen * parts >= total * part:
                cuts[part] = i
                part += 1
            seen += counts[i]
        while part <= parts:
            cuts[part] = width
            part += 1


def backward(const int64_t[::1] start, const int64_t[::1] stop, const uint16_t[::1] index,
             const float[::1] value, const float[:, ::1] gradient, float[:, ::1] out,
             int64_t begin, int64_t end) -> None:
    """Add to out [W, U] the gradient of the weights of features begin..end; gradient: [m, U]."""
    cdef Py_ssize_t i, units = out.shape[1]
    cdef int64_t k
    with nogil:
        for i in range(gradient.shape[0]):
            for k in range(start[i], stop[i]):
                if begin <= index[k] < end:
                    add_scaled(&out[index[k], 0], &gradient[i, 0], value[k], units)


cdef inline void add_scaled(float* out, const float* g, float x, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t u
    for u in range(n):
        out[u] += x * g[u]
