"""torch is for training alone: everything else runs where it is not installed."""

import subprocess
import sys

NEEDED = ["engine_cy", "search", "search.mlp", "search.exact", "arena", "arena.tournament",
          "arena.run_chart", "configs.labs", "nets", "nets.lab", "nets.curve", "nets.bots",
          "nets.micro.bot", "nets.micro.distill", "nets.training", "nets.training.config",
          "scripts.cli", "scripts.train", "scripts.distill", "frontends.micro.files",
          "scripts.evaluate", "scripts.evaluate_runs", "frontends"]

SCRIPT = """
import importlib, sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("torch", "tensorboard"):
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
{body}
"""


def run(body):
    return subprocess.run([sys.executable, "-c", SCRIPT.format(body=body)], capture_output=True,
                          text=True, timeout=120)



def test_nothing_but_training_imports_torch():
    done = run("".join(f"importlib.import_module({module!r})\n" for module in NEEDED))
    assert done.returncode == 0, done.stderr


def test_training_without_torch_is_one_sentence():
    done = run("from scripts.cli import main\nsys.exit(main(['train', 'train=kuhn_poker']))")
    assert done.returncode == 2
    assert done.stderr == ("desgarrada: training needs torch, which is not installed; "
                           "pip install 'desgarrada[torch]' brings it\n")


def test_help_needs_no_torch():
    done = run("from scripts.cli import main\nsys.exit(main(['train', '--help']))")
    assert done.returncode == 0, done.stderr
    assert "recipe.magnet=0.0" in done.stdout
