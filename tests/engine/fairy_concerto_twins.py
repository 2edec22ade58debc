"""Other deals of Fairy Concerto that a seat may not be able to tell from the true one.

Which hands a seat has held is read off the rule of passing to the left, which cards it has seen off
the rules of revealing them; nothing of the engine's own knowledge is used.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from math import comb

from oracle import Seen, Start

KINDS = 5
Numbers = tuple[int, ...]


def numbers(packed: int) -> Numbers:
    """Return the fairies of each kind in a packed word."""
    return tuple((int(packed) >> 6 * k) & 63 for k in range(KINDS))


def packed(fairies: Numbers) -> int:
    return sum(n << 6 * k for k, n in enumerate(fairies))


class Hidden:
    """What a seat has not seen since a deal, and deals in which it is otherwise.

    hands: deals of this round the seat has never held, by the seat they were dealt to, with what is
    left of each. groups: places of score cards it has not seen: draws of this round by number, or
    -1 for Pahha's cards of earlier rounds; cards within a group have no order.
    """

    def __init__(self, seen: Seen) -> None:
        self.seen, n = seen, seen.game.num_players
        now, before = seen.truth.record(), seen.deal.record()
        draft = int(now["draft"])
        held = {(seen.seat - d) % n for d in range(draft + 1)}
        self.hands = {q: numbers(now["hand"][(q + draft) % n]) for q in range(n) if q not in held}
        self.hands = {q: left for q, left in self.hands.items() if sum(left)}
        dealt = {q: numbers(before["hand"][q]) for q in self.hands}
        self.picked = {q: tuple(a - b for a, b in zip(dealt[q], left, strict=True))
                       for q, left in self.hands.items()}
        self.bag = numbers(now["bag"])
        drawn = [int(c) - 1 for c in now["draws"][: int(now["num_draws"])]]
        self.drawn = drawn
        self.groups: list[list[int]] = []
        round_1, phase = int(now["h"]["epoch"]) == 1, int(now["phase"])
        if round_1 and draft == 0 and phase == 0:
            self.groups += [[2 * p, 2 * p + 1] for p in range(n) if p != seen.seat]
        if phase == 1 and now["chooser"] != seen.seat:
            self.groups.append([len(drawn) - 2, len(drawn) - 1])
        face_down = [i for i in range(len(drawn)) if (int(now["hidden_draws"]) >> i) & 1]
        first = [i for i in face_down if round_1 and i == 2]
        self.groups += [first] if first else []
        rest = [i for i in face_down if i not in first]
        self.groups += [rest] if rest else []
        old = int(before["face_down"])
        for i in first:
            old &= ~(1 << drawn[i])
        self.old = [c for c in range(32) if (old >> c) & 1]
        self.groups += [[-1] * len(self.old)] if self.old else []
        self.pile = [c for c in range(32) if (int(now["pile"]) >> c) & 1]
        self.cards = sorted(
            {drawn[i] for group in self.groups for i in group if i >= 0} | {*self.old, *self.pile}
        )

    def start(self, hands: dict[int, Numbers], cards: list[tuple[int, ...]], key: int = 0):
        """Return the deal with other hands left and other cards in the groups."""
        form = self.seen.deal.to_dict()
        record = form["record"]
        bag = numbers(record["bag"])
        for q, left in hands.items():
            dealt = numbers(record["hand"][q])
            old = self.hands[q]
            record["hand"][q] = packed(tuple(d - o + x for d, o, x in zip(dealt, old, left,
                                                                          strict=True)))
            bag = tuple(b + o - x for b, o, x in zip(bag, old, left, strict=True))
        record["bag"] = packed(bag)
        draws, old_cards = list(self.drawn), set(self.old)
        for group, chosen in zip(self.groups, cards, strict=True):
            if group[0] < 0:
                old_cards = set(chosen)
            for i, card in zip(group, sorted(chosen), strict=True):
                if i >= 0:
                    draws[i] = card
        record["draws"] = [c + 1 for c in draws] + [0] * (len(record["draws"]) - len(draws))
        at_deal = int(record["num_draws"])
        down = old_cards | {draws[i] for i in range(at_deal) if record["hidden_draws"] >> i & 1}
        record["face_down"] = sum(1 << c for c in down)
        placed = record["face_down"] | record["discards"] | sum(1 << c for c in draws)
        for kept in record["kept"]:
            placed |= kept
        record["pile"] = ((1 << len(self.seen.game.words.cards)) - 1) & ~placed
        record["h"]["chance_key"] = f"{key:016x}"
        return self.seen.game.state_from_dict(form)

    def ways(self) -> int:
        """Return an upper bound of the number of different deals."""
        unseen = tuple(map(sum, zip(self.bag, *self.hands.values(), strict=True)))
        total = 1
        for left in self.hands.values():
            total *= sum(1 for _ in multisets(unseen, sum(left)))
        for group in self.groups:
            total *= comb(len(self.cards), len(group))
        return total


def multisets(unseen: Numbers, size: int) -> Iterator[Numbers]:
    """Yield every multiset of a size that the unseen fairies allow."""
    for counts in itertools.product(*(range(min(n, size) + 1) for n in unseen)):
        if sum(counts) == size:
            yield counts


def _hands(
    unseen: Numbers, sizes: list[int], picked: list[Numbers]
) -> Iterator[tuple[list[Numbers], int]]:
    """Yield what is left of hands of some sizes, and the number of physical deals of it.

    A deal is of whole hands: what has been picked from one was any of the fairies of its kind. So
    unseen fairies and those picked from unseen hands are dealt together.
    """
    if not sizes:
        yield [], 1
        return
    others = [sum(hand[k] for hand in picked) for k in range(KINDS)]
    for hand in multisets(unseen, sizes[0]):
        ways = 1
        for k in range(KINDS):
            ways *= comb(unseen[k] + others[k], hand[k] + picked[0][k])
        rest = tuple(a - b for a, b in zip(unseen, hand, strict=True))
        for more_hands, more in _hands(rest, sizes[1:], picked[1:]):
            yield [hand, *more_hands], ways * more


def _cards(cards: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield score cards for groups of some sizes; each way is one physical deal."""
    if not sizes:
        yield []
        return
    for chosen in itertools.combinations(cards, sizes[0]):
        for others in _cards([c for c in cards if c not in chosen], sizes[1:]):
            yield [chosen, *others]


def all_starts(seen: Seen) -> Iterator[Start]:
    """Yield every deal that differs in what is hidden, with its number of physical deals."""
    hidden = Hidden(seen)
    unseen = tuple(map(sum, zip(hidden.bag, *hidden.hands.values(), strict=True)))
    sizes = [sum(left) for left in hidden.hands.values()]
    for hands, weight in _hands(unseen, sizes, list(hidden.picked.values())):
        for cards in _cards(hidden.cards, [len(group) for group in hidden.groups]):
            yield hidden.start(dict(zip(hidden.hands, hands, strict=True)), cards), weight


def random_start(seen: Seen, rng: random.Random):
    """Return the deal with what is hidden dealt anew."""
    hidden = Hidden(seen)
    unseen = Counter(dict(enumerate(map(sum, zip(hidden.bag, *hidden.hands.values(),
                                                 strict=True)))))
    bag = list(unseen.elements())
    rng.shuffle(bag)
    hands = {}
    for q, left in hidden.hands.items():
        taken = Counter(bag.pop() for _ in range(sum(left)))
        hands[q] = tuple(taken[k] for k in range(KINDS))
    cards = rng.sample(hidden.cards, len(hidden.cards))
    groups = [tuple(cards.pop() for _ in group) for group in hidden.groups]
    return hidden.start(hands, groups, rng.getrandbits(64))
