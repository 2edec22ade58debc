"""House of Fado: the texts of action ids; data files change only the names of pieces."""

from __future__ import annotations

from typing import Any

from engine_cy.games._house_of_fado_data import (
    COLOURS,
    GROUPS,
    KICKS_EACH,
    MAX_FADOS,
    MAX_FAME,
    MAX_KINDS,
    MAX_SEATED,
    MAX_TILES,
    SPACES,
    TABLES,
)

ACTION_SPACES = (*SPACES, "home")
KICK_SPACES = tuple(f"{space}/{k}" for space in SPACES for k in range(1, KICKS_EACH + 1))
# The order is that of `Space` and KICK_0 in games/house_of_fado.pxd.
ALL_SPACES = ACTION_SPACES + KICK_SPACES
PARTIES = tuple(
    (gray, black, brown)
    for gray in range(MAX_SEATED + 1)
    for black in range(MAX_SEATED + 1 - gray)
    for brown in range(MAX_SEATED + 1 - gray - black)
    if gray + black + brown
)
ASSISTANT = 8       # bit of an assistant among figures


def list_customers(numbers: Any) -> str:
    """Return customers as text: "2 gray 1 brown"."""
    parts = [f"{n} {c}" for n, c in zip(numbers, COLOURS, strict=True) if n]
    return " ".join(parts) or "none"


def figure_text(figure: int, seat: int | None) -> str:
    """Return a figure as a person at `seat` calls it: "your worker", "seat 1's assistant"."""
    owner = (figure & ~ASSISTANT) - 1
    whose = "your" if owner == seat else f"seat {owner}'s"
    return f"{whose} {'assistant' if figure & ASSISTANT else 'worker'}"


def counted(number: int, what: str) -> str:
    """Return a number of things: "1 point", "2 points"."""
    return f"{number} {what}{'s' * (number != 1)}"


def action_names(facts: dict[str, Any]) -> tuple[str, ...]:
    """Return the action texts in the order of the ids in games/house_of_fado.pxd.

    Ids that the data leave without a piece have a text that no position offers.
    """
    types, kinds = facts["types"], _padded(facts["kinds"], MAX_KINDS, "kind")
    tiles = _padded([tile["id"] for tile in facts["tiles"]], MAX_TILES, "musician")
    fados = _padded([fado["id"] for fado in facts["fados"]], MAX_FADOS, "fado")
    board = (*SPACES, *KICK_SPACES)
    levels = range(2, MAX_FAME + 1)
    return (
        *(f"place {space}" for space in ACTION_SPACES),
        *(f"lift {space}" for space in ALL_SPACES),
        "leave nothing",
        "leave assistant",
        *(f"fetch {space}" for space in board),
        "assistant back",
        "assistant follows",
        *(f"remove {space}" for space in KICK_SPACES),
        *(f"kick to {space}" for space in KICK_SPACES),
        "no bonus",
        *(f"bar {colour} from {group}" for group in GROUPS for colour in COLOURS),
        *(f"note {kind}" for kind in kinds),
        *(f"hire {tile}" for tile in tiles),
        "stop",
        *(f"guests from {group}" for group in GROUPS),
        *(f"critic from {group}" for group in GROUPS),
        *(f"seat {list_customers(party)}" for party in PARTIES),
        *(f"table {table}" for table in range(1, TABLES + 1)),
        *(f"score {fado}" for fado in fados),
        *(f"promote {name}" for name in types),
        *(f"contract {name}" for name in types),
        "close",
        *(f"raise {name} to {level}" for name in types for level in levels),
        *(f"no raise {name}" for name in types),
        *(f"box {name}" for name in types),
        *(f"keep {name}" for name in types),
        *(f"dismiss {name}" for name in types),
        *(f"critic to {group}" for group in GROUPS),
    )


def _padded(names: list[str], size: int, what: str) -> list[str]:
    """Return names, filled up with such as no piece of the data can have."""
    return names + [f"({what} {i})" for i in range(len(names) + 1, size + 1)]
