"""Component data: TOML files in which every value carries its provenance.

Format: any table may hold `provenance = "word"`, which covers all values in it and below it, and
`provenance_of = { key = "word" }` for single keys. The words are PROVENANCE.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from engine_cy.errors import DataError, GameOptionError

PROVENANCE = ("rulebook", "publisher", "review", "inferred", "assumed")
_META = ("provenance", "provenance_of")


@dataclass(frozen=True)
class Value:
    """One component value and where it comes from."""

    value: Any
    provenance: str


class Data:
    """The component data of a game, read once.

    tree: the values alone, as nested dicts and lists. values: path -> Value, for example
    "merchants[3].reward_1st". source: the file's name.
    """

    def __init__(self, raw: dict[str, Any], source: str) -> None:
        self.source = source
        self.values: dict[str, Value] = {}
        self.tree = self._read(raw, "", None)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.source, self.tree, self.values)

    @property
    def assumed(self) -> list[str]:
        """Paths of the values that no source gives."""
        return sorted(p for p, v in self.values.items() if v.provenance == "assumed")

    def table(self, key: str, kind: type) -> Any:
        """Return a top-level entry, checked to be of a kind."""
        entry = self.tree.get(key)
        if not isinstance(entry, kind):
            raise DataError(f"{self.source}: the entry {key!r} is missing or malformed.")
        return entry

    def integer(self, table: dict[str, Any], key: str, low: int, high: int, where: str) -> int:
        """Return an integer value in low..high, or raise DataError naming the place."""
        if not isinstance(table, dict):
            raise DataError(f"{self.source}: {where} must be a table.")
        value = table.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise DataError(
                f"{self.source}: {where}.{key} is {value!r}; it must be an integer {low}..{high}."
            )
        return value

    def integers(
        self, table: dict[str, Any], key: str, low: int, high: int, where: str,
        count: tuple[int, int] | None = None,
    ) -> list[int]:
        """Return a list of integers low..high; count: at least and at most so many."""
        values = table.get(key)
        if not isinstance(values, list) or any(
            type(v) is not int or not low <= v <= high for v in values
        ) or (count is not None and not count[0] <= len(values) <= count[1]):
            some = "" if count is None else f"{count[0]}..{count[1]} "
            raise DataError(
                f"{self.source}: {where}.{key} is {values!r}; it must be a list of {some}integers "
                f"{low}..{high}."
            )
        return values

    def player_counts(self, low: int, high: int) -> list[int]:
        """Return the player counts, low..high, of the [[setup]] tables in their order."""
        tables = self.table("setup", list)
        if not tables:
            raise DataError(f"{self.source}: there is no [[setup]] table.")
        return [self.integer(setup, "players", low, high, f"setup[{i}]")
                for i, setup in enumerate(tables)]

    def setup(self, players: int, low: int, high: int) -> tuple[dict[str, Any], str]:
        """Return the [[setup]] table of a player count, and its path."""
        counts = self.player_counts(low, high)
        if players not in counts:
            raise GameOptionError(f"{self.source} has no [[setup]] for players={players}.")
        index = counts.index(players)
        return self.tree["setup"][index], f"setup[{index}]"

    def _read(self, node: Any, path: str, word: str | None) -> Any:
        if isinstance(node, dict):
            word = self._word(node.get("provenance", word), path)
            single = node.get("provenance_of", {})
            if not isinstance(single, dict) or set(single) - set(node):
                raise DataError(f"{self.source}: {path or 'the file'}.provenance_of is malformed.")
            return {
                key: self._read(value, f"{path}.{key}" if path else key, single.get(key, word))
                for key, value in node.items()
                if key not in _META
            }
        if isinstance(node, list) and any(isinstance(item, dict) for item in node):
            return [self._read(item, f"{path}[{i}]", word) for i, item in enumerate(node)]
        if word is None:
            raise DataError(f"{self.source}: the value {path} has no provenance.")
        self.values[path] = Value(node, self._word(word, path) or "")
        return node

    def _word(self, word: str | None, path: str) -> str | None:
        if word is not None and word not in PROVENANCE:
            raise DataError(
                f"{self.source}: {path or 'the file'} has provenance {word!r}; "
                f"the words are {', '.join(PROVENANCE)}."
            )
        return word


def _rebuild(source: str, tree: dict[str, Any], values: dict[str, Value]) -> Data:
    data = Data.__new__(Data)
    data.source, data.tree, data.values = source, tree, values
    return data


def read_data(path: str | Path) -> Data:
    """Read a data file from disk; DataError in one sentence where it cannot be used."""
    try:
        path = Path(path)
        raw = path.read_bytes()
    except OSError as error:
        raise DataError(f"The data file {path} cannot be read: {error.strerror}.") from error
    except (TypeError, ValueError) as error:
        raise DataError(f"{path!r} is no path of a data file.") from error
    return _parse(raw, path.name)


def is_packaged(name: Any) -> bool:
    """Whether the package has a data file of this name; a path or a suffix makes it a file."""
    return isinstance(name, str) and name.isidentifier() and resources.files(
        "engine_cy.data").joinpath(f"{name}.toml").is_file()


def packaged_data(name: str) -> Data:
    """Read one of the package's own data files."""
    return _parse(resources.files("engine_cy.data").joinpath(name).read_bytes(), name)


def _parse(raw: bytes, source: str) -> Data:
    try:
        return Data(tomllib.loads(raw.decode("utf-8")), source)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{source} is not a valid TOML file: {error}.") from error
