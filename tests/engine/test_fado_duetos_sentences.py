"""Fado Duetos: one sentence for every malformed observation and data file, naming the field."""

from __future__ import annotations

import copy
import random
from pathlib import Path

import pytest
from fado_duetos_table import Table, h

import engine_cy
from engine_cy import DataError, GameOptionError, NotationError, load_game

FILE = Path(engine_cy.__file__).parent / "data" / "fado_duetos.toml"


def form():
    """Return a correct observation: seat 0, which presented a set in round 1, has picked."""
    hands = [[h(1, 1), h(1, 2), h(1, 3), h(2, 1), h(3, 2)], [h(5, s) for s in range(1, 6)],
             [h(6, s) for s in range(1, 6)]]
    t = Table(hands=hands, practice=[None, h(7, 1), h(7, 2)], pile=62, chips=[{"artist": [9]}],
              round=2)
    return t.game, t.state.observation(0).to_dict()


CHANGES = {
    "view.phase": lambda v: v.update(phase="sing"),
    "view.round": lambda v: v.update(round=0),
    "view.marker": lambda v: v.update(marker=3),
    "view.turns_finished": lambda v: v.update(turns_finished=3),
    "view.deck": lambda v: v.update(deck=80),
    "view.rewards": lambda v: v.update(rewards=-1),
    "view.hand": lambda v: v["hand"].append("H99"),
    "view.discards": lambda v: v["discards"].append(v["hand"][0]),
    "view.practice": lambda v: v["practice"].append([h(9, 9), 1]),
    "view.hand_sizes": lambda v: v.update(hand_sizes=[4, 5, 5]),
    "view.showcase": lambda v: v["showcase"][0].reverse() or v["showcase"][0].__setitem__(0, "W0"),
    "view.chips": lambda v: v["chips"][1].update(artist=[7]),
    "view.chips[1].artist": lambda v: v["chips"][1].update(artist=[9]),
    "view.feature.artist": lambda v: v["feature"].update(artist=0),
    "view.sequence.melody": lambda v: v["sequence"].update(melody=1),
    "view.variety": lambda v: v.update(variety=[0]),
    "view.placed": lambda v: v.update(placed=h(1, 1)),
    "view.set_begun": lambda v: v.update(set_begun=["hand scenery"]),
    "view.extra": lambda v: v.update(extra=1),
}


@pytest.mark.parametrize("field", CHANGES)
def test_a_malformed_view_is_refused_by_its_field(field):
    game, d = form()
    del d["trace"]
    game.observation_from_dict(copy.deepcopy(d))
    CHANGES[field](d["view"])
    with pytest.raises(DataError, match=field.replace("[", r"\[").replace("]", r"\]")):
        game.observation_from_dict(d)


@pytest.mark.parametrize(
    ("holds", "what"),
    [([["H99"], [], []], "H99"), ([[], [h(1, 1)], []], "elsewhere"),
     ([[], [h(7, 1)], []], "elsewhere"), ([[h(9, 9)], [], []], "elsewhere"),
     ([[], [h(8, s) for s in range(1, 7)], []], "5 cards only"), ([[]], "list of 3")],
)
def test_contradicting_knowledge_is_refused(holds, what):
    game, d = form()
    del d["trace"]
    d["knowledge"] = {"holds": holds}
    with pytest.raises(DataError, match=what):
        game.observation_from_dict(d)


@pytest.mark.parametrize(
    "steps",
    [["hand artist", h(1, 3)], ["hand artist", h(1, 2), h(1, 1)], ["showcase 3 artist"],
     ["end turn"], [h(1, 1)], ["hand artist", h(1, 1), h(1, 1)], ["hand artist", 7]],
)
def test_a_set_that_cannot_be_completed_is_refused(steps):
    game, d = form()
    del d["trace"]
    d["view"]["set_begun"] = steps
    with pytest.raises(DataError, match="set_begun"):
        game.observation_from_dict(d)


def test_a_set_begun_is_read_and_goes_on():
    game, d = form()
    del d["trace"]
    d["view"]["set_begun"] = ["hand artist", h(1, 1), h(1, 2)]
    observation = game.observation_from_dict(d)
    assert [game.action_to_string(a) for a in observation.legal_actions()] == [h(1, 3)]


def test_a_trace_that_does_not_lead_to_the_view_is_refused():
    game = load_game("fado_duetos", 3)
    rng = random.Random(2)
    state = game.new_initial_state(1)
    for _ in range(40):
        seat = rng.choice(state.acting_players())
        state.apply_action(int(rng.choice(state.legal_actions(seat).tolist())), seat)
    good = state.observation(0).to_dict()
    game.observation_from_dict(copy.deepcopy(good))
    for change in (
        lambda t: t["decisions"].pop(0),
        lambda t: t["decisions"][0].__setitem__(1, "end turn"),
        lambda t: t["dealt"].append([0, "H01"]),
        lambda t: t.update(showcase_moves=[9, 9]),
        lambda t: t["dealt"].pop(),
    ):
        bad = copy.deepcopy(good)
        change(bad["trace"])
        with pytest.raises(DataError):
            game.observation_from_dict(bad)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('["H02", 1, 2, "B", 3]', '["H01", 1, 2, "B", 3]', "two cards alike"),
        ('["H02", 1, 2, "B", 3]', '["H02", 1, 2, "B"]', "a card is"),
        ("levels = 5", "levels = 4", "do not fill 8 places"),
        ("chips = [9, 8, 7, 6, 5, 4, 3, 2, 1]", "chips = [9, 8, 8]", "descending"),
        ("variety = [3, 2, 1]", "variety = []", "bonus.variety"),
        ("stacks = 2 ", "stacks = 5 ", "end.stacks"),
        ("opening_hand = 5", "opening_hand = 0", "opening_hand"),
        ("players = 2", "players = 7", "players"),
    ],
)
def test_a_broken_data_file_is_refused(tmp_path, old, new, what):
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "box.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError, match=what):
        for players in (2, 3):
            load_game("fado_duetos", players, data=path)


def test_printed_values_replace_the_assumed_ones(tmp_path):
    path = tmp_path / "box.toml"
    text = FILE.read_text(encoding="utf-8")
    path.write_text(text.replace('["H02", 1, 2, "B", 3]', '["H02", 4, 4, "D", 4]'),
                    encoding="utf-8")
    game = load_game("fado_duetos", 3, data=path)
    assert game.words.card(1) == "H02 4-4-D-4"
    assert game.fingerprint != load_game("fado_duetos", 3).fingerprint


def test_options_and_moves_that_do_not_exist():
    with pytest.raises(GameOptionError, match="duets, impromptu"):
        load_game("fado_duetos", 3, variant="solo")
    with pytest.raises(GameOptionError, match="2 to 4"):
        load_game("fado_duetos", 5)
    with pytest.raises(NotationError, match="hand melody"):
        load_game("fado_duetos", 3).string_to_action("sing fado")
