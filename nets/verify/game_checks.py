"""Checks of what a bundle says of its game: the game as it is here says the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine_cy import Game
from nets import parts
from nets.differences import difference
from nets.errors import BundleError
from nets.verify.case import Case


def check_game(case: Case) -> str:
    """Load the game at every player count; its fingerprints are those of the manifest."""
    manifest, stored = case.bundle.manifest, case.json("game.json")
    if manifest["players"] != sorted(set(manifest["players"])):
        raise BundleError("the player counts of the manifest do not ascend")
    games = [parts.load_bundled(stored, manifest["data"], players)
             for players in manifest["players"]]
    parts.check_family(games)
    case.games = games
    for game in games:
        if game.fingerprint != manifest["fingerprints"].get(str(game.num_players)):
            raise BundleError(
                f"{game.name} for {game.num_players} players is another game here: "
                f"{_foreign(games, stored) or 'its fingerprint differs'}"
            )
    counts = ", ".join(str(game.num_players) for game in games)
    return f"{games[0].name} for {counts} players, the fingerprints are those of this installation"


def _foreign(games: list[Game], stored: Any) -> str | None:
    """Return which fact of the game differs, fingerprints aside."""
    ours = parts.game_part(games)
    for part in (ours, stored):
        players = part.get("players")
        for facts in players.values() if isinstance(players, dict) else ():
            if isinstance(facts, dict):
                facts.pop("fingerprint", None)
    return difference(ours, stored)


def check_manifest(case: Case) -> str:
    """Compare what the manifest says with the game and the layers."""
    games, first = case.games, case.games[0]
    ours = {
        "game": first.name, "rules_version": first.rules_version,
        "options": parts.common_options(games), "data": parts.data_name(first),
        "num_actions": parts.num_actions(games), "num_seats": parts.num_seats(first),
        "tensor_size": first.observation_tensor_size, "activation": "relu",
        "hidden": [len(bias) for _, bias in case.bundle.layers[:-1]],
        "fingerprints": {str(game.num_players): game.fingerprint for game in games},
    }
    stored = {key: case.bundle.manifest[key] for key in ours if key in case.bundle.manifest}
    if found := difference(ours, stored):
        raise BundleError(found)
    return "game, options and sizes are those of the game and the weights"


def check_same(name: str, make: Callable[[list[Game]], Any], what: str) -> Callable[[Case], str]:
    """Return a check that a member is what the game gives."""

    def check(case: Case) -> str:
        if found := difference(make(case.games), case.json(name)):
            raise BundleError(f"{name}: {found}")
        return what

    return check
