"""Checks of a bundle's file: what can be said without its game."""

from __future__ import annotations

from nets.archive import read_file, unpack
from nets.bundle import MANIFEST, WEIGHTS, parse_bundle
from nets.errors import BundleError
from nets.onnx_file import MODEL
from nets.snapshots import MEMBER as SNAPSHOTS
from nets.verify.case import CannotCheckError, Case

REQUIRED = (MANIFEST, "actions.json", "game.json", "layout.json", "schema.json", "vectors.json",
            WEIGHTS)
OPTIONAL = (MODEL, SNAPSHOTS, "curve.json")


def check_archive(case: Case) -> str:
    """Read the zip file; every member that a bundle needs is there and no other."""
    case.raw = read_file(case.path)
    case.members = unpack(case.raw, str(case.path))
    missing = [name for name in REQUIRED if name not in case.members]
    unknown = [name for name in case.members if name not in REQUIRED + OPTIONAL]
    if missing:
        raise BundleError(f"there is no {missing[0]}")
    if unknown:
        raise BundleError(f"there is a member {unknown[0]!r}, which no bundle has")
    return f"{len(case.members)} members, {len(case.raw):,} bytes"


def check_weights(case: Case) -> str:
    """Read the bundle as a bot does: manifest, checksum of every member, layers."""
    case.bundle = parse_bundle(case.raw, str(case.path))
    layers = case.bundle.layers
    count = sum(weight.size + bias.size for weight, bias in layers)
    sizes = [layers[0][0].shape[1], *(len(bias) for _, bias in layers)]
    return f"every checksum is right; {count:,} weights, {'-'.join(map(str, sizes))}"


def check_snapshots(case: Case) -> str:
    """Read the earlier networks."""
    count = len(case.bundle.snapshots())
    if not count and SNAPSHOTS in case.members:
        raise BundleError(f"the manifest says nothing of the {SNAPSHOTS} that is there")
    return f"{count or 'no'} earlier networks are kept"


def check_curve(case: Case) -> str:
    """Read the learning curve."""
    if "curve.json" not in case.members:
        raise CannotCheckError("the bundle has no curve.json")
    rows = case.json("curve.json")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BundleError("curve.json is no list of objects")
    return f"{len(rows)} points of the learning curve"
