"""A person at the terminal: whole games by script, undo, help, wrong entries, the end of input."""

import io
import re

import pytest
from table_bots import AnyMoveBot, FirstMoveBot, scripted_screen

from engine_cy import load_game
from frontends.local import LocalTable
from frontends.screen import Screen
from frontends.terminal import Session, verdict


def kuhn(lines, seat=0, seed=1, players=2, **settings):
    """Return (session, transcript) after a game of Kuhn poker against bots that pass or fold."""
    game = load_game("kuhn_poker", players=players)
    bots = {other: FirstMoveBot() for other in range(players) if other != seat}
    screen, transcript = scripted_screen(lines)
    session = Session(
        LocalTable(game, seat, bots, seed), screen, {s: bot.name for s, bot in bots.items()},
        **settings
    )
    session.finished = session.play()
    return session, transcript.getvalue()


def bet_mark(action="bet"):
    """Return the mark that stands for an action in the list of the first decision."""
    text = kuhn([])[1]
    return re.search(rf"(\d+)  {action}\b", text)[1]


def test_a_whole_game_by_its_marks():
    session, text = kuhn([bet_mark(), ""])
    assert session.finished
    assert text.startswith("Kuhn poker, 2 players\n  seat 0  you\n  seat 1  first\n")
    assert "The game is over." in text
    assert "You win." in text


def test_the_result_names_rank_seat_and_score():
    text = kuhn(["bet", ""])[1]
    assert re.search(r" 1 +0  you +1\n", text)
    assert re.search(r" 2 +1  first +-1\n", text)


def test_a_move_is_sent_only_after_enter():
    session, text = kuhn(["bet"])
    assert not session.finished
    assert session.table.observation().num_moves == 0
    assert "bet: Enter sends it, undo takes it back" in text


def test_ok_sends_like_enter():
    assert kuhn(["bet", "ok"])[0].finished


def test_without_confirmation_a_move_is_sent_at_once():
    assert kuhn(["bet"], confirm=False)[0].finished


def test_undo_takes_a_choice_back_before_it_is_sent():
    session, text = kuhn(["bet", "undo", "pass", ""])
    assert "bet is taken back." in text
    assert "seat 0 (you) bets" not in text
    assert session.finished


def test_another_move_replaces_the_chosen_one():
    text = kuhn(["bet", "pass", ""])[1]
    assert "seat 0 (you) bets" not in text


def test_undo_with_nothing_chosen_says_so():
    assert "There is nothing to take back: you have sent no move yet." in kuhn(["undo"])[1]


def test_undo_after_an_answer_says_so():
    game = load_game("goofspiel", players=2)
    screen, transcript = scripted_screen(["1", "", "undo"])
    Session(LocalTable(game, 0, {1: FirstMoveBot()}, 1), screen, {1: "first"}).play()
    assert "There is nothing to take back: your last move has been answered." in (
        transcript.getvalue()
    )


def test_cards_are_explained_by_the_games_own_words(monkeypatch):
    assert "This game has no component data." in kuhn(["cards"])[1]
    monkeypatch.setattr(
        "engine_cy.words.kuhn_poker.KuhnWords.cards_text", lambda self: "The 3 beats the 2."
    )
    text = kuhn(["cards"])[1]
    assert "The 3 beats the 2.\n" in text
    assert "component data" not in text


def test_enter_with_nothing_chosen_asks_again():
    session, text = kuhn(["", "bet", ""])
    assert "Nothing is chosen yet" in text
    assert session.finished


def test_a_wrong_entry_is_one_sentence_and_asks_again():
    session, text = kuhn(["raise", "bet", ""])
    assert "'raise' is no move here: type one of 1, 2.\n" in text
    assert session.finished


def test_help_names_every_command():
    text = kuhn(["help"])[1]
    for word in ("undo", "moves", "table", "log", "hint", "quit", "Enter"):
        assert word in text


@pytest.mark.parametrize("word", ["moves", "m"])
def test_moves_lists_them_again(word):
    assert kuhn([word])[1].count("Your move:") == 2


def test_table_shows_it_again():
    assert kuhn(["table"])[1].count("seat 1: hidden") == 2


def test_log_tells_all_events_from_the_start():
    text = kuhn(["log"])[1]
    dealt = re.findall(r"seat 0 \(you\) is dealt card \d", text)
    assert len(dealt) == 2


def test_hint_without_a_bot_says_how_to_get_one():
    assert "start with hint=SPEC" in kuhn(["hint"])[1]


def test_hint_shows_the_bots_policy():
    first = load_game("kuhn_poker").action_to_string(0)
    assert f"first: {first} 100%\n" in kuhn(["hint"], hint_bot=FirstMoveBot())[1]


@pytest.mark.parametrize("lines", [[], ["bet"], ["quit"], ["q"], ["help", "quit", "bet"]])
def test_end_of_input_and_quit_end_politely(lines):
    session, text = kuhn(lines)
    assert not session.finished
    assert text.endswith("You leave the table; the game stays unfinished.\n")


def test_the_same_seed_and_lines_give_the_same_transcript():
    assert kuhn(["bet", ""], seed=5)[1] == kuhn(["bet", ""], seed=5)[1]


def test_events_of_others_are_told_once():
    text = kuhn(["pass", ""], seat=1)[1]
    assert len(re.findall(r"· seat 0 \w+es", text)) == 1


@pytest.mark.parametrize(("players", "seat"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_every_seat_can_be_played_to_the_end(players, seat):
    session, text = kuhn(["bet", ""] * 3, seat=seat, players=players)
    assert session.finished
    assert f"seat {seat}  you" in text


def test_nothing_hidden_is_shown_before_the_end():
    """Twin deals: the same own card, another card opposite; equal up to the last decision sent."""
    by_card, ends = {}, set()
    for seed in range(40):
        text = kuhn(["hint", "table", "log", "pass", ""], seed=seed)[1].rpartition("Enter sends it")
        card = re.search(r"seat 0 \(you\) is dealt card (\d)", text[0])[1]
        by_card.setdefault(card, set()).add(text[0])
        ends.add(text[2])
    assert {card: len(texts) for card, texts in by_card.items()} == {"1": 1, "2": 1, "3": 1}
    assert len(ends) == 6  # two cards opposite for each own card, all different in the end


def test_no_colours_where_the_output_is_no_terminal():
    assert "\x1b" not in kuhn(["bet", ""])[1]


def test_colours_on_a_terminal_unless_no_color_is_set(monkeypatch):
    class Tty(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Screen(io.StringIO(), Tty()).styled("x", "strong") == "\x1b[1mx\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Screen(io.StringIO(), Tty()).styled("x", "strong") == "x"


def test_long_lines_go_on_under_their_own_beginning():
    screen, transcript = scripted_screen([], width=40)
    screen.block("hand:   1 2 3\ntable:  " + "card " * 12 + "\n  money  contracts")
    assert transcript.getvalue().splitlines() == [
        "hand:   1 2 3",
        "table:  " + "card " * 5 + "card",
        "        " + "card " * 5 + "card",
        "  money  contracts",
    ]


@pytest.mark.parametrize(
    ("ranks", "seat", "words"),
    [
        ([1, 2], 0, "You win."),
        ([1, 1, 3], 0, "You share the win with one other."),
        ([1, 1, 1], 1, "You share the win with 2 others."),
        ([1, 2, 3, 4], 3, "You come 4th of 4."),
        ([1, 2, 2, 4], 1, "You come 2nd of 4, level with one other."),
        ([1], 0, "You have finished the game."),
    ],
)
def test_the_verdict_is_one_sentence(ranks, seat, words):
    assert verdict([(rank, place, 0.0) for place, rank in enumerate(ranks)], seat) == words


def test_bots_get_an_observation_and_never_a_state():
    seen = []

    class Spy(AnyMoveBot):
        def act(self, observation):
            seen.append(type(observation).__name__)
            return super().act(observation)

    game = load_game("kuhn_poker", players=3)
    table = LocalTable(game, 0, {1: Spy(1), 2: Spy(2)}, 3)
    while not table.is_over():
        table.choose(int(table.observation().legal_actions()[0]))
    assert set(seen) == {"Observation"}
