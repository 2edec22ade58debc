"""Fado: Duetos e Desgarradas: options, and the constants of the rules read from a data file."""

from __future__ import annotations

from typing import Any

from engine_cy.components import Data
from engine_cy.errors import DataError
from engine_cy.spec import OptionSpec

CATEGORIES = ("artist", "scenery", "melody", "alignment")
MAX_CARDS, MAX_SHOWCASE, MAX_VALUES, MAX_CHIPS = 81, 9, 16, 9
MAX_COLUMNS, MAX_LEVELS = 3, 5
SET_STEPS = 5       # small decisions of a hand set
MAX_LENGTH = 392    # LOG_SIZE of games/fado_duetos.pxd: small decisions of one game
PLAYERS = 2, 4    # player counts that a data file may have

OPTIONS = {
    "variant": OptionSpec(
        "duets",
        "the showcase: two columns of five with the guitarist, or three of three without",
        choices=("duets", "impromptu"),
    ),
    "deck": OptionSpec(
        "nine",
        "the cards' values, both assumed: nine or three of each characteristic",
        choices=("nine", "three"),
    ),
    "two_player_stack_cards": OptionSpec(
        1, "deck cards added to the practice area (two players)", choices=(1, 2), players=(2,)
    ),
    "deck_end": OptionSpec(
        "short",
        "the game ends when a card for everybody cannot be dealt, or when the deck is empty",
        choices=("short", "empty"),
    ),
    "variety_repeat": OptionSpec(
        True, "one player may take several variety chips", choices=(True, False)
    ),
}


def players_in(data: Data) -> tuple[int, int]:
    """Return the smallest and largest player count of a data file."""
    counts = data.player_counts(*PLAYERS)
    return min(counts), max(counts)


def read_facts(data: Data, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the constants of the rules; DataError in one sentence where the file is broken."""
    setup, where = data.setup(players, *PLAYERS)
    bonus = data.table("bonus", dict)
    facts: dict[str, Any] = {
        "players": players,
        "opening": data.integer(setup, "opening_hand", 1, 20, where),
        "chips": _chips(data, setup, where),
        "sequence_chips": data.integer(setup, "sequence_chips", 0, 1, where),
        "feature": data.integer(bonus, "feature", 0, 50, "bonus"),
        "feature_chips": data.integer(bonus, "feature_chips", 1, MAX_CHIPS, "bonus"),
        "sequence": data.integer(bonus, "sequence", 0, 50, "bonus"),
        "variety": data.integers(bonus, "variety", 1, 50, "bonus", (1, MAX_CHIPS)),
        "stacks_to_end": data.integer(data.table("end", dict), "stacks", 1, 4, "end"),
        "stack_cards": options["two_player_stack_cards"] if players == 2 else 0,
        "deck_end_empty": options["deck_end"] == "empty",
        "variety_repeat": options["variety_repeat"],
    }
    _read_layout(data, facts, options["variant"])
    _read_deck(data, facts, options["deck"])
    facts["game_length"] = _game_length(facts)
    if facts["game_length"] > MAX_LENGTH:
        raise DataError(
            f"{data.source}: with {len(facts['hand'])} hand cards and {where}.opening_hand = "
            f"{facts['opening']} a game can have {facts['game_length']} decisions; at most "
            f"{MAX_LENGTH} are recorded."
        )
    return facts


def _chips(data: Data, setup: dict[str, Any], where: str) -> list[int]:
    chips = data.integers(setup, "chips", 1, MAX_CHIPS, where, (1, MAX_CHIPS))
    if sorted(set(chips), reverse=True) != chips:
        raise DataError(f"{data.source}: {where}.chips is {chips!r}; it must be descending.")
    return chips


def _read_layout(data: Data, facts: dict[str, Any], name: str) -> None:
    layout, where = data.table("layouts", dict).get(name), f"layouts.{name}"
    if not isinstance(layout, dict):
        raise DataError(f"{data.source}: there is no [{where}] table.")
    facts["columns"] = data.integer(layout, "columns", 1, MAX_COLUMNS, where)
    facts["levels"] = data.integer(layout, "levels", 1, MAX_LEVELS, where)
    facts["guitarist"] = data.integer(layout, "guitarist", 0, 1, where)


def _read_deck(data: Data, facts: dict[str, Any], name: str) -> None:
    """Read ids and values; values become numbers from 0, in the order of the printed ones."""
    deck, where = data.table("decks", dict).get(name), f"decks.{name}"
    if not isinstance(deck, dict):
        raise DataError(f"{data.source}: there is no [{where}] table.")
    hand = _cards(data, deck, "hand", where, MAX_CARDS)
    showcase = _cards(data, deck, "showcase", where, MAX_SHOWCASE)
    ids = [row[0] for row in hand + showcase]
    if len(set(ids)) != len(ids) or "guitarist" in ids:
        raise DataError(f"{data.source}: {where} names two cards alike, or one 'guitarist'.")
    places = facts["columns"] * facts["levels"]
    if len(showcase) + facts["guitarist"] != places:
        raise DataError(
            f"{data.source}: {where}.showcase has {len(showcase)} cards; with "
            f"{facts['guitarist']} guitarist they do not fill {places} places."
        )
    need = facts["players"] * facts["opening"]
    if len(hand) < need:
        raise DataError(f"{data.source}: {where}.hand has {len(hand)} cards; {need} are dealt.")
    numbers: list[dict[Any, int]] = []
    for c, category in enumerate(CATEGORIES, 1):
        values = sorted({row[c] for row in hand + showcase}, key=lambda v: (str(type(v)), v))
        if len(values) > MAX_VALUES:
            raise DataError(
                f"{data.source}: {where} has {len(values)} values of {category}; "
                f"at most {MAX_VALUES} are possible."
            )
        numbers.append({value: i for i, value in enumerate(values)})
    facts["num_values"] = max(map(len, numbers))
    for key, rows in (("hand", hand), ("showcase", showcase)):
        facts[key] = [[numbers[c][row[c + 1]] for c in range(4)] for row in rows]


def _cards(
    data: Data, deck: dict[str, Any], key: str, where: str, most: int
) -> list[list[Any]]:
    rows = deck.get(key)
    if not isinstance(rows, list) or not 1 <= len(rows) <= most:
        raise DataError(f"{data.source}: {where}.{key} must be a list of 1..{most} cards.")
    for row in rows:
        if (
            not isinstance(row, list) or len(row) != 5
            or not isinstance(row[0], str) or not row[0].isidentifier()
            or any(isinstance(v, bool) or not isinstance(v, int | str) for v in row[1:])
        ):
            raise DataError(
                f"{data.source}: {where}.{key} has {row!r}; a card is "
                f"[id, {', '.join(CATEGORIES)}]."
            )
    return rows


def most_rounds(players: int, left: int, stack_cards: int) -> int:
    """Return the most rounds that a deck of `left` cards lasts: sets only shorten it."""
    rounds = 0
    while True:
        rounds += 1
        left -= min(left, stack_cards)
        if left < players:
            return rounds
        left -= players


def _game_length(facts: dict[str, Any]) -> int:
    """Return the most small decisions of a game: the most rounds, and a set for every chip."""
    players = facts["players"]
    left = len(facts["hand"]) - players * facts["opening"]
    rounds = most_rounds(players, left, facts["stack_cards"])
    return rounds * players * 3 + SET_STEPS * len(CATEGORIES) * len(facts["chips"])
