"""Positions of Fado Duetos for the tests: a table set up by hand and moved by action texts."""

from __future__ import annotations

import numpy as np

import engine_cy
from engine_cy.core import state_from_bytes
from engine_cy.words.fado_duetos_course import STACK
from engine_cy.words.fado_duetos_json import PHASES, cards_of

CATEGORIES = ("artist", "scenery", "melody", "alignment")


def h(artist, scenery):
    """Return the card of deck nine with this artist and scenery, by the generator's formula."""
    return f"H{9 * (artist - 1) + scenery:02}"


def words_of(numbers):
    """Return a set of card numbers as the three words of the struct."""
    return [sum(1 << n % 27 for n in numbers if n // 27 == word) for word in range(3)]


class Table:
    """A state of Fado Duetos with chosen hands, deck, showcase and chips.

    hands: ids per seat. pile: the deck, as ids from the top or how many cards are left in it; the
    default is all the rest. practice: ids by place (seats, then deck cards); by default the seats
    that have not picked find unused cards there. showcase: columns from level I up. chips: per
    seat a dict characteristic -> values, all seats together from the top of the stack. Cards named
    nowhere are discarded.
    """

    def __init__(self, players=3, hands=None, phase="sets", turn=0, marker=0, pile=None,
                 practice=None, showcase=None, chips=None, variety=(), round=1, seed=0,
                 data=None, **options):
        self.game = engine_cy.load_game("fado_duetos", players=players, data=data, **options)
        self.state = self.game.new_initial_state(seed)
        self.words = self.game.words
        if hands is None:
            return
        rec = self.state.record()
        for field in ("hand", "known", "discards", "chips", "deck", "practice", "log"):
            rec[field][:] = 0
        rec["log_known"] = rec["log_len"] = 0
        rec["phase"], rec["turn"], rec["marker"] = PHASES.index(phase), turn, marker
        rec["round"] = rec["h"]["stage"] = round
        self._set_cards(rec, hands, pile, practice, phase, turn)
        if showcase is not None:
            flat = [self.words.showcase_ids[c] for column in showcase for c in column]
            rec["showcase"][: len(flat)] = flat
        self._set_chips(rec, chips or [], variety)
        everybody = (1 << players) - 1
        rec["h"]["choosers"] = rec["h"]["acting"] = (
            everybody if phase == "place" else 1 << (marker + turn) % players)
        self.state = state_from_bytes(self.game, np.asarray(rec).tobytes(), b"", None)
        assert self.state.check() == 0, f"no legal position: invariant {self.state.check()}"

    def _set_cards(self, rec, hands, pile, practice, phase, turn):
        n, ids = self.game.num_players, self.words.card_ids
        used = [ids[c] for hand in hands for c in hand]
        named = pile if isinstance(pile, list) else []
        used += [ids[c] for c in named] + [ids[c] for c in practice or [] if c]
        rest = [c for c in range(len(ids)) if c not in used]
        for p, hand in enumerate(hands):
            rec["hand"][p] = words_of([ids[c] for c in hand])
            rec["hand_size"][p] = len(hand)
        if practice is None and phase != "place":
            practice = [self.words.cards[rest.pop()][0]
                        for _ in range(n - turn - (phase == "sets"))]
        for place, card in enumerate(practice or []):
            rec["practice"][place] = ids[card] + 1 if card else 0
        if isinstance(pile, list):
            pile = [ids[c] for c in pile]
        else:
            most = len(ids) - n * self.words.setup["opening_hand"]
            count = min(len(rest), most) if pile is None else pile
            pile, rest = rest[:count], rest[count:]
        rec["discards"] = words_of([c for c in rest if c not in pile])
        rec["drawn"] = len(ids) - len(pile)
        rec["deck"][int(rec["drawn"]) : len(ids)] = [c + 1 for c in pile]

    def _set_chips(self, rec, chips, variety):
        rec["taken"][:] = 0
        for p, held in enumerate(chips):
            for category, values in held.items():
                c = CATEGORIES.index(category)
                rec["chips"][p][c] = sum(1 << v for v in values)
                rec["taken"][c] += len(values)
        for c in range(4):                      # bonuses as the chips came, from the top
            held = [[] for _ in chips]
            for value in range(9, 0, -1):
                for p, mine in enumerate(held):
                    if (int(rec["chips"][p][c]) >> value) & 1:
                        mine.append(value)
                        self._pay(rec, c, p, mine)
        for i, p in enumerate(variety):
            rec["variety"][i] = p + 1

    def _pay(self, rec, c, p, mine):
        if len(mine) == self.words.bonus["feature_chips"] and not rec["feature"][c]:
            rec["feature"][c] = p + 1
        if {mine[-1] + 1, mine[-1] + 2} <= set(mine) and not rec["sequence"][c] \
                and self.words.setup["sequence_chips"]:
            rec["sequence"][c] = p + 1

    # ---- moves ---------------------------------------------------------------------------------

    def do(self, *texts, seat=None):
        """Apply actions of the seat to act, by their texts."""
        for text in texts:
            self.state.apply_action(self.game.string_to_action(text), seat)
        return self

    def place(self, *cards):
        """Every seat places a card, in seat order."""
        for seat, card in enumerate(cards):
            self.do(card, seat=seat)
        return self

    def end_round(self):
        """The seats that are left pick the first card they can and end their turns."""
        while self.phase in ("pick", "sets"):
            self.do(self.legal()[0] if self.phase == "pick" else "end turn")
        return self

    def legal(self, seat=None):
        """Return the texts of a seat's legal actions."""
        return [self.game.action_to_string(a) for a in self.state.legal_actions(seat)]

    # ---- what can be seen ----------------------------------------------------------------------

    def _field(self, name):
        return self.state.record()[name]

    def _ids(self, words):
        return self.words.ids(cards_of(words))

    to_act = property(lambda self: self.state.acting_players())
    phase = property(lambda self: PHASES[int(self._field("phase"))])
    round = property(lambda self: int(self._field("round")))
    marker = property(lambda self: int(self._field("marker")))
    over = property(lambda self: self.state.is_terminal())
    scores = property(lambda self: self.state.scores().astype(int).tolist())
    ranks = property(lambda self: self.state.ranks().tolist())
    returns = property(lambda self: self.state.returns().tolist())
    rewards = property(lambda self: int(self._field("rewards")))
    deck = property(lambda self: len(self.words.cards) - int(self._field("drawn")))
    discards = property(lambda self: self._ids(self._field("discards")))
    events = property(lambda self: [e.kind for e in self.state.events()])
    variety = property(lambda self: [int(p) - 1 for p in self._field("variety") if p])

    @property
    def hands(self):
        """Ids per seat, ascending."""
        return [self._ids(self._field("hand")[p]) for p in range(self.game.num_players)]

    @property
    def known(self):
        """Ids that everybody knows in each hand."""
        return [self._ids(self._field("known")[p]) for p in range(self.game.num_players)]

    @property
    def practice(self):
        """Ids lying in the practice area and who placed them (None: the deck)."""
        return {self.words.cards[int(c) - 1][0]: p if p < STACK else None
                for p, c in enumerate(self._field("practice")) if c}

    @property
    def showcase(self):
        """Columns of ids from level I up."""
        rec = self.state.record()
        return [[self.words.showcase_id(c) for c in self.words.column(rec, column)]
                for column in range(self.words.columns)]

    @property
    def chips(self):
        """Per seat a dict characteristic -> values, descending; empty ones left out."""
        rec = self.state.record()
        return [
            {category: held for c, category in enumerate(CATEGORIES)
             if (held := [v for v in range(9, 0, -1) if (int(rec["chips"][p][c]) >> v) & 1])}
            for p in range(self.game.num_players)
        ]

    def owners(self, bonus):
        """Return characteristic -> seat of the feature or sequence chips that are taken."""
        return {category: int(p) - 1
                for category, p in zip(CATEGORIES, self._field(bonus), strict=True) if p}
