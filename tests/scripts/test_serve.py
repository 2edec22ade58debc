"""``desgarrada serve`` and ``play web=true``: started, asked, ended."""

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from scripts import cli

pytest.importorskip("starlette")
ROOT = Path(__file__).parents[2]
DESGARRADA = [sys.executable, "-m", "scripts.cli"]


@pytest.fixture
def command(capsys):
    """Return a function that runs the command: (code, stdout, stderr)."""

    def run(*words):
        code = cli.main(list(words))
        return (code, *capsys.readouterr())

    return run


def started(*words):
    """Return (process, address) of a server on a port that is free."""
    process = subprocess.Popen(
        [*DESGARRADA, *words, "port=0"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True)
    line = process.stdout.readline()
    return process, re.fullmatch(
        r"Desgarrada is at (http://127\.0\.0\.1:\d+/) \(Ctrl-C ends it\)\n", line)[1]


@pytest.mark.parametrize("words", [("serve",), ("play", "web=true")])
def test_a_server_answers_and_ends_with_ctrl_c(words, deadline):
    process, address = started(*words)
    request = urllib.request.Request(
        address + "rpc", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "list_games"}).encode(),
        {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        assert json.load(response)["result"]["protocol"] == 1
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "\nThe server has ended.\n", "")


def test_it_is_a_foreign_bot_that_is_fit_for_a_tournament(command):
    me = " ".join(DESGARRADA)
    code, out, err = command(
        "check-engine", f"{me} serve transport=stdio bot=novice", "game=kuhn_poker",
        "games=1")
    assert (code, err) == (0, "")
    assert out.endswith("fit for a tournament.\n")
    assert "is 'novice'." in out


def test_a_pipe_gets_its_answer_before_the_end():
    message = {"jsonrpc": "2.0", "id": 1, "method": "describe_game",
               "params": {"game": "leduc_poker"}}
    done = subprocess.run([*DESGARRADA, "serve", "transport=stdio"], input=json.dumps(message),
                          cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(done.stdout)["result"]["title"] == "Leduc poker"
    assert done.stderr == ""


@pytest.mark.parametrize("words, sentence", [
    (["port=70000"], "port=70000 is no port; allowed are 0 to 65535"),
    (["host=no.such.host.invalid"], "host=no.such.host.invalid is no address"),
    (["host=192.0.2.1"], "nothing can listen on port=8765 of host=192.0.2.1"),
    (["transport=pigeon"], "transport=pigeon is not one of http, stdio"),
    (["bot=nobody", "port=0"], "there is no bot 'nobody'"),
    (["hint=nobody", "transport=stdio"], "there is no bot 'nobody'"),
    (["bots=[nobody]", "port=0"], "there is no bot 'nobody'"),
    (["limits.workers=many"], "limits.workers"),
    (["limits.workers=0", "port=0"], "limits.workers=0 is not allowed; it is a number above 0"),
    (["limits.waiting=-1", "port=0"], "limits.waiting=-1 is not allowed"),
    (["limit=1"], "there is no setting 'limit' in serve"),
])
def test_what_cannot_be_served_is_one_sentence(command, words, sentence):
    code, out, err = command("serve", *words)
    assert (code, out) == (2, "")  # nor an address where nobody is
    assert err.startswith("desgarrada: ") and err.count("\n") == 1
    assert sentence in err


def test_a_port_that_is_in_use_is_one_sentence(command):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for words in (["serve"], ["play", "web=true"]):
            code, out, err = command(*words, f"port={port}")
            assert (code, out) == (2, "")
            assert err == (f"desgarrada: port={port} of 127.0.0.1 is in use; choose another, or "
                           "port=0 for any that is free\n")


def test_without_the_extra_it_says_what_to_install(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "frontends.server.serving", None)
    code, _, err = command("serve")
    assert code == 2
    assert "pip install 'desgarrada[web]'" in err


def test_help_explains_every_setting(command):
    code, out, _ = command("serve", "--help")
    assert code == 0
    for name in ("transport=http", "host=127.0.0.1", "port=8765", "default_bot=club", "bot=NAME",
                 "limits.message=1000000", "limits.workers=null", "origins=[]"):
        assert name in out
