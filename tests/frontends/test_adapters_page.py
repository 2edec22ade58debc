"""The examples of docs/adapters.md work when pasted."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "adapters.md"
OPENSPIEL, PETTINGZOO = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def run(example: str, folder: Path) -> str:
    assert len(example.strip().splitlines()) <= 24
    done = subprocess.run([sys.executable, "-c", example], cwd=folder, check=False,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_for_openspiel_solves_kuhn_poker(tmp_path):
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    first, second = run(OPENSPIEL, tmp_path).splitlines()
    assert float(first.removeprefix("exploitability ")) < 0.01
    shares = [float(word) for word in re.findall(r"[\d.]+", second)]
    assert len(shares) == 3 and sum(shares) == pytest.approx(1)


def test_the_example_for_pettingzoo_plays_both_kinds(tmp_path):
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    *takes, last = run(PETTINGZOO, tmp_path).splitlines()
    assert [line.split()[0] for line in takes] == ["player_0", "player_1", "player_2"]
    assert sum(float(line.split()[-1]) for line in takes) == pytest.approx(1)
    assert last.startswith("{'player_0': ")
