"""A micro-policy: its file, its answers in double precision, the same network for the kernel."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import engine_cy
from engine_cy import Game
from nets.errors import BundleError
from nets.jsons import from_json
from nets.micro.features import Reader, ViewError, _told
from nets.micro.spec import action_texts
from nets.weights import Layers, pack_layers, unpack_layers
from search.mlp import MLP

FORMAT = 1
SHIPPED = Path(__file__).parent / "shipped"
DTYPE = "int8"
# What interpreters need of a file; the rest says where it comes from.
READ = ("game", "players", "seats", "fields", "tables", "features", "heads", "actions", "texts",
        "size", "temperature", "layers", "weights")


class MicroPolicy:
    """A policy that reads what a seat sees, as text and numbers, and nothing else."""

    def __init__(self, data: Mapping[str, Any], source: str = "of a micro-policy") -> None:
        """Check the weights against the specification; BundleError where they do not fit."""
        self.data = data
        try:
            missing = [key for key in (*READ, "options", "rules_version") if key not in data]
            if missing:
                raise ValueError(f"it has no {missing[0]}")
            blob = base64.b64decode(data["weights"], validate=True)
            self.layers = unpack_layers(blob, data["layers"], DTYPE)
            sizes = [data["size"], *(len(bias) for _, bias in self.layers)]
            fits = data["format"] == FORMAT and sizes[-1] == data["heads"] and all(
                weight.shape == (sizes[i + 1], sizes[i])
                for i, (weight, _) in enumerate(self.layers))
        except (KeyError, TypeError, ValueError, binascii.Error) as error:
            raise BundleError(f"The file {source} cannot be read: {error}.") from None
        if not fits:
            raise BundleError(f"The file {source} has layers that do not fit its features, or "
                              "another format.")
        # As JavaScript and PHP compute: whole numbers times inputs, then the scale of the row.
        stored = [np.frombuffer(blob, "<i1" if ".weight" in entry["name"] else "<f4",
                                math.prod(entry["shape"]), entry["offset"])
                  .reshape(entry["shape"]).astype(np.float64) for entry in data["layers"]]
        self._doubles = list(zip(stored[::3], stored[1::3], stored[2::3], strict=True))

    @cached_property
    def fingerprint(self) -> str:
        """Return what changes with anything that decides a move."""
        text = json.dumps({key: self.data[key] for key in READ}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def features(self, view: Any, player: int, players: int) -> list[float]:
        """Return the numbers that the network reads; ViewError for a view it cannot read."""
        return Reader(self.data, view, player, players).features()

    def scores(
        self, view: Any, player: int, players: int, legal: Sequence[str]
    ) -> list[float]:
        """Return the logit of each action text, in their order.

        Raises: ViewError for a view, seat or text that the policy does not know.
        """
        x = np.array(self.features(view, player, players))
        return self.scores_of(x, self.numbers(players, legal))

    def numbers(self, players: int, legal: Sequence[str]) -> list[int]:
        """Return the actions that texts name; ViewError for one that the policy does not know."""
        if not isinstance(legal, (list, tuple)) or not legal:
            raise ViewError("The legal actions must be a list of texts, at least one.")
        known = _texts(self, players)
        for text in legal:
            if not isinstance(text, str) or text not in known:
                raise ViewError(f"The action {_told(text)} is unknown in {self.data['game']} with "
                                f"{players} players.")
        return [known[text] for text in legal]

    def scores_of(self, x: NDArray[np.float64], actions: Sequence[int]) -> list[float]:
        """Return the logits of some actions from the features."""
        for i, (weight, scale, bias) in enumerate(self._doubles):
            x = (np.maximum(x, 0.0) if i else x) @ weight.T * scale + bias
        rows = self.data["actions"]
        return [float(sum(x[head] for head in rows[action][1:])) for action in actions]

    def choose(
        self, view: Any, player: int, players: int, legal: Sequence[str],
        random: Callable[[], float] | None = None,
    ) -> str:
        """Return the likeliest action, the first of several; with `random` one drawn by shares."""
        return self.chosen(legal, self.scores(view, player, players, legal), random)

    def chosen(
        self, legal: Sequence[str], scores: Sequence[float],
        random: Callable[[], float] | None = None,
    ) -> str:
        """Return the action that `choose` takes of these scores."""
        best = scores.index(max(scores))
        if random is None:
            return legal[best]
        shares = [math.exp((score - scores[best]) / self.data["temperature"]) for score in scores]
        rest = random() * sum(shares)
        for text, share in zip(legal, shares, strict=True):
            rest -= share
            if rest < 0:
                return text
        return legal[best]

    @cached_property
    def kernel(self) -> MLP:
        """Return the network for `search.mlp`; an action's heads are added up in its last layer.

        The kernel wants values beside the policy; they are 0.
        """
        *hidden, (weight, bias) = self.layers
        adds = head_matrix(self.data).astype(np.float64)
        last = np.concatenate([adds @ weight, np.zeros((2, weight.shape[1]))])
        biases = np.concatenate([adds @ bias, np.zeros(2)])
        return MLP([*hidden, (last, biases)], num_actions=len(adds), num_seats=2)

    def check_fits(self, game: Game) -> None:
        """Refuse, by BundleError, a game whose views or actions are not those of the policy."""
        check_fits(self.data, game)


def check_fits(data: Mapping[str, Any], game: Game) -> None:
    """Refuse, by BundleError, a game that a specification or a policy's data does not describe."""
    if game.name != data["game"] or game.num_players not in data["players"]:
        raise BundleError(f"The micro-policy plays {data['game']} with "
                          f"{', '.join(map(str, data['players']))} players, not {game!r}.")
    for option, values in data["options"].items():
        if game.options[option] not in values:
            raise BundleError(f"The micro-policy plays {data['game']} with {option} "
                              f"{', '.join(map(str, values))}, not {game.options[option]!r}.")
    options = tuple(sorted(game.options.items()))
    if _packaged(game.name, game.num_players, options) != game.fingerprint:
        raise BundleError(f"The micro-policy knows the components of {data['game']} that come "
                          "with the package, not others.")


@lru_cache(maxsize=256)
def _packaged(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> str:
    """Return the fingerprint of a game with the components of the package."""
    return engine_cy.load_game(name, players=players, **dict(options)).fingerprint


@lru_cache(maxsize=32)
def _texts(policy: MicroPolicy, players: int) -> dict[str, int]:
    return action_texts(dict(policy.data), players)


def head_matrix(spec: Mapping[str, Any]) -> NDArray[np.float32]:
    """Return float32[actions, heads]: how often each head counts for each action."""
    matrix = np.zeros((len(spec["actions"]), spec["heads"]), np.float32)
    for action, (_, *heads) in enumerate(spec["actions"]):
        for head in heads:
            matrix[action, head] += 1.0
    return matrix


def policy_data(spec: Mapping[str, Any], layers: Layers, **told: Any) -> dict[str, Any]:
    """Return the content of a policy's file; `told`: temperature, trained, strength, version."""
    blob, entries = pack_layers(layers, DTYPE)
    games = [engine_cy.load_game(spec["game"], players=players) for players in spec["players"]]
    return {
        "format": FORMAT,
        **told,
        "rules_version": games[0].rules_version,
        "fingerprints": {str(game.num_players): game.fingerprint for game in games},
        **spec,
        "layers": entries,
        "weights": base64.b64encode(blob).decode(),
    }


def read_policy(path: str | Path) -> MicroPolicy:
    """Return the policy in a file; BundleError where there is none."""
    try:
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise BundleError(f"The micro-policy {path} cannot be read: {error}.") from None
    return MicroPolicy(from_json(raw, "content", str(path)), str(path))


@lru_cache(maxsize=16)
def shipped_policy(game: str) -> MicroPolicy:
    """Return the policy that comes with the package for a game; BundleError where none does."""
    file = SHIPPED / f"{game}.json"
    if not file.is_file():
        raise BundleError(f"No micro-policy is shipped for {game}, only for "
                          f"{', '.join(shipped_policies()) or 'no game'}; name one by path.")
    return read_policy(file)


def shipped_policies() -> tuple[str, ...]:
    """Return the names of the games that have one, ascending."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.json")))
