"""``desgarrada games metrics``: every game, the page, JSON, and what it refuses."""

import json

import pytest

import engine_cy
from scripts import cli

EVERY_GAME = [
    (name, players)
    for name in engine_cy.registered_games()
    for players in range(
        engine_cy.game_info(name).min_players, engine_cy.game_info(name).max_players + 1
    )
]


def output(capsys, *argv):
    code = cli.main(["games", "metrics", *argv])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def refusal(capsys, *argv):
    code = cli.main(["games", "metrics", *argv])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    return err


@pytest.mark.parametrize("name, players", EVERY_GAME)
def test_every_game_at_every_player_count_has_metrics(name, players, capsys):
    words = (name, f"players={players}", "games=2", "seed=3")
    page = output(capsys, *words)
    assert all(len(line) <= 100 for line in page.splitlines())
    facts = json.loads(output(capsys, *words, "--json"))
    assert (facts["name"], facts["players"], facts["games"]) == (name, players, 2)
    assert len(facts["seats"]) == players and len(facts["parts"]) == 10
    assert f"{facts['length']['min']} to {facts['length']['max']}" in page
    assert ("lead changes" in page) == (facts["lead"] is not None)
    assert ("one winner" in page) == (players > 1)
    assert json.loads(output(capsys, *words, "--json")) == facts


def test_the_page_says_what_was_played(capsys):
    lines = output(capsys, "kuhn_poker", "games=3", "bot=greedy").splitlines()
    assert lines[0] == "Kuhn poker (kuhn_poker), 2 players"
    assert lines[1] == "3 games of greedy with itself, seed 1"
    (line,) = [line for line in lines if line.startswith("legal actions of a decision")]
    assert line.split()[-4:] == ["2.00", "2", "to", "2"]


def test_games_that_a_guard_ended_are_counted(capsys):
    lines = output(capsys, "house_of_fado", "max_rounds=2", "games=2").splitlines()
    assert lines[1] == "2 games of random with itself, seed 1; 2 ended by a guard of the rules"


def test_options_of_the_game_are_settings_too(capsys):
    words = ("goofspiel", "num_cards=4", "game.options.imp_info=true", "games=2")
    facts = json.loads(output(capsys, *words, "--json"))
    assert facts["options"]["num_cards"] == 4 and facts["options"]["imp_info"] is True
    assert facts["length"]["max"] == 6  # three bids each; the last card is played by itself


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["kuhn_poker", "games=0"], "games=0 is out of range; allowed are 1 to 1,000,000"),
        (["kuhn_poker", "games=few"], "games=few is not a whole number from 0 on"),
        (["kuhn_poker", "seed=-1"], "seed=-1 is not a whole number from 0 on"),
        (["kuhn_poker", "seed=99999999999999999999"], "out of range; allowed are 0 to 2^64 - 1"),
        (["kuhn_poker", "bot=nobody"], "there is no bot 'nobody'"),
        (["kuhn_poker", "games"], "'games' is not a setting"),
        (["kuhn_poker", "colour=red"], "has no option 'colour'"),
        (["chess"], "There is no game 'chess'"),
        ([], "name"),
    ],
)
def test_what_cannot_be_measured_is_said_in_a_sentence(words, sentence, capsys):
    said = refusal(capsys, *words)
    assert sentence in said and said.count("\n") == 1
