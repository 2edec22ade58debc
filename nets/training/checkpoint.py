"""A run's folder: checkpoints that are whole or not there, snapshots, and what the folder is for.

``config.json``      what is trained; other settings are refused in this folder
``checkpoint.pt``    everything the run needs to go on, as of the end of an update
``best.pt``          the best net, where tests look for it (accept=)
``snapshots/N.pt``   the playing net after update N
``averages/N.pt``    the averaged weights then
``curve.jsonl``      a line for each update
"""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from arena.whole_file import replacing, write_whole
from configs.schema import GameConfig
from engine_cy import DataError, GameOptionError
from nets.training.config import TrainConfig
from nets.training.facts import GameFacts, facts_of
from nets.training.network import PolicyValueNet

FORMAT = 1
CHECKPOINT, BEST = "checkpoint.pt", "best.pt"
CONFIG, CURVE = "config.json", "curve.jsonl"
SNAPSHOTS, AVERAGES = "snapshots", "averages"
PARTS = ("config", "game", "current", "ema", "progress", "rest")    # of the file of a checkpoint
# What a call leaves that is killed as it writes; any other file in the folder is somebody's own.
HALVES = re.compile(r"(checkpoint\.pt|best\.pt|config\.json|curve\.jsonl|\d+\.pt)\.\d+\.part")

# Settings that may change between two calls on one folder.
FREE = ("device", "precision", "threads", "checkpoint_every", "stop_after", "run_dir", "progress",
        "tensorboard", "evaluation", "accept", "executor", "workers", "ray_address")

State = dict[str, Tensor]


@dataclass(frozen=True)
class Checkpoint:
    """What a run has come to."""

    config: dict[str, Any]       # the settings of the run, without the free ones
    game: dict[str, Any]         # name, options, data, players, fingerprints, sizes
    current: State               # of PolicyValueNet
    ema: State                   # the averaged weights
    snapshots: dict[int, Path]   # update -> file
    averages: dict[int, Path] = field(default_factory=dict, kw_only=True)    # likewise
    progress: dict[str, Any]     # updates, decisions, games, moves, seconds
    rest: dict[str, Any]         # critic, magnet, optimizer, pool, best

    def snapshot(self, update: int) -> State:
        """Return the net after an update.

        Raises: DataError where there is no such snapshot, or it cannot be read.
        """
        if update not in self.snapshots:
            raise DataError(f"There is no snapshot of update {update}; there are "
                            f"{', '.join(map(str, self.snapshots)) or 'none'}.")
        return read_torch(self.snapshots[update])

    def facts(self) -> GameFacts:
        """Load the game at every player count.

        Raises: GameOptionError where its rules have changed since.
        """
        return load_facts(GameConfig(**self.config["game"]), self.game["players"],
                          self.game["fingerprints"])


def load_facts(config: GameConfig, players: list[int], fingerprints: dict[str, str] | None = None
               ) -> GameFacts:
    """Return the facts of a game at several player counts ([]: its own one).

    Raises: GameOptionError or DataError where it cannot be loaded, or is not that of fingerprints.
    """
    games = [config.load(count) for count in players] or [config.load()]
    facts = facts_of(games, config.data)
    if fingerprints is not None and facts.describe()["fingerprints"] != fingerprints:
        raise GameOptionError(f"The rules or data of {config.name} have changed since this was "
                              "trained; its fingerprint is another.")
    return facts


def load_checkpoint(path: str | Path) -> Checkpoint:
    """Return the checkpoint of a run's folder, or of its file.

    Raises: DataError where there is none or it cannot be read.
    """
    path = Path(path)
    file = path / CHECKPOINT if path.is_dir() else path
    if not file.exists():
        raise DataError(f"{file}: there is no checkpoint.")
    found = read_torch(file)
    if (not isinstance(found, dict) or found.get("format") != FORMAT
            or not all(isinstance(found.get(part), dict) for part in PARTS)
            or type(found["progress"].get("updates")) is not int):
        raise DataError(f"{file}: the file is no checkpoint of a training run of format {FORMAT}.")
    updates = found["progress"]["updates"]
    return Checkpoint(config=found["config"], game=found["game"], current=found["current"],
                      ema=found["ema"], snapshots=_kept(file.parent / SNAPSHOTS, updates),
                      averages=_kept(file.parent / AVERAGES, updates),
                      progress=found["progress"], rest=found["rest"])


def _kept(folder: Path, updates: int) -> dict[int, Path]:
    """Return update -> file of a folder, up to an update, ascending."""
    found = {int(entry.stem): entry for entry in folder.glob("*.pt") if entry.stem.isdecimal()}
    return {update: found[update] for update in sorted(found) if update <= updates}


def network_of(checkpoint: Checkpoint, which: str | int = "ema") -> PolicyValueNet:
    """Return a net of a checkpoint: "ema", "current", "best", or the number of a snapshot.

    Raises: DataError where there is none.
    """
    if which == "ema":
        state = checkpoint.ema
    elif which == "current":
        state = checkpoint.current
    elif which == "best":
        best = checkpoint.rest.get("best")
        if not best:
            raise DataError("The run has looked for no best net; accept.every= has it do so.")
        state = best["state"]
    else:
        state = checkpoint.snapshot(int(which))
    return network_with(checkpoint, state)


def network_with(checkpoint: Checkpoint, state: State) -> PolicyValueNet:
    """Return a net of the checkpoint's shape with these weights.

    Raises: DataError where they have another shape.
    """
    return filled(PolicyValueNet(checkpoint.facts(), checkpoint.config["recipe"]["hidden"]), state)


def filled(net: PolicyValueNet, state: State) -> PolicyValueNet:
    """Return the net with these weights.

    Raises: DataError where they are those of no such net.
    """
    try:
        net.load_state_dict(state)
    except (RuntimeError, TypeError, AttributeError):
        raise DataError("The weights are those of no net of this run.") from None
    return net


def save_checkpoint(folder: Path, checkpoint: Checkpoint) -> None:
    """Write the checkpoint of a run; a reader finds the old one or the new, never a part."""
    content = {part.name: getattr(checkpoint, part.name)
               for part in dataclasses.fields(Checkpoint)
               if part.name not in ("snapshots", "averages")}
    write_torch(folder / CHECKPOINT, {"format": FORMAT, **content})


def save_snapshot(folder: Path, update: int, state: State, average: State) -> None:
    """Keep the playing net after an update, and the averaged weights."""
    for name, content in ((SNAPSHOTS, state), (AVERAGES, average)):
        (folder / name).mkdir(exist_ok=True)
        write_torch(folder / name / f"{update:06d}.pt", content)


def read_torch(path: Path) -> Any:
    """Return what a file of torch holds: tensors, numbers and texts, no code.

    Raises: DataError where it cannot be read.
    """
    try:
        with zipfile.ZipFile(path) as parts:
            damaged = parts.testzip()      # torch does not look at the checksums
        if damaged is None:
            return torch.load(path, map_location="cpu", weights_only=True)
    except OSError:
        raise
    except Exception as error:     # pickle, zip and torch have many
        raise DataError(f"{path}: the file cannot be read ({type(error).__name__}).") from None
    raise DataError(f"{path}: the file is damaged; the checksum of {damaged} is another.")


def write_torch(path: Path, content: Any) -> None:
    """Write a file by way of another name, and wait until it is on the disk.

    Raises: OSError with the file's name.
    """
    whole = io.BytesIO()       # on a full disk torch raises an error of its own, not the system's
    torch.save(content, whole)
    with replacing(path, sync=True) as file:
        file.write(whole.getbuffer())


def settings_of(config: TrainConfig, facts: GameFacts) -> dict[str, Any]:
    """Return the settings that decide what is learnt, JSON-safe."""
    settings = json.loads(json.dumps(dataclasses.asdict(config)))
    for name in FREE:
        del settings[name]
    settings["players"] = [game.num_players for game in facts.games]
    settings["game"]["players"] = None
    return settings


def check_same_run(folder: Path, settings: dict[str, Any]) -> None:
    """Refuse a folder that holds another run; write what it is for where it is new.

    Raises: GameOptionError naming the first setting that differs, DataError for a broken file.
    """
    path = folder / CONFIG
    if not path.exists():
        write_whole(path, json.dumps(settings, indent=1, ensure_ascii=False) + "\n")
        return
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        add_defaults(held, settings, dataclasses.asdict(TrainConfig()))
        difference = first_difference(held, settings)
    except (ValueError, AttributeError, RecursionError):
        raise DataError(f"{path}: the file is no configuration of a training run.") from None
    if difference:
        key, old, new = difference
        raise GameOptionError(f"run_dir={str(folder)!r} holds a run with {key}={old}, not {new}; "
                              "choose another run_dir or the same settings.")


def check_goes_on(file: Path, found: Checkpoint, settings: dict[str, Any], facts: GameFacts
                  ) -> None:
    """Refuse the checkpoint of another run, or of this one under other rules or data.

    config.json names the file of component data; what is in it, the fingerprint tells.

    Raises: GameOptionError.
    """
    held = json.loads(json.dumps(found.config))
    add_defaults(held, settings, dataclasses.asdict(TrainConfig()))
    if difference := first_difference(held, settings):
        key, old, new = difference
        raise GameOptionError(f"{file} is of a run with {key}={old}, not {new}; choose another "
                              "run_dir or the same settings.")
    if found.game.get("fingerprints") != facts.describe()["fingerprints"]:
        raise GameOptionError(f"The rules or data of {facts.games[0].name} have changed since "
                              f"{file} was written; choose another run_dir.")


def add_defaults(held: dict[str, Any], wanted: dict[str, Any], defaults: dict[str, Any]) -> None:
    """Give a run the defaults of the settings, in any group, that came later than it."""
    for name, value in defaults.items():
        if name not in wanted:
            continue
        if name not in held:
            held[name] = value
        elif isinstance(value, dict) and isinstance(held[name], dict):
            add_defaults(held[name], wanted[name], value)


def first_difference(held: dict[str, Any], wanted: dict[str, Any], prefix: str = ""
                     ) -> tuple[str, str, str] | None:
    """Return (setting, old value, new value) of the first setting that differs."""
    for key in [*wanted, *(k for k in held if k not in wanted)]:
        old, new = held.get(key), wanted.get(key)
        if isinstance(old, dict) and isinstance(new, dict):
            if found := first_difference(old, new, f"{prefix}{key}."):
                return found
        elif old != new:
            return prefix + key, json.dumps(old), json.dumps(new)
    return None


def add_row(path: Path, row: dict[str, Any]) -> None:
    """Add the line of an update to a curve.

    Raises: OSError with the file's name; a full disk names no file by itself.
    """
    try:
        with path.open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(row) + "\n")
    except OSError as error:
        error.filename = str(path)
        raise


def cut_curve(path: Path, updates: int) -> None:
    """Remove the lines of updates that come after a checkpoint: they are made again."""
    if not path.exists():
        return
    kept = []
    for line in path.read_text(encoding="utf-8").splitlines():
        with contextlib.suppress(ValueError, KeyError, TypeError):
            if json.loads(line)["update"] <= updates:
                kept.append(line)
    write_whole(path, "".join(f"{line}\n" for line in kept))


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other processes from training in a folder.

    Raises: DataError where one does already.
    """
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DataError(f"run_dir={str(folder)!r} is in use by another process; wait for it, "
                            "or choose another run_dir.") from None
        for place in (folder, folder / SNAPSHOTS, folder / AVERAGES):
            for half in place.glob("*.part"):
                if HALVES.fullmatch(half.name):
                    half.unlink(missing_ok=True)
        yield
