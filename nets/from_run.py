"""From the folder of a training run to a bundle; torch is imported when a checkpoint is read."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine_cy import DataError, Game, GameOptionError
from nets.bundle import Bundle, new_bundle
from nets.curve import decisions_by_update, read_rows
from nets.errors import BundleError
from nets.export import build_bundle
from nets.weights import Layers

POINTS = 200  # of the learning curve that a bundle keeps
BEST = "best.pt"  # the playing net that a sequential test has found to be the strongest
WORDS = ("ema", "current", "best")


def bundle_of_run(
    run_dir: str | Path,
    which: str = "ema",
    *,
    weights: str = "float32",
    seed: int = 1,
    onnx: bool = True,
    snapshots: bool = False,
    temperature: float | None = None,
) -> Bundle:
    """Return the bundle of a training run.

    which: "ema", the averaged weights; "current", those of the last update; "best", those of
    best.pt; or the number of an update that has a snapshot. snapshots: keep all snapshots too. The
    rest as `build_bundle`.
    Raises: BundleError for a word that is none of these, and where torch is not installed;
        DataError where there is no checkpoint or it cannot be read; what `build_bundle` raises.
    """
    if which not in WORDS and not which.isdecimal():
        raise BundleError(
            f"which={which} names no net; allowed: {', '.join(WORDS)}, or the number of a snapshot."
        )
    checkpoints, networks = _training()
    checkpoint = checkpoints.load_checkpoint(run_dir)
    folder = Path(run_dir) if Path(run_dir).is_dir() else Path(run_dir).parent
    net = _network(checkpoints, checkpoint, folder, which)
    return build_bundle(
        _games(checkpoint), networks.layers_of(net),
        trained=_trained(checkpoint, folder, checkpoints, which, net),
        curve=read_curve(folder / checkpoints.CURVE), weights=weights, seed=seed, onnx=onnx,
        temperature=temperature,
        snapshots=_snapshots(checkpoints, networks, checkpoint) if snapshots else None,
    )


def bare_bundle_of_run(run_dir: str | Path, snapshots: bool = False) -> Bundle:
    """Return the averaged weights of a run, and all its snapshots, to be played as they are.

    Raises: BundleError where torch is not installed, and where there is no checkpoint or it cannot
        be read.
    """
    checkpoints, networks = _training()
    try:
        checkpoint = checkpoints.load_checkpoint(run_dir)
        bundle = new_bundle(
            _games(checkpoint), networks.layers_of(checkpoints.network_of(checkpoint, "ema")),
            snapshots=_snapshots(checkpoints, networks, checkpoint) if snapshots else None)
    except (DataError, GameOptionError) as error:
        raise BundleError(f"The training run {run_dir} cannot be played: {error}") from None
    return replace(bundle, source=str(run_dir))


def _games(checkpoint: Any) -> list[Game]:
    return sorted(checkpoint.facts().games, key=lambda game: game.num_players)


def _snapshots(checkpoints: Any, networks: Any, checkpoint: Any) -> dict[int, Layers]:
    return {update: networks.layers_of(checkpoints.network_of(checkpoint, update))
            for update in checkpoint.snapshots}


def _training() -> tuple[Any, Any]:
    """Return the modules of checkpoints and networks; both need torch."""
    try:
        importlib.import_module("torch")
    except ImportError:
        raise BundleError(
            "To read a checkpoint needs torch, which is not installed; "
            "pip install 'desgarrada[torch]' brings it."
        ) from None
    return (importlib.import_module("nets.training.checkpoint"),
            importlib.import_module("nets.training.network"))


def _network(checkpoints: Any, checkpoint: Any, folder: Path, which: str) -> Any:
    if which != "best":
        return checkpoints.network_of(checkpoint, int(which) if which.isdecimal() else which)
    if not (folder / BEST).exists():
        raise BundleError(
            f"There is no {BEST} in {folder}: no net of this run has won a test of strength; "
            "which=ema takes the averaged weights."
        )
    net = checkpoints.network_of(checkpoint, "ema")  # of the right shape
    try:
        net.load_state_dict(checkpoints.read_torch(folder / BEST))
    except (RuntimeError, TypeError, AttributeError):
        raise BundleError(f"{folder / BEST} holds no net of this run.") from None
    return net


def _trained(checkpoint: Any, folder: Path, checkpoints: Any, which: str, net: Any
             ) -> dict[str, Any]:
    """Return what the manifest says of the training; the date is that of the checkpoint's file.

    decisions: those that the net has learnt from, which are fewer than the run's where it is an
    earlier one; null where nothing says how many.
    """
    file = folder / checkpoints.CHECKPOINT
    written = datetime.fromtimestamp(file.stat().st_mtime, UTC) if file.exists() else None
    progress = {key: checkpoint.progress[key] for key in sorted(checkpoint.progress)}
    return {
        "decisions": _decisions(checkpoint, folder / checkpoints.CURVE, which, net),
        "date": written.date().isoformat() if written else None,
        "which": which,
        "progress": progress,
        "config": checkpoint.config,
    }


def _decisions(checkpoint: Any, curve: Path, which: str, net: Any) -> int | None:
    """Return how many decisions a net of the run has learnt from, None where it is not known."""
    if which.isdecimal():
        return decisions_by_update(read_rows(curve)).get(int(which))
    if which != "best":
        return checkpoint.progress.get("decisions")
    best, state = checkpoint.rest.get("best"), net.state_dict()
    if not best or not all((state[key] == value).all() for key, value in best["state"].items()):
        return None     # the file is another than the checkpoint's
    return best["progress"].get("decisions")


def read_curve(path: Path) -> list[Mapping[str, Any]] | None:
    """Return rows of a run's curve, thinned to POINTS; None where the run has none.

    Rows that say more than others (of games against known bots) are all kept, and the last.
    """
    return thin(read_rows(path)) if path.exists() else None


def thin(rows: Sequence[Mapping[str, Any]], points: int = POINTS) -> list[Mapping[str, Any]]:
    """Return at most `points` rows evenly spaced, besides those with more keys than usual."""
    if len(rows) <= points:
        return list(rows)
    usual = min(len(row) for row in rows)
    last = len(rows) - 1
    even = {round(i * last / (points - 1)) for i in range(points)}
    return [row for i, row in enumerate(rows) if i in even or len(row) > usual]
