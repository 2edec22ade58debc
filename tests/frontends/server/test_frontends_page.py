"""docs/frontends.md: its program runs and stands there word for word; its tables are what is."""

import dataclasses
import importlib.util
import re
from pathlib import Path

import pytest
from servers import running

from frontends.server.config import Limits
from frontends.server.errors import CODES
from frontends.server.methods import METHODS

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "examples" / "frontends" / "kuhn_table.py"
PAGE = (ROOT / "docs" / "frontends.md").read_text(encoding="utf-8")


def method_row(name):
    method = METHODS[name]
    needed = method.params["required"]
    free = [f"{key}?" for key in method.params["properties"] if key not in needed]
    return f"| `{name}` | {', '.join([*needed, *free]) or '-'} | {method.help} |"


def limit_row(field):
    default = "null" if field.default is None else f"{field.default:g}"
    return f"| `limits.{field.name}` | {default} | {field.metadata['help']} |"


def rows():
    """Return all rows of the page's tables that follow from the code."""
    return [
        *map(method_row, METHODS),
        *(f"| {code} | {words} |" for code, words in CODES.items()),
        *map(limit_row, dataclasses.fields(Limits)),
    ]


@pytest.mark.parametrize("row", rows())
def test_a_row_of_its_tables(row):
    assert f"\n{row}\n" in PAGE


def test_its_tables_have_no_other_rows():
    assert set(re.findall(r"\| `([\w.]+)` \|", PAGE)) >= set(METHODS)
    named = set(re.findall(r"^\| `((?:table\.)?\w+)` \| ", PAGE, re.MULTILINE))
    assert {name for name in named if name.startswith("table.")} <= set(METHODS)


def test_the_program_stands_there_word_for_word():
    text = EXAMPLE.read_text(encoding="utf-8")
    assert f"```python\n{text}```" in PAGE
    assert len(text.splitlines()) <= 60
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) == {
        "json", "random", "sys", "urllib"}


@pytest.mark.parametrize("seed", range(6))
def test_the_program_plays(seed, capsys):
    spec = importlib.util.spec_from_file_location("kuhn_table", EXAMPLE)
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    with running() as (host, port):
        server = f"http://{host}:{port}/rpc"
        won = program.play(server, seed, lambda cards, bets, seat: program.WORDS[seed % 2])
        with pytest.raises(RuntimeError, match=r"9 .*\.$|card"):
            program.ask_bot(server, [1, 9], ["pass"], 1, seed)
    assert won in (-2, -1, 1, 2)
    assert "wins" in capsys.readouterr().out
