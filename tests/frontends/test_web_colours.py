"""Words on the page stand out from what lies under them: 4.5 to 1, in light and dark."""

import re
from pathlib import Path

import pytest

import frontends

STYLE = (Path(frontends.__file__).parent / "web/style.css").read_text(encoding="utf-8")
GROUNDS = ("page", "card", "felt", "soft", "fresh")
PAIRS = [(ink, ground) for ground in GROUNDS
         for ink in ("ink", "muted", *(f"seat-{seat}" for seat in range(5)))]
PAIRS += [("accent", "card"), ("accent", "felt"), ("on-accent", "accent"), ("warn", "card"),
          ("gilt", "card"), ("gold-ink", "gold")]


def colours(block):
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))


LIGHT, DARK = (colours(block) for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL))


def luminance(colour):
    red, green, blue = (int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))
    return sum(weight * (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)
               for weight, part in ((0.2126, red), (0.7152, green), (0.0722, blue)))


@pytest.mark.parametrize("scheme", [LIGHT, {**LIGHT, **DARK}], ids=["light", "dark"])
def test_words_can_be_read(scheme):
    for ink, ground in PAIRS:
        low, high = sorted(luminance(scheme[name]) for name in (ink, ground))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, ground)
