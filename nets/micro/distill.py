"""Distillation: a teacher's games become a micro-policy.

In the first round the teacher plays; in the others the student plays a part of the seats, so that
it learns what the teacher would do in the positions that its own mistakes lead to. What is learnt
follows from settings and seed alone, on one thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import engine_cy
from configs.schema import GameConfig, option
from nets.errors import BundleError
from nets.micro.policy import MicroPolicy, check_fits, head_matrix, policy_data
from nets.micro.positions import Arrays, Mix, Player, collect
from nets.micro.spec import read_spec, spec_games
from search.streams import stream_seed

HELD_OUT = 20  # one game of so many is not learnt from, and measures


@dataclass
class DistillConfig:
    """What is learnt from whom, and how."""

    game: GameConfig = option(GameConfig, "the game, with the options it is taught with")
    teacher: str = option("net", "the bot whose policy is learnt, a specification")
    positions: int = option(400_000, "decisions to learn from, all player counts and rounds")
    rounds: int = option(3, "rounds of play; in all but the first the student plays too")
    student: float = option(0.7, "part of the seats that it plays then")
    random: float = option(0.05, "part of the moves that are made by chance")
    hidden: list[int] = option([96, 48], "widths of the hidden layers")
    epochs: int = option(8, "how often each position is learnt from at the end; between rounds 2")
    batch: int = option(1024, "positions of one step")
    learning_rate: float = option(2e-3, "of Adam, at the start; it falls to 0")
    decay: float = option(1e-4, "decay of the weights")
    temperature: float = option(
        0.5, "what divides the logits where the policy draws its actions by chance")
    seed: int = option(1, "seed of everything")
    version: str = option("1", "version that the files name")
    strength: str = option("not measured", "a sentence on its strength that the files name")
    policy: str | None = option(
        None, "file of a policy to write again, with this version and strength; nothing is learnt")
    out: str = option("runs/micro", "folder of the files: <game>.json, .js, .php, .vectors.json")
    vectors: int = option(210, "positions that become test vectors")
    progress: bool = option(True, "show a progress bar where stderr is a terminal")


def register() -> None:
    """Make the schema known to Hydra."""
    from hydra.core.config_store import ConfigStore

    ConfigStore.instance().store(name="distill_schema", node=DistillConfig)


def distill(
    settings: DistillConfig, tell: Callable[[str], Any],
    bar: Callable[[int, str], Callable[[int], Any]],
) -> MicroPolicy:
    """Play, learn, and return the policy.

    tell: gets a line after each round. bar(total, words) begins a progress bar and returns what
    moves it on.

    Raises:
        BundleError: for a game without a specification.
    """
    import torch

    from nets.training.distilled import Recipe, Student

    torch.set_num_threads(1)
    name, seed = settings.game.name, settings.seed
    if name not in spec_games():
        raise BundleError(f"There is no list of features for {name}, only for "
                          f"{', '.join(spec_games())}.")
    spec = read_spec(name)
    games = [engine_cy.load_game(name, players=count, data=settings.game.data,
                                 **settings.game.options) for count in spec["players"]]
    for game in games:
        check_fits(spec, game)  # the features know the cards of these alone
    players = [Player(game, spec, settings.teacher, stream_seed(seed, 1)) for game in games]
    sizes = [spec["size"], *settings.hidden, spec["heads"]]
    student = Student(sizes, head_matrix(spec), seed % 2**63)
    rng = np.random.default_rng(seed)
    data: Arrays | None = None
    policy: MicroPolicy | None = None
    for number in range(settings.rounds):
        last = number == settings.rounds - 1
        share = settings.positions // settings.rounds
        mix = Mix(settings.random, settings.student if number else 0.0)
        new = collect(players, mix, policy, share, stream_seed(seed, 2 + number),
                      bar(share, f"round {number + 1}: games")).arrays()
        data = new if data is None else joined(data, new)
        held = data.games % HELD_OUT == 0
        learnt = taken(data, ~held)
        epochs = settings.epochs if last else 2
        student.fit(learnt, Recipe(epochs, settings.batch, settings.learning_rate, settings.decay),
                    rng, bar(epochs * len(learnt.start), f"round {number + 1}: learning"))
        policy = MicroPolicy(policy_data(
            spec, student.layers(), version=settings.version, strength=settings.strength,
            temperature=settings.temperature, trained=trained(settings)))
        loss, entropy, agreed = measured(policy, taken(data, held))
        tell(f"round {number + 1}: {len(data.start):,} positions; on games it has not seen "
             f"{loss:.3f} nats of which {entropy:.3f} are the teacher's, its likeliest move in "
             f"{100 * agreed:.1f} %")
    assert policy is not None  # there is a round at least
    return policy


def trained(settings: DistillConfig) -> dict[str, Any]:
    """Return what a policy's file says of how it was made."""
    kept = ("teacher", "positions", "rounds", "student", "random", "hidden", "epochs", "batch",
            "learning_rate", "decay", "seed")
    values = {key: getattr(settings, key) for key in kept}
    return values | {"hidden": list(settings.hidden), "options": dict(settings.game.options)}


def joined(a: Arrays, b: Arrays) -> Arrays:
    """Return the positions of both; games keep their numbers apart by their rounds."""
    shift = len(a.actions)
    return Arrays(np.concatenate([a.features, b.features]),
                  np.concatenate([a.start, b.start + shift]),
                  np.concatenate([a.stop, b.stop + shift]),
                  np.concatenate([a.actions, b.actions]), np.concatenate([a.shares, b.shares]),
                  np.concatenate([a.games, b.games]))


def taken(data: Arrays, chosen: NDArray[np.bool_]) -> Arrays:
    """Return some of the positions; actions and shares stay where they are."""
    return Arrays(data.features[chosen], data.start[chosen], data.stop[chosen], data.actions,
                  data.shares, data.games[chosen])


def measured(policy: MicroPolicy, data: Arrays) -> tuple[float, float, float]:
    """Return (cross-entropy, entropy of the teacher, part of its likeliest moves) of the kernel."""
    loss = entropy = agreed = 0.0
    count = len(data.start)
    for begin in range(0, count, 4096):
        rows = data.features[begin: begin + 4096].astype(np.float32)
        outputs = policy.kernel.forward(rows).astype(np.float64)
        for i, logits in enumerate(outputs, begin):
            part = slice(data.start[i], data.stop[i])
            mine = logits[data.actions[part]]
            shares = data.shares[part].astype(np.float64)
            logp = mine - mine.max()
            logp -= np.log(np.exp(logp).sum())
            loss -= float(shares @ logp)
            entropy -= float(shares @ np.log(np.maximum(shares, 1e-12)))
            agreed += shares[int(np.argmax(mine))] == shares.max()
    count = max(1, count)
    return loss / count, entropy / count, agreed / count
