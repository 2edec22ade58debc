"""``desgarrada bench peers=NAME``: the same work by ours and by another program, side by side."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from scripts.bench_table import figure, is_missed
from scripts.errors import UsageError


@dataclass(frozen=True)
class Peer:
    """A program to compare with: its name, its distribution, the modules needed, our extra."""

    title: str
    distribution: str
    modules: tuple[str, ...]
    extra: str


PEERS = {
    "openspiel": Peer("OpenSpiel", "open-spiel", ("pyspiel",), "openspiel"),
    "onnxruntime": Peer("ONNX Runtime", "onnxruntime", ("onnxruntime", "onnx"), "onnx"),
}


def check_peers(peers: Any) -> None:
    """Raise UsageError unless every peer named by the setting exists, and is one."""
    named = [peer for peer in _named(peers) if peer is not None]
    unknown = [peer for peer in named if peer not in PEERS]
    if unknown:
        raise UsageError(f"peers={unknown[0]} is unknown; the peers are {', '.join(PEERS)}")
    if len(named) > 1:
        raise UsageError(f"peers={','.join(named)} are {len(named)}; compare with one at a time")


def run_peers(peers: Any, game: str, repeats: int, seed: int) -> dict[str, Any]:
    """Compare with a peer, printing each figure as it is known; return all of them."""
    name = _named(peers)[0]
    peer = PEERS[name]
    try:
        version = metadata.version(peer.distribution)
        for module in peer.modules:
            importlib.import_module(module)
    except ImportError:
        raise UsageError(
            f"peers={name} needs {peer.title}; pip install 'desgarrada[{peer.extra}]' brings it"
        ) from None
    root = f"; root: seed {seed}, first decision" if name == "openspiel" else "; one thread"
    print(f"{peer.title} {version}; best and median of {repeats}{root}\n")
    print(f"{'measure':<45}{'ours':>12}{'median':>12}{'theirs':>12}{'median':>12} {'unit':<6}"
          f"{'ratio':>6} bar")
    rows = []
    for row in _rows(name, game, repeats, seed):
        rows.append(row.to_dict())
        print(_line(row), flush=True)
    return {"peer": f"{peer.title} {version}", "seed": seed, "rows": rows}


def _named(peers: Any) -> list[Any]:
    return peers if isinstance(peers, list) else [peers]


def _rows(name: str, game: str, repeats: int, seed: int) -> Iterator[Any]:
    if name == "onnxruntime":
        from nets.peers import onnxruntime_rows

        yield from onnxruntime_rows(repeats)
        return
    from search import peers

    for contest in peers.peer_contests(game):
        yield from peers.openspiel_rows(contest, repeats, seed)


def _line(row: Any) -> str:
    """Return a row of the comparison under its heading."""
    if hasattr(row, "value"):  # a figure of both together
        missed = " MISSED" if is_missed(row.value, row.bar) else ""
        return f"{row.name:<45}{'':>48} {row.unit:<6}{figure(row.value):>6} {row.bar}{missed}"
    values = (row.ours, row.ours_median, row.theirs, row.theirs_median)
    line = f"{row.name:<45}" + "".join(f"{figure(value):>12}" for value in values)
    if row.ratio is None:
        return f"{line} {row.unit}"
    missed = " MISSED" if is_missed(row.ratio, row.bar) else ""
    return f"{line} {row.unit:<6}{figure(row.ratio):>6} {row.bar}{missed}".rstrip()
