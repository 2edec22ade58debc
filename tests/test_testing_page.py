"""docs/testing.md names tests that exist, for each of the thirty faults."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d+) \|.*$", re.MULTILINE)
NAMED = re.compile(r"`((?:engine|search|tests)/[\w/]+\.py)::(\w+)`")


def test_every_test_it_names_exists():
    named = NAMED.findall(PAGE)
    assert len(named) > 50
    for path, name in named:
        source = ROOT / (path if path.startswith("tests/") else f"tests/{path}")
        assert f"\ndef {name}(" in source.read_text(encoding="utf-8"), f"{path}::{name}"


def test_every_fault_has_a_row_with_a_test_or_a_later_issue():
    rows = {int(row[1]): row[0] for row in ROW.finditer(PAGE)}
    assert sorted(rows) == list(range(1, 31))
    for row in rows.values():
        assert NAMED.search(row) or "later issue" in row
