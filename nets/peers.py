"""Beside ONNX Runtime: the same network and inputs in one process (`bench peers=onnxruntime`).

Both are called from Python with one thread. CPU times; ours and theirs take turns, so that a busy
machine disturbs both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nets.benchmark import BATCHES, DENSITY, SIZES, batches_of, plain_network, position_ns
from nets.testing import layers_of_sizes
from nets.weights import Layers
from search.benchmark import Row
from search.peers import PeerRow, compare

BAR = 4.0  # of the ratio at batch 1
DIFFERENCE = 1e-4  # of a logit at most


def onnxruntime_rows(repeats: int) -> Iterator[PeerRow | Row]:
    """Yield the speed of both at each batch, then their greatest difference.

    Raises ImportError where onnx or onnxruntime is not installed.
    """
    mlp, x = plain_network()
    theirs = onnxruntime_session(layers_of_sizes(SIZES))
    title = f"{'-'.join(map(str, SIZES))}, {DENSITY:.0%} dense"
    for size in BATCHES:
        batches = batches_of(x, size)
        row = compare(f"{title}, batch {size}", BAR, repeats,
                      partial(position_ns, mlp.forward, batches),
                      partial(position_ns, theirs, batches))
        yield row if size == 1 else replace(row, bar="")
    difference = float(np.abs(mlp.forward(x) - theirs(x)).max())
    yield Row("greatest difference of an output", difference, "", f"<= {DIFFERENCE:g}")


def onnxruntime_session(layers: Layers) -> Callable[[NDArray[np.float32]], NDArray[np.float32]]:
    """Return a function that evaluates a network by ONNX Runtime: float32[n, F] -> [n, A + S]."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        plain_model(layers), options, providers=["CPUExecutionProvider"])
    return lambda x: session.run(None, {"x": x})[0]


def plain_model(layers: Layers) -> bytes:
    """Return an ONNX model of the layers alone, as plain as the format allows."""
    from onnx import TensorProto, helper, numpy_helper

    nodes: list[Any] = []
    arrays: list[Any] = []
    value = "x"
    for i, (weight, bias) in enumerate(layers):
        arrays += [numpy_helper.from_array(weight, f"w{i}"), numpy_helper.from_array(bias, f"b{i}")]
        nodes.append(helper.make_node("Gemm", [value, f"w{i}", f"b{i}"], [f"sum{i}"], transB=1))
        value = f"sum{i}"
        if i < len(layers) - 1:
            nodes.append(helper.make_node("Relu", [value], [f"h{i}"]))
            value = f"h{i}"
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", width])
        for name, width in (("x", layers[0][0].shape[1]), (value, len(layers[-1][1])))
    ]
    graph = helper.make_graph(nodes, "network", ends[:1], ends[1:], arrays)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return bytes(model.SerializeToString())
