"""Fado: Duetos e Desgarradas: what a position says of the game so far.

Every set takes a chip, discards two cards and brings a reward while there is a deck; every round
deals a card to each seat. Hence chips and round give the deck, the discards and the hands. While
the deck lasts these sums are exact. In the last round it may run out: then rewards (and, with two
players, cards for the practice area) are missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine_cy.words.base import Fields
    from engine_cy.words.fado_duetos import FadoDuetosWords

PLACE, PICK, SETS, OVER = range(4)       # as `Phase` in games/fado_duetos.pxd
STACK = 4                                # first place of the practice area that is no seat's


@dataclass(frozen=True)
class Course:
    """The sums of a position.

    sets: presented so far, per seat. needed: cards that an endless deck would have given.
    missing: of these, the ones that it had no more. dealt: 1 after a deal that ended the game.
    """

    words: FadoDuetosWords
    rec: np.void
    sets: tuple[int, ...]
    needed: int
    by_stacks: bool
    dealt: int

    @classmethod
    def of(cls, words: FadoDuetosWords, rec: np.void) -> Course:
        """Return the course of a position whose chips are read."""
        n, phase, rounds = words.players, int(rec["phase"]), int(rec["round"]) - 1
        sets = tuple(num_chips(rec, p) for p in range(n))
        stacks = int((rec["taken"] == len(words.chips)).sum())
        by_stacks = stacks >= words.stacks_to_end
        needed = n * (words.setup["opening_hand"] + rounds) + sum(sets)
        needed += words.stack_cards * (rounds + (phase != PLACE))
        exact = phase == OVER and not by_stacks and len(words.cards) - needed == n
        dealt = int(exact and words.game.options["deck_end"] == "empty")
        return cls(words, rec, sets, needed + n * dealt, by_stacks, dealt)

    @property
    def missing(self) -> int:
        return max(0, self.needed - len(self.words.cards))

    @property
    def starter(self) -> int:
        """The seat that began the game; the marker has passed once more where the deck ended it."""
        ended = int(self.rec["phase"]) == OVER and not self.by_stacks
        passed = int(self.rec["round"]) - 1 + ended
        return (int(self.rec["marker"]) - passed) % self.words.players

    def check(self, f: Fields) -> None:
        """Raise the DataError of the first field that does not fit the chips and the round."""
        self._check_end(f)
        self._check_sets(f)
        self._check_deck(f)
        self._check_discards(f)
        laid = self._check_practice(f)
        missing = self._check_hands(f) + self.words.stack_cards - laid
        if missing != self.missing:
            raise f.fault("hand_sizes", f"the deck was {self.missing} cards short, hands and "
                          f"practice area {missing}")
        if laid < self.words.stack_cards and self.rec["rewards"]:
            raise f.fault("rewards", "the deck had no more cards for the practice area")

    def _check_end(self, f: Fields) -> None:
        """A round begins only before the end; who has had no turn in it has taken no chip."""
        rec, words = self.rec, self.words
        finished = [c for c in range(4) if rec["taken"][c] == len(words.chips)]
        earlier = [p for p in range(words.players) if not has_picked(words, rec, p)]
        last = 1 << words.chips[-1]
        before = sum(any(int(rec["chips"][p][c]) & last for p in earlier) for c in finished)
        if before >= words.stacks_to_end:
            raise f.fault("chips", "with so many stacks finished there is no further round")
        left = len(words.cards) - self.needed
        if int(rec["phase"]) == OVER and not self.by_stacks and left >= words.players:
            raise f.fault("phase", f"with {left} cards in the deck the game goes on")

    def _check_sets(self, f: Fields) -> None:
        for p, sets in enumerate(self.sets):
            turns = int(self.rec["round"]) - 1 + has_picked(self.words, self.rec, p)
            most = most_sets(self.words.setup["opening_hand"], turns)
            if sets > most:
                raise f.fault("chips", f"in {turns} turns seat {p} has presented {most} sets at "
                              "most")

    def _check_deck(self, f: Fields) -> None:
        rec, cards, phase = self.rec, len(self.words.cards), int(self.rec["phase"])
        if phase == PLACE or (phase == PICK and rec["turn"] == 0):
            begun = self.needed - self.words.stack_cards * (phase == PICK)
            empty_ends = self.words.game.options["deck_end"] == "empty" and rec["round"] > 1
            if begun > cards - empty_ends:
                raise f.fault("round", "with so many sets presented the deck has not lasted so "
                              "long")
        if int(rec["drawn"]) != min(cards, self.needed):
            raise f.fault("deck", f"by the round and {sum(self.sets)} sets presented it has "
                          f"{max(0, cards - self.needed)} cards")

    def _check_practice(self, f: Fields) -> int:
        """Return how many cards the deck gave to the practice area in this round."""
        rec, phase, stack = self.rec, int(self.rec["phase"]), self.words.stack_cards
        lying = int(np.count_nonzero(rec["practice"]))
        if phase not in (PICK, SETS):
            if lying:
                raise f.fault("practice", "no cards lie there in this phase")
            return self._left_over() if phase == OVER else stack
        left = self.words.players - int(rec["turn"]) - (phase == SETS)
        most, least = left + stack, left + (0 if self.missing else stack)
        if not least <= lying <= most:
            count = str(most) if least == most else f"{least} to {most}"
            raise f.fault("practice", f"{count} cards lie there now")
        laid, lie = lying - left, int(np.count_nonzero(rec["practice"][STACK:]))
        if lie > laid or (lie < laid and left == self.words.players):
            raise f.fault("practice", f"{laid} of its cards have come from the deck")
        return laid

    def _left_over(self) -> int:
        """Return the discards that are neither from sets nor from earlier practice areas."""
        discards = sum(int(word).bit_count() for word in self.rec["discards"])
        return discards - 2 * sum(self.sets) - self.words.stack_cards * (int(self.rec["round"]) - 1)

    def _check_discards(self, f: Fields) -> None:
        over, stack = int(self.rec["phase"]) == OVER, self.words.stack_cards
        least = 0 if self.missing or not over else stack
        if not least <= self._left_over() <= stack * over:
            count = 2 * sum(self.sets) + stack * (int(self.rec["round"]) - 1 + over)
            raise f.fault("discards", f"by the round and {sum(self.sets)} sets presented they are "
                          f"{count} cards")

    def _check_hands(self, f: Fields) -> int:
        """Return how many rewards are missing from the hands."""
        rec, phase = self.rec, int(self.rec["phase"])
        total, rewards, to_act = 0, int(rec["rewards"]), self.words.to_act(rec)
        for p in range(self.words.players):
            had_turn = has_picked(self.words, rec, p)
            now = phase == SETS and p == to_act
            expected = self.words.setup["opening_hand"] + int(rec["round"]) - 1 - self.sets[p]
            expected += self.dealt - (phase in (PICK, SETS) and not had_turn) - rewards * now
            short = expected - int(rec["hand_size"][p])
            if short < 0 or (short and not (self.missing and had_turn)):
                raise f.fault("hand_sizes", f"by the round and its chips seat {p} has {expected} "
                              "cards" + " at most" * bool(self.missing and had_turn))
            newest = self._newest(p) if now else self.sets[p]
            if short + rewards * now > newest:
                raise f.fault("rewards" if now else "hand_sizes", f"by the chips seat {p} has "
                              f"presented {newest} sets in this turn at most")
            if rewards and short and not now:
                raise f.fault("rewards", "the deck ran out before this turn")
            total += short
        return total

    def _newest(self, seat: int) -> int:
        """Return how many chips, the last ones of their stacks, the seat can have taken now."""
        count = 0
        for c, gone in enumerate(self.rec["taken"]):
            for chip in reversed(self.words.chips[: int(gone)]):
                if not (int(self.rec["chips"][seat][c]) >> chip) & 1:
                    break
                count += 1
        return count


def most_sets(opening: int, turns: int) -> int:
    """Return the most sets of a seat: each costs two cards now and gives one for the next turn."""
    hand, sets = opening, 0
    for _ in range(turns):
        sets += hand // 2
        hand += 1 - hand // 2
    return sets


def num_shown(words: FadoDuetosWords, rec: np.void, seat: int) -> int:
    """Return how many cards the seat has taken into its hand openly: a pick a round, and one back
    from each set at most."""
    return int(rec["round"]) - 1 + has_picked(words, rec, seat) + num_chips(rec, seat)


def num_chips(rec: np.void, seat: int) -> int:
    """Return the seat's victory chips: as many as it has presented sets."""
    return sum(int(bits).bit_count() for bits in rec["chips"][seat])


def has_picked(words: FadoDuetosWords, rec: np.void, seat: int) -> bool:
    """Return whether the seat has taken its card of this round's practice area."""
    at, phase = (seat - int(rec["marker"])) % words.players, int(rec["phase"])
    return phase == OVER or (phase in (PICK, SETS) and at < int(rec["turn"]) + (phase == SETS))
