"""The CSV tables: a row per bot and event, per pair, per game, with the numbers of the results."""

import csv

from arena.tables_csv import write_tables


def table(run, name):
    with open(run.run_dir / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_bots_have_a_row_in_each_event(play):
    run = play(games=["kuhn_poker", {"name": "fairy_concerto", "players": 1}],
               bots=["random", {"name": "a;|b", "spec": "greedy"}])  # fmt: skip
    rows = table(run, "bots")
    assert [(row["event"], row["bot"]) for row in rows] == [
        (event, bot) for event in ("kuhn_poker-2", "fairy_concerto-1")
        for bot in ("random", "a;|b")
    ]  # fmt: skip
    share = run.results["events"][0]["bots"][1]["win_share"]
    found = [float(rows[1][key]) for key in ("win_share", "win_share_low", "win_share_high")]
    assert found == [share["mean"], share["low"], share["high"]]


def test_ratings_are_in_the_row_of_their_bot(play, tmp_path):
    run = play(bots=["random", "greedy"])
    ratings = {"bots": [{"name": "greedy", "rating": 12.5, "low": 1.0, "high": 24.0}]}
    event = {**run.results["events"][0], "ratings": ratings}
    write_tables({**run.results, "events": [event]}, run.records, run.run_dir)
    assert [[row[key] for key in ("rating", "rating_low", "rating_high")]
            for row in table(run, "bots")] == [["", "", ""], ["12.5", "1.0", "24.0"]]  # fmt: skip


def test_pairs_have_what_their_line_ups_allow(play):
    run = play(bots=["random", "greedy"], game="hoi_pho", players=3, lineups="pairs")
    (row,) = table(run, "pairs")
    (pair,) = run.results["events"][0]["pairs"]
    assert (row["a"], row["b"]) == ("random", "greedy")
    for key in ("ahead", "edge", "a_among_b", "b_among_a"):
        assert float(row[key]) == pair[key]["mean"]


def test_games_are_in_the_order_of_the_schedule_with_their_failures(play):
    run = play(bots=["py:arena_bots:Crashes", "py:arena_bots:First"], blocks=3)
    write_tables(run.results, run.records[::-1], run.run_dir)
    rows = table(run, "games")
    assert [row["game"] for row in rows] == ["0.0", "0.1", "1.0", "1.1", "2.0", "2.1"]
    by_id = {record.id: record for record in run.records}
    for row in rows:
        record = by_id[row["game"]]
        assert row["bots"].split("|") == record.bots
        assert [int(rank) for rank in row["ranks"].split("|")] == record.ranks
        if record.failure is None:
            assert (row["failure"], row["failed_seat"]) == ("", "")
            assert [float(score) for score in row["scores"].split("|")] == record.scores
        else:
            assert (row["failure"], row["scores"]) == ("crash", "")
            assert int(row["failed_seat"]) == record.failure.seat
    assert {row["failure"] for row in rows} == {"", "crash"}
