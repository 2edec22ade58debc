"""Plain-text tables, and a game's component data laid out in them."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

ASSUMED_MARK = "!"
TABLE_INDENT = "    "
LONG = 8        # rows of a value that are still written out

Values = dict[str, dict[str, Any]]  # path or key -> {"value", "provenance"}


def grid(rows: Iterable[Sequence[str]], indent: str = "") -> str:
    """Return rows as aligned columns, two blanks apart."""
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        (
            indent + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    )


def spell(value: Any) -> str:
    """Return a value as one would type it: true, 3, 12 15; of many rows the first and the last."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        if len(value) > LONG and isinstance(value[0], (list, tuple)):
            return f"{len(value)} rows, {spell(value[0])} to {spell(value[-1])}"
        return " ".join(map(spell, value)) or "-"
    return str(value)


def data_lines(values: Values, width: int) -> list[str]:
    """Return component data as lines: a table for each array of tables, a row for each other value.

    `values` maps paths (``merchants[3].reward_1st``) to {"value", "provenance"}. A table's second
    row says where its columns come from; a cell from elsewhere says so itself. Where a table is
    wider than `width`, its longest columns follow below each row.
    """
    single, arrays = split_arrays(values)
    rows = [(path, marked(value), value["provenance"]) for path, value in single.items()]
    lines = grid(rows, "  ").splitlines() if rows else []
    for name, items in arrays.items():
        lines += ([""] if lines else []) + [f"  {name}", *array_lines(items, width)]
    return lines


def item_lines(values: Values, width: int) -> list[str]:
    """Return component data for a narrow screen: a paragraph for each piece, without provenance."""
    single, arrays = split_arrays(values)
    lines = [f"{path}  {spell(value['value'])}" for path, value in single.items()]
    for name, items in arrays.items():
        lines += ["", name]
        for item in items.values():
            (_, first), *rest = item.items()
            facts = [
                f"{key} {spell(value['value'])}" for key, value in rest if value["value"] != []
            ]
            head = f"  {spell(first['value']):<3} "
            lines += textwrap.wrap(
                ", ".join(facts), width, initial_indent=head, subsequent_indent=" " * len(head)
            )
    return lines


def split_arrays(values: Values) -> tuple[Values, dict[str, dict[int, Values]]]:
    """Return (single values by path, array name -> index -> key -> value)."""
    single: Values = {}
    arrays: dict[str, dict[int, Values]] = {}
    for path, value in values.items():
        member = re.fullmatch(r"(.+?)\[(\d+)\]\.(.+)", path)
        if member:
            arrays.setdefault(member[1], {}).setdefault(int(member[2]), {})[member[3]] = value
        else:
            single[path] = value
    return single, arrays


def component_values(game: Any) -> Values:
    """Return path -> {"value", "provenance"} of a game's component data; {} where it has none."""
    values = game.data.values if game.data is not None else {}
    return {path: {"value": v.value, "provenance": v.provenance} for path, v in values.items()}


def array_lines(items: dict[int, Values], width: int) -> list[str]:
    """Return one array of tables: header, provenance of the columns, a row for each item."""
    columns = list(dict.fromkeys(key for item in items.values() for key in item))
    usual = {
        key: Counter(item[key]["provenance"] for item in items.values() if key in item).most_common(
            1
        )[0][0]
        for key in columns
    }
    texts = {key: [cell(item.get(key), usual[key]) for item in items.values()] for key in columns}
    below = _columns_below(
        {key: max(map(len, [key, f"({usual[key]})", *texts[key]])) for key in columns}, width
    )
    beside = [key for key in columns if key not in below]
    cells = zip(*(texts[key] for key in beside), strict=True)
    header, sources, *lines = grid(
        [beside, [f"({usual[key]})" for key in beside], *cells], TABLE_INDENT
    ).splitlines()
    if not below:
        return [header, sources, *lines]
    facts = [f"{key} ({usual[key]})" for key in columns if key in below]
    result = [header, sources, *_wrapped(facts, width)]
    for number, line in enumerate(lines):
        facts = [
            f"{key}: {texts[key][number]}"
            for key in columns
            if key in below and texts[key][number] != "-"
        ]
        result += [line, *_wrapped(facts, width)]
    return result


def _columns_below(widths: dict[str, int], width: int) -> set[str]:
    """Return the columns that a table of at most `width` cannot have beside its first two."""
    longest = sorted(list(widths)[2:], key=lambda key: -widths[key])
    for number in range(len(longest)):
        left = [widths[key] for key in widths if key not in longest[:number]]
        if len(TABLE_INDENT) + sum(left) + 2 * (len(left) - 1) <= width:
            return set(longest[:number])
    return set(longest)


def _wrapped(facts: list[str], width: int) -> list[str]:
    indent = TABLE_INDENT * 2
    return textwrap.wrap(
        "; ".join(facts),
        width,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_on_hyphens=False,
    )


def cell(value: dict[str, Any] | None, usual: str) -> str:
    """Return one cell; its provenance is named where it is not the column's usual one."""
    if value is None:
        return "-"
    other = "" if value["provenance"] == usual else f" ({value['provenance']})"
    return marked(value) + other


def marked(value: dict[str, Any]) -> str:
    """Return a value as text, with a mark before it if it is assumed."""
    return (ASSUMED_MARK if value["provenance"] == "assumed" else "") + spell(value["value"])
