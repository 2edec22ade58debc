"""A run: games, an update, games, an update; checkpoints between, and a line for each update."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from engine_cy import DataError, GameOptionError
from nets.training import checkpoint as files
from nets.training.config import TrainConfig
from nets.training.layers import Threads
from nets.training.network import PolicyValueNet, layers_of
from nets.training.pool import Pool
from nets.training.ppo import Learner, Step
from nets.training.selfplay import Harvest, Plan, Player, play
from search.mlp import MLP
from search.streams import stream_seed

SHARDS = 4            # tables of each player count; not the threads, or these would change results
MAX_GAMES = 1_000_000


class Watcher(Protocol):
    """Is told of the run; it must not change it."""

    def begin(self, trainer: Trainer) -> None:
        """Hear that the run starts or goes on."""

    def update(self, trainer: Trainer, row: dict[str, Any]) -> None:
        """Hear of an update; may add to the row of the curve."""

    def end(self, trainer: Trainer) -> None:
        """Hear that this call ends."""


class Trainer:
    """One run in its folder. All chance of update u is a function of (seed, u).

    So a checkpoint at the end of an update needs no state of a generator, and the games of an
    interrupted update are dealt again.
    """

    def __init__(self, config: TrainConfig) -> None:
        """Check the settings and load the game.

        Raises: GameOptionError or DataError for settings that cannot be.
        """
        check(config)
        self.config = config
        self.folder = Path(config.run_dir)
        self.device = find_device(config.device)
        threads = config.threads or os.cpu_count() or 1
        torch.set_num_threads(threads)
        self.threads = Threads(threads)
        self.facts = files.load_facts(config.game, list(config.players))
        self.settings = files.settings_of(config, self.facts)
        self.learner = Learner(self.facts, config.recipe, stream_seed(config.seed, 0), self.device,
                               self.threads, wants_bfloat16(config.precision, self.device))
        self.pool = Pool(config.pool)
        self.progress: dict[str, Any] = {
            "updates": 0, "decisions": 0, "games": 0, "moves": 0, "seconds": 0.0}
        self._opponents: dict[int, Player] = {}

    @property
    def finished(self) -> bool:
        """Whether all decisions have been learnt from."""
        return bool(self.progress["decisions"] >= self.config.decisions)

    def run(self, watchers: list[Watcher]) -> None:
        """Train to the end, from where the folder is.

        Raises: GameOptionError where the folder holds another run; DataError where it is in use.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with alone_in(self.folder):
            files.check_same_run(self.folder, self.settings)
            self._resume()
            saved = time.monotonic()
            done = 0
            with contextlib.ExitStack() as stack:
                for watcher in watchers:
                    watcher.begin(self)
                    stack.callback(watcher.end, self)
                while not self.finished and done != self.config.stop_after:
                    self._update(watchers)
                    done += 1
                    if time.monotonic() - saved >= self.config.checkpoint_every or self.finished:
                        self.save()
                        saved = time.monotonic()
                self.save()

    def _update(self, watchers: list[Watcher]) -> None:
        """Play games, learn from them, tell of it."""
        begin = time.perf_counter()
        seed = stream_seed(self.config.seed, 1 + self.progress["updates"])
        chosen = self.pool.choose(seed)
        players = [self.player(self.learner.net), *(self.opponent(m.update) for m in chosen)]
        plan = Plan(self.config.games, self.config.pool.share, SHARDS)
        harvest = play(self.facts, plan, players, seed, self.threads)
        played = time.perf_counter()
        step = self.step(seed)
        told = self.learner.learn(harvest.decisions, step)
        self.pool.learn(chosen, harvest.against)
        end = time.perf_counter()
        self._count(harvest, end - begin)
        updates = self.progress["updates"]
        if updates % self.config.snapshot_every == 0:
            files.save_snapshot(self.folder, updates, self.learner.net.state_dict(),
                                self.learner.average)
            self.pool.add(updates)
        row = {
            "update": updates, "decisions": self.progress["decisions"],
            "games": self.progress["games"], "seconds": round(self.progress["seconds"], 3),
            "play_seconds": round(played - begin, 3), "learn_seconds": round(end - played, 3),
            "speed": round(len(harvest.decisions) / (end - begin), 1), "length": harvest.length,
            "learning_rate": step.learning_rate, "entropy_weight": step.entropy,
            **{key: float(f"{value:.6g}") for key, value in told.items()},
            "pool": [(m.update, round(m.share, 4)) for m in chosen]}
        for watcher in watchers:
            watcher.update(self, row)
        with (self.folder / files.CURVE).open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(row) + "\n")

    def _count(self, harvest: Harvest, seconds: float) -> None:
        progress = self.progress
        progress["updates"] += 1
        progress["decisions"] += len(harvest.decisions)
        progress["games"] += harvest.games
        progress["moves"] += harvest.moves
        progress["seconds"] += seconds

    def step(self, seed: int) -> Step:
        """Return the settings of the next update: linear in the decisions done."""
        done = min(1.0, self.progress["decisions"] / self.config.decisions)
        recipe = self.config.recipe
        return Step(
            recipe.learning_rate + done * (recipe.learning_rate_end - recipe.learning_rate),
            recipe.entropy + done * (recipe.entropy_end - recipe.entropy), seed)

    def player(self, net: PolicyValueNet) -> Player:
        """Return a net as something that plays: the C kernel on the CPU, torch on a GPU."""
        if self.device.type == "cpu":
            kernel = MLP(layers_of(net), self.facts.num_actions, self.facts.num_seats)
            return kernel.forward

        @torch.no_grad()
        def on_device(inputs: NDArray[np.float32]) -> NDArray[np.float32]:
            logits: NDArray[np.float32] = net(
                torch.from_numpy(inputs).to(self.device)).logits.float().cpu().numpy()
            return logits

        return on_device

    def opponent(self, update: int) -> Player:
        """Return a snapshot that plays; those used last are kept."""
        if update not in self._opponents:
            while len(self._opponents) >= self.config.pool.size:
                del self._opponents[next(iter(self._opponents))]
            state = files.read_torch(self.folder / files.SNAPSHOTS / f"{update:06d}.pt")
            net = PolicyValueNet(self.facts, self.config.recipe.hidden)
            net.load_state_dict(state)
            self._opponents[update] = self.player(net.to(self.device))
        return self._opponents[update]

    def save(self) -> None:
        """Write the checkpoint."""
        learner = self.learner
        files.save_checkpoint(self.folder, files.Checkpoint(
            config=self.settings, game=self.facts.describe(),
            current=learner.net.state_dict(), ema=learner.average, snapshots={},
            progress=dict(self.progress),
            rest={
                "critic": learner.critic.state_dict(),
                "magnet": learner.magnet.state_dict() if learner.magnet else None,
                "optimizer": learner.optimizer.state_dict(),
                "pool": self.pool.to_list(),
            }))

    def _resume(self) -> None:
        """Take up the checkpoint of the folder, if there is one."""
        if (self.folder / files.CHECKPOINT).exists():
            found = files.load_checkpoint(self.folder)
            learner = self.learner
            learner.net.load_state_dict(found.current)
            learner.critic.load_state_dict(found.rest["critic"])
            if learner.magnet is not None:
                learner.magnet.load_state_dict(found.rest["magnet"])
            learner.average = {k: v.to(self.device) for k, v in found.ema.items()}
            learner.optimizer.load_state_dict(found.rest["optimizer"])
            learner.updates = found.progress["updates"]
            self.pool = Pool.from_list(self.config.pool, found.rest["pool"])
            self.progress = dict(found.progress)
        files.cut_curve(self.folder / files.CURVE, self.progress["updates"])


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
        yield


def find_device(word: str) -> torch.device:
    """Return the device of a setting.

    Raises: GameOptionError for one that is not there.
    """
    if word == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    kind, _, number = word.partition(":")
    if kind not in ("cpu", "cuda") or (number and not number.isdigit()):
        raise GameOptionError(f"device={word!r} is unknown; "
                              "allowed are auto, cpu, cuda and cuda:N.")
    if kind == "cuda" and int(number or 0) >= torch.cuda.device_count():
        raise GameOptionError(f"device={word!r} is not there; torch sees "
                              f"{torch.cuda.device_count()} GPUs.")
    return torch.device(word)


def wants_bfloat16(word: str, device: torch.device) -> bool:
    """Return whether products are done in bfloat16.

    Raises: GameOptionError for an unknown precision.
    """
    if word not in ("auto", "fp32", "bf16"):
        raise GameOptionError(f"precision={word!r} is unknown; allowed are auto, fp32 and bf16.")
    if word == "auto":
        return device.type == "cuda" and torch.cuda.is_bf16_supported()
    return word == "bf16"


def check(config: TrainConfig) -> None:
    """Refuse settings that cannot be.

    Raises: GameOptionError naming the first.
    """
    recipe = config.recipe
    for name, value, least, most in (
        ("decisions", config.decisions, 1, 10**12), ("games", config.games, 1, MAX_GAMES),
        ("seed", config.seed, 0, 2**63 - 1), ("snapshot_every", config.snapshot_every, 1, 10**9),
        ("checkpoint_every", config.checkpoint_every, 0, 10**9),
        ("threads", config.threads or 1, 1, 1024), ("recipe.epochs", recipe.epochs, 1, 100),
        ("recipe.critic_epochs", recipe.critic_epochs, 1, 100),
        ("recipe.minibatch", recipe.minibatch, 1, 10**7), ("recipe.decay", recipe.decay, 0, 1),
        ("recipe.average", recipe.average, 0, 1), ("recipe.auxiliary", recipe.auxiliary, 0, 100),
        ("recipe.auxiliary_part", recipe.auxiliary_part, 0, 1),
        ("recipe.magnet", recipe.magnet, 0, 100), ("pool.share", config.pool.share, 0, 1),
        ("pool.size", config.pool.size, 1, 200), ("pool.together", config.pool.together, 1, 200),
        ("evaluation.every", config.evaluation.every, 0, 10**12),
        ("evaluation.blocks", config.evaluation.blocks, 1, 10**6),
        *((f"recipe.{key}", width, 1, 8192) for key in ("hidden", "critic_hidden")
          for width in getattr(recipe, key)),
    ):
        if not least <= value <= most:
            raise GameOptionError(f"{name}={value} is out of range; allowed are {least} to {most}.")
    for name in ("hidden", "critic_hidden"):
        if not getattr(recipe, name):
            raise GameOptionError(f"recipe.{name}=[] has no layer; at least one is needed.")
    for name, number in (("learning_rate", recipe.learning_rate), ("clip", recipe.clip),
                         ("gradient_norm", recipe.gradient_norm)):
        if not 0 < number < float("inf"):
            raise GameOptionError(f"recipe.{name}={number} is out of range; it must be above 0.")
