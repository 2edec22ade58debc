"""What the tests of micro-policies share."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from frontends.micro.files import FOLDER, WEB, class_name

HERE = Path(__file__).parent
LANGUAGES = ("js", "php")
INSTALL = {"js": ("node", "nodejs"), "php": ("php", "php-cli")}


@cache
def vectors(game):
    return json.loads((FOLDER / f"{game}.vectors.json").read_text(encoding="utf-8"))


def command(language, game):
    program, package = INSTALL[language]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed: apt-get install {package}")
    if language == "js":
        return ["node", str(HERE / "run.js"), str(WEB / f"{game}.js")]
    return ["php", str(HERE / "run.php"), str(FOLDER / f"{game}.php"), class_name(game)]


def answers(language, game, questions):
    """Return what the policy's file in that language says to each question."""
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run(command(language, game), input=lines, capture_output=True, text=True,
                          encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(questions)
    return found


@pytest.fixture(name="answers")
def _answers():
    return answers
