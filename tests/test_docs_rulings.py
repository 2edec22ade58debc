"""Every numbered ruling and correction of a game is named on its page in docs/."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# How many rulings there are, and how many corrections of them (or additions to them).
NUMBERED = {"fado_duetos": (25, 24), "fairy_concerto": (22, 17), "hoi_pho": (30, 31),
            "house_of_fado": (34, 32)}
CITATION = re.compile(
    r"\b(ruling|correction|addition)s?\s+(\d+(?:-\d+)?(?:(?:,\s*|\s+and\s+)\d+(?:-\d+)?)*)", re.I)


def cited(text):
    """Return {(word, number)} of what a page cites: "rulings 1, 3", "corrections 7-9 and 11"."""
    found = set()
    for word, numbers in CITATION.findall(text):
        word = "ruling" if word.lower() == "ruling" else "correction"
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", numbers):
            found |= {(word, n) for n in range(int(first), int(last or first) + 1)}
    return found


def page(game):
    return (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")


def numbered(game):
    rulings, corrections = NUMBERED[game]
    return {("ruling", n + 1) for n in range(rulings)} | {
        ("correction", n + 1) for n in range(corrections)}


def test_citations_are_read():
    assert cited("(Rulings 1, 3; correction\n16) and additions 7-9 and 11, draft 6") == {
        ("ruling", 1), ("ruling", 3), ("correction", 16), ("correction", 7), ("correction", 8),
        ("correction", 9), ("correction", 11)}


@pytest.mark.parametrize("game", NUMBERED)
def test_a_page_names_every_ruling_and_correction(game):
    assert sorted(numbered(game) - cited(page(game))) == []
