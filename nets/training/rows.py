"""Decisions of self-play as arrays: what a learner is given of an update's games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine_cy import Game
from nets.training import sparse
from nets.training.facts import GameFacts
from nets.training.lockstep import Lockstep, advantages


@dataclass(frozen=True)
class Features:
    """Sparse rows: row i is index[start[i]:stop[i]] with the values beside it, `width` columns.

    `first` is the index of column 0.
    """

    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    index: NDArray[np.uint16]
    value: NDArray[np.float32]
    width: int
    first: int = 0

    def dense(self) -> NDArray[np.float32]:
        """Return the rows as float32[m, width]."""
        out = np.empty((len(self.start), self.width), dtype=np.float32)
        if out.size:
            sparse.densify(self.start, self.stop, self.index, self.value, self.first, out)
        return out


@dataclass
class Decisions:
    """N decisions with two legal actions or more, all of the current policy.

    A row has `own` features from start to other and those of the other seats' own blocks from
    other to stop. S seats at most, A actions.
    """

    start: NDArray[np.int64]
    other: NDArray[np.int64]
    stop: NDArray[np.int64]
    following: NDArray[np.int32]       # the seat's next decision, -1: none
    within: NDArray[np.int32]          # the same, -1 where that is in another stretch
    masks: NDArray[np.uint8]           # [N, A]
    actions: NDArray[np.int64]
    taught: NDArray[np.int64]          # what the teacher would have played, 0 without one
    log_chances: NDArray[np.float32]
    shares: NDArray[np.float32]        # [N, S] of the game's utility, the deciding seat first
    seats: NDArray[np.bool_]           # [N, S] whether there is such a seat
    goals: NDArray[np.float32]         # [N, S] shares where the stretch ends: of the critic
    returns: NDArray[np.float32]       # normalised utility of the deciding seat there
    totals: NDArray[np.float32]        # what the shares are shares of
    scores: NDArray[np.float32]        # [N, S] points at the end, the deciding seat first
    index: NDArray[np.uint16]
    value: NDArray[np.float32]
    num_features: int
    width: int                         # with those of the other seats

    def __len__(self) -> int:
        return len(self.start)

    def own(self, rows: NDArray[np.int64] | slice) -> Features:
        """Return what the deciding seats saw."""
        return Features(self.start[rows], self.other[rows], self.index, self.value,
                        self.num_features)

    def everything(self, rows: NDArray[np.int64] | slice) -> Features:
        """Return that and what the other seats alone knew: for training only."""
        return Features(self.start[rows], self.stop[rows], self.index, self.value, self.width)

    def hidden(self, rows: NDArray[np.int64] | slice) -> Features:
        """Return what the other seats alone knew."""
        return Features(self.other[rows], self.stop[rows], self.index, self.value,
                        self.width - self.num_features, self.num_features)

    def advantages(self, values: NDArray[np.float32], decay: float) -> NDArray[np.float32]:
        """Return the advantages of the actions; `values`: expected utility at each decision."""
        return advantages(self.within, values, self.returns, decay)


def read_decisions(table: Lockstep, facts: GameFacts) -> Decisions:
    """Return what one table of finished games has recorded."""
    found = table.results()
    game, rows = table.game, found["rows"]
    players, seats = game.num_players, facts.num_seats
    utility = facts.normalised(game, found["returns"])
    seat, number = rows["seat"].astype(np.int64), rows["game"]
    total = facts.share_total(game)
    reached = _where_stretches_end(found, utility, facts, game)
    shares = np.zeros((len(rows), seats), dtype=np.float32)
    goals = np.zeros_like(shares)
    scores = np.zeros((len(rows), seats), dtype=np.float32)
    for j in range(players):
        who = (seat + j) % players
        shares[:, j] = utility[number, who] / total
        goals[:, j] = reached[np.arange(len(rows)), who] / total
        scores[:, j] = found["scores"][number, who]
    there = max(players, 2)
    if players == 1:
        shares[:, 1] = 1.0 - shares[:, 0]
        goals[:, 1] = 1.0 - goals[:, 0]
    start = rows["start"].copy()
    return Decisions(
        start=start, other=rows["other"].copy(),
        stop=np.append(start[1:], len(found["value"])).astype(np.int64)[: len(start)],
        following=rows["next"].copy(), within=_within(rows),
        masks=np.pad(found["masks"], ((0, 0), (0, facts.num_actions - game.num_distinct_actions))),
        actions=rows["action"].astype(np.int64), taught=rows["taught"].astype(np.int64),
        log_chances=rows["log_chance"].copy(),
        shares=shares, seats=np.tile(np.arange(seats) < there, (len(rows), 1)),
        goals=goals, returns=reached[np.arange(len(rows)), seat].astype(np.float32),
        totals=np.full(len(rows), total, dtype=np.float32), scores=scores,
        index=found["index"], value=found["value"],
        num_features=facts.num_features, width=facts.width)


def _where_stretches_end(found: dict[str, Any], utility: NDArray[np.float64], facts: GameFacts,
                         game: Game) -> NDArray[np.float64]:
    """Return the normalised utilities [N, P] where the stretch of each decision ends."""
    rows, (games, utilities) = found["rows"], found["ends"]
    number, stretch = rows["game"], rows["stretch"].astype(np.int64)
    reached = utility[number]
    count = np.bincount(games, minlength=len(utility))
    ends = facts.normalised(game, utilities[np.argsort(games, kind="stable")])
    inner = np.flatnonzero(stretch < count[number])
    first = np.cumsum(count) - count
    reached[inner] = ends[first[number[inner]] + stretch[inner]]
    return reached


def _within(rows: NDArray) -> NDArray[np.int32]:
    """Return the seat's next decision of the same stretch, -1: none."""
    following = rows["next"]
    same = rows["stretch"][following] == rows["stretch"]     # of the last row where there is none
    return np.where((following >= 0) & same, following, np.int32(-1))


def join(parts: Sequence[Decisions]) -> Decisions:
    """Return the decisions of several tables as one."""
    if len(parts) == 1:
        return parts[0]
    rows = np.cumsum([0] + [len(part) for part in parts])
    values = np.cumsum([0] + [len(part.value) for part in parts])
    joined: dict[str, Any] = {}
    for field in fields(Decisions):
        columns = [getattr(part, field.name) for part in parts]
        if field.name in ("start", "other", "stop"):
            columns = [c + at for c, at in zip(columns, values, strict=False)]
        elif field.name in ("following", "within"):
            columns = [np.where(c < 0, c, c + np.int32(at))
                       for c, at in zip(columns, rows, strict=False)]
        joined[field.name] = columns[0] if np.isscalar(columns[0]) else np.concatenate(columns)
    return Decisions(**joined)

