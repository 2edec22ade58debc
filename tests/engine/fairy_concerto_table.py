"""Positions of Fairy Concerto for the tests: a table set up by hand and moved by action texts.

Fairies are written as strings of kinds, "T" trumpeter, "D" drummer, "V" violinist, "H" horn player,
"C" composer: "TTDC" are two trumpeters, a drummer and a composer.
"""

from __future__ import annotations

import engine_cy

KINDS = ("trumpeter", "drummer", "violinist", "horn_player", "composer")
LETTERS = "TDVHC"
PHASES = ("pick", "choose", "over")
ITEMS = ("popularity", "conductor", "soloist", "pianist", "harpist", "score_cards", "honors")


def counts(text: str) -> list[int]:
    """Return the number of each kind in a string of fairies."""
    assert set(text) <= set(LETTERS)
    return [text.count(letter) for letter in LETTERS]


def packed(numbers) -> int:
    return sum(n << 6 * k for k, n in enumerate(numbers))


def unpacked(word) -> list[int]:
    return [(int(word) >> 6 * k) & 63 for k in range(5)]


def text_of(word) -> str:
    """Return a packed word as a string of fairies."""
    return "".join(letter * n for letter, n in zip(LETTERS, unpacked(word), strict=True))


def card(name: str) -> int:
    """Return the number of a score card: "SC01" is 0."""
    return int(name[2:]) - 1


class Table:
    """A state of Fairy Concerto with chosen fairies and score cards.

    hands, orchestras: strings of fairies per seat. cards: lists of ids kept per seat. pairs: the
    setup cards per seat (first draft only). next_cards: the next cards of the pile, in order.
    removed: two players; "" fills up from what is left. pahha: its orchestra, alone.
    All None: as dealt from the seed.
    """

    def __init__(self, players=4, hands=None, orchestras=None, cards=None, pairs=None,
                 next_cards=(), round=1, draft=1, popularity=None, pahha="", seed=0, data=None,
                 **options):
        self.game = engine_cy.load_game("fairy_concerto", players=players, data=data, **options)
        form = self.game.new_initial_state(seed).to_dict()
        self.rec = form["record"]
        if popularity is not None:
            self.rec["popularity"] = LETTERS.index(popularity)
        if hands is not None:
            self._set_fairies(players, hands, orchestras or [""] * players, pahha)
            self.rec["h"]["epoch"], self.rec["draft"] = round, draft - 1
            self._set_cards(players, cards, pairs, list(next_cards), pahha, round, draft)
            self.rec["log_known"] = int(draft == 1)
            if popularity is None:
                self._free_popularity()
            self._set_rest()
        form["events"] = []
        self.state = self.game.state_from_dict(form)

    def _set_fairies(self, players, hands, orchestras, pahha):
        for p in range(players):
            self.rec["hand"][p] = packed(counts(hands[p]))
            self.rec["orchestra"][p] = packed(counts(orchestras[p]))
        self.rec["pahha"] = packed(counts(pahha))

    def _set_cards(self, players, cards, pairs, next_cards, pahha, round, draft):
        rec = self.rec
        first = round == 1 and draft == 1
        used = {card(c) for row in (cards or []) for c in row}
        used |= {card(c) for c in next_cards} | {card(c) for row in (pairs or []) for c in row}
        free = [c for c in range(26) if c not in used]
        draws = []
        if first:
            for p in range(players):
                pair = [card(c) for c in pairs[p]] if pairs else [free.pop(), free.pop()]
                draws += sorted(pair)
        down = [free.pop() for _ in range(1 + pahha.count("C"))] if players == 1 else []
        if first and players == 1:
            draws += down
        rec["num_draws"] = len(draws)
        rec["hidden_draws"] = 4 if first and players == 1 else 0
        rec["face_down"], rec["num_face_down"] = sum(1 << c for c in down), len(down)
        draws += [card(c) for c in next_cards]
        rec["draws"] = [c + 1 for c in draws] + [0] * (24 - len(draws))
        rec["kept"], rec["discards"] = [0] * 4, 0
        for p in range(players):
            due = 0 if first else 1 + unpacked(rec["orchestra"][p])[4]
            row = [card(c) for c in cards[p]] if cards else [free.pop() for _ in range(due)]
            assert len(row) == due, f"seat {p} must have {due} score cards"
            rec["kept"][p] = sum(1 << c for c in row)
            rec["discards"] |= sum(1 << free.pop() for _ in range(due))

    def _free_popularity(self):
        """Turn up a kind of which a token is left."""
        left = self._left()
        self.rec["popularity"] = next(k for k in (0, 1, 2, 3, 4) if left[k] > 0)

    def _left(self):
        words = [*self.rec["hand"], *self.rec["orchestra"], self.rec["pahha"]]
        return [n - sum(unpacked(w)[k] for w in words)
                for k, n in enumerate(self.game.words.facts["tokens"])]

    def _set_rest(self):
        rec, game = self.rec, self.game
        left = self._left()
        left[rec["popularity"]] -= 1
        removed = [0] * 5
        if game.num_players == 2:       # as many as have been added, of any kind that is left
            due = sum(sum(unpacked(w)) for w in rec["orchestra"])
            while sum(removed) < due:
                k = max(range(5), key=lambda k: left[k])
                left[k] -= 1
                removed[k] += 1
        rec["removed"], rec["bag"] = packed(removed), packed(left)
        placed = rec["face_down"] | rec["discards"]
        for kept in rec["kept"]:
            placed |= kept
        for c in rec["draws"]:
            placed |= 1 << (c - 1) if c else 0
        rec["pile"] = (1 << 26) - 1 & ~placed

    # ---- moves ---------------------------------------------------------------------------------

    def do(self, seat, text):
        """Apply one action by its text."""
        self.state.apply_action(self.game.string_to_action(text), seat)
        return self

    def all(self, *texts):
        """Commit one action per seat, in seat order."""
        for seat, text in enumerate(texts):
            self.do(seat, text)
        return self

    def legal(self, seat=0):
        """Return the texts of a seat's legal actions."""
        return [self.game.action_to_string(a) for a in self.state.legal_actions(seat)]

    # ---- what can be seen ----------------------------------------------------------------------

    def _field(self, name):
        return self.state.record()[name]

    to_act = property(lambda self: self.state.acting_players())
    phase = property(lambda self: PHASES[int(self._field("phase"))])
    round = property(lambda self: int(self._field("h")["epoch"]))
    draft = property(lambda self: int(self._field("draft")) + 1)
    over = property(lambda self: self.state.is_terminal())
    scores = property(lambda self: self.state.scores().tolist())
    ranks = property(lambda self: self.state.ranks().tolist())
    returns = property(lambda self: self.state.returns().tolist())
    bag = property(lambda self: text_of(self._field("bag")))
    removed = property(lambda self: text_of(self._field("removed")))
    pahha = property(lambda self: text_of(self._field("pahha")))
    face_down = property(lambda self: int(self._field("num_face_down")))
    popularity = property(lambda self: LETTERS[int(self._field("popularity"))])

    def _per_seat(self, name, form):
        return [form(w) for w in self._field(name)[: self.game.num_players]]

    hands = property(lambda self: self._per_seat("hand", text_of))
    orchestras = property(lambda self: self._per_seat("orchestra", text_of))
    cards = property(lambda self: self._per_seat("kept", ids))
    discards = property(lambda self: ids(self._field("discards")))
    pile = property(lambda self: int(self._field("pile")).bit_count())

    @property
    def pair(self):
        """The two cards the chooser has drawn."""
        n = int(self._field("num_draws"))
        return [f"SC{int(c):02}" for c in self._field("draws")[n - 2 : n]]

    @property
    def points(self):
        """Points by item per seat; alone Pahha's row is the second."""
        rows = [*range(self.game.num_players), *([4] if self.game.num_players == 1 else [])]
        return [self._field("points")[row].tolist() for row in rows]

    def knows(self, seat):
        """Return the hands that a seat's observation shows, "" for the others."""
        record = self.state.observation(seat).record()
        return [text_of(w) for w in record["hand"][: self.game.num_players]]


def ids(cards) -> list[str]:
    """Return the ids of a set of score cards."""
    return [f"SC{c + 1:02}" for c in range(26) if (int(cards) >> c) & 1]


def final(orchestras, cards, pahha="", popularity="T", **options):
    """Play the last pick of a game that ends with these orchestras and score cards."""
    players = len(orchestras)
    options = {"soloist": "A", "pianist": "P1", "harpist": "H1", **options}
    last, before = [], []
    for orchestra in [*orchestras, *([pahha] if players == 1 else [])]:
        fairy = next(f for f in "TDVH" if f in orchestra)
        last.append(fairy)
        before.append(orchestra.replace(fairy, "", 1))
    rounds = {1: 7, 2: 4, 3: 2, 4: 2}[players]
    draft = {1: 1, 2: 3, 3: 6, 4: 6}[players]
    hands = last
    if players == 1:
        hands = [last[0] + last[1]]
    names = [KINDS[LETTERS.index(fairy)] for fairy in last]
    texts = [f"add {name}" for name in names[:players]]
    if players == 2:
        used = "".join(orchestras) + popularity
        spare = next(f for f in LETTERS if used.count(f) < (8 if f == "C" else 12) - 1)
        hands = [fairy + spare for fairy in last]
        texts = [f"{text}, remove {KINDS[LETTERS.index(spare)]}" for text in texts]
    table = Table(players, hands, before[:players], cards, round=rounds, draft=draft,
                  popularity=popularity, pahha=before[1] if players == 1 else "", **options)
    return table.all(*texts)
