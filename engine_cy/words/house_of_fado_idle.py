"""House of Fado: whether the action of a space certainly has nothing to do, as the table shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine_cy.games._house_of_fado_data import MAX_FAME, SPACES, TABLES

if TYPE_CHECKING:
    from engine_cy.words.house_of_fado import HouseOfFadoWords


def idle(words: HouseOfFadoWords, t: np.void, space: int) -> bool:
    """Return whether the active seat could do nothing at an action space, home included.

    A kick-out before the action changes nothing of this: it is another seat's gain. The rehearsal
    room is never called idle, and where customers or cube spaces are short nothing is said.
    """
    if space == len(SPACES):
        return not _may_close(t)
    location = SPACES[space].partition("_")[0]
    if location == "market":
        return not any(_may_hire(words, t, k) for k in words.facts["beside"][space])
    if location == "street":
        return not any(_table_free(words, t, table) for table in range(TABLES))
    return location == "billboard" and not any(
        _may_promote(words, t, k) or _may_contract(words, t, k)
        for k in words.facts["beside"][space])


def _may_close(t: np.void) -> bool:
    """Whether there is a guest, the critic or a musician (ruling 25)."""
    p = t["seat"]
    return any(t[field][p].any() for field in ("guests", "at_bar", "critic", "musician"))


def _may_hire(words: HouseOfFadoWords, t: np.void, k: int) -> bool:
    if t["musician"][t["seat"]][k]:
        return False
    prices = [words.market_price(t, tile) for tile, facts in enumerate(words.facts["tiles"])
              if facts["type"] == k and (int(t["market"]) >> tile) & 1]
    return any(price is not None and price <= t["money"][t["seat"]] for price in prices)


def _table_free(words: HouseOfFadoWords, t: np.void, table: int) -> bool:
    p = t["seat"]
    removed = words.facts["cubes"] - int(t["cubes"][p])
    unlocked = table < TABLES - 1 or removed >= words.facts["unlock"]
    return unlocked and not t["guests"][p][table].any() and t["critic"][p] != table + 1


def _may_promote(words: HouseOfFadoWords, t: np.void, k: int) -> bool:
    p = t["seat"]
    own, there = int(t["musician"][p][k]), int(t["billboard"][k])
    if not own or not t["cubes"][p] or t["fame"][own - 1] < words.facts["promote_from"]:
        return False
    return not there or bool(t["fame"][own - 1] > t["fame"][there - 1])


def _may_contract(words: HouseOfFadoWords, t: np.void, k: int) -> bool:
    p, there = t["seat"], int(t["billboard"][k])
    if t["musician"][p][k] or not there:
        return False
    fame = int(t["fame"][there - 1])
    return bool(fame < MAX_FAME and t["money"][p] >= words.facts["hire_cost"][fame - 1])
