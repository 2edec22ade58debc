"""Courses of play of Fado Duetos, written by hand, on the referee: no code of the engine.

data/courses/fado_duetos.json holds one course for each hand-written observation: what happened
until then, in words (says) and in short notes (rounds), the starter, the showcase after set-up, and
what the observer alone knows of its own choice (placed, set_begun). A round in notes:

    H03 H64 + H22 | H22; hand scenery H10 H22 H64 back H10 | H64; ...

is, between the bars, the cards placed in the order of the seats (+ those of the deck), and then a
turn for each seat from the marker on: the card picked and the sets presented, the cards ascending.
Three dots stand for a turn that is not ended; in the last round turns may be missing. Rounds in
which everybody takes its own card back and presents nothing are written together:

    11 times H03 H64 + H22 H23 H24 ...
"""

from __future__ import annotations

import random
import re
from itertools import islice

from fado_duetos_referee import ASPECTS, Referee

DECK = 81
OPENING = 5


def cards_in(text):
    return re.findall(r"H\d\d", text)


def steps_of(note):
    """Return a set as the texts that spell it: what is presented, the cards, the one retrieved."""
    head, _, _ = note.partition(" H")
    return [head, *cards_in(note)]


def is_back(card):
    return card.startswith("?")


class CourseReferee(Referee):
    """A referee who is not told the deal: a card lies face down until the course shows it.

    A card face down is called by its place in the order of dealing, "?00" to "?80", and is alike
    with no other card. So the cards with a face in a hand are those that everybody knows there.
    """

    def __init__(self, players, starter, showcase, options):
        backs = [f"?{place:02}" for place in range(DECK)]
        hands = [backs[OPENING * p : OPENING * (p + 1)] for p in range(players)]
        super().__init__(
            hands, backs[OPENING * players :], showcase, starter,
            deck_kind=options.get("deck", "nine"),
            stack_cards=options.get("two_player_stack_cards", 1),
            deck_end=options.get("deck_end", "short"),
            variety_repeat=options.get("variety_repeat", True),
        )
        self.ids = list(self.cards)
        self.cards |= {back: (back,) * len(ASPECTS) for back in backs}
        self.faces = {}                         # back -> card
        self.moves = []                         # (seat, text)
        self.placed_by = {}                     # card of this round -> seat

    def choose(self, seat, text):
        super().choose(seat, text)
        self.moves.append((seat, text))

    def reveal(self):
        self.placed_by = {card: seat for seat, card in self.placed.items()}
        super().reveal()

    # ---- cards turned up -----------------------------------------------------------------------

    def turn_up(self, back, card):
        assert card in self.ids and card not in self.faces.values(), f"{card} was seen elsewhere"
        self.faces[back] = card
        return card

    def backs(self, seat):
        return sorted(filter(is_back, self.hands[seat]))

    def show(self, seat, cards):
        """The seat has these cards: those not known yet are among its cards face down."""
        for card in cards:
            if card not in self.hands[seat]:
                back = self.backs(seat)[0]
                self.hands[seat].remove(back)
                self.hands[seat].add(self.turn_up(back, card))

    def holds(self):
        """Return the cards that everybody knows in each hand."""
        return [sorted(c for c in hand if not is_back(c)) for hand in self.hands]

    # ---- rounds --------------------------------------------------------------------------------

    def play(self, note):
        times, _, rest = note.rpartition(" times ")
        placed, *turns = rest.split(" | ")
        placed, _, added = placed.partition(" + ")
        cards, added = placed.split(), iter(added.split())
        for _ in range(int(times or 1)):
            if times:                           # everybody takes its own card back
                turns = cards[self.marker :] + cards[: self.marker]
            self.place(cards, islice(added, min(self.stack_cards, len(self.deck))))
            for turn in turns:
                self.take_turn(turn)
        assert not list(added), "the deck does not give so many cards"

    def place(self, cards, added):
        for place, card in enumerate(added):
            self.deck[place] = self.turn_up(self.deck[place], card)
        for seat, card in enumerate(cards):
            self.show(seat, [card])
            self.choose(seat, card)
        assert not any(map(is_back, self.practice)), "a card of the deck is not named"

    def take_turn(self, note):
        seat, = self.waiting()
        picked, *sets = note.split("; ")
        self.choose(seat, picked)
        for steps in (steps_of(text) for text in sets if text != "..."):
            self.show(seat, steps[1:])
            for text in steps:
                self.choose(seat, text)
        if sets[-1:] != ["..."]:
            self.choose(seat, "end turn")

    # ---- what the observer sees ----------------------------------------------------------------

    def look(self, seat, hand):
        """The seat looks at its hand: each card face down in it is one of those listed."""
        hidden = sorted(set(hand) - self.hands[seat])
        assert len(hidden) == len(self.backs(seat)), "the hand has another number of cards"
        self.show(seat, hidden)

    def begin(self, seat, course):
        """The choice that the seat has made and nobody else has seen."""
        placed = [course["placed"]] if "placed" in course else []
        for text in placed + course.get("set_begun", []):
            self.choose(seat, text)

    def view(self, seat):
        """Return the view of a seat in the form of the observations."""
        return {
            "round": self.round,
            "phase": "over" if self.over else self.phase,
            "marker": self.marker,
            "turns_finished": self.turn,
            "hand": sorted(self.hands[seat]),
            "placed": self.placed.get(seat),
            "set_begun": self.begun,
            "hand_sizes": [len(hand) for hand in self.hands],
            "deck": len(self.deck),
            "rewards": len(self.rewards),
            "practice": sorted([card, self.placed_by.get(card)] for card in self.practice),
            "discards": sorted(self.discards),
            "showcase": self.showcase,
            "chips": [{aspect: held for aspect, held in mine.items() if held}
                      for mine in self.chips],
            "feature": self.feature,
            "sequence": self.sequence,
            "variety": [owner for owner, _ in self.variety],
        }

    def deal(self, seed):
        """Return hands and deck with which all this happens; cards that nobody saw are shuffled."""
        unseen = [card for card in self.ids if card not in self.faces.values()]
        random.Random(seed).shuffle(unseen)
        order = [self.faces.get(f"?{place:02}") or unseen.pop() for place in range(DECK)]
        deck = OPENING * self.n
        return [order[i : i + OPENING] for i in range(0, deck, OPENING)], order[deck:]
