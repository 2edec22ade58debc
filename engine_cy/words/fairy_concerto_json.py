"""Fairy Concerto: observations as JSON (view, knowledge, trace), and back with every check."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from engine_cy.errors import DataError
from engine_cy.games._fairy_concerto_data import KINDS
from engine_cy.words.base import Fields, Json, read_hex
from engine_cy.words.fairy_concerto_picked import (
    COMPOSER,
    Round,
    count_added,
    find_excess,
    take_composers,
)

if TYPE_CHECKING:
    from engine_cy.words.fairy_concerto import FairyConcertoWords

# The order is that of `Phase` in games/fairy_concerto.pxd, of `Item` likewise.
PHASES = ("pick", "choose", "over")
ITEMS = ("popularity", "conductor", "soloist", "pianist", "harpist", "score_cards", "honors")
WIDTH = 6          # bits of one kind in a packed word
PAHHA = 4          # Pahha's row in the field `points`
KEEP_0 = 15        # the action "keep 1"


def counts(packed: Any) -> list[int]:
    """Return the number of fairies of each kind in a packed word."""
    return [(int(packed) >> WIDTH * k) & 63 for k in range(len(KINDS))]


def pack(numbers: list[int]) -> int:
    """Return the packed word of a number of fairies for each kind."""
    return sum(n << WIDTH * k for k, n in enumerate(numbers))


def _fairies(packed: Any) -> Json:
    return dict(zip(KINDS, counts(packed), strict=True))


def card_ids(words: FairyConcertoWords, cards: Any) -> list[str]:
    """Return the ids of a set of score cards."""
    return [card["id"] for c, card in enumerate(words.cards) if (int(cards) >> c) & 1]


# ---- writing -----------------------------------------------------------------------------------


def write_view(words: FairyConcertoWords, rec: np.void, seat: int) -> Json:
    """Return the table and the seat's own hand."""
    n = words.players
    phase = PHASES[int(rec["phase"])]
    view: Json = {
        "round": int(rec["h"]["epoch"]),
        "draft": int(rec["draft"]) + 1,
        "phase": phase,
        "popularity": KINDS[int(rec["popularity"])],
        "soloist": words.contest["soloist"][int(rec["soloist"])]["id"],
        "pianist": words.contest["pianist"][int(rec["pianist"])]["id"],
        "harpist": words.contest["harpist"][int(rec["harpist"])]["id"],
        "hand": _fairies(rec["hand"][seat]),
        "orchestras": [_fairies(rec["orchestra"][p]) for p in range(n)],
        "score_cards": [card_ids(words, rec["kept"][p]) for p in range(n)],
        "discards": card_ids(words, rec["discards"]),
        "pair": [words.cards[c]["id"] for c in words.own_pair(rec, seat)],
        "committed": words.action_names[rec["commit"][seat] - 1] if rec["commit"][seat] else None,
        "chooser": int(rec["chooser"]) if phase == "choose" else None,
        "composers_waiting": rec["waiting"][:n].tolist(),
        "scores": _write_scores(words, rec) if phase == "over" else None,
    }
    if n == 2:
        view["removed"] = _fairies(rec["removed"])
    if n == 1:
        view["pahha"] = {
            "orchestra": _fairies(rec["pahha"]),
            "face_down": int(rec["num_face_down"]),
            "composers_waiting": int(rec["pahha_waiting"]),
        }
    if words.game.options["random_cards"]:
        view["random_cards"] = words.random_cards(rec)
    return view


def _write_scores(words: FairyConcertoWords, rec: np.void) -> list[Json]:
    """Return the points by item, one object for each seat; alone Pahha's is the second."""
    rows = [*range(words.players), *([PAHHA] if words.players == 1 else [])]
    return [
        {**dict(zip(ITEMS, rec["points"][row].tolist(), strict=True)),
         "total": int(rec["points"][row].sum())}
        for row in rows
    ]


def write_knowledge(words: FairyConcertoWords, rec: np.void, seat: int) -> Json:
    """Return the hands of others that the seat has held before, null for those it has not.

    picked: what has been picked this round from the hand that now lies with each seat.
    """
    return {
        "hands": [
            None if p == seat or not rec["hand"][p] else _fairies(rec["hand"][p])
            for p in range(words.players)
        ],
        "picked": [_fairies(w) for w in rec["picked"][: words.players]]
        if rec["picked"].any() else None,
    }


def write_trace(words: FairyConcertoWords, rec: np.void) -> Json:
    """Return how the round began, so that a sampled world can be replayed."""
    number = int(rec["num_draws"])
    return {
        "log_known": bool(rec["log_known"]),
        "at_deal": {
            "public_hash": f"{int(rec['hash_at_deal']):016x}",
            "num_moves": int(rec["moves_at_deal"]),
            "news": rec["news_at_deal"][: words.players].tolist(),
        },
        "draws": [words.cards[c - 1]["id"] if c else None for c in rec["draws"][:number].tolist()],
        "face_down_draws": [i for i in range(number) if (int(rec["hidden_draws"]) >> i) & 1],
    }


# ---- reading -----------------------------------------------------------------------------------


class _Reader(Fields):
    """Fields with fairies and score cards in them."""

    def __init__(self, where: str, d: Any, words: FairyConcertoWords) -> None:
        super().__init__(where, d)
        self.words = words
        self.placed: set[int] = set()

    def fairies(self, key: str, value: Any) -> list[int]:
        """Return the numbers of an object kind -> number; kinds left out are 0."""
        good = isinstance(value, dict) and all(
            kind in KINDS and type(n) is int and 0 <= n <= 15 for kind, n in value.items()
        )
        if not good:
            raise DataError(
                f"The field '{self.where}.{key}' holds {value!r}; fairies are an object of numbers "
                f"0..15 for {', '.join(KINDS)}."
            )
        return [value.get(kind, 0) for kind in KINDS]

    def sized(self, key: str, value: Any, size: int) -> list[int]:
        """Return the numbers of fairies, which add up to a size."""
        numbers = self.fairies(key, value)
        if sum(numbers) != size:
            raise DataError(
                f"The field '{self.where}.{key}' has {sum(numbers)} fairies; at this point of the "
                f"game it must have {size}."
            )
        return numbers

    def rows(self, key: str, length: int | None = None, default: Any = ...) -> list[Any]:
        """Return a list, of a length if one is given."""
        value = self.get(key, default)
        if value is None and default is None:
            return []
        if not isinstance(value, list) or (length is not None and len(value) != length):
            count = "" if length is None else f" of {length}"
            raise self.fault(key, f"it must be a list{count}")
        return value

    def card(self, key: str, value: Any) -> int:
        """Return a score card's number; a card must not turn up twice."""
        ids = [card["id"] for card in self.words.cards]
        if value not in ids:
            raise DataError(f"The field '{self.where}.{key}' names {value!r}, which is no score "
                            "card of this game.")
        c = ids.index(value)
        if c in self.placed:
            raise DataError(f"The field '{self.where}.{key}' has score card {value}, which is "
                            "elsewhere already.")
        self.placed.add(c)
        return c

    def card_set(self, key: str, value: Any, size: int) -> int:
        """Return a list of score cards as a bit set."""
        if not isinstance(value, list) or len(value) != size:
            raise DataError(f"The field '{self.where}.{key}' has {value!r}; at this point of the "
                            f"game it must be a list of {size} score cards.")
        return sum(1 << self.card(key, c) for c in value)


def read_table(words: FairyConcertoWords, rec: np.void, seat: int, view: Json) -> None:
    """Fill a zeroed record from a view."""
    f = _Reader("view", view, words)
    facts = words.facts
    phase = f.choice("phase", PHASES)
    over = phase == "over"
    rounds, several = len(facts["draw"]), words.players > 1
    rec["phase"] = PHASES.index(phase)
    rec["h"]["epoch"] = f.integer("round", rounds if over else 1, rounds)
    last = facts["drafts"] + 1 if over and several else facts["drafts"]
    rec["draft"] = f.integer("draft", last if over else 1, last, ... if several else 1) - 1
    rec["popularity"] = KINDS.index(f.choice("popularity", KINDS))
    for deck, cards in words.contest.items():
        names = tuple(card["id"] for card in cards)
        name = f.choice(deck, names)
        fixed = facts["fixed"][("soloist", "pianist", "harpist").index(deck)]
        if fixed and names.index(name) != fixed - 1:
            raise f.fault(deck, f"this game is played with {names[fixed - 1]}")
        rec[deck] = names.index(name)
    _read_choosers(f, rec, phase)
    _read_fairies(f, rec, seat, phase)
    _read_cards(f, rec, seat)
    _read_commitment(f, rec, seat)
    _read_scores(f, rec, over)
    if words.game.options["random_cards"]:
        deck = f.get("random_cards", None)
        if deck is not None and deck != words.random_cards(rec):
            raise f.fault("random_cards", f"in this round it is {words.random_cards(rec)}")
    f.done()


def _read_choosers(f: _Reader, rec: np.void, phase: str) -> None:
    n, header = f.words.players, rec["h"]
    header["over"] = phase == "over"
    choosers = 0 if phase == "over" else (1 << n) - 1
    if phase == "choose":
        rec["chooser"] = f.integer("chooser", 0, n - 1)
        choosers = 1 << int(rec["chooser"])
    elif f.get("chooser", None) is not None:
        raise f.fault("chooser", "there is one in phase 'choose' only")
    header["choosers"] = header["acting"] = choosers
    add = f.words.facts["add"][int(header["epoch"]) - 1]
    most = add - (n == 1) if phase == "choose" else 0       # alone one of them draws already
    for p, waiting in enumerate(f.integers("composers_waiting", n, 0, most, [0] * n)):
        if waiting and n > 1 and p <= rec["chooser"]:
            raise f.fault("composers_waiting", f"seats draw in their order, seat {p} no later than "
                          f"the chooser, seat {rec['chooser']}")
        rec["waiting"][p] = waiting


def _read_fairies(f: _Reader, rec: np.void, seat: int, phase: str) -> None:
    words, facts = f.words, f.words.facts
    n, now = words.players, int(rec["h"]["epoch"]) - 1
    done = int(rec["draft"]) + (phase == "choose" or (phase == "over" and n == 1))
    size = sum(facts["add"][:now]) * facts["drafts"] + facts["add"][now] * done
    seen = np.zeros(len(KINDS), dtype=int)
    for p, value in enumerate(f.rows("orchestras", n)):
        numbers = f.sized("orchestras", value, size)
        rec["orchestra"][p] = pack(numbers)
        seen += numbers
    hand = f.sized("hand", f.get("hand"), hand_size(words, rec))
    rec["hand"][seat] = pack(hand)
    seen += hand
    if n == 2:
        removed = f.sized("removed", f.get("removed"), n * size)
        rec["removed"] = pack(removed)
        seen += removed
    if n == 1:
        seen += _read_pahha(f, rec, now, done)
    seen[int(rec["popularity"])] += 1
    for kind, n_seen, in_box in zip(KINDS, seen.tolist(), facts["tokens"], strict=True):
        if n_seen > in_box:
            raise DataError(f"The view shows {n_seen} fairies of kind {kind}; the box has "
                            f"{in_box}.")
    rec["bag"] = pack([a - b for a, b in zip(facts["tokens"], seen.tolist(), strict=True)])


def hand_size(words: FairyConcertoWords, rec: np.void) -> int:
    """Return the number of fairies in every hand."""
    size: int = words.facts["draw"][int(rec["h"]["epoch"]) - 1]
    if words.players == 1:
        return size if rec["phase"] == 0 else 0
    picked = int(rec["draft"]) + (rec["phase"] == 1)
    return size - picked * (1 + words.facts["removes"])


def _read_pahha(f: _Reader, rec: np.void, now: int, done: int) -> list[int]:
    words, facts = f.words, f.words.facts
    pahha = _Reader("view.pahha", f.get("pahha"), words)
    size = sum(facts["draw"][: now + done]) - sum(facts["add"][: now + done])
    numbers = pahha.sized("orchestra", pahha.get("orchestra"), size)
    rec["pahha"] = pack(numbers)
    got = facts["draw"][now] - facts["add"][now] if done and not rec["h"]["over"] else 0
    most = min(numbers[COMPOSER], got)
    least = max(0, numbers[COMPOSER] - (size - got)) if got else 0
    rec["pahha_waiting"] = pahha.integer("composers_waiting", least, most, 0)
    due = 1 + numbers[COMPOSER] - int(rec["pahha_waiting"])
    rec["num_face_down"] = pahha.integer("face_down", due, due)
    pahha.done()
    return numbers


def _read_cards(f: _Reader, rec: np.void, seat: int) -> None:
    words, n = f.words, f.words.players
    setup, total = words.setup_open(rec), 0
    choose = rec["phase"] == PHASES.index("choose")
    for p, value in enumerate(f.rows("score_cards", n)):
        fairies = counts(rec["orchestra"][p])
        drawn = fairies[COMPOSER] - int(rec["waiting"][p]) - (choose and rec["chooser"] == p)
        due = drawn + (not setup)
        if drawn < 0:
            raise f.fault("composers_waiting", f"seat {p} has not added so many composers")
        if choose and p > rec["chooser"] and drawn == sum(fairies):
            raise f.fault("composers_waiting", f"the fairy that seat {p} has just added is one")
        rec["kept"][p] = f.card_set("score_cards", value, due)
        total += due
    rec["discards"] = f.card_set("discards", f.get("discards"), total)
    choosing = setup or (choose and rec["chooser"] == seat)
    pair = sorted(f.card("pair", c) for c in f.rows("pair", 2 if choosing else 0, []))
    first = 2 * seat if setup else 0
    for i, card in enumerate(pair):
        rec["draws"][first + i] = card + 1
    rec["num_draws"] = 2 * n + (n == 1) if setup else 2 * choose
    rec["hidden_draws"] = 1 << 2 * n if setup and n == 1 else 0
    rec["pile"] = sum(1 << c for c in range(len(words.cards)) if c not in f.placed)


def _read_commitment(f: _Reader, rec: np.void, seat: int) -> None:
    text = f.get("committed", None)
    if text is None:
        return
    action = f.words.action_ids.get(text) if isinstance(text, str) else None
    if action is None or rec["phase"] != 0 or not _may(f.words, rec, seat, text):
        raise f.fault("committed", "this seat cannot have committed it now")
    rec["commit"][seat] = action + 1
    rec["h"]["acting"] &= ~(1 << seat) & 0xFF


def _may(words: FairyConcertoWords, rec: np.void, seat: int, text: str) -> bool:
    """Whether a seat may pick as a text says; alone a pick is resolved at once."""
    parts = dict(part.split(" ", 1) for part in text.split(", "))
    expected = {"add"} | ({"remove"} if words.players == 2 else set())
    if words.setup_open(rec):
        expected.add("keep")
    if set(parts) != expected or words.players == 1:
        return False
    left = counts(rec["hand"][seat])
    for part in ("add", "remove"):
        if part in parts:
            if parts[part] not in KINDS:
                return False
            left[KINDS.index(parts[part])] -= 1
    return min(left) >= 0


def _read_scores(f: _Reader, rec: np.void, over: bool) -> None:
    rows = f.get("scores", None)
    if not over:
        if rows is not None:
            raise f.fault("scores", "there are none before the end")
        return
    names = [*range(f.words.players), *([PAHHA] if f.words.players == 1 else [])]
    for row, items in zip(names, f.rows("scores", len(names)), strict=True):
        part = Fields("view.scores", items)
        for i, item in enumerate(ITEMS):
            rec["points"][row][i] = part.integer(item, 0, 255)
        total = int(rec["points"][row].sum())
        part.integer("total", total, total, total)
        part.done()


def read_knowledge(words: FairyConcertoWords, rec: np.void, seat: int, knowledge: Json) -> None:
    """Add the hands of others that the seat has held."""
    f = _Reader("knowledge", knowledge, words)
    bag = counts(rec["bag"])
    n, size = words.players, hand_size(words, rec)
    passed = int(rec["draft"]) - (rec["phase"] == 2 and n > 1)      # the last draft passes nothing
    held = [{(p + i) % n for i in range(passed + 1)} for p in range(n)]
    for p in range(n):
        rec["known"][p] = sum(1 << q for q in held[p]) if p != seat else 1 << seat
    for p, value in enumerate(f.rows("hands", n, [None] * n)):
        if value is None:
            if p in held[seat] and size == 0:      # nothing to know of an empty hand
                rec["known"][seat] |= 1 << p
            continue
        if p == seat:
            raise f.fault("hands", "the seat's own hand stands in the view")
        if p not in held[seat]:
            raise f.fault("hands", f"seat {seat} has not held the hand that lies with seat {p}")
        rec["known"][seat] |= 1 << p
        numbers = f.sized("hands", value, size)
        rec["hand"][p] = pack(numbers)
        bag = [a - b for a, b in zip(bag, numbers, strict=True)]
    if min(bag) < 0:
        raise f.fault("hands", "with the view they are more fairies than the box has")
    rec["bag"] = pack(bag)
    _read_picked(f, rec, passed)
    f.done()


def _read_picked(f: _Reader, rec: np.void, passed: int) -> None:
    """What has been picked this round: all of it or, if that is not known, nothing.

    passed: how often the hands have been passed on since the round began.
    """
    n = f.words.players
    rows = f.rows("picked", n, None)
    if not rows:
        return
    size = f.words.facts["draw"][int(rec["h"]["epoch"]) - 1] - hand_size(f.words, rec)
    picked = [f.sized("picked", value, size) for value in rows]
    rec["picked"][:n] = [pack(numbers) for numbers in picked]
    r = _round_so_far(f.words, rec, picked, passed)
    if rec["phase"] == PHASES.index("choose"):
        drawing = [int(rec["waiting"][p]) + (rec["chooser"] == p) for p in range(n)]
        lacking = take_composers(r, drawing, int(rec["pahha_waiting"]))
        if lacking is not None:
            raise f.fault("picked", f"the hand with seat {lacking} has just lost a composer")
    excess = find_excess(r)
    if excess is not None:
        hands, kinds = excess
        which = "hand with seat" if len(hands) == 1 else "hands with seats"
        raise f.fault("picked", f"by what lies on the table the {which} {_listed(hands)} cannot "
                      f"have lost so many of {_listed([KINDS[k] for k in kinds])}")


def _round_so_far(
    words: FairyConcertoWords, rec: np.void, picked: list[list[int]], passed: int
) -> Round:
    facts, n, now = words.facts, words.players, int(rec["h"]["epoch"]) - 1
    picks = passed + (rec["phase"] != 0)
    add = facts["add"][now]
    others = [a + b for a, b in zip(counts(rec["removed"]), counts(rec["pahha"]), strict=True)]
    return Round(
        picked=[list(numbers) for numbers in picked],
        orchestras=[counts(word) for word in rec["orchestra"][:n]],
        others=others,
        added=count_added(n, picks, passed, add),
        elsewhere=picks * (facts["draw"][now] // facts["drafts"] - add),
    )


def _listed(names: Iterable[Any]) -> str:
    return ", ".join(map(str, names))


def read_trace(
    words: FairyConcertoWords, rec: np.void, seat: int, trace: Json, decisions: list[Any]
) -> None:
    """Add what happened since the round began."""
    f = _Reader("trace", trace, words)
    known = f.flag("log_known")
    if known:
        _read_log(f, rec, seat, decisions)
    rec["log_known"] = known
    at = _Reader("trace.at_deal", f.get("at_deal"), words)
    rec["hash_at_deal"] = read_hex(at.get("public_hash"), "trace.at_deal.public_hash")
    rec["moves_at_deal"] = at.integer("num_moves", 0, 65535)
    rec["news_at_deal"][: words.players] = at.integers("news", words.players, 0, 65535)
    at.done()
    _read_draws(f, rec)


def _read_log(f: _Reader, rec: np.void, seat: int, decisions: list[Any]) -> None:
    """Record the decisions of this round, without the seat's own open commitment."""
    done = decisions[:-1] if rec["commit"][seat] else decisions
    if len(done) > rec["log"].shape[0] or any(action is None for _, action in done):
        raise f.fault("decisions", f"at most {rec['log'].shape[0]} public choices are recorded")
    for i, (who, action) in enumerate(done):
        rec["log"][i] = who << 8 | action
    rec["log_len"] = len(done)


def _read_draws(f: _Reader, rec: np.void) -> None:
    """The cards that left the pile this round, in order; those not seen are null."""
    words = f.words
    ids = [card["id"] for card in words.cards]
    rows = f.rows("draws")
    own = [int(c) for c in rec["draws"] if c]
    rec["draws"][:] = 0
    if not len(own) <= len(rows) <= rec["draws"].shape[0] or len(rows) < int(rec["num_draws"]):
        raise f.fault("draws", f"at most {rec['draws'].shape[0]} cards are drawn in a round")
    for i, value in enumerate(rows):
        if value is not None and value not in ids:
            raise f.fault("draws", "it lists score cards and null")
        rec["draws"][i] = 0 if value is None else ids.index(value) + 1
    shown = [int(c) for c in rec["draws"] if c]
    public = int(rec["discards"])
    for p in range(words.players):
        public |= int(rec["kept"][p])
    rest = [c for c in shown if not (public >> (c - 1)) & 1]
    if len(set(shown)) != len(shown) or rest != own:
        raise f.fault("draws", "it does not agree with the cards of the view")
    rec["num_draws"] = len(rows)
    down = f.integers("face_down_draws", None, 0, len(rows) - 1) if rows else \
        f.integers("face_down_draws", 0, 0, 0)
    if len(set(down)) > int(rec["num_face_down"]) or any(rec["draws"][i] for i in down):
        raise f.fault("face_down_draws", "it numbers the draws that went to Pahha, all null")
    rec["hidden_draws"] = sum(1 << i for i in set(down))


# ---- schema ------------------------------------------------------------------------------------


def schemas(words: FairyConcertoWords) -> tuple[Json, Json, Json]:
    """Return JSON Schemas of view, knowledge and this game's part of the trace."""
    n = words.players
    number: Json = {"type": "integer", "minimum": 0}
    fairies: Json = {
        "type": "object",
        "properties": {kind: {**number, "maximum": 15} for kind in KINDS},
        "additionalProperties": False,
    }
    card: Json = {"enum": [c["id"] for c in words.cards]}

    def listed(item: Json, length: int | None = None) -> Json:
        sizes = {} if length is None else {"minItems": length, "maxItems": length}
        return {"type": "array", "items": item, **sizes}

    properties: Json = {
        "round": {"type": "integer", "minimum": 1, "maximum": len(words.facts["draw"])},
        "draft": {"type": "integer", "minimum": 1, "maximum": words.facts["drafts"] + 1},
        "phase": {"enum": list(PHASES)},
        "popularity": {"enum": list(KINDS)},
        **{deck: {"enum": [c["id"] for c in cards]} for deck, cards in words.contest.items()},
        "hand": fairies,
        "orchestras": listed(fairies, n),
        "score_cards": listed(listed(card), n),
        "discards": listed(card),
        "pair": listed(card),
        "committed": {"enum": [None, *words.action_names]},
        "chooser": {"anyOf": [{"type": "null"}, {**number, "maximum": n - 1}]},
        "composers_waiting": listed({**number, "maximum": 3}, n),
        "scores": {"anyOf": [{"type": "null"}, listed(_score_schema(), n + (n == 1))]},
    }
    required = ["round", "phase", "popularity", *words.contest, "hand", "orchestras",
                "score_cards", "discards"]
    if n > 1:
        required.append("draft")
    if n == 2:
        properties["removed"] = fairies
        required.append("removed")
    if n == 1:
        properties["pahha"] = {
            "type": "object",
            "required": ["orchestra", "face_down"],
            "properties": {"orchestra": fairies, "face_down": number,
                           "composers_waiting": {**number, "maximum": 8}},
            "additionalProperties": False,
        }
        required.append("pahha")
    if words.game.options["random_cards"]:
        properties["random_cards"] = {
            "description": "How many random cards lie in the pile and on the discard pile.",
            "type": "object",
            "properties": {"pile": number, "discards": number},
            "additionalProperties": False,
        }
    view = {
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }
    knowledge = {
        "description": "Hands of other seats that this seat has held; what has been picked this "
                       "round from the hand that now lies with each seat. Left out: not known.",
        "type": "object",
        "properties": {
            "hands": listed({"anyOf": [{"type": "null"}, fairies]}, n),
            "picked": {"anyOf": [{"type": "null"}, listed(fairies, n)]},
        },
        "additionalProperties": False,
    }
    trace = {
        "log_known": {"type": "boolean"},
        "at_deal": {"type": "object"},
        "draws": listed({"anyOf": [{"type": "null"}, card]}),
        "face_down_draws": listed(number),
    }
    return view, knowledge, trace


def _score_schema() -> Json:
    number: Json = {"type": "integer", "minimum": 0}
    return {
        "type": "object",
        "required": list(ITEMS),
        "properties": dict.fromkeys((*ITEMS, "total"), number),
        "additionalProperties": False,
    }
