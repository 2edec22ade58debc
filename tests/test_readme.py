"""The README's promises: its Python works when pasted, its bot plays in a tournament."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_five_lines_work_when_pasted(tmp_path):
    lines = BLOCKS[0].strip().splitlines()
    assert len(lines) == 5
    done = subprocess.run([sys.executable, "-c", BLOCKS[0]], cwd=tmp_path, check=True,
                          capture_output=True, text=True)
    assert "your hand" in done.stdout and "play " in done.stdout


def test_the_own_bot_plays_in_a_tournament(tmp_path):
    assert len(BLOCKS[1].strip().splitlines()) <= 16       # its file name and 15 lines
    (tmp_path / "my_bots.py").write_text(BLOCKS[1], encoding="utf-8")
    command = next(line for line in README.splitlines() if "py:my_bots:Miser" in line)
    words = shlex.split(command.split("desgarrada ", 1)[1])
    words = [word for word in words if not word.startswith("blocks=")]
    done = subprocess.run(
        [sys.executable, "-m", "scripts.cli", *words, "blocks=3", "run_dir=r", "report=false"],
        cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "py:my_bots:Miser+above:2" in done.stdout
    assert "failing bot" not in done.stdout


@pytest.mark.parametrize("target", ["demo", "test"])
def test_the_two_commands_come_first(target):
    assert f"make {target}" in "\n".join(README.splitlines()[:6])


def test_every_page_that_is_linked_exists():
    root = Path(__file__).parents[1]
    pages = re.findall(r"\]\(([^)#]+)\)", README)
    assert pages and all((root / page).exists() for page in pages)
