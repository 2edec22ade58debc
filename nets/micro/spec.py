"""Specifications of micro-policies: TOML by hand -> plain data that every interpreter reads.

In the file a feature may have `each = {c = ["artist", "melody"], k = [0, 1]}`: it stands for one
feature for each combination, with `$c` and `$k` replaced in its texts. An action's outputs are
`heads`: the file names, by patterns over the action's text, what an action is made of, and its
logit is the sum of these heads and of one of its own.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import engine_cy
from engine_cy import Game
from nets.micro.features import width

FOLDER = Path(__file__).parent / "specs"


def spec_games() -> tuple[str, ...]:
    """Return the games that have a specification, ascending."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def read_spec(name: str) -> dict[str, Any]:
    """Return the specification of a game, ready for a `Reader`, with `actions` and `size`.

    Raises: FileNotFoundError where there is none.
    """
    with (FOLDER / f"{name}.toml").open("rb") as source:
        raw = tomllib.load(source)
    games = [engine_cy.load_game(name, players=players) for players in raw["players"]]
    spec: dict[str, Any] = {
        "game": name,
        "players": raw["players"],
        "seats": max(raw["players"]),
        "fields": raw["fields"],
        "tables": {key: _table(value) for key, value in raw["tables"].items()},
        "features": [_plain(part) for entry in raw["features"] for part in _expanded(entry)],
        "options": raw.get("options", {}),
    }
    spec["size"] = sum(width(spec, feature) for feature in spec["features"])
    spec["heads"], spec["actions"], spec["texts"] = _actions(
        games, raw.get("heads", []), spec["tables"])
    return spec


def action_texts(spec: dict[str, Any], players: int) -> dict[str, int]:
    """Return the number of each action text at a number of players."""
    return {text: i for i, (text, *_) in enumerate(spec["actions"]) if text is not None} | \
        spec["texts"].get(str(players), {})


def _table(value: Any) -> dict[str, Any]:
    """Return {size, outputs: {item: outputs}} of a list, an object, or rows [item, output, ...]."""
    if isinstance(value, list):
        outputs = {str(item): [i] for i, item in enumerate(value)}
    else:
        outputs = {key: list(row) for key, row in value.items()}
    size = max((output for row in outputs.values() for output in row), default=-1) + 1
    return {"size": size, "outputs": outputs}


def _expanded(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    each = entry.get("each", {})
    rest = {key: value for key, value in entry.items() if key != "each"}
    for values in itertools.product(*each.values()):
        yield _replaced(rest, dict(zip(each, values, strict=True)))


def _replaced(value: Any, words: dict[str, Any]) -> Any:
    if isinstance(value, str):
        return re.sub(r"\$(\w+)", lambda found: str(words[found[1]]), value)
    if isinstance(value, dict):
        return {key: _replaced(inner, words) for key, inner in value.items()}
    return value


def _plain(feature: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "items", **feature} if "table" in feature else feature


def _actions(
    games: Sequence[Game], patterns: Sequence[dict[str, Any]], tables: dict[str, Any]
) -> tuple[int, list[list[Any]], dict[str, dict[str, int]]]:
    """Return (number of heads, [text or None, head, ...] by action, {players: {text: action}}).

    A text is None where it is not the same at all player counts; then it is in the third.
    """
    names = [game.words.action_names for game in games]
    numbers: dict[str, int] = {}
    rows: list[list[Any]] = []
    texts: dict[str, dict[str, int]] = {str(game.num_players): {} for game in games}
    for action in range(len(names[0])):
        text = names[0][action]
        same = all(each[action] == text for each in names)
        if not same:
            for game, each in zip(games, names, strict=True):
                texts[str(game.num_players)][each[action]] = action
        heads = [numbers.setdefault(f"={action}", len(numbers))]
        for pattern in patterns:
            for found in re.finditer(pattern["text"], text):
                made_of = [found.expand(head) for head in pattern.get("heads", [])]
                if "table" in pattern:
                    made_of += [f"{pattern['table']} {output}" for output
                                in tables[pattern["table"]]["outputs"][found[0]]]
                heads += [numbers.setdefault(key, len(numbers)) for key in made_of]
        rows.append([text if same else None, *heads])
    return len(numbers), rows, {key: value for key, value in texts.items() if value}
