"""Weights as bytes: every type reads back what it can hold, and packs that to the same bytes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nets.testing import layers_of_sizes
from nets.weights import ALIGNMENT, DTYPES, STEPS, pack_layers, unpack_layers


def again(layers, dtype):
    blob, entries = pack_layers(layers, dtype)
    return unpack_layers(blob, entries, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@given(st.lists(st.integers(1, 40), min_size=2, max_size=4), st.integers(0, 9),
       st.sampled_from([1e-36, 1e-12, 0.3, 1.0, 900.0]))
def test_what_has_been_read_is_packed_the_same(dtype, sizes, seed, scale):
    layers = [((w * scale).astype(np.float32), b) for w, b in layers_of_sizes(sizes, seed)]
    layers[0][0][0] = 0  # a row of zeros
    once = again(layers, dtype)
    assert pack_layers(once, dtype) == pack_layers(layers, dtype)
    for (w, b), (w1, b1) in zip(layers, once, strict=True):
        assert w1.dtype == b1.dtype == np.float32
        assert w1.shape == w.shape
        if dtype == "float32":
            assert (w1 == w).all()
        if dtype != "float16":
            assert (b1 == b).all()
        if dtype == "int8" and scale > 1e-30:
            steps = np.abs(w).max(axis=1, keepdims=True) / STEPS
            assert (np.abs(w1 - w) <= steps * 0.501).all()
        if dtype == "float16" and scale > 1e-3:
            assert (np.abs(w1 - w) <= np.abs(w) * 2**-11 + 1e-7).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_begin_aligned_and_come_in_order(dtype):
    _, entries = pack_layers(layers_of_sizes((7, 5, 3)), dtype)
    parts = [part for part, _, _ in DTYPES[dtype]]
    assert [e["name"] for e in entries] == [f"layer{i}.{p}" for i in range(2) for p in parts]
    assert all(e["offset"] % ALIGNMENT == 0 for e in entries)


@pytest.mark.parametrize(("value", "dtype"), [
    (np.nan, "float32"), (np.inf, "float32"), (1e5, "float16"), (-7e4, "float16"),
    (np.nan, "int8"), (-np.inf, "int8"),
])
@pytest.mark.parametrize("place", [0, 1])
def test_numbers_that_do_not_fit_are_refused(value, dtype, place):
    layers = layers_of_sizes((4, 3, 2))
    layers[1][place].flat[0] = value
    with pytest.raises(ValueError, match=f"layer 1 are not all finite in {dtype}"):
        pack_layers(layers, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_table_that_does_not_describe_the_bytes_is_refused(dtype):
    blob, entries = pack_layers(layers_of_sizes((4, 3, 2)), dtype)

    def refused(change, sentence, bytes_=blob):
        table = [dict(entry) for entry in entries]
        change(table)
        with pytest.raises(ValueError, match=sentence):
            unpack_layers(bytes_, table, dtype)

    refused(lambda t: t.pop(), "no whole layers")
    refused(lambda t: t[1].update(name="layer9.bias"), "is needed")
    refused(lambda t: t[1].update(offset=t[1]["offset"] + 4), "is needed")
    refused(lambda t: t[0].update(shape=[3]), "is needed")
    refused(lambda t: t[1].update(shape=[2]), "for 3 rows")
    refused(lambda t: t[-1].update(shape=[2**20]), "for 2 rows")
    refused(lambda t: t[-2].update(shape=[2**20] * (2 if dtype != "int8" else 1)),
            "end within|for 2 rows")
    refused(lambda t: None, "end within", blob[:-1])
    refused(lambda t: None, "1 more than", blob + b"0")
