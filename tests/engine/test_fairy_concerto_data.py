"""Fairy Concerto's data file: what it says, one's own box, and files that cannot be used."""

from __future__ import annotations

import pytest
from cases import LAB
from fairy_concerto_table import KINDS

from engine_cy import DataError, GameOptionError, load_game
from engine_cy.testing import random_games

BOX = (LAB / "fairy_concerto.toml").read_text(encoding="utf-8")


def load(tmp_path, text, players=4, **options):
    path = tmp_path / "my_box.toml"
    path.write_text(text, encoding="utf-8")
    return load_game("fairy_concerto", players, data=path, **options)


def test_assumed_are_the_score_cards_and_the_kinds_of_pianist_and_harpist():
    game = load_game("fairy_concerto")
    values = game.data.values
    assert all(path.startswith(("score_cards", "contest_cards")) for path in game.assumed)
    assert "score_cards[0].needs" in game.assumed and "contest_cards[4].kinds" in game.assumed
    assert values["contest_cards[0].method"].provenance == "inferred"
    assert values["points.honor"].provenance == values["supply.composer"].provenance == "rulebook"


def test_every_score_card_asks_for_five_fairies_and_the_deck_is_symmetric():
    cards = load_game("fairy_concerto").words.cards
    assert len(cards) == 26 and all(sum(card["needs"]) == 5 for card in cards)
    assert [sum(card["needs"][k] for card in cards) for k in range(5)] == [30, 30, 30, 30, 10]
    fallback = load_game("fairy_concerto", score_cards="no_composers").words.cards
    assert sum(card["needs"][4] for card in fallback) == 0
    assert sum(sum(card["needs"]) == 4 for card in fallback) == 10
    pairs = load_game("fairy_concerto").words.contest
    shown = [card["kinds"] for deck in ("pianist", "harpist") for card in pairs[deck]]
    assert len({tuple(kinds) for kinds in shown}) == 6
    assert [sum(kinds[k] for kinds in shown) for k in range(5)] == [3, 3, 3, 3, 0]


def test_ones_own_box_replaces_values_without_code(tmp_path):
    text = BOX.replace("needs = [3, 2, 0, 0, 0]", "needs = [0, 0, 0, 0, 2]", 1)
    text = text.replace("kinds = [1, 1, 0, 0, 0]", "kinds = [0, 0, 0, 1, 1]", 1)
    game = load(tmp_path, text)
    assert game.words.cards[0]["needs"] == [0, 0, 0, 0, 2]
    assert game.fingerprint != load_game("fairy_concerto").fingerprint
    assert load(tmp_path, BOX).fingerprint == load_game("fairy_concerto").fingerprint
    assert random_games(game, 200, 1)["faults"] == []


def test_options_that_name_a_card():
    for deck, names in (("soloist", "ABCD"), ("pianist", ("P1", "P2", "P3")),
                        ("harpist", ("H1", "H2", "H3"))):
        for name in names:
            game = load_game("fairy_concerto", 3, **{deck: name})
            for seed in range(5):
                view = game.new_initial_state(seed).observation(0).to_dict()["view"]
                assert view[deck].endswith(name)
    with pytest.raises(GameOptionError, match="soloist=E is not allowed; allowed: random, A, B"):
        load_game("fairy_concerto", soloist="E")
    with pytest.raises(GameOptionError, match=r"pianist=P3 names no card of .*; it has P1"):
        load_game("fairy_concerto", 2, data="fairy_concerto_lab", pianist="P3")
    with pytest.raises(GameOptionError, match="is for 1 to 4 players"):
        load_game("fairy_concerto", 5)


@pytest.mark.parametrize(("old", "new", "part"), [
    ("composer = 8", "composer = 16", "supply.composer is 16; it must be an integer 0..15"),
    ("composer = 8", "composer = 15", "may draw 36"),
    ("trumpeter = 12", "trumpeter = 4", "4 players draw 49"),
    ("trumpeter = 12", "trumpeter = 15\ndrumer = 1", ""),
    ("honor = 2", "honor = 0", "points.honor is 0; it must be an integer 1..10"),
    ("needs = [3, 2, 0, 0, 0]", "needs = [3, 2]", "must be 5 integers 0..12, for trumpeter"),
    ('method = "A"', 'method = "E"', "the methods are A, B, C, D"),
    ('deck = "pianist"', 'deck = "flutist"', "the decks are soloist, pianist, harpist"),
    ("kinds = [1, 1, 0, 0, 0]", "kinds = [0, 0, 0, 0, 0]", "kinds is empty"),
    ('id = "SC02"', 'id = "SC01"', "ids are texts, each used once"),
    ("drafts = 6", "drafts = 5", "5 drafts use up 5 fairies"),
    ("draw = [6, 6]", "draw = 6", "it must be 1..8 integers 1..7"),
])
def test_a_file_that_cannot_be_used_says_why(tmp_path, old, new, part):
    text = BOX.replace(old, new) if old == "drafts = 6" else BOX.replace(old, new, 1)
    if part:
        with pytest.raises(DataError) as error:
            for players in (3, 4):
                load(tmp_path, text, players)
        assert part in str(error.value) and str(error.value).count(".") >= 1
    else:
        assert load(tmp_path, text).num_players == 4      # names nobody asks for do no harm


@pytest.mark.parametrize("add", ["[2, 1, 2, 2, 3, 2, 1]", "[1, 1, 2, 2, 4, 2, 1]", "[1, 1, 2]"])
def test_the_solo_table_is_checked(tmp_path, add):
    with pytest.raises(DataError, match="it needs a number for each round"):
        load(tmp_path, BOX.replace("add = [1, 1, 2, 2, 3, 2, 1]", f"add = {add}"), 1)


def test_the_kinds_have_the_rulebooks_order():
    game = load_game("fairy_concerto", 3)
    hand = game.new_initial_state(1).observation(0).to_dict()["view"]["hand"]
    assert tuple(hand) == KINDS
