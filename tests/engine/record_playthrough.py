"""Write the recorded games anew: python tests/engine/record_playthrough.py [NAME ...]

Do so when behaviour changes on purpose, and read the difference.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from playthrough import FOLDER, RECORDED, playthrough


def main(names: list[str]) -> None:
    """Record the games named, or all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or RECORDED:
        text = "\n".join(playthrough(*RECORDED[name])) + "\n"
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
