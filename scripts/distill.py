"""``desgarrada distill``: a micro-policy, one file of PHP or JavaScript; needs torch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from arena.deals import check_master_seed
from nets.micro import distill
from nets.micro.policy import MicroPolicy, read_policy
from scripts.app import App
from scripts.contest import with_own_modules
from scripts.errors import UsageError

# Setting -> (least, most).
RANGES = {"positions": (100, 10**8), "rounds": (1, 100), "student": (0, 1), "random": (0, 1),
          "epochs": (1, 1000), "batch": (1, 10**6), "learning_rate": (1e-9, 1), "decay": (0, 1),
          "temperature": (1e-3, 1000), "vectors": (1, 10**5)}


def check(settings: distill.DistillConfig) -> None:
    """Raise UsageError, which names it, for a setting out of range."""
    check_master_seed(settings.seed)
    for name, (low, high) in RANGES.items():
        value = getattr(settings, name)
        if not low <= value <= high:
            raise UsageError(f"{name}={value} is out of range; allowed are {low} to {high}")
    if not settings.hidden or not all(1 <= width <= 1024 for width in settings.hidden):
        raise UsageError(f"hidden={list(settings.hidden)} is not possible; it lists widths from 1 "
                         "to 1024")


def run(settings: distill.DistillConfig) -> int:
    """Learn the policy, or read it, and write its files."""
    from arena.whole_file import write_whole
    from frontends.micro.files import rendered, vectors_of

    check(settings)
    out = Path(settings.out)
    if out.exists() and not out.is_dir():
        raise UsageError(f"out={settings.out} is no folder")
    if settings.policy is not None:
        data = dict(read_policy(settings.policy).data)
        data |= {"version": settings.version, "strength": settings.strength}
        policy = MicroPolicy(data, settings.policy)
    else:
        policy = _learnt(settings)
    out.mkdir(parents=True, exist_ok=True)
    for name, content in rendered(policy, vectors_of(policy, settings.vectors)).items():
        write_whole(out / name, content)
        print(f"{out / name}: {len(content.encode()):,} bytes")
    file = out / f"{policy.data['game']}.json"
    print(f"fingerprint {policy.fingerprint}; play it as micro+path:{file}")
    return 0


def _learnt(settings: distill.DistillConfig) -> MicroPolicy:
    try:
        import torch  # noqa: F401 - whether it is there
    except ModuleNotFoundError:
        raise UsageError(
            "distilling needs torch, which is not installed; pip install 'desgarrada[torch]' "
            "brings it"
        ) from None
    try:
        return distill.distill(settings, lambda line: print(line, flush=True),
                               lambda total, words: _bar(settings.progress, total, words))
    except KeyboardInterrupt:
        raise KeyboardInterrupt("stopped; nothing was written") from None


def _bar(wanted: bool, total: int, words: str) -> Callable[[int], Any]:
    from tqdm import tqdm

    bar = tqdm(total=total, desc=words, file=sys.stderr, leave=False, unit_scale=True,
               disable=None if wanted else True)

    def move(done: int) -> None:
        bar.update(done)
        if bar.n >= total:
            bar.close()

    return move


APP = App(
    name="distill",
    summary="Make a micro-policy: a small network that reads what a seat sees, learnt from a "
    "teacher, as one dependency-free file of PHP and one of JavaScript.",
    schema=distill.DistillConfig,
    register=distill.register,
    run=run,
    examples=(
        "distill=hoi_pho out=runs/micro",
        "distill=house_of_fado teacher=net_ismcts+sims:100 positions=200000",
        "distill=fairy_concerto policy=runs/micro/fairy_concerto.json version=2",
    ),
    sweeps=False,
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return with_own_modules(APP, argv)
