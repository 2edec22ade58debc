"""``desgarrada export``: the net of a training run as a bundle, a zip file that plays anywhere."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.deals import check_master_seed
from configs.schema import option
from scripts.app import App
from scripts.errors import UsageError


@dataclass
class ExportConfig:
    """Which net becomes a bundle, and how it is stored."""

    run_dir: str = option("runs/train", "folder of the training run, or the file of a checkpoint")
    which: Any = option(
        "ema",
        "the net: ema (the averaged weights), current, best (that of best.pt), or the number of an "
        "update that has a snapshot",
    )
    out: str | None = option(None, "the file to write; null: the game's name in the run's folder")
    weights: str = option(
        "float32", "how weights are stored: float32, float16 (half the size) or int8 (a quarter)"
    )
    snapshots: bool = option(
        False, "keep all snapshots of the run in the bundle, for the bot net with pick=snapshots"
    )
    temperature: float | None = option(
        None, "what divides the logits where the net plays and nothing else is asked for, 0 to "
        "1000: below 1 what has been measured to be stronger than the policy as it learnt; null: 1"
    )
    seed: int = option(1, "seed of the positions that become test vectors")
    onnx: bool = option(True, "write model.onnx too, which needs the extra [onnx]")


def register() -> None:
    """Make the schema known to Hydra."""
    from hydra.core.config_store import ConfigStore

    ConfigStore.instance().store(name="export_schema", node=ExportConfig)


def run(settings: ExportConfig) -> int:
    """Write the bundle and say what is in it."""
    from arena.whole_file import write_whole
    from nets.bundle import bundle_bytes
    from nets.from_run import bundle_of_run
    from nets.manifest import MAX_TEMPERATURE, is_temperature
    from nets.onnx_file import require_onnx

    check_master_seed(settings.seed)
    if settings.temperature is not None and not is_temperature(settings.temperature):
        raise UsageError(f"temperature={settings.temperature} is out of range; allowed are 0 to "
                         f"{MAX_TEMPERATURE}")
    run_dir = Path(settings.run_dir)
    if not run_dir.exists():
        raise UsageError(f"run_dir={settings.run_dir} does not exist; it is the folder of a "
                         "training run")
    out = None if settings.out is None else Path(settings.out)
    if out is not None and (not out.name or out.is_dir()):
        raise UsageError(f"out={settings.out} is no name of a file")
    if out is not None and not out.parent.is_dir():
        raise UsageError(f"out={settings.out}: there is no folder {out.parent}")
    if settings.onnx:
        require_onnx()  # before the checkpoint is read, which takes longer
    bundle = bundle_of_run(
        run_dir, str(settings.which), weights=settings.weights, seed=settings.seed,
        onnx=settings.onnx, snapshots=settings.snapshots,
        temperature=settings.temperature,
    )
    manifest = bundle.manifest
    if out is None:
        out = (run_dir if run_dir.is_dir() else run_dir.parent) / f"{manifest['game']}.zip"
    content = bundle_bytes(bundle)
    write_whole(out, content)
    sizes = [manifest["tensor_size"], *manifest["hidden"]]
    outputs = manifest["num_actions"] + manifest["num_seats"]
    print(f"{manifest['game']} for {', '.join(map(str, manifest['players']))} players, "
          f"{settings.which} after {_count(manifest['trained']['decisions'])} decisions, "
          f"{'-'.join(map(str, [*sizes, outputs]))} in {manifest['dtype']}")
    print(f"{out}: {len(content):,} bytes")
    if settings.snapshots:
        print(f"{len(manifest.get('snapshots', ()))} snapshots in it, played by +pick:snapshots")
    print(f"play it as {spec_of(out)}, check it by desgarrada verify {out}")
    return 0


def _count(number: int | None) -> str:
    return "an unknown number of" if number is None else f"{number:,}"


def spec_of(path: os.PathLike[str]) -> str:
    """Return the specification of the bot that plays a bundle."""
    from search.spec import BotSpec

    return str(BotSpec("", "net", (("path", os.fspath(path)),)))


APP = App(
    name="export",
    summary="Make a bundle of a training run: weights, ONNX model, action table, tensor layout, "
    "game data, schema and test vectors in one zip file.",
    schema=ExportConfig,
    register=register,
    run=run,
    examples=(
        "run_dir=runs/hoi_pho",
        "run_dir=runs/hoi_pho which=current weights=float16 out=hoi_pho.zip",
    ),
    sweeps=False,
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return APP.main(argv)
