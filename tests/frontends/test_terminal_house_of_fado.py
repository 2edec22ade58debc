"""House of Fado at the terminal: whole games, kick-outs in others' turns, menus that say it all."""

import itertools

import pytest
from table_bots import AnyMoveBot, different_worlds, scripted_screen

from engine_cy import load_game
from frontends.choices import Menu, note_of
from frontends.local import LocalTable
from frontends.terminal import Session

# Tried in turn at every decision; what is no move then is refused in a sentence.
WORDS = ["1", "2", "3", "a", "f", "home", "market_L/1", "rehearsal/2", "n3", "stop", "S", "PG",
         "bonus", "street_R/1", "street_L/3", "billboard_R/3", "left", "seat 1 gray", "hire CG2"]
KINDS = [(2, {}), (2, {"two_player_assistants": True, "promos": True}), (3, {}),
         (4, {"promos": True})]
each_kind = pytest.mark.parametrize(("players", "options"), KINDS, ids=str)


def new_table(players, seed, seat=0, **options):
    game = load_game("house_of_fado", players=players, **options)
    bots = {other: AnyMoveBot(other) for other in range(players) if other != seat}
    return LocalTable(game, seat, bots, seed)


def session_at(table, lines, **settings):
    screen, transcript = scripted_screen(lines)
    names = dict.fromkeys(table.bots, "any")
    return Session(table, screen, names, hint_bot=AnyMoveBot(0), **settings), transcript


def texts(table):
    """Return the texts of the person's legal moves."""
    return [table.game.action_to_string(a) for a in table.observation().legal_actions().tolist()]


def positions(players, seed, most=120, **options):
    """Yield tables at the person's decisions of one random game."""
    table, person = new_table(players, seed, **options), AnyMoveBot(99)
    for _ in range(most):
        if table.is_over():
            return
        yield table
        table.choose(person.act(table.observation()))


@each_kind
def test_a_whole_game_by_script(players, options):
    seat = players - 1
    table = new_table(players, seed=7, seat=seat, max_rounds=5, **options)
    session, transcript = session_at(table, [w for word in WORDS * 60 for w in (word, "")])
    assert session.play()
    text = transcript.getvalue()
    assert text.count("rank  seat  player") == 1
    assert f"seat {seat} (you) places its worker on" in text
    for _, other, score in table.result():
        assert f"seat {other} in the end: {score:g} of points" in text


@each_kind
def test_nothing_hidden_is_shown(players, options):
    """At each decision, all worlds that agree with what the person knows give the same screen."""
    different = 0
    for table in itertools.islice(positions(players, players, **options), 30):
        different += different_worlds(table, session_at)
    assert different > 30


@each_kind
def test_what_stands_behind_the_moves_fits_into_a_terminal(players, options):
    asked = set()
    for seed in range(4):
        for table in positions(players, seed, **options):
            observation = table.observation()
            menu = Menu(observation.legal_actions(), table.game.action_to_string,
                        lambda action: note_of(observation, action))  # noqa: B023
            assert max(map(len, menu.lines(78))) <= 78
            asked |= {text.partition(" ")[0] for text in texts(table)}
    assert asked >= {"place", "lift", "kick", "bar", "hire", "guests", "table", "note", "promote"}


def test_the_first_turn_of_a_person():
    """A musician on each side of the market; the second step is asked with what is left of 5."""
    table = new_table(2, seed=1)
    session, transcript = session_at(
        table, ["place market_L", "", "hire PG2", "", "S3", "", "log"])
    session.play()
    text = transcript.getvalue()
    assert "1  place market_L (hire up to one PG and one S)\n" in text
    assert "PG2  hire PG2 (for 2 money, note n2)" in text
    assert "  · seat 0 (you) hires PG2 for 2\n  · seat 0 (you) pays 2 money and has 3\n" in text
    assert "musicians PG2 n2 fame 1, S3 n3 fame 1; notes 1 n2, 1 n3, clef; fados -" in text


def test_the_table_is_shown_once_while_nothing_changes():
    """After the group has been named only the question is new; undo shows everything again."""
    table = new_table(2, seed=1)
    session, transcript = session_at(
        table, ["place street_L", "", "guests from left", "", "undo"])
    session.play()
    tables = " ".join(transcript.getvalue().split()).split("market PG:")
    assert len(tables) == 4
    assert "chooses which guests - standing on street_L, from the left group" in tables[2]
    assert "Your last move is taken back." in tables[2]
    assert "chooses guests or the critic - standing on street_L" in tables[3]


def test_groups_of_guests_are_no_seats():
    table = new_table(4, seed=2)
    session, transcript = session_at(table, ["place street_L", ""])
    session.play()
    text = transcript.getvalue()
    assert "guests from left (" in text
    assert "guests from left (seat" not in text


def test_who_is_kicked_out_chooses_in_the_turn_of_another():
    table = next(t for seed in range(9) for t in positions(3, seed)
                 if texts(t)[0].startswith("kick to market"))
    session, transcript = session_at(table, [])
    session.play()
    text = " ".join(transcript.getvalue().split())
    assert "chooses where the kicked-out figure goes - in the turn of seat" in text
    assert "kicked out: your worker" in text
    assert "kick to market_L/3 (customer to the bar for 1 money)" in text


def test_guests_that_join_a_group_are_told_in_one_line():
    session, transcript = session_at(new_table(3, 1), [])
    session.play()
    lines = [line for line in transcript.getvalue().splitlines() if "is joined by" in line]
    assert [line.split()[2] for line in lines] == ["left", "middle", "right"]
    assert all(line.count(",") == 3 for line in lines)
