"""What a micro-policy reads: numbers from an observation's `view`, by a list that is pure data.

`frontends/micro/templates` has the same interpreter in JavaScript and PHP, function by function.
Every number is a whole number times a power of two, so all three agree to the last bit.

A feature is an object:

path    names of fields with dots between. `@` is a seat: the feature is there once for each seat,
        the asking one first, then by turns, and 0 for seats that are absent (`seats`: only for so
        many). `*` is every entry of a list or object. A number counts list entries, -1 is the last.
        A name that ends in `?` may be missing or null; then the feature is 0.
kind    number (summed), size (entries of lists), seat (one for each seat, relative to the asking
        one), players (one for each of `counts`) or items, which is the default where there is a
        table: how often each entry of a vocabulary is there. Items are a text or number, a list of
        them, an object item -> number, or pairs [item, ...].
table   of items: a list, each entry its own output; or an object item -> its outputs, several or
        one several times where that counts more
owners  of items: pairs [item, seat] or an object item -> seat, where a seat is a number or a text
        such as "worker 2", whose word is then part of the item; one output for each seat and item
via     of numbers: what is found is the name of a field of the object at this path
times, minus  {"path", "table"}: a second row of counts; the first is multiplied by it, or lessened
        by it and not below 0; then `group` neighbours each are added up
steps   [1, 3]: for each number, whether it is 1 or more, and whether it is 3 or more
scale   without steps: what each number is multiplied by; a power of two
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

Json = Any
Feature = Mapping[str, Any]
Leaves = Sequence[tuple[Json, str]]

MOST = 1_000_000  # of a number in a view
NUMBER = re.compile("-?[0-9]+", re.ASCII)
OWNER = re.compile(r"(\w+) ([0-9]+)", re.ASCII)


class ViewError(ValueError):
    """A view, or what goes with it, that a micro-policy cannot read: one sentence."""


class Reader:
    """Reads the features of one view."""

    def __init__(self, spec: Mapping[str, Any], view: Json, player: int, players: int) -> None:
        """Check the question and the names of the view's fields; ViewError says what is wrong."""
        self.spec, self.view, self.player, self.players = spec, view, player, players
        # What is found once is kept: what a path leads to for a seat, and the items there.
        self.found: dict[tuple[str, int], Leaves] = {}
        self.counted: dict[tuple[str, str, int], list[int]] = {}
        if not _whole(players) or players not in spec["players"]:
            raise ViewError(f"{_told(players)} players are not possible; {spec['game']} has "
                            f"{', '.join(map(str, spec['players']))}.")
        if not _whole(player) or not 0 <= player < players:
            raise ViewError(f"The seat {_told(player)} is not one of 0..{players - 1}.")
        for path, known in spec["fields"].items():
            for seat in range(players if "@" in path else 1):
                for found, where in self.leaves(path, seat) if path else [(view, "")]:
                    self._check_names(found, where, known)

    def _check_names(self, found: Json, where: str, known: Sequence[str]) -> None:
        what = f"field '{where}' of the view" if where else "view"
        if not isinstance(found, dict):
            raise ViewError(f"The {what} must be an object.")
        for name in found:
            if name not in known:
                raise ViewError(f"The {what} has an unknown field '{name}'; it may have "
                                f"{', '.join(known)}.")

    def features(self) -> list[float]:
        """Return all features, one after the other."""
        out: list[float] = []
        for feature in self.spec["features"]:
            seats = feature.get("seats", self.spec["seats"]) if "@" in feature.get("path", "") \
                else 1
            for relative in range(seats):
                if relative < self.players:
                    seat = (self.player + relative) % self.players
                    out += finished(self.counts(feature, seat), feature)
                else:
                    out += [0.0] * (width(self.spec, feature) // seats)
        return out

    def counts(self, feature: Feature, seat: int) -> list[int]:
        """Return the whole numbers of a feature before steps and scale."""
        kind = feature["kind"]
        if kind == "players":
            return [int(count == self.players) for count in feature["counts"]]
        if kind == "items":
            return self._items_of(feature, seat)
        found = self.leaves(feature["path"], seat)
        if kind == "number":
            if "via" in feature:
                found = [leaf for value, where in found
                         for leaf in self.leaves(f"{feature['via']}.{_key(value, where)}?", seat)]
            return [sum(_number(value, where) for value, where in found)]
        if kind == "size":
            return [sum(_size(value, where) for value, where in found)]
        out = [0] * self.spec["seats"]
        for value, where in found:
            out[self.relative(value, where)] += 1
        return out

    def _items_of(self, feature: Feature, seat: int) -> list[int]:
        """Return the counts of a feature of items, with a second row and groups."""
        out = self.items(feature, seat)
        for name in ("times", "minus"):
            if name in feature:
                second = self.items(feature[name], seat)
                out = [a * b if name == "times" else max(0, a - b)
                       for a, b in zip(out, second, strict=True)]
        group = feature.get("group", 1)
        if group == 1:
            return out
        return [sum(out[i: i + group]) for i in range(0, len(out), group)]

    def items(self, feature: Feature, seat: int) -> list[int]:
        """Return how often each output of a table is there, or by seat where there are owners."""
        key = feature["path"], feature["table"], seat
        if key not in self.counted:
            self.counted[key] = self._counted(self.leaves(feature["path"], seat), feature)
        return self.counted[key]

    def _counted(self, found: Leaves, feature: Feature) -> list[int]:
        table = self.spec["tables"][feature["table"]]
        outputs, owners = table["outputs"], feature.get("owners", False)
        each = self.spec["seats"] if owners else 1
        out = [0] * (table["size"] * each)
        for value, where in found:
            for item, amount, place in _entries(value, where, owners):
                seat = 0
                if owners:
                    if amount is None:
                        continue
                    text = OWNER.fullmatch(amount) if isinstance(amount, str) else None
                    if text:
                        item, amount = f"{item} {text[1]}", int(text[2])
                    seat, amount = self.relative(amount, place), 1
                if item not in outputs:
                    raise ViewError(f"The field '{place}' of the view has {_told(item)}, which the "
                                    f"policy for {self.spec['game']} does not know.")
                for output in outputs[item]:
                    out[output * each + seat] += amount
        return out

    def relative(self, value: Json, where: str) -> int:
        """Return how many places after the asking seat a seat sits."""
        if not _whole(value) or not 0 <= value < self.players:
            raise ViewError(f"The field '{where}' of the view is {_told(value)}; it must be a seat "
                            f"from 0 to {self.players - 1}.")
        return int(value - self.player) % self.players

    def leaves(self, path: str, seat: int) -> Leaves:
        """Return (value, where it stands) of a path; nothing where a `?` is missing or null."""
        known = self.found.get((path, seat))
        if known is not None:
            return known
        start, _, part = path.rpartition(".")
        name, optional = part.rstrip("?"), part.endswith("?")
        out = []
        for value, where in self.leaves(start, seat) if start else [(self.view, "")]:
            for key in self._keys(value, where, name, seat):
                place = f"{where}.{key}" if where else str(key)
                there = _get(value, key)
                if there is not None:
                    out.append((there, place))
                elif not optional:
                    raise ViewError(f"The field '{place}' of the view is missing.")
        self.found[path, seat] = out
        return out

    def _keys(self, value: Json, where: str, name: str, seat: int) -> list[Any]:
        """Return the keys that one part of a path stands for."""
        if not isinstance(value, (dict, list)):
            raise ViewError(f"The field '{where}' of the view is {_told(value)}; it must be a list "
                            "or an object.")
        if name == "@":
            if len(value) != self.players:
                raise ViewError(f"The field '{where}' of the view has {len(value)} entries; there "
                                f"are {self.players} players.")
            return [seat]
        if name == "*":
            return list(value) if isinstance(value, dict) else list(range(len(value)))
        if isinstance(value, list) and NUMBER.fullmatch(name):
            return [int(name) + len(value) if name.startswith("-") else int(name)]
        return [name]


def finished(counts: Sequence[int], feature: Feature) -> list[float]:
    """Return the numbers with steps or scale."""
    if "steps" in feature:
        steps = feature["steps"]
        return [1.0 if count >= step else 0.0 for count in counts for step in steps]
    scale = feature.get("scale", 1.0)
    return [count * scale for count in counts]


def width(spec: Mapping[str, Any], feature: Feature) -> int:
    """Return how many numbers a feature gives, all its seats together."""
    kind, seats = feature["kind"], spec["seats"]
    if kind == "players":
        size = len(feature["counts"])
    elif kind == "seat":
        size = seats
    elif kind == "items":
        size = spec["tables"][feature["table"]]["size"] * (seats if feature.get("owners") else 1)
        size //= feature.get("group", 1)
    else:
        size = 1
    times = feature.get("seats", seats) if "@" in feature.get("path", "") else 1
    return size * len(feature.get("steps", [0])) * times


def _entries(value: Json, where: str, owners: bool) -> list[tuple[str, Any, str]]:
    """Return (item, its number or owner, where it stands) of whatever holds items."""
    if isinstance(value, dict):
        return [(key, there if owners else _number(there, f"{where}.{key}"), f"{where}.{key}")
                for key, there in value.items()]
    if not isinstance(value, list):
        return [(_key(value, where), 1, where)]
    out = []
    for i, entry in enumerate(value):
        place = f"{where}.{i}"
        if isinstance(entry, list):
            if len(entry) != 2:
                raise ViewError(f"The field '{place}' of the view must be a pair.")
            out.append((_key(entry[0], place), entry[1] if owners else 1, place))
        elif entry is not None:
            out.append((_key(entry, place), 1, place))
    return out


def _get(value: Json, key: Any) -> Json:
    """Return what stands at a key, None where nothing does."""
    if isinstance(value, dict):
        return value.get(str(key))
    return value[key] if isinstance(key, int) and 0 <= key < len(value) else None


def _key(value: Json, where: str) -> str:
    if isinstance(value, str) or _whole(value):
        return str(value)
    raise ViewError(f"The field '{where}' of the view is {_told(value)}; it must be a text or a "
                    "whole number.")


def _number(value: Json, where: str) -> int:
    if isinstance(value, bool) or (_whole(value) and -MOST <= value <= MOST):
        return int(value)
    raise ViewError(f"The field '{where}' of the view is {_told(value)}; it must be a whole number "
                    f"from -{MOST} to {MOST}.")


def _size(value: Json, where: str) -> int:
    if isinstance(value, (list, dict)):
        return len(value)
    raise ViewError(f"The field '{where}' of the view is {_told(value)}; it must be a list.")


def _whole(value: Json) -> bool:
    return type(value) is int


def _told(value: Json) -> str:
    """Return a value as a message shows it."""
    if isinstance(value, (list, dict)):
        return "a list or an object"
    return json.dumps(value, ensure_ascii=False)
