"""Every part of a bundle is checked: each kind of damage is found, named, and never a traceback."""

import json

import bundles
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nets import archive
from nets.bundle import bundle_bytes, write_bundle
from nets.export import build_bundle
from nets.testing import random_layers
from nets.verify import FAULT, OK, SKIPPED, verify_bundle
from scripts import cli


@pytest.fixture
def verdicts(tmp_path):
    """Return a function: bytes of a file -> {check: (verdict, sentence)}."""

    def check(raw):
        path = tmp_path / "bundle.zip"
        path.write_bytes(raw)
        return {f.part: (f.verdict, f.sentence) for f in verify_bundle(path)}

    return check


def faults(found):
    return {part: sentence for part, (verdict, sentence) in found.items() if verdict == FAULT}


@pytest.mark.parametrize("name", ["kuhn_poker", "hoi_pho", "fairy_concerto"])
@pytest.mark.parametrize("weights", ["float32", "float16", "int8"])
def test_a_good_bundle_is_good(verdicts, name, weights):
    pytest.importorskip("onnx", reason="the extra [onnx] is not installed")
    pytest.importorskip("onnxruntime", reason="the extra [onnx] is not installed")
    games = bundles.games_of(name)
    bundle = build_bundle(games, random_layers(games[0], (24, 16)), weights=weights, curve=[])
    found = verdicts(bundle_bytes(bundle))
    assert {verdict for verdict, _ in found.values()} == {OK}, found


def test_user_data_travel_in_the_bundle(verdicts, tmp_path):
    """A box of one's own: who gets the bundle does not have its file."""
    from importlib import resources

    box = tmp_path / "my_box.toml"
    text = resources.files("engine_cy.data").joinpath("hoi_pho.toml").read_text(encoding="utf-8")
    changed = text.replace("start_money = 5", "start_money = 6")
    box.write_text(changed, encoding="utf-8")
    games = bundles.games_of("hoi_pho", [4], data=box)
    bundle = build_bundle(games, random_layers(games[0], (8,)), onnx=False)
    assert bundle.manifest["data"] == "my_box.toml"
    box.unlink()
    assert faults(verdicts(bundle_bytes(bundle))) == {}


def test_equal_arguments_give_equal_bytes():
    games = bundles.games_of("leduc_poker")
    made = [bundle_bytes(build_bundle(games, random_layers(games[0], (8,)), onnx=False))
            for _ in range(2)]
    assert made[0] == made[1]


# Name -> (member, change of its JSON value, check that finds it, part of the sentence).
def change(path, value):
    """Return a change: the value at a path of keys, "-" to remove."""

    def apply(tree):
        for key in path[:-1]:
            tree = tree[key]
        if value == "-":
            del tree[path[-1]]
        elif callable(value):
            tree[path[-1]] = value(tree[path[-1]])
        else:
            tree[path[-1]] = value

    return apply


FIRST = ("vectors", 0)
DAMAGE = {
    "action text": ("actions.json", change(("players", "2", 1), "raise"), "action table",
                    "players.2[1] is 'raise', 'bet' is expected"),
    "fewer actions": ("actions.json", change(("players", "3", 1), "-"), "action table",
                      "players.3 has 1 entries, 2 are expected"),
    "layout": ("layout.json", change(("blocks", 1, "stop"), 7), "tensor layout", "blocks[1].stop"),
    "schema": ("schema.json", change(("title",), "Chess"), "schema", "title is 'Chess'"),
    "rules version": ("game.json", change(("rules_version",), 99), "game data",
                      "rules_version is 99"),
    "game's fingerprint": ("game.json", change(("players", "2", "fingerprint"), "ab"), "game data",
                           "players.2.fingerprint is 'ab'"),
    "unknown game": ("game.json", change(("name",), "chess"), "game", "There is no game 'chess'"),
    "other game": ("game.json", change(("name",), "leduc_poker"), "game",
                   "leduc_poker for 2 players is another game here"),
    "no options": ("game.json", change(("options",), None), "game", "has no options"),
    "unknown option": ("game.json", change(("options",), {"a": 1}), "game", "no option 'a'"),
    "fingerprint": ("manifest.json", change(("fingerprints", "3"), "ab"), "game",
                    "kuhn_poker for 3 players is another game here: its fingerprint differs"),
    "game's name": ("manifest.json", change(("game",), "chess"), "manifest", "game is 'chess'"),
    "options": ("manifest.json", change(("options",), {"a": 1}), "manifest", "options.a is 1"),
    "data": ("manifest.json", change(("data",), "box.toml"), "game", "lacks the values"),
    "seats": ("manifest.json", change(("num_seats",), 4), "weights", "network"),
    "players": ("manifest.json", change(("players",), [3, 2]), "game", "do not ascend"),
    "hidden": ("manifest.json", change(("hidden",), [9, 8]), "weights", "[9, 8]"),
    "no vectors": ("vectors.json", change(("vectors",), []), "observations", "no list of 1"),
    "no list": ("vectors.json", change(("vectors",), 5), "observations", "no list of 1"),
    "a player count less": (
        "vectors.json",
        change(("vectors",), lambda v: [x for x in v if x["observation"]["players"] == 2]),
        "observations", "no vector for 3 players"),
    "no observation": ("vectors.json", change((*FIRST, "observation"), "-"), "observations",
                       "vectors[0] has no observation"),
    "broken observation": ("vectors.json", change((*FIRST, "observation", "view"), {}),
                           "observations", "vectors[0]: The field"),
    "tensor": ("vectors.json", change((*FIRST, "tensor", "values", 0), 0.5), "tensors",
               "vectors[0].tensor.values[0] is 0.5, 1.0 is expected"),
    "no tensor": ("vectors.json", change((*FIRST, "tensor"), "-"), "tensors",
                  "vectors[0].tensor is missing"),
    "legal actions": ("vectors.json", change((*FIRST, "legal_actions"), [0]), "tensors",
                      "vectors[0].legal_actions has 1 entries"),
    "logits": ("vectors.json", change((*FIRST, "logits", 0), lambda x: x + 2e-4), "kernel",
               "vectors[0].logits[0]"),
    "logits as text": ("vectors.json", change((*FIRST, "logits", 0), "much"), "kernel",
                       "vectors[0].logits[0] is 'much'"),
    "policy": ("vectors.json", change((*FIRST, "policy", 0), True), "kernel", "policy[0] is True"),
    "values": ("vectors.json", change((*FIRST, "values"), lambda v: v[::-1]), "kernel",
               "vectors[0].values"),
    "action": ("vectors.json", change((*FIRST, "action"), lambda a: 1 - a), "actions",
               "vectors[0].action"),
    "text": ("vectors.json", change((*FIRST, "text"), "fold"), "actions", "is 'fold'"),
    "curve": ("curve.json", lambda rows: rows.append(3), "curve", "no list of objects"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_found_where_it_is(verdicts, damage):
    member, change, part, sentence = DAMAGE[damage]
    members = bundles.members_of()
    bundles.edit(members, member, change)
    found = faults(verdicts(bundles.seal(members)))
    assert next(iter(found)) == part, found
    assert sentence in found[part]


def test_another_value_of_the_box_is_named(verdicts):
    """As where this installation's data have been corrected since."""
    members = bundles.members_of("hoi_pho")
    changes = [
        ("game.json", change(("data", "tree", "merchants", 3, "reward_1st"), 77)),
        ("manifest.json", change(("fingerprints", "3"), "ab")),
    ]
    for member, apply in changes:
        bundles.edit(members, member, apply)
    found = faults(verdicts(bundles.seal(members)))
    assert "data.tree.merchants[3].reward_1st is 77, " in found["game"]


def test_other_weights_are_found(verdicts):
    members = bundles.members_of()
    weights = np.frombuffer(members["weights.bin"], "<f4").copy()
    weights[-1] += 0.01
    members["weights.bin"] = weights.tobytes()
    found = faults(verdicts(archive.pack(members)))
    assert "another 'weights.bin'" in found["weights"]
    found = faults(verdicts(bundles.seal(members)))
    assert list(found) == ["kernel"]
    assert "value_logits" in found["kernel"]


@pytest.mark.parametrize("member", [m for m in bundles.good_members() if m != "curve.json"])
def test_every_member_is_needed(verdicts, member):
    members = bundles.members_of()
    del members[member]
    found = verdicts(archive.pack(members))
    assert found["zip file"] == (FAULT, f"there is no {member}")
    assert {verdict for part, (verdict, _) in found.items() if part != "zip file"} == {SKIPPED}


def test_no_other_member_is_allowed(verdicts):
    members = bundles.members_of() | {"run.py": b"print()"}
    assert "a member 'run.py', which no" in faults(verdicts(bundles.seal(members)))["zip file"]


def test_a_broken_model_is_a_sentence(verdicts):
    onnx = pytest.importorskip("onnx", reason="the extra [onnx] is not installed")
    pytest.importorskip("onnxruntime", reason="the extra [onnx] is not installed")
    games = bundles.games_of("kuhn_poker", [2])
    bundle = build_bundle(games, random_layers(games[0], (8, 8)))
    good = archive.unpack(bundle_bytes(bundle), "good")

    def judged(change):
        model = onnx.ModelProto.FromString(good["model.onnx"])
        change(model)
        members = good | {"model.onnx": model.SerializeToString()}
        return faults(verdicts(bundles.seal(members)))

    def drop_relu(model):
        (relu,) = [n for n in model.graph.node if n.output[0] == "hidden1"]
        model.graph.node.remove(relu)
        for node in model.graph.node:
            for i, name in enumerate(node.input):
                node.input[i] = relu.input[0] if name == "hidden1" else name

    assert judged(lambda model: None) == {}
    assert "differs by" in judged(drop_relu)["onnx"]
    for change, sentence in (
        (lambda m: m.graph.initializer[0].external_data[1].__setattr__("value", "64"), "differs"),
        (lambda m: m.graph.initializer[0].external_data[2].__setattr__("value", "9999999"), "onnx"),
        (lambda m: m.graph.initializer[0].dims.__setitem__(0, 9), "onnx"),
        (lambda m: m.graph.node[0].__setattr__("op_type", "Loop"), "has a node 'Loop'"),
        (lambda m: m.metadata_props[0].__setattr__("value", "chess"), "metadata of another game"),
        (lambda m: m.graph.output.pop(), "onnx"),
        (lambda m: m.graph.node.pop(), "onnx"),
    ):
        found = judged(change)
        assert list(found) == ["onnx"]
        assert sentence in found["onnx"]
    members = good | {"model.onnx": b"\xff" * 50}
    assert list(faults(verdicts(bundles.seal(members)))) == ["onnx"]


def test_what_is_not_installed_is_said(verdicts, monkeypatch):
    import sys

    games = bundles.games_of("kuhn_poker", [2])
    members = bundles.members_of() | {"model.onnx": b""}
    for module in ("jsonschema", "onnx", "onnxruntime"):
        monkeypatch.setitem(sys.modules, module, None)
    found = verdicts(bundles.seal(members))
    assert found["their schema"] == (SKIPPED, "jsonschema is not installed")
    assert found["onnx"][0] == SKIPPED
    assert "not installed" in found["onnx"][1]
    assert faults(found) == {}
    assert games


@given(st.data())
def test_a_flipped_bit_is_refused_or_means_nothing(tmp_path_factory, data):
    raw = bytearray(archive.pack(bundles.good_members()))
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= 1 << data.draw(st.integers(0, 7))
    path = tmp_path_factory.mktemp("z") / "bundle.zip"
    path.write_bytes(raw)
    findings = list(verify_bundle(path))
    assert all("\n" not in f.sentence for f in findings)
    if FAULT not in {f.verdict for f in findings}:
        assert archive.unpack(bytes(raw), "flipped") == bundles.good_members()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 300) | st.just(10**400) | st.floats()
    | st.text(max_size=4) | st.sampled_from(["", "kuhn_poker", "float16", "data", "players"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner,
                                                                max_size=3),
    max_leaves=5,
)
# Changes that are no damage: what is known of the training, another seat's observation.
MEANS_NOTHING = {"trained", "sha256", "seed", "tolerance", "curve.json", "observation"}


@given(st.data())
def test_any_json_in_any_place_is_no_traceback(tmp_path_factory, data):
    members = bundles.members_of()
    name = data.draw(st.sampled_from([m for m in members if m.endswith(".json")]))
    tree = [json.loads(members[name])]
    node, key, path = tree, 0, [name]
    while isinstance(node[key], (dict, list)) and node[key] and data.draw(st.integers(0, 5)):
        node = node[key]
        key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict)
                                        else range(len(node))))
        path.append(key)
    before, node[key] = node[key], data.draw(JSON)
    members[name] = json.dumps(tree[0]).encode()
    file = tmp_path_factory.mktemp("z") / "bundle.zip"
    try:
        file.write_bytes(bundles.seal(members))
    except (ValueError, TypeError, AttributeError):
        return  # a manifest that cannot be sealed
    findings = list(verify_bundle(file))
    assert all("\n" not in f.sentence for f in findings)
    if FAULT not in {f.verdict for f in findings} and not same(before, node[key]):
        assert MEANS_NOTHING & set(path), (path, before, node[key])


def same(a, b):
    if isinstance(a, float) and isinstance(b, (int, float)):
        return abs(a - b) <= 1e-4
    return a == b and type(a) is type(b)


@pytest.mark.parametrize("depth", [70, 500, 990, 100_000])
@pytest.mark.parametrize("member", ["manifest.json", "game.json", "vectors.json"])
def test_what_is_nested_deeply_is_a_sentence(verdicts, member, depth):
    members = bundles.members_of()
    deep = b"[" * depth + b"]" * depth
    members[member] = members[member].replace(b"{", b'{"deep":' + deep + b",", 1)
    found = faults(verdicts(bundles.seal(members) if member != "manifest.json" else
                            archive.pack(members)))
    assert "no JSON" in next(iter(found.values()))


def test_the_command_prints_a_table(tmp_path, capsys):
    path = tmp_path / "kuhn.zip"
    path.write_bytes(archive.pack(bundles.good_members()))
    assert cli.main(["verify", str(path)]) == 0
    out, err = capsys.readouterr()
    *rows, last = out.splitlines()
    assert err == ""
    assert last == f"{path}: good; 1 of {len(rows)} checks could not be made."
    assert rows[0].startswith("ok       zip file       8 members, ")
    assert "skipped  onnx           the bundle has no model.onnx." in rows
    path.write_bytes(path.read_bytes()[:-40])
    assert cli.main(["verify", str(path)]) == 2
    out, err = capsys.readouterr()
    assert "no whole zip file" in out.splitlines()[0]
    assert "1 fault; " in out.splitlines()[-1]


@pytest.mark.parametrize(("words", "sentence"), [
    ([], "the following arguments are required: BUNDLE"),
    (["a.zip", "b.zip"], "unrecognized arguments: b.zip"),
])
def test_bad_words_are_one_sentence(words, sentence, capsys):
    assert cli.main(["verify", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_verify_imports_no_torch(tmp_path):
    import subprocess
    import sys

    games = bundles.games_of("kuhn_poker", [2])
    path = tmp_path / "kuhn.zip"
    write_bundle(path, build_bundle(games, random_layers(games[0], (8,)), onnx=False))
    program = ("import sys; from scripts import cli; code = cli.main(['verify', sys.argv[1]]); "
               "print(code, 'torch' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True,
                          text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 False"
