"""Bundles: read as written, the same bytes every time, and refused in one sentence when broken."""

import io
import json
import random
import zipfile
from dataclasses import replace

import numpy as np
import pytest

import engine_cy
from engine_cy import BotSpecError
from nets.bundle import (
    BundleError,
    bundle_bytes,
    new_bundle,
    parse_bundle,
    read_bundle,
    write_bundle,
)
from nets.testing import random_bundle, random_layers
from search import make_bot


@pytest.fixture(scope="module")
def bundle():
    extra = {"model.onnx": b"\x08\x01" * 50, "actions.json": b"{}"}
    games = [engine_cy.load_game("kuhn_poker", players=n) for n in (2, 3)]
    return new_bundle(games, random_layers(games[0]), members=extra,
                      trained={"decisions": 1000, "date": "2026-12-01"})


def members_of(raw):
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def zipped(members, compress=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compress) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def sentence(raw):
    """The message of the refusal, which has to be one sentence."""
    with pytest.raises(BundleError) as caught:
        parse_bundle(raw, "b.zip")
    text = str(caught.value)
    assert text.startswith("Bundle b.zip ") and text.endswith(".") and "\n" not in text
    return text


def test_it_is_read_as_it_was_written(bundle, tmp_path):
    write_bundle(tmp_path / "b.zip", bundle)
    again = read_bundle(tmp_path / "b.zip")
    assert again.manifest == bundle.manifest and again.members == bundle.members
    for (w, b), (v, c) in zip(again.layers, bundle.layers, strict=True):
        assert np.array_equal(w, v) and np.array_equal(b, c)
    assert list(tmp_path.iterdir()) == [tmp_path / "b.zip"]


def test_the_same_bundle_is_the_same_file(bundle):
    assert bundle_bytes(bundle) == bundle_bytes(parse_bundle(bundle_bytes(bundle)))


def test_weights_stored_in_float16_are_the_ones_that_play():
    game = engine_cy.load_game("kuhn_poker")
    half = new_bundle([game], random_layers(game), dtype="float16")
    again = parse_bundle(bundle_bytes(half))
    x = np.ones((1, game.observation_tensor_size), np.float32)
    assert again.mlp().forward(x).tobytes() == half.mlp().forward(x).tobytes()
    assert len(members_of(bundle_bytes(half))["weights.bin"]) * 2 == sum(
        4 * (w.size + b.size) for w, b in half.layers)
    with pytest.raises(BundleError, match="not all finite in float16"):
        new_bundle([game], [(w * 1e8, b) for w, b in random_layers(game)], dtype="float16")


def test_a_game_that_does_not_fit_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "b.zip"
    write_bundle(path, random_bundle("goofspiel", [2], num_cards=5))
    for players, options, part in [
        (3, {"num_cards": 5}, "it was made for 2 players"),
        (2, {"num_cards": 6}, "options .*its options: .*num_cards=5"),
    ]:
        game = engine_cy.load_game("goofspiel", players=players, **options)
        with pytest.raises(BotSpecError, match=part):
            make_bot(f"net+path:{path}", game, 1)
    with pytest.raises(BotSpecError, match="it was made for goofspiel"):
        make_bot(f"net+path:{path}", engine_cy.load_game("kuhn_poker"), 1)


def test_what_a_manifest_says_cannot_write_on_the_terminal():
    game = engine_cy.load_game("kuhn_poker")
    good = new_bundle([game], random_layers(game))
    for change in ({"game": "\x1b[2J" * 99},
                   {"options": {"a": "\x1b[2J" * 99}, "fingerprints": {"2": "b"}}):
        with pytest.raises(BundleError) as caught:
            replace(good, manifest=good.manifest | change).check_fits(game)
        assert str(caught.value).isprintable() and len(str(caught.value)) < 500


def test_nothing_is_written_that_could_not_be_read(monkeypatch):
    game = engine_cy.load_game("kuhn_poker")
    layers = random_layers(game)
    many = new_bundle([game], layers, snapshots=dict.fromkeys(range(4), layers))
    assert bundle_bytes(many)
    monkeypatch.setattr("nets.snapshots.MAX_SNAPSHOTS", 3)
    with pytest.raises(BundleError, match="A bundle of 4 snapshots could not be read; at most"):
        bundle_bytes(many)
    monkeypatch.setattr("nets.bundle.MAX_BYTES", 1000)
    with pytest.raises(BundleError, match="bytes; at most 1,000 are allowed"):
        bundle_bytes(new_bundle([game], layers))


def test_layers_of_another_size_are_refused():
    game = engine_cy.load_game("kuhn_poker")
    for layers in ([], random_layers(game)[:1], random_layers(game)[1:]):
        with pytest.raises(BundleError):
            new_bundle([game], layers)


@pytest.mark.parametrize("raw, part", [
    (b"", "no whole zip file"),
    (b"no zip at all" * 20, "no whole zip file"),
    (zipped({}), "no manifest.json"),
    (zipped({"manifest.json": b"\xff{"}), "no JSON"),
    (zipped({"manifest.json": b"[" * 100_000}), "no JSON"),
    (zipped({"manifest.json": b"[]"}), "no object"),
    (zipped({"manifest.json": b'{"format": 2}'}), "format is 2, not 1"),
    (zipped({"manifest.json": b'{"format": 1}'}), "game is missing"),
    (zipped({f"m{i}": b"" for i in range(65)}), "65 members"),
    (zipped({f"m{i}": bytes(2**26) for i in range(5)}), "would unpack to"),
])
def test_what_is_no_bundle_is_one_sentence(raw, part):
    assert part in sentence(raw)


def test_a_missing_file_is_one_sentence(tmp_path):
    for path in (tmp_path / "none.zip", tmp_path, "a\0b"):
        with pytest.raises(BundleError, match="cannot be read"):
            read_bundle(path)


@pytest.mark.parametrize("name, value, part", [
    ("game", 3, "game is 3, not a text"),
    ("players", [], "players is []"),
    ("players", [2], "different player counts"),
    ("fingerprints", {"2": 1}, "fingerprints is"),
    ("tensor_size", 20, "its manifest says 20"),
    ("tensor_size", -1, "tensor_size is -1"),
    ("num_actions", True, "num_actions is True"),
    ("num_actions", 3, "need 6"),
    ("num_seats", 1, "has no network"),
    ("hidden", [32], "its manifest says 21 and [32]"),
    ("activation", "tanh", "activation is 'tanh', not 'relu'"),
    ("dtype", "int4", "dtype is 'int4', not float32 or float16 or int8"),
    ("dtype", "float16", "at byte 2688; 'layer0.bias' at byte 1344 is needed"),
    ("layers", [], "broken weights"),
    ("layers", [{}], "layers is"),
    ("layers", [{"name": "layer0.weight", "shape": [2**20] * 2, "offset": 0}] * 2, "end within"),
    ("layers", [{"name": "layer0.weight", "shape": [1], "offset": 0}] * 3, "no whole layers"),
    ("sha256", {}, "lacks 'actions.json'"),
    ("sha256", {"weights.bin": "0" * 63}, "sha256 is"),
    ("temperature", True, "temperature is True, not a number from 0 to 1000"),
    ("temperature", -1, "temperature is -1,"),
    ("temperature", None, "temperature is None,"),
    ("options", "x" * 1000, "xxx..., not an object"),
])
def test_a_broken_manifest_is_one_sentence(bundle, name, value, part):
    members = members_of(bundle_bytes(bundle))
    manifest = json.loads(members["manifest.json"])
    manifest[name] = value
    members["manifest.json"] = json.dumps(manifest).encode()
    assert part in sentence(zipped(members))
    if name == "temperature":
        return                      # not every manifest has one
    del manifest[name]
    members["manifest.json"] = json.dumps(manifest).encode()
    assert f"{name} is missing" in sentence(zipped(members))


def test_a_changed_member_is_one_sentence(bundle):
    members = members_of(bundle_bytes(bundle))
    for name in ("weights.bin", "model.onnx", "actions.json"):
        assert f"another '{name}'" in sentence(zipped({**members, name: members[name] + b"0"}))
        assert f"lacks '{name}'" in sentence(
            zipped({k: v for k, v in members.items() if k != name}))
    assert "a member '../evil'" in sentence(zipped({**members, "../evil": b""}))


def test_a_cut_file_is_one_sentence(bundle):
    raw = bundle_bytes(bundle)
    for length in range(0, len(raw), max(1, len(raw) // 50)):
        sentence(raw[:length])


def test_a_flipped_byte_is_one_sentence_or_changes_nothing(bundle):
    raw = bundle_bytes(bundle)
    rng = random.Random(3)
    for _ in range(400):
        spoilt = bytearray(raw)
        spoilt[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        try:
            again = parse_bundle(bytes(spoilt), "b.zip")
        except BundleError:
            sentence(bytes(spoilt))
        else:
            assert again.manifest == bundle.manifest and again.members == bundle.members
