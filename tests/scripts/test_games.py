"""``desgarrada games``: the list, one game's page, JSON, and where the data come from."""

import json

import pytest

import engine_cy
from frontends.tables import data_lines, grid, item_lines, spell
from scripts import cli


def output(capsys, *argv):
    code = cli.main(["games", *argv])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


@pytest.mark.parametrize("argv", [[], ["list"]])
def test_the_list_names_every_game_with_title_players_and_options(argv, capsys):
    out = output(capsys, *argv)
    for name in engine_cy.registered_games():
        info = engine_cy.game_info(name)
        (line,) = [line for line in out.splitlines() if line.startswith(name + " ")]
        assert info.title in line
        for option in info.options:
            assert option in out


@pytest.mark.parametrize("argv", [["--json"], ["list", "--json"], ["--json", "list"]])
def test_the_list_as_json(argv, capsys):
    games = json.loads(output(capsys, *argv))
    assert tuple(game["name"] for game in games) == engine_cy.registered_games()


@pytest.mark.parametrize("name", engine_cy.registered_games())
def test_a_games_page_shows_every_option_and_every_data_value(name, capsys):
    game = engine_cy.load_game(name)
    page = output(capsys, "show", name)
    assert all(len(line) <= 100 for line in page.splitlines())
    page = " ".join(page.split())  # long texts are wrapped
    facts = json.loads(output(capsys, "show", name, "--json"))
    assert game.fingerprint in page
    for option, spec in game.spec.options.items():
        assert f"{option}={spell(game.options[option])}" in page
        assert spec.allowed() in page
        assert facts["options"][option]["value"] == game.options[option]
    values = game.data.values if game.data else {}
    assert {path: value["provenance"] for path, value in facts["data"].items()} == {
        path: value.provenance for path, value in values.items()
    }
    for value in facts["data"].values():
        assert spell(value["value"]) in page
    assert facts["assumed"] == game.assumed


def test_players_change_the_page(capsys):
    facts = json.loads(output(capsys, "show", "kuhn_poker", "players=3", "--json"))
    assert facts["players"] == 3
    assert facts["fingerprint"] == engine_cy.load_game("kuhn_poker", players=3).fingerprint


def value(content, provenance):
    return {"value": content, "provenance": provenance}


def test_arrays_of_tables_are_tables_and_assumed_values_are_marked():
    lines = data_lines(
        {
            "ship.alone": value(5, "rulebook"),
            "cards[0].name": value("Lan", "publisher"),
            "cards[0].beats": value([3, 12], "publisher"),
            "cards[1].name": value("Hoa", "publisher"),
            "cards[1].beats": value([], "assumed"),
        },
        100,
    )
    assert [line.split() for line in lines] == [
        ["ship.alone", "5", "rulebook"],
        [],
        ["cards"],
        ["name", "beats"],
        ["(publisher)", "(publisher)"],
        ["Lan", "3", "12"],
        ["Hoa", "!-", "(assumed)"],
    ]


def test_the_longest_columns_follow_below_where_a_table_is_too_wide():
    text = "a text that is longer than all the others taken together"
    lines = data_lines(
        {
            "cards[0].name": value("Lan", "publisher"),
            "cards[0].number": value(1, "publisher"),
            "cards[0].text": value(text, "assumed"),
            "cards[0].cost": value(2, "publisher"),
            "cards[1].name": value("Hoa", "publisher"),
            "cards[1].number": value(2, "publisher"),
            "cards[1].text": value([], "assumed"),
            "cards[1].cost": value(3, "publisher"),
        },
        60,
    )
    assert lines == [
        "  cards",
        "    name         number       cost",
        "    (publisher)  (publisher)  (publisher)",
        "        text (assumed)",
        "    Lan          1            2",
        "        text: !a text that is longer than all the others",
        "          taken together",
        "    Hoa          2            3",
        "        text: !-",
    ]


def test_the_mark_of_assumed_values_is_explained_before_its_first_use(capsys):
    page = output(capsys, "show", "hoi_pho")
    assert page.index("! marks an assumed value") < page.index("!3")


def test_a_narrow_screen_gets_a_paragraph_for_each_piece():
    values = {
        "ship.alone": value(5, "rulebook"),
        "cards[0].number": value(1, "publisher"),
        "cards[0].name": value("Lan", "publisher"),
        "cards[0].beats": value([3, 12], "publisher"),
        "cards[1].number": value(12, "publisher"),
        "cards[1].beats": value([], "assumed"),
        "cards[1].text": value("a long text that goes on", "assumed"),
    }
    assert item_lines(values, 30) == [
        "ship.alone  5",
        "",
        "cards",
        "  1   name Lan, beats 3 12",
        "  12  text a long text that",
        "      goes on",
    ]


def test_columns_are_aligned():
    assert grid([("a", "bcd"), ("efg", "h")]) == "a    bcd\nefg  h"


@pytest.mark.parametrize(("given", "text"), [(True, "true"), (3, "3"), ([1, 2], "1 2"), ([], "-")])
def test_values_are_spelt_as_one_types_them(given, text):
    assert spell(given) == text
