"""``desgarrada play`` from its command line: whole games, seeds, seats, named bots."""

import io
import re

import pytest

from scripts import cli

BETS = "bet\n\n" * 3


@pytest.fixture
def play(monkeypatch, capsys, tmp_path):
    """Return a function that plays with typed text and returns (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)

    def call(typed, *settings):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = cli.main(["play", "game=kuhn_poker", *settings])
        assert list(tmp_path.iterdir()) == []
        return (code, *capsys.readouterr())

    return call


@pytest.mark.parametrize("bot", ["random", "greedy", "ismcts+sims:20", "novice"])
def test_a_whole_game_against_each_kind_of_bot(bot, play):
    code, out, err = play(BETS, f"bots=[{bot}]", "seed=3")
    assert (code, err) == (0, "")
    assert "The game is over." in out
    assert re.search(r"You (win|come 2nd of 2)\.\n$", out)


def test_a_named_bot_is_its_specification(play):
    assert "seat 1  ismcts+sims:100\n" in play("", "bots=[novice]")[1]


def test_the_same_seed_gives_the_same_transcript(play):
    first = play(BETS, "bots=[random]", "seed=5", "players=3")
    assert first == play(BETS, "bots=[random]", "seed=5", "players=3")
    assert any(first != play(BETS, "bots=[random]", f"seed={s}", "players=3") for s in range(6, 9))


def test_a_game_without_a_seed_names_the_one_that_deals_it_again(play):
    out = play(BETS, "bots=[random]")[1]
    body, seed = re.fullmatch(r"(.*)seed=(\d+) deals this game again\.\n", out, re.DOTALL).groups()
    assert play(BETS, "bots=[random]", f"seed={seed}")[1] == body


def test_the_seed_is_not_told_before_the_end(play):
    assert "seed" not in play("log\ntable\nhelp\n", "bots=[random]")[1]


def test_one_bot_for_each_other_seat(play):
    out = play("", "players=3", "seat=1", "bots=[random,greedy]")[1]
    assert out.splitlines()[1:4] == ["  seat 0  random", "  seat 1  you", "  seat 2  greedy"]


def test_a_seat_can_be_drawn_by_the_seed(play):
    seats = {
        re.search(r"seat (\d)  you", play("", "players=3", "seat=null", f"seed={seed}")[1])[1]
        for seed in range(12)
    }
    assert seats == {"0", "1", "2"}


def test_the_end_of_the_input_is_polite(play):
    code, out, err = play("", "bots=[random]")
    assert (code, err) == (0, "")
    assert out.endswith("You leave the table; the game stays unfinished.\n")


def test_hints_come_from_the_bot_one_names(play):
    out = play("hint\n", "bots=[random]", "hint=random")[1]
    assert "random: pass 50%, bet 50%" in out


def test_a_bot_that_sees_hidden_cards_may_not_play_with_people(play):
    code, out, err = play("", "bots=[cheating_mcts]")
    assert (code, out) == (2, "")
    assert "looks at hidden cards" in err


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_one_sentence(seed, play):
    code, out, err = play("", "bots=[random]", f"seed={seed}")
    assert (code, out) == (2, "")
    assert err == f"desgarrada: seed={seed} is out of range; allowed are 0 to 2^64 - 1\n"
