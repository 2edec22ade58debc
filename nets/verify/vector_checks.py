"""Checks of a bundle's test vectors: every step from the observation to the action, made again."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from engine_cy import Game, Observation
from nets.bundle import WEIGHTS
from nets.differences import difference
from nets.errors import BundleError
from nets.onnx_file import MODEL, check_model, model_facts, run_model
from nets.parts import schema_part
from nets.vectors import TOLERANCE, computed
from nets.verify.case import CannotCheckError, Case

MAX_VECTORS = 2000


def check_observations(case: Case) -> str:
    """Let the engine read the observation of every vector."""
    part = case.json("vectors.json")
    vectors = part.get("vectors") if isinstance(part, dict) else None
    if not isinstance(vectors, list) or not 0 < len(vectors) <= MAX_VECTORS:
        raise BundleError(f"vectors.json has no list of 1 to {MAX_VECTORS} vectors")
    games = {game.num_players: game for game in case.games}
    seen = []
    for number, vector in enumerate(vectors):
        form = vector.get("observation") if isinstance(vector, dict) else None
        players = form.get("players") if isinstance(form, dict) else None
        if type(players) is not int or players not in games:
            raise BundleError(f"vectors[{number}] has no observation of a player count served")
        seen.append(_read(games[players], form, number))
    lacking = games.keys() - {observation.game.num_players for observation in seen}
    if lacking:
        raise BundleError(f"vectors.json has no vector for {min(lacking)} players")
    case.vectors, case.seen = vectors, seen
    return f"{len(seen)} observations can be read"


def _read(game: Game, form: Any, number: int) -> Observation:
    try:
        observation = game.observation_from_dict(form)
    except ValueError as error:
        raise BundleError(f"vectors[{number}]: {error}") from error
    if len(observation.legal_actions()) == 0:
        raise BundleError(f"vectors[{number}] is of a seat that has nothing to choose")
    return observation


def check_schema_of_observations(case: Case) -> str:
    """Let jsonschema judge the observations."""
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        raise CannotCheckError("jsonschema is not installed") from None
    validator = Draft202012Validator(schema_part(case.games))
    for number, vector in enumerate(case.vectors):
        for error in validator.iter_errors(vector["observation"]):
            raise BundleError(f"vectors[{number}]: {error.json_path}: {error.message[:200]}")
    return f"{len(case.vectors)} observations are valid"


def check_tensors(case: Case) -> str:
    """Compute every vector anew; compare tensors and legal actions."""
    manifest = case.bundle.manifest
    outputs = case.bundle.mlp().forward(case.tensors())
    case.expected = [
        computed(observation, row, manifest["num_actions"])
        for observation, row in zip(case.seen, outputs, strict=True)
    ]
    _compare(case, ("tensor", "legal_actions"))
    return f"{len(case.vectors)} tensors and lists of legal actions are equal"


def check_kernel(case: Case) -> str:
    """Compare what the kernel computes."""
    _compare(case, ("logits", "policy", "value_logits", "values"))
    return f"logits, policies and values of the kernel agree within {TOLERANCE:g}"


def check_choices(case: Case) -> str:
    """Compare the actions chosen."""
    _compare(case, ("action", "text"))
    return "the best actions are the same"


def _compare(case: Case, keys: tuple[str, ...]) -> None:
    for number, (ours, vector) in enumerate(zip(case.expected, case.vectors, strict=True)):
        stored = {key: vector[key] for key in keys if key in vector}
        wanted = {key: ours[key] for key in keys}
        if found := difference(wanted, stored, TOLERANCE, f"vectors[{number}]"):
            raise BundleError(found)


def check_onnx(case: Case) -> str:
    """Let ONNX Runtime compute the logits of model.onnx."""
    if MODEL not in case.members:
        raise CannotCheckError(f"the bundle has no {MODEL}")
    for library in ("onnx", "onnxruntime"):
        try:
            importlib.import_module(library)
        except ImportError:
            raise CannotCheckError(f"{library} is not installed") from None
    model, weights = case.members[MODEL], case.members[WEIGHTS]
    try:
        check_model(model, weights, model_facts(case.bundle.manifest))
        outputs = run_model(model, weights, case.tensors())
    except ValueError:
        raise
    except Exception as error:  # the libraries have a dozen of their own
        text = " ".join(str(error).split())[:200]
        raise BundleError(f"{MODEL}: {type(error).__name__}: {text}") from error
    stored = np.array([v["logits"] + v["value_logits"] for v in case.vectors])
    if outputs.shape != stored.shape or not np.isfinite(outputs).all():
        raise BundleError(f"{MODEL} gives {outputs.shape} numbers, not {stored.shape} finite ones")
    gap = float(np.abs(outputs - stored).max())
    if gap > TOLERANCE:
        raise BundleError(f"{MODEL} differs by {gap:.2g}; allowed is {TOLERANCE:g}")
    return f"the logits of ONNX Runtime agree within {TOLERANCE:g}, at most {gap:.1g} apart"
