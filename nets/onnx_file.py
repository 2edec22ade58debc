"""The network of a bundle as an ONNX model, written by the `onnx` library alone: no torch.

Input `observation` float32[batch, F]: the raw tensor of an observation, for the normaliser is
folded into the first layer. Outputs `logits` float32[batch, A], before the mask of legal actions,
and `value_logits` float32[batch, S], seat j counted from the seat that looks.

The model holds no weights of its own: its initialisers point into the bundle's `weights.bin`
(ONNX's external data), so that a bundle has them once. Both files have to lie in one folder.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nets.bundle import WEIGHTS
from nets.errors import BundleError
from nets.weights import DTYPES

MODEL = "model.onnx"
OPSET, IR_VERSION = 17, 8  # of 2022: read by every runtime in use
# What a model of ours is made of; another node in a file of unknown origin is not run.
OPERATORS = frozenset({"Cast", "DequantizeLinear", "Gemm", "Relu", "Split"})


def require_onnx() -> Any:
    """Return the module `onnx`.

    Raises: BundleError that says how to install it.
    """
    try:
        import onnx
    except ImportError:
        raise BundleError(
            "To write model.onnx needs onnx, which is not installed; "
            "pip install 'desgarrada[onnx]' brings it."
        ) from None
    return onnx


def onnx_model(
    entries: Sequence[Mapping[str, Any]],
    dtype: str,
    num_actions: int,
    num_seats: int,
    facts: Mapping[str, str],
) -> bytes:
    """Return the bytes of the model; equal arguments give equal bytes.

    entries: the arrays of every layer in turn, as `pack_layers` describes them. dtype: their type.
    facts: metadata of the model, such as game and fingerprints.
    Raises: BundleError where `onnx` is not installed.
    """
    onnx = require_onnx()
    helper, kinds = onnx.helper, onnx.TensorProto
    num_inputs = int(entries[0]["shape"][1])
    nodes: list[Any] = []
    arrays = [_external(onnx, entry, dtype, i) for i, entry in enumerate(entries)]
    value, width = "observation", len(DTYPES[dtype])
    for number in range(len(entries) // width):
        names = [str(entry["name"]) for entry in entries[width * number: width * (number + 1)]]
        widened, weight, bias = _widen(helper, kinds.FLOAT, dtype, names)
        nodes += widened
        if number:
            nodes.append(helper.make_node("Relu", [value], [f"hidden{number}"]))
            value = f"hidden{number}"
        output = f"layer{number}.output"
        nodes.append(helper.make_node("Gemm", [value, weight, bias], [output], transB=1))
        value = output
    nodes.append(helper.make_node("Split", [value, "sizes"], ["logits", "value_logits"], axis=1))
    sizes = helper.make_tensor("sizes", kinds.INT64, [2], [num_actions, num_seats])

    def info(name: str, width: int) -> Any:
        return helper.make_tensor_value_info(name, kinds.FLOAT, ["batch", width])

    graph = helper.make_graph(
        nodes, "policy_value_net", [info("observation", num_inputs)],
        [info("logits", num_actions), info("value_logits", num_seats)], [*arrays, sizes],
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION,
        producer_name="desgarrada",
        doc_string="Raw observation tensor -> policy logits before the mask, value logits by "
        "seat from the one that looks; the normaliser is inside.",
    )
    helper.set_model_props(model, dict(facts))
    return model.SerializeToString(deterministic=True)


def model_facts(manifest: Mapping[str, Any]) -> dict[str, str]:
    """Return the metadata of a bundle's model."""
    return {
        "game": str(manifest["game"]),
        "fingerprints": json.dumps(manifest["fingerprints"], sort_keys=True),
    }


def check_model(model: bytes, weights: bytes, facts: Mapping[str, str]) -> None:
    """Let the checker of `onnx` read the model; its errors are its own.

    Raises: BundleError for a node or a file that no model of ours has, or other metadata.
    """
    onnx = require_onnx()
    proto = onnx.ModelProto.FromString(model)
    for node in proto.graph.node:
        if node.op_type not in OPERATORS or node.domain:
            raise BundleError(
                f"{MODEL} has a node {node.op_type!r}; allowed are {', '.join(sorted(OPERATORS))}."
            )
    if proto.functions or proto.graph.sparse_initializer:
        raise BundleError(f"{MODEL} has functions or sparse weights; allowed are plain ones.")
    for array in proto.graph.initializer:
        where = [entry.value for entry in array.external_data if entry.key == "location"]
        if where and where != [WEIGHTS]:
            raise BundleError(f"{MODEL} points to {where[0]!r}; allowed is {WEIGHTS}.")
    if {entry.key: entry.value for entry in proto.metadata_props} != facts:
        raise BundleError(f"{MODEL} has the metadata of another game.")
    with tempfile.TemporaryDirectory() as folder:
        onnx.checker.check_model(str(_lay(folder, model, weights)), full_check=True)


def run_model(
    model: bytes, weights: bytes, tensors: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return float32[n, A + S] as ONNX Runtime computes it, with one thread.

    Raises: ImportError where it is not installed; its own errors for a model that it refuses.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # errors are raised; what else it has to say is not for users
    with tempfile.TemporaryDirectory() as folder:
        session = onnxruntime.InferenceSession(
            str(_lay(folder, model, weights)), options, providers=["CPUExecutionProvider"]
        )
        outputs = session.run(["logits", "value_logits"], {"observation": tensors})
    return np.concatenate(outputs, axis=1)


def _widen(
    helper: Any, float32: int, dtype: str, names: Sequence[str]
) -> tuple[list[Any], str, str]:
    """Return (nodes, weight, bias): what makes float32 of a layer's arrays, and their names."""
    wide = [f"{name}.float32" for name in names]
    if dtype == "float16":
        nodes = [helper.make_node("Cast", [name], [result], to=float32)
                 for name, result in zip(names, wide, strict=True)]
        return nodes, wide[0], wide[1]
    if dtype == "int8":
        weight, scale, bias = names
        node = helper.make_node("DequantizeLinear", [weight, scale], wide[:1], axis=0)
        return [node], wide[0], bias
    return [], names[0], names[1]


def _external(onnx: Any, entry: Mapping[str, Any], dtype: str, number: int) -> Any:
    """Return an initialiser that lies in weights.bin."""
    kind = np.dtype(DTYPES[dtype][number % len(DTYPES[dtype])][1])
    shape = [int(n) for n in entry["shape"]]
    array = onnx.TensorProto(
        name=str(entry["name"]), dims=shape, data_type=onnx.helper.np_dtype_to_tensor_dtype(kind),
        data_location=onnx.TensorProto.EXTERNAL,
    )
    length = int(np.prod(shape)) * kind.itemsize
    for key, text in (("location", WEIGHTS), ("offset", entry["offset"]), ("length", length)):
        array.external_data.add(key=key, value=str(text))
    return array


def _lay(folder: str, model: bytes, weights: bytes) -> Path:
    """Write both files into a folder; return the model's path."""
    (Path(folder) / WEIGHTS).write_bytes(weights)
    path = Path(folder) / MODEL
    path.write_bytes(model)
    return path
