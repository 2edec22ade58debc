"""The critic sees all hands; nothing of it can be reached where games are played."""

import subprocess
import sys

import numpy as np
import pytest

from nets.bundle import read_bundle, write_bundle
from nets.from_run import bundle_of_run
from scripts import cli

torch = pytest.importorskip("torch", reason="the extra [torch] is not installed")
checkpoints = pytest.importorskip("nets.training.checkpoint")
CRITIC_WIDTH = 7        # of no other layer


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory):
    """A run of a few updates at Kuhn poker."""
    folder = tmp_path_factory.mktemp("runs") / "kuhn"
    words = ["game=kuhn_poker", "players=[2]", "decisions=2000", "games=256", "threads=1",
             "recipe.hidden=[16]", f"recipe.critic_hidden=[{CRITIC_WIDTH}]", "snapshot_every=1",
             "tensorboard=false", "progress=false", f"run_dir={folder}"]
    assert cli.main(["train", *words]) == 0
    return folder


def test_what_plays_has_no_weight_of_the_critic(run_dir):
    checkpoint = checkpoints.load_checkpoint(run_dir)
    critic = checkpoint.rest["critic"]
    assert any(CRITIC_WIDTH in weight.shape for weight in critic.values())
    for which in ("ema", "current", next(iter(checkpoint.snapshots))):
        net = checkpoints.network_of(checkpoint, which)
        assert not any(CRITIC_WIDTH in weight.shape for weight in net.state_dict().values())
    bundle = bundle_of_run(run_dir, onnx=False)
    assert not any(CRITIC_WIDTH in np.shape(part) for layer in bundle.layers for part in layer)


def test_another_critic_makes_the_same_bundle(run_dir, tmp_path):
    write_bundle(tmp_path / "before.zip", bundle_of_run(run_dir, onnx=False))
    file = run_dir / checkpoints.CHECKPOINT
    content = torch.load(file, weights_only=True)
    for weight in content["rest"]["critic"].values():
        weight += 1.0
    torch.save(content, file)
    write_bundle(tmp_path / "after.zip", bundle_of_run(run_dir, onnx=False))
    assert (tmp_path / "before.zip").read_bytes() == (tmp_path / "after.zip").read_bytes()
    assert read_bundle(tmp_path / "after.zip").layers


def test_playing_imports_nothing_of_training(run_dir, tmp_path):
    write_bundle(tmp_path / "kuhn.zip", bundle_of_run(run_dir, onnx=False))
    script = (
        "import sys, engine_cy, search\n"
        "game = engine_cy.load_game('kuhn_poker')\n"
        "state = game.new_initial_state(1)\n"
        "for name in ('net', 'net_ismcts'):\n"
        f"    bot = search.make_bot(f'{{name}}+path:{tmp_path / 'kuhn.zip'}', game, 1)\n"
        "    bot.act(state.observation(0))\n"
        "assert not [m for m in sys.modules if m.startswith('nets.training')]\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
