"""Seeds of deals and bots, derived from a tournament's master seed by a keyed hash.

A seed is a function of what it is for (which deal, which seat, which bot) and never of how many
seeds were made before it, so any game can be played alone, in any order, by any worker. The hash
is keyed by the master seed: from its own seed a bot can work out neither the deal's nor another's.
"""

from __future__ import annotations

from hashlib import blake2b

from engine_cy.errors import GameOptionError

SEED_BYTES = 8  # the engine's chance stream and the bots take 64 bits


def check_master_seed(seed: int) -> int:
    """Return a user's seed, which has the range of all seeds; GameOptionError outside."""
    if not 0 <= seed < 2 ** (8 * SEED_BYTES):
        raise GameOptionError(f"seed={seed} is out of range; allowed are 0 to 2^64 - 1")
    return seed


def keyed_hash(seed: int, *parts: object) -> int:
    """Return 64 bits that depend on `seed` and on the texts of `parts`, and on nothing else."""
    message = "\x1f".join(str(part) for part in parts)
    digest = blake2b(message.encode(), digest_size=SEED_BYTES, key=str(seed).encode())
    return int.from_bytes(digest.digest(), "little")


def event_seed(master_seed: int, event: int) -> int:
    """Return the seed of all that belongs to one event; the first has the master seed itself."""
    return master_seed if event == 0 else keyed_hash(master_seed, "event", event)


def deal_seed(master_seed: int, deal: int) -> int:
    """Return the seed of the tournament's deal number `deal`."""
    return keyed_hash(master_seed, "deal", deal)


def bot_seed(master_seed: int, deal: int, seat: int, bot: str, copy: int) -> int:
    """Return the seed for `bot` at `seat`, a function of the deal's seed, the seat and the name.

    `copy` counts the seats of one line-up that hold the same bot, so that copies think apart and
    no two rotations of a line-up of equals are the same game.
    """
    return keyed_hash(deal_seed(master_seed, deal), "bot", seat, bot, copy)
