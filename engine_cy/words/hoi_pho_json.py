"""Hội Phố: observations as JSON (view, knowledge, trace), and back with every check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine_cy.errors import DataError
from engine_cy.words.base import Fields, Json, card_list, read_hex

if TYPE_CHECKING:
    from engine_cy.words.hoi_pho import HoiPhoWords

# The order is that of `Phase` in games/hoi_pho.pxd.
PHASES = ("discard", "play", "challenge", "throw", "dictate", "snitch", "take", "place", "entice",
          "seduce", "copy", "over")
_SIMULTANEOUS = ("discard", "play")
_USED = {6: 1, 11: 2}      # bits of the field `used`
SWAP = "networking"        # the skill of a 6


def to_json(card: int) -> int | str:
    """Return a card's JSON form: its number, or "ship"."""
    return card if card else "ship"


# ---- writing -----------------------------------------------------------------------------------


def write_view(words: HoiPhoWords, rec: np.void, seat: int) -> Json:
    """Return the table and the seat's own hand."""
    n = words.players
    phase = PHASES[int(rec["phase"])]
    view: Json = {
        "round": int(rec["h"]["epoch"]),
        "turn": int(rec["turn"]) + 1,
        "phase": phase,
        "hand": [to_json(card) for card in words.cards_of(rec, seat)],
        "committed": words.action_names[rec["commit"][seat] - 1] if rec["commit"][seat] else None,
        "money": rec["money"][:n].tolist(),
        "ledger": rec["ledger"][:n].tolist(),
        "contracts": [words.contracts_of(rec, p) for p in range(n)],
        "played": [
            [to_json(int(c) - 1) if c else None for c in rec["played"][turn][:n]]
            for turn in range(words.setup["turns"])
            if rec["played"][turn][0]
        ],
        "on_table": [
            [card, int(rec["table_seat"][card])] for card in card_list(rec["on_table"], 1)
        ],
        "set_aside": [0] * int(rec["face_up_ships"]) + _dealt_aside(rec),
        "put_aside": [to_json(int(c) - 1) if c else None for c in rec["discarded"][:n]],
        "bound": [int(b) or None for b in rec["bound"][:n]],
        "skill": _write_skill(rec, phase),
        "truncated": bool(rec["h"]["truncated"]),
    }
    view["set_aside"] = [to_json(card) for card in view["set_aside"]]
    return view


def _dealt_aside(rec: np.void) -> list[int]:
    chosen = {int(c) - 1 for c in rec["discarded"]}
    return [card for card in card_list(rec["discards"], 1) if card not in chosen]


def _write_skill(rec: np.void, phase: str) -> Json | None:
    if phase in (*_SIMULTANEOUS, "over"):
        return None
    return {
        "actor": int(rec["actor"]),
        "foe": int(rec["foe"]) if phase == "throw" else None,
        "draws": int(rec["draws"]),
        "taking": int(rec["taking"]) or None,
        "chain": card_list(rec["chain"], 1),
        "used": [card for card, bit in _USED.items() if rec["used"] & bit],
        "pending": card_list(rec["pending"], 1),
    }


def write_knowledge(words: HoiPhoWords, rec: np.void, seat: int) -> Json:
    """Return what is publicly known of hands beyond the view (bound cards stand there)."""
    n = words.players
    return {
        "holds": [card_list(rec["sure"][p], 1) for p in range(n)],
        "lacks": [card_list(rec["lacks"][p], 1) for p in range(n)],
    }


def write_trace(words: HoiPhoWords, rec: np.void) -> Json:
    """Return how the round began, so that a sampled world can be replayed."""
    n = words.players
    coins = int(rec["coins_used"])
    return {
        "at_deal": {
            "public_hash": f"{int(rec['hash_at_deal']):016x}",
            "num_moves": int(rec["moves_at_deal"]),
            "news": rec["news_at_deal"][:n].tolist(),
            "money": rec["money_at_deal"][:n].tolist(),
            "contracts_taken": int(rec["taken_at_deal"]),
        },
        "dealt": [card_list(rec["dealt"][p], 1) for p in range(n)],
        "origin": card_list(rec["origin"], 1),
        "coins": [(int(rec["coins"]) >> i) & 1 for i in range(coins)],
    }


# ---- reading -----------------------------------------------------------------------------------


class _Reader(Fields):
    """Fields with cards in them."""

    def __init__(self, where: str, d: Any, words: HoiPhoWords) -> None:
        super().__init__(where, d)
        self.words = words
        self.placed: set[int] = set()

    def card(self, key: str, value: Any, ships: bool = True) -> int:
        """Return a card as its number, 0 for a Ship; a merchant must not turn up twice."""
        if ships and value == "ship":
            return 0
        if type(value) is not int or value not in self.words.merchants:
            extra = " or 'ship'" if ships else ""
            raise DataError(f"The field '{self.where}.{key}' names the card {value!r}; a card is "
                            f"one of {', '.join(map(str, self.words.merchants))}{extra}.")
        return value

    def unique(self, key: str, card: int) -> int:
        """Return a merchant's bit; DataError where it has been seen elsewhere."""
        if card in self.placed:
            raise DataError(f"The field '{self.where}.{key}' has merchant {card}, which is "
                            "elsewhere already.")
        self.placed.add(card)
        return 1 << card

    def rows(self, key: str, length: int | None = None, default: Any = ...) -> list[Any]:
        """Return a list, of a length if one is given."""
        value = self.get(key, default)
        if not isinstance(value, list) or (length is not None and len(value) != length):
            count = "" if length is None else f" of {length}"
            raise self.fault(key, f"it must be a list{count}")
        return value

    def card_set(self, key: str, value: Any) -> int:
        """Return a list of merchants as a bit set."""
        if not isinstance(value, list):
            raise self.fault(key, "it must hold lists of merchants")
        return sum({1 << self.card(key, c, ships=False) for c in value})


def read_table(words: HoiPhoWords, rec: np.void, seat: int, view: Json) -> None:
    """Fill a zeroed record from a view."""
    f = _Reader("view", view, words)
    n, turns = words.players, words.setup["turns"]
    phase = f.choice("phase", PHASES)
    over = phase == "over"
    rec["phase"] = PHASES.index(phase)
    rec["h"]["epoch"] = f.integer("round", 1, words.game.options["max_rounds"])
    rec["turn"] = f.integer("turn", 1, turns + over) - 1
    for p, amount in enumerate(f.integers("money", n, 0, 2000)):
        rec["money"][p] = amount
    for p, amount in enumerate(f.integers("ledger", n, 0, 2000, [0] * n)):
        rec["ledger"][p] = amount
    _read_contracts(f, rec, over)
    _read_aside(f, rec, phase)
    _read_played(f, rec, phase)
    _read_on_table(f, rec)
    _read_hand(f, rec, seat)
    _read_bound(f, rec, seat)
    _read_skill(f, rec, phase)
    _read_commitment(f, rec, seat, phase)
    rec["h"]["truncated"] = f.flag("truncated", False)
    f.done()
    _check_swaps(f, rec)
    _check_end(f, rec, phase)


def _check_swaps(f: _Reader, rec: np.void) -> None:
    """Cards played and cards on the table differ only where a 6 has swapped some."""
    on_table = int(rec["on_table"])
    played = sum(1 << int(c) - 1 for c in set(rec["played"].ravel()) if c > 1)
    swappers = sum(1 << card for card, m in f.words.merchants.items() if m["skill"] == SWAP)
    if played != on_table and not (played | on_table) & swappers:
        raise f.fault("on_table", "without a 6 it holds the merchants that were played")


def _check_end(f: _Reader, rec: np.void, phase: str) -> None:
    """The game is over where somebody has enough contracts at a round's end, and only there."""
    words, header = f.words, rec["h"]
    enough = int(rec["count"].max()) >= words.setup["contracts_needed"]
    none_left = int(rec["taken"]) == len(words.ladder)
    last = int(header["epoch"]) == words.game.options["max_rounds"]
    if phase == "over":
        if not (enough or none_left or last):
            raise f.fault("phase", "nobody has the contracts that end the game")
        if header["truncated"] != (not enough and not none_left):
            raise f.fault("truncated", "it says whether the round limit ended the game")
        return
    if header["truncated"]:
        raise f.fault("truncated", "the game goes on")
    if (enough or none_left) and phase in _SIMULTANEOUS and rec["turn"] == 0:
        raise f.fault("contracts", "the game would have ended with the last round")


def _read_contracts(f: _Reader, rec: np.void, over: bool) -> None:
    words = f.words
    owners: dict[int, int] = {}
    for p, values in enumerate(f.rows("contracts", words.players)):
        for value in values if isinstance(values, list) else [None]:
            if value not in words.ladder or value in owners:
                raise f.fault("contracts", f"each of {words.ladder} belongs to one seat at most")
            owners[value] = p
            rec["count"][p] += 1
    taken = len(owners)
    if sorted(owners) != words.ladder[:taken]:
        raise f.fault("contracts", f"the first {taken} of {words.ladder} are those taken")
    if taken == len(words.ladder) and not over and words.setup["turns"] == 1:
        raise f.fault("contracts", "with none left the game is over")
    for i, value in enumerate(words.ladder[:taken]):
        rec["owner"][i] = owners[value] + 1
    rec["taken"] = taken


def _read_aside(f: _Reader, rec: np.void, phase: str) -> None:
    """Cards set aside at the deal, and those that three players put aside."""
    words, bits = f.words, 0
    for value in f.rows("set_aside", None, []):
        card = f.card("set_aside", value)
        if card:
            bits |= f.unique("set_aside", card)
        else:
            rec["face_up_ships"] += 1
    shown = int(rec["face_up_ships"]) + bits.bit_count()
    if shown != words.setup["face_up"]:
        raise f.fault("set_aside", f"{words.setup['face_up']} cards are set aside at the deal")
    put = f.rows("put_aside", words.players, [None] * words.players)
    expected = words.discard_each and phase != "discard"
    for p, value in enumerate(put):
        if (value is not None) != bool(expected):
            raise f.fault("put_aside", "every seat has put one card aside"
                          if expected else "nobody has put a card aside")
        if value is not None:
            card = f.card("put_aside", value)
            rec["discarded"][p] = card + 1
            if card:
                bits |= f.unique("put_aside", card)
            else:
                rec["ships_out"][p] += 1
    rec["discards"] = bits


def _read_played(f: _Reader, rec: np.void, phase: str) -> None:
    words = f.words
    rows = f.rows("played", None, [])
    resolved = int(rec["turn"]) + (phase not in (*_SIMULTANEOUS, "over"))
    if len(rows) != resolved:
        raise f.fault("played", f"{resolved} turns have been revealed by now")
    for turn, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != words.players:
            raise f.fault("played", f"each turn has {words.players} cards")
        cards = [f.card("played", value) for value in row]
        if len(set(cards) - {0}) != len([card for card in cards if card]):
            raise f.fault("played", "a merchant is played once in a turn")
        for p, card in enumerate(cards):
            rec["played"][turn][p] = card + 1
            rec["ships_out"][p] += card == 0
    rec["cards_left"] = (
        1 + words.setup["dealt"] - len(rows)
        - (words.discard_each if phase != "discard" else 0)
    )


def _read_on_table(f: _Reader, rec: np.void) -> None:
    """Merchants face up and before whom; left out: those played, where they were played."""
    words = f.words
    default = [
        [int(rec["played"][turn][p]) - 1, p]
        for turn in range(words.setup["turns"])
        for p in range(words.players)
        if rec["played"][turn][p] > 1
    ]
    bits = 0
    for row in f.rows("on_table", None, default):
        if not isinstance(row, list) or len(row) != 2 or row[1] not in range(words.players):
            raise f.fault("on_table", "it must be a list of [merchant, seat]")
        card = f.card("on_table", row[0], ships=False)
        bits |= f.unique("on_table", card)
        rec["table_seat"][card] = row[1]
    rec["on_table"] = bits


def _read_hand(f: _Reader, rec: np.void, seat: int) -> None:
    n = f.words.players
    size = int(rec["cards_left"]) + (rec["phase"] == PHASES.index("place") and _is_actor(f, seat))
    hand = f.rows("hand", size)
    bits = 0
    for value in hand:
        card = f.card("hand", value)
        if card:
            bits |= f.unique("hand", card)
        else:
            rec["ships"][seat] += 1
    rec["hand"][seat] = bits
    for p in range(n):
        if p != seat:
            # Each seat starts with a Ship of its own; the first one it shows is that one.
            rec["ships"][p] = rec["ships_out"][p] == 0
    if rec["ships_out"][seat] == 0 and not rec["ships"][seat]:
        raise f.fault("hand", "a seat that has shown no Ship still holds its own")
    out = int(rec["ships_out"][:n].sum() + rec["ships"][:n].sum()) + int(rec["face_up_ships"])
    if out > f.words.num_ships:
        raise f.fault("hand", f"the game has {f.words.num_ships} Ships, these are {out}")


def _is_actor(f: _Reader, seat: int) -> bool:
    skill = f.d.get("skill")
    return isinstance(skill, dict) and skill.get("actor") == seat


def _read_bound(f: _Reader, rec: np.void, seat: int) -> None:
    for p, value in enumerate(f.rows("bound", f.words.players, [None] * f.words.players)):
        if value is None:
            continue
        if rec["turn"] == 0 and PHASES[int(rec["phase"])] in _SIMULTANEOUS:
            raise f.fault("bound", "nobody is bound in the first turn")
        card = f.card("bound", value, ships=False)
        bit = 1 << card
        if p == seat and not int(rec["hand"][seat]) & bit:
            raise f.fault("bound", f"merchant {card} is not in this seat's hand")
        if p != seat:
            f.unique("bound", card)
            rec["hand"][p] |= bit
        rec["bound"][p] = card
        rec["sure"][p] |= bit
        rec["origin"] |= bit


def _read_skill(f: _Reader, rec: np.void, phase: str) -> None:
    header, n = rec["h"], f.words.players
    value = f.get("skill", None)
    if phase in _SIMULTANEOUS or phase == "over":
        if value is not None:
            raise f.fault("skill", f"no skill is being resolved in phase {phase!r}")
        header["over"] = phase == "over"
        header["choosers"] = header["acting"] = 0 if phase == "over" else (1 << n) - 1
        return
    s = _Reader("view.skill", value, f.words)
    rec["actor"] = s.integer("actor", 0, n - 1)
    choosers = 1 << int(rec["actor"])
    foe = s.get("foe", None)
    if phase == "throw":
        rec["foe"] = s.integer("foe", 0, n - 1)
        if rec["foe"] == rec["actor"]:
            raise s.fault("foe", "nobody duels with itself")
        choosers |= 1 << int(rec["foe"])
    elif foe is not None:
        raise s.fault("foe", f"there is none in phase {phase!r}")
    rec["draws"] = s.integer("draws", 0, f.words.throws - 1, 0)
    _read_taking(s, f, rec, phase)
    rec["chain"] = s.card_set("chain", s.get("chain", []))
    rec["pending"] = s.card_set("pending", s.get("pending", []))
    now = {int(card) - 1 for card in rec["played"][int(rec["turn"])]}
    if not set(card_list(rec["pending"])) <= now:
        raise s.fault("pending", "only merchants of this turn are still to trigger")
    for card in s.rows("used", None, []):
        if type(card) is not int or card not in _USED:
            raise s.fault("used", "it lists 6 and 11")
        rec["used"] |= _USED[card]
    s.done()
    header["choosers"] = header["acting"] = choosers


def _read_taking(s: _Reader, f: _Reader, rec: np.void, phase: str) -> None:
    taking = s.get("taking", None)
    if (taking is not None) != (phase == "place"):
        raise s.fault("taking", "it names the merchant taken, in phase 'place' only")
    if taking is None:
        return
    card = s.card("taking", taking, ships=False)
    actor, bit = int(rec["actor"]), 1 << card
    if not int(rec["hand"][actor]) & bit:
        f.unique("skill.taking", card)
        rec["hand"][actor] |= bit
    rec["taking"] = card
    rec["sure"][actor] |= bit
    rec["origin"] |= bit


def _read_commitment(f: _Reader, rec: np.void, seat: int, phase: str) -> None:
    text = f.get("committed", None)
    if text is None:
        return
    action = f.words.action_ids.get(text) if isinstance(text, str) else None
    verbs = {"discard": "discard ", "play": "play "}
    bits = 1 << seat
    fits = action is not None and int(rec["h"]["choosers"]) & bits
    if phase in verbs:
        fits = fits and text.startswith(verbs[phase]) and _holds(f, rec, seat, text.split()[1])
        fits = fits and rec["bound"][seat] in (0, action)
    else:
        fits = fits and phase == "throw" and text in f.words.action_names[-3:]
    if action is None or not fits:
        raise f.fault("committed", "this seat cannot have committed it now")
    rec["commit"][seat] = action + 1
    rec["h"]["acting"] &= ~bits & 0xFF


def _holds(f: _Reader, rec: np.void, seat: int, name: str) -> bool:
    if name == "ship":
        return bool(rec["ships"][seat])
    return bool((int(rec["hand"][seat]) >> int(name)) & 1)


def read_knowledge(words: HoiPhoWords, rec: np.void, seat: int, knowledge: Json) -> None:
    """Add what is known of hands; cards left out are unknown."""
    f = _Reader("knowledge", knowledge, words)
    n = words.players
    gone = int(rec["on_table"]) | int(rec["discards"])
    for p, cards in enumerate(f.rows("holds", n, [[] for _ in range(n)])):
        bits = f.card_set("holds", cards)
        others = gone
        for q in range(n):
            others |= int(rec["hand"][q]) if q != p else 0
        if bits & others or (p == seat and bits & ~int(rec["hand"][seat])):
            raise f.fault("holds", f"what seat {p} is said to hold lies elsewhere")
        rec["hand"][p] |= bits
        rec["sure"][p] |= bits
    for p, cards in enumerate(f.rows("lacks", n, [[] for _ in range(n)])):
        bits = f.card_set("lacks", cards)
        if bits & int(rec["hand"][p]):
            raise f.fault("lacks", f"seat {p} holds a card that it is said to lack")
        rec["lacks"][p] = bits
    f.done()
    for p in range(n):
        room = int(rec["cards_left"]) + (p == rec["actor"] and rec["taking"] > 0)
        if int(rec["hand"][p]).bit_count() + int(rec["ships"][p]) > room:
            raise f.fault("holds", f"seat {p} has {room} cards only")


def read_trace(
    words: HoiPhoWords, rec: np.void, seat: int, trace: Json, decisions: list[Any]
) -> None:
    """Add the course of the round."""
    f = _Reader("trace", trace, words)
    n = words.players
    start = Fields("trace.at_deal", f.get("at_deal"))
    rec["hash_at_deal"] = read_hex(start.get("public_hash"), "trace.at_deal.public_hash")
    rec["moves_at_deal"] = start.integer("num_moves", 0, 65535)
    rec["news_at_deal"][:n] = start.integers("news", n, 0, 65535)
    rec["money_at_deal"][:n] = start.integers("money", n, 0, 2000)
    rec["taken_at_deal"] = start.integer("contracts_taken", 0, int(rec["taken"]))
    for p, cards in enumerate(f.rows("dealt", n)):
        rec["dealt"][p] = f.card_set("dealt", cards)
    rec["origin"] = f.card_set("origin", f.get("origin"))
    for i, coin in enumerate(f.integers("coins", None, 0, 1)[:32]):
        rec["coins"] |= coin << i
        rec["coins_used"] = i + 1
    rec["log_known"] = 1
    resolved = [row for row in decisions if row[1] is not None]
    if rec["commit"][seat] and resolved:
        resolved.pop()
    if len(resolved) > rec["log"].size:
        raise f.fault("decisions", f"a round has {rec['log'].size} decisions at most")
    for i, (who, action) in enumerate(resolved):
        rec["log"][i] = who << 8 | action
    rec["log_len"] = len(resolved)


# ---- schema ------------------------------------------------------------------------------------


def schemas(words: HoiPhoWords) -> tuple[Json, Json, Json]:
    """Return the JSON Schemas of view, knowledge and the game's own part of the trace."""
    n = words.players
    merchant: Json = {"enum": sorted(words.merchants)}
    card: Json = {"enum": [*sorted(words.merchants), "ship"]}
    amount: Json = {"type": "integer", "minimum": 0, "maximum": 2000}
    seat: Json = {"type": "integer", "minimum": 0, "maximum": n - 1}

    def listed(items: Json, length: int | None = None) -> Json:
        fixed = {} if length is None else {"minItems": length, "maxItems": length}
        return {"type": "array", "items": items, **fixed}

    def optional(items: Json) -> Json:
        return {"anyOf": [items, {"type": "null"}]}

    on_table = {"type": "array", "prefixItems": [merchant, seat], "minItems": 2, "maxItems": 2}
    skill: Json = {
        "type": "object",
        "required": ["actor"],
        "additionalProperties": False,
        "properties": {
            "actor": {**seat, "description": "the seat that resolves a skill"},
            "foe": optional(seat),
            "draws": {"type": "integer", "minimum": 0},
            "taking": {**optional(merchant), "description": "taken, not yet replaced (skill 6)"},
            "chain": {**listed(merchant), "description": "triggered or placed in this chain"},
            "used": listed({"enum": [6, 11]}),
            "pending": listed(merchant),
        },
    }
    view: Json = {
        "type": "object",
        "required": ["round", "turn", "phase", "hand", "money", "contracts"],
        "additionalProperties": False,
        "properties": {
            "round": {"type": "integer", "minimum": 1},
            "turn": {"type": "integer", "minimum": 1},
            "phase": {"enum": list(PHASES)},
            "hand": {**listed(card), "description": "own cards; one committed is still here"},
            "committed": {"anyOf": [{"type": "null"}, {"enum": list(words.action_names)}]},
            "money": {**listed(amount, n), "description": "a perfect memory knows all money"},
            "ledger": {**listed(amount, n), "description": "gains from the bank this round"},
            "contracts": {**listed(listed({"enum": words.ladder}), n),
                          "description": "numbers on the contracts of each seat"},
            "played": {**listed(listed(card, n)), "description": "per turn, the card per seat"},
            "on_table": {**listed(on_table),
                         "description": "merchants face up and before whom; default: as played"},
            "set_aside": {**listed(card), "description": "face up at the deal (3 players)"},
            "put_aside": listed(optional(card), n),
            "bound": {**listed(optional(merchant), n), "description": "must be played next"},
            "skill": optional(skill),
            "truncated": {"type": "boolean"},
        },
    }
    knowledge: Json = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "holds": {**listed(listed(merchant), n),
                      "description": "merchants everybody knows to lie in each hand"},
            "lacks": {**listed(listed(merchant), n),
                      "description": "merchants everybody knows not to lie there"},
        },
    }
    trace: Json = {
        "at_deal": {"type": "object"},
        "dealt": listed(listed(merchant), n),
        "origin": listed(merchant),
        "coins": listed({"enum": [0, 1]}),
    }
    return view, knowledge, trace
