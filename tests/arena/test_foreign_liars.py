"""Foreign bots that lie, hang or die: each is told in a sentence within its time, and is gone."""

import re
import sys

import pytest
from foreign_commands import gone, liar, running

import engine_cy
import search
from arena.foreign import EngineError, UnusableEngineError
from arena.foreign.pool import POOL
from arena.foreign.process import Engine
from engine_cy.errors import BotSpecError

BROKEN, CRASH, ILLEGAL, LATE = "broken protocol", "crash", "illegal move", "out of time"
NO_JSON = "where an answer to act was due"
WRONG_ID = "has not the id of the request"

LIES = [
    ("illegal", ILLEGAL, r"answered 99; legal were 0 \(pass\), 1 \(bet\)"),
    ("illegal text", ILLEGAL, r"answered 'fly'; legal were 0 \(pass\), 1 \(bet\)"),
    ("negative", ILLEGAL, "answered -1; legal were"),
    ("bool", BROKEN, "its action True is no integer and no text"),
    ("float", BROKEN, "its action 1.0 is no integer and no text"),
    ("nan", BROKEN, NO_JSON),
    ("null", BROKEN, "its action None is no integer"),
    ("list", BROKEN, "its answer to act has no 'action'"),
    ("no action", BROKEN, "its answer to act has no 'action'"),
    ("huge number", BROKEN, NO_JSON),
    ("deep", BROKEN, NO_JSON),
    ("bad analysis", BROKEN, "'analysis' in its answer to act is no object"),
    ("other id", BROKEN, WRONG_ID),
    ("text id", BROKEN, WRONG_ID),
    ("no id", BROKEN, WRONG_ID),
    ("float id", BROKEN, WRONG_ID),
    ("other jsonrpc", BROKEN, "has no 'jsonrpc': '2.0'"),
    ("result and error", BROKEN, "has not one of 'result' and 'error'"),
    ("bad error", BROKEN, "an error without 'code' and 'message'"),
    ("error", CRASH, "it answered act with error -32000: out of cards"),
    ("dirty error", CRASH, r"it answered act with error -7: \[31m red"),
    ("unread", CRASH, "it answered act with error -32700: cannot read that"),
    ("request", BROKEN, WRONG_ID),
    ("talk", BROKEN, "it wrote 'thinking...' where an answer to act was due"),
    ("empty line", BROKEN, "it wrote '' where"),
    ("not utf-8", BROKEN, "its answer to act is not UTF-8"),
    ("huge line", BROKEN, "a line longer than 4 MiB"),
    ("endless line", BROKEN, "a line longer than 4 MiB"),
    ("flood", BROKEN, "it wrote 'xxx.*' where an answer to act was due"),
    ("stderr flood", LATE, "it did not answer act within 0.4 s"),
    ("close", BROKEN, "it closed its output when it was asked act"),
    ("exit", CRASH, "its process ended with exit code 3 when it was asked act"),
    ("abort", CRASH, r"its process was killed \(Aborted\) when it was asked act"),
    ("sleep", LATE, "it did not answer act within 0.4 s"),
    ("hold", LATE, "it did not answer act within 0.4 s"),
    ("fork and exit", CRASH, "its process ended with exit code 0 when it was asked act"),
    ("fork and sleep", LATE, "it did not answer act within 0.4 s"),
]


@pytest.fixture(scope="module")
def game():
    return engine_cy.load_game("kuhn_poker")


@pytest.fixture(scope="module")
def view(game):
    return game.new_initial_state(1).observation(0)


def limits_for(what):
    """Only who says nothing at all is waited for to the end of the time."""
    silent = what in ("sleep", "hold", "fork and sleep", "stderr flood")
    return {"timeout": 0.4} if silent else {"timeout": 20}


@pytest.mark.parametrize(("what", "kind", "sentence"), LIES, ids=[lie[0] for lie in LIES])
def test_a_liar_is_told_in_a_sentence_and_is_gone(game, view, what, kind, sentence):
    bot = search.make_bot(liar(what, **limits_for(what)), game, 1)
    assert running(what)
    with pytest.raises(EngineError) as caught:
        bot.act(view)
    assert caught.value.kind == kind
    assert re.fullmatch(f".*{sentence}.*", str(caught.value))
    assert "\n" not in str(caught.value) and len(str(caught.value)) <= 300
    assert gone(what)


def test_what_a_program_told_before_it_ended_is_kept(game, view):
    with pytest.raises(EngineError) as caught:
        search.make_bot(liar("exit"), game, 1).act(view)
    assert caught.value.trace == "no cards left\n"
    with pytest.raises(EngineError) as caught:
        search.make_bot(liar("error"), game, 1).act(view)
    assert caught.value.trace == "line 7"
    with pytest.raises(EngineError) as caught:
        search.make_bot(liar("dirty error"), game, 1).act(view)
    assert len(caught.value.trace) == 20_000 and caught.value.trace.isascii()


def test_megabytes_on_stderr_do_no_harm_and_their_end_is_kept(game, view):
    bot = search.make_bot(liar("tell much", timeout=20), game, 1)
    assert bot.act(view) == 0
    with pytest.raises(EngineError) as caught:
        bot._running().ask("no_such_method", {}, 20)
    assert caught.value.trace.endswith("y" * 1000 + "the end")
    assert len(caught.value.trace) == 20_000


def test_no_more_of_stderr_is_held_than_is_kept(game, view):
    bot = search.make_bot(liar("tell much", timeout=20), game, 1)
    bot.act(view)
    assert len(bot._running()._pipes._told) <= 20_000


def test_a_second_answer_breaks_the_next_decision_of_its_game_and_no_other_game(game, view):
    bot = search.make_bot(liar("twice"), game, 1)
    assert bot.act(view) == 0
    with pytest.raises(EngineError, match=WRONG_ID):
        bot.act(view)
    assert bot.act(view) == 0
    bot.reset(2)
    assert bot.act(view) == 0


def test_a_program_that_ends_between_two_games_is_started_again(game, view):
    bot = search.make_bot(liar("answer and exit"), game, 1)
    for seed in range(3):
        bot.reset(seed)
        assert bot.act(view) == 0
    assert gone("answer and exit")  # so its input is closed too
    with pytest.raises(EngineError, match="ended with exit code 0"):
        bot.act(view)


def test_a_program_that_takes_no_second_game_is_started_for_each(game, view):
    bot = search.make_bot(liar("one reset"), game, 1)
    for seed in range(3):
        bot.reset(seed)
        assert bot.act(view) == 0


BEGINNINGS = [
    ("hello exit", CRASH, "its process ended with exit code 4 when it was asked hello"),
    ("reset exit", CRASH, "its process ended with exit code 4 when it was asked reset"),
    ("hello sleep", LATE, "it did not answer hello within 0.3 s"),
    ("reset sleep", LATE, "it did not answer reset within 0.3 s"),
    ("nameless", BROKEN, "its answer to hello has no 'name'"),
    ("other protocol", BROKEN, "it speaks protocol 2, not 1"),
    ("true protocol", BROKEN, "it speaks protocol True, not 1"),
    ("other game", CRASH, "it plays chess, go, not kuhn_poker"),
    ("bad games", BROKEN, "'games' in its answer to hello is no list of names"),
]


@pytest.mark.parametrize(("what", "kind", "sentence"), BEGINNINGS, ids=[b[0] for b in BEGINNINGS])
def test_a_program_that_cannot_begin_makes_no_bot(game, what, kind, sentence):
    spec = liar(what, start=0.3 if kind == LATE else 20)
    with pytest.raises(UnusableEngineError) as caught:
        search.make_bot(spec, game, 1)
    assert isinstance(caught.value, BotSpecError)
    assert caught.value.kind == kind
    assert str(caught.value).endswith(f"cannot be used: {sentence}")
    assert gone(what)


@pytest.mark.parametrize(("command", "sentence"), [
    ("./no_such_bot", "there is no program './no_such_bot'"),
    (__file__, f"the program {__file__!r} cannot be started: Permission denied"),
])
def test_a_program_that_cannot_be_started(game, command, sentence):
    with pytest.raises(BotSpecError, match=re.escape(sentence)):
        search.make_bot(f"cmd:{command}", game, 1)


def test_a_request_larger_than_a_pipe_reaches_who_reads_and_gives_up_on_who_does_not():
    reads = Engine(liar("knows all").removeprefix("cmd:"))
    assert reads.ask("load", {"pad": "x" * 1_000_000}, 20) is None
    reads.kill()
    sleeps = Engine(f"{sys.executable} -I -S -c 'import time; time.sleep(60)'")
    with pytest.raises(EngineError, match=r"did not answer load within 0\.3 s"):
        sleeps.ask("load", {"pad": "x" * 1_000_000}, 0.3)
    sleeps.kill()


def test_a_question_that_was_broken_off_is_the_last_one_of_its_program(game, view, monkeypatch):
    bot = search.make_bot(liar("honest"), game, 1)
    engine = bot._running()
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(engine._pipes, "exchange", interrupt)
        bot.act(view)
    del bot
    assert engine not in POOL._engines
    assert gone("honest")


def interrupt(*_):
    raise KeyboardInterrupt
