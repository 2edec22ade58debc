/* Listing the numbers of an array that a layer has to look at, with their places.
 *
 * Both functions return how many there are of the first `n` (a multiple of MLP_ROW), ascending;
 * `value` and `index` have room for n numbers, of which some past the last one are overwritten.
 * A NaN is listed in any case, so that it reaches the outputs and can be seen.
 */
#ifndef DESGARRADA_MLP_LIST_H
#define DESGARRADA_MLP_LIST_H

enum { MLP_NOT_ZERO, MLP_POSITIVE };   /* what is listed: features, or what a ReLU lets through */

static inline int mlp_list_portable(const float *x, int n, int what, float *value,
                                    int32_t *index) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        value[count] = x[i];           /* overwritten unless it counts: no branch to mispredict */
        index[count] = i;
        count += what == MLP_POSITIVE ? !(x[i] <= 0) : x[i] != 0;
    }
    return count;
}

#if MLP_X86
#include <immintrin.h>

/* For each set of 8 lanes: their numbers, ascending, a byte each; filled at import. */
static uint64_t mlp_lanes[256];

static void mlp_list_init(void) {
    for (int set = 0; set < 256; set++) {
        int count = 0;
        mlp_lanes[set] = 0;
        for (int lane = 0; lane < 8; lane++)
            if (set >> lane & 1)
                mlp_lanes[set] |= (uint64_t)lane << 8 * count++;
    }
}

/* 8 numbers at a time: those that count are moved to the front by a permutation from a table. */
__attribute__((target("avx2,popcnt"))) static inline int
mlp_list_avx2(const float *x, int n, int what, float *value, int32_t *index) {
    const __m256 zero = _mm256_setzero_ps();
    int count = 0;
    for (int i = 0; i < n; i += 8) {
        __m256 v = _mm256_loadu_ps(x + i);
        __m256 counts = what == MLP_POSITIVE ? _mm256_cmp_ps(v, zero, _CMP_NLE_UQ)
                                             : _mm256_cmp_ps(v, zero, _CMP_NEQ_UQ);
        int set = _mm256_movemask_ps(counts);
        __m256i lanes = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)mlp_lanes[set]));
        _mm256_storeu_ps(value + count, _mm256_permutevar8x32_ps(v, lanes));
        _mm256_storeu_si256((__m256i *)(index + count),
                            _mm256_add_epi32(lanes, _mm256_set1_epi32(i)));
        count += __builtin_popcount((unsigned)set);
    }
    return count;
}
#else
static void mlp_list_init(void) {}
#endif

#endif
