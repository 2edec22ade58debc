"""Random streams of bots: decision k of a bot draws from the stream (bot seed, k)."""
from libc.stdint cimport uint64_t

from engine_cy.rng cimport Rng, mix2, rng_below, rng_next, rng_seed, rng_unit

import numbers


def stream_seed(seed: int, k: int) -> int:
    """Return the 64-bit seed of stream k of a bot's seed in [0, 2^64)."""
    return mix2(<uint64_t>check_seed(seed), <uint64_t>k)


def check_seed(seed) -> int:
    """Return a seed as an int; ValueError unless it lies in [0, 2^64)."""
    if isinstance(seed, bool) or not isinstance(seed, numbers.Integral) or not 0 <= seed < 2**64:
        raise ValueError(f"Seed {seed!r} is not an integer in [0, 2^64).")
    return int(seed)


cdef class Stream:
    """The chance of one decision: the same numbers in every process and on every machine."""

    cdef Rng rng

    def __init__(self, seed: int):
        rng_seed(&self.rng, <uint64_t>check_seed(seed))

    def below(self, n: int) -> int:
        """Return a uniform integer in [0, n); n at most 2^32 - 1."""
        if not 0 < n < 2**32:
            raise ValueError(f"There is no integer in [0, {n}) to draw; n is 1 to 2^32 - 1.")
        return rng_below(&self.rng, n)

    def unit(self) -> float:
        """Return a uniform number in [0, 1)."""
        return rng_unit(&self.rng)

    def bits(self) -> int:
        """Return 64 random bits, such as the seed of another generator."""
        return rng_next(&self.rng)

    def choice(self, items):
        """Return a uniformly drawn item of a non-empty sequence."""
        return items[self.below(len(items))]
