"""A run: games, an update, games, an update; checkpoints between, and a line for each update."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import torch

from arena.deals import keyed_hash
from engine_cy import DataError, GameOptionError
from nets.training import best as tests
from nets.training import checkpoint as files
from nets.training.config import TrainConfig
from nets.training.group import Group
from nets.training.layers import Threads
from nets.training.network import PolicyValueNet
from nets.training.pool import Pool
from nets.training.ppo import Learner, Step
from nets.training.selfplay import Harvest, Plan, harvest_of, jobs_of
from nets.training.settings import check, check_script, find_device, wants_bfloat16
from nets.training.tables import Executor, check_executor, executor_of, player
from search.streams import stream_seed


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
    interrupted update are dealt again. Of a group of processes each has a trainer; they do all
    that is done in `run` together, and the first alone touches the folder and has watchers.
    """

    def __init__(self, config: TrainConfig, group: Group | None = None) -> None:
        """Check the settings and load the game.

        Raises: GameOptionError or DataError for settings that cannot be.
        """
        self.group = group = group or Group()
        check(config)
        check_executor(config, group.size)
        self.match = tests.read_match(config.accept)
        self.config = config
        self.folder = Path(config.run_dir)
        self.device = find_device(config.device, group)
        threads = config.threads or max(1, (os.cpu_count() or 1) // group.local_size)
        torch.set_num_threads(threads)
        self.threads = Threads(threads)
        self.facts = files.load_facts(config.game, list(config.players))
        check_script(config, self.facts)
        self.plan = Plan(config.games, config.pool.share, config.tables, config.recipe.deals)
        if len(jobs_of(self.facts, self.plan, 0, 0)) < group.size:
            raise GameOptionError(
                f"tables={config.tables} is too few for {group.size} processes: each plays one at "
                f"least, and there are {len(self.facts.games)} player counts.")
        self.settings = files.settings_of(config, self.facts)
        self.learner = Learner(self.facts, config.recipe, stream_seed(config.seed, 0), self.device,
                               self.threads, wants_bfloat16(config.precision, self.device), group)
        self.pool = Pool(config.pool)
        self.progress: dict[str, Any] = {
            "updates": 0, "decisions": 0, "games": 0, "moves": 0, "seconds": 0.0}
        self.best: tests.Best | None = None
        self._opponents: dict[int, PolicyValueNet] = {}

    @property
    def finished(self) -> bool:
        """Whether all decisions have been learnt from."""
        return bool(self.progress["decisions"] >= self.config.decisions)

    def run(self, watchers: list[Watcher]) -> None:
        """Train to the end, from where the folder is.

        Raises: GameOptionError where the folder holds another run; DataError where it is in use.
        """
        with contextlib.ExitStack() as stack:
            self.group.from_first(lambda: self._take_folder(stack))
            self._resume()
            for watcher in watchers:
                watcher.begin(self)
                stack.callback(watcher.end, self)
            executor = stack.enter_context(
                executor_of(self.config, self.facts, self.device, self.threads))
            saved = time.monotonic()
            done = 0
            while not self.finished and done != self.config.stop_after:
                row = self._update(executor)
                done += 1
                self._tell(row, watchers)
                if time.monotonic() - saved >= self.config.checkpoint_every or self.finished:
                    self.save()
                    saved = time.monotonic()
            self.save()

    def _take_folder(self, stack: contextlib.ExitStack) -> None:
        """Make the folder this run's, until the stack closes."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stack.enter_context(files.alone_in(self.folder))
        files.check_same_run(self.folder, self.settings)

    def _update(self, executor: Executor) -> dict[str, Any]:
        """Play games and learn from them; returns a line for the curve."""
        begin = time.perf_counter()
        seed = stream_seed(self.config.seed, 1 + self.progress["updates"])
        chosen = self.pool.choose(seed)
        nets = [self.learner.net, *(self.opponent(m.update) for m in chosen)]
        step = self.step(seed)
        plan = replace(self.plan, teacher=step.teacher > 0)
        jobs = self.group.part(jobs_of(self.facts, plan, len(chosen), seed))
        harvest = harvest_of(executor.play(jobs, nets), self.group)
        played = time.perf_counter()
        told = self.learner.learn(harvest.decisions, step)
        self._check_finite()
        self.pool.learn(chosen, harvest.against)
        end = time.perf_counter()
        self._count(harvest, end - begin)
        updates = self.progress["updates"]
        if updates % self.config.snapshot_every == 0:
            if self.group.first:
                files.save_snapshot(self.folder, updates, self.learner.net.state_dict(),
                                    self.learner.average)
            self.pool.add(updates)
        return {
            "update": updates, "decisions": self.progress["decisions"],
            "games": self.progress["games"], "seconds": round(self.progress["seconds"], 3),
            "play_seconds": round(played - begin, 3), "learn_seconds": round(end - played, 3),
            "speed": round(harvest.decided / (end - begin), 1), "length": harvest.length,
            "learning_rate": step.learning_rate, "entropy_weight": step.entropy,
            "teacher_weight": step.teacher,
            **{key: float(f"{value:.6g}") for key, value in told.items()},
            "pool": [(m.update, round(m.share, 4)) for m in chosen]}

    def _check_finite(self) -> None:
        """Refuse to go on with a net that is lost, while the last checkpoint is a good one.

        Raises: GameOptionError.
        """
        if not self.learner.finite():
            raise GameOptionError(
                f"Update {self.progress['updates'] + 1} has led to weights that are no finite "
                f"numbers, and nothing of it is kept in {str(self.folder)!r}; another run_dir with "
                f"a recipe.learning_rate below {self.config.recipe.learning_rate:g} may do better.")

    def _tell(self, row: dict[str, Any], watchers: list[Watcher]) -> None:
        """Test the averaged net where it is time for it, and write the line of an update."""
        if not self.group.first:
            return
        every = self.config.accept.every
        if every and (row["update"] % every == 0 or self.finished):
            row["accept"] = self._accept()
        for watcher in watchers:
            watcher.update(self, row)
        files.add_row(self.folder / files.CURVE, row)

    def _accept(self) -> dict[str, Any]:
        """Let the averaged net take the place of the best where it is stronger, or the first."""
        update, before = self.progress["updates"], self.best
        found: dict[str, Any] = {"against": None, "decision": "first", "best": update}
        if before is not None:
            seed = keyed_hash(self.config.seed, "accept", update)
            new, old = (player(self.net_of(state), self.device)
                        for state in (self.learner.average, before.state))
            verdict = tests.compare(self.facts, new, old, self.match, seed, self.threads)
            found = tests.told(verdict, update, before.update)
        if found["best"] == update:
            state = {k: v.detach().cpu().clone() for k, v in self.learner.average.items()}
            self.best = tests.Best(update, state, dict(self.progress))
            self._save_best()
        return found

    def _count(self, harvest: Harvest, seconds: float) -> None:
        progress = self.progress
        progress["updates"] += 1
        progress["decisions"] += harvest.decided
        progress["games"] += harvest.games
        progress["moves"] += harvest.moves
        progress["seconds"] += seconds

    def step(self, seed: int) -> Step:
        """Return the settings of the next update: linear in the decisions done."""
        done = min(1.0, self.progress["decisions"] / self.config.decisions)
        recipe = self.config.recipe
        return Step(
            recipe.learning_rate + done * (recipe.learning_rate_end - recipe.learning_rate),
            recipe.entropy + done * (recipe.entropy_end - recipe.entropy), seed,
            recipe.teacher * max(0.0, 1.0 - done / recipe.teacher_part))

    def net_of(self, state: files.State) -> PolicyValueNet:
        """Return a net that plays with some weights."""
        net = files.filled(PolicyValueNet(self.facts, self.config.recipe.hidden), state)
        return net.to(self.device)

    def opponent(self, update: int) -> PolicyValueNet:
        """Return a snapshot; those used last are kept."""
        if update not in self._opponents:
            while len(self._opponents) >= self.config.pool.size:
                del self._opponents[next(iter(self._opponents))]
            path = self.folder / files.SNAPSHOTS / f"{update:06d}.pt"
            self._opponents[update] = self.net_of(
                self.group.from_first(lambda: files.read_torch(path)))
        return self._opponents[update]

    def save(self) -> None:
        """Write the checkpoint."""
        if not self.group.first:
            return
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
                "best": self.best.to_dict() if self.best else None,
            }))

    def _save_best(self) -> None:
        """Write the file of the best net, or remove one that is not that of the checkpoint."""
        if self.best is None:
            (self.folder / files.BEST).unlink(missing_ok=True)
            return
        files.write_torch(self.folder / files.BEST, self.best.state)

    def _resume(self) -> None:
        """Take up the checkpoint of the folder, if there is one."""
        found = self.group.from_first(self._read)
        if found is not None:
            try:
                self._take_up(found)
            except (RuntimeError, ValueError, KeyError, TypeError, AttributeError):
                raise DataError(f"{self.folder / files.CHECKPOINT}: the file is no checkpoint of "
                                "this run.") from None
        if self.group.first:
            self._save_best()
            files.cut_curve(self.folder / files.CURVE, self.progress["updates"])

    def _read(self) -> files.Checkpoint | None:
        file = self.folder / files.CHECKPOINT
        if not file.exists():
            return None
        found = files.load_checkpoint(file)
        files.check_goes_on(file, found, self.settings, self.facts)
        return found

    def _take_up(self, found: files.Checkpoint) -> None:
        """Go on from a checkpoint; what it lacks, or has in another shape, torch or Python says."""
        learner = self.learner
        learner.net.load_state_dict(found.current)
        learner.critic.load_state_dict(found.rest["critic"])
        if learner.magnet is not None:
            learner.magnet.load_state_dict(found.rest["magnet"])
        learner.average = {k: v.to(self.device) for k, v in found.ema.items()}
        learner.optimizer.load_state_dict(found.rest["optimizer"])
        learner.updates = found.progress["updates"]
        self.pool = Pool.from_list(self.config.pool, found.rest["pool"])
        best = found.rest.get("best")
        self.best = tests.Best(**best) if best else None
        self.progress = dict(found.progress)
