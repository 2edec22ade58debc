"""The recorded games are still played, seen and told in the same way, line by line."""

from __future__ import annotations

import difflib

import pytest
from playthrough import FOLDER, RECORDED, playthrough


@pytest.mark.parametrize("name", RECORDED)
def test_the_recorded_game_is_unchanged(name):
    recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = playthrough(*RECORDED[name])
    if now != recorded:
        diff = list(difflib.unified_diff(recorded, now, "recorded", "now", lineterm="", n=3))
        pytest.fail("\n".join(diff[:60]) + f"\n({len(diff)} lines of difference)")


def test_no_recording_is_left_over():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(RECORDED)
