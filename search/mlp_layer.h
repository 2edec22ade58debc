/* The loops of mlp_kernel.h for one width of vectors; included once for each, so without a guard.
 *
 * MLP_NAME(f)  the function's name on this path
 * MLP_TARGET   attribute that lets the compiler use the instructions
 * MLP_LANES    floats in a vector
 * MLP_LIST     the function of mlp_list.h that lists what is not zero, or positive
 */

typedef float MLP_NAME(mlp_vec) __attribute__((vector_size(4 * MLP_LANES), may_alias));

/* Add up n vectors of outputs from `column` on. The accumulators are a local array of constant
 * length, which the compiler keeps in registers. */
#define MLP_EACH(n) _Pragma("GCC unroll 16") for (int k = 0; k < n; k++)
#define MLP_BLOCK(n)                                                                            \
    do {                                                                                        \
        MLP_NAME(mlp_vec) sum[n];                                                               \
        const MLP_NAME(mlp_vec) *bias = (const MLP_NAME(mlp_vec) *)(layer->bias + column);      \
        MLP_NAME(mlp_vec) *target = (MLP_NAME(mlp_vec) *)(out + column);                        \
        MLP_EACH(n) sum[k] = bias[k];                                                           \
        for (int i = 0; i < count; i++) {                                                       \
            const float *row = layer->weights + (size_t)index[i] * layer->stride + column;      \
            const MLP_NAME(mlp_vec) *w = (const MLP_NAME(mlp_vec) *)row;                        \
            const float v = value[i];                                                           \
            MLP_EACH(n) sum[k] += v * w[k];                                                     \
        }                                                                                       \
        MLP_EACH(n) target[k] = sum[k];                                                         \
        column += n * MLP_LANES;                                                                \
    } while (0)

/* Write out[stride], before the ReLU, from `count` inputs that are not zero. */
MLP_TARGET static void MLP_NAME(mlp_layer)(const MlpLayer *layer, const int32_t *index,
                                           const float *value, int count, float *out) {
    int column = 0;
    while (layer->stride - column >= 16 * MLP_LANES)
        MLP_BLOCK(16);
    while (layer->stride - column >= 8 * MLP_LANES)
        MLP_BLOCK(8);
    while (layer->stride - column >= 4 * MLP_LANES)
        MLP_BLOCK(4);
    while (layer->stride - column >= MLP_ROW)
        MLP_BLOCK(MLP_ROW / MLP_LANES);
}

#undef MLP_BLOCK
#undef MLP_EACH

/* Evaluate one row; return the number of inputs that are not zero. `scratch` is 64-byte aligned:
 * a layer's sums [widest_stride], the values [widest_input] and places [widest_input] listed. */
MLP_TARGET static int MLP_NAME(mlp_row)(const MlpNet *net, const float *x, float *out,
                                        float *scratch) {
    float *sums = scratch;
    float *value = sums + net->widest_stride;
    int32_t *index = (int32_t *)(value + net->widest_input);
    const MlpLayer *last = &net->layers[net->num_layers - 1];
    int whole = net->layers[0].num_inputs / MLP_ROW * MLP_ROW;
    int n = MLP_LIST(x, whole, MLP_NOT_ZERO, value, index), first;
    for (int i = whole; i < net->layers[0].num_inputs; i++) {
        value[n] = x[i];
        index[n] = i;
        n += x[i] != 0;
    }
    first = n;
    for (const MlpLayer *layer = net->layers; layer < last; layer++) {
        MLP_NAME(mlp_layer)(layer, index, value, n, sums);
        n = MLP_LIST(sums, layer->stride, MLP_POSITIVE, value, index);
    }
    MLP_NAME(mlp_layer)(last, index, value, n, sums);
    memcpy(out, sums, (size_t)last->num_outputs * sizeof(float));
    return first;
}
