"""The tutorial quotes the files that it explains: every excerpt stands there word for word."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
IN_PACKAGE, OUTSIDE = (ROOT / "docs" / "add_a_game.md").read_text(encoding="utf-8").split(
    "\n## Outside the package\n")
UNDERCUT = ROOT / "examples" / "undercut"
SOURCES = {
    IN_PACKAGE: [ROOT / "engine_cy" / "games" / "goofspiel.pyx"],
    OUTSIDE: [UNDERCUT / "setup.py", UNDERCUT / "pyproject.toml",
              UNDERCUT / "desgarrada_undercut" / "game.pyx"],
}
BLOCKS = [(block, files) for page, files in SOURCES.items()
          for block in re.findall(r"```\w+\n(.*?)```", page, re.DOTALL)]


def test_the_tutorial_has_excerpts():
    assert len(BLOCKS) >= 10


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_an_excerpt_is_in_its_file(number):
    block, files = BLOCKS[number]
    parts = block.split("...\n")
    texts = [path.read_text(encoding="utf-8") for path in files]
    assert any(all(part in text for part in parts) for text in texts), block


def test_the_files_it_names_exist():
    named = set(re.findall(r"`((?:engine_cy|tests|examples|search|configs)/[\w./]+)`",
                           IN_PACKAGE + OUTSIDE))
    assert len(named) >= 8 and [name for name in named if not (ROOT / name).exists()] == []
