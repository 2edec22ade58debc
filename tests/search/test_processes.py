"""The same seed and position give one decision and one visit vector in any process."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROCESSES = 20
PROGRAM = """
import engine_cy
from search import make_bot
for name, players in (("hoi_pho", 4), ("goofspiel", 3), ("kuhn_poker", 2)):
    game = engine_cy.load_game(name, players=players)
    view = game.new_initial_state(12).observation(1 if name == "goofspiel" else 0)
    for spec in ("ismcts+sims:300", "flat_mc+sims:100", "greedy", "random"):
        bot = make_bot(spec, game, 2**63 + 7)
        print(name, spec, [bot.act(view) for _ in range(3)], bot.policy(view).tolist())
"""


def test_twenty_processes_agree():
    outputs = set()
    for start in range(0, PROCESSES, 2):
        running = [
            subprocess.Popen(
                [sys.executable, "-c", PROGRAM], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                env={**os.environ, "PYTHONHASHSEED": str(start + i)})
            for i in range(2)]
        for process in running:
            outputs.add(process.communicate()[0])
            assert process.returncode == 0
    assert len(outputs) == 1
    assert outputs.pop().count("\n") == 12
