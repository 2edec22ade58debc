"""Layers of a network as raw little-endian bytes, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

# (weight float32[out, in], bias float32[out]) of each layer, from the inputs on
Layers = Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]]

DTYPES = {"float32": "<f4", "float16": "<f2"}
PARTS = ("weight", "bias")


def pack_layers(layers: Layers, dtype: str = "float32") -> tuple[bytes, list[dict[str, Any]]]:
    """Return the bytes of the arrays, one after the other, and {name, shape, offset} of each.

    dtype: float32, or float16, which rounds. Raises ValueError where float16 cannot hold a weight.
    """
    blob, entries = b"", []
    for i, pair in enumerate(layers):
        for part, array in zip(PARTS, pair, strict=True):
            with np.errstate(over="ignore"):
                stored = np.asarray(array).astype(DTYPES[dtype])
            if not np.isfinite(stored).all():
                raise ValueError(f"The {part}s of layer {i} are not all finite in {dtype}.")
            entries.append({"name": f"layer{i}.{part}", "shape": list(stored.shape),
                            "offset": len(blob)})
            blob += stored.tobytes()
    return blob, entries


def unpack_layers(blob: bytes, entries: Sequence[Mapping[str, Any]], dtype: str) -> Layers:
    """Return the layers that `pack_layers` packed.

    Raises:
        ValueError: for a table of entries that does not describe these bytes.
    """
    arrays, at = [], 0
    if len(entries) % 2:
        raise ValueError(f"{len(entries)} arrays are no pairs of weights and biases.")
    item = np.dtype(DTYPES[dtype]).itemsize
    for i, entry in enumerate(entries):
        name = f"layer{i // 2}.{PARTS[i % 2]}"
        count = 1
        for length in entry["shape"]:
            count *= length
        if entry["name"] != name or entry["offset"] != at or len(entry["shape"]) != 2 - i % 2:
            raise ValueError(f"Array {i} is {entry['name']!r} of shape {entry['shape']} at byte "
                             f"{entry['offset']}; {name!r} at byte {at} is needed.")
        if at + count * item > len(blob):
            raise ValueError(f"{len(blob)} bytes end within {name!r}.")
        array = np.frombuffer(blob, DTYPES[dtype], count, at).astype(np.float32)
        arrays.append(array.reshape(entry["shape"]))
        at += count * item
    if at != len(blob):
        raise ValueError(f"{len(blob)} bytes are {len(blob) - at} more than the arrays need.")
    return [(arrays[i], arrays[i + 1]) for i in range(0, len(arrays), 2)]
