"""Hosted tables: seats, undo, bots that fail, limits, review, record."""

import asyncio
import json
from pathlib import Path

import pytest
from servers import FailedError, SocketClient, run

from arena.records import from_line
from arena.replay import verify
from engine_cy import load_game

ME, GUEST = {"kind": "me"}, {"kind": "guest"}


def bot(name="random"):
    return {"kind": "bot", "bot": name}


async def play_on(local, token, pick=lambda legal: legal[0]):
    """Play a person's seat to the end of the game; return the last view."""
    while not (view := await local.call("table.view", token=token))["over"]:
        if view["legal"]:
            await local.call("table.choose", token=token, version=view["version"],
                             action=pick(view["legal"])["action"])
        await asyncio.sleep(0.001)
    return view


@pytest.mark.parametrize("name", ["hoi_pho", "fairy_concerto", "fado_duetos", "house_of_fado"])
def test_a_game_is_reviewed_recorded_and_verified(name, tmp_path):
    async def story(local, services):
        game = load_game(name, 4 if name == "hoi_pho" else 2)
        made = await local.call(
            "table.create", game=name, players=game.num_players, seed=5, name="Ana",
            seats=[ME, *[bot("greedy")] * (game.num_players - 1)], hint="ismcts+sims:10")
        token = made["token"]
        view = await play_on(local, token)
        assert view["legal"] == [] and not view["can_undo"] and view["failure"] is None
        shares = [row["share"] for row in view["result"]["standing"]]
        assert abs(sum(shares) - 1) < 1e-9
        record = await local.call("table.record", token=token)
        (tmp_path / record["file_name"]).write_text(record["text"], encoding="utf-8")
        found = verify(tmp_path / record["file_name"])
        assert (found.games, found.differences, found.notes) == (1, [], [])
        line = from_line(record["text"])
        assert line.bots[0] == "Ana" and line.specs[:2] == ["person", "greedy"]
        film = await local.call("table.replay", token=token)
        assert len(film["views"]) == len(film["actions"]) + 1 == line.length + 1
        assert not (await local.call("table.review", token=token))["done"]
        await services.hall.seat(token)[0].review._task
        review = await local.call("table.review", token=token)
        assert review["done"]
        for row in review["decisions"]:
            assert row["seat"] == line.actions[row["number"]][0]
            assert row["text"] == game.action_to_string(line.actions[row["number"]][1])
            assert abs(sum(share for _, share, _ in row["shares"]) - 1) < 1e-3
            assert row["regret"] is None or 0 <= row["regret"] <= 1
            assert row["best"]["text"] == row["shares"][0][0]
        worlds = [world for row in review["decisions"] for world in row["worlds"]]
        assert all(0 < world["share"] < 1 for world in worlds)
        if name == "hoi_pho":
            assert any("holds 10 Yoo Yang" in world["what"] for world in worlds)
        return True

    assert run(story)


def test_the_same_seed_is_the_same_game():
    async def story(local, services):
        made = await local.call("table.create", game="hoi_pho", players=3, seed=8,
                                seats=[ME, bot("novice"), bot("greedy")])
        await play_on(local, made["token"])
        record = await local.call("table.record", token=made["token"])
        return json.loads(record["text"])["actions"]

    assert run(story) == run(story, workers=1)


def test_steps_of_ones_own_are_taken_back_one_by_one():
    async def story(local, services):
        made = await local.call("table.create", game="house_of_fado", players=2, seed=1,
                                seats=[ME, bot()])
        token = made["token"]
        screens = []
        view = await local.call("table.view", token=token)
        for action in ("place market_L", "hire PG2"):
            screens.append(view["screen"])
            view = await local.call("table.choose", token=token, action=action,
                                    version=view["version"])
        while view["can_undo"]:
            view = await local.call("table.undo", token=token, version=view["version"])
            assert view["screen"] == screens.pop()
        assert screens == []
        return True

    assert run(story)


@pytest.mark.parametrize("name, kind", [
    ("Crash", "crash"), ("Illegal", "illegal move"), ("Silent", "out of time"), ("Exit", "crash"),
    ("Cancel", "crash"), ("Undecided", "out of time"),
])
def test_a_bot_that_fails_loses_and_the_server_goes_on(name, kind, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))

    async def story(local, services):
        made = await local.call("table.create", game="kuhn_poker", seats=[bot("bad"), ME], seed=1)
        view = await play_on(local, made["token"])
        assert kind in view["failure"] and "secret" not in json.dumps(view)
        assert [(row["seat"], row["rank"], row["score"]) for row in view["result"]["standing"]] == [
            (1, 1, None), (0, 2, None)]
        record = await local.call("table.record", token=made["token"])
        film = await local.call("table.replay", token=made["token"])
        for said in (record["text"], json.dumps(film)):  # nor what is the server's own
            assert "secret" not in said and "failing_bots" not in said
        (tmp_path / "games.jsonl").write_text(record["text"], encoding="utf-8")
        assert verify(tmp_path / "games.jsonl").differences == []
        assert (await local.call("table.review", token=made["token"]))["done"]
        return await local.call("list_games")

    assert run(story, seconds=0.2, bots=[{"name": "bad", "spec": f"py:failing_bots:{name}"}])


def test_the_first_bot_that_fails_loses_whatever_others_answer_later(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))

    async def story(local, services):
        made = await local.call("table.create", game="goofspiel", players=3,
                                seats=[ME, bot("bad"), bot("late")])
        table, _ = services.hall.seat(made["token"])
        while services.thinker.running or not table.is_over():
            await asyncio.sleep(0.01)
        return table.failure.seat, table.view(0)["version"]

    bots = [{"name": name, "spec": f"py:failing_bots:{kind}"}
            for name, kind in (("bad", "Crash"), ("late", "Late"))]
    assert run(story, bots=bots) == (1, 2)


@pytest.mark.parametrize("name, code", [("NoPolicy", -32003), ("Undecided", -32008)])
def test_a_hint_of_a_bot_that_has_none(name, code, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))

    async def story(local, services):
        made = await local.call("table.create", game="kuhn_poker", seats=[ME, bot()], hint="bad")
        with pytest.raises(FailedError) as failed:
            await local.call("table.hint", token=made["token"], version=1)
        return failed.value.code

    bots = ["random", {"name": "bad", "spec": f"py:failing_bots:{name}"}]
    assert run(story, seconds=0.2, bots=bots) == code


@pytest.mark.parametrize("spec", ["py:failing_bots:Unmade", "net+path:/secret/failing_bots.zip"])
def test_of_the_servers_own_bots_only_the_name_is_told(spec, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))

    async def story(local, services):
        listed = await local.call("list_bots")
        with pytest.raises(FailedError) as failed:
            await local.call("table.create", game="kuhn_poker", seats=[ME, bot("mine")])
        return listed["bots"][0]["spec"], failed.value.code, str(failed.value)

    assert run(story, bots=[{"name": "mine", "spec": spec}]) == (
        "mine", -32003, "The bot 'mine' cannot play kuhn_poker here; the server's log says why.")


def test_reviews_do_not_take_all_the_room(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))

    async def story(local, services):
        tokens = []
        for _ in range(3):
            made = await local.call("table.create", game="kuhn_poker", seats=[ME, bot()],
                                    hint="late")
            tokens.append(made["token"])
            await play_on(local, tokens[-1])
        for token in tokens:
            assert not (await local.call("table.review", token=token))["done"]
        await asyncio.sleep(0.01)
        form = load_game("kuhn_poker").new_initial_state(1).observation(0).to_dict()
        return await local.call("act", bot="random", observation=form)

    bots = ["random", {"name": "late", "spec": "py:failing_bots:Late"}]
    assert run(story, workers=1, waiting=1, bots=bots)["text"] in ("pass", "bet")


def test_an_analysis_that_is_no_json_is_left_out(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))

    async def story(local, services):
        observation = load_game("kuhn_poker").new_initial_state(1).observation(0).to_dict()
        return await local.call("act", bot="odd", observation=observation)

    said = run(story, bots=[{"name": "odd", "spec": "py:failing_bots:Odd"}])
    assert said == {"action": 0, "text": "pass", "analysis": {}}


def test_a_bot_of_the_servers_own_list_may_be_a_program_that_nobody_sees_the_command_of():
    async def story(local, services):
        listed = await local.call("list_bots", game="kuhn_poker")
        return listed["bots"]

    assert run(story, bots=[{"name": "mine", "spec": "cmd:python3 /secret/bot.py"}]) == [
        {"name": "mine", "spec": "mine", "summary": ""}]


def test_tables_nobody_asks_about_are_cleared():
    async def story(local, services):
        made = await local.call("table.create", game="kuhn_poker", seats=[ME, GUEST])
        services.hall._idle = -1
        services.hall.sweep()
        invitation = made["invitations"][0]["invitation"]
        for method, params in (("table.view", {"token": made["token"]}),
                               ("table.join", {"invitation": invitation})):
            with pytest.raises(FailedError) as failed:
                await local.call(method, **params)
            assert failed.value.code == -32005
        return True

    assert run(story)


def test_a_full_server_makes_room_where_a_table_is_idle():
    async def story(local, services):
        for _ in range(2):
            await local.call("table.create", game="kuhn_poker", seats=[ME, bot()])
            services.hall._idle = -1
        return len(services.hall._tables)

    assert run(story, tables=1) == 1


def test_names_are_shown_on_one_line():
    async def story(local, services):
        made = await local.call("table.create", game="kuhn_poker", seats=[ME, GUEST],
                                name="a\u202e\n\x00b  c")
        await local.call("table.join", invitation=made["invitations"][0]["invitation"], name="\n")
        return (await local.call("table.view", token=made["token"]))["names"]

    assert run(story) == ["a b c", "player 1"]


def test_a_watcher_is_told_what_changes_and_nothing_else(server):
    host, guest = SocketClient(server), SocketClient(server)
    made = host.call("table.create", game="goofspiel", seats=[ME, GUEST])
    first = host.call("table.watch", token=made["token"])
    joined = guest.call("table.join", invitation=made["invitations"][0]["invitation"], name="Rui")
    note = json.loads(host.socket.recv(10))
    assert note["method"] == "table.changed" and note["params"]["names"][1] == "Rui"
    assert note["params"]["version"] == first["version"] + 1
    view = guest.call("table.watch", token=joined["token"])
    view = guest.call("table.choose", token=joined["token"], action="bid 2",
                      version=view["version"])
    assert view["committed"] == "bid 2"
    version = note["params"]["version"]
    host.call("table.choose", token=made["token"], action="bid 5", version=version)
    host.reply(host.send("list_games"))
    told = [n["params"] for n in host.notes]
    assert told[-1]["version"] == version + 1 and "bids 2" in "".join(told[-1]["log"])
    for client in (host, guest):
        client.close()
