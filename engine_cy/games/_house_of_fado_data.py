"""House of Fado: options, and the constants of the rules read from a data file."""

from __future__ import annotations

from typing import Any

from engine_cy.components import Data
from engine_cy.errors import DataError
from engine_cy.spec import OptionSpec

COLOURS = ("gray", "black", "brown")
GROUPS = ("left", "middle", "right")
SPACES = ("market_L", "market_R", "street_L", "street_R", "rehearsal", "billboard_L",
          "billboard_R")
TYPED = ("market_L", "market_R", "billboard_L", "billboard_R")      # spaces with types beside them
KICKS_EACH = 3
BONUSES = ("money", "customer", "note", "fame")
POWERS = ("cubes", "money", "customers")
TIE_BREAKS = ("stars", "fados", "money")
TABLES, TYPES, MAX_FAME = 3, 3, 6
MAX_KINDS, MAX_TILES, MAX_FADOS, MAX_SCORES, MAX_BILLBOARDS = 6, 24, 24, 4, 4
MAX_SEATED = 4      # customers of one group, and seats of one table
# Small steps of the longest turn: lift, leave, place and a closing: to close, three raises, three
# fames of 6, three musicians kept, the critic. Kick-outs happen elsewhere, with shorter actions.
TURN_LENGTH = 3 + 11
PLAYERS = 2, 4      # player counts that a data file may have

OPTIONS = {
    "two_player_assistants": OptionSpec(
        False, "the assistants of the two-player variant", choices=(False, True), players=(2,)
    ),
    "promos": OptionSpec(False, "the promo musicians are mixed in", choices=(False, True)),
    "uniqueness_scope": OptionSpec(
        "location",
        "one worker of a player, and no way straight back: by named location or by action space",
        choices=("location", "space"),
    ),
    "kickout_scope": OptionSpec(
        "location",
        "where a kicked-out figure may go: kick-out spaces of the location, or of its space",
        choices=("location", "space"),
    ),
    "kickout_timing": OptionSpec(
        "before_action",
        "the kicked-out figure moves and earns its bonus before or after the action",
        choices=("before_action", "after_action"),
    ),
    "refill_timing": OptionSpec(
        "after_street_customers_only",
        "when customer groups are refilled",
        choices=("after_street_customers_only", "after_every_turn"),
    ),
    "fame6_outside_close": OptionSpec(
        "resolve_at_once",
        "a rehearsal kick-out may raise to fame 6, with all that follows, or may not",
        choices=("resolve_at_once", "forbid"),
    ),
    "allow_noop": OptionSpec(
        "only_if_nothing_else_at_space",
        "a worker may stand somewhere without its action: only where there is none, or always",
        choices=("only_if_nothing_else_at_space", "always"),
    ),
    "clef_mode": OptionSpec(
        "wild_once",
        "the treble clef: any note once, one more note of the first kind, or nothing",
        choices=("wild_once", "ordinary_kind", "none"),
    ),
    "customers_table": OptionSpec(
        "default",
        "customers needed to raise a musician; one of the two assumed tables",
        choices=("default", "alternative"),
    ),
    "dismissed_keep_die": OptionSpec(
        True, "a dismissed musician keeps its fame in the market", choices=(True, False)
    ),
    "cube_spaces_per_type": OptionSpec(
        0, "cubes that fit beside one type on the billboard; 0: any number", low=0, high=32
    ),
    "supply_per_kind": OptionSpec(
        0, "note tiles of each kind in the supply; 0: any number", low=0, high=20
    ),
    "max_rounds": OptionSpec(60, "rounds after which the game is scored", low=1, high=255),
}


def players_in(data: Data) -> tuple[int, int]:
    """Return the smallest and largest player count of a data file."""
    table = data.table("players", dict)
    low = data.integer(table, "min", *PLAYERS, "players")
    return low, data.integer(table, "max", low, PLAYERS[1], "players")


def read_facts(data: Data, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the constants of the rules; DataError in one sentence where the file is broken."""
    setup, where = data.setup(players, *PLAYERS)
    start = data.table("start", dict)
    facts: dict[str, Any] = {
        "players": players,
        "options": options,
        "money": data.integer(start, "money", 0, 100, "start"),
        "workers": data.integer(start, "workers", 1, 4, "start"),
        "assistants": data.integer(start, "assistants", 0, 4, "start")
        if options["two_player_assistants"] else 0,
        "cubes": data.integer(start, "cubes", 1, 8, "start"),
        "clefs": data.integer(start, "clefs", 0, 4, "start"),
        "critics": data.integers(setup, "critics", 0, 1, where, (len(GROUPS), len(GROUPS))),
    }
    _read_types(data, facts)
    _read_fame(data, facts, options["customers_table"])
    _read_restaurant(data, facts)
    kinds = data.table("notes", dict).get("kinds")
    if not _are_names(kinds) or not 1 <= len(kinds) <= MAX_KINDS:
        raise DataError(f"{data.source}: notes.kinds must be a list of 1..{MAX_KINDS} names.")
    facts["kinds"] = kinds
    _read_musicians(data, facts, options["promos"])
    _read_fados(data, facts)
    _read_spaces(data, facts)
    _read_end(data, facts)
    facts["game_length"] = options["max_rounds"] * players * TURN_LENGTH
    return facts


def _are_names(values: Any) -> bool:
    """Whether a value is a list of different words."""
    return isinstance(values, list) and len(set(map(str, values))) == len(values) and all(
        isinstance(v, str) and v.isidentifier() for v in values
    )


def _read_types(data: Data, facts: dict[str, Any]) -> None:
    types = data.table("types", list)
    ids = [entry.get("id") for entry in types if isinstance(entry, dict)]
    if len(types) != TYPES or not _are_names(ids) or len(ids) != TYPES:
        raise DataError(f"{data.source}: there must be {TYPES} [[types]] with different ids.")
    facts["types"] = ids
    facts["base_cost"], facts["accepts"] = [], []
    for i, entry in enumerate(types):
        accepts = entry.get("accepts")
        if not _are_names(accepts) or not accepts or not set(accepts) <= set(COLOURS):
            raise DataError(
                f"{data.source}: types[{i}].accepts is {accepts!r}; it must list some of "
                f"{', '.join(COLOURS)}."
            )
        facts["accepts"].append([COLOURS.index(c) for c in accepts])
        facts["base_cost"].append(data.integer(entry, "base_cost", 0, 50, f"types[{i}]"))


def _read_fame(data: Data, facts: dict[str, Any], table: str) -> None:
    fame = data.table("fame", dict)
    levels = range(2, MAX_FAME + 1)
    facts["hire_cost"] = data.integers(fame, "hire_cost", 0, 50, "fame",
                                       (MAX_FAME - 1, MAX_FAME - 1))
    facts["promote_from"] = data.integer(fame, "promote_from", 1, MAX_FAME, "fame")
    facts["six_points"] = data.integer(fame, "star_points", 0, 50, "fame")
    facts["dice"] = data.integer(fame, "dice", 1, 200, "fame")
    tables = fame.get("raise_customers")
    rows = tables.get(table) if isinstance(tables, dict) else None
    money = fame.get("raise_money")
    where = f"fame.raise_customers.{table}"
    facts["raise_customers"] = [data.integer(rows, f"to_{n}", 1, 20, where) for n in levels] \
        if isinstance(rows, dict) else _missing(data, where)
    facts["raise_money"] = [data.integer(money, f"to_{n}", 0, 50, "fame.raise_money")
                            for n in levels] \
        if isinstance(money, dict) else _missing(data, "fame.raise_money")


def _missing(data: Data, where: str) -> list[int]:
    raise DataError(f"{data.source}: there is no [{where}] table.")


def _read_restaurant(data: Data, facts: dict[str, Any]) -> None:
    """Tables, street and prestige track."""
    restaurant, street = data.table("restaurant", dict), data.table("street", dict)
    prestige, cubes = data.table("prestige", dict), facts["cubes"]
    facts["seats"] = data.integers(restaurant, "tables", 1, MAX_SEATED, "restaurant",
                                   (TABLES, TABLES))
    facts["bar"] = data.integer(restaurant, "bar", 0, 4, "restaurant")
    facts["customers"] = [data.integer(street, colour, 0, 12, "street") for colour in COLOURS]
    facts["full"] = data.integer(street, "full", 1, MAX_SEATED, "street")
    facts["group_setup"] = data.integer(street, "setup", 0, facts["full"], "street")
    facts["refill_from"] = data.integer(street, "refill_from", 0, facts["full"] - 1, "street")
    if len(GROUPS) * facts["group_setup"] > facts["players"] * sum(facts["customers"]):
        raise DataError(
            f"{data.source}: street has {facts['players'] * sum(facts['customers'])} customers; "
            f"the groups begin with {len(GROUPS) * facts['group_setup']}."
        )
    facts["critic_cost"] = data.integers(prestige, "critic_cost", 0, 50, "prestige",
                                         (cubes + 1, cubes + 1))
    facts["unlock"] = data.integer(prestige, "unlock", 0, cubes, "prestige")
    facts["critic_cubes"] = data.integer(prestige, "critic_cubes", 0, 8, "prestige")
    income = prestige.get("income")
    if not isinstance(income, dict):
        raise DataError(f"{data.source}: there is no [prestige.income] table.")
    facts["income"] = [data.integer(income, f"removed_{n}", 0, 20, "prestige.income")
                       for n in range(cubes + 1)]


def _read_musicians(data: Data, facts: dict[str, Any], promos: bool) -> None:
    """Every musician of the box, promos last, with the smallest player count that has it."""
    rows = data.table("musicians", dict).get("tiles")
    tiles: list[dict[str, Any]] = []
    for row in rows if isinstance(rows, list) else [rows]:
        if (
            not isinstance(row, list) or len(row) != 4 or row[1] not in facts["types"]
            or row[2] not in facts["kinds"] or type(row[3]) is not int
        ):
            raise DataError(f"{data.source}: musicians.tiles has {row!r}; a tile is [id, type, "
                            "note, smallest player count].")
        tiles.append({"id": row[0], "type": facts["types"].index(row[1]), "fame": 0,
                      "note": facts["kinds"].index(row[2]), "power": None, "amount": 0,
                      "in_play": row[3] <= facts["players"]})
    for i, entry in enumerate(data.table("promos", list)):
        tiles.append(_read_promo(data, entry, f"promos[{i}]", facts["types"], promos))
    ids = [tile["id"] for tile in tiles]
    if not _are_names(ids) or len(ids) > MAX_TILES:
        raise DataError(f"{data.source}: musicians and promos are at most {MAX_TILES} tiles with "
                        "different ids.")
    for t, name in enumerate(facts["types"]):
        if sum(tile["type"] == t and tile["in_play"] and not tile["power"] for tile in tiles) < 1:
            raise DataError(f"{data.source}: musicians.tiles has none of type {name} for "
                            f"{facts['players']} players.")
    facts["tiles"] = tiles
    playing = sum(tile["in_play"] for tile in tiles) - (TYPES if promos else 0)
    if facts["dice"] < playing:
        raise DataError(f"{data.source}: fame.dice is {facts['dice']}; {playing} musicians are "
                        "in play.")


def _read_promo(
    data: Data, entry: Any, where: str, types: list[str], in_play: bool
) -> dict[str, Any]:
    fame = data.integer(entry, "fame", 1, MAX_FAME - 1, where)
    if entry.get("type") not in types or entry.get("power") not in POWERS:
        raise DataError(f"{data.source}: {where} must have a type of {', '.join(types)} and a "
                        f"power of {', '.join(POWERS)}.")
    if not isinstance(entry.get("name"), str):
        raise DataError(f"{data.source}: {where}.name is missing.")
    return {"id": entry.get("id"), "type": types.index(entry["type"]), "fame": fame, "note": None,
            "power": entry["power"], "in_play": in_play, "name": entry["name"],
            "amount": data.integer(entry, "amount", 0, 8, where)}


def _read_fados(data: Data, facts: dict[str, Any]) -> None:
    fados, kinds = data.table("fados", dict), facts["kinds"]
    data.integer(fados, "display", 4, 4, "fados")
    facts["fado_bonus"] = data.integers(fados, "bonus", 0, 100, "fados", (2, MAX_FADOS + 1))
    rows = fados.get("tiles")
    tiles = []
    for row in rows if isinstance(rows, list) else [rows]:
        if (
            not isinstance(row, list) or len(row) != 4 or not isinstance(row[1], list)
            or not 1 <= len(row[1]) <= 8 or any(note not in kinds for note in row[1])
            or type(row[2]) is not int or not 0 <= row[2] <= 50 or type(row[3]) is not int
        ):
            raise DataError(f"{data.source}: fados.tiles has {row!r}; a tile is [id, notes, "
                            "points, smallest player count].")
        tiles.append({"id": row[0], "notes": [row[1].count(kind) for kind in kinds],
                      "points": row[2], "in_play": row[3] <= facts["players"]})
    if not _are_names([tile["id"] for tile in tiles]) or len(tiles) > MAX_FADOS:
        raise DataError(f"{data.source}: fados.tiles is a list of at most {MAX_FADOS} tiles with "
                        "different ids.")
    if sum(tile["in_play"] for tile in tiles) < 5:
        raise DataError(f"{data.source}: fados.tiles has fewer than 5 tiles for "
                        f"{facts['players']} players.")
    facts["fados"] = tiles


def _read_spaces(data: Data, facts: dict[str, Any]) -> None:
    """The types, groups and kick-out spaces beside each action space."""
    spaces = data.table("spaces", list)
    if [s.get("id") for s in spaces if isinstance(s, dict)] != list(SPACES):
        raise DataError(f"{data.source}: the [[spaces]] are {', '.join(SPACES)}, in this order.")
    facts["beside"], facts["groups"], facts["kicks"] = [], [], []
    for i, entry in enumerate(spaces):
        where, types = f"spaces[{i}]", entry.get("types")
        typed = entry["id"] in TYPED
        if typed and (not _are_names(types) or len(types) != 2
                      or not set(types) <= set(facts["types"])):
            raise DataError(f"{data.source}: {where}.types is {types!r}; it must be two of "
                            f"{', '.join(facts['types'])}.")
        facts["beside"].append([facts["types"].index(t) for t in types] if typed else [0, 0])
        facts["groups"].append(data.integers(entry, "groups", 0, 1, where, (3, 3))
                               if "groups" in entry else [0, 0, 0])
        facts["kicks"].append(_read_kicks(data, entry.get("kickouts"), where))


def _read_kicks(data: Data, rows: Any, where: str) -> list[tuple[int, int]]:
    good = isinstance(rows, list) and len(rows) == KICKS_EACH and all(
        isinstance(row, list) and len(row) == 2 and row[0] in BONUSES
        and type(row[1]) is int and 0 <= row[1] <= 20 for row in rows
    )
    if not good:
        raise DataError(
            f"{data.source}: {where}.kickouts is {rows!r}; it must be {KICKS_EACH} pairs of "
            f"{', '.join(BONUSES)} and an integer 0..20."
        )
    return [(BONUSES.index(kind), money) for kind, money in rows]


def _read_end(data: Data, facts: dict[str, Any]) -> None:
    """Billboard scoring tiles, stars, final scoring."""
    side = "two" if facts["players"] == 2 else "several"
    boards = data.table("billboards", list)
    facts["billboards"] = [
        {"id": entry.get("id") if isinstance(entry, dict) else None,
         "scores": data.integers(entry, side, 0, 100, f"billboards[{i}]", (1, MAX_SCORES))}
        for i, entry in enumerate(boards) if isinstance(entry, dict) or _no_table(data, i)
    ]
    if (not TYPES <= len(boards) <= MAX_BILLBOARDS
            or not _are_names([b["id"] for b in facts["billboards"]])):
        raise DataError(f"{data.source}: there must be {TYPES}..{MAX_BILLBOARDS} [[billboards]] "
                        "with different ids.")
    stars, final = data.table("stars", dict), data.table("final", dict)
    points = stars.get("points")
    if not isinstance(points, dict):
        raise DataError(f"{data.source}: there is no [stars.points] table.")
    facts["stars_to_end"] = data.integer(stars, "end", 1, 5, "stars")
    facts["star_fados"] = data.integer(stars, "fados", 1, MAX_FADOS, "stars")
    facts["star_points"] = [0] + [data.integer(points, f"stars_{n}", 0, 200, "stars.points")
                                  for n in range(1, 6)]
    facts["money_per_point"] = data.integer(final, "money_per_point", 1, 1000, "final")
    ties = final.get("tie_breaks")
    if not _are_names(ties) or not set(ties) <= set(TIE_BREAKS):
        raise DataError(f"{data.source}: final.tie_breaks is {ties!r}; it must list some of "
                        f"{', '.join(TIE_BREAKS)}.")
    facts["tie_breaks"] = [TIE_BREAKS.index(t) for t in ties]


def _no_table(data: Data, i: int) -> bool:
    raise DataError(f"{data.source}: billboards[{i}] must be a table.")
