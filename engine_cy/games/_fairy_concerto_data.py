"""Fairy Concerto: options, and the constants of the rules read from a data file."""

from __future__ import annotations

from typing import Any

from engine_cy.components import Data
from engine_cy.errors import DataError, GameOptionError
from engine_cy.spec import OptionSpec

KINDS = ("trumpeter", "drummer", "violinist", "horn_player", "composer")
METHODS = ("A", "B", "C", "D")
DECKS = ("soloist", "pianist", "harpist")
MAX_CARDS = 26
_POINTS = ("popularity", "conductor", "soloist_A", "soloist_B", "soloist_C", "soloist_D",
           "pianist_set", "harpist_set", "score_card", "honor", "face_down_card")

OPTIONS = {
    "soloist": OptionSpec(
        "random",
        "the soloist card, by its method",
        choices=("random", "A", "B", "C", "D"),
    ),
    "pianist": OptionSpec(
        "random", "the pianist card, by its id", choices=("random", "P1", "P2", "P3")
    ),
    "harpist": OptionSpec(
        "random", "the harpist card, by its id", choices=("random", "H1", "H2", "H3")
    ),
    "score_cards": OptionSpec(
        "composers",
        "the score cards, or the fallback deck in which none asks for a composer",
        choices=("composers", "no_composers"),
    ),
    "random_cards": OptionSpec(
        False,
        "fairies are drawn with the random cards instead of the bag: the same chances, the deck "
        "is shown",
        choices=(False, True),
    ),
}


def read_facts(data: Data, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the constants of the rules; DataError in one sentence where the file is broken."""
    supply, points = data.table("supply", dict), data.table("points", dict)
    contest = _contest_cards(data)
    facts: dict[str, Any] = {
        "players": players,
        "tokens": [data.integer(supply, kind, 0, 15, "supply") for kind in KINDS],
        "needs": [card["needs"] for card in score_cards(data, options["score_cards"])],
        "points": {
            key: data.integer(points, key, 1 if key == "honor" else 0, 10, "points")
            for key in _POINTS
        },
        "soloist": [METHODS.index(card["method"]) for card in contest["soloist"]],
        "pianist": [card["kinds"] for card in contest["pianist"]],
        "harpist": [card["kinds"] for card in contest["harpist"]],
        "fixed": [_fixed(data, contest[deck], deck, options[deck]) for deck in DECKS],
    }
    _read_setup(data, facts)
    _check_supply(data, facts)
    return facts


def score_cards(data: Data, deck: str) -> list[dict[str, Any]]:
    """Return the score cards of a deck as {"id", "needs"}."""
    cards: list[dict[str, Any]] = []
    for i, entry in enumerate(data.table("score_cards", list)):
        where = f"score_cards[{i}]"
        needs = _counts(data, entry, "needs", where)
        if deck == "no_composers" and "needs_without_composer" in entry:
            needs = _counts(data, entry, "needs_without_composer", where)
        cards.append({"id": _identity(data, entry, where, cards), "needs": needs})
    if not 2 <= len(cards) <= MAX_CARDS:
        raise DataError(
            f"{data.source}: there are {len(cards)} score_cards; allowed are 2..{MAX_CARDS}."
        )
    return cards


def _contest_cards(data: Data) -> dict[str, list[dict[str, Any]]]:
    decks: dict[str, list[dict[str, Any]]] = {deck: [] for deck in DECKS}
    seen: list[dict[str, Any]] = []
    for i, entry in enumerate(data.table("contest_cards", list)):
        where = f"contest_cards[{i}]"
        deck = entry.get("deck") if isinstance(entry, dict) else None
        if not isinstance(deck, str) or deck not in DECKS:
            raise DataError(
                f"{data.source}: {where}.deck is {deck!r}; the decks are {', '.join(DECKS)}."
            )
        card: dict[str, Any] = {"id": _identity(data, entry, where, seen)}
        if deck == "soloist":
            card["method"] = entry.get("method")
            if not isinstance(card["method"], str) or card["method"] not in METHODS:
                raise DataError(
                    f"{data.source}: {where}.method is {card['method']!r}; "
                    f"the methods are {', '.join(METHODS)}."
                )
        else:
            card["kinds"] = _counts(data, entry, "kinds", where)
            if not any(card["kinds"]):
                raise DataError(f"{data.source}: {where}.kinds is empty.")
        seen.append(card)
        decks[deck].append(card)
    for deck, cards in decks.items():
        if not 1 <= len(cards) <= 4:
            raise DataError(f"{data.source}: there are {len(cards)} {deck} cards; allowed: 1..4.")
    return decks


def contest_cards(data: Data) -> dict[str, list[dict[str, Any]]]:
    """Return the contest cards of each deck, in the order of the file."""
    return _contest_cards(data)


def _identity(
    data: Data, entry: dict[str, Any], where: str, others: list[dict[str, Any]]
) -> str:
    name = entry.get("id")
    if not isinstance(name, str) or any(card["id"] == name for card in others):
        raise DataError(f"{data.source}: {where}.id is {name!r}; ids are texts, each used once.")
    return name


def _counts(data: Data, entry: dict[str, Any], key: str, where: str) -> list[int]:
    values = entry.get(key) if isinstance(entry, dict) else None
    if not isinstance(values, list) or len(values) != len(KINDS) or not all(
        type(v) is int and 0 <= v <= 12 for v in values
    ):
        raise DataError(
            f"{data.source}: {where}.{key} is {values!r}; it must be {len(KINDS)} integers 0..12, "
            f"for {', '.join(KINDS)}."
        )
    return values


def _fixed(data: Data, cards: list[dict[str, Any]], deck: str, wanted: str) -> int:
    """Return 1 + the index of the card an option names, 0 for any."""
    if wanted == "random":
        return 0
    names = [card["method" if deck == "soloist" else "id"] for card in cards]
    if wanted not in names:
        raise GameOptionError(
            f"Option {deck}={wanted} names no card of {data.source}; "
            f"it has {', '.join(names)}."
        )
    return names.index(wanted) + 1


def _read_setup(data: Data, facts: dict[str, Any]) -> None:
    """Read how many fairies are drawn and added in each round."""
    players = facts["players"]
    for i, setup in enumerate(data.table("setup", list)):
        where = f"setup[{i}]"
        if not isinstance(setup, dict):
            raise DataError(f"{data.source}: {where} must be a table.")
        if data.integer(setup, "players", 1, 4, where) != players:
            continue
        facts["draw"] = _per_round(data, setup, "draw", where)
        facts["drafts"] = 1 if players == 1 else data.integer(setup, "drafts", 1, 6, where)
        facts["removes"] = int(players == 2)
        if players == 1:
            facts["add"] = _per_round(data, setup, "add", where)
        else:
            facts["add"] = [1] * len(facts["draw"])
        _check_rounds(data, facts, where)
        return
    raise GameOptionError(f"{data.source} has no [[setup]] for players={players}.")


def _per_round(data: Data, setup: dict[str, Any], key: str, where: str) -> list[int]:
    values = setup.get(key)
    if not isinstance(values, list) or not 1 <= len(values) <= 8 or any(
        type(v) is not int or not 1 <= v <= 7 for v in values
    ):
        raise DataError(
            f"{data.source}: {where}.{key} is {values!r}; it must be 1..8 integers 1..7, one for "
            "each round."
        )
    return values


def _check_rounds(data: Data, facts: dict[str, Any], where: str) -> None:
    draw, add = facts["draw"], facts["add"]
    if facts["players"] == 1:
        good = len(add) == len(draw) and add[0] == 1 and all(
            a <= min(d, 3) for a, d in zip(add, draw, strict=True)
        )
        if not good:
            raise DataError(
                f"{data.source}: {where}.add is {add!r}; it needs a number for each round: 1 in "
                "the first, at most 3 and at most what is drawn in the others."
            )
    elif any(d != facts["drafts"] * (1 + facts["removes"]) for d in draw):
        raise DataError(
            f"{data.source}: {where}.draw is {draw!r}; {facts['drafts']} drafts use up "
            f"{facts['drafts'] * (1 + facts['removes'])} fairies."
        )


def _check_supply(data: Data, facts: dict[str, Any]) -> None:
    """Check that neither bag nor pile can run dry, and note the longest game."""
    players, tokens, draw = facts["players"], facts["tokens"], facts["draw"]
    drawn = 1 + players * sum(draw)
    if not drawn <= sum(tokens) <= 63:
        raise DataError(
            f"{data.source}: supply has {sum(tokens)} fairies; {players} players draw {drawn}, "
            "and 63 are the most."
        )
    composers = tokens[KINDS.index("composer")]
    cards = 2 * players + 2 * composers + (players == 1)
    if cards > len(facts["needs"]):
        raise DataError(
            f"{data.source}: there are {len(facts['needs'])} score_cards; with {composers} "
            f"composers {players} players may draw {cards}."
        )
    if cards > 24:
        raise DataError(f"{data.source}: {composers} composers are more than one round can hold.")
    facts["longest"] = players * facts["drafts"] * len(draw) + composers
