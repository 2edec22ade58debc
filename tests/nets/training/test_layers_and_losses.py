"""The compiled parts of learning agree with torch's own; masks hold whatever is legal."""

import itertools

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [torch]")

from engine_cy import load_game
from nets.training.facts import facts_of
from nets.training.layers import FirstLayer, Threads, even_cuts
from nets.training.losses import Played, Weights, policy_loss, share_loss, torch_policy_loss
from nets.training.network import PolicyValueNet, layers_of, log_policy
from nets.training.rows import Features
from search.mlp import MLP, policy_of


def sparse_rows(m=37, width=50, seed=0):
    rng = np.random.default_rng(seed)
    dense = np.where(rng.random((m, width)) < 0.2, rng.normal(size=(m, width)), 0)
    dense = dense.astype(np.float32)
    row, column = np.nonzero(dense)
    count = np.bincount(row, minlength=m)
    ends = np.cumsum(count)
    return Features((ends - count).astype(np.int64), ends.astype(np.int64),
                    column.astype(np.uint16), dense[row, column], width), dense


@pytest.mark.parametrize("units", [1, 64, 100, 256])
@pytest.mark.parametrize("threads", [1, 3])
def test_sparse_first_layer_is_the_dense_one(units, threads):
    rows, dense = sparse_rows()
    layer = FirstLayer(50, units, Threads(threads))
    layer.scale.copy_(torch.rand(50) + 0.5)
    assert np.array_equal(rows.dense(), dense)
    out = layer(rows)
    expected = layer(torch.from_numpy(dense))
    assert torch.allclose(out, expected, atol=1e-5)
    push = torch.randn_like(out)
    found = torch.autograd.grad((out * push).sum(), [layer.weight, layer.bias])
    wanted = torch.autograd.grad((expected * push).sum(), [layer.weight, layer.bias])
    for a, b in zip(found, wanted, strict=True):
        assert torch.allclose(a, b, atol=1e-4)


def test_threads_change_no_bit():
    rows, _ = sparse_rows(300, 50, 1)
    results = []
    for count in (1, 2, 5):
        torch.manual_seed(0)
        layer = FirstLayer(50, 192, Threads(count))
        out = layer(rows)
        results.append((out, *torch.autograd.grad(out.square().sum(), list(layer.parameters()))))
    for other in results[1:]:
        assert all(torch.equal(a, b) for a, b in zip(results[0], other, strict=True))


@pytest.mark.parametrize("parts", [1, 2, 5, 60])
def test_the_gradients_features_are_shared_out_evenly(parts):
    rows, dense = sparse_rows(400, 50, 2)
    cuts = even_cuts(rows, 50, parts)
    assert len(cuts) == parts + 1 and cuts[0] == 0 and cuts[-1] == 50 and cuts == sorted(cuts)
    held = np.count_nonzero(dense, axis=0)
    for begin, end in itertools.pairwise(cuts):
        assert held[begin:end].sum() <= held.sum() / parts + held.max()


def test_features_of_no_rows_are_shared_out_too():
    rows, _ = sparse_rows(0)
    assert even_cuts(rows, 50, 3)[::3] == [0, 50]


def some_decisions(m=64, actions=9, seed=0, legal=None):
    rng = np.random.default_rng(seed)
    masks = (rng.random((m, actions)) < 0.4).astype(np.uint8)
    if legal is not None:
        masks[:] = 0
        for row in masks:
            row[rng.permutation(actions)[:legal]] = 1
    masks[np.arange(m), rng.integers(0, actions, m)] = 1
    chosen = np.array([rng.choice(np.flatnonzero(row)) for row in masks], dtype=np.int64)
    logits = torch.from_numpy(rng.normal(size=(m, actions)).astype(np.float32) * 3)
    before = log_policy(logits, torch.from_numpy(masks).bool())[torch.arange(m), chosen]
    before = (before.numpy() + rng.normal(size=m) * 0.2).astype(np.float32)
    taught = np.array([rng.choice(np.flatnonzero(row)) for row in masks], dtype=np.int64)
    return logits, Played(masks, chosen, before, rng.normal(size=m).astype(np.float32), taught)


@pytest.mark.parametrize("magnet", [0.0, 0.3])
@pytest.mark.parametrize("teacher", [0.0, 0.8])
@pytest.mark.parametrize("legal", [None, 1])
def test_compiled_loss_is_that_of_torch(magnet, teacher, legal):
    logits, played = some_decisions(legal=legal)
    slow = torch.randn_like(logits) if magnet else None
    weights = Weights(0.1, 0.07, magnet, teacher)
    found = []
    for loss in (lambda x: policy_loss(x, played, weights, slow, Threads(2)),
                 lambda x: torch_policy_loss(x, played, weights, slow)):
        x = logits.clone().requires_grad_()
        value, told = loss(x)
        found.append((value, told, torch.autograd.grad(value, x)[0]))
    assert torch.allclose(found[0][0], found[1][0], atol=1e-6)
    assert found[0][1] == pytest.approx(found[1][1], abs=1e-5)
    assert torch.allclose(found[0][2], found[1][2], atol=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_masks_hold_for_any_logits(seed):
    """Illegal mass is exactly 0 and gradients are finite, also with a single legal action."""
    logits, played = some_decisions(seed=seed, legal=1 + seed % 3)
    logits = logits * 10.0 ** (seed - 2)
    masks = torch.from_numpy(played.masks).bool()
    chances = log_policy(logits, masks).exp()
    assert torch.isfinite(chances).all()
    assert (chances[~masks] == 0).all()
    assert torch.allclose(chances.sum(dim=1), torch.ones(len(chances)), atol=1e-5)
    for compiled in (True, False):
        x = logits.clone().requires_grad_()
        weights = Weights(0.1, 0.1, teacher=0.5)
        value, _ = policy_loss(x, played, weights, None, Threads(1)) if compiled else \
            torch_policy_loss(x, played, weights, None)
        gradient = torch.autograd.grad(value, x)[0]
        assert torch.isfinite(gradient).all()
        assert (gradient[~masks] == 0).all()


def test_masks_of_training_are_those_of_search():
    logits, played = some_decisions()
    trained = log_policy(logits, torch.from_numpy(played.masks).bool()).exp().numpy()
    for row, mask, chances in zip(logits.numpy(), played.masks, trained, strict=True):
        legal = np.flatnonzero(mask)
        found = np.zeros(len(mask))
        found[legal] = policy_of(row, legal.astype(np.int32))
        assert np.allclose(found, chances, atol=1e-6)
        assert not found[mask == 0].any() and not chances[mask == 0].any()


def test_share_loss_gives_no_share_to_seats_that_are_not_there():
    values = torch.randn(6, 5, requires_grad=True)
    seats = torch.arange(5).expand(6, 5) < 3
    shares = torch.zeros(6, 5)
    shares[:, 1] = 1.0
    gradient = torch.autograd.grad(share_loss(values, seats, shares), values)[0]
    assert torch.isfinite(gradient).all()
    assert (gradient[:, 3:] == 0).all()


@pytest.mark.parametrize("name, players", [("hoi_pho", 4), ("kuhn_poker", 2)])
def test_the_kernel_plays_what_was_trained(name, players):
    """The scale of features is folded in, and the critic is no part of what plays."""
    game = load_game(name, players)
    net = PolicyValueNet(facts_of([game]), [32, 16])
    with torch.no_grad():
        net.trunk.first.scale.uniform_(0.5, 2.0)
    kernel = MLP(layers_of(net), net.num_actions, net.num_seats)
    assert kernel.num_inputs == game.observation_tensor_size
    x = game.new_initial_state(3).observation(0).tensor()[None]
    with torch.no_grad():
        out = net(torch.from_numpy(x))
    both = torch.cat([out.logits, out.values], dim=1).numpy()
    assert np.allclose(kernel.forward(x), both, atol=1e-5)
