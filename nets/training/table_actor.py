"""What an actor of Ray does; it needs no torch."""

from __future__ import annotations

import os
import sys
from typing import Any

from nets.training.facts import GameFacts
from nets.training.selfplay import Job, PlayedTable, play_table
from search.mlp import MLP

Nets = list[tuple[list[Any], int, int]]      # arguments of `search.mlp.MLP`, the current one first


class TableActor:
    """Plays tables on one processor of the machine it lives on."""

    def __init__(self, facts: GameFacts, path: list[str], folder: str) -> None:
        """Look for modules where the learner does."""
        # As the driver finds its modules, a game of the user's own included, so does the actor.
        sys.path += [entry for entry in path if entry not in sys.path]
        if os.path.isdir(folder):
            os.chdir(folder)
        self._facts = facts

    def lives(self) -> None:
        """Answer, which says that the cluster had room."""

    def play(self, job: Job, nets: Nets) -> PlayedTable:
        """Return what a table gave."""
        return play_table(self._facts, [MLP(*net).forward for net in nets], job)
