/* One question to a multi-layer perceptron: sparse inputs, dense weights, ReLU between the layers.
 *
 * Layer by layer: the inputs that are not zero are listed, then the columns of the weights that
 * belong to them are added up, block by block of outputs held in registers. So zero features and
 * dead ReLUs cost nothing. Every output is the sum (bias + x0*w0) + x1*w1 + ... in ascending
 * order of inputs, each product rounded before it is added (-ffp-contract=off), whatever the
 * width of the vectors: all paths, and all machines, agree to the last bit.
 *
 * The loops are in mlp_layer.h, which is included once for each width.
 */
#ifndef DESGARRADA_MLP_KERNEL_H
#define DESGARRADA_MLP_KERNEL_H

#include <stdint.h>
#include <string.h>

#include "mlp_net.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define MLP_X86 1
#else
#define MLP_X86 0
#endif

#include "mlp_list.h"

/* 16 bytes: what SSE2 and NEON have; elsewhere the compiler makes scalars of it. */
#define MLP_NAME(f) f##_portable
#define MLP_TARGET
#define MLP_LANES 4
#define MLP_LIST mlp_list_portable
#include "mlp_layer.h"
#undef MLP_NAME
#undef MLP_TARGET
#undef MLP_LANES
#undef MLP_LIST

#if MLP_X86
#define MLP_NAME(f) f##_avx2
#define MLP_TARGET __attribute__((target("avx2,popcnt")))
#define MLP_LANES 8
#define MLP_LIST mlp_list_avx2
#include "mlp_layer.h"
#undef MLP_NAME
#undef MLP_TARGET
#undef MLP_LANES
#undef MLP_LIST

#define MLP_NAME(f) f##_avx512
#define MLP_TARGET __attribute__((target("avx512f,popcnt")))
#define MLP_LANES 16
#define MLP_LIST mlp_list_avx2
#include "mlp_layer.h"
#undef MLP_NAME
#undef MLP_TARGET
#undef MLP_LANES
#undef MLP_LIST
#endif

enum { MLP_PORTABLE, MLP_AVX2, MLP_AVX512, MLP_NUM_PATHS };

/* Return the evaluator of a path, or NULL where this processor cannot run it. */
static mlp_path_t mlp_path(int path) {
    if (path == MLP_PORTABLE)
        return mlp_row_portable;
#if MLP_X86
    __builtin_cpu_init();
    if (path == MLP_AVX2 && __builtin_cpu_supports("avx2"))
        return mlp_row_avx2;
    if (path == MLP_AVX512 && __builtin_cpu_supports("avx512f"))
        return mlp_row_avx512;
#endif
    return 0;
}

#endif
