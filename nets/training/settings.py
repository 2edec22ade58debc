"""Settings of a run that cannot be, in a sentence; the device and the precision they name."""

from __future__ import annotations

import torch

from engine_cy import GameOptionError
from nets.training.config import TrainConfig
from nets.training.facts import GameFacts
from nets.training.group import Group
from search.formula import LeafFormula, MoveScores, find_scripted

MAX_GAMES = 1_000_000


def find_device(word: str, group: Group) -> torch.device:
    """Return the device of a setting; the processes of a group have a GPU each.

    Raises: GameOptionError for one that is not there.
    """
    kind, _, number = word.partition(":")
    if kind not in ("auto", "cpu", "cuda") or (
            number and not (kind == "cuda" and number.isdigit())):
        raise GameOptionError(f"device={word!r} is unknown; "
                              "allowed are auto, cpu, cuda and cuda:N.")
    if kind == "cpu" or (kind == "auto" and not torch.cuda.is_available()):
        return torch.device("cpu")
    there = torch.cuda.device_count()
    if group.local_size > 1 and number:
        raise GameOptionError(f"device={word!r} is one GPU for {group.local_size} processes; with "
                              "device=cuda each takes its own.")
    if group.local_rank is not None and not number:
        if group.local_rank >= there:
            raise GameOptionError(f"{group.local_size} processes on a machine need as many GPUs; "
                                  f"torch sees {there}.")
        number = str(group.local_rank)
    if int(number or 0) >= there:
        raise GameOptionError(f"device={word!r} is not there; torch sees {there} GPUs.")
    device = torch.device("cuda", int(number)) if number else torch.device("cuda")
    if group.local_rank is not None:
        torch.cuda.set_device(device)     # NCCL takes the present one
    return device


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
        ("tables", config.tables, 1, 4096), ("seed", config.seed, 0, 2**63 - 1),
        ("snapshot_every", config.snapshot_every, 1, 10**9),
        ("checkpoint_every", config.checkpoint_every, 0, 10**9),
        ("threads", 1 if config.threads is None else config.threads, 1, 1024),
        ("stop_after", config.stop_after or 0, 0, 10**12), ("recipe.epochs", recipe.epochs, 1, 100),
        ("recipe.critic_epochs", recipe.critic_epochs, 1, 100),
        ("recipe.minibatch", recipe.minibatch, 1, 10**7), ("recipe.decay", recipe.decay, 0, 1),
        ("recipe.deals", recipe.deals, 0, 10_000),
        ("recipe.average", recipe.average, 0, 1), ("recipe.auxiliary", recipe.auxiliary, 0, 100),
        ("recipe.auxiliary_part", recipe.auxiliary_part, 0, 1),
        ("recipe.magnet", recipe.magnet, 0, 100), ("recipe.teacher", recipe.teacher, 0, 100),
        ("recipe.magnet_rate", recipe.magnet_rate, 0, 1), ("recipe.value", recipe.value, 0, 100),
        ("recipe.entropy", recipe.entropy, 0, 100),
        ("recipe.entropy_end", recipe.entropy_end, 0, 100),
        ("recipe.learning_rate_end", recipe.learning_rate_end, 0, 100),
        ("pool.share", config.pool.share, 0, 1),
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
                         ("gradient_norm", recipe.gradient_norm),
                         ("teacher_part", recipe.teacher_part)):
        if not 0 < number < float("inf"):
            raise GameOptionError(f"recipe.{name}={number} is out of range; it must be above 0.")


def check_script(config: TrainConfig, facts: GameFacts) -> None:
    """Refuse what needs parts of a script that the game does not have.

    Raises: GameOptionError.
    """
    name = facts.games[0].name
    if config.recipe.teacher > 0 and not isinstance(find_scripted(name, "SCORES"), MoveScores):
        raise GameOptionError(f"recipe.teacher={config.recipe.teacher} needs a compiled script, "
                              f"and {name} has none; allowed: 0.")
    if config.recipe.deals > 0 and not isinstance(find_scripted(name, "LEAF"), LeafFormula):
        raise GameOptionError(f"recipe.deals={config.recipe.deals} needs a leaf formula, and "
                              f"{name} has none; allowed: 0.")
