"""Cycles of small graphs drawn here, and alpha-Rank by hand and against OpenSpiel's."""

import numpy as np
import pytest

from arena.cycles import POPULATION, alpha_rank, cycles_to_dict, find_cycles, masses


def beats(count, *pairs):
    graph = np.zeros((count, count), dtype=bool)
    for winner, loser in pairs:
        graph[winner, loser] = True
    return graph


def edges_of(graph, size=0.2):
    return size * (graph.astype(float) - graph.T)


def test_rock_paper_scissors_is_a_cycle_and_a_line_is_none():
    assert find_cycles(beats(3, (0, 2), (2, 1), (1, 0))) == [[0, 2, 1]]
    assert find_cycles(beats(4, (0, 1), (1, 2), (2, 3), (0, 2), (0, 3), (1, 3))) == []
    assert find_cycles(beats(0)) == find_cycles(beats(2, (0, 1))) == []


def test_each_connected_part_shows_one_shortest_cycle():
    # 0 > 1 > 2 > 3 > 0 with the chord 3 > 1: the shortest is 1 > 2 > 3. Then 4 > 5 > 6 > 4 alone.
    graph = beats(7, (0, 1), (1, 2), (2, 3), (3, 0), (3, 1), (4, 5), (5, 6), (6, 4), (0, 4))
    assert find_cycles(graph) == [[1, 2, 3], [4, 5, 6]]


def test_the_masses_of_rock_paper_scissors_are_equal():
    graph = beats(3, (0, 2), (2, 1), (1, 0))
    assert alpha_rank(edges_of(graph)) == pytest.approx([1 / 3] * 3)


def test_whoever_beats_the_cycle_has_all_the_mass_and_who_loses_to_it_none():
    cycle = [(0, 2), (2, 1), (1, 0)]
    above = beats(4, *cycle, (3, 0), (3, 1), (3, 2))
    assert alpha_rank(edges_of(above)) == pytest.approx([0, 0, 0, 1], abs=1e-6)
    below = beats(4, *cycle, (0, 3), (1, 3), (2, 3))
    assert alpha_rank(edges_of(below)) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-6)


def test_the_odds_of_two_bots_grow_with_the_size_of_the_population():
    # Their chances of taking over are as e^((m - 1) u) to 1, u = alpha * edge.
    strong, weak = masses(np.array([[0.0, 0.1], [-0.1, 0.0]]), alpha=1.5)
    assert strong / weak == pytest.approx(np.exp((POPULATION - 1) * 0.15))


def test_equals_share_the_mass():
    assert alpha_rank(np.zeros((4, 4))) == pytest.approx([0.25] * 4)
    assert alpha_rank(np.zeros((1, 1))) == pytest.approx([1.0])


def test_results_name_the_bots_and_leave_edges_within_noise_out():
    graph = beats(4, (0, 2), (2, 1), (1, 0))
    edges = edges_of(graph)
    edges[3, :3], edges[:3, 3] = 0.001, -0.001  # not above noise: no reason for the fourth to win
    found = cycles_to_dict(graph, edges, list("abcd"))
    assert found["cycles"] == [["a", "c", "b"]]
    masses = {entry["name"]: entry["mass"] for entry in found["alpha_rank"]}
    assert masses == pytest.approx({"a": 0.25, "b": 0.25, "c": 0.25, "d": 0.25})
    assert cycles_to_dict(beats(2, (0, 1)), np.zeros((2, 2)), list("ab")) is None


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # OpenSpiel's own overflows
@pytest.mark.parametrize("count", [2, 3, 4, 6, 8])
def test_alpha_rank_agrees_with_openspiel(count):
    oracle = pytest.importorskip(
        "open_spiel.python.egt.alpharank", reason="OpenSpiel or networkx is not installed")
    rng = np.random.default_rng(count)
    for _ in range(3):
        edges = rng.normal(0.0, 0.3, (count, count))
        edges -= edges.T
        edges[np.abs(edges) < 0.1] = 0.0
        expected = oracle.sweep_pi_vs_alpha([edges / 2])
        assert alpha_rank(edges) == pytest.approx(expected, abs=1e-6)
        assert masses(edges, 0.7) == pytest.approx(oracle.compute([edges / 2], alpha=0.7)[2])
