"""The jobs of a sweep (``-m``): each has a heading and a folder of its own."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any, TypeVar

from arena.config import is_sweep

Settings = TypeVar("Settings", bound=Any)


def own_job(settings: Settings) -> Settings:
    """Print the heading of a sweep's job; give it a numbered folder of its own inside run_dir.

    Settings of a run that is no job of a sweep come back as they are.
    """
    from hydra.core.hydra_config import HydraConfig

    if not is_sweep():
        return settings
    facts = HydraConfig.get()
    number = facts.job.num
    words = re.sub(r"\\(.)", r"\1", " ".join(facts.overrides.task))  # Hydra quotes every colon
    print(f"{'' if number == 0 else chr(10)}job {number}: {words}")
    return dataclasses.replace(settings, run_dir=str(Path(settings.run_dir) / str(number)))
