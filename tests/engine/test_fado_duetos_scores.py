"""Final positions of Fado Duetos scored by hand from the rulebook; variety chips in order taken."""

import pytest
from fado_duetos_table import Table, h

A, S, M, L = "artist", "scenery", "melody", "alignment"
ONE_OF_EACH = [{A: [v], S: [v], M: [v], L: [v]} for v in (9, 8, 7)]

# chips per seat, variety chips, scores, ranks
FINAL = {
    # 9 + 9; 8 + 9; 9 + 8; two chips each, so the last two stay equal
    "points only": ([{A: [9], S: [9]}, {A: [8], M: [9]}, {L: [9], S: [8]}], (),
                    [18, 17, 17], [1, 2, 2]),
    # 9 + 8 + 7 + 6 = 30, feature 3, sequence 2; 9 + 8; 9
    "feature and sequence": ([{A: [9, 8, 7, 6]}, {S: [9, 8]}, {M: [9]}], (),
                             [35, 17, 9], [1, 2, 3]),
    # 9 + 7 + 5 + 3 = 24, feature 3, no run; 8 + 6 + 4; 9 + 8 + 7 = 24, sequence 2
    "feature against sequence": ([{A: [9, 7, 5, 3]}, {A: [8, 6, 4]}, {M: [9, 8, 7]}], (),
                                 [27, 18, 26], [1, 3, 2]),
    # two seats with four artist chips: only the first gets the feature chip; 24 + 3; 20; 1
    "one feature chip": ([{A: [9, 7, 5, 3]}, {A: [8, 6, 4, 2]}, {A: [1]}], (),
                         [27, 20, 1], [1, 2, 3]),
    # 36 + gold 3; 32 + silver 2; 28 + bronze 1
    "variety": (ONE_OF_EACH, (0, 1, 2), [39, 34, 29], [1, 2, 3]),
    # twice one of each: 4 * 17 = 68, gold 3 and silver 2; 7; 7 + 7
    "variety twice": ([{A: [9, 8], S: [9, 8], M: [9, 8], L: [9, 8]}, {A: [7]},
                       {S: [7], M: [7]}], (0, 0), [73, 7, 14], [1, 3, 2]),
    # 9 + 9 with two chips; 8 + 6 + 4 with three; 7 + 5
    "tie: more chips": ([{A: [9], S: [9]}, {A: [8, 6, 4]}, {A: [7, 5]}], (),
                        [18, 18, 12], [2, 1, 3]),
    # 8 + 8 + 8 + 7 = 31, gold 3; 9 + 7 + 9 + 9 = 34; four chips each; 9 + 8
    "tie: variety": ([{A: [8], S: [8], M: [8], L: [7]}, {A: [9, 7], S: [9], M: [9]},
                      {L: [9, 8]}], (0,), [34, 34, 17], [1, 2, 3]),
    # 20 + 17 + 15 + 7 = 59, gold 3; 14 + 13 + 15 + 17 = 59, silver 2 and bronze 1; eight chips each
    "tie: gold equals silver and bronze": (
        [{A: [9, 7, 4], S: [9, 8], M: [9, 6], L: [7]}, {A: [8, 6], S: [7, 6], M: [8, 7], L: [9, 8]},
         {A: [5]}], (0, 1, 1), [62, 62, 5], [1, 1, 3]),
    # nobody has presented a set
    "nothing": ([{}, {}, {}, {}], (), [0, 0, 0, 0], [1, 1, 1, 1]),
    # two players: 9 + 8 + 6 = 23 and no sequence, 8 + 6 + 4 + 2 = 20, feature 3; 4 + 2 + 1 = 7, 9
    "two players": ([{A: [9, 8, 6], S: [8, 6, 4, 2]}, {A: [4, 2, 1], S: [9]}], (),
                    [46, 16], [1, 2]),
    # two players, the whole box: 30 + 30, two feature chips; the same
    "two players, all chips": (
        [{A: [9, 8, 6, 4, 2, 1], S: [9, 8, 6, 4, 2, 1]},
         {M: [9, 8, 6, 4, 2, 1], L: [9, 8, 6, 4, 2, 1]}], (), [66, 66], [1, 1]),
    # 9 + 6; 8 + 5; 7 + 4; 3 + 2 + 1 = 6, sequence 2
    "sequence at the bottom": ([{M: [9, 6]}, {M: [8, 5]}, {M: [7, 4]}, {M: [3, 2, 1]}], (),
                               [15, 13, 11, 8], [1, 2, 3, 4]),
    # twice 30, two feature chips, two sequence chips: 60 + 6 + 4; 9; 0
    "two bonuses of a type": ([{A: [9, 8, 7, 6], S: [9, 8, 7, 6]}, {M: [9]}, {}], (),
                              [70, 9, 0], [1, 2, 3]),
}


@pytest.mark.parametrize("name", FINAL)
def test_final_position(name):
    chips, variety, scores, ranks = FINAL[name]
    n = len(chips)
    hands = [[h(5, 5)], [h(6, 7)], [h(7, 3)], [h(3, 8)]][:n]
    t = Table(players=n, hands=hands, turn=n - 1, pile=0, chips=chips, variety=variety)
    t.end_round()
    assert t.over
    assert t.scores == scores and t.ranks == ranks
    assert t.returns == pytest.approx([(r == 1) / ranks.count(1) for r in ranks])
