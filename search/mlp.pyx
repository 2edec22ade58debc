"""A multi-layer perceptron in C: one question costs a few microseconds and needs no Python.

The loops are in mlp_kernel.h. Results are the same to the last bit in any batch, on any path
through the processor's vector units, and on any machine.
"""
from libc.stdlib cimport free
from libc.string cimport memset
from posix.stdlib cimport posix_memalign

cimport cython
from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer

import math

import numpy as np

cdef extern from "mlp_kernel.h" nogil:
    mlp_path_t mlp_path(int path) noexcept
    void mlp_list_init() noexcept

mlp_list_init()
EMPTY = np.empty
FLOAT32 = np.dtype(np.float32)
PATHS = ("portable", "avx2", "avx512")      # in the order of the enum in mlp_kernel.h


def supported_paths() -> tuple:
    """Return the names of the paths this processor can run, the fastest last."""
    return tuple(name for i, name in enumerate(PATHS) if mlp_path(i) != NULL)


cdef float* mlp_alloc(Py_ssize_t floats) except NULL nogil:
    """Return zeroed memory for so many floats, 64-byte aligned, to be freed by `free`."""
    cdef void* memory = NULL
    if posix_memalign(&memory, 64, max(floats, 1) * sizeof(float)) != 0:
        with gil:
            raise MemoryError(f"There is no memory for {floats} floats.")
    memset(memory, 0, max(floats, 1) * sizeof(float))
    return <float*>memory


def _padded(n):
    return -(-n // MLP_ROW) * MLP_ROW


def _checked(layers, num_actions, num_seats):
    """Return the layers as float32 arrays of their own; ValueError where they fit nothing."""
    if not 1 <= len(layers) <= MLP_MAX_LAYERS:
        raise ValueError(f"A network of {len(layers)} layers is not allowed; it has 1 to "
                         f"{MLP_MAX_LAYERS}.")
    if num_actions < 1 or num_seats < 2:
        raise ValueError(f"A network with {num_actions} actions and {num_seats} seats is not "
                         "allowed; it has at least 1 and 2.")
    done = []
    width = 0                               # of the layer before
    for i, (weight, bias) in enumerate(layers):
        weight = np.array(weight, dtype=np.float32, order="C")
        bias = np.array(bias, dtype=np.float32, order="C")
        if weight.ndim != 2 or 0 in weight.shape or bias.shape != weight.shape[:1]:
            raise ValueError(f"Layer {i} has weights of shape {weight.shape} and biases of shape "
                             f"{bias.shape}; [out, in] and [out] are needed.")
        if i > 0 and weight.shape[1] != width:
            raise ValueError(f"Layer {i} takes {weight.shape[1]} inputs, the layer before it gives "
                             f"{width}.")
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise ValueError(f"Layer {i} has weights that are not finite numbers.")
        weight.flags.writeable = bias.flags.writeable = False
        width = weight.shape[0]
        done.append((weight, bias))
    if width != num_actions + num_seats:
        raise ValueError(f"The last layer has {width} outputs; {num_actions} actions "
                         f"and {num_seats} seats need {num_actions + num_seats}.")
    return done


@cython.final
cdef class MLP:
    """An immutable network that threads may share.

    layers: pairs (weight float32[out, in], bias float32[out]), ReLU between them and none after
        the last, which gives num_actions policy logits and num_seats value logits.
    path: one of `supported_paths()`; None: the fastest.

    Raises:
        ValueError: for layers that do not fit each other or the number of outputs, weights that
            are not finite, a path that this processor cannot run.
    """

    def __init__(self, layers, num_actions: int, num_seats: int, path=None):
        if self.blob != NULL:
            raise ValueError("A network is made once.")
        self.layers = _checked(list(layers), num_actions, num_seats)
        self.num_actions = num_actions
        self.num_seats = num_seats
        self.num_outputs = num_actions + num_seats
        self.num_inputs = self.layers[0][0].shape[1]
        self.path = max(supported_paths(), key=PATHS.index) if path is None else path
        if self.path not in supported_paths():
            raise ValueError(f"Path {path!r} is not one of this processor's: "
                             f"{', '.join(supported_paths())}.")
        self.run = mlp_path(PATHS.index(self.path))
        self.fill_blob()
        self.scratch_size = self.net.widest_stride + 2 * self.net.widest_input

    def __dealloc__(self):
        free(self.blob)

    cdef int fill_blob(self) except -1:
        """Copy the layers into one block: weights transposed, rows padded with zeros."""
        cdef Py_ssize_t size = 0, at = 0
        cdef float[:, ::1] rows
        for weight, _ in self.layers:
            size += (weight.shape[1] + 1) * _padded(weight.shape[0])
        self.blob = mlp_alloc(size)
        whole = np.asarray(<float[:size]>self.blob)
        self.net.num_layers = len(self.layers)
        for i, (weight, bias) in enumerate(self.layers):
            stride, n = _padded(weight.shape[0]), weight.shape[1]
            self.net.layers[i].num_outputs = weight.shape[0]
            self.net.layers[i].num_inputs = n
            self.net.layers[i].stride = stride
            self.net.layers[i].bias = self.blob + at
            self.net.layers[i].weights = self.blob + at + <Py_ssize_t>stride
            rows = whole[at:at + (n + 1) * stride].reshape(n + 1, stride)
            np.asarray(rows)[0, :len(bias)] = bias
            np.asarray(rows)[1:, :len(bias)] = weight.T
            at += (n + 1) * stride
            self.net.widest_input = max(self.net.widest_input, <int>_padded(n))
            self.net.widest_stride = max(self.net.widest_stride, <int>stride)
        return 0

    cdef int evaluate(self, const float* x, float* out, float* scratch) noexcept nogil:
        """Write num_outputs logits for a row of num_inputs; return how many inputs are not zero.

        scratch: scratch_size floats, 64-byte aligned, not shared with another thread.
        """
        return self.run(&self.net, x, out, scratch)

    def forward(self, x not None):
        """Return float32[n, num_actions + num_seats] for x float32[n, num_inputs].

        The GIL is free meanwhile. Row i does not depend on the other rows.
        """
        cdef const float[:, ::1] source
        cdef Py_buffer target               # a memoryview would take as long as a small network
        cdef float* scratch = NULL
        cdef float* row
        cdef Py_ssize_t n, i
        try:
            source = x                      # no copy where none is needed
        except (TypeError, ValueError):
            source = self.rows_of(x)
        n = source.shape[0]
        if source.shape[1] != self.num_inputs:
            raise ValueError(f"Inputs of shape ({n}, {source.shape[1]}) do not fit a network of "
                             f"{self.num_inputs} inputs; [n, {self.num_inputs}] is needed.")
        out = EMPTY((n, self.num_outputs), FLOAT32)
        if n == 0:
            return out
        PyObject_GetBuffer(out, &target, PyBUF_WRITABLE)
        try:
            scratch = mlp_alloc(self.scratch_size)
            row = <float*>target.buf
            with nogil:
                for i in range(n):
                    self.run(&self.net, &source[i, 0], row, scratch)
                    row += self.num_outputs
        finally:
            PyBuffer_Release(&target)
            free(scratch)
        return out

    def rows_of(self, x):
        """Return x as float32[n, num_inputs] in one piece; ValueError unless it has two axes."""
        rows = np.ascontiguousarray(x, dtype=np.float32)
        if rows.ndim != 2:
            raise ValueError(f"Inputs of shape {rows.shape} do not fit a network of "
                             f"{self.num_inputs} inputs; [n, {self.num_inputs}] is needed.")
        return rows

    def __repr__(self):
        sizes = [self.num_inputs, *(len(bias) for _, bias in self.layers)]
        return f"<MLP {'-'.join(map(str, sizes))} by {self.path}>"


def policy_of(logits, legal, temperature: float = 1.0):
    """Return float64[k], the masked softmax of logits float32[A or more] over k legal actions.

    temperature: the logits are divided by it; at 0 the first of the highest has everything.
    """
    if not temperature >= 0:
        raise ValueError(f"Temperature {temperature} is not allowed; it is 0 or more.")
    cdef float[::1] chosen = np.ascontiguousarray(
        np.asarray(logits, dtype=np.float32)[np.asarray(legal, dtype=np.intp)])
    cdef Py_ssize_t i
    probs = np.zeros(len(chosen))
    cdef double[::1] target = probs
    if len(chosen) == 0:
        return probs
    if temperature == 0:
        probs[int(np.argmax(chosen))] = 1.0
        return probs
    if temperature != 1.0:
        most = max(chosen)
        for i in range(len(chosen)):
            chosen[i] = <float>((chosen[i] - most) / temperature)
    softmax(&chosen[0], <int>len(chosen), &target[0])
    return probs


def values_of(logits, num_players: int, total: float = 1.0):
    """Return float64[P], the seat-relative values behind value logits float32[S].

    total: what they sum to. With one player the value is its share of two.
    """
    cdef float[::1] source = np.ascontiguousarray(logits, dtype=np.float32)
    if not 1 <= num_players <= len(source) or len(source) < 2 or not math.isfinite(total):
        raise ValueError(f"{len(source)} value logits and a sum of {total} do not fit "
                         f"{num_players} players.")
    values = np.empty(num_players)
    cdef double[::1] target = values
    value_shares(&source[0], num_players, total, &target[0])
    return values
