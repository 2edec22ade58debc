"""A second referee of Fado Duetos in plain Python, written from the rulebook and its rulings alone.

It shares no code with the engine. It is told the opening hands, the order of the deck, the showcase
and the start player, and every choice made; it says who may choose what, and keeps hands, practice
area, discards, showcase, chips, bonuses and scores.
"""

from itertools import combinations, product

ASPECTS = ("artist", "scenery", "melody", "alignment")
LETTERS = "ABCDEFGHI"


def deck_nine():
    """Hand and showcase cards, id -> four values, by the generator of the rules page."""
    hand = {}
    for a, b in product(range(9), repeat=2):
        hand[f"H{9 * a + b + 1:02}"] = (a + 1, b + 1, LETTERS[(a + b) % 9], (a + 2 * b) % 9 + 1)
    show = {f"W{i + 1}": (i + 1, i + 1, LETTERS[i], i + 1) for i in range(9)}
    return hand, show


def deck_three():
    """All combinations of three values; the showcase by the same formula modulo 3."""
    hand = {}
    for number, values in enumerate(product((1, 2, 3), (1, 2, 3), "ABC", (1, 2, 3)), 1):
        hand[f"H{number:02}"] = values
    show = {}
    for number, (a, b) in enumerate(product(range(3), repeat=2), 1):
        show[f"W{number}"] = (a + 1, b + 1, LETTERS[(a + b) % 3], (a + 2 * b) % 3 + 1)
    return hand, show


class Referee:
    """One game in which the texts of the engine's moves are the moves."""

    def __init__(self, hands, deck, showcase, starter, deck_kind="nine", stack_cards=1,
                 deck_end="short", variety_repeat=True):
        self.n = len(hands)
        self.cards, self.show_cards = deck_nine() if deck_kind == "nine" else deck_three()
        self.hands = [set(hand) for hand in hands]
        self.deck = list(deck)
        self.showcase = [list(column) for column in showcase]
        self.marker = starter
        self.stack_cards = stack_cards if self.n == 2 else 0
        self.deck_end, self.variety_repeat = deck_end, variety_repeat
        values = (9, 8, 6, 4, 2, 1) if self.n == 2 else (9, 8, 7, 6, 5, 4, 3, 2, 1)
        self.stacks = {aspect: list(values) for aspect in ASPECTS}
        self.chips = [{aspect: [] for aspect in ASPECTS} for _ in hands]
        self.feature, self.sequence = {}, {}
        self.variety = []                       # (seat, points)
        self.discards, self.practice = set(), []
        self.rewards = []
        self.round, self.turn, self.over = 1, 0, False
        self.placed = {}
        self.begun = []                         # texts of a set not complete
        self.phase = "place"

    # ---- what may be done ----------------------------------------------------------------------

    def waiting(self):
        """The seats that owe a choice."""
        if self.over:
            return []
        if self.phase == "place":
            return [p for p in range(self.n) if p not in self.placed]
        return [(self.marker + self.turn) % self.n]

    def legal(self, seat):
        """The texts of all choices of a seat."""
        if self.phase == "place":
            return sorted(self.hands[seat])
        if self.phase == "pick":
            return sorted(self.practice)
        if not self.begun:
            return sorted({s[0] for s in self.sets(seat)} | {"end turn"})
        k = len(self.begun)
        return sorted({s[k] for s in self.sets(seat) if list(s[:k]) == self.begun})

    def sets(self, seat):
        """Every set the seat could present, as the texts that spell it."""
        found = []
        for i, aspect in enumerate(ASPECTS):
            if not self.stacks[aspect]:
                continue
            alike = {}
            for card in sorted(self.hands[seat]):
                alike.setdefault(self.cards[card][i], []).append(card)
            for group in alike.values():
                for three in combinations(group, 3):
                    found += [(f"hand {aspect}", *three, back) for back in three]
            for number, column in enumerate(self.showcase, 1):
                if column[0] != "guitarist":
                    group = alike.get(self.show_cards[column[0]][i], [])
                    found += [(f"showcase {number} {aspect}", *two)
                              for two in combinations(group, 2)]
        return found

    # ---- what happens --------------------------------------------------------------------------

    def choose(self, seat, text):
        assert text in self.legal(seat)
        if self.phase == "place":
            self.placed[seat] = text
            if len(self.placed) == self.n:
                self.reveal()
        elif self.phase == "pick":
            self.practice.remove(text)
            self.hands[seat].add(text)
            self.phase = "sets"
        elif text == "end turn":
            self.end_turn(seat)
        else:
            self.begun.append(text)
            if len(self.begun) == (5 if self.begun[0].startswith("hand") else 3):
                self.present(seat)

    def reveal(self):
        for seat, card in self.placed.items():
            self.hands[seat].remove(card)
            self.practice.append(card)
        for _ in range(min(self.stack_cards, len(self.deck))):
            self.practice.append(self.deck.pop(0))
        self.placed = {}
        self.phase = "pick"

    def present(self, seat):
        kind, *cards = self.begun
        self.begun = []
        aspect = kind.split()[-1]
        if kind.startswith("hand"):
            back = cards.pop()
            cards.remove(back)
        else:
            used = self.showcase[int(kind.split()[1]) - 1]
            rising = [used]
            rising += [c for c in self.showcase if c is not used and c[0] == "guitarist"]
            for column in rising:
                column.append(column.pop(0))
        self.hands[seat] -= set(cards)
        self.discards |= set(cards)
        self.collect(seat, aspect)
        if self.deck:
            self.rewards.append(self.deck.pop(0))

    def collect(self, seat, aspect):
        """The top chip, and the bonuses it completes."""
        mine = self.chips[seat]
        complete = min(len(held) for held in mine.values())
        mine[aspect].append(self.stacks[aspect].pop(0))
        if len(mine[aspect]) == 4 and aspect not in self.feature:
            self.feature[aspect] = seat
        last = mine[aspect][-3:]
        run = len(last) == 3 and last[0] - 1 == last[1] == last[2] + 1
        if self.n > 2 and run and aspect not in self.sequence:
            self.sequence[aspect] = seat
        left = 3 - len(self.variety)
        had_one = any(owner == seat for owner, _ in self.variety)
        risen = min(len(held) for held in mine.values()) > complete
        if risen and left and (self.variety_repeat or not had_one):
            self.variety.append((seat, left))

    def end_turn(self, seat):
        self.hands[seat] |= set(self.rewards)
        self.rewards = []
        self.turn += 1
        self.phase = "pick"
        if self.turn == self.n:
            self.end_round()

    def end_round(self):
        self.turn = 0
        self.discards |= set(self.practice)
        self.practice = []
        if sum(not stack for stack in self.stacks.values()) >= 2:
            self.over = True
            return
        self.marker = (self.marker + 1) % self.n
        if len(self.deck) < self.n:
            self.over = True
            return
        for i in range(self.n):
            self.hands[(self.marker + i) % self.n].add(self.deck.pop(0))
        if self.deck_end == "empty" and not self.deck:
            self.over = True
            return
        self.round += 1
        self.phase = "place"

    # ---- results -------------------------------------------------------------------------------

    def score(self, seat):
        points = sum(sum(held) for held in self.chips[seat].values())
        points += 3 * sum(owner == seat for owner in self.feature.values())
        points += 2 * sum(owner == seat for owner in self.sequence.values())
        return points + self.variety_points(seat)

    def variety_points(self, seat):
        return sum(points for owner, points in self.variety if owner == seat)

    def ranks(self):
        keys = [(self.score(p), sum(map(len, self.chips[p].values())), self.variety_points(p))
                for p in range(self.n)]
        return [1 + sum(other > mine for other in keys) for mine in keys]
