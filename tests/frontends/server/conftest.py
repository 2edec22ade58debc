"""Helper modules of this folder can be imported by their names; a server for the whole module."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="module")
def server():
    """A server on a free port, with short limits."""
    from servers import running

    with running() as address:
        yield address
