"""Exact solutions of small games: values, best responses, exploitability, CFR+.

`build_tree(game)` plays every first deal out in every way; a profile is an array over its
sequences (see `Tree`). Everything here is exact up to rounding and needs the whole game in memory.
"""

from search.exact.cfr import CfrPlus, Solution, solve, solve_to
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
    edge,
    expected_returns,
    measure,
    value_among,
)

__all__ = [
    "CfrPlus",
    "Exploitability",
    "Solution",
    "Tree",
    "argmax_profile",
    "best_response",
    "bot_profiles",
    "build_tree",
    "edge",
    "expected_returns",
    "join_profiles",
    "measure",
    "profile_to_table",
    "random_profile",
    "solve",
    "solve_to",
    "table_to_profile",
    "uniform_profile",
    "value_among",
]
