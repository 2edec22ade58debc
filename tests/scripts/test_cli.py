"""The ``desgarrada`` command: help, and bad input of every kind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import cli

ROOT = Path(__file__).parents[2]


def run(capsys, *argv):
    """Return (exit code, stdout, stderr) of one call."""
    code = cli.main(list(argv))
    return (code, *capsys.readouterr())


@pytest.mark.parametrize("argv", [(), ("--help",), ("-h",), ("help",)])
def test_the_help_lists_the_commands_that_exist(argv, capsys):
    code, out, err = run(capsys, *argv)
    assert (code, err) == (0, "")
    for command in cli.COMMANDS:
        assert f"\n  {command} " in out


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_each_command_has_a_help_page(command, capsys):
    code, out, err = run(capsys, command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: desgarrada {command}")


def test_the_help_of_play_shows_settings_with_values_and_meaning(capsys):
    out = run(capsys, "play", "--help")[1]
    assert "seat=0 " in out
    assert "your seat, counted from 0" in out
    assert "game=hoi_pho" in out


def test_version(capsys):
    code, out, err = run(capsys, "--version")
    assert code == 0
    assert out.startswith("desgarrada ")
    assert err == ""


def test_the_help_of_the_command_imports_neither_hydra_nor_numpy():
    program = (
        "import sys; from scripts import cli; cli.main(['--help']); "
        "print([m for m in ('hydra', 'numpy', 'engine_cy.core') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


BAD_INPUT = {
    "unknown command": (["zork"], "unknown command 'zork'; commands: games, "),
    "misspelt command": (["plya"], "unknown command 'plya'; did you mean play?"),
    "unknown flag": (["play", "--zork"], "unknown flag '--zork'"),
    "no setting": (["play", "kuhn_poker"], "'kuhn_poker' is not a setting"),
    "flag without value": (["play", "--config-dir"], "the flag '--config-dir' needs a value"),
    "no such folder": (["play", "--config-dir", "/no/such"], "'/no/such' not found"),
    "unknown game": (["play", "game=zork"], "there is no game 'zork'; known games: "),
    "unknown game by name": (["play", "game.name=zork"], "'zork'"),
    "players=9": (["play", "game=kuhn_poker", "players=9"], "players=9"),
    "players=x": (
        ["play", "players=x"],
        "players=x: Value 'x' of type 'str' could not be converted",
    ),
    "unknown setting": (
        ["play", "bost=[random]"],
        "there is no setting 'bost' in play; did you mean bots?",
    ),
    "appended setting": (["play", "+zork=1"], "there is no setting 'zork'; there are: game, "),
    "nested setting": (["play", "game.zork=1"], "there is no setting 'game.zork'"),
    "deleted setting": (["play", "~zork"], "'zork' does not exist"),
    "unknown group": (["play", "+zork/a=b"], "zork"),
    "broken list": (["play", "bots=[random"], "'bots=[random' has not as many '['"),
    "broken value": (["play", "seed=="], "the setting 'seed==' cannot be read"),
    "broken quotes": (["play", "game.name='x"], "cannot be read"),
    "broken interpolation": (["play", "players=${zork}"], "Interpolation key 'zork' not found"),
    "bot in brackets": (["play", "bots=[ismcts(sims=10, c=2)]"], "bots=[ismcts+sims:10+c:2]"),
    "unknown option": (["play", "game=kuhn_poker", "game.options.zork=1"], "has no option 'zork'"),
    "option that is a setting": (["play", "game.options.players=2"], "'players' is not an option"),
    "seat too high": (["play", "game=kuhn_poker", "seat=2"], "seat=2 is not one of 0..1"),
    "negative seat": (["play", "game=kuhn_poker", "seat=-1"], "seat=-1 is not one of 0..1"),
    "too many bots": (["play", "game=kuhn_poker", "bots=[random,random]"], "2 bots for 1 seat;"),
    "bots without brackets": (["play", "bots=random"], "bots is a list: bots=[random]"),
    "misspelt named bot": (["play", "bots=[clubb]"], "(did you mean club?); the bots are "),
    "misspelt hint": (["play", "hint=clubb"], "there is no bot 'clubb'"),
    "no data file": (["play", "game=kuhn_poker", "game.data=/no/such.toml"], "/no/such.toml"),
    "games: unknown game": (["games", "show", "zork"], "'zork'"),
    "games: no name": (["games", "show"], "the following arguments are required: name (see"),
    "games: players=9": (["games", "show", "kuhn_poker", "players=9"], "players=9"),
    "games: players=x": (["games", "show", "kuhn_poker", "players=x"], "players=x is not a number"),
    "games: no setting": (["games", "show", "kuhn_poker", "players"], "'players' is not a setting"),
    "games: unknown option": (["games", "show", "kuhn_poker", "a=1"], "has no option 'a'"),
    "games: unknown flag": (["games", "--xml"], "unrecognized arguments: --xml"),
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_is_one_sentence_and_exit_code_2(name, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    argv, expected = BAD_INPUT[name]
    code, out, err = run(capsys, *argv)
    assert (code, out) == (2, "")
    assert err.startswith("desgarrada: ")
    assert err.count("\n") == 1
    assert expected in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "spec",
    [
        "zork",
        "ismcts+zork:1",
        "ismcts+sims:many",
        "py:no.such.module:Bot",
        "py:math:Zork",
        "+",
        "cheating_mcts",
    ],
)
def test_a_bad_bot_specification_is_one_sentence(spec, capsys):
    code, out, err = run(capsys, "play", "game=kuhn_poker", f"bots=['{spec}']")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("desgarrada: ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: hoi_pho\nplayers: [3\n", "mine.yaml, line 3, column 1: broken YAML"),
        ("defaults: [schema]\nname: hoi_pho\nplayerss: 3\n", "Key 'playerss' not in 'GameConfig'"),
        (
            "name: hoi_pho\nplayers: many\n",
            "Value 'many' of type 'str' could not be converted to Integer",
        ),
        ("- a\n- b\n", "mine"),
    ],
)
def test_a_broken_yaml_file_is_one_sentence(text, expected, capsys, tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "mine.yaml").write_text(text)
    code, out, err = run(capsys, "play", "--config-dir", str(tmp_path), "game=mine")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert expected in err


def test_an_unknown_game_is_never_looked_up_as_a_path(capsys):
    assert run(capsys, "play", "game=../../etc")[0] == 2


def test_a_terminal_without_utf8_is_no_error():
    done = subprocess.run(
        [sys.executable, "-m", "scripts.cli", "games", "show", "Hội"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "H?i" in done.stderr


def test_a_closed_pipe_is_quiet():
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "scripts.cli", "--help"],
        cwd=ROOT,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")
