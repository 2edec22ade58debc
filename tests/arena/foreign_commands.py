"""Commands of foreign bots for tests, and what is left of their processes."""

import shlex
import shutil
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = f"cmd:{sys.executable} {ROOT / 'examples' / 'bots' / 'high_card.py'}"
EXAMPLE_JS = f"cmd:node {ROOT / 'examples' / 'bots' / 'high_card.js'}"
LIAR = Path(__file__).with_name("lying_engine.py")

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def liar(what, **params):
    """Return the specification of an engine that lies in one way."""
    command = shlex.join([sys.executable, "-I", "-S", str(LIAR), what])
    return "+".join([f"cmd:{command}", *(f"{key}:{value}" for key, value in params.items())])


def running(what):
    """Return the processes of liars of this kind, children they have left behind included."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:  # it has ended
            continue
        if str(LIAR) in words and what in words:
            found.append(int(path.parent.name))
    return found


def gone(what):
    """Return whether no process of such liars is left; one that was killed may need a moment."""
    end = time.monotonic() + 10
    while running(what) and time.monotonic() < end:
        time.sleep(0.01)
    return not running(what)
