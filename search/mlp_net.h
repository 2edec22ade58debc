/* How a network lies in memory. */
#ifndef DESGARRADA_MLP_NET_H
#define DESGARRADA_MLP_NET_H

#define MLP_MAX_LAYERS 16
#define MLP_ROW 16                     /* floats that rows are padded to: 64 bytes, one cache line */

typedef struct {
    const float *weights;              /* [num_inputs][stride]: a row for each input */
    const float *bias;                 /* [stride] */
    int num_inputs, num_outputs;
    int stride;                        /* num_outputs rounded up to MLP_ROW; the rest is 0 */
} MlpLayer;

typedef struct {
    MlpLayer layers[MLP_MAX_LAYERS];
    int num_layers;
    int widest_input, widest_stride;   /* of all layers; the first rounded up to MLP_ROW */
} MlpNet;

typedef int (*mlp_path_t)(const MlpNet *net, const float *x, float *out, float *scratch);

#endif
