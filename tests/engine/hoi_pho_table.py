"""Positions of Hội Phố for the tests: a table set up by hand and moved by action texts."""

from __future__ import annotations

import numpy as np

import engine_cy
from engine_cy.core import state_from_bytes

PHASES = ("discard", "play", "challenge", "throw", "dictate", "snitch", "take", "place", "entice",
          "seduce", "copy", "over")


def number(card):
    """Return a card's number, 0 for a Ship."""
    return 0 if card == "ship" else card


def bits(cards):
    """Return the merchants among some cards as a bit set."""
    return sum(1 << number(card) for card in cards if card != "ship")


class Table:
    """A state of Hội Phố with chosen hands, money and contracts.

    hands: list per seat of cards (1..15 or "ship"); None: as dealt from the seed. contracts: list
    per seat of contract values. played: earlier turns of the round, one card per seat each.
    discards: cards out of the round (3 players: two of the deal, then three put aside).
    """

    def __init__(self, players=4, hands=None, money=None, contracts=None, turn=1, round=1,
                 played=None, discards=None, ledger=None, seed=0, phase=None, data=None,
                 **options):
        self.game = engine_cy.load_game("hoi_pho", players=players, data=data, **options)
        self.state = self.game.new_initial_state(seed)
        rec = self.state.record()
        if hands is not None:
            self._set_cards(rec, hands, played or [], list(discards or []), phase)
        if money is not None:
            rec["money"][:players] = rec["money_at_deal"][:players] = money
        if ledger is not None:
            rec["ledger"][:players] = ledger
        if contracts is not None:
            self._set_contracts(rec, contracts)
        rec["turn"] = turn - 1
        rec["h"]["epoch"] = round
        self.state = state_from_bytes(self.game, np.asarray(rec).tobytes(), b"", None)
        assert self.state.check() == 0, f"no legal position: invariant {self.state.check()}"

    def _set_cards(self, rec, hands, played, discards, phase):
        n = self.game.num_players
        for field in ("hand", "dealt", "ships", "ships_out", "discarded"):
            rec[field][:] = 0
        rec["face_up_ships"], rec["discards"] = 0, bits(discards)
        rec["cards_left"] = len(hands[0])
        chosen = discards[-n:] if len(discards) > n else []
        for p, card in enumerate(chosen):
            rec["discarded"][p] = number(card) + 1
            rec["ships_out"][p] += card == "ship"
        rec["face_up_ships"] = discards[: len(discards) - len(chosen)].count("ship")
        for turn, row in enumerate(played):
            for p, card in enumerate(row):
                rec["played"][turn][p] = number(card) + 1
                rec["ships_out"][p] += card == "ship"
                if card != "ship":
                    rec["table_seat"][card] = p
        rec["on_table"] = sum(bits(row) for row in played)
        rec["origin"] = int(rec["on_table"]) | bits(chosen)
        for p, hand in enumerate(hands):
            rec["hand"][p], rec["ships"][p] = bits(hand), hand.count("ship")
            rec["dealt"][p] = bits(hand) | bits(row[p] for row in played)
            rec["dealt"][p] |= bits(chosen[p:p + 1])
        rec["log_known"] = not (played or chosen)
        if phase is None:
            phase = "play"
        rec["phase"] = PHASES.index(phase)

    def _set_contracts(self, rec, contracts):
        ladder = self.game.words.ladder
        rec["owner"][:], rec["count"][:] = 0, 0
        for p, values in enumerate(contracts):
            rec["count"][p] = len(values)
            for value in values:
                rec["owner"][ladder.index(value)] = p + 1
        rec["taken"] = rec["taken_at_deal"] = sum(len(values) for values in contracts)

    # ---- moves ---------------------------------------------------------------------------------

    def play(self, *cards):
        """Commit one card per seat, in seat order."""
        for seat, card in enumerate(cards):
            self.do(seat, f"play {card}")
        return self

    def discard(self, *cards):
        """Put one card aside per seat."""
        for seat, card in enumerate(cards):
            self.do(seat, f"discard {card}")
        return self

    def do(self, seat, text):
        """Apply one action by its text."""
        self.state.apply_action(self.game.string_to_action(text), seat)
        return self

    def legal(self, seat):
        """Return the texts of a seat's legal actions."""
        return [self.game.action_to_string(a) for a in self.state.legal_actions(seat)]

    # ---- what can be seen ----------------------------------------------------------------------

    def _field(self, name):
        return self.state.record()[name]

    def _per_seat(self, name):
        return self._field(name)[: self.game.num_players].tolist()

    to_act = property(lambda self: self.state.acting_players())
    phase = property(lambda self: PHASES[int(self._field("phase"))])
    money = property(lambda self: self._per_seat("money"))
    ledger = property(lambda self: self._per_seat("ledger"))
    round = property(lambda self: int(self._field("h")["epoch"]))
    turn = property(lambda self: int(self._field("turn")) + 1)
    over = property(lambda self: self.state.is_terminal())
    ranks = property(lambda self: self.state.ranks().tolist())
    returns = property(lambda self: self.state.returns().tolist())

    @property
    def contracts(self):
        """Values of the contracts per seat, ascending."""
        rec = self.state.record()
        return [self.game.words.contracts_of(rec, p) for p in range(self.game.num_players)]

    @property
    def hands(self):
        """Cards per seat, Ships first."""
        rec = self.state.record()
        return [[card or "ship" for card in self.game.words.cards_of(rec, p)]
                for p in range(self.game.num_players)]

    @property
    def top(self):
        """The value of the top contract, None where the deck is empty."""
        ladder, taken = self.game.words.ladder, int(self._field("taken"))
        return ladder[taken] if taken < len(ladder) else None

    @property
    def bound(self):
        """Seats that must play a called card next."""
        return {p: b for p, b in enumerate(self._per_seat("bound")) if b}

    @property
    def on_table(self):
        """Merchants face up and the seat each counts as played by."""
        rec = self.state.record()
        return {card: int(rec["table_seat"][card]) for card in range(1, 16)
                if (int(rec["on_table"]) >> card) & 1}

    @property
    def discards(self):
        """Cards out of the round, Ships first."""
        rec = self.state.record()
        ships = int(rec["face_up_ships"]) + int((rec["discarded"] == 1).sum())
        return ["ship"] * ships + [c for c in range(1, 16) if (int(rec["discards"]) >> c) & 1]
