"""Think times: a function of the set of games, exact however they are ordered."""

from arena_samples import record

from arena.times import think_times

FACTS = {"bots": [{"name": "Hội"}, {"name": "b"}], "events": [{"name": "kuhn_poker-2"}]}


def timed(block, moves):
    times = {**record().times, "moves": moves, "overtime": [1, 0]}
    return record(block, times=times)


def test_times_of_a_bot_are_counted_by_powers_of_two():
    found = think_times([timed(0, [3, 100]), timed(1, [4, 0])], FACTS)["events"][0]["bots"]
    assert [bot["histogram"] for bot in found] == [[[1, 1], [2, 1]], [[0, 1], [6, 1]]]
    assert (found[0]["decisions"], found[0]["overtime"]) == (2, 2)
    assert abs(found[0]["mean"] - 3.5e-6) < 1e-18


def test_the_order_of_the_games_does_not_show():
    records = [timed(block, [10**block + 1, 7**block]) for block in range(15)]
    assert think_times(records, FACTS) == think_times(records[::-1], FACTS)
