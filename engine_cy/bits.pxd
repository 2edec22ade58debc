# Bit tricks on 32-bit sets of cards; bit n stands for the card with number n.
from libc.stdint cimport uint32_t

cdef extern from *:
    """
    #include <stdint.h>
    #ifndef DESGARRADA_BITS
    #define DESGARRADA_BITS
    static inline int popcount(uint32_t x) { return __builtin_popcount(x); }
    /* Index of the lowest / highest set bit; x must not be 0. */
    static inline int lowest(uint32_t x) { return __builtin_ctz(x); }
    static inline int highest(uint32_t x) { return 31 - __builtin_clz(x); }
    /* Index of the set bit number n, counted from 0 at the low end. */
    static inline int nth_bit(uint32_t x, int n) {
    #ifdef __BMI2__
        return __builtin_ctz(__builtin_ia32_pdep_si(UINT32_C(1) << n, x));
    #else
        while (n--) x &= x - 1;
        return __builtin_ctz(x);
    #endif
    }
    #endif
    """
    int popcount(uint32_t x) noexcept nogil
    int lowest(uint32_t x) noexcept nogil
    int highest(uint32_t x) noexcept nogil
    int nth_bit(uint32_t x, int n) noexcept nogil
