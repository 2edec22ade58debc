"""docs/nets.md: its program runs, its tables name what is there."""

import re
import subprocess
import sys
from pathlib import Path

import bundles
import pytest

from nets.bundle import write_bundle
from nets.export import build_bundle
from nets.testing import random_layers

PAGE = (Path(__file__).parents[2] / "docs" / "nets.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def bundle():
    pytest.importorskip("onnx", reason="the extra [onnx] is not installed")
    games = bundles.games_of("leduc_poker")
    return build_bundle(games, random_layers(games[0], (16,)), curve=[], weights="float16")


def test_the_program_of_the_page_runs(bundle, tmp_path):
    pytest.importorskip("onnxruntime", reason="the extra [onnx] is not installed")
    (program,) = [block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
                  if "extractall" in block]
    write_bundle(tmp_path / "bundle.zip", bundle)
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)


def test_every_member_and_field_is_named(bundle):
    for name in [*bundle.members, *bundle.manifest, *bundle.manifest["layers"][0]]:
        assert f"`{name}`" in PAGE or f'"{name}"' in PAGE, name
