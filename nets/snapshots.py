"""The earlier networks of a training run that a bundle keeps beside the one that plays by default.

What a run has learnt to mix is often in its history and not in any one network: a seat that draws
one of the snapshots for a game, later ones more often, plays the run's average. All have the shape
of the bundle's own network, so one table of arrays describes them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nets.weights import ALIGNMENT, Layers, pack_layers, unpack_layers
from search.streams import Stream, stream_seed

MEMBER = "snapshots.bin"
MAX_SNAPSHOTS = 1000
CHOICE = (1 << 64) - 1      # the stream that draws a snapshot; decisions count from 0


def pack_snapshots(
    snapshots: Sequence[Layers], entries: Sequence[Mapping[str, Any]], dtype: str
) -> bytes:
    """Return the bytes of all snapshots: each as in weights.bin, zeros up to the next multiple.

    entries: the arrays of the bundle's own network. Raises ValueError for another shape.
    """
    blob = bytearray()
    for layers in snapshots:
        part, theirs = pack_layers(layers, dtype)
        if theirs != list(entries):
            raise ValueError("A snapshot has other layers than the network.")
        blob += part + bytes(-len(part) % ALIGNMENT)
    return bytes(blob)


def unpack_snapshots(
    blob: bytes, entries: Sequence[Mapping[str, Any]], dtype: str, size: int, count: int
) -> list[Layers]:
    """Return the layers of each snapshot; `size` is that of weights.bin in bytes.

    Raises: ValueError where the bytes are not those of `count` networks.
    """
    step = size + -size % ALIGNMENT
    if len(blob) != step * count:
        raise ValueError(f"{len(blob)} bytes are not those of {count} networks of {step} each.")
    return [unpack_layers(blob[i * step:i * step + size], entries, dtype) for i in range(count)]


def linear_weights(count: int) -> list[float]:
    """Return the weights 1, 2, ..., `count`: the later a snapshot, the more it counts."""
    return [float(i) for i in range(1, count + 1)]


def drawn(seed: int, count: int) -> int:
    """Return the place of the snapshot that a bot's seed draws, number i of `count` by weight i."""
    stream = Stream(stream_seed(stream_seed(seed, CHOICE), CHOICE))
    ticket = stream.below(count * (count + 1) // 2)
    place = 0
    while ticket >= place + 1:
        ticket -= place + 1
        place += 1
    return place
