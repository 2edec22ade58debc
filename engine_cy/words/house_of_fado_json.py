"""House of Fado: observations as JSON (view, trace), and back with every check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine_cy.errors import DataError
from engine_cy.games._house_of_fado_data import COLOURS, GROUPS, MAX_FAME, SPACES, TABLES, TYPES
from engine_cy.words.base import Fields, Json, read_hex
from engine_cy.words.house_of_fado_names import (
    ACTION_SPACES,
    ALL_SPACES,
    ASSISTANT,
    PARTIES,
    list_customers,
)
from engine_cy.words.house_of_fado_pieces import check_pieces

if TYPE_CHECKING:
    from engine_cy.words.house_of_fado import HouseOfFadoWords

# The order is that of `Phase` in games/house_of_fado.pxd.
PHASES = (
    "lift", "leave", "place", "own", "remove", "kick", "bonus", "bonus_six", "hire", "street",
    "seat", "table", "rehearse", "advertise", "close", "raise", "six", "part", "critic", "over",
)
HOME = len(SPACES)      # place of the unused entry among the figures
MANY = 30000            # money or points; MOST in games/house_of_fado_checks.pxi
# What a turn has set so far, with the largest value of each field that is a number.
_COUNTS = {"virtual": 8, "extra_cubes": 8, "came": 1, "turn_up": 1}


def ids(names: list[str], bits: Any) -> list[str]:
    """Return the names of a set of pieces."""
    return [name for i, name in enumerate(names) if (int(bits) >> i) & 1]


def figure_name(figure: int) -> str:
    """Return a figure as text: "worker 0", "assistant 1"."""
    return f"{'assistant' if figure & ASSISTANT else 'worker'} {(figure & ~ASSISTANT) - 1}"


def chooser(t: np.void) -> int:
    """Return the seat that has to choose."""
    phase = PHASES[int(t["phase"])]
    figure = int(t["kicked"]) if phase == "kick" else 0
    if phase in ("bonus", "bonus_six") and t["kick"]:
        figure = int(t["figure"][t["kick"] - 1])
    return (figure & ~ASSISTANT) - 1 if figure else int(t["seat"])


# ---- writing -----------------------------------------------------------------------------------


def write_view(words: HouseOfFadoWords, rec: np.void, seat: int) -> Json:
    """Return the table; it is the same for every seat."""
    return write_table(words, rec["t"])


def write_table(words: HouseOfFadoWords, t: np.void) -> Json:
    """Return a table: the present one, or the one a turn began with."""
    n, facts = words.players, words.facts
    view: Json = {
        "round": int(t["round"]),
        "first_player": int(t["starter"]),
        "turn": int(t["seat"]),
        "phase": PHASES[int(t["phase"])],
        "stars": {name: _seat(owner) for name, owner in zip(words.stars, t["star"], strict=True)},
        "market": ids(words.tiles, t["market"]),
        "removed": [name for i, name in enumerate(words.tiles)
                    if facts["tiles"][i]["in_play"] and (int(t["boxed"]) >> i) & 1],
        "fame": {name: int(fame) for name, fame
                 in zip(words.tiles, t["fame"], strict=False) if fame},
        "billboard": [_name(words.tiles, m) for m in t["billboard"]],
        "star_musicians": [_name(words.tiles, m) for m in t["star_place"]],
        "scoring": [words.boards[i] for i in t["scoring"]],
        "cubes_posted": [t["posted"][p].tolist() for p in range(n)],
        "groups": [_customers(group) for group in t["group"]],
        "critics": [name for g, name in enumerate(GROUPS) if (int(t["critics"]) >> g) & 1],
        "bag": _customers(t["bag"]),
        "discard": _customers(t["discard"]),
        "reshuffles": int(t["reshuffles"]),
        "fados": [_name(words.fados, f) for f in t["display"]],
        "next_fado": _name(words.fados, t["top"]),
        "fado_stack": ids(words.fados, t["stack"]),
        "figures": {ALL_SPACES[i]: figure_name(int(f)) for i, f in enumerate(t["figure"]) if f},
        "seats": [_write_seat(words, t, p) for p in range(n)],
    }
    step = _write_step(words, t)
    if step:
        view["step"] = step
    return view


def _seat(owner: Any) -> int | None:
    return int(owner) - 1 if owner else None


def _name(names: list[str], piece: Any) -> str | None:
    return names[int(piece) - 1] if piece else None


def _customers(numbers: Any) -> Json:
    return dict(zip(COLOURS, map(int, numbers), strict=True))


def _write_seat(words: HouseOfFadoWords, t: np.void, p: int) -> Json:
    seat: Json = {
        "money": int(t["money"][p]),
        "points": int(t["points"][p]),
        "cubes": int(t["cubes"][p]),
        "notes": {kind: int(t["notes"][p][k]) for k, kind in enumerate(words.facts["kinds"])},
        "clefs": int(t["clef"][p]),
        "musicians": [_name(words.tiles, m) for m in t["musician"][p]],
        "fados": ids(words.fados, t["scored"][p]),
        "tables": [_customers(table) for table in t["guests"][p]],
        "bar": _customers(t["at_bar"][p]),
        "critic_table": int(t["critic"][p]) or None,
        "workers_in_hand": int(t["hand"][p]),
        "home": bool((int(t["home"]) >> p) & 1),
    }
    if words.facts["assistants"]:
        seat["assistants"] = int(t["supply"][p])
    return seat


def _write_step(words: HouseOfFadoWords, t: np.void) -> Json:
    """Return what the present turn has set so far."""
    step: Json = {}
    for field, names in _named(words).items():
        if t[field]:
            step[field] = names[int(t[field]) - 1]
    if t["kicked"]:
        step["kicked"] = figure_name(int(t["kicked"]))
    if t["spent"].any():
        step["spent"] = t["spent"].tolist()
    if t["due"]:
        step["due"] = [name for k, name in enumerate(words.facts["types"])
                       if (int(t["due"]) >> k) & 1]
    if t["type"]:
        step["type"] = words.facts["types"][int(t["type"])]
    return step | {field: int(t[field]) for field in _COUNTS if t[field]}


def _named(words: HouseOfFadoWords) -> dict[str, tuple[str, ...]]:
    """Return the fields of a step that hold 1 + the number of something, with its names."""
    return {
        "origin": ALL_SPACES,
        "left": ("supply", *ALL_SPACES),
        "space": ACTION_SPACES,
        "kick": ALL_SPACES,
        "hired": tuple(words.tiles),
        "group_chosen": GROUPS,
        "party": tuple(map(list_customers, PARTIES)),
    }


def write_knowledge(words: HouseOfFadoWords, rec: np.void, seat: int) -> Json:
    """Return nothing: no seat knows more than the table shows."""
    return {}


def write_trace(words: HouseOfFadoWords, rec: np.void) -> Json:
    """Return how the turn began, so that a sampled world can be replayed."""
    return {
        "log_known": bool(rec["log_known"]),
        "at_deal": {
            "public_hash": f"{int(rec['hash_at_deal']):016x}",
            "num_moves": int(rec["moves_at_deal"]),
            "news": rec["news_at_deal"][: words.players].tolist(),
            "table": write_table(words, rec["begun"]),
        } if rec["log_known"] else None,
    }


# ---- reading -----------------------------------------------------------------------------------


class _Reader(Fields):
    """Fields with pieces of the game in them."""

    def __init__(self, where: str, d: Any, words: HouseOfFadoWords) -> None:
        super().__init__(where, d)
        self.words = words

    def one_of(self, key: str, names: Any, default: Any = ...) -> int:
        """Return 1 + the number of a name, 0 for null."""
        value = self.get(key, default)
        if value is None:
            return 0
        if not isinstance(value, str) or value not in names:
            raise self.fault(key, f"it must be null or one of {', '.join(names)}")
        return int(names.index(value)) + 1

    def some_of(self, key: str, names: Any) -> int:
        """Return a list of names as a bit set."""
        value = self.get(key)
        good = isinstance(value, list) and all(isinstance(v, str) and v in names for v in value)
        if not good or len(set(value)) != len(value):
            raise self.fault(key, f"it must list different ones of {', '.join(names)}")
        return sum(1 << names.index(v) for v in value)

    def row(self, key: str, names: Any, length: int) -> list[int]:
        """Return a list of names or null, each as 1 + its number or 0."""
        value = self.get(key)
        good = isinstance(value, list) and len(value) == length and all(
            v is None or (isinstance(v, str) and v in names) for v in value
        )
        if not good:
            raise self.fault(key, f"it must be a list of {length}, each null or one of "
                             f"{', '.join(names)}")
        return [0 if v is None else names.index(v) + 1 for v in value]

    def customers(self, key: str, value: Any) -> list[int]:
        """Return the numbers of an object colour -> number; colours left out are 0."""
        good = isinstance(value, dict) and all(
            c in COLOURS and type(n) is int and 0 <= n <= 60 for c, n in value.items()
        )
        if not good:
            raise DataError(
                f"The field '{self.where}.{key}' holds {value!r}; customers are an object of "
                f"numbers 0..60 for {', '.join(COLOURS)}."
            )
        return [value.get(c, 0) for c in COLOURS]

    def listed(self, key: str, length: int) -> list[Any]:
        """Return a list of a length."""
        value = self.get(key)
        if not isinstance(value, list) or len(value) != length:
            raise self.fault(key, f"it must be a list of {length}")
        return value

    def numbers(self, key: str, names: Any, high: int) -> list[int]:
        """Return the numbers of an object name -> number; names left out are 0."""
        value = self.get(key)
        good = isinstance(value, dict) and all(
            name in names and type(n) is int and 0 <= n <= high for name, n in value.items()
        )
        if not good:
            raise self.fault(key, f"it must be an object of numbers 0..{high} for "
                             f"{', '.join(names)}")
        return [value.get(name, 0) for name in names]

    def figure(self, key: str, value: Any) -> int:
        """Return a figure's number."""
        for figure in range(1, 1 + self.words.players):
            for each in (figure, figure | ASSISTANT):
                if value == figure_name(each):
                    return each
        raise DataError(f"The field '{self.where}.{key}' names {value!r}; a figure is 'worker 0', "
                        f"'assistant {self.words.players - 1}' and the like.")


def read_table(words: HouseOfFadoWords, rec: np.void, seat: int, view: Json) -> None:
    """Fill a zeroed record from a view."""
    t, header = rec["t"], rec["h"]
    _fill_table(_Reader("view", view, words), t)
    over = PHASES[int(t["phase"])] == "over"
    header["over"] = over
    taken = int(np.count_nonzero(t["star"]))
    header["truncated"] = over and taken < words.facts["stars_to_end"]
    header["choosers"] = header["acting"] = 0 if over else 1 << chooser(t)
    header["epoch"] = _turn_number(words.players, t)


def _turn_number(players: int, t: np.void) -> int:
    """Return the number of the present turn, from 1; the end counts as one more."""
    if PHASES[int(t["phase"])] == "over":
        return int(t["round"]) * players + 1
    return (int(t["round"]) - 1) * players + (int(t["seat"]) - int(t["starter"])) % players + 1


def _fill_table(f: _Reader, t: np.void) -> None:
    words, n = f.words, f.words.players
    t["round"] = f.integer("round", 1, words.facts["options"]["max_rounds"])
    t["starter"] = f.integer("first_player", 0, n - 1)
    t["seat"] = f.integer("turn", 0, n - 1)
    t["phase"] = PHASES.index(f.choice("phase", PHASES))
    stars = _Reader(f"{f.where}.stars", f.get("stars"), words)
    for i, name in enumerate(words.stars):
        owner = stars.get(name)
        t["star"][i] = 0 if owner is None else stars.integer(name, 0, n - 1) + 1
    stars.done()
    _fill_musicians(f, t)
    t["display"] = f.row("fados", words.fados, len(t["display"]))
    t["top"] = f.one_of("next_fado", words.fados)
    t["stack"] = f.some_of("fado_stack", words.fados)
    t["group"] = [f.customers("groups", g) for g in f.listed("groups", len(GROUPS))]
    t["critics"] = f.some_of("critics", GROUPS)
    t["bag"] = f.customers("bag", f.get("bag"))
    t["discard"] = f.customers("discard", f.get("discard"))
    t["reshuffles"] = f.integer("reshuffles", 0, 255, 0)
    _fill_figures(f, t)
    for p, value in enumerate(f.listed("seats", n)):
        _fill_seat(_Reader(f"{f.where}.seats[{p}]", value, words), t, p)
    _fill_step(_Reader(f"{f.where}.step", f.get("step", {}), words), t)
    f.done()
    check_pieces(words, f.where, t, PHASES[int(t["phase"])])


def _fill_musicians(f: _Reader, t: np.void) -> None:
    words, tiles = f.words, f.words.facts["tiles"]
    t["market"] = f.some_of("market", words.tiles)
    removed = f.some_of("removed", words.tiles)
    absent = sum(1 << i for i, tile in enumerate(tiles) if not tile["in_play"])
    if removed & absent:
        raise f.fault("removed", "it lists only musicians of this player count and these options")
    t["boxed"] = removed | absent
    fame = f.numbers("fame", words.tiles, MAX_FAME)
    t["fame"][: len(tiles)] = [
        tile["fame"] if tile["in_play"] and tile["id"] not in f.d["fame"] else level
        for tile, level in zip(tiles, fame, strict=True)
    ]
    t["billboard"] = f.row("billboard", words.tiles, TYPES)
    t["star_place"] = f.row("star_musicians", words.tiles, TYPES)
    boards = f.row("scoring", words.boards, TYPES)
    if 0 in boards:
        raise f.fault("scoring", "every type has a scoring tile")
    t["scoring"] = [board - 1 for board in boards]
    for p, row in enumerate(f.listed("cubes_posted", words.players)):
        good = isinstance(row, list) and len(row) == TYPES and all(
            type(n) is int and 0 <= n <= words.facts["cubes"] for n in row
        )
        if not good:
            raise f.fault("cubes_posted", f"each row is {TYPES} numbers 0..{words.facts['cubes']}")
        t["posted"][p] = row


def _fill_figures(f: _Reader, t: np.void) -> None:
    figures = f.get("figures")
    if not isinstance(figures, dict):
        raise f.fault("figures", "it must be an object space -> figure")
    for space, figure in figures.items():
        if space not in ALL_SPACES or space == ALL_SPACES[HOME]:
            raise DataError(f"The field '{f.where}.figures' names the space {space!r}; the spaces "
                            f"are {', '.join(s for s in ALL_SPACES if s != ALL_SPACES[HOME])}.")
        t["figure"][ALL_SPACES.index(space)] = f.figure("figures", figure)


def _fill_seat(f: _Reader, t: np.void, p: int) -> None:
    words, facts = f.words, f.words.facts
    t["money"][p] = f.integer("money", 0, MANY)
    t["points"][p] = f.integer("points", 0, MANY)
    t["cubes"][p] = f.integer("cubes", 0, facts["cubes"])
    t["notes"][p][: len(facts["kinds"])] = f.numbers("notes", facts["kinds"], MANY)
    ordinary = facts["options"]["clef_mode"] == "ordinary_kind"
    t["clef"][p] = f.integer("clefs", 0, 0 if ordinary else facts["clefs"])
    t["musician"][p] = f.row("musicians", words.tiles, TYPES)
    t["scored"][p] = f.some_of("fados", words.fados)
    t["guests"][p] = [f.customers("tables", table) for table in f.listed("tables", TABLES)]
    t["at_bar"][p] = f.customers("bar", f.get("bar"))
    if f.get("critic_table") is not None:
        t["critic"][p] = f.integer("critic_table", 1, TABLES)
    t["hand"][p] = f.integer("workers_in_hand", 0, facts["workers"])
    if f.flag("home"):
        t["home"] |= 1 << p
    if facts["assistants"]:
        t["supply"][p] = f.integer("assistants", 0, facts["assistants"])
    f.done()


def _fill_step(f: _Reader, t: np.void) -> None:
    types = f.words.facts["types"]
    for field, names in _named(f.words).items():
        t[field] = f.one_of(field, names, None)
    figure = f.get("kicked", None)
    t["kicked"] = 0 if figure is None else f.figure("kicked", figure)
    t["spent"] = f.integers("spent", TYPES, 0, 60, [0] * TYPES)
    if f.get("due", None) is not None:
        t["due"] = f.some_of("due", types)
    t["type"] = max(0, f.one_of("type", types, None) - 1)
    for field, high in _COUNTS.items():
        t[field] = f.integer(field, 0, high, 0)
    f.done()


def read_knowledge(words: HouseOfFadoWords, rec: np.void, seat: int, knowledge: Json) -> None:
    """Refuse anything: there is nothing to know beyond the table."""
    _Reader("knowledge", knowledge, words).done()


def read_trace(
    words: HouseOfFadoWords, rec: np.void, seat: int, trace: Json, decisions: list[Any]
) -> None:
    """Add what happened since the turn began."""
    f = _Reader("trace", trace, words)
    known = f.flag("log_known")
    rec["log_known"] = known
    if not known:
        return
    at = _Reader("trace.at_deal", f.get("at_deal"), words)
    rec["hash_at_deal"] = read_hex(at.get("public_hash"), "trace.at_deal.public_hash")
    rec["moves_at_deal"] = at.integer("num_moves", 0, 65535)
    rec["news_at_deal"][: words.players] = at.integers("news", words.players, 0, 65535)
    _fill_table(_Reader("trace.at_deal.table", at.get("table"), words), rec["begun"])
    at.done()
    if len(decisions) > rec["log"].shape[0]:
        raise f.fault("decisions", f"a turn has at most {rec['log'].shape[0]} decisions")
    for i, (who, action) in enumerate(decisions):
        if action is None:
            raise f.fault("decisions", "every choice of this game is public")
        rec["log"][i] = who << 8 | action
    rec["log_len"] = len(decisions)


# ---- schema ------------------------------------------------------------------------------------


def schemas(words: HouseOfFadoWords) -> tuple[Json, Json, Json]:
    """Return JSON Schemas of view, knowledge and this game's part of the trace."""
    table = _table_schema(words)
    knowledge = {
        "description": "Empty: no seat knows more than the table shows.",
        "type": "object", "properties": {}, "additionalProperties": False,
    }
    trace = {"log_known": {"type": "boolean"},
             "at_deal": {"anyOf": [{"type": "null"}, {"type": "object"}]}}
    return table, knowledge, trace


def _number(high: int, low: int = 0) -> Json:
    return {"type": "integer", "minimum": low, "maximum": high}


def _object(properties: Json, optional: tuple[str, ...] = ()) -> Json:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "required": required, "properties": properties,
            "additionalProperties": False}


def _listed(item: Json, length: int | None = None) -> Json:
    sizes = {} if length is None else {"minItems": length, "maxItems": length}
    return {"type": "array", "items": item, **sizes}


def _told(schema: Json, description: str) -> Json:
    return {**schema, "description": description}


_CUSTOMERS: Json = {
    "type": "object",
    "properties": {colour: {"type": "integer", "minimum": 0, "maximum": 60} for colour in COLOURS},
    "additionalProperties": False,
}


def _table_schema(words: HouseOfFadoWords) -> Json:
    n, facts = words.players, words.facts
    tile, fado = {"enum": words.tiles}, {"enum": words.fados}
    piece = {"enum": [None, *words.tiles]}
    any_seat = {"anyOf": [{"type": "null"}, _number(n - 1)]}
    figures = {"enum": [f"{kind} {p}" for kind in ("worker", "assistant") for p in range(n)]}
    spaces = [space for space in ALL_SPACES if space != ALL_SPACES[HOME]]
    return _object({
        "round": _number(facts["options"]["max_rounds"], 1),
        "first_player": _number(n - 1),
        "turn": _told(_number(n - 1), "whose turn it is; in kick, bonus and bonus_six the owner "
                      "of the kicked-out figure chooses"),
        "phase": {"enum": list(PHASES)},
        "stars": _told(_object(dict.fromkeys(words.stars, any_seat)), "the seat that has it"),
        "market": _listed(tile),
        "removed": _told(_listed(tile), "musicians of this player count and these options that "
                         "promos have replaced or that left with fame 6"),
        "fame": {"type": "object", "additionalProperties": False,
                 "properties": dict.fromkeys(words.tiles, _number(MAX_FAME)),
                 "description": "dice, also in the market; left out: none yet, for a promo its "
                                "first fame"},
        "billboard": _told(_listed(piece, TYPES), f"by type, {', '.join(facts['types'])}"),
        "star_musicians": _told(_listed(piece, TYPES), "by type, at the star places"),
        "scoring": _told(_listed({"enum": words.boards}, TYPES), "scoring tiles by type"),
        "cubes_posted": _told(_listed(_listed(_number(facts["cubes"]), TYPES), n),
                              "cubes beside the billboard: a row of types for each seat"),
        "groups": _told(_listed(_CUSTOMERS, len(GROUPS)), "from left to right; all customers of "
                        "the game are here, in bag, discard and restaurants"),
        "critics": _listed({"enum": list(GROUPS)}),
        "bag": _CUSTOMERS,
        "discard": _CUSTOMERS,
        "reshuffles": _told(_number(255), "how often the discard has gone back into the bag"),
        "fados": _told(_listed({"enum": [None, *words.fados]}, 4), "the display"),
        "next_fado": _told({"enum": [None, *words.fados]}, "open on top of the stack"),
        "fado_stack": _told(_listed(fado), "those below it, in any order"),
        "figures": {"type": "object", "additionalProperties": False,
                    "properties": dict.fromkeys(spaces, figures),
                    "description": "who stands where: 'worker 0' is one of seat 0"},
        "seats": _listed(_seat_schema(words), n),
        "step": _step_schema(words, figures),
    }, ("reshuffles", "step"))


def _seat_schema(words: HouseOfFadoWords) -> Json:
    facts = words.facts
    properties: Json = {
        "money": _number(MANY),
        "points": _number(MANY),
        "cubes": _told(_number(facts["cubes"]), "still on the prestige track"),
        "notes": {"type": "object", "additionalProperties": False,
                  "properties": dict.fromkeys(facts["kinds"], _number(MANY))},
        "clefs": _number(facts["clefs"]),
        "musicians": _told(_listed({"enum": [None, *words.tiles]}, TYPES), "by type"),
        "fados": _told(_listed({"enum": words.fados}), "scored"),
        "tables": _listed(_CUSTOMERS, TABLES),
        "bar": _CUSTOMERS,
        "critic_table": _told({"enum": [None, *range(1, TABLES + 1)]}, "where the critic sits"),
        "workers_in_hand": _told(_number(facts["workers"]), "not yet placed"),
        "home": _told({"type": "boolean"}, "a worker stands in the own restaurant"),
    }
    if facts["assistants"]:
        properties["assistants"] = _told(_number(facts["assistants"]), "not on the board")
    return _object(properties)


_STEP = {
    "origin": "the space that the worker has left, null for one from the hand",
    "left": "what stands there now: an assistant from the supply or from another space",
    "space": "the action space of the worker, once it is placed",
    "kicked": "the figure that has still to go to a kick-out space",
    "kick": "the kick-out space whose bonus is being chosen",
    "hired": "the musician hired first in this visit",
    "group_chosen": "the group of the guests or the critic",
    "party": "the guests that look for a table",
    "spent": "closing: guests spent so far, by type",
    "due": "closing: types whose musician has just reached fame 6",
    "type": "the type that a question about one musician is about",
    "virtual": "closing: customers to spend beside the guests",
    "extra_cubes": "closing: cubes that leave with the critic's",
    "came": "kick-outs after the action: 1 if guests have been seated",
    "turn_up": "kick-outs after the action: 1 if the stack has to show its next fado",
}


def _step_schema(words: HouseOfFadoWords, figures: Json) -> Json:
    types = words.facts["types"]
    properties: Json = {field: _told({"enum": [None, *names]}, _STEP[field])
                        for field, names in _named(words).items()}
    properties |= {
        "kicked": _told({"anyOf": [{"type": "null"}, figures]}, _STEP["kicked"]),
        "spent": _told(_listed(_number(60), TYPES), _STEP["spent"]),
        "due": _told({"anyOf": [{"type": "null"}, _listed({"enum": types})]}, _STEP["due"]),
        "type": _told({"enum": [None, *types]}, _STEP["type"]),
        **{field: _told(_number(high), _STEP[field]) for field, high in _COUNTS.items()},
    }
    return {"description": "What the present turn has set so far; left out at its beginning.",
            **_object(properties, tuple(properties))}
