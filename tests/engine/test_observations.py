"""Observations as JSON: the schema, and observations written by hand from it.

data/observations/<game>.json holds observations of positions that nobody played here, as a
frontend with rules of its own would send them: a view, some with knowledge, none with a trace.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path

import numpy as np
import pytest
from cases import CASES
from jsonschema import Draft202012Validator
from plays import position

from engine_cy import load_game
from search import make_bot

KINDS = ("trumpeter", "drummer", "violinist", "horn_player", "composer")
FOLDER = Path(__file__).parent / "data" / "observations"
HAND_WRITTEN = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.json"))
}
each_game = pytest.mark.parametrize("name", HAND_WRITTEN)
each_case = pytest.mark.parametrize("case", CASES, ids=str)


def validator(game):
    schema = game.observation_schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def complete(name, written):
    """Return (game, observation) of a hand-written entry, which leaves the game's name out."""
    game = load_game(name, written["players"], **written.get("options", {}))
    return game, {"game": name, **written}


@each_case
def test_every_observation_fits_the_schema(case):
    check = validator(case.game)
    for seed in range(6):
        state, _ = position(case.game, seed, seed)
        for seat in range(case.game.num_players):
            form = json.loads(json.dumps(state.observation(seat).to_dict()))
            check.validate(form)
            for part in ("trace", "knowledge", "format", "options"):
                form.pop(part)
                check.validate(form)


@each_case
def test_the_schema_refuses_what_the_reader_refuses(case):
    check, form = validator(case.game), position(case.game, 3, 3)[0].observation(0).to_dict()
    for change in (
        lambda d: d.pop("view"),
        lambda d: d.update(player=case.players),
        lambda d: d.update(game="chess"),
        lambda d: d.update(extra=1),
        lambda d: d["view"].update(extra=1),
        lambda d: d["knowledge"].update(extra=1),
        lambda d: d["trace"].update(public_hash="7"),
        lambda d: d["trace"].update(events=[["sings", 0, 0, 0]]),
    ):
        changed = copy.deepcopy(form)
        change(changed)
        assert not check.is_valid(changed)
        with pytest.raises(ValueError):
            case.game.observation_from_dict(changed)


def test_there_are_fifty_of_each_game():
    assert {name: len(entries) for name, entries in HAND_WRITTEN.items()} == {
        "fado_duetos": 50, "fairy_concerto": 50, "goofspiel": 50, "hoi_pho": 50,
        "house_of_fado": 50, "kuhn_poker": 50, "leduc_poker": 50,
    }
    for entries in HAND_WRITTEN.values():
        assert all("trace" not in entry for entry in entries)
        assert len({json.dumps(entry, sort_keys=True) for entry in entries}) == 50
        assert any(entry.get("knowledge") is not None for entry in entries)


@each_game
@pytest.mark.parametrize("number", range(50))
def test_a_hand_written_observation_is_read_and_answered(name, number):
    game, form = complete(name, HAND_WRITTEN[name][number])
    validator(game).validate(form)
    observation = game.observation_from_dict(form)
    assert observation.events() is None
    view = observation.to_dict()["view"]
    assert {key: view[key] for key in ("hand", "card") if key in view} == {
        key: sorted_hand(form["view"][key]) for key in ("hand", "card") if key in view
    }
    legal = observation.legal_actions().tolist()
    assert (len(legal) > 0) == (observation.player in observation.acting_players())
    for seed in range(3):
        world = observation.sample_state(seed)
        assert world.check() == 0
        assert world.observation(observation.player).to_bytes() == observation.to_bytes()
        assert np.array_equal(world.legal_actions(observation.player), legal)
    for spec in ("random", "ismcts(sims=50)") if legal else ():
        assert make_bot(spec, game, number).act(observation) in legal


def sorted_hand(cards):
    """Return a hand as the engine writes it: Ships first, then by number."""
    if isinstance(cards, (int, str)):   # a single card
        return cards
    if isinstance(cards, dict):         # fairies by kind
        return {kind: cards.get(kind, 0) for kind in KINDS}
    return sorted(cards, key=lambda card: 0 if card == "ship" else card)
