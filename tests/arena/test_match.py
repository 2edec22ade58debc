"""One game: who is asked what, and what becomes of bots that fail.

The games here are the smallest that have the arena's contract, so that the right answer is plain.
"""

import pytest

from arena.match import BotFailed, Failure, Fatal, Referee, play_game, win_shares

PLAYERS = 3


class Choice:
    """All seats name a number 0..2 at the same time, `rounds` times; the sum is the score."""

    num_players = PLAYERS

    def __init__(self, rounds=2):
        self.rounds = rounds

    def new_initial_state(self, seed):
        return ChoiceState(self.rounds)


class ChoiceState:
    def __init__(self, rounds):
        self.rounds = rounds
        self.totals = [0] * PLAYERS
        self.committed = {}
        self.resolved = 0
        self.truncated = False

    def acting_players(self):
        if self.is_terminal():
            return ()
        return tuple(seat for seat in range(PLAYERS) if seat not in self.committed)

    def is_terminal(self):
        return self.resolved == self.rounds

    def legal_actions(self, seat):
        return [0, 1, 2]

    def observation(self, seat):
        # Unlike a real one it tells of commitments: a bot that sees one was asked too late.
        return {"seat": seat, "committed": dict(self.committed), "totals": list(self.totals)}

    def clone(self):
        copy = ChoiceState(self.rounds)
        copy.totals = list(self.totals)
        return copy

    def apply_action(self, action, seat):
        assert action in (0, 1, 2)
        self.committed[seat] = action
        if len(self.committed) == PLAYERS:
            for player, number in self.committed.items():
                self.totals[player] += number
            self.committed = {}
            self.resolved += 1

    def scores(self):
        return list(self.totals)

    def ranks(self):
        return [1 + sum(other > own for other in self.totals) for own in self.totals]

    def returns(self):
        return win_shares(self.ranks())


class Says:
    """Answers what it is told, and remembers what it was shown."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.shown = []

    def act(self, observation):
        self.shown.append(observation)
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer


class NeedsState(Says):
    needs_state = True

    def act(self, observation, state):
        state.totals[0] = 1000  # the referee's own state must not be at its mercy
        return super().act(observation)


def referee(bots, rounds=2, **kwargs):
    return Referee(Choice(rounds), [lambda bot=bot: bot for bot in bots], seed=1, **kwargs)


def test_seats_that_choose_together_see_the_table_before_anyone_committed():
    bots = [Says(0, 1), Says(1, 1), Says(2, 2)]
    outcome = referee(bots).play()
    for seat, bot in enumerate(bots):
        assert [view["seat"] for view in bot.shown] == [seat, seat]
        assert [view["committed"] for view in bot.shown] == [{}, {}]
    assert outcome.actions == [(0, 0), (1, 1), (2, 2), (0, 1), (1, 1), (2, 2)]
    assert outcome.scores == [1.0, 2.0, 4.0]
    assert outcome.ranks == [3, 2, 1]
    assert outcome.shares == [0.0, 0.0, 1.0]
    assert outcome.failure is None
    assert outcome.decisions == [2, 2, 2]


def test_ties_split_the_win():
    assert win_shares([1, 1, 3]) == [0.5, 0.5, 0.0]
    assert win_shares([1, 1, 1]) == pytest.approx([1 / 3] * 3)


def test_a_crash_loses_the_game_and_keeps_its_trace():
    outcome = referee([Says(0, 0), Says(1, KeyError("card")), Says(2, 2)]).play()
    assert outcome.failure.seat == 1
    assert outcome.failure.kind == "crash"
    assert outcome.failure.message == "KeyError: 'card'"
    assert outcome.failure.move == 3
    assert "in act" in outcome.failure.trace
    assert "match.py" not in outcome.failure.trace.replace("test_match.py", "")
    assert outcome.shares == [0.5, 0.0, 0.5]
    assert outcome.ranks == [1, 3, 1]
    assert outcome.scores is None
    assert outcome.returns is None
    assert outcome.actions == [(0, 0), (1, 1), (2, 2)]


@pytest.mark.parametrize(
    "answer, said",
    [(3, "3"), (-1, "-1"), (None, "None"), ("1", "'1'"), (1.0, "1.0"), (True, "True")],
)
def test_an_illegal_move_loses_the_game(answer, said):
    outcome = referee([Says(0), Says(0), Says(answer)]).play()
    assert outcome.failure.kind == "illegal move"
    assert outcome.failure.message == f"answered {said}; legal were 0, 1, 2"
    assert outcome.shares == [0.5, 0.5, 0.0]
    assert outcome.actions == []


def test_a_bot_that_cannot_be_made_loses_its_game():
    def unborn():
        raise OSError("no model")

    bots = [Says(0, 0), Says(0, 0)]
    outcome = Referee(Choice(), [lambda: bots[0], unborn, lambda: bots[1]], seed=1).play()
    assert (outcome.failure.seat, outcome.failure.move) == (1, 0)


def test_sys_exit_in_a_bot_is_a_crash_and_ctrl_c_is_not():
    assert referee([Says(SystemExit(1)), Says(0), Says(0)]).play().failure.kind == "crash"
    with pytest.raises(KeyboardInterrupt):
        referee([Says(KeyboardInterrupt()), Says(0), Says(0)]).play()


def test_a_bot_gets_a_copy_of_the_state_only_where_cheating_is_allowed():
    outcome = referee([NeedsState(0, 0), Says(1, 1), Says(2, 2)], allow_cheating=True).play()
    assert outcome.scores == [0.0, 2.0, 4.0]
    outcome = referee([NeedsState(0, 0), Says(1, 1), Says(2, 2)]).play()
    assert outcome.failure.seat == 0
    assert "allow_cheating" in outcome.failure.message


def test_messages_are_one_line_without_addresses():
    error = RuntimeError(f"two\nlines about {object()}")
    outcome = referee([Says(error), Says(0), Says(0)]).play()
    message = "RuntimeError: two lines about <object object at 0x...>"
    assert outcome.failure.message == message


def test_every_question_is_announced_and_the_fatal_one_is_not_asked():
    asked = []
    bots = [Says(0, 0), Says(1, 1), Says(2, 2)]
    outcome = referee(bots, on_ask=lambda *at: asked.append(at), fatal=Fatal(1, 3)).play()
    # Each bot is made, then asked; the second round begins after three actions.
    made = [(0, 0), (1, 0), (2, 0)]
    assert asked == [*made, *made, (0, 3)]
    assert outcome.failure.kind == "killed its process"
    assert outcome.failure.seat == 1
    assert len(bots[1].shown) == 1


def test_simulations_are_kept_where_a_bot_works_by_the_clock():
    timed = Says(0, 0)
    timed.timed_simulations = 123
    outcome = referee([timed, Says(1, 1), Says(2, 2)]).play()
    assert outcome.simulations == [[123, 123], [], []]


def test_one_game_can_be_played_by_hand():
    assert play_game(Choice(1), [Says(2), Says(1), Says(0)], seed=1).ranks == [1, 2, 3]
    with pytest.raises(ValueError, match="2 bots cannot fill the game's 3 seats"):
        play_game(Choice(1), [Says(0), Says(0)], seed=1)


class Twisted(Says):
    """A bot whose attributes are whatever the test says, errors included."""

    def __init__(self, *answers, **attributes):
        super().__init__(*answers)
        self.attributes = attributes

    def __getattr__(self, name):
        if name not in self.__dict__.get("attributes", {}):
            raise AttributeError(name)
        value = self.attributes[name]
        if isinstance(value, BaseException):
            raise value
        return value


class NoRepr:
    def __repr__(self):
        raise RuntimeError("no repr")


class NoIndex:
    def __index__(self):
        raise ValueError("no index")


class NoStrError(Exception):
    def __str__(self):
        raise RuntimeError("no str")


@pytest.mark.parametrize(
    "bot, kind, message",
    [
        (Says(10**5000), "illegal move", "answered <int that cannot be shown>; legal were 0, 1, 2"),
        (Says(NoRepr()), "illegal move", "answered <NoRepr that cannot be shown>; legal"),
        (Says(NoIndex()), "crash", "ValueError: no index"),
        (Says(NoStrError()), "crash", "NoStrError: its message cannot be shown"),
        (Says(RuntimeError("\ud800 bad")), "crash", "RuntimeError: \\ud800 bad"),
        (Says("\udfff"), "illegal move", "answered '\\udfff'; legal"),
        (Says(GeneratorExit()), "crash", "GeneratorExit:"),
        (Twisted(0, timed_simulations=KeyError("x")), "crash", "KeyError: 'x'"),
        (Twisted(0, timed_simulations=float("nan")), "crash", "ValueError: cannot convert"),
        (Twisted(0, timed_simulations=10**5000), "crash", "ValueError: timed_simulations is <int"),
        (Twisted(0, timed_simulations=-1), "crash", "ValueError: timed_simulations is -1"),
        (Twisted(0, needs_state=RuntimeError("no word")), "crash", "RuntimeError: no word"),
    ],
)
def test_whatever_a_bot_does_is_its_own_loss(bot, kind, message):
    outcome = referee([Says(0), Says(0), bot]).play()
    assert (outcome.failure.seat, outcome.failure.kind) == (2, kind)
    assert outcome.failure.message.startswith(message)
    assert outcome.shares == [0.5, 0.5, 0.0]
    (outcome.failure.message + outcome.failure.trace).encode()


def test_a_bot_cannot_blame_another_seat():
    blame = BotFailed(Failure(0, "crash", "it was seat 0", 0))
    outcome = referee([Says(0), Says(0), Says(blame)]).play()
    assert (outcome.failure.seat, outcome.failure.message) == (2, "BotFailed: it was seat 0")


def test_an_error_that_lies_about_its_parts_loses_only_its_trace():
    class LyingError(SyntaxError):
        __traceback__ = property(lambda self: 1 / 0)

    outcome = referee([Says(0), Says(0), Says(LyingError("x"))]).play()
    assert outcome.failure.message == "LyingError: x"
    assert outcome.failure.trace == ""
