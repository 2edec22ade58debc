"""Bundles of games and layers: what fits nothing is refused; vectors say what they must."""

import json

import bundles
import numpy as np
import pytest

from nets.bundle import BundleError, bundle_bytes, parse_bundle
from nets.export import build_bundle
from nets.from_run import read_curve, thin
from nets.testing import random_layers
from nets.vectors import BARE, FULL, MARGIN, vector_part
from search.mlp import MLP

HOBBY = ("fado_duetos", "fairy_concerto", "hoi_pho", "house_of_fado")
MAX_SHIPPED = 1_000_000  # bytes


def make(games, hidden=(8,), **facts):
    return build_bundle(games, random_layers(games[0], hidden), onnx=False, **facts)


def part(name, games, seed=1):
    layers = random_layers(games[0], (16,), scale=3.0)
    seats = max(2, games[0].max_players)
    net = MLP(layers, games[0].num_distinct_actions, seats)
    return vector_part(games, net.forward, games[0].num_distinct_actions, seed)["vectors"]


@pytest.mark.parametrize("name", HOBBY)
@pytest.mark.parametrize(("hidden", "weights"), [((256, 128), "int8"), ((384, 192), "int8")])
def test_a_net_of_every_game_is_below_a_megabyte(name, hidden, weights):
    """The model of `onnx` adds two kilobytes; the curve is short."""
    bundle = make(bundles.games_of(name), hidden, weights=weights)
    assert len(bundle_bytes(bundle)) < MAX_SHIPPED - 20_000
    assert parse_bundle(bundle_bytes(bundle)).manifest == bundle.manifest


@pytest.mark.parametrize("name", HOBBY)
def test_every_player_count_has_vectors_of_all_kinds(name):
    games = bundles.games_of(name)
    vectors = part(name, games)
    for game in games:
        own = [v for v in vectors if v["observation"]["players"] == game.num_players]
        full = [v for v in own if "trace" in v["observation"]]
        assert (len(full), len(own) - len(full)) == (FULL, BARE)
        assert all("knowledge" in v["observation"] for v in full)
        assert not any("knowledge" in v["observation"] for v in own if v not in full)
        moves = {v["observation"]["trace"]["num_moves"] for v in full}
        assert len(moves) > FULL / 3  # early, late and between
        assert len({v["observation"]["player"] for v in own}) == game.num_players
        assert sum(len(v["legal_actions"]) > 1 for v in own) > len(own) * 0.9


def test_vectors_follow_from_the_seed():
    games = bundles.games_of("leduc_poker")
    assert part("leduc_poker", games) == part("leduc_poker", games)
    assert part("leduc_poker", games) != part("leduc_poker", games, seed=2)


def test_the_numbers_of_a_vector_are_those_of_numpy():
    """An independent reading: plain numpy, the formulas as docs/nets.md gives them."""
    games = bundles.games_of("fairy_concerto")
    bundle = make(games, (16, 8), weights="float16")
    manifest = bundle.manifest
    size, actions = manifest["tensor_size"], manifest["num_actions"]
    blob = bytes_of(bundle)["weights.bin"]
    arrays = [np.frombuffer(blob, "<f2", int(np.prod(e["shape"])), e["offset"])
              .reshape(e["shape"]).astype(np.float64) for e in manifest["layers"]]
    table = json.loads(bundle.members["actions.json"])["players"]
    vectors = json.loads(bundle.members["vectors.json"])["vectors"]
    assert {v["observation"]["players"] for v in vectors} == {1, 2, 3, 4}
    for vector in vectors:
        x = np.zeros(size)
        x[vector["tensor"]["indices"]] = vector["tensor"]["values"]
        for i in range(0, len(arrays), 2):
            x = arrays[i] @ (np.maximum(x, 0) if i else x) + arrays[i + 1]
        np.testing.assert_allclose(x[:actions], vector["logits"], atol=1e-4)
        np.testing.assert_allclose(x[actions:], vector["value_logits"], atol=1e-4)
        legal = vector["legal_actions"]
        powers = np.exp(x[legal] - x[legal].max())
        np.testing.assert_allclose(powers / powers.sum(), vector["policy"], atol=1e-4)
        players, seat = vector["observation"]["players"], vector["observation"]["player"]
        powers = np.exp(x[actions:][: max(2, players)])
        shares = (powers / powers.sum())[:players]
        np.testing.assert_allclose([shares[(s - seat) % players] for s in range(players)],
                                   vector["values"], atol=1e-4)
        assert vector["action"] == legal[int(np.argmax(x[legal]))]
        assert vector["text"] == table[str(players)][vector["action"]]
        best = np.sort(x[legal])
        assert len(legal) == 1 or best[-1] - best[-2] > MARGIN / 2


def bytes_of(bundle):
    from nets.archive import unpack

    return unpack(bundle_bytes(bundle), "here")


def test_a_net_that_prefers_nothing_cannot_be_tested():
    games = bundles.games_of("kuhn_poker", [2])
    layers = [(np.zeros_like(w), np.zeros_like(b)) for w, b in random_layers(games[0], (8,))]
    with pytest.raises(BundleError, match=r"closer than 0\.001 apart"):
        build_bundle(games, layers, onnx=False)


def test_what_fits_nothing_is_refused():
    kuhn, lab = bundles.games_of("kuhn_poker"), bundles.games_of("hoi_pho", [3])
    with pytest.raises(BundleError, match="their game differs"):
        make([*kuhn[:1], *lab])
    with pytest.raises(BundleError, match="must ascend"):
        make(kuhn[::-1])
    with pytest.raises(BundleError, match="at least one"):
        build_bundle([], [], onnx=False)
    with pytest.raises(BundleError, match="weights=int4 is no type; allowed: float32, float16, "):
        make(kuhn, weights="int4")
    with pytest.raises(BundleError):
        build_bundle(kuhn, random_layers(lab[0], (8,)), onnx=False)
    faces = bundles.games_of("hoi_pho", [4], card_text="faces_2025")
    with pytest.raises(BundleError, match=r"no options .* give both"):
        make([*lab, *faces])
    box = bundles.games_of("hoi_pho", [2], data="hoi_pho_lab_2p")
    with pytest.raises(BundleError, match=r"their (component data|tensor layout) differs"):
        make([*box, *bundles.games_of("hoi_pho", [4])])


def test_data_of_the_package_are_known_by_name():
    bundle = make(bundles.games_of("hoi_pho", [2], data="hoi_pho_lab_2p"))
    assert bundle.manifest["data"] == "hoi_pho_lab_2p"
    assert make(bundles.games_of("hoi_pho")).manifest["data"] is None


def test_an_option_of_one_player_count_does_not_part_the_others():
    games = [*bundles.games_of("hoi_pho", [3], three_player_discard="none"),
             *bundles.games_of("hoi_pho", [4, 5])]
    bundle = make(games)
    assert bundle.manifest["options"]["three_player_discard"] == "none"
    assert json.loads(bundle.members["game.json"])["players"]["4"]["options"] == games[1].options


def test_actions_are_named_for_every_player_count():
    """The seats of Hội Phố have other names at other tables."""
    table = json.loads(make(bundles.games_of("hoi_pho")).members["actions.json"])["players"]
    assert table["3"] != table["4"]
    assert len(table["3"]) == len(table["5"]) == 107


def test_a_curve_is_thinned_and_cut_lines_are_left_out(tmp_path):
    path = tmp_path / "curve.jsonl"
    assert read_curve(path) is None
    rows = [{"update": i, "loss": 1 / (i + 1)} for i in range(1000)]
    rows[333]["bots"] = {"random": 0.4}
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"update": 1000, "lo')
    kept = read_curve(path)
    assert 200 <= len(kept) <= 201
    assert kept[0] == rows[0]
    assert kept[-1] == rows[-1]
    assert rows[333] in kept
    assert thin(rows[:200]) == rows[:200]
