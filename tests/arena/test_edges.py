"""Edges from their parts; `test_results.py` has the line-ups of which they are made."""

import pytest

from arena.edges import edge_estimate
from arena.statistics import Clusters


def part(*values):
    made = Clusters()
    for deal, value in enumerate(values):
        made.add(deal, value)
    return made


# So many deals that their spread, and not the floors, makes the interval.
ONE, OTHER = part(*[0.1, 0.5, 0.6, 0.9, 0.4] * 40), part(*[0.2, 0.3, 0.4, 0.1, 0.6] * 40)


@pytest.mark.parametrize("parts", [(ONE,), (ONE, OTHER)])
def test_an_edge_is_less_sure_at_a_higher_level(parts):
    usual, strict = edge_estimate(parts), edge_estimate(parts, 0.99)
    assert strict.mean == usual.mean
    assert strict.high - strict.mean == pytest.approx(1.32 * (usual.high - usual.mean), rel=0.01)
    assert strict.low - strict.mean == pytest.approx(1.32 * (usual.low - usual.mean), rel=0.01)


def test_an_edge_of_two_parts_is_the_first_less_the_second():
    assert edge_estimate((ONE, OTHER)).mean == pytest.approx(0.5 - 0.32)
