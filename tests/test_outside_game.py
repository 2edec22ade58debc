"""A game in a package of its own: built against the installed package, found, played, searched.

The package is examples/undercut. It is compiled against the modules that the tests run with or,
where the environment names a built wheel in DESGARRADA_WHEEL (`make wheel` does), against that.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("Cython", reason="the game is compiled")

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
WHEEL = os.environ.get("DESGARRADA_WHEEL")


def pip_install(source, target, path):
    """Install a folder or wheel into a folder of its own, with nothing from outside."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install",
               "--no-index", "--no-deps", "--no-build-isolation", "--target", str(target),
               str(source)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, cwd=target.parent,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Run lines of Python, or a module with arguments, where the game is installed."""
    folder = tmp_path_factory.mktemp("outside")
    path = os.pathsep.join(entry for entry in sys.path if entry)
    if WHEEL:
        pip_install(WHEEL, folder / "package", path)
        path = os.pathsep.join([str(folder / "package"), path])
    source = folder / "source"
    shutil.copytree(ROOT / "examples" / "undercut", source)
    pip_install(source, folder / "site", path)
    path = os.pathsep.join([str(folder / "site"), path])

    def run(*arguments):
        done = subprocess.run([sys.executable, *arguments], env={**os.environ, "PYTHONPATH": path},
                              cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_it_is_registered_and_loaded_by_name(python):
    facts = json.loads(python("-c", """
import json, engine_cy
game = engine_cy.load_game("undercut")
print(json.dumps([game.name in engine_cy.registered_games(), game.num_players,
                  len(list(game.initial_worlds(630)))]))
"""))
    assert facts == [True, 2, 630]      # 9 cards: 4 and 4 of them, 1 left over


def test_a_hundred_games_and_many_more_in_bulk(python):
    assert python("-c", """
import engine_cy
from engine_cy.testing import random_games, replay_worlds
from search import make_bot

game = engine_cy.load_game("undercut")
bot = make_bot("random", game, 1)
for seed in range(100):
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(bot.act(state.observation(seat)), seat)
    assert state.returns().sum() == 0 and state.scores().sum() == 10
print(random_games(game, 5000, 1)["faults"], replay_worlds(game, 5000, 1)["faults"])
""") == "[] []\n"


def test_the_laws_hold(python):
    """The laws of tests/engine, which ask for a game and two seeds and nothing else."""
    held = python("-c", f"""
import sys
sys.path.insert(0, {str(ROOT / "tests" / "engine")!r})
import engine_cy
from test_laws import LAWS

game = engine_cy.load_game("undercut")
for law in LAWS:
    for seed in range(40):
        law(game, seed, seed)
    print(law.__name__)
""").split()
    assert len(held) == 9


def test_worlds_are_dealt_uniformly(python):
    """Seat 0 sees its four cards and two of the other's: three ways to deal the three left."""
    counts = json.loads(python("-c", """
import json, engine_cy
from collections import Counter

game = engine_cy.load_game("undercut")
state = game.new_initial_state(3)
for _ in range(4):
    state.apply_action(int(state.legal_actions()[0]))
observation = state.observation(0)
worlds = {int(w.record()["hand"][1]) for w, _ in observation.worlds(10)}
samples = Counter(int(observation.sample_state(k).record()["hand"][1]) for k in range(3000))
assert set(samples) == worlds
print(json.dumps(sorted(samples.values())))
"""))
    assert len(counts) == 3 and 900 < counts[0] <= counts[-1] < 1100


def test_search_beats_random_play_on_the_command_line(python):
    python("-m", "scripts.cli", "tournament", "game=undercut", "bots=[random,ismcts+sims:200]",
           "blocks=300", "seed=1", "workers=1", "report=false", "progress=false", "run_dir=run")
    results = json.loads(python("-c", "print(open('run/results.json').read())"))
    bots = results["events"][0]["bots"]
    (share,) = (bot["win_share"] for bot in bots if bot["name"] == "ismcts+sims:200")
    assert share["low"] > 0.5
