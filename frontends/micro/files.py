"""From a micro-policy to its files: JSON, JavaScript, PHP, and test vectors."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import engine_cy
from engine_cy import Game, Observation
from nets.micro.policy import READ, MicroPolicy
from search import make_bot
from search.streams import Stream, stream_seed

FOLDER = Path(__file__).parent
WEB = FOLDER.parent / "web" / "micro"
TEMPLATES = FOLDER / "templates"
VECTORS = 210  # test vectors of a policy, over all player counts and phases
TRIES = 400  # games that are looked into for each player count, at most
LOOKED = 8  # decisions that are looked at for each vector
MARGIN = 1e-3  # between the two greatest logits: the action must not hang on the last bit
DRAWS = (0.25, 0.9)  # numbers of the `random` that the vectors draw an action with
TITLES = {"hoi_pho": "Hội Phố", "fairy_concerto": "Fairy Concerto",
          "fado_duetos": "Fado: Duetos e Desgarradas", "house_of_fado": "House of Fado"}

HEAD = """\
Desgarrada micro-policy for {title} ({players} players): a stand-in player in one file.

{calling}

view     what the seat sees: the part "view" of Desgarrada's observations, whose fields and values
         stand in the game's JSON Schema, see docs/frontends.md; what is missing, misspelt or
         impossible to read is an exception with one sentence.
player   the seat that has to choose, 0 to {last}, in turn order; players: how many play
legal    its legal moves as texts, a list; the answer is one of them
random   optional: a function without arguments that returns a number from 0 to below 1. Without it
         the best move is played, with it one is drawn, better ones more often.

It reads what is visible at the table and needs no network, no extension and no other file.
Strength: {strength}
Version {version}, fingerprint {fingerprint}, rules version {rules}.
Made by `desgarrada distill`; do not edit.
MIT licence, copyright Desgarrada contributors; this notice stays with the file."""

CALLING_JS = """\
    <script src="{game}.js"></script>   or   await import("./{game}.js")
    or in node   const desgarrada = {{ {game}: require("./{game}.js") }};
    desgarrada.{game}.choose(view, player, players, legal)            // a text of `legal`
    desgarrada.{game}.choose(view, player, players, legal, Math.random)
    desgarrada.{game}.scores(view, player, players, legal)     // a number for each of `legal`"""
CALLING_PHP = """\
    require_once '{game}.php';
    {name}::choose($view, $player, $players, $legal);      // a text of $legal
    {name}::choose($view, $player, $players, $legal, $random);
    {name}::scores($view, $player, $players, $legal);      // a number for each of $legal"""


def class_name(game: str) -> str:
    """Return the name of the PHP class: DesgarradaHoiPho."""
    return "Desgarrada" + "".join(part.capitalize() for part in game.split("_"))


def rendered(policy: MicroPolicy, vectors: Mapping[str, Any]) -> dict[str, str]:
    """Return the content of each file by its name."""
    game = policy.data["game"]
    return {
        f"{game}.json": policy_text(policy),
        f"{game}.js": javascript(policy),
        f"{game}.php": php(policy),
        f"{game}.vectors.json": vectors_text(vectors),
    }


def committed(policy: MicroPolicy) -> dict[Path, str]:
    """Return the content of the files in the package that follow from a shipped policy."""
    game, files = policy.data["game"], rendered(policy, vectors_of(policy))
    return {
        WEB / f"{game}.js": files[f"{game}.js"],
        FOLDER / f"{game}.php": files[f"{game}.php"],
        FOLDER / f"{game}.vectors.json": files[f"{game}.vectors.json"],
    }


def policy_text(policy: MicroPolicy) -> str:
    """Return the policy's own file."""
    return json.dumps(policy.data, ensure_ascii=False, indent=None, separators=(",", ":")) + "\n"


def javascript(policy: MicroPolicy) -> str:
    """Return the JavaScript file."""
    return _filled("micro.js", policy, CALLING_JS)


def php(policy: MicroPolicy) -> str:
    """Return the PHP file."""
    return _filled("micro.php", policy, CALLING_PHP)


def vectors_text(vectors: Mapping[str, Any]) -> str:
    """Return the test vectors, one a line."""
    lines = [json.dumps(vector, ensure_ascii=False, separators=(",", ":"))
             for vector in vectors["vectors"]]
    head = json.dumps({key: value for key, value in vectors.items() if key != "vectors"},
                      ensure_ascii=False)
    return f'{head[:-1]}, "vectors": [\n' + ",\n".join(lines) + "\n]}\n"


def _filled(template: str, policy: MicroPolicy, calling: str) -> str:
    data, game = policy.data, policy.data["game"]
    name = class_name(game)
    head = HEAD.format(
        title=TITLES.get(game, game), players=", ".join(map(str, data["players"])),
        calling=calling.format(game=game, name=name), last=max(data["players"]) - 1,
        strength=textwrap.fill(data["strength"], 98, initial_indent=" " * 10,
                               subsequent_indent="  ").strip(),
        version=data["version"], fingerprint=policy.fingerprint, rules=data["rules_version"])
    needed = json.dumps({key: data[key] for key in READ}, ensure_ascii=False,
                        separators=(",", ":"))
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    for word, value in (("@@HEAD@@", head.replace("*/", "* /")), ("@@CLASS@@", name),
                        ("@@FINGERPRINT@@", policy.fingerprint), ("@@DATA@@", needed)):
        text = text.replace(word, value)
    return text


# ---- test vectors --------------------------------------------------------------------------------


def vectors_of(policy: MicroPolicy, count: int = VECTORS, seed: int = 1) -> dict[str, Any]:
    """Return test vectors: view and legal texts -> features -> logits -> action.

    They follow from policy and seed. Features are {index: number} of those that are not 0.
    """
    found: list[dict[str, Any]] = []
    sizes = policy.data["players"]
    for place, players in enumerate(sizes):
        game = engine_cy.load_game(policy.data["game"], players=players)
        goal = count * (place + 1) // len(sizes)
        found += _vectors(policy, game, goal - len(found), stream_seed(seed, players))
    return {"policy": policy.fingerprint, "tolerance": 1e-9, "draws": list(DRAWS),
            "vectors": found}


def _vectors(policy: MicroPolicy, game: Game, count: int, seed: int) -> list[dict[str, Any]]:
    """Return vectors of a player count, each phase of the game as often as the others if it can."""
    by_phase: dict[str, list[tuple[Any, Observation]]] = {}
    for seen, observation in enumerate(_decisions(game, seed)):
        view = game.words.view(observation.record(), observation.player)
        by_phase.setdefault(view["phase"], []).append((view, observation))
        if seen > LOOKED * count:
            break
    found: list[dict[str, Any]] = []
    for i in range(max(map(len, by_phase.values()))):
        for rows in by_phase.values():
            vector = _vector(policy, *rows[i]) if i < len(rows) and len(found) < count else None
            if vector is not None:
                found.append(vector)
    return found


def _decisions(game: Game, seed: int) -> Iterator[Observation]:
    """Yield decisions with a choice, of games of random moves and of the game's script in turn.

    Some phases are hardly ever reached by chance.
    """
    script = make_bot("greedy", game, 1)
    for number in range(TRIES):
        stream = Stream(stream_seed(seed, number))
        state = game.new_initial_state(stream.bits())
        script.reset(stream.bits())
        while not state.is_terminal():
            seat = stream.choice(state.acting_players())
            observation = state.observation(seat)
            legal = observation.legal_actions().tolist()
            if len(legal) > 1 and stream.below(4) == 0:
                yield observation
            state.apply_action(
                script.act(observation) if number % 2 else stream.choice(legal), seat)


def _vector(policy: MicroPolicy, view: Any, observation: Observation) -> dict[str, Any] | None:
    """Return the vector of a position, None where two actions are too close to each other."""
    game, player = observation.game, observation.player
    legal = [game.action_to_string(action) for action in observation.legal_actions().tolist()]
    features = policy.features(view, player, game.num_players)
    scores = policy.scores_of(np.array(features), policy.numbers(game.num_players, legal))
    best = sorted(scores)
    if best[-1] - best[-2] < MARGIN:
        return None
    return {
        "player": player, "players": game.num_players, "view": view, "legal": legal,
        "features": {str(i): value for i, value in enumerate(features) if value},
        "logits": scores,
        "action": policy.chosen(legal, scores),
        "drawn": [policy.chosen(legal, scores, lambda x=x: x) for x in DRAWS],  # type: ignore[misc]
    }
