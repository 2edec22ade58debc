"""Seeds: what they depend on, and what they do not."""

from hashlib import blake2b

import pytest

from arena.deals import bot_seed, check_master_seed, deal_seed, keyed_hash
from engine_cy.errors import GameOptionError


def test_deal_seeds_are_64_bits_and_distinct():
    seeds = {deal_seed(1, deal) for deal in range(10_000)}
    assert len(seeds) == 10_000
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert max(seeds) > 2**63  # all 64 bits are in use


def test_a_deal_seed_is_the_keyed_hash_of_the_deals_number():
    expected = blake2b(b"deal\x1f7", digest_size=8, key=b"123").digest()
    assert deal_seed(123, 7) == int.from_bytes(expected, "little")


def test_master_seeds_give_different_deals():
    assert not {deal_seed(1, d) for d in range(1000)} & {deal_seed(2, d) for d in range(1000)}


def test_bot_seeds_depend_on_deal_seat_name_and_copy():
    base = bot_seed(1, 5, 0, "a", 0)
    others = [
        bot_seed(2, 5, 0, "a", 0),
        bot_seed(1, 6, 0, "a", 0),
        bot_seed(1, 5, 1, "a", 0),
        bot_seed(1, 5, 0, "b", 0),
        bot_seed(1, 5, 0, "a", 1),
    ]
    assert len({base, *others}) == 6
    assert base == bot_seed(1, 5, 0, "a", 0)


def test_parts_cannot_run_into_each_other():
    assert keyed_hash(1, "a", "bc") != keyed_hash(1, "ab", "c")


def test_seeds_have_64_bits():
    assert check_master_seed(2**64 - 1) == 2**64 - 1
    for seed in (-1, 2**64):
        with pytest.raises(GameOptionError, match=f"seed={seed} is out of range"):
            check_master_seed(seed)
