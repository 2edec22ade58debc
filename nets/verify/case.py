"""What the checks of a bundle share."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine_cy import Game, Observation
from nets.bundle import Bundle
from nets.jsons import from_json


class CannotCheckError(Exception):
    """A check that cannot be made here, and why."""


@dataclass
class Case:
    """What the checks have brought to light so far."""

    path: Path
    raw: bytes = b""
    members: dict[str, bytes] = field(default_factory=dict)
    bundle: Bundle = field(default_factory=lambda: Bundle({}, []))
    games: list[Game] = field(default_factory=list)
    vectors: list[dict[str, Any]] = field(default_factory=list)
    seen: list[Observation] = field(default_factory=list)  # of each vector
    expected: list[dict[str, Any]] = field(default_factory=list)  # of each vector

    def json(self, name: str) -> Any:
        """Return the value of a JSON member."""
        return from_json(self.members[name], name, self.path.name)

    def tensors(self) -> NDArray[np.float32]:
        """Return float32[n, F] of all vectors."""
        return np.stack([observation.tensor() for observation in self.seen])
