"""Whole bundles: everything in one zip file that plays a net, explains it and checks it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine_cy import Game
from nets import parts
from nets.bundle import Bundle, new_bundle
from nets.errors import BundleError
from nets.jsons import to_json
from nets.onnx_file import MODEL, check_model, model_facts, onnx_model
from nets.vectors import vector_part
from nets.weights import DTYPES, Layers, pack_layers

Rows = Sequence[Mapping[str, Any]]


def build_bundle(
    games: Sequence[Game],
    layers: Layers,
    *,
    trained: Mapping[str, Any] | None = None,
    curve: Rows | None = None,
    weights: str = "float32",
    seed: int = 1,
    onnx: bool = True,
    snapshots: Mapping[int, Layers] | None = None,
    temperature: float | None = None,
) -> Bundle:
    """Return a bundle with all its members; equal arguments give equal bytes.

    games: one game at every player count that the net serves, ascending. layers: (weight
    float32[out, in], bias float32[out]) with the normaliser folded in; the last gives A logits,
    then S value logits. trained: decisions, date, config and whatever else is to be known of the
    training. curve: rows of the learning curve. weights: the type in which they are stored;
    everything in the bundle is computed with the rounded ones. seed: of the test vectors.
    onnx: whether model.onnx is written, which needs the library. snapshots: earlier nets of the
    run by update, for bots that draw one for a game. temperature: what divides the logits where the
    network plays and nothing else is asked for; None: 1.
    Raises: BundleError for games or layers that do not fit, and where `onnx` is not installed.
    """
    if weights not in DTYPES:
        raise BundleError(f"weights={weights} is no type; allowed: {', '.join(DTYPES)}.")
    bare = new_bundle(games, layers, trained=trained, dtype=weights)
    members = {
        "actions.json": to_json(parts.action_part(games)),
        "layout.json": to_json(parts.layout_part(games)),
        "game.json": to_json(parts.game_part(games)),
        "schema.json": to_json(parts.schema_part(games)),
        "vectors.json": _vectors(bare, games, seed),
    }
    if curve is not None:
        members["curve.json"] = to_json(list(curve))
    if onnx:
        members[MODEL] = _model(bare)
    return new_bundle(games, layers, trained=trained, members=members, dtype=weights,
                      snapshots=snapshots, temperature=temperature)


def _model(bundle: Bundle) -> bytes:
    """Return model.onnx, checked by the checker of `onnx`."""
    manifest = bundle.manifest
    facts = model_facts(manifest)
    model = onnx_model(manifest["layers"], manifest["dtype"], manifest["num_actions"],
                       manifest["num_seats"], facts)
    check_model(model, pack_layers(bundle.layers, manifest["dtype"])[0], facts)
    return model


def _vectors(bundle: Bundle, games: Sequence[Game], seed: int) -> bytes:
    """Return vectors.json with a line for each vector: tables of numbers are not for indenting."""
    part = vector_part(games, bundle.mlp().forward, bundle.manifest["num_actions"], seed)
    dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
    head = {key: value for key, value in part.items() if key != "vectors"}
    rows = ",\n".join(dump(vector) for vector in part["vectors"])
    return (dump(head)[:-1] + ',"vectors":[\n' + rows + "\n]}\n").encode()
