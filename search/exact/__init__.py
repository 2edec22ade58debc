"""Exact solutions of small games: values, best responses, exploitability, CFR+.

`build_tree(game)` plays every first deal out in every way; a profile is an array over its
sequences (see `Tree`). Everything here is exact up to rounding and needs the whole game in memory.
"""

from search.exact.cfr import CfrPlus, solve
from search.exact.policies import (
    argmax_profile,
    bot_profiles,
    join_profiles,
    profile_to_table,
    random_profile,
    table_to_profile,
    uniform_profile,
)
from search.exact.tree import Tree, build_tree
from search.exact.values import (
    Exploitability,
    best_response,
    expected_returns,
    measure,
    value_among,
)

__all__ = [
    "CfrPlus",
    "Exploitability",
    "Tree",
    "argmax_profile",
    "best_response",
    "bot_profiles",
    "build_tree",
    "expected_returns",
    "join_profiles",
    "measure",
    "profile_to_table",
    "random_profile",
    "solve",
    "table_to_profile",
    "uniform_profile",
    "value_among",
]
