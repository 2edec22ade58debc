"""What is in the box of House of Fado, in plain Python, from the rulebook and its rulings alone."""

from __future__ import annotations

from collections import Counter

TYPES = ("PG", "S", "CG")
GUESTS = ("gray", "black", "brown")
GROUPS = ("left", "middle", "right")
NOTES = ("n1", "n2", "n3", "n4")
ACCEPTS = {"PG": ("gray", "brown"), "S": ("gray", "black"), "CG": ("gray", "brown")}
BASE_COST = {"PG": 1, "S": 2, "CG": 1}
FAME_COST = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15}    # 6 cannot be hired
GUESTS_TO_REACH = {
    "default": {2: 1, 3: 2, 4: 2, 5: 3, 6: 3},
    "alternative": {2: 1, 3: 1, 4: 2, 5: 3, 6: 4},
}
SEATS_AT = (2, 3, 4)
PER_PLAYER = {"gray": 2, "black": 3, "brown": 4}
CRITICS = {2: (1,), 3: (0, 2), 4: (0, 1, 2)}
SPACES = {          # action space: location, types beside it, groups beside it
    "market_L": ("market", ("PG", "S"), (0, 1)),
    "market_R": ("market", ("S", "CG"), (1, 2)),
    "street_L": ("street", (), (0, 1)),
    "street_R": ("street", (), (1, 2)),
    "rehearsal": ("rehearsal", (), ()),
    "billboard_L": ("billboard", ("PG", "S"), (0, 1)),
    "billboard_R": ("billboard", ("S", "CG"), (1, 2)),
}
BONUSES = {         # per location the kick-out spaces under each action space: kind, money
    "market": (("money", 1), ("guest", 0), ("guest", 1)),
    "street": (("money", 1), ("note", 1), ("note", 2)),
    "rehearsal": (("money", 2), ("fame", 0), ("money", 2)),
    "billboard": (("money", 2), ("note", 0), ("guest", 0)),
}
MUSICIAN_NOTES = {"PG": (1, 2, 3, 4, 1, 4), "S": (1, 2, 3, 4, 2, 1), "CG": (1, 2, 3, 4, 3, 2)}
PROMOS = {"PG": "PR_JOAO", "S": "PR_MARINA", "CG": "PR_VITAL"}
TYPE_OF_PROMO = {tile: kind for kind, tile in PROMOS.items()}
FADOS = ("12 23 34 14 13 24", "123 124 134 234 112 223 334 441", "1122 3344 1234 1234 1144 2233")
FADO_VALUES = (2, 4, 7)
FADOS_OF_TWO = (1, 2, 3, 4, 7, 8, 9, 10, 15, 16, 17, 18)


def musicians(players: int) -> list[str]:
    """Ids of the base tiles in play: four of each type, a fifth with 3, a sixth with 4 players."""
    return [f"{kind}{number}" for kind in TYPES for number in range(1, players + 3)]


def type_of(tile: str) -> str:
    return TYPE_OF_PROMO.get(tile) or tile.rstrip("123456")


def note_of(tile: str) -> str | None:
    """Return the note on a tile; the promos show none."""
    if tile in TYPE_OF_PROMO:
        return None
    return f"n{MUSICIAN_NOTES[type_of(tile)][int(tile[-1]) - 1]}"


def starting_fame(tile: str) -> int:
    """0: no die yet."""
    return 2 if tile in TYPE_OF_PROMO else 0


def fados() -> dict[str, tuple[Counter, int]]:
    """Fado tiles: id -> notes, points."""
    rows = [(word, value) for words, value in zip(FADOS, FADO_VALUES, strict=True)
            for word in words.split()]
    return {f"F{i:02}": (Counter(f"n{digit}" for digit in word), value)
            for i, (word, value) in enumerate(rows, 1)}


def fados_in_play(players: int) -> list[str]:
    numbers = FADOS_OF_TWO if players == 2 else range(1, 21)
    return [f"F{i:02}" for i in numbers]


def guest_text(guests: Counter) -> str:
    """Return guests in words, "2 gray 1 brown"."""
    return " ".join(f"{guests[colour]} {colour}" for colour in GUESTS if guests[colour])


def guests_of(text: str) -> Counter:
    """Return the guests of such a text."""
    words = text.split()
    return Counter({colour: int(n) for n, colour in zip(words[::2], words[1::2], strict=True)})


class Seat:
    """What lies in front of a player."""

    def __init__(self, players: int, options: dict) -> None:
        self.money = 5
        self.points = 0
        self.notes = Counter({"n1": 1} if options["clef_mode"] == "ordinary_kind" else {})
        self.clef = options["clef_mode"] != "ordinary_kind"
        self.musicians: dict[str, str] = {}                 # type -> tile
        self.tables: list[Counter | str] = [Counter(), Counter(), Counter()]
        self.bar: Counter = Counter()
        self.track = 8
        self.fados: list[str] = []
        self.hand = 3
        self.home = False
        self.assistants = 3 if options["two_player_assistants"] and players == 2 else 0

    @property
    def removed(self) -> int:
        return 8 - self.track

    @property
    def income(self) -> int:
        return 1 + (self.removed >= 3) + (self.removed >= 7)

    @property
    def critic_price(self) -> int:
        return 3 - min(self.removed // 2, 3)

    def empty_tables(self) -> list[int]:
        """Numbers of the tables that guests may take; the third opens with the fifth cube."""
        return [i for i in range(3) if not self.tables[i] and (i < 2 or self.removed >= 5)]

    @property
    def has_critic(self) -> bool:
        return "critic" in self.tables

    def seated(self) -> Counter:
        """Guests at tables."""
        return sum((t for t in self.tables if t != "critic"), Counter())

    def bar_is_full(self) -> bool:
        return self.bar.total() >= 2
