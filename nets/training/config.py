"""Settings of a training run: what is learnt, from how much play, by which recipe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from configs.schema import GameConfig, option


@dataclass
class Recipe:
    """How an update is made; the defaults are those of docs/training.md."""

    hidden: list[int] = option([256, 128], "widths of the hidden layers of the net that plays")
    critic_hidden: list[int] = option(
        [128, 64], "widths of the hidden layers of the critic, which exists in training alone")
    epochs: int = option(4, "how often an update uses each decision")
    critic_epochs: int = option(4, "in how many of them the critic learns too")
    minibatch: int = option(4096, "decisions of one step of the optimizer, at most")
    clip: float = option(0.1, "how far the chance of an action may move in an update, as a part")
    learning_rate: float = option(1e-3, "of Adam, at the start")
    learning_rate_end: float = option(2e-5, "of Adam, at the end; linear between")
    entropy: float = option(0.1, "weight of the policy's entropy, at the start")
    entropy_end: float = option(0.03, "weight of the policy's entropy, at the end; linear between")
    deals: int = option(
        0, "deals (stages, where a game has them) after which play is judged by the leaf formula "
        "of the game's script, as in search; 0: by the end of the game alone")
    decay: float = option(0.95, "lambda of the generalised advantages")
    value: float = option(0.5, "weight of the losses of values, the critic's included")
    gradient_norm: float = option(0.5, "longest gradient of a step")
    auxiliary: float = option(
        0.1, "weight of predicting points, hidden cards and what happens next; 0: do without")
    auxiliary_part: float = option(0.25, "part of the decisions that predict them")
    average: float = option(0.999, "what the averaged weights keep with each update, at most")
    teacher: float = option(
        0.0, "weight at the start of the cross-entropy to the move of the game's script "
        "(kickstarting); it falls linearly. 0: learn from play alone")
    teacher_part: float = option(0.2, "part of the run's decisions after which it is 0")
    magnet: float = option(0.0, "weight of the pull to a slow copy of the policy (MMD); 0: none")
    magnet_rate: float = option(0.05, "how much of the policy the slow copy takes each update")


@dataclass
class PoolConfig:
    """Earlier policies as opponents."""

    share: float = option(0.2, "part of the games in which 1 to P-1 seats play an earlier policy")
    size: int = option(32, "earlier policies at most; the oldest goes first")
    together: int = option(2, "earlier policies of one update at most")


@dataclass
class EvaluationConfig:
    """Games against known bots in the course of a run; they never change what is learnt."""

    every: int = option(0, "decisions between evaluations; 0: none")
    bots: list[Any] = option(["random", "greedy"], "opponents, specifications or named bots")
    blocks: int = option(8, "deals a bot; each is played in every rotation, both ways")


@dataclass
class AcceptConfig:
    """Sequential tests that find the best net of a run; they never change what is learnt."""

    every: int = option(0, "updates between tests; 0: none, and no best.pt")
    effect: float = option(0.02, "edge of the hypothesis 'stronger', in normalised utility")
    max_blocks: int = option(2000, "deals of a test at most; each is played in every rotation")
    alpha: float = option(0.05, "risk of accepting a net that is no better")
    beta: float = option(0.05, "risk of refusing one that is better by `effect`")


@dataclass
class TrainConfig:
    """One run.

    ``threads``, ``device``, ``precision``, ``executor``, ``workers``, ``ray_address``,
    ``checkpoint_every``, ``evaluation``, ``accept``, ``progress`` and ``tensorboard`` are not part
    of what a folder is for: a run may go on with others.
    """

    game: GameConfig = option(GameConfig, "the game, a file of configs/game/")
    players: list[int] = option(
        [], "player counts, all played by one net: [3,4,5]; []: the one of the game")
    decisions: int = option(30_000_000, "decisions with a choice to learn from, all in all")
    games: int = option(1024, "games of one update, played whole, over all player counts")
    tables: int = option(
        4, "parts into which the games of a player count are dealt; a table is played by one "
        "thread, process or actor at a time")
    seed: int = option(1, "seed of everything")
    recipe: Recipe = option(Recipe, "how an update is made")
    pool: PoolConfig = option(PoolConfig, "earlier policies as opponents")
    snapshot_every: int = option(20, "updates between snapshots")
    evaluation: EvaluationConfig = option(EvaluationConfig, "games against known bots")
    accept: AcceptConfig = option(AcceptConfig, "tests of the averaged net against the best one")
    executor: str = option("local", "who plays: local (threads of this process) or ray (actors)")
    workers: int | None = option(None, "actors of Ray; null: one per processor of the cluster")
    ray_address: str | None = option(None, "a Ray cluster to join; null: one on this machine")
    device: str = option("auto", "auto, cpu, cuda or cuda:N; auto: a GPU where there is one")
    precision: str = option("auto", "auto, fp32 or bf16; auto: bf16 on a GPU that has it")
    threads: int | None = option(None, "threads that play and learn; null: one per processor")
    checkpoint_every: float = option(
        60.0, "seconds between checkpoints; what a kill loses at most. 0: after every update")
    stop_after: int | None = option(
        None, "updates after which this call ends; the run goes on later")
    run_dir: str = option("runs/train", "folder of the run; the same folder resumes it")
    tensorboard: bool = option(True, "write TensorBoard logs where the package is installed")
    progress: bool = option(True, "show a progress bar where stderr is a terminal")


def register() -> None:
    """Make the schema known to Hydra; may be called repeatedly."""
    from hydra.core.config_store import ConfigStore

    from arena.config import register as register_arena

    register_arena()
    ConfigStore.instance().store(name="train_schema", node=TrainConfig)
