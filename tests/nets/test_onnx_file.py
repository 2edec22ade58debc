"""model.onnx: the same numbers as the layers, one copy of the weights, equal bytes."""

import builtins

import numpy as np
import pytest

from nets.bundle import BundleError
from nets.onnx_file import check_model, onnx_model, run_model
from nets.testing import layers_of_sizes
from nets.weights import pack_layers, unpack_layers

FACTS = {"game": "kuhn_poker", "fingerprints": '{"2": "ab"}'}
SIZES = (21, 16, 8, 5)


def model_of(dtype="float32", sizes=SIZES):
    """Return (model, weights, layers as they are stored)."""
    blob, entries = pack_layers(layers_of_sizes(sizes), dtype)
    return onnx_model(entries, dtype, 3, 2, FACTS), blob, unpack_layers(blob, entries, dtype)


def forward(net, x):
    for weight, bias in net[:-1]:
        x = np.maximum(x @ weight.T.astype(np.float64) + bias, 0)
    return x @ net[-1][0].T.astype(np.float64) + net[-1][1]


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8"])
@pytest.mark.parametrize("sizes", [SIZES, (21, 5), (3, 7, 5)])
def test_onnx_runtime_computes_the_layers(dtype, sizes):
    pytest.importorskip("onnx", reason="the extra [onnx] is not installed")
    pytest.importorskip("onnxruntime", reason="the extra [onnx] is not installed")
    model, blob, net = model_of(dtype, sizes)
    check_model(model, blob, FACTS)
    x = np.random.default_rng(1).normal(size=(9, sizes[0])).astype(np.float32)
    out = run_model(model, blob, x)
    assert out.dtype == np.float32
    assert out.shape == (9, 5)
    np.testing.assert_allclose(out, forward(net, x), atol=1e-5)


def test_equal_bytes_and_readable_metadata():
    onnx = pytest.importorskip("onnx", reason="the extra [onnx] is not installed")
    first, blob, _ = model_of()
    assert model_of()[0] == first
    assert len(first) < 2000 < len(blob)
    model = onnx.ModelProto.FromString(first)
    assert {p.key: p.value for p in model.metadata_props} == FACTS
    assert [i.name for i in model.graph.input] == ["observation"]
    assert [o.name for o in model.graph.output] == ["logits", "value_logits"]
    assert "normaliser" in model.doc_string


def test_a_foreign_model_is_not_run():
    onnx = pytest.importorskip("onnx", reason="the extra [onnx] is not installed")
    raw, blob, _ = model_of()
    model = onnx.ModelProto.FromString(raw)
    model.graph.node.append(onnx.helper.make_node("ConstantOfShape", ["sizes"], ["bomb"]))
    with pytest.raises(BundleError, match="has a node 'ConstantOfShape'"):
        check_model(model.SerializeToString(), blob, FACTS)
    model = onnx.ModelProto.FromString(raw)
    model.graph.initializer[0].external_data[0].value = "../../etc/passwd"
    with pytest.raises(BundleError, match=r"points to '\.\./.*'; allowed is weights\.bin"):
        check_model(model.SerializeToString(), blob, FACTS)


def test_without_the_library_one_sentence_says_so(monkeypatch):
    load = builtins.__import__

    def without(name, *rest):
        if name == "onnx":
            raise ImportError(name)
        return load(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(BundleError, match=r"needs onnx, .* pip install 'desgarrada\[onnx\]'"):
        onnx_model([], "float32", 3, 2, FACTS)
