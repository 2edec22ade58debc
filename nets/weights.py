"""Layers of a network as raw little-endian bytes, and back.

float16 rounds every number to 11 significant bits. int8 has a scale for each row of a matrix: the
weight is a whole number from -127 to 127 times the scale; biases stay float32. All three are read
as float32, and to pack what has been read gives the same bytes again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

# (weight float32[out, in], bias float32[out]) of each layer, from the inputs on
Layers = Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]]

# Type of a bundle's weights -> the arrays of each layer: name, type, number of dimensions.
DTYPES = {
    "float32": (("weight", "<f4", 2), ("bias", "<f4", 1)),
    "float16": (("weight", "<f2", 2), ("bias", "<f2", 1)),
    "int8": (("weight", "<i1", 2), ("scale", "<f4", 1), ("bias", "<f4", 1)),
}
ALIGNMENT = 64      # bytes; every array begins at a multiple, with zeros before it
STEPS = 127         # the largest whole number of int8
SCALE_BITS = 16     # of a scale: with those of a whole number they fit into a float32 exactly
SMALLEST = 1e-30    # a row that is nowhere larger counts as zero


def pack_layers(layers: Layers, dtype: str = "float32") -> tuple[bytes, list[dict[str, Any]]]:
    """Return the bytes of the arrays, one after the other, and {name, shape, offset} of each.

    dtype: one of DTYPES. Raises ValueError where it cannot hold a weight.
    """
    blob, entries = bytearray(), []
    for i, pair in enumerate(layers):
        for (part, kind, _), array in zip(DTYPES[dtype], _stored(pair, dtype), strict=True):
            if not np.isfinite(array).all():
                raise ValueError(f"The {part}s of layer {i} are not all finite in {dtype}.")
            blob += bytes(-len(blob) % ALIGNMENT)
            entries.append({"name": f"layer{i}.{part}", "shape": list(array.shape),
                            "offset": len(blob)})
            blob += array.astype(kind).tobytes()
    return bytes(blob), entries


def unpack_layers(blob: bytes, entries: Sequence[Mapping[str, Any]], dtype: str) -> Layers:
    """Return the layers that `pack_layers` packed.

    Raises:
        ValueError: for a table of entries that does not describe these bytes.
    """
    parts = DTYPES[dtype]
    if len(entries) % len(parts):
        names = " and ".join(name for name, _, _ in parts)
        raise ValueError(f"{len(entries)} arrays are no whole layers of {names}.")
    arrays = list(_arrays(blob, entries, dtype))
    if dtype != "int8":
        return list(zip(arrays[::2], arrays[1::2], strict=True))
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite, the kernel refuses
        return [(weight * scale[:, None], bias) for weight, scale, bias in zip(
            arrays[::3], arrays[1::3], arrays[2::3], strict=True)]


def _arrays(
    blob: bytes, entries: Sequence[Mapping[str, Any]], dtype: str
) -> Iterator[NDArray[np.float32]]:
    """Yield every array as float32; ValueError where one is not where it must be."""
    parts, end = DTYPES[dtype], 0
    rows = 0        # of the layer's matrix
    for i, entry in enumerate(entries):
        part, kind, dimensions = parts[i % len(parts)]
        name, shape, at = f"layer{i // len(parts)}.{part}", entry["shape"], end + -end % ALIGNMENT
        if entry["name"] != name or entry["offset"] != at or len(shape) != dimensions:
            raise ValueError(f"Array {i} is {entry['name']!r} of shape {shape} at byte "
                             f"{entry['offset']}; {name!r} at byte {at} is needed.")
        if dimensions == 2:
            rows = shape[0]
        if shape[0] != rows:
            raise ValueError(f"{name!r} has {shape[0]} numbers for {rows} rows.")
        count = 1
        for length in shape:
            count *= length
        end = at + count * np.dtype(kind).itemsize
        if end > len(blob):
            raise ValueError(f"{len(blob)} bytes end within {name!r}.")
        yield np.frombuffer(blob, kind, count, at).astype(np.float32).reshape(shape)
    if end != len(blob):
        raise ValueError(f"{len(blob)} bytes are {len(blob) - end} more than the arrays need.")


def _stored(
    layer: tuple[NDArray[np.float32], NDArray[np.float32]], dtype: str
) -> tuple[NDArray[Any], ...]:
    """Return the arrays of a layer as they are stored, though some in wider types."""
    weight, bias = (np.asarray(array, np.float32) for array in layer)
    if dtype == "float16":
        with np.errstate(over="ignore"):
            return weight.astype(np.float16), bias.astype(np.float16)
    if dtype == "float32":
        return weight, bias
    if not np.isfinite(weight).all():
        return weight, np.ones(len(weight)), bias
    scale = _scales(weight)
    return np.rint(weight / scale[:, None].astype(np.float64)), scale, bias


def _scales(weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a scale for each row: its greatest weight is STEPS times that, rounded up a little.

    A scale has SCALE_BITS significant bits. Then whole numbers times the scale are exact, and their
    greatest gives the same scale again.
    """
    greatest = np.abs(weight).max(axis=1).astype(np.float64)
    mantissa, exponent = np.frexp(greatest / STEPS)
    mantissa = np.ceil(np.ldexp(mantissa, SCALE_BITS))
    scale = np.ldexp(mantissa, exponent - SCALE_BITS)
    return np.where(greatest > SMALLEST, scale, 1.0).astype(np.float32)
