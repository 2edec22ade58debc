"""Recorded games played again: every one ends as recorded, and what does not is said."""

import dataclasses

import pytest

from arena.records import LogWriter, read_log
from arena.replay import differences, find_game, load_recorded_game, steps, verify
from engine_cy.errors import DataError
from scripts import replay as command

BOTS = ["py:arena_bots:First", "py:arena_bots:Chance", "py:arena_bots:Crashes"]


@pytest.fixture
def run(play):
    return play(bots=BOTS, players=3)


def test_every_recorded_game_ends_as_recorded(run):
    for record in run.records:
        assert differences(record, load_recorded_game(record)) == []
    verdict = verify(run.run_dir / "games.jsonl")
    assert (verdict.games, verdict.differences, verdict.notes) == (36, [], [])


def test_simultaneous_choices_are_recorded_in_an_order_that_replays(play):
    run = play(run_dir="bids", game="goofspiel", players=3, bots=BOTS[:2], blocks=6)
    assert all(record.failure is None for record in run.records)
    assert verify(run.run_dir / "games.jsonl").differences == []
    assert [seat for seat, _ in run.records[0].actions[:6]] == [0, 1, 2, 0, 1, 2]


def test_a_changed_score_is_named(run):
    record = next(r for r in run.records if r.failure is None)
    changed = dataclasses.replace(record, scores=[7.0, 0.0, 0.0])
    (sentence,) = differences(changed, load_recorded_game(record))
    assert sentence.startswith(f"game {record.id}: scores are")
    assert sentence.endswith("[7.0, 0.0, 0.0] in the record")


def test_an_action_the_rules_refuse_is_named(run):
    record = next(r for r in run.records if r.failure is None)
    changed = dataclasses.replace(record, actions=[*record.actions[:1], (0, 99)])
    (sentence,) = differences(changed, load_recorded_game(record))
    assert "action 1 is refused" in sentence
    short = dataclasses.replace(record, actions=record.actions[:1])
    (sentence,) = differences(short, load_recorded_game(record))
    assert "is not over" in sentence


def test_other_rules_are_said_in_a_sentence_once(run, tmp_path):
    path = tmp_path / "old.jsonl"
    with LogWriter(path) as log:
        changes = {"fingerprint": "0" * 64, "rules_version": 0}
        log.add([dataclasses.replace(record, **changes) for record in run.records])
    verdict = verify(path)
    assert verdict.differences == []
    (note,) = verdict.notes
    assert "rules version 0 then" in note


def test_a_game_is_found_by_place_or_id(run):
    assert find_game(run.records, "4") is run.records[4]
    assert find_game(run.records, run.records[4].id) is run.records[4]
    with pytest.raises(DataError, match="allowed are 0 to 35"):
        find_game(run.records, "36")
    with pytest.raises(DataError, match="no game '9999"):
        find_game(run.records, "9" * 5000)
    with pytest.raises(DataError, match="no game '-1'"):
        find_game(run.records, "-1")


def test_a_game_is_told_in_words(run):
    record = next(r for r in run.records if r.failure is None)
    told = list(steps(record))
    assert len(told) == record.length + 3  # opening, the deal, the actions, the end
    assert told[0][0].startswith(f"Game {record.id}: Kuhn poker, 3 players")
    moves = [step[0].split(": ")[1] for step in told[2:-1]]
    game = load_recorded_game(record)
    assert moves == [game.action_to_string(action) for _, action in record.actions]
    winner = record.ranks.index(1)
    assert any(line.startswith(f"1. seat {winner} ") for line in told[-1])


def test_a_failed_game_tells_who_failed(run):
    record = next(r for r in run.records if r.failure is not None)
    ending = "\n".join(list(steps(record))[-1])
    assert f"seat {record.failure.seat} (py:arena_bots:Crashes) lost the game here" in ending


def test_the_command_prints_the_whole_game_where_nobody_steps(run, capsys):
    assert command.main([str(run.run_dir), "0"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n   ") >= run.records[0].length
    assert "win share" in out


def test_the_command_verifies_a_log(run, capsys, tmp_path):
    assert command.main([str(run.run_dir / "games.jsonl"), "--verify"]) == 0
    assert "36 games were played again and all ended as recorded" in capsys.readouterr().out
    path = tmp_path / "bad.jsonl"
    record = next(r for r in run.records if r.failure is None)
    with LogWriter(path) as log:
        log.add([dataclasses.replace(record, scores=[9.0, 9.0, 9.0])])
    assert command.main([str(path), "--verify"]) == 1
    assert "scores are" in capsys.readouterr().out


def test_a_torn_or_foreign_file_is_one_sentence(run, tmp_path):
    log = run.run_dir / "games.jsonl"
    log.write_bytes(log.read_bytes()[:-20])
    for words in ([str(log), "0"], [str(log), "--verify"]):
        with pytest.raises(DataError, match=r"games\.jsonl, line 36: the line is broken"):
            command.main(words)
    with pytest.raises(DataError, match="does not exist"):
        command.main([str(tmp_path / "none.jsonl"), "0"])
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"\xff\xfe not text\n")
    with pytest.raises(DataError, match="line 1"):
        read_log(other)


@pytest.mark.parametrize("words", [[], ["0"], ["--verify"]])
def test_a_file_of_another_kind_is_no_log(tmp_path, words):
    path = tmp_path / "README.md"
    path.write_text("# A page\n")
    with pytest.raises(DataError, match=r"README\.md' is no games\.jsonl; name one or"):
        command.main([str(path), *words])


def test_the_command_wants_a_game_or_verify_and_not_both(run):
    with pytest.raises(ValueError, match="name the game"):
        command.main([str(run.run_dir)])
    with pytest.raises(ValueError, match="leave the game out"):
        command.main([str(run.run_dir), "0", "--verify"])


def test_stepping_stops_when_asked(run, monkeypatch, capsys):
    answers, prompts = iter(["", "zork", "q"]), []
    monkeypatch.setattr("builtins.input", lambda prompt: prompts.append(prompt) or next(answers))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert command.main([str(run.run_dir), "0"]) == 0
    assert "is dealt" in capsys.readouterr().out
    assert prompts == [
        "(Enter: next, q: quit) ", "", "'zork' is no key here (Enter: next, q: quit) "
    ]


def test_what_a_bot_thought_is_told_with_its_move(play):
    run = play(bots=["ismcts+sims:20", "greedy"], blocks=1, analysis=True)
    record, number = next(
        (record, number)
        for record in run.records
        for number, said in enumerate(record.analysis)
        if said and said["simulations"]
    )
    told = [line for lines in steps(record) for line in lines]
    move = next(i for i, line in enumerate(told) if line.startswith(f"{number:>4}  "))
    assert told[move + 1].startswith("        thought: ")
    assert told[move + 1].endswith(", 20 simulations")
    best = record.analysis[number]["actions"][0]
    game = load_recorded_game(record)
    assert f"thought: {game.action_to_string(best[0])} " in told[move + 1]


def test_a_file_of_several_games_is_verified_whole(play):
    games = [{"name": "kuhn_poker", "blocks": 3}, {"name": "goofspiel", "players": 3, "blocks": 2}]
    run = play(games=games)
    verdict = verify(run.run_dir / "games.jsonl")
    assert (verdict.games, verdict.differences, verdict.notes) == (12, [], [])
