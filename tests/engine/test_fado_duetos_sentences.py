"""Fado Duetos: one sentence for every malformed observation and data file, naming the field."""

from __future__ import annotations

import copy
import random
from pathlib import Path

import pytest
from fado_duetos_courses import CourseReferee
from fado_duetos_table import CATEGORIES, Table, h

import engine_cy
from engine_cy import DataError, GameOptionError, NotationError, load_game

FILE = Path(engine_cy.__file__).parent / "data" / "fado_duetos.toml"
SHOWCASE = [["W8", "W2", "W3", "W4", "W5"], ["W9", "W1", "W6", "W7", "guitarist"]]
FULL = [9, 8, 7, 6, 5, 4, 3, 2, 1]


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


# Positions as players and rounds, in the notes of fado_duetos_courses; seat 0 starts and observes.
START = (3,)
PLACED = (3, "H01 H02 H03")
PLACED_BY_TWO = (2, "H01 H02 + H10")
SECOND_ROUND = (3, "1 times H01 H02 H03")
ONE_SET = (*SECOND_ROUND, "H01 H02 H03 | H02; hand artist H02 H08 H09 back H02; ...")
# three players: 22 rounds deal all 66 cards, so that in round 23 seats 1 and 2 get no reward
EMPTY = (3, "22 times H01 H02 H03")
NO_REWARD = (*EMPTY, "H01 H02 H03 | H02; hand artist H02 H08 H09 back H02; ...")
NO_REWARDS = (*EMPTY, "H01 H02 H03 | H02; hand artist H02 H08 H09 back H02"
                      " | H03; hand scenery H03 H12 H21 back H03; ...")
# two players: 23 rounds with two rewards take all 71 cards, so that none is added in round 24
NONE_ADDED = (
    2, "H01 H02 + H10 | H01; hand artist H01 H04 H05 back H01; hand artist H01 H06 H07 back H01"
    " | H02", "22 times H01 H02 + " + " ".join(f"H{n}" for n in range(11, 33)), "H01 H02")
LAST_DEAL = (3, "21 times H01 H02 H03")
LAST_PICK = (*LAST_DEAL, "H01 H02 H03")
ONE_SET_EACH = (3, "H01 H02 H03 | H01; hand artist H01 H04 H05 back H01 | H02 | H03",
                "H01 H02 H03 | H02; hand artist H02 H08 H09 back H02; ...")
# two players: with one reward in round 1 the deck's last card is laid in round 24
LAST_CARD_LAID = (
    2, "H01 H02 + H10 | H01; hand artist H01 H04 H05 back H01 | H02",
    "22 times H01 H02 + " + " ".join(f"H{n}" for n in range(11, 33)),
    "H01 H02 + H33 | H02; hand artist H02 H08 H09 back H02; ...")
TENTH_ROUND = (3, "9 times H01 H02 H03", "H01 H02 H03 | H01; ...")


def after(players, *rounds, **options):
    """Return the game and what seat 0 sees after a course of play."""
    referee = CourseReferee(players, 0, SHOWCASE, options)
    for note in rounds:
        referee.play(note)
    unseen = [card for card in referee.ids if card not in referee.faces.values()]
    referee.look(0, referee.holds()[0] + unseen[: len(referee.backs(0))])
    form = {"game": "fado_duetos", "players": players, "player": 0, "options": options,
            "view": referee.view(0)}
    return load_game("fado_duetos", players, **options), form


def sizes(*more):
    """Return the change that the hands are larger by so many cards."""
    return lambda v: v.update(
        hand_sizes=[a + b for a, b in zip(v["hand_sizes"], more, strict=True)])


def chips(*held, **more):
    """Return the change that the seats hold these chips: a dict, or the same of every stack."""
    rows = [row if isinstance(row, dict) else dict.fromkeys(CATEGORIES, row) for row in held]
    return lambda v: v.update(chips=rows, **more)


def both(*changes):
    return lambda v: [change(v) for change in changes]


# what cannot be, the position, the change, the field and the complaint
SUMS = {
    "a card too few in the deck": (
        ONE_SET, lambda v: v.update(deck=61), "deck", "1 sets presented it has 62 cards"),
    "a card too many in the deck": (
        START, lambda v: v.update(deck=67), "deck", "0..66"),
    "a discard is missing": (
        ONE_SET, lambda v: v["discards"].pop(), "discards", "they are 2 cards"),
    "a discard from nowhere": (
        ONE_SET, lambda v: v["discards"].append("H81"), "discards", "they are 2 cards"),
    "the card that two players left over is missing": (
        (2, "1 times H01 H02 + H10"), lambda v: v["discards"].pop(), "discards", "1 cards"),
    "a card is placed before all are": (
        START, lambda v: v.update(practice=[["H81", 1]]), "practice", "no cards lie there"),
    "two players pick without a card of the deck": (
        PLACED_BY_TWO, lambda v: v["practice"].pop(), "practice", "3 cards lie there now"),
    "a card placed is missing while the deck is empty": (
        NONE_ADDED, lambda v: v["practice"].pop(), "practice", "2 to 3 cards lie there now"),
    "an empty deck has given a card": (
        NONE_ADDED, lambda v: v["practice"].append(["H81", None]), "hand_sizes",
        "the deck was 1 cards short, hands and practice area 0"),
    "a hand is short although the deck has not run out": (
        START, sizes(0, -1, 0), "hand_sizes", r"seat 1 has 5 cards\."),
    "a hand is short before its turn": (
        NO_REWARD, sizes(0, 1, -1), "hand_sizes", r"seat 2 has 26 cards\."),
    "a hand is larger than with every reward": (
        NO_REWARD, sizes(0, 2, 0), "hand_sizes", "seat 1 has 26 cards at most"),
    "an empty deck has given a reward": (
        NO_REWARD, sizes(0, 1, 0), "hand_sizes", "1 cards short, hands and practice area 0"),
    "more rewards than sets": (
        ONE_SET, both(sizes(0, -1, 0), lambda v: v.update(rewards=2)), "rewards",
        "seat 1 has presented 1 sets"),
    "more rewards, given or missing, than sets": (
        NO_REWARD, both(sizes(0, -1, 0), lambda v: v.update(rewards=1)), "rewards",
        "seat 1 has presented 1 sets"),
    "a reward after the deck ran out": (
        NO_REWARDS, lambda v: v.update(rewards=1), "rewards", "ran out before this turn"),
    "a round after the second stack": (
        START, chips({"artist": FULL, "scenery": FULL}, {}, {}), "chips", "no further round"),
    "a first pick after the second stack": (
        PLACED, chips({"artist": FULL}, {"melody": FULL}, {}), "chips", "no further round"),
    "an end with cards left": (
        SECOND_ROUND, lambda v: v.update(phase="over"), "phase", "63 cards in the deck"),
    "a round for which there were no cards": (
        EMPTY, chips({"artist": [9]}, {}, {}), "round", "has not lasted so long"),
    "a round after the deck ended the game": (
        LAST_DEAL, lambda v: v.update(round=23), "round", "has not lasted so long"),
    "a set before the first turn": (
        START, chips({}, {"artist": [9]}, {}), "chips", "in 0 turns seat 1 .* 0 sets at most"),
    "three sets of five cards": (
        SECOND_ROUND, chips({}, {"artist": [9], "scenery": [9], "melody": [9]}, {}), "chips",
        "in 1 turns seat 1 .* 2 sets at most"),
    "the second stack finished by seats that have had no turn": (
        TENTH_ROUND, chips({}, {"artist": FULL}, {"scenery": FULL}), "chips", "no further round"),
    "a first pick after the last deal": (
        LAST_PICK, lambda v: v.update(round=23), "round", "has not lasted so long"),
    "two rewards missing for one set": (
        NO_REWARDS, sizes(0, -1, 0), "hand_sizes", "1 sets in this turn at most"),
    "a reward for a chip that is not the last of its stack": (
        ONE_SET_EACH, chips({"artist": [8]}, {"artist": [9]}, {}), "rewards",
        "seat 1 has presented 0 sets in this turn at most"),
    "a reward where the practice area got no card": (
        LAST_CARD_LAID,
        lambda v: v.update(
            practice=[row for row in v["practice"] if row[1] is not None], rewards=1),
        "rewards", "no more cards for the practice area"),
    "a card of the deck for one that a seat placed": (
        NONE_ADDED, lambda v: v.update(practice=[v["practice"][0], ["H81", None]]), "practice",
        "0 of its cards have come from the deck"),
    "a feature chip that nobody has earned": (
        START, chips({"artist": [9, 8, 7]}, {}, {}, feature={"artist": 0}), "feature.artist",
        "nobody has the chips"),
    "the feature chip of the second to earn it": (
        START, chips({"artist": [9, 7, 5, 3]}, {"artist": [8, 6, 4, 2]}, {},
                     feature={"artist": 1}), "feature.artist", "seat 0 was the first"),
    "a feature chip not taken": (
        START, chips({}, {}, {"artist": [9, 8, 7, 6]}, feature={"artist": None}),
        "feature.artist", "seat 2 was the first"),
    "a sequence chip for chips of two seats": (
        START, chips({"melody": [9, 7]}, {"melody": [8, 6]}, {}, sequence={"melody": 0}),
        "sequence.melody", "nobody has the chips"),
    "the sequence chip of the second to earn it": (
        START, chips({"melody": [6, 5, 4]}, {"melody": [9, 8, 7]}, {}, sequence={"melody": 0}),
        "sequence.melody", "seat 1 was the first"),
    "a sequence chip with two players": (
        (2,), chips({"melody": [9, 8]}, {}, sequence={"melody": 0}), "sequence.melody",
        "nobody has the chips"),
    "a variety chip not taken": (
        START, chips([9], [8], {}, variety=[0]), "variety", "2 variety chips are taken"),
    "the variety chips in an order that cannot be": (
        START, chips([9], [8], {}, variety=[1, 0]), "variety",
        "seat 1 cannot have completed its set as number 1"),
    "two variety chips for one set": (
        START, chips([9], [8], {}, variety=[0, 0]), "variety",
        "seat 0 cannot have completed its set as number 2"),
}


@pytest.mark.parametrize("name", SUMS)
def test_a_view_that_contradicts_chips_and_round_is_refused_by_its_field(name):
    position, change, field, what = SUMS[name]
    options = {"deck_end": "empty"} if position in (LAST_DEAL, LAST_PICK) else {}
    game, d = after(*position, **options)
    game.observation_from_dict(copy.deepcopy(d))
    change(d["view"])
    with pytest.raises(DataError, match=rf"view\.{field}.*{what}"):
        game.observation_from_dict(d)


def test_one_variety_chip_for_each_seat_by_the_option():
    game, d = after(*START, variety_repeat=False)
    chips([9, 8], [7], {}, variety=[0, 0])(d["view"])
    with pytest.raises(DataError, match=r"view\.variety.*seat 0 cannot .* number 2"):
        game.observation_from_dict(d)


@pytest.mark.parametrize(
    ("holds", "what"),
    [([["H99"], [], []], "H99"), ([[], [h(1, 1)], []], "elsewhere"),
     ([[], [h(7, 1)], []], "elsewhere"), ([[h(9, 9)], [], []], "elsewhere"),
     ([[], [h(8, s) for s in range(1, 7)], []], "5 cards only"),
     ([[], [h(8, 1), h(8, 2)], []], "seat 1 has picked and retrieved 1 cards at most"),
     ([[]], "list of 3")],
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
        # three players: 27 rounds of nine decisions, and five for each of the 36 chips
        ("opening_hand = 5", "opening_hand = 1", "opening_hand = 1 a game can have 423 decisions"),
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
