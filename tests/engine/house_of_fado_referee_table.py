"""The table of House of Fado in plain Python and what the actions do to it (see the referee)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import product
from typing import Any

from house_of_fado_referee_box import (
    ACCEPTS,
    BASE_COST,
    CRITICS,
    FAME_COST,
    GROUPS,
    GUESTS,
    GUESTS_TO_REACH,
    NOTES,
    PER_PLAYER,
    SEATS_AT,
    SPACES,
    TYPE_OF_PROMO,
    TYPES,
    Seat,
    fados,
    fados_in_play,
    guest_text,
    guests_of,
    musicians,
    note_of,
    starting_fame,
    type_of,
)
from house_of_fado_referee_scores import final_points, ranks

OPTIONS = {
    "two_player_assistants": False,
    "promos": False,
    "uniqueness_scope": "location",
    "kickout_scope": "location",
    "kickout_timing": "before_action",
    "refill_timing": "after_street_customers_only",
    "fame6_outside_close": "resolve_at_once",
    "allow_noop": "only_if_nothing_else_at_space",
    "clef_mode": "wild_once",
    "customers_table": "default",
    "dismissed_keep_die": True,
    "cube_spaces_per_type": 0,
    "supply_per_kind": 0,
    "max_rounds": 60,
}

Flow = Generator[Any, Any, Any]


class Table:
    """Everything on the table, and what the actions do to it.

    deal: starter, groups (three texts of guests), display (four ids), top (id), billboards (scoring
    tile by type) and, with promos, boxed (ids of the tiles put back at the set-up).
    """

    def __init__(self, players: int, deal: dict, **options: Any) -> None:
        self.n = players
        self.options = {**OPTIONS, **options}
        self.seats = [Seat(players, self.options) for _ in range(players)]
        self.fado_tiles = fados()
        self.starter = deal["starter"]
        self.groups = [guests_of(text) for text in deal["groups"]]
        self.critics = set(CRITICS[players])
        whole = Counter({colour: n * players for colour, n in PER_PLAYER.items()})
        self.bag = whole - sum(self.groups, Counter())
        self.discard: Counter = Counter()
        self.display: list[str | None] = list(deal["display"])
        self.top: str | None = deal["top"]
        self.stack = set(fados_in_play(players)) - set(self.display) - {self.top}
        tiles = musicians(players) + (list(TYPE_OF_PROMO) if self.options["promos"] else [])
        boxed = deal["boxed"] if self.options["promos"] else []
        self.fame = {tile: starting_fame(tile) for tile in tiles if tile not in boxed}
        self.market = set(self.fame)
        self.scoring = dict(deal["billboards"])
        self.billboard: dict[str, str | None] = dict.fromkeys(TYPES)
        self.cubes = {kind: [0] * players for kind in TYPES}
        self.stars: dict[str, int] = {}
        self.star_musicians: dict[str, str] = {}
        self.boxed: set[str] = set()                         # removed from the game by step 3
        self.figures: dict[str, tuple[int, str]] = {}        # board place -> seat, worker/assistant
        self.aloft: int | None = None                        # seat whose worker is between spaces
        self.bumped: tuple[int, str] | None = None           # lies nowhere until it is kicked out
        self.supply = dict.fromkeys(NOTES, self.options["supply_per_kind"] or None)
        self.round = 1
        self.turns = 0                                       # complete turns of this round
        self.took_guests = self.turn_up = False

    @staticmethod
    def ask(seat: int, options: dict) -> Flow:
        """Ask a seat for one of these texts and return what stands behind it."""
        assert options
        return options[(yield {seat: set(options)})]

    # --- actions --------------------------------------------------------------------------------

    def act(self, me: int, space: str) -> Flow:
        location = SPACES[space][0] if space != "home" else "home"
        actions = {"market": self.market_action, "street": self.street_action,
                   "rehearsal": self.rehearsal_action, "billboard": self.billboard_action}
        if location == "home":
            yield from self.home_action(me)
        else:
            yield from actions[location](me, space)

    def with_stop(self, offers: dict) -> dict:
        """Add the option to do nothing, where the rules have it (A7)."""
        if offers and self.options["allow_noop"] == "always":
            return {**offers, "stop": None}
        return offers

    def market_action(self, me: int, space: str) -> Flow:
        left, right = SPACES[space][1]
        mine = self.seats[me]
        money = mine.money
        offers: dict[str, Any] = {
            f"hire {tile}": tile for kind in (left, right) for tile in self.hireable(me, kind)}
        if not offers:
            return
        first = yield from self.ask(me, {**offers, "stop": None})
        if not first:
            return
        self.hire(me, first, self.price(first))
        if type_of(first) == left:
            second = self.hireable(me, right)
        else:                                               # C20: one spelling for a pair
            second = [tile for tile in self.hireable(me, left)
                      if not self.both_payable(money, tile, first)]
        if second:
            tile = yield from self.ask(
                me, {**{f"hire {tile}": tile for tile in second}, "stop": None})
            if tile:
                self.hire(me, tile, self.price(tile))

    def price(self, tile: str) -> int:
        """Price at the market; a tile without a die gets die 1 first (A31)."""
        return BASE_COST[type_of(tile)] + FAME_COST[max(self.fame[tile], 1)]

    def hireable(self, me: int, kind: str) -> list[str]:
        mine = self.seats[me]
        if kind in mine.musicians:
            return []
        tiles = [tile for tile in sorted(self.market) if type_of(tile) == kind]
        return [t for t in tiles if self.fame[t] < 6 and self.price(t) <= mine.money]

    def both_payable(self, money: int, first: str, second: str) -> bool:
        money -= self.price(first)
        back = 2 if first == "PR_MARINA" else 0
        return money >= 0 and money + back >= self.price(second)

    def hire(self, me: int, tile: str, price: int) -> None:
        """Put a tile into the restaurant: pay, then its note, or Marina's money (A8, A18)."""
        mine = self.seats[me]
        mine.money -= price
        self.market.discard(tile)
        self.fame[tile] = max(self.fame[tile], 1)
        mine.musicians[type_of(tile)] = tile
        note = note_of(tile)
        if note in self.notes_left():
            self.take_note(me, note)
        if tile == "PR_MARINA":
            mine.money += 2

    def notes_left(self) -> list[str]:
        return [note for note in NOTES if self.supply[note] != 0]

    def take_note(self, me: int, note: str) -> None:
        self.seats[me].notes[note] += 1
        if self.supply[note] is not None:
            self.supply[note] -= 1

    def street_action(self, me: int, space: str) -> Flow:
        mine = self.seats[me]
        if not mine.empty_tables():
            return
        groups = SPACES[space][2]
        offers: dict[str, Any] = {
            f"guests from {GROUPS[g]}": ("guests", g) for g in groups if self.groups[g].total()}
        if not mine.has_critic and mine.critic_price <= mine.money:
            offers |= {f"critic from {GROUPS[g]}": ("critic", g)
                       for g in groups if g in self.critics}
        if not offers:
            return
        chosen = yield from self.ask(me, self.with_stop(offers))
        if not chosen:
            return
        what, group = chosen
        if what == "critic":
            table = yield from self.ask(me, {f"table {i + 1}": i for i in mine.empty_tables()})
            self.critics.remove(group)
            mine.money -= mine.critic_price
            mine.tables[table] = "critic"
        else:
            yield from self.seat_guests(me, group)

    def seat_guests(self, me: int, group: int) -> Flow:
        """One to four guests of one group to a single empty table (A10)."""
        mine = self.seats[me]
        most = max(SEATS_AT[i] for i in mine.empty_tables())
        there = self.groups[group]
        parties = [Counter(dict(zip(GUESTS, numbers, strict=True)))
                   for numbers in product(*(range(there[c] + 1) for c in GUESTS))]
        guests = yield from self.ask(me, {
            f"seat {guest_text(party)}": party for party in parties if 0 < party.total() <= most})
        table = yield from self.ask(me, {
            f"table {i + 1}": i for i in mine.empty_tables() if SEATS_AT[i] >= guests.total()})
        self.groups[group] = there - guests
        mine.tables[table] = guests
        self.took_guests = True

    def refill(self) -> Flow:
        """Every group of 0 or 1 back to 4, left to right, as far as guests last (A11, A12)."""
        left = self.bag.total() + self.discard.total()
        wanted = {}
        for group, guests in enumerate(self.groups):
            if guests.total() <= 1 and left:
                wanted[group] = min(4 - guests.total(), left)
                left -= wanted[group]
        if not wanted:
            return
        drawn = yield "refill", wanted
        assert [group for group, _ in drawn] == [g for g, n in wanted.items() for _ in range(n)]
        for group, colour in drawn:
            if not self.bag.total():                        # C17: only when one more is needed
                self.bag, self.discard = self.discard, Counter()
            assert self.bag[colour]
            self.bag[colour] -= 1
            self.groups[group][colour] += 1

    def rehearsal_action(self, me: int, space: str) -> Flow:
        offers: dict[str, Any] = {
            f"score {tile}": ("score", tile)
            for tile in self.display if tile and self.can_score(me, tile)}
        offers |= {f"note {note}": ("note", note) for note in self.notes_left()}
        if not offers:
            return
        chosen = yield from self.ask(me, self.with_stop(offers))
        if not chosen:
            return
        what, name = chosen
        if what == "note":
            self.take_note(me, name)
        else:
            self.score_fado(me, name)

    def can_score(self, me: int, tile: str) -> bool:
        """All notes, or all but one and the clef (A1, C10)."""
        mine = self.seats[me]
        missing = (self.fado_tiles[tile][0] - mine.notes).total()
        wild = mine.clef and self.options["clef_mode"] == "wild_once"
        return missing == 0 or (missing == 1 and wild)

    def score_fado(self, me: int, tile: str) -> None:
        mine = self.seats[me]
        notes, points = self.fado_tiles[tile]
        if (notes - mine.notes).total():
            mine.clef = False                               # leaves the game
        paid = notes & mine.notes
        mine.notes = mine.notes - paid
        for note, number in paid.items():
            if self.supply[note] is not None:
                self.supply[note] += number
        mine.fados.append(tile)
        mine.points += points
        self.display[self.display.index(tile)] = self.top
        self.turn_up, self.top = self.top is not None, None
        if len(mine.fados) == 3:
            self.stars.setdefault("first_3_fado", me)

    def billboard_action(self, me: int, space: str) -> Flow:
        offers: dict[str, Any] = {}
        for kind in SPACES[space][1]:
            if self.can_promote(me, kind):
                offers[f"promote {kind}"] = (self.promote, kind)
            if self.can_contract(me, kind):
                offers[f"contract {kind}"] = (self.contract, kind)
        if not offers:
            return
        chosen = yield from self.ask(me, self.with_stop(offers))
        if chosen:
            action, kind = chosen
            action(me, kind)

    def can_promote(self, me: int, kind: str) -> bool:
        mine, there = self.seats[me], self.billboard[kind]
        spaces = self.options["cube_spaces_per_type"]
        if kind not in mine.musicians or not mine.track:
            return False
        if spaces and sum(self.cubes[kind]) >= spaces:
            return False
        fame = self.fame[mine.musicians[kind]]
        return fame >= 2 and (there is None or fame > self.fame[there])

    def promote(self, me: int, kind: str) -> None:
        tile = self.seats[me].musicians.pop(kind)
        if self.billboard[kind]:
            self.market.add(self.billboard[kind])
        self.billboard[kind] = tile
        self.cubes[kind][me] += 1
        self.seats[me].points += self.fame[tile]
        self.remove_cubes(me, 1)                            # A20: the star of the 8th comes last

    def remove_cubes(self, me: int, number: int) -> None:
        """Remove cubes from the left of the track, as many as are left (A21, A23)."""
        mine = self.seats[me]
        mine.track -= min(number, mine.track)
        if not mine.track:
            self.stars.setdefault("first_8_cubes", me)

    def can_contract(self, me: int, kind: str) -> bool:
        tile, mine = self.billboard[kind], self.seats[me]
        return bool(tile) and kind not in mine.musicians and self.fame[tile] < 6 \
            and FAME_COST[self.fame[tile]] <= mine.money

    def contract(self, me: int, kind: str) -> None:
        """Only the fame is paid; the cubes stay (A19, C11)."""
        tile, self.billboard[kind] = self.billboard[kind], None
        self.hire(me, tile, FAME_COST[self.fame[tile]])

    # --- closing the restaurant -----------------------------------------------------------------

    def home_action(self, me: int) -> Flow:
        mine = self.seats[me]
        if not (mine.seated() or mine.bar.total() or mine.has_critic or mine.musicians):
            return                                          # C8: legal, nothing happens
        if self.options["allow_noop"] == "always":
            closes = yield from self.ask(me, {"close": True, "stop": False})
            if not closes:
                return
        yield from self.close(me)

    def close(self, me: int) -> Flow:
        mine = self.seats[me]
        at_opening = set(mine.musicians.values())           # C13: who counts, wherever they go
        mine.money += mine.income * mine.seated().total()
        virtual = 2 if "PR_VITAL" in at_opening else 0
        reached = yield from self.upgrades(me, mine.seated() + mine.bar, virtual)
        for kind in reached:
            yield from self.sixth(me, kind)
        for kind in TYPES:
            if kind in mine.musicians:
                yield from self.keep_or_dismiss(me, kind)
        if mine.has_critic:
            self.remove_cubes(me, 3 if "PR_JOAO" in at_opening else 2)
            group = yield from self.ask(
                me, {f"critic to {GROUPS[g]}": g for g in range(3) if g not in self.critics})
            self.critics.add(group)
        self.discard += mine.seated() + mine.bar
        mine.tables, mine.bar = [Counter(), Counter(), Counter()], Counter()

    def upgrades(self, me: int, guests: Counter, virtual: int) -> Flow:
        """Ask for each musician's new level; return the types that reach 6 (C32)."""
        mine = self.seats[me]
        before = {kind: self.fame[tile] for kind, tile in mine.musicians.items()}
        levels: dict[str, int] = {}
        for kind in TYPES:
            if kind not in before:
                continue
            above = [level for level in range(before[kind] + 1, 7)
                     if self.payable(before, {**levels, kind: level}, guests, virtual)]
            if above:
                offers = {f"raise {kind} to {level}": level for level in above}
                offers[f"no raise {kind}"] = before[kind]
                levels[kind] = yield from self.ask(me, offers)
                self.fame[mine.musicians[kind]] = levels[kind]
        return [kind for kind, level in levels.items() if level == 6]

    def payable(self, before: dict[str, int], levels: dict[str, int], guests: Counter,
                virtual: int) -> bool:
        """True if some sharing of the guests pays these levels; a gray one serves all types."""
        table = GUESTS_TO_REACH[self.options["customers_table"]]
        due: Counter = Counter()
        for kind, level in levels.items():
            colour = ACCEPTS[kind][1]
            due[colour] += sum(table[step] for step in range(before[kind] + 1, level + 1))
        short = sum(max(0, due[colour] - guests[colour]) for colour in ("black", "brown"))
        return short <= guests["gray"] + virtual

    def sixth(self, me: int, kind: str) -> Flow:
        """A musician has reached fame 6 (step 3, A15)."""
        mine = self.seats[me]
        star = f"first_{kind}_6"
        if star not in self.stars:
            self.stars[star] = me
            self.star_musicians[kind] = mine.musicians.pop(kind)
            mine.points += 6
        elif (yield from self.ask(me, {f"box {kind}": True, f"keep {kind}": False})):
            self.boxed.add(mine.musicians.pop(kind))
            mine.points += 6

    def keep_or_dismiss(self, me: int, kind: str) -> Flow:
        if not (yield from self.ask(me, {f"keep {kind}": False, f"dismiss {kind}": True})):
            return
        tile = self.seats[me].musicians.pop(kind)
        self.seats[me].points += self.fame[tile]
        if not self.options["dismissed_keep_die"]:
            self.fame[tile] = starting_fame(tile)
        self.market.add(tile)

    # --- the end --------------------------------------------------------------------------------

    def standings(self) -> list[dict]:
        return [
            {
                "points": seat.points,
                "fames": [self.fame[tile] for tile in seat.musicians.values()],
                "stars": sum(owner == s for owner in self.stars.values()),
                "fados": len(seat.fados),
                "money": seat.money,
            }
            for s, seat in enumerate(self.seats)
        ]

    def result(self) -> list[dict]:
        """Points of each seat by line if the game ended now."""
        billboards = [(self.scoring[kind], self.cubes[kind]) for kind in TYPES]
        return final_points(self.standings(), billboards)

    def totals(self) -> list[int]:
        return [sum(row.values()) for row in self.result()]

    def ranks(self) -> list[int]:
        return ranks(self.standings(), self.totals())
