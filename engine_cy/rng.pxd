# The chance stream: xoshiro256** (Blackman & Vigna 2018, public domain reference), seeded through
# splitmix64. Everything is inline C so that a draw costs under a nanosecond in every module.
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #ifndef DESGARRADA_RNG
    #define DESGARRADA_RNG
    typedef struct { uint64_t s[4]; } Rng;

    /* splitmix64's finaliser: a bijection of 64-bit words with full avalanche. */
    static inline uint64_t mix64(uint64_t z) {
        z += UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        return z ^ (z >> 31);
    }
    /* Combine two words; not symmetric, so (a, b) and (b, a) differ. */
    static inline uint64_t mix2(uint64_t a, uint64_t b) {
        return mix64(mix64(a) ^ (b * UINT64_C(0xd6e8feb86659fd93)));
    }
    static inline void rng_seed(Rng *r, uint64_t seed) {
        for (int i = 0; i < 4; ++i) {
            r->s[i] = mix64(seed);
            seed += UINT64_C(0x9e3779b97f4a7c15);
        }
    }
    static inline uint64_t rng_rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    static inline uint64_t rng_next(Rng *r) {
        const uint64_t result = rng_rotl(r->s[1] * 5, 7) * 9;
        const uint64_t t = r->s[1] << 17;
        r->s[2] ^= r->s[0]; r->s[3] ^= r->s[1]; r->s[1] ^= r->s[2]; r->s[0] ^= r->s[3];
        r->s[2] ^= t;
        r->s[3] = rng_rotl(r->s[3], 45);
        return result;
    }
    /* Exactly uniform in [0, n), n >= 1 (Lemire 2019: multiply, reject the short interval). */
    static inline uint32_t rng_below(Rng *r, uint32_t n) {
        uint64_t m = (rng_next(r) >> 32) * (uint64_t)n;
        if ((uint32_t)m < n) {
            const uint32_t floor_ = (uint32_t)(-n) % n;
            while ((uint32_t)m < floor_) m = (rng_next(r) >> 32) * (uint64_t)n;
        }
        return (uint32_t)(m >> 32);
    }
    /* Exactly uniform in [0, n), n >= 1, as a function of a word: one draw without a stream. */
    static inline uint32_t word_below(uint64_t word, uint32_t n) {
        uint64_t z = mix64(word), m = (z >> 32) * (uint64_t)n;
        if ((uint32_t)m < n) {
            const uint32_t floor_ = (uint32_t)(-n) % n;
            while ((uint32_t)m < floor_) m = ((z = mix64(z)) >> 32) * (uint64_t)n;
        }
        return (uint32_t)(m >> 32);
    }
    /* Uniform in [0, 1) with 53 bits. */
    static inline double rng_unit(Rng *r) { return (double)(rng_next(r) >> 11) * 0x1p-53; }
    #endif
    """
    ctypedef struct Rng:
        uint64_t s[4]
    uint64_t mix64(uint64_t z) noexcept nogil
    uint64_t mix2(uint64_t a, uint64_t b) noexcept nogil
    void rng_seed(Rng *r, uint64_t seed) noexcept nogil
    uint64_t rng_next(Rng *r) noexcept nogil
    uint32_t rng_below(Rng *r, uint32_t n) noexcept nogil
    uint32_t word_below(uint64_t word, uint32_t n) noexcept nogil
    double rng_unit(Rng *r) noexcept nogil
