"""When to stop a match: a sequential test of the mean score of blocks (GSPRT).

The score of a block is the edge of A over B on one deal, one number whatever the game. H0 says
that the mean edge is 0, H1 that it is `effect`. After n blocks with mean x and sample variance v
the logarithm of the likelihood ratio of normal scores is

    LLR = n * effect * (2 x - effect) / (2 v);

the match ends with H1 where LLR >= ln((1 - beta) / alpha) and with H0 where it is at most
ln(beta / (1 - alpha)). Sources: A. Wald, Sequential Analysis, 1947; the variance that is put in
from the sample makes it the *generalised* test of fishtest and OpenBench, who do the same on pairs
of games; a block is their pair for more than two seats.

The interval at the end is that of a match of this many blocks planned beforehand. A match that
stopped early stopped because its mean was far out, so its edge is somewhat too large.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.statistics import Clusters, Estimate

FIRST_LOOK = 32  # blocks; before, the sample variance is too rough to divide by
BETWEEN_LOOKS = 8  # blocks
# The first blocks may by luck be all alike, and so may many of a game whose deals are nearly always
# shared: a kind of block as common as 3 in n is missed by all n of them with probability 0.05 (the
# rule of three), and where it is won outright the variance is that share.
MISSED = 3.0


@dataclass(frozen=True)
class Match:
    """What is asked of a match, and with what risks; GSPRT of A's edge over B."""

    effect: float  # the edge of H1, in win share
    max_blocks: int
    alpha: float = 0.05  # risk of "stronger" at edge 0
    beta: float = 0.05  # risk of "not stronger" at edge `effect`

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the values of LLR that accept H0 and H1."""
        return (
            math.log(self.beta / (1.0 - self.alpha)),
            math.log((1.0 - self.beta) / self.alpha),
        )


@dataclass(frozen=True)
class Verdict:
    """Where a match stands after its blocks, or where it stopped before the last of them."""

    decision: str  # "stronger" (H1), "not stronger" (H0), "undecided" or "continue"
    blocks: int  # looked at; what was played beyond them is not used
    llr: float
    bounds: tuple[float, float]
    edge: Estimate | None  # of the blocks looked at, with the interval of a match of planned size
    nelo: float | None  # mean over standard deviation of a block

    @property
    def stops(self) -> bool:
        """Return whether no further block is needed."""
        return self.decision != "continue"

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict, JSON-safe."""
        return {
            "decision": self.decision,
            "blocks": self.blocks,
            "llr": round(self.llr, 9),
            "bounds": [round(bound, 9) for bound in self.bounds],
            "edge": None if self.edge is None else self.edge.to_dict(),
            "nelo": None if self.nelo is None else round(self.nelo, 9),
        }


def judge(match: Match, scores: Sequence[float]) -> Verdict:
    """Return the verdict on the blocks' scores in the order of the schedule.

    Every look of the past is taken again, so the verdict is the one a match played block by block
    would have stopped with, however many blocks were under way when it did.
    """
    llr = 0.0
    looked = min(len(scores), match.max_blocks)
    for n, llr in _looks(match, scores[:looked]):
        if not match.bounds[0] < llr < match.bounds[1]:
            decision = "stronger" if llr > 0.0 else "not stronger"
            return _verdict(match, decision, scores[:n], llr)
    decision = "undecided" if looked == match.max_blocks else "continue"
    return _verdict(match, decision, scores[:looked], llr)


def course(match: Match, scores: Sequence[float]) -> list[list[float]]:
    """Return [n, LLR] of every look at these scores, for a picture of how the match went."""
    return [[n, round(llr, 9)] for n, llr in _looks(match, scores)]


def _looks(match: Match, scores: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Yield (n, LLR) of every look that is due at these scores."""
    total = square = 0.0
    for n, score in enumerate(scores, 1):
        total += score
        square += score * score
        due = (n - FIRST_LOOK) % BETWEEN_LOOKS == 0 or n == match.max_blocks
        if n >= FIRST_LOOK and due:
            yield n, log_likelihood_ratio(n, total, square, match.effect)


def log_likelihood_ratio(n: int, total: float, square: float, effect: float) -> float:
    """Return LLR of H1 against H0 for n scores with this sum and sum of squares, n >= 2."""
    mean = total / n
    variance = (square - n * mean * mean) / (n - 1)
    return n * effect * (2.0 * mean - effect) / (2.0 * max(variance, MISSED / n))


def _verdict(match: Match, decision: str, scores: Sequence[float], llr: float) -> Verdict:
    blocks = Clusters()
    for number, score in enumerate(scores):
        blocks.add(number, score)
    edge = blocks.estimate(-1.0, 1.0)
    spread = 0.0 if edge is None else math.sqrt(edge.variance * len(scores))
    nelo = edge.mean / spread if edge is not None and spread > 0.0 else None
    return Verdict(decision, len(scores), llr, match.bounds, edge, nelo)
