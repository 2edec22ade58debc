"""What a person may type for a move."""

import pytest

from engine_cy.errors import NotationError
from frontends.choices import Menu, labels, seat_named


def menu(*texts):
    return Menu(range(100, 100 + len(texts)), lambda action: texts[action - 100])


def test_moves_without_numbers_are_counted_from_one():
    assert labels(["rock", "scissors", "paper"]) == ["1", "2", "3"]


def test_a_number_in_the_text_is_the_label_so_that_7_means_card_7():
    assert labels(["play ship", "play 3", "play 7"]) == ["ship", "3", "7"]
    assert menu("play ship", "play 3", "play 7").find("3").text == "play 3"


def test_moves_that_share_a_number_are_lettered():
    assert labels(["play 7", "call 7"]) == ["a", "b"]


def test_letters_go_on_after_z():
    texts = [f"{word} {number}" for number in range(14) for word in ("play", "call")]
    assert labels(texts)[25:28] == ["z", "aa", "ab"]


@pytest.mark.parametrize("typed", ["7", "play 7", "PLAY  7", " play 7 ", "p 7", "pl 7"])
def test_ways_to_spell_one_move(typed):
    assert menu("play ship", "play 3", "play 7", "play 17").find(typed).action == 102


@pytest.mark.parametrize("typed", ["far_l", "challenge far_left", "far", "ch f l"])
def test_unique_abbreviations(typed):
    assert menu("challenge left", "challenge far_left", "challenge right").find(typed).action == 101


def test_an_exact_argument_wins_over_longer_moves():
    assert menu("entice left", "entice left_wing").find("left").action == 100


def test_an_ambiguous_entry_names_the_moves_that_fit():
    with pytest.raises(NotationError, match="'p' fits several moves: play 10, play 11"):
        menu("take 2", "play 10", "play 11").find("p")


@pytest.mark.parametrize("typed", ["1", "play 1", "p 1", "01", "3"])
def test_a_number_is_never_a_part_of_another(typed):
    with pytest.raises(NotationError, match="is no move here"):
        menu("play ship", "play 2", "play 9", "play 13").find(typed)


def test_an_unknown_entry_says_what_is_allowed():
    with pytest.raises(NotationError, match="'9' is no move here: type one of ship, 3"):
        menu("play ship", "play 3").find("9")


def test_the_columns_hold_every_move_and_keep_the_width():
    cards = menu(*(f"play {card}" for card in range(1, 16)))
    lines = cards.lines(40)
    assert max(map(len, lines)) <= 40
    assert len(lines) < 15
    assert sorted(" ".join(lines).split()) == sorted(
        word for card in range(1, 16) for word in (str(card), "play", str(card))
    )


@pytest.mark.parametrize(
    ("text", "seat", "players", "named"),
    [
        ("challenge left", 0, 5, "seat 1"),
        ("challenge far_right", 3, 5, "seat 1"),
        ("entice across", 3, 4, "seat 1"),
        ("entice right", 0, 3, "seat 2"),
        ("play 7", 0, 4, ""),
        ("rock", 0, 4, ""),
        ("guests from left", 0, 4, ""),
    ],
)
def test_a_place_at_the_table_is_explained_by_its_seat(text, seat, players, named):
    assert seat_named(text, seat, players) == named


def test_an_entry_that_fits_many_moves_names_four():
    with pytest.raises(NotationError, match=r"play 12, play 13 and others$"):
        menu(*(f"play {card}" for card in range(10, 16))).find("p")


def test_a_note_is_shown_and_not_typed():
    noted = Menu([5], lambda action: "challenge left", lambda action: "seat 1")
    assert noted.lines(40) == ["1  challenge left (seat 1)"]
    with pytest.raises(NotationError):
        noted.find("seat 1")
