"""Bundles: one zip file with a trained network and all that is needed to play it anywhere.

docs/nets.md describes the members. Reading trusts nothing: sizes are bounded, nothing is written
to disk, and every member has to have the checksum that the manifest names.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.whole_file import write_whole
from engine_cy import Game
from nets import snapshots as earlier
from nets.archive import MAX_BYTES, MAX_FILE, pack, read_file, unpack
from nets.errors import BundleError
from nets.jsons import from_json, to_json
from nets.manifest import FORMAT, check_manifest
from nets.parts import check_family, common_options, data_name, num_actions, num_seats
from nets.weights import Layers, pack_layers, unpack_layers
from search.mlp import MLP

__all__ = ["MANIFEST", "WEIGHTS", "Bundle", "BundleError", "bundle_bytes", "new_bundle",
           "parse_bundle", "read_bundle", "write_bundle"]

MANIFEST = "manifest.json"
WEIGHTS = "weights.bin"
LONGEST = 300  # characters of a manifest's own words in a sentence


@dataclass(frozen=True)
class Bundle:
    """A network with its papers.

    manifest: what docs/nets.md lists under manifest.json.
    layers: (weight float32[out, in], bias float32[out]) pairs as the kernel takes them.
    members: the other files of the zip by name.
    source: what a message calls the bundle, such as its path.
    """

    manifest: dict[str, Any]
    layers: Layers
    members: Mapping[str, bytes] = field(default_factory=dict)
    source: str = "in memory"

    def mlp(self) -> MLP:
        """Return the network for the kernel."""
        return MLP(self.layers, self.manifest["num_actions"], self.manifest["num_seats"])

    @property
    def temperature(self) -> float:
        """What divides the logits where the network plays and nothing else is asked for."""
        return float(self.manifest.get("temperature", 1.0))

    def snapshots(self) -> list[MLP]:
        """Return the earlier networks that the bundle keeps, the oldest first; often none.

        Raises: BundleError where they are broken.
        """
        manifest = self.manifest
        count = len(manifest.get("snapshots") or ())
        if not count:
            return []
        size = len(pack_layers(self.layers, manifest["dtype"])[0])
        try:
            found = earlier.unpack_snapshots(
                self.members.get(earlier.MEMBER, b""), manifest["layers"], manifest["dtype"],
                size, count)
            return [MLP(layers, manifest["num_actions"], manifest["num_seats"])
                    for layers in found]
        except ValueError as error:
            raise BundleError(f"Bundle {self.source} has broken snapshots: {error}") from None

    def check_fits(self, game: Game) -> None:
        """Raise BundleError, with what differs, unless the network was made for this game."""
        why = _misfit(self.manifest, game)
        if why:
            raise BundleError(f"Bundle {self.source} does not fit {game!r}: {why}.")


def new_bundle(
    games: Sequence[Game],
    layers: Layers,
    *,
    trained: Mapping[str, Any] | None = None,
    members: Mapping[str, bytes] | None = None,
    dtype: str = "float32",
    snapshots: Mapping[int, Layers] | None = None,
    temperature: float | None = None,
) -> Bundle:
    """Return a bundle of a network that plays these games: one game at several player counts.

    trained: what the manifest says of the training. dtype: how weights are stored; float16 rounds
    them, and the bundle's layers are what is left. snapshots: earlier networks by update.
    temperature: at which the network plays, if not at 1.

    Raises:
        BundleError: for layers that fit no network of these games, or games of several kinds.
    """
    check_family(games)
    first = games[0]
    try:
        blob, entries = pack_layers(layers, dtype)
        past = dict(sorted((snapshots or {}).items()))
        history = earlier.pack_snapshots(list(past.values()), entries, dtype)
    except ValueError as error:
        raise BundleError(f"These layers make no bundle: {error}") from None
    manifest = {
        "format": FORMAT,
        "game": first.name,
        "rules_version": first.rules_version,
        "options": common_options(games),
        "data": data_name(first),
        "players": [game.num_players for game in games],
        "fingerprints": {str(game.num_players): game.fingerprint for game in games},
        "num_actions": num_actions(games),
        "num_seats": num_seats(first),
        "tensor_size": first.observation_tensor_size,
        "hidden": [len(bias) for _, bias in layers[:-1]],
        "activation": "relu",
        "dtype": dtype,
        "layers": entries,
        "trained": dict(trained or {}),
    }
    if temperature is not None:
        manifest["temperature"] = temperature
    members = dict(members or {})
    if past:
        manifest["snapshots"] = list(past)
        members[earlier.MEMBER] = history
    manifest["sha256"] = {
        name: hashlib.sha256(content).hexdigest()
        for name, content in sorted({**members, WEIGHTS: blob}.items())
    }
    bundle = Bundle(manifest, unpack_layers(blob, entries, dtype), members)
    _check(bundle)
    for game in games:
        bundle.check_fits(game)
    return bundle


def write_bundle(path: str | os.PathLike[str], bundle: Bundle) -> None:
    """Write a bundle; whoever reads meanwhile finds the old file or the new, never a part."""
    write_whole(path, bundle_bytes(bundle))


def bundle_bytes(bundle: Bundle) -> bytes:
    """Return the zip file of a bundle: the same bytes for the same bundle.

    Raises: BundleError for one that is larger than a reader takes, or keeps more networks.
    """
    if (count := len(bundle.manifest.get("snapshots") or ())) > earlier.MAX_SNAPSHOTS:
        raise BundleError(f"A bundle of {count:,} snapshots could not be read; at most "
                          f"{earlier.MAX_SNAPSHOTS:,} are allowed.")
    blob, _ = pack_layers(bundle.layers, bundle.manifest["dtype"])
    first = {MANIFEST: to_json(bundle.manifest), WEIGHTS: blob}
    members = {**first, **dict(sorted(bundle.members.items()))}
    if (size := sum(map(len, members.values()))) > MAX_BYTES:
        raise BundleError(f"The bundle would unpack to {size:,} bytes; at most {MAX_BYTES:,} are "
                          "allowed.")
    content = pack(members)
    if len(content) > MAX_FILE:
        raise BundleError(f"The bundle would have {len(content):,} bytes; at most {MAX_FILE:,} are "
                          "allowed.")
    return content


def read_bundle(path: str | os.PathLike[str]) -> Bundle:
    """Return the bundle in a file.

    Raises:
        BundleError: for a file that is missing, is no bundle, or differs from its checksums.
    """
    return parse_bundle(read_file(path), str(path))


def parse_bundle(raw: bytes, source: str = "in memory") -> Bundle:
    """Return the bundle in the bytes of a zip file; BundleError as `read_bundle`."""
    members = unpack(raw, source)
    if MANIFEST not in members:
        raise BundleError(f"Bundle {source} has no {MANIFEST}.")
    manifest = from_json(members.pop(MANIFEST), MANIFEST, source)
    why = check_manifest(manifest)
    if why:
        raise BundleError(f"Bundle {source} has a manifest in which {why}.")
    _check_sums(manifest, members, source)
    try:
        layers = unpack_layers(members.pop(WEIGHTS), manifest["layers"], manifest["dtype"])
    except ValueError as error:
        raise BundleError(f"Bundle {source} has broken weights: {error}") from None
    bundle = Bundle(manifest, layers, members, source)
    _check(bundle)
    return bundle


def _check_sums(manifest: dict[str, Any], members: Mapping[str, bytes], source: str) -> None:
    listed = manifest["sha256"]
    if WEIGHTS not in members or listed.keys() != members.keys():
        odd = sorted(listed.keys() ^ members.keys()) or [WEIGHTS]
        raise BundleError(f"Bundle {source} lacks {odd[0]!r}, or its manifest does.")
    for name, content in members.items():
        if hashlib.sha256(content).hexdigest() != listed[name]:
            raise BundleError(f"Bundle {source} has another {name!r} than the one whose checksum "
                              "its manifest names.")


def _check(bundle: Bundle) -> None:
    """Raise BundleError unless the layers are a network as the manifest says."""
    manifest = bundle.manifest
    try:
        mlp = bundle.mlp()
    except ValueError as error:
        raise BundleError(f"Bundle {bundle.source} has no network: {error}") from None
    hidden = [len(bias) for _, bias in bundle.layers[:-1]]
    if mlp.num_inputs != manifest["tensor_size"] or hidden != manifest["hidden"]:
        raise BundleError(
            f"Bundle {bundle.source} has a network of {mlp.num_inputs} inputs and hidden layers "
            f"{hidden}; its manifest says {manifest['tensor_size']} and {manifest['hidden']}.")


def _misfit(manifest: Mapping[str, Any], game: Game) -> str:
    """Return why a network is not for this game, or ""."""
    if manifest["game"] != game.name:
        return f"it was made for {_short(manifest['game'])}"
    known = manifest["fingerprints"].get(str(game.num_players))
    if known is None:
        counts = ", ".join(str(n) for n in manifest["players"])
        return f"it was made for {counts} players"
    if known != game.fingerprint:
        return f"its rules, options or component data differ (its options: {_spell(manifest)})"
    if manifest["tensor_size"] != game.observation_tensor_size:
        return (f"its observation tensors have {manifest['tensor_size']} numbers instead of "
                f"{game.observation_tensor_size}")
    if (manifest["num_actions"] < game.num_distinct_actions
            or manifest["num_seats"] != max(2, game.max_players)):
        return (f"it knows {manifest['num_actions']} actions and {manifest['num_seats']} seats "
                f"instead of {game.num_distinct_actions} and {max(2, game.max_players)}")
    return ""


def _spell(manifest: Mapping[str, Any]) -> str:
    pairs = [f"{key}={value}" for key, value in sorted(manifest["options"].items())]
    return _short(", ".join(pairs)) or "none"


def _short(text: str) -> str:
    """Return what a manifest says, fit for a sentence on any terminal: it may come from anybody."""
    plain = ascii(text)[1:-1]
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 3] + "..."

