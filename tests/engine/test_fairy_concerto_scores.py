"""Final scoring of whole tables, worked by hand from the rulebook and the cards.

Orchestras are written in the order trumpeter, drummer, violinist, horn player, composer. Each row
of points is popularity, conductor, soloist, pianist, harpist, score cards, honors. Pianist cards:
P1 trumpeter + drummer, P2 drummer + violinist, P3 violinist + horn player; harpist cards: H1
trumpeter + violinist, H2 trumpeter + horn player, H3 drummer + horn player.
"""

from __future__ import annotations

import pytest
from fairy_concerto_table import LETTERS, final


def o(*numbers):
    """Return an orchestra from its numbers T, D, V, H, C."""
    return "".join(letter * n for letter, n in zip(LETTERS, numbers, strict=True))


def check(table, points, totals, ranks):
    assert table.over
    assert table.points == points
    assert [sum(row) for row in points] == totals
    assert table.scores == totals[: len(table.scores)]
    assert table.ranks == ranks


def test_four_players_method_c_with_the_orchestra_of_the_rulebook():
    # Seat 0 is the rulebook's example: groups of 1 (C), of 2 (T, D, V) and of 5 (H): 3 kinds, 9.
    table = final(
        [o(2, 2, 2, 5, 1), o(4, 1, 3, 1, 3), o(3, 4, 1, 2, 2), o(2, 3, 5, 1, 1)],
        [["SC12", "SC19"],                    # 2V 3H and 2T 1D 1V 1H: both
         ["SC02", "SC07", "SC23", "SC14"],    # 3T 2V, 2T 3V, 4T C, 2T 2V C: all four
         ["SC01", "SC04", "SC13"],            # 3T 2D, 2T 3D, 2T 2D C: all three
         ["SC08", "SC25"]],                   # 2D 3V, 4V C: both
        popularity="D", soloist="C", pianist="P1", harpist="H1")
    # honors: conductor 10 of seats 0 and 3, soloist 9 of 0, pianist 9 of 2, harpist 9 of 1
    check(table,
          [[2, 10, 9, 6, 6, 10, 4],     # 2 D; 5 H; P1 min(2,2); H1 min(2,2)
           [1, 8, 6, 3, 9, 20, 2],      # 1 D; 4 T; groups {D,H} {V,C} {T}; min(4,1); min(4,3)
           [4, 8, 6, 9, 3, 15, 2],      # 4 D; 4 D; groups {V} {H,C} {T} {D}; min(3,4); min(3,1)
           [3, 10, 6, 6, 6, 10, 2]],    # 3 D; 5 V; groups {H,C} {T} {D} {V}; min(2,3); min(2,5)
          [47, 49, 47, 43], [2, 1, 2, 4])
    assert table.returns == [0, 1, 0, 0]


def test_four_players_method_a():
    table = final(
        [o(3, 3, 3, 3, 0), o(6, 0, 0, 6, 0), o(0, 5, 4, 1, 2), o(2, 3, 4, 1, 2)],
        [["SC22"],                      # 1T 1D 1V 2H
         ["SC10"],                      # 2T 3H
         ["SC05", "SC24", "SC17"],      # 3D 2V, 4D C; 2D 2H C fails: one horn player
         ["SC07", "SC15", "SC25"]],     # 2T 3V; 2T 2H C fails: one horn player; 4V C
        popularity="C", soloist="A", pianist="P2", harpist="H3")
    # honors: conductor 12 of seat 1, soloist 24 of 1, pianist 12 of 2, harpist 9 of 0
    check(table,
          [[0, 6, 12, 9, 9, 5, 2],      # fewest 3; P2 3; H3 3
           [0, 12, 24, 0, 0, 5, 4],     # fewest 6, absent kinds are ignored
           [2, 10, 4, 12, 3, 10, 2],    # fewest 1 (H); min(5,4); min(5,1)
           [2, 8, 4, 9, 3, 10, 0]],     # fewest 1 (H); min(3,4); min(3,1)
          [43, 45, 43, 36], [2, 1, 2, 4])


def test_four_players_method_b():
    table = final(
        [o(11, 0, 0, 0, 1), o(0, 4, 4, 4, 0), o(0, 4, 4, 3, 1), o(1, 4, 3, 4, 0)],
        [["SC23", "SC01"],              # 4T C; 3T 2D fails: no drummer
         ["SC06"],                      # 3D 2H
         ["SC09", "SC16"],              # 3V 2H, 2D 2V C
         ["SC12"]],                     # 2V 3H
        popularity="H", soloist="B", pianist="P3", harpist="H2")
    # honors: conductor 22 of seat 0, soloist 30 of 0, pianist 12 of 1, harpist 3 of 3
    check(table,
          [[0, 22, 30, 0, 0, 5, 4],     # 11 T; 11 - 1 = 10 differences
           [4, 8, 0, 12, 0, 5, 2],      # most = fewest = 4; P3 min(4,4)
           [3, 8, 9, 9, 0, 10, 0],      # 4 - 1; min(4,3)
           [4, 8, 9, 9, 3, 5, 2]],      # 4 - 1; min(3,4); H2 min(1,4)
          [61, 31, 39, 40], [1, 4, 3, 2])


def test_four_players_method_d_and_a_shared_win():
    table = final(
        [o(6, 3, 2, 1, 0), o(3, 6, 2, 1, 0), o(1, 2, 3, 6, 0), o(1, 0, 4, 4, 3)],
        [["SC01"], ["SC04"], ["SC12"],
         ["SC09", "SC18", "SC25", "SC26"]],   # 3V 2H, 2V 2H C, 4V C, 4H C: all
        popularity="V", soloist="D", pianist="P1", harpist="H1")
    # honors: conductor 12 and soloist 12 of seats 0, 1, 2; pianist 9 and harpist 6 of 0 and 1
    check(table,
          [[2, 12, 12, 9, 6, 5, 8],     # groups 6, 3, 2, 1; P1 min(6,3); H1 min(6,2)
           [2, 12, 12, 9, 6, 5, 8],     # P1 min(3,6); H1 min(3,2)
           [3, 12, 12, 3, 3, 5, 4],     # P1 min(1,2); H1 min(1,3)
           [4, 8, 9, 0, 3, 20, 0]],     # groups 1, 4 (V and H), 3; no drummer; min(1,4)
          [54, 54, 42, 44], [1, 1, 4, 3])
    assert table.returns == [0.5, 0.5, 0, 0]


def test_three_players_honors_for_nothing_at_all():
    table = final(
        [o(8, 4, 0, 0, 0), o(3, 7, 0, 0, 2), o(0, 0, 0, 9, 3)],
        [["SC01"], ["SC04", "SC13", "SC24"], ["SC26", "SC18", "SC15", "SC17"]],
        popularity="T", soloist="A", pianist="P3", harpist="H1")
    # honors: conductor 18 of seat 2, soloist 16 of 0; pianist and harpist 0 for all: 2 each to all
    check(table,
          [[8, 16, 16, 0, 0, 5, 6],
           [3, 14, 8, 0, 0, 15, 4],
           [0, 18, 12, 0, 0, 5, 6]],    # 4H C only: no violinist, trumpeter, drummer
          [51, 44, 41], [1, 2, 3])


def test_three_players_method_b():
    table = final(
        [o(4, 4, 4, 0, 0), o(5, 0, 0, 5, 2), o(1, 4, 1, 4, 2)],
        [["SC19"],                      # 2T 1D 1V 1H fails: no horn player
         ["SC03", "SC10", "SC15"],      # 3T 2H, 2T 3H, 2T 2H C
         ["SC06", "SC11", "SC20"]],     # 3D 2H, 2D 3H, 1T 2D 1V 1H
        popularity="C", soloist="B", pianist="P2", harpist="H2")
    # honors: conductor 10 of seat 1, soloist 9 of 1 and 2, pianist 12 of 0, harpist 15 of 1
    check(table,
          [[0, 8, 0, 12, 0, 0, 2],
           [2, 10, 9, 0, 15, 15, 6],    # 5 - 2, the two composers are the fewest
           [2, 8, 9, 3, 3, 15, 2]],     # 4 - 1
          [22, 57, 42], [3, 1, 2])


def test_three_players_method_c():
    table = final(
        [o(3, 3, 3, 3, 0), o(4, 4, 0, 0, 4), o(2, 3, 4, 2, 1)],
        [["SC21"],                              # 1T 1D 2V 1H
         ["SC01", "SC13", "SC23", "SC24", "SC04"],
         ["SC08", "SC02"]],                     # 2D 3V; 3T 2V fails: two trumpeters
        popularity="D", soloist="C", pianist="P1", harpist="H3")
    # honors: conductor 8 of seats 1 and 2, soloist 12 of 0, pianist 12 of 1, harpist 9 of 0
    check(table,
          [[3, 6, 12, 9, 9, 5, 4],      # a group of 3 with four kinds
           [4, 8, 9, 12, 0, 25, 4],     # a group of 4 with T, D and C
           [3, 8, 6, 6, 6, 5, 2]],      # the group of 2 with T and H
          [48, 62, 36], [2, 1, 3])


def test_two_players_method_d():
    table = final(
        [o(5, 4, 2, 1, 0), o(1, 2, 3, 3, 3)],
        [["SC04"], ["SC08", "SC12", "SC16", "SC17"]],
        popularity="H", soloist="D", pianist="P2", harpist="H1")
    # honors: conductor 10, soloist 12, harpist 6 of seat 0; pianist 6 of both
    check(table,
          [[1, 10, 12, 6, 6, 5, 8],     # groups 5, 4, 2, 1; P2 min(4,2); H1 min(5,2)
           [3, 6, 9, 6, 3, 20, 2]],     # groups 1, 2, 3 (V, H, C); min(2,3); min(1,3)
          [48, 49], [2, 1])


def test_two_players_method_a_with_two_kinds():
    table = final(
        [o(6, 0, 0, 6, 0), o(0, 6, 6, 0, 0)], [["SC03"], ["SC05"]],
        popularity="V", soloist="A", pianist="P1", harpist="H2")
    # honors: conductor 12 = 12, soloist 24 = 24, pianist 0 = 0 of both; harpist 18 of seat 0
    check(table,
          [[0, 12, 24, 0, 18, 5, 8], [6, 12, 24, 0, 0, 5, 6]], [67, 53], [1, 2])


def test_two_players_share_a_win():
    table = final(
        [o(3, 3, 3, 2, 1), o(3, 3, 3, 2, 1)], [["SC01", "SC02"], ["SC04", "SC05"]],
        popularity="T", soloist="A", pianist="P1", harpist="H1")
    row = [3, 6, 4, 9, 9, 10, 8]
    check(table, [row, row], [49, 49], [1, 1])
    assert table.returns == [0.5, 0.5]


def test_alone_and_ahead():
    table = final([o(5, 3, 3, 1, 0)], [["SC02"]], pahha=o(3, 3, 2, 3, 3),
                  popularity="T", soloist="B", pianist="P1", harpist="H1")
    # honors: the pianist's 9 = 9 to both, the other three to you
    check(table,
          [[5, 10, 12, 9, 9, 5, 8],
           [3, 6, 3, 9, 6, 12, 2]],     # 3 - 2; P1 min(3,3); H1 min(3,2); 1 + 3 cards at 3
          [58, 41], [1])
    assert table.returns == [1]


def test_alone_and_behind():
    table = final([o(4, 4, 4, 0, 0)], [["SC19"]], pahha=o(3, 2, 2, 6, 1),
                  popularity="C", soloist="D", pianist="P2", harpist="H3")
    # honors: the pianist's 12 > 6 to you, the other three to Pahha
    check(table,
          [[0, 8, 3, 12, 0, 0, 2],      # one group of 4
           [1, 12, 12, 6, 6, 6, 6]],    # groups 3, 2, 6, 1; min(2,2); min(2,6)
          [25, 49], [2])
    assert table.returns == [0]


def test_alone_a_tie_is_lost():
    table = final([o(6, 0, 0, 6, 0)], [["SC01"]], pahha=o(0, 7, 7, 0, 0),
                  popularity="D", soloist="A", pianist="P1", harpist="H2")
    # honors: conductor 14 and soloist 28 to Pahha, pianist 0 = 0 to both, harpist 18 to you
    check(table,
          [[0, 12, 24, 0, 18, 0, 4], [7, 14, 28, 0, 0, 3, 6]], [58, 58], [2])
    assert table.returns == [0]


def test_alone_method_c():
    table = final([o(3, 3, 3, 2, 1)], [["SC01", "SC20"]], pahha=o(4, 4, 0, 3, 3),
                  popularity="H", soloist="C", pianist="P3", harpist="H1")
    # honors: conductor 8 > 6 to Pahha, the other three to you
    check(table,
          [[2, 6, 9, 6, 9, 10, 6], [3, 8, 6, 0, 0, 12, 2]], [48, 31], [1])


# ---- every orchestra -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [12, 14])
def test_correction_10_methods_c_and_d_give_at_most_12(size):
    """At most four different counts above 0 exist with up to 14 fairies, and four equal ones."""
    import itertools

    worst = {"C": 0, "D": 0}
    for numbers in itertools.product(range(13), repeat=4):
        rest = size - sum(numbers)
        if 0 <= rest <= 8:
            held = [n for n in (*numbers, rest) if n]
            worst["C"] = max(worst["C"], *(3 * held.count(n) for n in held))
            worst["D"] = max(worst["D"], 3 * len(set(held)))
    assert worst == {"C": 12, "D": 12}
