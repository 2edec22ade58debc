"""A GPU says what the CPU says. Without one these tests say why they were left out."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [torch]")

from configs.schema import GameConfig
from engine_cy import GameOptionError, load_game
from nets.training.config import Recipe, TrainConfig
from nets.training.facts import facts_of
from nets.training.group import Group
from nets.training.layers import Threads
from nets.training.network import PolicyValueNet
from nets.training.selfplay import Plan, harvest_of, jobs_of, play_table
from nets.training.settings import find_device
from nets.training.tables import player
from nets.training.trainer import Trainer
from nets.training.transfer import to_device

needs_gpu = pytest.mark.skipif(
    not torch.cuda.is_available(),
    reason="torch sees no GPU, so CUDA and CPU cannot be compared on this machine")
CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def played():
    """Positions of Hội Phố at three and four seats, and a net of the usual size."""
    facts = facts_of([load_game("hoi_pho", count) for count in (3, 4)])
    torch.manual_seed(1)
    net = PolicyValueNet(facts, [256, 128], Threads(1))
    with torch.no_grad():
        net.policy.weight.mul_(10.0)       # logits of the size of a trained net's
    jobs = jobs_of(facts, Plan(16, 0.0, 1), 0, 3)
    tables = [play_table(facts, [player(net, CPU)], job) for job in jobs]
    return facts, net, harvest_of(tables, Group()).decisions


@needs_gpu
def test_cuda_and_cpu_logits_agree(played):
    _, net, decisions = played
    inputs = decisions.own(slice(None)).dense()
    wanted = player(net, CPU)(inputs)
    on_gpu = PolicyValueNet(*played[:1], [256, 128]).to("cuda")
    on_gpu.load_state_dict(net.state_dict())
    assert np.abs(player(on_gpu, torch.device("cuda"))(inputs) - wanted[:, : net.num_actions]
                  ).max() < 1e-3
    with torch.no_grad():
        sparse = on_gpu(decisions.own(slice(None)))
        both = torch.cat([sparse.logits, sparse.values], dim=1).cpu().numpy()
    assert np.abs(both - wanted).max() < 1e-3


@needs_gpu
@pytest.mark.parametrize("precision", ["fp32", "auto"])
def test_a_run_on_a_gpu_can_go_on_on_the_cpu(tmp_path, precision):
    given = {
        "game": GameConfig(name="hoi_pho"), "players": [3, 4], "games": 16, "decisions": 8000,
        "recipe": Recipe(hidden=[32], critic_hidden=[16], minibatch=512, magnet=0.05),
        "snapshot_every": 1, "tensorboard": False, "progress": False,
        "run_dir": str(tmp_path / "run"), "precision": precision}
    trainer = Trainer(TrainConfig(device="cuda", stop_after=3, **given))
    trainer.run([])
    assert next(trainer.learner.net.parameters()).device.type == "cuda"
    assert all(torch.isfinite(value).all() for value in trainer.learner.average.values())
    trainer = Trainer(TrainConfig(device="cpu", stop_after=1, **given))
    trainer.run([])
    assert trainer.progress["updates"] == 4


def test_arrays_on_the_cpu_are_not_copied():
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert to_device(array, CPU).data_ptr() == array.ctypes.data
    assert to_device(array.T, CPU).is_contiguous()


def test_the_product_of_the_cpu_is_that_of_torch(played):
    """What a GPU does with dense rows, done by torch on the CPU: the same logits."""
    _, net, decisions = played
    rows = decisions.own(slice(0, 200))
    with torch.no_grad():
        assert torch.allclose(net(rows).logits, net(torch.from_numpy(rows.dense())).logits,
                              atol=1e-4)


class Four(Group):
    """One of four processes of a machine."""

    size, local_size = 4, 4

    def __init__(self, rank):
        self.rank = self.local_rank = rank


def test_each_process_takes_its_own_gpu(monkeypatch):
    chosen = []
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 3)
    monkeypatch.setattr(torch.cuda, "set_device", chosen.append)
    assert find_device("cuda", Four(2)) == torch.device("cuda", 2)
    assert find_device("auto", Four(1)) == torch.device("cuda", 1)
    assert [device.index for device in chosen] == [2, 1]
    assert find_device("cpu", Four(2)) == CPU
    assert find_device("cuda:2", Group()) == torch.device("cuda", 2)
    assert find_device("auto", Group()).type == "cuda"
    for word, group, sentence in (
        ("cuda", Four(3), "4 processes on a machine need as many GPUs; torch sees 3"),
        ("cuda:0", Four(1), "device='cuda:0' is one GPU for 4 processes"),
        ("cuda:3", Group(), "device='cuda:3' is not there; torch sees 3 GPUs"),
        ("tpu", Group(), "device='tpu' is unknown"), ("cpu:1", Group(), "is unknown"),
    ):
        with pytest.raises(GameOptionError, match=sentence):
            find_device(word, group)
