"""Which bots meet on which deal in which seats.

A *line-up* is a list of as many bots as the game has seats. A *block* is one deal, played once in
every rotation of one line-up round the table, so each bot of it meets the same cards in every
seat. Line-ups are made from the field as follows (P seats, n bots).

``field``
    n = P: the field is the line-up, and a bot may be listed more than once.
    n < P: every way to fill the seats in which each bot sits at least once; two bots A, B at four
    seats give ABBB, AAAB and AABB.
    n > P: *wheels*. A wheel starts from one choice of P bots and shifts it through the list, bot
    by bot, until it comes round: every bot sits in equally many of its line-ups. All wheels
    together are all choices of P bots; where those are too many to list, wheels are drawn.

``pairs``
    For every two bots, one A among Bs and one B among As (in a game for two: A against B).

``gauntlet``
    The same for the first bot of the list and each of the others.

``match``
    The same for two bots, both line-ups on each deal: the unit of a sequential test.

Line-ups are used in turn, so after every whole wheel (or pass) the bots have played equally often.
The order round the table is drawn anew for every block: nobody has the same neighbour throughout.
Everything is a function of the master seed and the block's number; asking for more blocks only
adds to the end. The events of a tournament take turns, each in step with its number of blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice, pairwise, repeat
from math import comb

from arena.deals import keyed_hash
from engine_cy.errors import GameOptionError

LINEUPS = ("field", "pairs", "gauntlet")  # those a tournament may ask for
MAX_BLOCKS = 1_000_000  # all of them are listed before the first is played
MAX_LISTED = 20_000  # choices of P bots that are listed whole; beyond, wheels are drawn

LineUp = tuple[int, ...]


@dataclass(frozen=True)
class Block:
    """One deal and one line-up; ``seats[s]`` is the entrant at seat s in rotation 0."""

    index: int
    deal: int
    seats: LineUp
    event: int = 0

    def rotation(self, turn: int) -> LineUp:
        """Return the entrant at each seat after everybody moved up `turn` seats."""
        cut = -turn % len(self.seats)
        return self.seats[cut:] + self.seats[:cut]

    def copies(self, turn: int) -> LineUp:
        """Return for each seat of a rotation how many equal bots sat below it in rotation 0."""
        numbered = [self.seats[:seat].count(bot) for seat, bot in enumerate(self.seats)]
        cut = -turn % len(self.seats)
        return tuple(numbered[cut:] + numbered[:cut])


def take_turns(events: Sequence[Sequence[Block]]) -> list[Block]:
    """Return the blocks of all events in the order they are played, numbered through.

    After any number of blocks every event has had its share of them, so that a tournament which is
    stopped half way has half of each.
    """
    numbered = [
        replace(block, event=event) for event, blocks in enumerate(events) for block in blocks
    ]
    numbered.sort(key=lambda block: ((block.index + 1) / len(events[block.event]), block.event))
    return [replace(block, index=i) for i, block in enumerate(numbered)]


def make_blocks(
    bots: list[str], players: int, blocks: int, seed: int, lineups: str = "field"
) -> list[Block]:
    """Return the first blocks of the tournament of `bots` (names, one per list entry).

    `blocks` counts deals. All bots play each deal of a game for one, for they are compared on equal
    deals; a match plays both line-ups on each; in all else a deal has one block.

    Raises: GameOptionError if no schedule can be made.
    """
    _check(bots, players, blocks, lineups)
    first = {name: bots.index(name) for name in bots}
    entrants = [first[name] for name in bots]
    source = _SOURCES[lineups] if players > 1 else _field_lineups
    passes = (source(entrants, players, seed) for _ in repeat(None))
    if players == 1:
        shared = len(bots)  # line-ups on each deal
    else:
        shared = 2 if lineups == "match" and players > 2 else 1
    turns = list(islice(chain.from_iterable(passes), shared * blocks))
    return [
        Block(i, i // shared, _round_the_table(lineup, seed, i)) for i, lineup in enumerate(turns)
    ]


def _check(bots: list[str], players: int, blocks: int, lineups: str) -> None:
    if lineups not in _SOURCES:
        allowed = ", ".join(LINEUPS)
        raise GameOptionError(f"lineups={lineups!r} is unknown; allowed are {allowed}")
    if blocks < 1:
        raise GameOptionError(f"blocks={blocks} is too few; a tournament has at least 1 block")
    if blocks > MAX_BLOCKS:
        raise GameOptionError(
            f"blocks={blocks} is too many; a tournament has at most {MAX_BLOCKS} blocks"
        )
    if not bots:
        raise GameOptionError("bots=[] is empty; name at least one bot")
    paired = lineups != "field" and players > 1
    twice = sorted({name for name in bots if bots.count(name) > 1})
    if twice and (paired or len(bots) != players):
        raise GameOptionError(
            f"bot {twice[0]!r} is listed twice; list each bot once, or exactly as many bots as "
            f"the game has seats ({players})"
        )
    if paired and len(bots) < 2:
        raise GameOptionError(f"lineups={lineups!r} needs at least 2 bots")
    if lineups == "match" and len(bots) != 2:
        raise GameOptionError(f"a match is between 2 bots, not {len(bots)}")


def _round_the_table(lineup: LineUp, seed: int, block: int) -> LineUp:
    drawn = sorted(range(len(lineup)), key=lambda i: keyed_hash(seed, "table", block, i))
    return tuple(lineup[i] for i in drawn)


def _field_lineups(entrants: list[int], players: int, seed: int) -> Iterator[LineUp]:
    n = len(entrants)
    if n == players:
        yield tuple(entrants)
    elif n < players:
        yield from _fillings(entrants, players)
    else:
        for base in _wheel_bases(n, players, seed):
            yield from _wheel(base, n)


def _fillings(entrants: list[int], players: int) -> Iterator[LineUp]:
    """Yield the line-ups in which each entrant sits at least once, most lopsided first."""
    n = len(entrants)
    parts = []
    for cuts in combinations(range(1, players), n - 1):
        edges = (0, *cuts, players)
        parts.append(tuple(high - low for low, high in pairwise(edges)))
    for counts in sorted(parts, key=lambda counts: (-max(counts), counts)):
        pairs = zip(entrants, counts, strict=True)
        yield tuple(bot for bot, count in pairs for _ in range(count))


def _wheel(base: LineUp, n: int) -> Iterator[LineUp]:
    shifted = (tuple(sorted((bot + shift) % n for bot in base)) for shift in range(n))
    return iter(dict.fromkeys(shifted))


def _wheel_bases(n: int, players: int, seed: int) -> Iterator[LineUp]:
    """Yield the start of each wheel once, in an order drawn from `seed`; all of them, or enough."""
    if comb(n, players) <= MAX_LISTED:
        bases = [(0, *rest) for rest in combinations(range(1, n), players - 1)]
        bases = [base for base in bases if base == _canonical(base, n)]
        yield from sorted(bases, key=lambda base: keyed_hash(seed, "wheel", base))
        return
    for number in range(MAX_LISTED):
        drawn = sorted(range(1, n), key=lambda bot: keyed_hash(seed, "wheel", number, bot))
        yield (0, *sorted(drawn[: players - 1]))


def _canonical(base: LineUp, n: int) -> LineUp:
    """Return the first, in order, of the shifts of `base` that hold bot 0."""
    return min(tuple(sorted((bot - start) % n for bot in base)) for start in base)


def _gauntlet_lineups(entrants: list[int], players: int, seed: int) -> Iterator[LineUp]:
    first, *others = entrants
    for other in others:
        yield from _pair_lineups([first, other], players, seed)


def _pair_lineups(entrants: list[int], players: int, seed: int) -> Iterator[LineUp]:
    n = len(entrants)
    for distance in range(1, n):
        for i, one in enumerate(entrants):
            other = entrants[(i + distance) % n]
            if players > 2:
                yield (one, *[other] * (players - 1))
            elif one < other:
                yield (one, other)


_SOURCES: dict[str, Callable[[list[int], int, int], Iterator[LineUp]]] = {
    "field": _field_lineups,
    "pairs": _pair_lineups,
    "gauntlet": _gauntlet_lineups,
    "match": _pair_lineups,
}
