"""Hội Phố at the terminal: whole games, undo in a turn of two steps, and nothing hidden shown."""

import itertools

import pytest
from table_bots import AnyMoveBot, different_worlds, scripted_screen

from engine_cy import load_game
from engine_cy.events import Event
from frontends.local import LocalTable
from frontends.terminal import Session, folded

# Tried in turn at every decision; what is no move then is refused in a sentence.
WORDS = ["ship", *map(str, range(1, 16)), "left", "right"]


def new_table(players, seed, seat=0, **options):
    game = load_game("hoi_pho", players=players, **options)
    bots = {other: AnyMoveBot(other) for other in range(players) if other != seat}
    return LocalTable(game, seat, bots, seed)


def session_at(table, lines):
    screen, transcript = scripted_screen(lines)
    names = dict.fromkeys(table.bots, "any")
    return Session(table, screen, names, hint_bot=AnyMoveBot(0)), transcript


def positions(players, seed, most=40):
    """Yield tables at the person's decisions of one random game."""
    table, person = new_table(players, seed), AnyMoveBot(99)
    for _ in range(most):
        if table.is_over():
            return
        yield table
        table.choose(person.act(table.observation()))


@pytest.mark.parametrize(("players", "seat"), [(3, 0), (4, 3), (5, 2)])
def test_a_whole_game_by_script(players, seat):
    table = new_table(players, seed=7, seat=seat, max_rounds=3)
    session, transcript = session_at(table, [w for word in WORDS * 60 for w in (word, "")])
    assert session.play()
    text = transcript.getvalue()
    assert text.count("rank  seat  player") == 1
    assert f"seat {seat} (you) plays" in text
    ranks = [rank for rank, _, _ in table.result()]
    assert ranks == sorted(ranks)
    assert ranks[0] == 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nothing_hidden_is_shown(players):
    """At each decision, all worlds that agree with what the person knows give the same screen."""
    different = 0
    for table in positions(players, seed=players):
        different += different_worlds(table, session_at)
    assert different > 40


def networking_tables(seeds=range(60)):
    """Yield tables where the person has to take a merchant (skill 6), the first of two steps."""
    for seed in seeds:
        for table in positions(4, seed):
            legal = table.observation().legal_actions()
            if table.game.action_to_string(int(legal[0])).startswith("take "):
                yield table


def test_the_first_of_two_steps_can_be_taken_back():
    table = next(networking_tables())
    before, legal = table.observation(), table.observation().legal_actions()
    table.choose(int(legal[0]))
    assert table.can_undo()
    table.undo()
    assert table.observation() == before
    assert not table.can_undo()


def test_undo_at_the_second_step_asks_for_the_first_again():
    table = next(networking_tables())
    first = table.game.action_to_string(int(table.observation().legal_actions()[0]))
    session, transcript = session_at(table, [first, "", "undo"])
    session.play()
    text = transcript.getvalue()
    assert "Your last move is taken back." in text
    assert text.count("takes a merchant from the table") == 2


def test_nothing_can_be_taken_back_after_a_bot_has_acted_or_a_card_was_shown():
    for players, seed in itertools.product((3, 4, 5), (1, 2)):
        for table in positions(players, seed):
            words = table.game.action_to_string(int(table.observation().legal_actions()[0]))
            if words.startswith(("play", "discard", "rock")):
                assert not table.can_undo()


def test_the_deal_is_told_in_one_line():
    session, transcript = session_at(new_table(4, 1), [])
    session.play()
    (line,) = [line for line in transcript.getvalue().splitlines() if "is dealt" in line]
    assert line.count(",") >= 3


def test_events_of_one_kind_and_seat_are_folded_where_they_begin_alike():
    def event(kind, seat, text):
        return Event(kind, seat, (0, 0), text)

    events = [
        event("dealt", 0, "seat 0 is dealt 3"),
        event("dealt", 0, "seat 0 is dealt Ship"),
        event("pay", 1, "seat 1 pays 2 to seat 0"),
        event("pay", 1, "seat 1 pays 2 to seat 3"),
        event("play", 2, "seat 2 plays 1"),
        event("play", 3, "seat 3 plays 1"),
    ]
    assert folded(events) == [
        "seat 0 is dealt 3, Ship",
        "seat 1 pays 2 to seat 0",
        "seat 1 pays 2 to seat 3",
        "seat 2 plays 1",
        "seat 3 plays 1",
    ]


def test_events_are_folded_by_their_beginnings_and_equal_ones_are_counted_out():
    texts = ["the left group is joined by brown", "the left group is joined by brown",
             "the right group is joined by gray", "the right group is joined by black"]
    assert folded([Event("joins", None, (0, 0), text) for text in texts]) == [
        "the left group is joined by brown, brown", "the right group is joined by gray, black"]
