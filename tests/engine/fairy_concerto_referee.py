"""A second referee of Fairy Concerto in plain Python, from the rulebook and its rulings alone.

It shares no code with the engine. It is told what chance decides (setup, hands, cards drawn) and
every choice made; it says who must choose among what, and computes orchestras, cards, points and
ranks.

The whole game is one generator: it yields a question and is sent the answer. A question is
("hands", number per seat), ("cards", seat) for the two cards a composer draws, or a dict seat ->
set of action texts (answered by a dict seat -> text).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import combinations, permutations
from typing import Any

KINDS = ["trumpeter", "drummer", "violinist", "horn_player", "composer"]
SETS = {
    "P1": ("trumpeter", "drummer"), "P2": ("drummer", "violinist"),
    "P3": ("violinist", "horn_player"), "H1": ("trumpeter", "violinist"),
    "H2": ("trumpeter", "horn_player"), "H3": ("drummer", "horn_player"),
}  # fmt: skip
SOLO = [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (4, 2), (2, 1)]  # drawn, yours
ROUNDS = {2: 4, 3: 2, 4: 2}
HONORED = ("conductor", "soloist", "pianist", "harpist")

Flow = Generator[Any, Any, Any]


def card_needs() -> dict[str, Counter]:
    """Return what each score card asks for, family by family, in the order of the numbers."""
    t, d, v, h, c = KINDS
    pairs = [(t, d), (t, v), (t, h), (d, t), (d, v), (d, h), (v, t), (v, d), (v, h), (h, t),
             (h, d), (h, v)]
    needs = [Counter({a: 3, b: 2}) for a, b in pairs]
    needs += [Counter({a: 2, b: 2, c: 1}) for a, b in combinations(KINDS[:4], 2)]
    needs += [Counter([t, d, v, h, extra]) for extra in KINDS[:4]]
    needs += [Counter({a: 4, c: 1}) for a in KINDS[:4]]
    return {f"SC{i + 1:02}": need for i, need in enumerate(needs)}


class Referee:
    """One game; `question` is what the game waits for, None when it is over."""

    def __init__(self, players: int, popularity: str, soloist: str, pianist: str, harpist: str,
                 pairs: list[list[str]], composers: bool = True) -> None:
        self.n = players
        self.popularity, self.soloist = popularity, soloist
        self.sets = {"pianist": SETS[pianist], "harpist": SETS[harpist]}
        self.pairs = pairs
        self.needs = card_needs()
        if not composers:
            for need in self.needs.values():
                del need["composer"]
        self.orchestras: list[list[str]] = [[] for _ in range(players)]
        self.hands: list[list[str]] = []
        self.kept: list[list[str]] = [[] for _ in range(players)]
        self.discards: list[str] = []
        self.removed: list[str] = []
        self.pahha: list[str] = []
        self.face_down = 1 if players == 1 else 0
        self.question: Any = None
        self.answers: dict[int, str] = {}
        self.flow = self.game()
        self.ask(None)

    def ask(self, answer: Any) -> None:
        try:
            self.question = self.flow.send(answer)
        except StopIteration:
            self.question = None

    @property
    def waiting(self) -> tuple[int, ...]:
        """Seats that still owe a choice."""
        if not isinstance(self.question, dict):
            return ()
        return tuple(seat for seat in sorted(self.question) if seat not in self.answers)

    def choose(self, seat: int, text: str) -> None:
        """Give one seat's choice; the game goes on when the last one is in."""
        assert text in self.question[seat]
        self.answers[seat] = text
        if not self.waiting:
            answers, self.answers = self.answers, {}
            self.ask(answers)

    # --- the game -------------------------------------------------------------------------------

    def game(self) -> Flow:
        if self.n == 1:
            for number, (drawn, yours) in enumerate(SOLO):
                self.hands = yield "hands", drawn
                yield from self.solo_round(number == 0, yours)
            return
        for number in range(ROUNDS[self.n]):
            self.hands = yield "hands", 6
            for draft in range(3 if self.n == 2 else 6):
                yield from self.draft(number == 0 and draft == 0)
                self.hands = [self.hands[(seat - 1) % self.n] for seat in range(self.n)]

    def draft(self, setup: bool) -> Flow:
        answers = yield {seat: self.picks(seat, setup) for seat in range(self.n)}
        added = []
        for seat, text in sorted(answers.items()):
            words = dict(part.split(" ") for part in text.split(", "))
            self.take(self.hands[seat], words["add"], self.orchestras[seat])
            added.append(words["add"])
            if "remove" in words:
                self.take(self.hands[seat], words["remove"], self.removed)
            if setup:
                self.keep(seat, self.pairs[seat], words["keep"])
        for seat, kind in enumerate(added):
            if kind == "composer":
                yield from self.composer(seat)

    def picks(self, seat: int, setup: bool) -> set[str]:
        hand = self.hands[seat]
        if self.n == 2:
            texts = {f"add {a}, remove {b}" for a, b in permutations(hand, 2)}
        else:
            texts = {f"add {kind}" for kind in hand}
        return {f"{text}, keep {j}" for text in texts for j in (1, 2)} if setup else texts

    def solo_round(self, setup: bool, yours: int) -> Flow:
        hand = sorted(self.hands[0], key=KINDS.index)
        texts = {f"add {'+'.join(chosen)}" for chosen in combinations(hand, yours)}
        if setup:
            texts = {f"{text}, keep {j}" for text in texts for j in (1, 2)}
        answer = (yield {0: texts})[0]
        words = dict(part.split(" ") for part in answer.split(", "))
        chosen = words["add"].split("+")
        for kind in chosen:
            self.take(hand, kind, self.orchestras[0])
        self.pahha += hand
        if setup:
            self.keep(0, self.pairs[0], words["keep"])
        for _ in range(chosen.count("composer")):
            yield from self.composer(0)
        self.face_down += hand.count("composer")

    def composer(self, seat: int) -> Flow:
        pair = yield "cards", seat
        answer = yield {seat: {"keep 1", "keep 2"}}
        self.keep(seat, pair, answer[seat][-1])

    def keep(self, seat: int, pair: list[str], which: str) -> None:
        first, second = sorted(pair)
        kept, other = (first, second) if which == "1" else (second, first)
        self.kept[seat].append(kept)
        self.discards.append(other)

    @staticmethod
    def take(source: list[str], kind: str, target: list[str]) -> None:
        source.remove(kind)
        target.append(kind)

    # --- final scoring --------------------------------------------------------------------------

    def items(self, orchestra: list[str], kept: list[str] | None) -> dict[str, int]:
        """Return the first six items; kept None: Pahha's flat cards."""
        held = Counter(orchestra)
        most, fewest = max(held.values()), min(held.values())
        groups = Counter(held.values())
        points = {
            "popularity": held[self.popularity],
            "conductor": 2 * most,
            "soloist": {"A": 4 * fewest, "B": 3 * (most - fewest), "C": 3 * max(groups.values()),
                        "D": 3 * len(groups)}[self.soloist],
        }
        for item, kinds in self.sets.items():
            points[item] = 3 * min(held[kind] for kind in kinds)
        if kept is None:
            points["score_cards"] = 3 * self.face_down
        else:
            points["score_cards"] = sum(5 for name in kept if self.needs[name] <= held)
        return points

    def result(self) -> list[dict[str, int]]:
        """Return the seven items of every seat; alone Pahha's come second."""
        rows = [self.items(o, k) for o, k in zip(self.orchestras, self.kept, strict=True)]
        if self.n == 1:
            rows.append(self.items(self.pahha, None))
        honors = [0] * len(rows)
        for item in HONORED:
            best = max(row[item] for row in rows)
            for i, row in enumerate(rows):
                honors[i] += 2 if row[item] == best else 0
        for row, honor in zip(rows, honors, strict=True):
            row["honors"] = honor
        return rows

    def ranks(self) -> list[int]:
        totals = [sum(row.values()) for row in self.result()]
        if self.n == 1:
            return [1 if totals[0] > totals[1] else 2]
        return [1 + sum(other > mine for other in totals) for mine in totals]
