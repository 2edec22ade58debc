"""Small bundles with all their members, and ways to damage them."""

import copy
import hashlib
import json
from functools import cache

from engine_cy import game_info, load_game
from nets.archive import pack, unpack
from nets.bundle import bundle_bytes
from nets.export import build_bundle
from nets.testing import random_layers

MANIFEST = "manifest.json"


def games_of(name, players=None, **options):
    """Return the game at the given player counts, None: all."""
    info = game_info(name)
    counts = players or range(info.min_players, info.max_players + 1)
    return [load_game(name, count, **options) for count in counts]


@cache
def good_members(name="kuhn_poker", weights="float32"):
    """Return the members of a good bundle, model.onnx left out."""
    games = games_of(name)
    layers = random_layers(games[0], (16, 8), scale=3.0)
    bundle = build_bundle(games, layers, weights=weights, onnx=False,
                          trained={"decisions": 7}, curve=[{"decisions": 7, "share": 0.5}])
    return unpack(bundle_bytes(bundle), "good")


def members_of(name="kuhn_poker"):
    """Return a copy to be damaged."""
    return dict(good_members(name))


def edit(members, name, change):
    """Change the JSON value of a member in place; `change` may also return another."""
    value = json.loads(members[name])
    other = change(copy.deepcopy(value)) if change.__name__ == "replace" else change(value)
    members[name] = json.dumps(value if other is None else other).encode()


def seal(members):
    """Return the zip file of members, their checksums right again."""
    manifest = json.loads(members[MANIFEST])
    if isinstance(manifest, dict):
        manifest["sha256"] = {name: hashlib.sha256(content).hexdigest()
                              for name, content in members.items() if name != MANIFEST}
        members = {**members, MANIFEST: json.dumps(manifest).encode()}
    return pack(members)
