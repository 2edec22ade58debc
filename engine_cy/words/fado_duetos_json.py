"""Fado: Duetos e Desgarradas: observations as JSON (view, knowledge, trace), and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine_cy.errors import DataError
from engine_cy.games._fado_duetos_data import CATEGORIES, MAX_CARDS
from engine_cy.words import fado_duetos_bonuses as bonuses
from engine_cy.words.base import Fields, Json
from engine_cy.words.fado_duetos_course import STACK, Course, num_shown

if TYPE_CHECKING:
    from engine_cy.words.fado_duetos import FadoDuetosWords

# The order is that of `Phase` in games/fado_duetos.pxd.
PHASES = ("place", "pick", "sets", "over")
GUITARIST = 10
WORD_BITS = 27
_HAND_0 = 81         # as in games/fado_duetos.pxd
_SHOWCASE_0 = 85
_END_TURN = 97


def cards_of(words: np.ndarray) -> list[int]:
    """Return the numbers of a set of cards, ascending."""
    return [c for c in range(MAX_CARDS) if (int(words[c // WORD_BITS]) >> (c % WORD_BITS)) & 1]


# ---- writing -----------------------------------------------------------------------------------


def write_view(words: FadoDuetosWords, rec: np.void, seat: int) -> Json:
    """Return the table and the seat's own hand."""
    n, names = words.players, words.action_names
    return {
        "round": int(rec["round"]),
        "phase": PHASES[int(rec["phase"])],
        "marker": int(rec["marker"]),
        "turns_finished": int(rec["turn"]),
        "hand": words.ids(cards_of(rec["hand"][seat])),
        "placed": names[rec["commit"][seat] - 1] if rec["commit"][seat] else None,
        "set_begun": [names[a - 1] for a in rec["step"][: int(rec["h"]["steps"])]],
        "hand_sizes": rec["hand_size"][:n].tolist(),
        "deck": len(words.cards) - int(rec["drawn"]),
        "rewards": int(rec["rewards"]),
        "practice": [
            [words.cards[int(c) - 1][0], p if p < STACK else None]
            for p, c in enumerate(rec["practice"])
            if c
        ],
        "discards": words.ids(cards_of(rec["discards"])),
        "showcase": [
            [words.showcase_id(card) for card in words.column(rec, column)]
            for column in range(words.columns)
        ],
        "chips": [
            {
                category: [v for v in words.chips if (int(rec["chips"][p][c]) >> v) & 1]
                for c, category in enumerate(CATEGORIES)
            }
            for p in range(n)
        ],
        "feature": _owners(rec["feature"]),
        "sequence": _owners(rec["sequence"]),
        "variety": [int(p) - 1 for p in rec["variety"] if p],
    }


def _owners(seats: np.ndarray) -> Json:
    return {
        category: int(p) - 1 if p else None for category, p in zip(CATEGORIES, seats, strict=True)
    }


def write_knowledge(words: FadoDuetosWords, rec: np.void, seat: int) -> Json:
    """Return the cards that everybody knows to be in each hand."""
    return {"holds": [words.ids(cards_of(rec["known"][p])) for p in range(words.players)]}


def write_trace(words: FadoDuetosWords, rec: np.void) -> Json:
    """Return what the replay of a sampled world needs beside the decisions."""
    return {
        "log_known": bool(rec["log_known"]),
        "starter": int(rec["starter"]),
        "showcase_moves": rec["base"][: words.columns].tolist(),
        "dealt": [[i, words.cards[int(c) - 1][0]] for i, c in enumerate(rec["deck"]) if c],
    }


# ---- reading -----------------------------------------------------------------------------------


class _Reader(Fields):
    """Fields with cards in them."""

    def __init__(self, where: str, d: Any, words: FadoDuetosWords) -> None:
        super().__init__(where, d)
        self.words = words
        self.placed: set[int] = set()

    def rows(self, key: str, length: int | None = None, default: Any = ...) -> list[Any]:
        """Return a list, of a length if one is given."""
        value = self.get(key, default)
        if not isinstance(value, list) or (length is not None and len(value) != length):
            count = "" if length is None else f" of {length}"
            raise self.fault(key, f"it must be a list{count}")
        return value

    def card(self, key: str, value: Any) -> int:
        """Return the number of a hand card."""
        card = self.words.card_ids.get(value) if isinstance(value, str) else None
        if card is None:
            raise DataError(
                f"The field '{self.where}.{key}' names the card {value!r}; a hand card is one of "
                f"{self.words.cards[0][0]}..{self.words.cards[-1][0]}."
            )
        return card

    def unique(self, key: str, value: Any) -> int:
        """Return the number of a hand card that has not turned up elsewhere."""
        card = self.card(key, value)
        if card in self.placed:
            raise DataError(
                f"The field '{self.where}.{key}' has the card {value}, which is elsewhere already."
            )
        self.placed.add(card)
        return card

    def seat(self, key: str, value: Any) -> int:
        """Return a seat."""
        if type(value) is not int or not 0 <= value < self.words.players:
            raise self.fault(key, f"it names the seat {value!r} of 0..{self.words.players - 1}")
        return value


def _add(words: np.ndarray, card: int) -> None:
    words[card // WORD_BITS] |= 1 << (card % WORD_BITS)


def _holds(words: np.ndarray, card: int) -> bool:
    return bool((int(words[card // WORD_BITS]) >> (card % WORD_BITS)) & 1)


def read_table(words: FadoDuetosWords, rec: np.void, seat: int, view: Json) -> None:
    """Fill a zeroed record from a view."""
    f = _Reader("view", view, words)
    n = words.players
    phase = f.choice("phase", PHASES)
    opening = n * words.setup["opening_hand"]
    rec["phase"] = PHASES.index(phase)
    rec["h"]["epoch"] = 1
    rec["round"] = rec["h"]["stage"] = f.integer("round", 1, words.most_rounds)
    rec["marker"] = f.integer("marker", 0, n - 1)
    busy = phase in ("pick", "sets")
    rec["turn"] = f.integer("turns_finished", 0, n - 1 if busy else 0, 0)
    rec["drawn"] = len(words.cards) - f.integer("deck", 0, len(words.cards) - opening)
    most = int(rec["drawn"]) - opening if phase == "sets" else 0
    rec["rewards"] = f.integer("rewards", 0, most, 0)
    for card in (f.unique("hand", value) for value in f.rows("hand")):
        _add(rec["hand"][seat], card)
    for card in (f.unique("discards", value) for value in f.rows("discards")):
        _add(rec["discards"], card)
    _read_practice(f, rec, phase)
    _read_sizes(f, rec, seat)
    _read_showcase(f, rec)
    _read_chips(f, rec)
    _read_bonuses(f, rec)
    course = Course.of(words, rec)
    course.check(f)
    rec["starter"] = course.starter
    _open_choice(f, rec, phase)
    _read_placed(f, rec, seat, phase)
    _read_set(f, rec, seat, phase)
    f.done()


def _read_practice(f: _Reader, rec: np.void, phase: str) -> None:
    words = f.words
    for row in f.rows("practice", None, []):
        if not isinstance(row, list) or len(row) != 2:
            raise f.fault("practice", "it must be a list of [card, seat, or null for the deck]")
        at = STACK if row[1] is None else f.seat("practice", row[1])
        if row[1] is None and rec["practice"][at]:
            at += 1
        if at >= STACK + words.stack_cards or rec["practice"][at]:
            raise f.fault(
                "practice", f"every seat places one card, and the deck gives {words.stack_cards}"
            )
        rec["practice"][at] = f.unique("practice", row[0]) + 1


def _read_sizes(f: _Reader, rec: np.void, seat: int) -> None:
    words, n = f.words, f.words.players
    for p, count in enumerate(f.integers("hand_sizes", n, 0, len(words.cards))):
        rec["hand_size"][p] = count
    if int(rec["hand_size"][seat]) != len(cards_of(rec["hand"][seat])):
        raise f.fault("hand_sizes", f"seat {seat} has {len(cards_of(rec['hand'][seat]))} cards")


def _read_showcase(f: _Reader, rec: np.void) -> None:
    words = f.words
    cards = []
    for column in f.rows("showcase", words.columns):
        if not isinstance(column, list) or len(column) != words.levels:
            raise f.fault("showcase", f"a column has {words.levels} cards, level I first")
        cards += [words.showcase_ids.get(c) if isinstance(c, str) else None for c in column]
    every = [i + 1 for i in range(len(words.showcase))]
    if len(every) < words.places:
        every.append(GUITARIST)
    if None in cards or sorted(c or 0 for c in cards) != every:
        raise f.fault("showcase", "each showcase card of this variant lies there once")
    rec["showcase"][: len(cards)] = cards


def _read_chips(f: _Reader, rec: np.void) -> None:
    words = f.words
    out: list[list[int]] = [[], [], [], []]
    for p, row in enumerate(f.rows("chips", words.players)):
        held = _Reader(f"view.chips[{p}]", row, words)
        for c, category in enumerate(CATEGORIES):
            for value in held.rows(category, None, []):
                if type(value) is not int or value not in words.chips or value in out[c]:
                    raise held.fault(category, f"each of {words.chips} is there once")
                out[c].append(value)
                rec["chips"][p][c] |= 1 << value
        held.done()
    for c, category in enumerate(CATEGORIES):
        top = words.chips[: len(out[c])]
        if sorted(out[c], reverse=True) != top:
            raise f.fault("chips", f"the {category} chips go from the top: {top} would be gone")
        rec["taken"][c] = len(out[c])


def _read_bonuses(f: _Reader, rec: np.void) -> None:
    """Owners of the bonus chips: what can be derived from the victory chips need not be said."""
    words = f.words
    for key in ("feature", "sequence"):
        owners = _Reader(f"view.{key}", f.get(key, {}), words)
        for c, category in enumerate(CATEGORIES):
            first = bonuses.first_to_earn(words, rec, key, c)
            owner = owners.get(category, first)
            if owner is not None:
                rec[key][c] = owners.seat(category, owner) + 1
            if owner != first:
                raise owners.fault(category, f"by the chips seat {first} was the first to earn it"
                                   if first is not None else "nobody has the chips for it")
        owners.done()
    seats = [f.seat("variety", value) for value in f.rows("variety", None, [])]
    count = bonuses.num_variety(words, rec)
    if len(seats) != count:
        raise f.fault("variety", f"{count} variety chips are taken")
    at = bonuses.first_impossible(words, rec, seats)
    if at is not None:
        raise f.fault("variety", f"by the victory chips seat {seats[at]} cannot have completed "
                      f"its set as number {at + 1}")
    rec["variety"][: len(seats)] = [p + 1 for p in seats]


def _open_choice(f: _Reader, rec: np.void, phase: str) -> None:
    header = rec["h"]
    header["over"] = phase == "over"
    actor = f.words.to_act(rec)
    seats = (1 << f.words.players) - 1 if phase == "place" else 0
    header["choosers"] = header["acting"] = seats if actor is None else 1 << actor


def _read_placed(f: _Reader, rec: np.void, seat: int, phase: str) -> None:
    value = f.get("placed", None)
    if value is None:
        return
    card = f.card("placed", value)
    if phase != "place" or not _holds(rec["hand"][seat], card):
        raise f.fault("placed", "this seat cannot have placed it now")
    rec["commit"][seat] = card + 1
    rec["h"]["acting"] &= ~(1 << seat) & 0xFF


def _read_set(f: _Reader, rec: np.void, seat: int, phase: str) -> None:
    """The small decisions of a set that the seat has begun; they must lead to one."""
    words = f.words
    names = f.rows("set_begun", None, [])
    if not names:
        return
    steps = [words.action_ids.get(name) if isinstance(name, str) else None for name in names]
    if phase != "sets" or words.to_act(rec) != seat or not _leads_to_set(words, rec, seat, steps):
        raise f.fault("set_begun", "this seat cannot have begun such a set now")
    rec["step"][: len(steps)] = [step + 1 for step in steps if step is not None]
    rec["h"]["steps"] = len(steps)


def _leads_to_set(
    words: FadoDuetosWords, rec: np.void, seat: int, steps: list[int | None]
) -> bool:
    first, *cards = steps
    if first is None or not _HAND_0 <= first < _END_TURN or None in cards:
        return False
    shown = [c for c in cards if c is not None]
    need, c = 3, (first - _HAND_0) % 4
    if first >= _SHOWCASE_0:
        column = (first - _SHOWCASE_0) // 4
        level_one = words.column(rec, column)[0] if column < words.columns else GUITARIST
        if level_one == GUITARIST:
            return False
        values, need = [words.showcase[level_one - 1][1 + c]], 2
    else:
        values = sorted({row[1 + c] for row in words.cards}, key=str)
    if len(shown) > (need if first < _SHOWCASE_0 else need - 1):
        return False
    if rec["taken"][c] == len(words.chips):
        return False
    for value in values:
        usable = [x for x in cards_of(rec["hand"][seat]) if words.cards[x][1 + c] == value]
        rest = [x for x in usable if not shown or x > shown[-1]]
        fits = all(x in usable for x in shown) and shown == sorted(set(shown))
        if fits and len(shown) + len(rest) >= need:
            return True
    return False


def read_knowledge(words: FadoDuetosWords, rec: np.void, seat: int, knowledge: Json) -> None:
    """Add what is known of hands; cards left out are unknown."""
    f = _Reader("knowledge", knowledge, words)
    n = words.players
    gone = {int(c) - 1 for c in rec["practice"] if c} | set(cards_of(rec["discards"]))
    for p, row in enumerate(f.rows("holds", n, [[] for _ in range(n)])):
        for value in row if isinstance(row, list) else [row]:
            card = f.unique("holds", value)
            own = _holds(rec["hand"][seat], card)
            if card in gone or own != (p == seat):
                raise f.fault("holds", f"{value}, which seat {p} is said to hold, lies elsewhere")
            _add(rec["known"][p], card)
            _add(rec["hand"][p], card)
        if len(cards_of(rec["hand"][p])) > rec["hand_size"][p]:
            raise f.fault("holds", f"seat {p} has {int(rec['hand_size'][p])} cards only")
        shown = num_shown(words, rec, p)
        if len(cards_of(rec["known"][p])) > shown:
            raise f.fault("holds", f"seat {p} has picked and retrieved {shown} cards at most")
    f.done()


def read_trace(
    words: FadoDuetosWords, rec: np.void, seat: int, trace: Json, decisions: list[Any]
) -> None:
    """Add the course of the game."""
    f = _Reader("trace", trace, words)
    rec["log_known"] = f.flag("log_known")
    rec["starter"] = f.integer("starter", 0, words.players - 1)
    moves = f.integers("showcase_moves", words.columns, 0, words.levels - 1)
    for column, base in enumerate(moves):
        start = column * words.levels
        cards = rec["showcase"][start : start + words.levels].copy()
        rec["showcase"][start : start + words.levels] = np.roll(cards, base)
        rec["base"][column] = base
    for row in f.rows("dealt"):
        if not isinstance(row, list) or len(row) != 2 or type(row[0]) is not int \
                or not 0 <= row[0] < int(rec["drawn"]) - int(rec["rewards"]) \
                or rec["deck"][row[0]]:
            raise f.fault("dealt", "it must be a list of [place in the order of dealing, card]")
        rec["deck"][row[0]] = f.unique("dealt", row[1]) + 1
    pending = int(rec["h"]["steps"]) or int(rec["commit"][seat] > 0)
    resolved = decisions[: len(decisions) - pending]
    if len(resolved) > rec["log"].size or any(action is None for _, action in resolved):
        raise f.fault("decisions", f"a game has {rec['log'].size} known decisions at most")
    if rec["log_known"]:
        rec["log"][: len(resolved)] = [action for _, action in resolved]
        rec["log_len"] = len(resolved)


# ---- schema ------------------------------------------------------------------------------------


def schemas(words: FadoDuetosWords) -> tuple[Json, Json, Json]:
    """Return the JSON Schemas of view, knowledge and the game's own part of the trace."""
    n = words.players
    card: Json = {"enum": list(words.card_ids)}
    count: Json = {"type": "integer", "minimum": 0, "maximum": len(words.cards)}
    seat: Json = {"type": "integer", "minimum": 0, "maximum": n - 1}

    def listed(items: Json, length: int | None = None, **more: Any) -> Json:
        fixed = {} if length is None else {"minItems": length, "maxItems": length}
        return {"type": "array", "items": items, **fixed, **more}

    def optional(items: Json, **more: Any) -> Json:
        return {"anyOf": [items, {"type": "null"}], **more}

    def per_category(items: Json, **more: Any) -> Json:
        properties = dict.fromkeys(CATEGORIES, items)
        return {"type": "object", "additionalProperties": False, "properties": properties, **more}

    lying = {"type": "array", "prefixItems": [card, optional(seat)], "minItems": 2, "maxItems": 2}
    step: Json = {"enum": list(words.action_names[: _END_TURN])}
    view: Json = {
        "type": "object",
        "required": ["round", "phase", "marker", "hand", "hand_sizes", "deck", "discards",
                     "showcase", "chips"],
        "additionalProperties": False,
        "properties": {
            "round": {"type": "integer", "minimum": 1, "maximum": words.most_rounds},
            "phase": {"enum": list(PHASES)},
            "marker": {**seat, "description": "who holds the first player marker"},
            "turns_finished": {**seat, "description": "turns finished in this round"},
            "hand": listed(card, description="own cards; one placed face down is still here"),
            "placed": optional(card, description="own card placed, until all are turned up"),
            "set_begun": listed(step, description="own small decisions of a set not complete"),
            "hand_sizes": listed(count, n),
            "deck": {**count, "description": "cards left"},
            "rewards": {**count, "description": "face down before the seat whose turn it is"},
            "practice": listed(lying, description="face up: card and the seat that placed it; "
                                                  "null: from the deck"),
            "discards": listed(card),
            "showcase": listed(
                listed({"enum": list(words.showcase_ids)}, words.levels), words.columns,
                description="columns, each from level I up"),
            "chips": listed(per_category(listed({"enum": words.chips})), n),
            "feature": per_category(optional(seat), description="who has the bonus chips"),
            "sequence": per_category(optional(seat), description="who has the bonus chips"),
            "variety": listed(seat, description="who has taken each, from the top"),
        },
    }
    knowledge: Json = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "holds": listed(listed(card), n,
                            description="cards everybody knows to lie in each hand"),
        },
    }
    trace: Json = {
        "log_known": {"type": "boolean"},
        "starter": seat,
        "showcase_moves": listed({"type": "integer", "minimum": 0}, words.columns),
        "dealt": listed({"type": "array", "prefixItems": [{"type": "integer"}, card],
                         "minItems": 2, "maxItems": 2}),
    }
    return view, knowledge, trace
