"""A second referee of Hội Phố in plain Python, written from the rulebook and its rulings alone.

It shares no code with the engine. It is told the hands after each deal and every choice made; it
says who must choose among what, and computes money, ledgers, contracts, table and final ranks.

The whole game is one generator: it yields a question and is sent the answer. A question is "deal"
(answered by hands and face-up discards) or a dict seat -> list of action texts (answered by a
dict seat -> text).
"""

from collections.abc import Generator
from typing import Any

SHIP = "ship"
# reputation: (reward as highest, reward as second highest), as printed on the cards
REWARDS = {
    1: (2, 1), 2: (2, 1), 3: (2, 1), 4: (2, 1), 5: (2, 2), 6: (2, 2), 7: (2, 2), 8: (3, 1),
    9: (3, 1), 10: (3, 1), 11: (3, 2), 12: (3, 2), 13: (4, 2), 14: (4, 2), 15: (5, 2),
}  # fmt: skip
RIVALS = {12: (2,), 13: (14, 15), 14: (5,), 15: (1,)}  # card: those that make it 0
SHIP_REWARD = {1: 5, 2: 1}  # by number of ships in the turn; more earn nothing
TURNS = {3: 4, 4: 4, 5: 3}
NEEDED = {3: 5, 4: 4, 5: 3}
POSITIONS = {
    3: ("left", "right"),
    4: ("left", "across", "right"),
    5: ("left", "far_left", "far_right", "right"),
}
BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}
PRESETS = {
    "rulebook": {
        "skill7_scope": "round",
        "skill6_source": "table",
        "skill10_strict": False,
        "skill11_copy_13": True,
    },
    "faces_2025": {
        "skill7_scope": "turn",
        "skill6_source": "opponents",
        "skill10_strict": True,
        "skill11_copy_13": False,
    },
}
OTHER_OPTIONS = {
    "rival_12_2": True,
    "three_player_discard": "each_one",
    "contract_ladder": "step_two",
    "max_rounds": 60,
}

Flow = Generator[Any, Any, Any]


def sort_hand(hand: list) -> list:
    """Ships first, then merchants ascending."""
    return sorted(hand, key=lambda card: 0 if card == SHIP else card)


def card_of(text: str) -> Any:
    """The card named by the last word of an action text."""
    word = text.split()[-1]
    return SHIP if word == SHIP else int(word)


class Referee:
    """One game; `question` is what the game waits for, None when it is over."""

    def __init__(self, players: int, card_text: str = "rulebook", **options: Any) -> None:
        self.n = players
        self.options = {**OTHER_OPTIONS, **PRESETS[card_text], **options}
        self.money = [5] * players
        self.ledger = [0] * players
        self.contracts: list[list[int]] = [[] for _ in range(players)]
        step = 2 if self.options["contract_ladder"] == "step_two" else 1
        self.deck = [5 + step * i for i in range(13)]
        self.table: dict[int, int] = {}  # face-up merchant of this round -> seat it counts for
        self.bound: dict[int, int] = {}
        self.round = self.turn = 0
        self.question: Any = None
        self.answers: dict[int, str] = {}
        self._flow = self._game()
        self._ask(None)

    # --- questions and answers -----------------------------------------------------------------

    def deal(self, hands: list[list], discards: list) -> None:
        """Answer the question "deal"."""
        assert self.question == "deal"
        self._ask(([list(hand) for hand in hands], list(discards)))

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
            self._ask(answers)

    def _ask(self, answer: Any) -> None:
        try:
            self.question = self._flow.send(answer)
        except StopIteration:
            self.question = None

    # --- the game ------------------------------------------------------------------------------

    def _game(self) -> Flow:
        for number in range(1, self.options["max_rounds"] + 1):
            self.round, self.turn = number, 1
            self.hands, self.discards = yield "deal"
            self.table, self.bound = {}, {}
            self.ledger = [0] * self.n
            if self.round > 1:  # 4.1 Starting money
                self.money = [min(m, self.deck[0]) for m in self.money]
            if self.n == 3 and self.options["three_player_discard"] == "each_one":
                yield from self._discard_one()
            for turn in range(1, TURNS[self.n] + 1):
                self.turn = turn
                yield from self._turn()
            self._claim()
            if max(len(held) for held in self.contracts) >= NEEDED[self.n]:
                return

    def _discard_one(self) -> Flow:
        answers = yield {
            s: [f"discard {c}" for c in dict.fromkeys(self.hands[s])] for s in range(self.n)
        }
        for seat, text in answers.items():
            self.hands[seat].remove(card_of(text))
            self.discards.append(card_of(text))

    def _turn(self) -> Flow:
        if self.options["skill7_scope"] == "turn":
            self.ledger = [0] * self.n
        options = {s: [f"play {c}" for c in dict.fromkeys(self.hands[s])] for s in range(self.n)}
        for seat, card in self.bound.items():
            options[seat] = [f"play {card}"]
        answers = yield options
        self.bound = {}
        shown = {seat: card_of(text) for seat, text in answers.items()}
        for seat, card in shown.items():
            self.hands[seat].remove(card)
        ships = [seat for seat, card in shown.items() if card == SHIP]
        for seat in ships:
            self._earn(seat, SHIP_REWARD.get(len(ships), 0))
        owner = {card: seat for seat, card in shown.items() if card != SHIP}
        self.table.update(owner)
        if owner:
            yield from self._merchants(owner)

    def _merchants(self, owner: dict[int, int]) -> Flow:
        zeroed = sorted(m for m in owner if any(r in owner for r in self._rivals(m)))
        standing = sorted((m for m in owner if m not in zeroed), reverse=True)
        self._earn(owner[standing[0]], REWARDS[standing[0]][0])
        if len(owner) > 2 and len(standing) > 1:  # 6.2: no second place among two merchants
            self._earn(owner[standing[1]], REWARDS[standing[1]][1])
        for merchant in zeroed or standing[-1:]:
            yield from self._skill(owner[merchant], merchant, merchant, frozenset())

    def _rivals(self, merchant: int) -> tuple[int, ...]:
        if merchant == 12 and not self.options["rival_12_2"]:
            return ()
        return RIVALS.get(merchant, ())

    def _claim(self) -> None:
        richest = [s for s in range(self.n) if self.money[s] == max(self.money)]
        if len(richest) > 1:  # 7.1: the merchant left in hand decides, ships are worth nothing
            left = {s: max([0] + [c for c in self.hands[s] if c != SHIP]) for s in richest}
            best = max(left.values())
            richest = [s for s in richest if left[s] == best] if best else []
        if richest:
            self._contract(richest[0])

    # --- money ---------------------------------------------------------------------------------

    def _earn(self, seat: int, amount: int) -> None:
        """Money from the bank."""
        self.money[seat] += amount
        self.ledger[seat] += amount

    def _pay(self, payer: int, receiver: int, amount: int) -> int:
        """Money between players, as far as the payer has it."""
        amount = min(amount, self.money[payer])
        self.money[payer] -= amount
        self.money[receiver] += amount
        return amount

    def _contract(self, seat: int) -> None:
        if self.deck:
            self.contracts[seat].append(self.deck.pop(0))

    # --- skills --------------------------------------------------------------------------------

    def _skill(self, me: int, merchant: int, card: int, chain: frozenset[int]) -> Flow:
        """Resolve a merchant's skill for seat `me`; `card` is the card that lies there for it."""
        others = [(me + k) % self.n for k in range(1, self.n)]
        if merchant == 2:
            self._earn(me, 4)
        elif merchant == 3:
            for seat in others:
                self._pay(seat, me, 2 if self.contracts[seat] else 1)
        elif merchant == 4:
            self._earn(me, 1)
            if self.turn < TURNS[self.n]:
                yield from self._call(me, range(self.n))
        elif merchant == 5:
            yield from self._call(me, others)
        elif merchant == 6:
            yield from self._networking(me, card, chain | {6})
        elif merchant == 7:
            self.money = [m - min(m, g) for m, g in zip(self.money, self.ledger, strict=True)]
            self.ledger = [0] * self.n
        elif merchant in (1, 8, 9):
            yield from self._choose_player(me, merchant, others)
        elif merchant == 10:
            least = min(self.money[s] for s in others)
            strict = self.options["skill10_strict"]
            if self.money[me] < least or (self.money[me] == least and not strict):
                self._contract(me)
        elif merchant == 11:
            yield from self._favor(me, chain | {11})
        elif merchant == 12:
            self._contract(me)
            for seat in others:
                self._earn(seat, 1)
        elif merchant == 14:
            self.money[me] -= min(3, self.money[me])
        elif merchant == 15:
            for seat in (others[0], others[-1]):
                self._earn(seat, 2 - self._pay(me, seat, 2))

    def _choose_player(self, me: int, merchant: int, others: list[int]) -> Flow:
        verb = {1: "challenge", 8: "entice", 9: "seduce"}[merchant]
        texts = [f"{verb} {place}" for place in POSITIONS[self.n]]
        answer = yield {me: texts}
        other = others[texts.index(answer[me])]
        if merchant == 8:
            self._pay(other, me, self.money[other] // 2)
        elif merchant == 9:
            self.money[me], self.money[other] = self.money[other], self.money[me]
        else:
            throws = {me: "rock", other: "rock"}
            while throws[me] == throws[other]:
                throws = yield {me: list(BEATS), other: list(BEATS)}
            won = BEATS[throws[me]] == throws[other]
            winner, loser = (me, other) if won else (other, me)
            self._pay(loser, winner, self.money[loser] // 2)

    def _call(self, me: int, holders: Any) -> Flow:
        """Skills 4 (own hand included) and 5 (others only): name a merchant lying in a hand."""
        holder = {c: s for s in holders for c in self.hands[s] if c != SHIP}
        if not holder:
            return
        answer = yield {me: [f"call {c}" for c in sorted(holder)]}
        called = card_of(answer[me])
        if me in holders:
            self.bound = {holder[called]: called}
        else:
            self._pay(holder[called], me, 3)

    def _networking(self, me: int, card: int, chain: frozenset[int]) -> Flow:
        anyone = self.options["skill6_source"] == "table"
        table = [m for m in self.table if m != card and (anyone or self.table[m] != me)]
        mine = [c for c in self.hands[me] if c != SHIP]
        if not table or not mine:
            return
        answer = yield {me: [f"take {m}" for m in table]}
        taken = card_of(answer[me])
        answer = yield {me: [f"place {m}" for m in mine]}
        placed = card_of(answer[me])
        del self.table[taken]
        self.table[placed] = me
        self.hands[me].remove(placed)
        self.hands[me].append(taken)
        yield from self._skill(me, placed, placed, chain)

    def _favor(self, me: int, chain: frozenset[int]) -> Flow:
        barred = set(chain) if self.options["skill11_copy_13"] else chain | {13}
        texts = [f"copy {m}" for m in self.table if m not in barred]
        if texts:
            answer = yield {me: texts}
            yield from self._skill(me, card_of(answer[me]), 11, chain)

    # --- the end -------------------------------------------------------------------------------

    def ranks(self) -> list[int]:
        """1 = best; more contracts, then the smaller sum; equal seats share a rank."""
        keys = [(-len(held), sum(held)) for held in self.contracts]
        return [1 + sum(other < key for other in keys) for key in keys]
