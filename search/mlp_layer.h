/* The loops of mlp_kernel.h for one width of vectors; included once for each, so without a guard.
 *
 * MLP_NAME(f)  the function's name on this path
 * MLP_TARGET   attribute that lets the compiler use the instructions
 * MLP_LANES    floats in a vector
 * MLP_WIDE     vectors of the widest block: accumulators that fit the registers
 */

typedef float MLP_NAME(mlp_vec) __attribute__((vector_size(4 * MLP_LANES), may_alias));

/* Add up MLP_N vectors of outputs from `column` on. The accumulators are a local array of constant
 * length, which the compiler keeps in registers. */
#define MLP_BLOCK(MLP_N)                                                                        \
    do {                                                                                        \
        MLP_NAME(mlp_vec) sum[MLP_N];                                                           \
        const float *start = layer->weights + column;                                           \
        memcpy(sum, layer->bias + column, sizeof sum);                                          \
        for (int i = 0; i < n; i++) {                                                           \
            const MLP_NAME(mlp_vec) *w =                                                        \
                (const MLP_NAME(mlp_vec) *)(start + (size_t)index[i] * layer->stride);          \
            const float v = value[i];                                                           \
            _Pragma("GCC unroll 16") for (int k = 0; k < MLP_N; k++) sum[k] += v * w[k];        \
        }                                                                                       \
        memcpy(out + column, sum, sizeof sum);                                                  \
        column += MLP_N * MLP_LANES;                                                            \
    } while (0)

/* Write out[stride], before the ReLU, from n inputs that are not zero. */
MLP_TARGET static void MLP_NAME(mlp_layer)(const MlpLayer *layer, const int32_t *index,
                                           const float *value, int n, float *out) {
    int column = 0;
    while (layer->stride - column >= MLP_WIDE * MLP_LANES)
        MLP_BLOCK(MLP_WIDE);
    while (layer->stride - column >= 4 * MLP_LANES)
        MLP_BLOCK(4);
    while (layer->stride - column >= MLP_ROW)
        MLP_BLOCK(MLP_ROW / MLP_LANES);
}

#undef MLP_BLOCK

/* Evaluate one row; `scratch` is described in mlp.pxd. Return the number of inputs not zero. */
MLP_TARGET static int MLP_NAME(mlp_row)(const MlpNet *net, const float *x, float *out,
                                        float *scratch) {
    float *sums = scratch;
    float *value = sums + net->widest_stride;
    int32_t *index = (int32_t *)(value + net->widest_input);
    const MlpLayer *last = &net->layers[net->num_layers - 1];
    int n = 0, first;
    for (int i = 0; i < net->layers[0].num_inputs; i++) {
        value[n] = x[i];
        index[n] = i;
        n += x[i] != 0;
    }
    first = n;
    for (const MlpLayer *layer = net->layers; layer < last; layer++) {
        MLP_NAME(mlp_layer)(layer, index, value, n, sums);
        n = 0;
        for (int i = 0; i < layer->num_outputs; i++) {
            value[n] = sums[i];
            index[n] = i;
            n += !(sums[i] <= 0);      /* a NaN goes on, so that it can be seen */
        }
    }
    MLP_NAME(mlp_layer)(last, index, value, n, sums);
    memcpy(out, sums, (size_t)last->num_outputs * sizeof(float));
    return first;
}
