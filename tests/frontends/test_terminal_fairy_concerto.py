"""Fairy Concerto at the terminal: whole games, alone too, and nothing hidden shown."""

import pytest
from table_bots import AnyMoveBot, different_worlds, scripted_screen

from engine_cy import load_game
from frontends.local import LocalTable
from frontends.terminal import Session

# Tried in turn at every decision; what is no move then is refused in a sentence.
WORDS = ["1", "2", "a", "b", "c", "d", "e", "add drummer", "keep 2"]


def new_table(players, seed, seat=0, **options):
    game = load_game("fairy_concerto", players=players, **options)
    bots = {other: AnyMoveBot(other) for other in range(players) if other != seat}
    return LocalTable(game, seat, bots, seed)


def session_at(table, lines):
    screen, transcript = scripted_screen(lines)
    names = dict.fromkeys(table.bots, "any")
    return Session(table, screen, names, hint_bot=AnyMoveBot(0)), transcript


@pytest.mark.parametrize(("players", "seat"), [(1, 0), (2, 1), (3, 0), (4, 3)])
def test_a_whole_game_by_script(players, seat):
    table = new_table(players, seed=7, seat=seat)
    session, transcript = session_at(table, [w for word in WORDS * 60 for w in (word, "")])
    assert session.play()
    text = transcript.getvalue()
    assert text.count("rank  seat  player") == 1
    assert f"seat {seat} (you) adds" in text
    assert len(table.result()) == players


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_nothing_hidden_is_shown(players):
    """At each decision, all worlds that agree with what the person knows give the same screen."""
    table, person = new_table(players, seed=players), AnyMoveBot(99)
    different = 0
    while not table.is_over():
        different += different_worlds(table, session_at)
        table.choose(person.act(table.observation()))
    assert different > 0
