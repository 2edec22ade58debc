"""The kernel for networks against numpy in double precision, other batches and ONNX Runtime."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nets.testing import layers_of_sizes
from search.mlp import MLP, PATHS, policy_of, supported_paths, values_of

SIZES = st.lists(st.integers(1, 150), min_size=2, max_size=6).filter(lambda s: s[-1] >= 3)
each_path = pytest.mark.parametrize("path", supported_paths())


def reference(layers, x):
    """The network in float64, one matrix product after the other."""
    h = x.astype(np.float64)
    for i, (weight, bias) in enumerate(layers):
        h = h @ weight.astype(np.float64).T + bias
        if i < len(layers) - 1:
            h = np.maximum(h, 0)
    return h


def inputs(n, size, density, seed):
    rng = np.random.default_rng(seed)
    return (rng.normal(size=(n, size)) * (rng.random((n, size)) < density)).astype(np.float32)


def network(sizes, seed=0, path=None):
    layers = layers_of_sizes(sizes, seed)
    return layers, MLP(layers, sizes[-1] - 2, 2, path)


@each_path
@settings(max_examples=60)
@given(sizes=SIZES, density=st.sampled_from([0.0, 0.05, 0.2, 1.0]), seed=st.integers(0, 2**32))
def test_it_is_the_network_that_numpy_computes(path, sizes, density, seed):
    layers, mlp = network(sizes, seed, path)
    x = inputs(3, sizes[0], density, seed)
    expected = reference(layers, x)
    assert np.abs(mlp.forward(x) - expected).max() <= 1e-5 * max(1, np.abs(expected).max())


@settings(max_examples=40)
@given(sizes=SIZES, seed=st.integers(0, 2**32))
def test_all_paths_agree_to_the_last_bit(sizes, seed):
    x = inputs(4, sizes[0], 0.3, seed)
    answers = {network(sizes, seed, path)[1].forward(x).tobytes() for path in supported_paths()}
    assert len(answers) == 1


@each_path
@pytest.mark.parametrize("n", [2, 3, 8, 64])
def test_a_row_does_not_depend_on_the_rows_beside_it(path, n):
    _, mlp = network([256, 128, 128, 64], 1, path)
    x = inputs(64, 256, 0.2, 2)
    alone = np.concatenate([mlp.forward(x[i:i + 1]) for i in range(64)])
    together = np.concatenate([mlp.forward(x[i:i + n]) for i in range(0, 64, n)])
    assert alone.tobytes() == together.tobytes()


def test_threads_share_a_network():
    _, mlp = network([200, 64, 30], 3)
    x = inputs(500, 200, 0.2, 4)
    expected, found = mlp.forward(x), [None] * 4

    def work(i):
        found[i] = mlp.forward(x)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(y, expected) for y in found)


def test_whatever_form_the_inputs_have():
    _, mlp = network([40, 16, 9], 5)
    x = inputs(6, 40, 0.5, 6)
    expected = mlp.forward(x)
    fixed = x.copy()
    fixed.flags.writeable = False
    for form in (x.tolist(), x.astype(np.float64), np.asfortranarray(x), fixed,
                 np.repeat(x, 2, axis=1)[:, ::2]):
        assert np.array_equal(mlp.forward(form), expected)
    assert mlp.forward(x[:0]).shape == (0, 9)


def test_inputs_that_are_no_numbers_can_be_seen():
    _, mlp = network([20, 16, 5], 7)
    x = inputs(1, 20, 0.5, 8)
    for bad in (np.nan, np.inf, -np.inf):
        x[0, 3] = bad
        assert not np.isfinite(mlp.forward(x)).all()


def test_it_keeps_weights_of_its_own():
    layers, mlp = network([20, 16, 5], 9)
    x = inputs(2, 20, 0.5, 1)
    before = mlp.forward(x)
    layers[0][0][:] = 0
    assert np.array_equal(mlp.forward(x), before)


W, B = np.ones((4, 3), np.float32), np.zeros(4, np.float32)


@pytest.mark.parametrize("layers, actions, seats, path, part", [
    ([], 2, 2, None, "0 layers"),
    ([(W, B)] * 17, 2, 2, None, "17 layers"),
    ([(W, B[:3])], 2, 2, None, r"\(4, 3\) and biases of shape \(3,\)"),
    ([(W[0], B)], 2, 2, None, r"\(3,\) and biases"),
    ([(W, B), (W, B)], 2, 2, None, "Layer 1 takes 3 inputs, the layer before it gives 4"),
    ([(W * np.nan, B)], 2, 2, None, "not finite"),
    ([(W, B)], 3, 2, None, "4 outputs; 3 actions and 2 seats need 5"),
    ([(W, B)], 3, 1, None, "at least 1 and 2"),
    ([(W, B)], 2, 2, "sse9", "Path 'sse9' is not one of this processor's: portable"),
])
def test_layers_that_make_no_network_are_refused_in_a_sentence(layers, actions, seats, path, part):
    with pytest.raises(ValueError, match=part):
        MLP(layers, actions, seats, path)


def test_inputs_that_do_not_fit_are_refused_in_a_sentence():
    _, mlp = network([20, 5])
    for x in (np.zeros((2, 19)), np.zeros((2, 21), np.float32), np.zeros(20), np.zeros((1, 1, 20))):
        with pytest.raises(ValueError, match=r"\[n, 20\] is needed"):
            mlp.forward(x)
    with pytest.raises(TypeError):
        mlp.forward(None)


def test_a_portable_path_is_always_there():
    assert supported_paths()[0] == "portable" and set(supported_paths()) <= set(PATHS)


@pytest.mark.parametrize("sizes", [[256, 128, 128, 64], [473, 256, 128, 112], [1073, 512, 102]])
def test_onnx_runtime_agrees(sizes):
    for module in ("onnx", "onnxruntime"):
        pytest.importorskip(module, reason=f"{module} is not installed (extra [onnx])")
    from nets.peers import onnxruntime_session

    layers, mlp = network(sizes)
    theirs = onnxruntime_session(layers)
    x = inputs(64, sizes[0], 0.2, 9)
    assert np.abs(mlp.forward(x) - theirs(x)).max() <= 1e-4
    assert np.abs(mlp.forward(x[:1]) - theirs(x[:1])).max() <= 1e-4


# ---- policies and values -------------------------------------------------------------------------

LOGITS = st.lists(st.floats(-2.0**99, 2.0**99, width=32), min_size=1, max_size=40)


@given(logits=LOGITS, temperature=st.sampled_from([0.0, 1e-30, 0.1, 1.0, 3.0, 1e30]))
def test_a_policy_is_a_distribution_whatever_the_logits(logits, temperature):
    probs = policy_of(logits, range(len(logits)), temperature)
    assert np.isfinite(probs).all() and (probs >= 0).all()
    assert probs.sum() == pytest.approx(1)
    assert probs[int(np.argmax(logits))] == probs.max()


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_policy_of_broken_logits_is_a_distribution_too(bad):
    for logits in ([bad, 1.0, 2.0], [1.0, bad, bad], [bad, bad, bad]):
        probs = policy_of(logits, [0, 1, 2])
        assert np.isfinite(probs).all() and probs.sum() == pytest.approx(1)


def test_the_policy_is_the_softmax_over_legal_actions():
    logits = np.array([5.0, 1.0, 2.0, 9.0], np.float32)
    for temperature in (0.5, 1.0, 2.0):
        weights = np.exp(logits[[1, 2]] / temperature)
        assert policy_of(logits, [1, 2], temperature) == pytest.approx(weights / weights.sum())
    assert policy_of(logits, [2]).tolist() == [1.0]
    assert policy_of(logits, [1, 2], 0).tolist() == [0.0, 1.0]
    assert policy_of(logits, []).tolist() == []
    with pytest.raises(ValueError, match="Temperature -1"):
        policy_of(logits, [1], -1)


def test_values_are_shares_of_the_first_seats():
    logits = np.array([0.0, np.log(3), 50.0], np.float32)
    assert values_of(logits, 2) == pytest.approx([0.25, 0.75])
    assert values_of(logits, 2, 4.0) == pytest.approx([1.0, 3.0])
    assert values_of(logits, 1) == pytest.approx([0.25])
    for players in (0, 4):
        with pytest.raises(ValueError, match=f"do not fit {players} players"):
            values_of(logits, players)
