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
    if not is_sweep():
        return settings
    number, words = job_in_words()
    print(f"{'' if number == 0 else chr(10)}job {number}: {' '.join(words)}")
    return dataclasses.replace(settings, run_dir=str(Path(settings.run_dir) / str(number)))


def job_in_words() -> tuple[int, list[str]]:
    """Return the number of the sweep's present job and its settings as they were given."""
    from hydra.core.hydra_config import HydraConfig

    facts = HydraConfig.get()
    return facts.job.num, [
        re.sub(r"\\(.)", r"\1", word) for word in facts.overrides.task  # Hydra quotes every colon
    ]
