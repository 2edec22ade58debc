"""Tournaments of several games: what is played, and that each event is as if it were alone."""

import json

import pytest

from arena.deals import event_seed
from arena.events import read_events
from arena.records import read_log
from arena.schedule import make_blocks, take_turns
from engine_cy.errors import DataError, GameOptionError

MIX = [
    {"name": "kuhn_poker", "players": 3, "blocks": 4},
    {"name": "goofspiel", "players": 2, "blocks": 6, "options": {"num_cards": 4}, "label": "goof"},
    {"name": "fairy_concerto", "players": 1, "blocks": 2},
]
BOTS = ["py:arena_bots:First", "py:arena_bots:Chance"]


def read(settings, games, **changes):
    return [event for event, _ in read_events(settings(games=games, **changes))]


def test_every_entry_is_an_event_with_its_own_settings(settings):
    kuhn, goof, solo = read(settings, MIX, lineups="pairs", blocks=9)
    assert (kuhn.name, kuhn.players, kuhn.blocks, kuhn.lineups) == ("kuhn_poker-3", 3, 4, "pairs")
    assert (goof.name, goof.set_options) == ("goof", ["num_cards"])
    assert goof.options["num_cards"] == 4
    assert solo.players == 1


def test_what_an_entry_leaves_out_is_the_tournaments(settings):
    (event,) = read(settings, ["leduc_poker"], blocks=9)
    assert (event.game, event.players) == ("leduc_poker", 2)
    assert (event.blocks, event.lineups) == (9, "field")


def test_two_events_of_one_name_are_told_apart(settings):
    goof = {"name": "goofspiel", "players": 2}
    events = read(settings, [goof, {**goof, "options": {"num_cards": 4}}, "kuhn_poker"])
    assert [event.name for event in events] == ["goofspiel-2.1", "goofspiel-2.2", "kuhn_poker-2"]


@pytest.mark.parametrize("games, words", [
    ([7], "7 is no game of a tournament"),
    ([{"players": 3}], "needs its name"),
    ([{"name": "kuhn_poker", "rounds": 3}], "no setting 'rounds'; allowed are name, players"),
    ([{"name": "kuhn_poker", "players": "many"}], "players='many'"),
    ([{"name": "kuhn_poker", "players": 9}], "9"),
    ([{"name": "kuhn_poker", "options": 3}], "options=3"),
    ([{"name": "kuhn_poker", "blocks": "x"}], "blocks='x'"),
    ([{"name": "kuhn_poker", "options": {1: 2}}], "1"),
    ([{"name": "kuhn_poker", "blocks": -1}], "blocks=-1"),
    ([{"name": "kuhn_poker", "blocks": 0}], "blocks=0 is too few"),
    ([{"name": "kuhn_poker", "blocks": 10**30}], "at most 1000000"),
    ([{"name": "kuhn_poker", "label": {"a": 1}}], "is no label"),
    ([{"name": "kuhn_poker", "label": ""}], "is no label"),
    ([{"name": "kuhn_poker", "label": "two\nlines"}], "is no label"),
    ([{"name": "kuhn_poker", "label": "\udcff"}], r"label='\\udcff'"),
    ([{"name": "kuhn_poker", "label": name} for name in ("a", "a", "a.1")], "called 'a.1'"),
    ([{"name": "kuhn_poker", "lineups": ""}], "lineups=''"),
    ([{"name": "kuhn_poker", "lineups": "swiss"}], "'swiss'"),
    ([{"name": "kuhn_poker", "lineups": "match"}], "'match' is unknown"),
    (["chess"], "chess"),
])  # fmt: skip
def test_an_entry_that_cannot_be_played_is_refused_before_anything_is_written(
    play, tmp_path, games, words
):
    with pytest.raises((GameOptionError, DataError), match=words):
        play(games=games, bots=BOTS)
    assert not (tmp_path / "run").exists()


def test_events_take_turns_in_step_with_their_blocks():
    names = ["a", "b"]
    few, many = make_blocks(names, 2, 2, 1), make_blocks(names, 2, 6, 1)
    blocks = take_turns([few, many])
    assert [block.index for block in blocks] == list(range(8))
    assert [block.event for block in blocks] == [1, 1, 0, 1, 1, 1, 0, 1]
    # Within an event nothing has changed but the numbers.
    for event, own in enumerate([few, many]):
        assert [(b.deal, b.seats) for b in blocks if b.event == event] == [
            (b.deal, b.seats) for b in own
        ]


def test_an_event_of_a_mix_has_the_results_it_has_alone(play):
    mix = play(run_dir="mix", games=MIX, bots=BOTS)
    assert mix.results["complete"]
    assert [event["games"] for event in mix.results["events"]] == [12, 12, 4]
    # The first event has the master seed itself: alone, it is the same tournament.
    alone = play(run_dir="alone", games=[MIX[0]], bots=BOTS)
    assert mix.results["events"][0] == alone.results["events"][0]
    seeds = {record.seed for record in mix.records}
    assert len(seeds) == 4 + 6 + 2
    assert event_seed(1, 0) == 1 and event_seed(1, 1) != event_seed(1, 2)


def test_a_mix_gives_the_same_bytes_on_any_number_of_workers(play):
    runs = [
        play(run_dir=f"w{workers}", games=MIX, bots=BOTS, executor=executor, workers=workers)
        for workers, executor in ((1, "serial"), (1, "local"), (2, "local"), (5, "local"))
    ]
    texts = {(run.run_dir / "results.json").read_bytes() for run in runs}
    assert len(texts) == 1


def test_a_mix_cut_in_the_middle_is_resumed(play):
    whole = play(games=MIX, bots=BOTS)
    log = whole.run_dir / "games.jsonl"
    expected = (whole.run_dir / "results.json").read_bytes()
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:9]) + lines[9][:40])
    again = play(games=MIX, bots=BOTS)
    assert again.resumed == 9
    assert (again.run_dir / "results.json").read_bytes() == expected
    assert len(read_log(log)) == 28


def test_another_mix_in_the_same_folder_is_refused(play):
    play(games=MIX, bots=BOTS)
    with pytest.raises(GameOptionError, match=r'games=\["kuhn_poker-3", "goof"'):
        play(games=MIX[:2], bots=BOTS)
    with pytest.raises(GameOptionError, match="blocks of kuhn_poker-3=4, not 5"):
        play(games=[{**MIX[0], "blocks": 5}, *MIX[1:]], bots=BOTS)


def test_a_bot_that_cannot_play_one_of_the_games_is_refused(play):
    with pytest.raises(ValueError, match="horizon=round needs a leaf formula, and kuhn_poker"):
        play(games=["hoi_pho", "kuhn_poker"], bots=["ismcts+horizon:round", "random"])


def test_the_gauntlet_plays_the_first_bot_against_each_other(play):
    bots = ["py:arena_bots:First", "py:arena_bots:Chance", "greedy"]
    run = play(players=3, bots=bots, lineups="gauntlet", blocks=8)
    met = {tuple(sorted(set(record.bots))) for record in run.records}
    assert met == {("greedy", bots[0]), (bots[1], bots[0])}
    edges = [(pair["a"], pair["b"]) for pair in run.results["events"][0]["pairs"] if pair["edge"]]
    assert edges == [(bots[0], bots[1]), (bots[0], "greedy")]


def test_the_configuration_lists_every_event(play):
    run = play(games=MIX, bots=BOTS)
    facts = json.loads((run.run_dir / "config.json").read_text())
    assert [event["game"] for event in facts["events"]] == [game["name"] for game in MIX]
