"""A course of Fairy Concerto that leads to an observation, played out on the referee.

What the observation leaves open is filled in with what is left of the box. An AssertionError says
that nothing legal leads to the position, or to a position that looks otherwise.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from fairy_concerto_referee import KINDS, ROUNDS, SOLO, Referee, card_needs

BOX = Counter(dict(zip(KINDS, (12, 12, 12, 12, 8), strict=True)))
Fairies = list[str]


class Course:
    """The picks, hands and score cards of a game that ends, for now, in what `written` shows."""

    def __init__(self, written: dict[str, Any]) -> None:
        view = written["view"]
        self.n, self.seat, self.view = written["players"], written["player"], view
        self.choosing, self.chooser = view["phase"] == "choose", view.get("chooser")
        self.waiting = view.get("composers_waiting") or [0] * self.n
        self.rounds, self.passed = view["round"] - 1, view.get("draft", 1) - 1
        self.drafts = {1: 1, 2: 3}.get(self.n, 6)
        self.open = BOX - Counter([view["popularity"]])
        self.picks = [self._picks(p) for p in range(self.n)]
        self.others = self._others()
        self.hands = self._hands((written.get("knowledge") or {}).get("hands"))
        self.cards = [name for name in card_needs() if not self._shown(name)]

    def take(self, fairies: Fairies) -> Fairies:
        """Take fairies out of the box."""
        assert Counter(fairies) <= self.open
        self.open -= Counter(fairies)
        return fairies

    def draw_cards(self) -> list[str]:
        return [self.cards.pop(), self.cards.pop()]

    def _shown(self, name: str) -> bool:
        view = self.view
        return any(name in row for row in (*view["score_cards"], view["discards"],
                                           view.get("pair") or []))

    def _picks(self, p: int) -> Fairies:
        """Return what seat p has added, in an order in which the latest picks are as they must be.

        A chooser's last picks are the composers that draw now or later; a seat whose turn to draw
        would still come, but that does not wait, has added something else.
        """
        fairies = self.take(listed(self.view["orchestras"][p]))
        if self.choosing and p >= self.chooser:
            now = self.waiting[p] + (p == self.chooser)
            if self.n > 1 and not now:
                return sorted(fairies, key=lambda kind: kind != "composer")
            late = ["composer"] * now
            assert Counter(late) <= Counter(fairies)
            early = sorted((Counter(fairies) - Counter(late)).elements(),
                           key=lambda kind: kind != "composer")
            return early + late
        return fairies

    def _others(self) -> Fairies:
        """Return what has been removed or has gone to Pahha, in order; composers waiting last."""
        view = self.view
        if self.n == 2:
            return self.take(listed(view["removed"]))
        if self.n > 2:
            return []
        fairies = Counter(self.take(listed(view["pahha"]["orchestra"])))
        late = view["pahha"].get("composers_waiting", 0) if self.choosing else 0
        early = fairies - Counter({"composer": late})
        if not self.choosing:
            return list(early.elements())
        got = SOLO[self.rounds][0] - SOLO[self.rounds][1]       # this round, no other composer
        others = [kind for kind in early.elements() if kind != "composer"]
        assert late <= got and len(others) >= got - late
        fresh = others[: got - late] + ["composer"] * late
        return [*(fairies - Counter(fresh)).elements(), *fresh]

    def _hands(self, known: list[Any] | None) -> list[Fairies]:
        """Return the hands as they lie now."""
        own = self.take(listed(self.view["hand"]))
        seen = [self.take(listed(hand)) if hand else None for hand in known or [None] * self.n]
        seen[self.seat] = own
        return [self.take(list(self.open.elements())[: len(own)]) if hand is None else hand
                for hand in seen]

    # ---- playing it ----------------------------------------------------------------------------

    def play(self, options: dict[str, Any]) -> Referee:
        """Play up to the position; return the referee that has accepted every step."""
        view, opening = self.view, self.rounds == self.passed == 0 and not self.choosing
        kept = [list(cards) for cards in view["score_cards"]]
        discards = list(view["discards"])
        pairs = [[kept[p].pop(0), discards.pop()] if not opening else self.draw_cards()
                 for p in range(self.n)]
        if opening:
            pairs[self.seat] = view["pair"]
        referee = Referee(self.n, view["popularity"], view["soloist"][-1], view["pianist"],
                          view["harpist"], pairs, options.get("score_cards") != "no_composers")
        first = [f"keep {1 + sorted(pair).index(row[0])}" if row else ""
                 for pair, row in zip(pairs, view["score_cards"], strict=True)]
        now, last = 0, self.drafts * self.rounds + self.passed + self.choosing
        while referee.question is not None:
            question = referee.question
            if isinstance(question, tuple) and question[0] == "hands":
                referee.ask(self._dealt(now))
            elif isinstance(question, tuple):
                seat = question[1]
                if not kept[seat]:                              # the choice that is open
                    own = seat == self.seat
                    referee.ask(view["pair"] if own else self.draw_cards())
                    return referee
                pair = [kept[seat].pop(0), discards.pop()]
                referee.ask(pair)
                referee.choose(seat, f"keep {1 + sorted(pair).index(pair[0])}")
            elif now == last:
                return referee
            else:
                for seat, text in enumerate(self._texts(now)):
                    referee.choose(seat, ", ".join([text, *([first[seat]] if now == 0 else [])]))
                now += 1
        raise AssertionError("the game is over")

    def picked(self) -> list[Counter]:
        """Return what has been picked this round from the hand that now lies with each seat."""
        start = self.drafts * self.rounds
        found = [Counter() for _ in range(self.n)]
        for draft in range(self.passed + self.choosing):
            for hand in range(self.n):
                at = (hand - self.passed + draft) % self.n
                found[hand].update(self._added(at, start + draft))
                found[hand].update(self._elsewhere(at, start + draft))
        return found

    def _added(self, p: int, draft: int) -> Fairies:
        if self.n > 1:
            return self.picks[p][draft : draft + 1]
        start = sum(yours for _, yours in SOLO[:draft])
        return self.picks[p][start : start + SOLO[draft][1]]

    def _elsewhere(self, p: int, draft: int) -> Fairies:
        """Return what seat p removes in a draft; alone what Pahha gets in a round."""
        if self.n == 1:
            start = sum(drawn - yours for drawn, yours in SOLO[:draft])
            return self.others[start : start + SOLO[draft][0] - SOLO[draft][1]]
        return self.others[2 * draft + p : 2 * draft + p + 1] if self.n == 2 else []

    def _texts(self, draft: int) -> list[str]:
        texts = []
        for p in range(self.n):
            added = sorted(self._added(p, draft), key=KINDS.index)
            text = f"add {'+'.join(added)}"
            texts.append(text if self.n != 2 else f"{text}, remove {self._elsewhere(p, draft)[0]}")
        return texts

    def _dealt(self, now: int) -> list[Fairies]:
        """Return the hands of the round that begins: what is picked from them and what stays."""
        current = now == self.drafts * self.rounds
        picked = self.passed + self.choosing if current else self.drafts
        hands = []
        for p in range(self.n):
            hand = list(self.hands[(p + self.passed) % self.n]) if current else []
            for draft in range(picked):
                at = (p + draft) % self.n
                hand += self._added(at, now + draft) + self._elsewhere(at, now + draft)
            assert len(hand) == (SOLO[now][0] if self.n == 1 else 6)
            hands.append(hand)
        assert len(hands) == self.n and now < self.drafts * ROUNDS.get(self.n, len(SOLO))
        return hands


def listed(numbers: dict[str, int]) -> Fairies:
    """Return the fairies of an object kind -> number one by one."""
    return list(Counter(numbers).elements())
