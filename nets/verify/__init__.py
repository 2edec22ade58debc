"""Is a bundle what it says it is? Every part is made anew here and compared with what is stored.

Nothing in the file is trusted: the game is loaded from this installation, the tensors come from its
observations, the logits from the kernel and, where it is installed, from ONNX Runtime.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from nets import parts
from nets.verify import file_checks, vector_checks
from nets.verify.case import CannotCheckError, Case
from nets.verify.game_checks import check_game, check_manifest, check_same

__all__ = ["FAULT", "OK", "SKIPPED", "Finding", "verify_bundle"]

Check = tuple[str, tuple[str, ...], Callable[[Case], str]]

OK, FAULT, SKIPPED = "ok", "fault", "skipped"


@dataclass(frozen=True)
class Finding:
    """What came of one check; the sentence has no full stop."""

    part: str
    verdict: str
    sentence: str


def verify_bundle(path: str | Path) -> Iterator[Finding]:
    """Yield what each check finds, in order; a check that needs a failed one is skipped."""
    case = Case(Path(path))
    good: set[str] = set()
    for name, needs, check in CHECKS:
        lacking = [need for need in needs if need not in good]
        if lacking:
            yield Finding(name, SKIPPED, f"cannot be checked without: {lacking[0]}")
            continue
        try:
            sentence = check(case)
        except CannotCheckError as why:
            yield Finding(name, SKIPPED, str(why))
        except ValueError as error:  # all of ours are; what they say is for users
            yield Finding(name, FAULT, " ".join(str(error).split()).rstrip("."))
        else:
            good.add(name)
            yield Finding(name, OK, sentence)


# Name, names of the checks that must be good before, check.
CHECKS: tuple[Check, ...] = (
    ("zip file", (), file_checks.check_archive),
    ("weights", ("zip file",), file_checks.check_weights),
    ("game", ("weights",), check_game),
    ("manifest", ("game",), check_manifest),
    ("game data", ("game",),
     check_same("game.json", parts.game_part, "rules, options and values agree")),
    ("action table", ("game",),
     check_same("actions.json", parts.action_part, "every text agrees")),
    ("tensor layout", ("game",),
     check_same("layout.json", parts.layout_part, "every block agrees")),
    ("schema", ("game",),
     check_same("schema.json", parts.schema_part, "it is that of the game")),
    ("observations", ("game",), vector_checks.check_observations),
    ("their schema", ("observations",), vector_checks.check_schema_of_observations),
    ("tensors", ("observations", "manifest"), vector_checks.check_tensors),
    ("kernel", ("tensors",), vector_checks.check_kernel),
    ("actions", ("tensors",), vector_checks.check_choices),
    ("onnx", ("kernel",), vector_checks.check_onnx),
    ("snapshots", ("weights",), file_checks.check_snapshots),
    ("curve", ("zip file",), file_checks.check_curve),
)
