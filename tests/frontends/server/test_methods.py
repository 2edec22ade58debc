"""Every method and every error code, over HTTP, WebSocket and stdio alike."""

import asyncio
import json
from pathlib import Path

import pytest
from servers import (
    FailedError,
    HttpClient,
    SocketClient,
    StdioClient,
    checked,
    config,
    request,
    running,
)

from engine_cy import load_game
from frontends.server import errors
from frontends.server.methods import METHODS
from frontends.server.services import Services

ENDLESS = "ismcts+sims:1000000"
TIGHT = {"workers": 1, "waiting": 0, "seconds": 0.3, "tables": 3}
BOT = {"kind": "bot", "bot": "random"}
ME = {"kind": "me"}
GUEST = {"kind": "guest"}


@pytest.fixture(scope="module", params=["http", "websocket", "stdio"])
def client(request):
    """A client of a server that does one thing at a time, and not for long."""
    if request.param == "stdio":
        client = StdioClient(Services(config(**TIGHT)))
        yield client
        client.close()
        return
    with running(**TIGHT) as address:
        client = {"http": HttpClient, "websocket": SocketClient}[request.param](address)
        yield client
        client.close()


def observation(name="hoi_pho", players=None, trace=True, over=False):
    game = load_game(name, players)
    state = game.new_initial_state(5)
    while over and not state.is_terminal():
        seat = state.current_player()
        state.apply_action(int(state.legal_actions(seat)[0]), seat)
    form = state.observation(0).to_dict()
    if not trace:
        del form["trace"]
    return form


def code_of(client, method, **params):
    with pytest.raises(FailedError) as failed:
        client.call(method, **params)
    return failed.value.code


def batch(client, *calls):
    """Return the replies to several requests in one message, in their order."""
    messages = [request(method, params) for method, params in calls]
    replies = {reply["id"]: reply for reply in json.loads(client.exchange(json.dumps(messages)))}
    return [checked(m["method"], replies[m["id"]]) for m in messages]


def create(client, *seats, game="kuhn_poker", **params):
    return client.call("table.create", game=game, seats=list(seats), **params)


def test_the_games_and_one_of_them(client):
    listed = {game["name"]: game for game in client.call("list_games")["games"]}
    assert listed["hoi_pho"]["default_players"] == 4
    described = client.call("describe_game", game="hoi_pho", players=3)
    assert described["players"] == 3 and described["actions"][1] == "play 1"
    assert described["fingerprint"] == load_game("hoi_pho", 3).fingerprint
    assert described["box"] and "Yoo Yang" in described["cards_text"]


def test_the_bots_of_a_game(client):
    names = [bot["name"] for bot in client.call("list_bots", game="hoi_pho")["bots"]]
    assert names == ["random", "greedy", "novice", "club", "master", "net", "net_ismcts"]
    names = [bot["name"] for bot in client.call("list_bots", game="kuhn_poker")["bots"]]
    assert "net" not in names and "club" in names


def test_an_observation_is_valid_and_is_given_back_as_the_engine_writes_it(client):
    form = observation(trace=False)
    said = client.call("validate", observation=form)
    assert said["valid"] and said["player"] == 0
    assert said["legal"][0]["text"].startswith("play")
    assert said["observation"]["view"] == form["view"]


def test_act_and_what_it_takes_from_the_observation(client):
    form = observation()
    said = client.call("act", bot="ismcts+sims:50", observation=form, seed=3)
    assert said["text"] == load_game("hoi_pho").action_to_string(said["action"])
    assert said["analysis"]["simulations"] == 50
    bare = {key: form[key] for key in ("player", "view", "knowledge")}
    assert client.call(
        "act", bot="ismcts+sims:50", observation=bare, game="hoi_pho", players=4, seed=3
    )["action"] in [row["action"] for row in client.call("validate", observation=form)["legal"]]


def test_a_bot_thinks_no_longer_than_the_client_says(client):
    said = client.call("act", bot=ENDLESS, observation=observation(), seconds=0.05)
    assert 0 < said["analysis"]["simulations"] < 1_000_000


def test_what_tournaments_allow_is_kept(client):
    said = client.call("act", bot="club", observation=observation(),
                       budget={"seconds": None, "sims": 20}, legal=[], decision=2)
    assert said["analysis"]["simulations"] == 20


def test_no_budget_is_larger_than_the_limit_of_the_server():
    from servers import run

    async def story(local, services):
        said = await local.call("act", bot="ismcts", observation=observation(),
                                budget={"sims": 10**12})
        return said["analysis"]["simulations"]

    assert run(story, simulations=50) == 50


def test_null_players_and_options_say_nothing(client):
    form = load_game("hoi_pho", 3).new_initial_state(1).observation(0).to_dict()
    assert client.call("validate", observation=form, players=None, options=None)["valid"]


def test_no_path_of_the_server_is_told(client):
    with pytest.raises(FailedError, match="keeps no snapshots") as failed:
        client.call("act", bot="net+pick:snapshots", observation=observation())
    assert "/" not in str(failed.value)


def test_hello_reset_quit_of_a_foreign_engine(client):
    assert client.call("hello", protocol=1, game="kuhn_poker", players=2, options={}, title="x",
                       bot="novice") == {"name": "novice", "protocol": 1}
    assert client.call("reset", seed=5) is None
    assert code_of(client, "hello", protocol=2, game="kuhn_poker") == errors.GAME
    assert code_of(client, "hello", game="kuhn_poker", fingerprint="0" * 64) == errors.GAME


def test_a_table_from_its_first_choice_to_its_record(client):
    made = create(client, ME, BOT, seed=1, name="  Mai\n")
    token = made["token"]
    assert made["seat"] == 0 and made["invitations"] == []
    view = client.call("table.view", token=token)
    assert view["names"] == ["Mai", "random"] and view["kinds"] == ["person", "bot"]
    hint = client.call("table.hint", token=token, version=view["version"])
    assert hint["bot"] == "club" and 0.99 < sum(row["share"] for row in hint["actions"]) < 1.01
    assert code_of(client, "table.review", token=token) == errors.NOT_YET
    assert code_of(client, "table.replay", token=token) == errors.NOT_YET
    assert code_of(client, "table.record", token=token) == errors.NOT_YET
    while not view["over"]:
        if view["legal"]:
            view = client.call("table.choose", token=token, action=0, version=view["version"])
        else:
            view = client.call("table.view", token=token)
    assert code_of(client, "table.choose", token=token, action=0,
                   version=view["version"]) == errors.NOTHING_TO_CHOOSE
    assert client.call("table.record", token=token)["text"].startswith('{"id":"0.0"')
    assert client.call("table.replay", token=token)["players"] == 2
    while not (said := client.call("table.review", token=token))["done"]:
        pass
    assert said["progress"]["done"] == said["progress"]["of"] == len(said["decisions"])


def test_a_guest_joins_and_a_choice_is_taken_back(client):
    made = create(client, ME, GUEST, game="goofspiel")
    invitation = made["invitations"][0]["invitation"]
    guest = client.call("table.join", invitation=invitation, name="Rui")
    assert guest["seat"] == 1
    assert code_of(client, "table.join", invitation=invitation) == errors.TOKEN
    token = made["token"]
    view = client.call("table.view", token=token)
    view = client.call("table.choose", token=token, action="bid 3", version=view["version"])
    assert view["committed"] == "bid 3" and view["can_undo"] and view["legal"] == []
    view = client.call("table.undo", token=token, version=view["version"])
    assert view["committed"] is None and view["legal"]
    assert code_of(client, "table.undo", token=token, version=view["version"]) == errors.ILLEGAL


def test_watching_needs_a_connection_that_stays(client):
    token = create(client, ME, BOT)["token"]
    if isinstance(client, HttpClient):
        assert code_of(client, "table.watch", token=token) == errors.NO_METHOD
    else:
        assert client.call("table.watch", token=token)["seat"] == 0


def test_cancelled(client):
    act = request("act", {"bot": ENDLESS, "observation": observation()})
    stop = request("cancel", {"id": act["id"]})
    first, second = json.loads(client.exchange(json.dumps([act, stop])))
    assert first["error"]["code"] == errors.CANCELLED
    assert second["result"] == {"cancelled": True}
    assert client.call("cancel", request="nobody") == {"cancelled": False}


def test_cancelled_by_a_name(client):
    replies = batch(
        client, ("act", {"bot": ENDLESS, "observation": observation(), "request": "mine"}),
        ("cancel", {"request": "mine"}),
    )
    assert replies[0]["error"]["code"] == errors.CANCELLED


def test_busy_and_out_of_time(client):
    act = "act", {"bot": ENDLESS, "observation": observation()}
    replies = [None]
    while replies[0] is None or replies[0]["error"]["code"] == errors.BUSY:
        replies = batch(client, act, act)  # the last one that was cancelled may still end
    assert [reply["error"]["code"] for reply in replies] == [errors.OUT_OF_TIME, errors.BUSY]


def test_all_tables_are_taken(client):
    codes = []
    for _ in range(TIGHT["tables"] + 1):
        try:
            create(client, ME, BOT)
            codes.append(0)
        except FailedError as error:
            codes.append(error.code)
    assert codes[-1] == errors.BUSY


WRONG = [
    ("list_games", {"x": 1}, errors.PARAMS, "params has no field 'x'"),
    ("no_such_method", {}, errors.NO_METHOD, "no_such_method"),
    ("validate", {}, errors.PARAMS, "params.observation is missing"),
    ("describe_game", {}, errors.PARAMS, "params.game is missing"),
    ("validate", {"observation": {"game": "hoi_pho"}}, errors.OBSERVATION, "player"),
    ("validate", {"observation": {"game": "chess"}}, errors.GAME, "chess"),
    ("validate", {"observation": {}, "game": "hoi_pho", "players": 9}, errors.GAME, "players=9"),
    ("validate", {"observation": {}, "game": "hoi_pho", "options": {"data": "/etc/passwd"}},
     errors.GAME, "data"),
    ("describe_game", {"game": "hoi_pho", "options": {"card_text": "x"}}, errors.GAME, "card_text"),
    ("act", {"observation": observation(), "bot": "nobody"}, errors.BOT, "nobody"),
    ("act", {"observation": observation(), "bot": "py:os:system"}, errors.BOT, "py:"),
    ("act", {"observation": observation(), "bot": "cmd:touch /tmp/x"}, errors.BOT, "cmd:"),
    ("act", {"observation": observation(), "bot": "net+path:/etc/passwd"}, errors.BOT, "path"),
    ("act", {"observation": observation(), "bot": "cheating_mcts"}, errors.BOT, "hidden"),
    ("act", {"observation": observation(), "bot": "ismcts+sims:9999999"}, errors.BOT, "sims"),
    ("act", {"observation": observation(), "bot": "ismcts+memory:9999"}, errors.BOT, "memory"),
    ("act", {"observation": observation("kuhn_poker"), "bot": "net"}, errors.BOT, "network"),
    ("act", {"observation": observation("kuhn_poker"), "seed": -1}, errors.PARAMS, "params.seed"),
    ("act", {"observation": observation("kuhn_poker"), "seconds": 99}, errors.PARAMS, "seconds"),
    ("act", {"observation": observation("kuhn_poker", over=True), "bot": "random"},
     errors.NOTHING_TO_CHOOSE, "nothing to choose"),
    ("cancel", {}, errors.PARAMS, "params.id"),
    ("table.create", {"game": "kuhn_poker", "seats": [BOT, BOT]}, errors.PARAMS, "kind me"),
    ("table.create", {"game": "kuhn_poker", "seats": [ME]}, errors.PARAMS, "seats"),
    ("table.create", {"game": "kuhn_poker", "seats": [ME, GUEST], "seed": 1}, errors.PARAMS,
     "params.seed"),
    ("table.create", {"game": "kuhn_poker", "seats": [ME, {"kind": "bot", "bot": "py:a:b"}]},
     errors.BOT, "py:"),
    ("table.create", {"game": "kuhn_poker", "seats": [ME, {"kind": "cat"}]}, errors.PARAMS,
     "params.seats[1]"),
    ("table.view", {"token": "x"}, errors.TOKEN, "token"),
    ("table.join", {"invitation": "x"}, errors.TOKEN, "invitation"),
]


@pytest.mark.parametrize("method, params, code, words", WRONG)
def test_what_is_wrong_is_one_sentence(client, method, params, code, words):
    with pytest.raises(FailedError, match=r"\.$") as failed:
        client.call(method, **params)
    assert failed.value.code == code
    assert words in str(failed.value)


@pytest.mark.parametrize("text, code", [
    ("", errors.NOT_JSON),
    ("{", errors.NOT_JSON),
    (b"\xff", errors.NOT_JSON),
    ("NaN", errors.NOT_JSON),
    ('{"jsonrpc": "2.0", "jsonrpc": "2.0"}', errors.NOT_JSON),
    ('{"id": 1e999}', errors.NOT_JSON),
    ('{"id": ' + "9" * 5000 + "}", errors.NOT_JSON),
    ("[" * 100_000, errors.NOT_JSON),
    ("[" * 70 + "]" * 70, errors.NOT_JSON),
    ("[]", errors.NO_REQUEST),
    ("7", errors.NO_REQUEST),
    ("{}", errors.NO_REQUEST),
    ('{"jsonrpc": "2.0", "id": 1}', errors.NO_REQUEST),
    ('{"jsonrpc": "2.0", "id": {}, "method": "act"}', errors.NO_REQUEST),
    ('{"jsonrpc": "1.0", "id": 1, "method": "act"}', errors.NO_REQUEST),
    ('{"jsonrpc": "2.0", "id": 1, "method": "act", "params": [1]}', errors.PARAMS),
    ("[" + "7," * 20 + "7]", errors.TOO_LARGE),
    ('"' + "x" * 1_000_000 + '"', errors.TOO_LARGE),
])
def test_what_is_no_request_gets_an_error(client, text, code):
    if not text and not isinstance(client, HttpClient):
        pytest.skip("an empty message is none")
    reply = checked("", json.loads(client.exchange(text)))
    assert reply["error"]["code"] == code


def test_the_table_has_changed_and_an_action_is_illegal():
    from servers import run

    async def story(local, services):
        made = await local.call("table.create", game="kuhn_poker", seats=[ME, BOT], seed=1)
        version = (await local.call("table.view", token=made["token"]))["version"]
        for action, given, code in (
            ("bet", version + 1, errors.STALE), ("raise", version, errors.ILLEGAL),
            (77, version, errors.ILLEGAL), (2**31 - 1, version, errors.ILLEGAL),
        ):
            with pytest.raises(FailedError) as failed:
                await local.call("table.choose", token=made["token"], action=action, version=given)
            assert failed.value.code == code

    run(story)


def test_a_fault_of_the_server_is_told_without_details(client, monkeypatch, caplog):
    monkeypatch.setattr("frontends.server.games.list_games", lambda: 1 / 0)
    with pytest.raises(FailedError) as failed:
        client.call("list_games")
    assert failed.value.code == errors.INTERNAL
    assert "zero" not in str(failed.value)
    assert "ZeroDivisionError" in caplog.text


def test_a_result_that_is_no_json_is_a_fault_of_the_server(client, monkeypatch):
    monkeypatch.setattr("frontends.server.games.list_games", lambda: {"x": float("nan")})
    assert code_of(client, "list_games") == errors.INTERNAL


@pytest.mark.parametrize("id", [0, -1, 1.5, "", "a", "ü\ud83c", 2**53, None])
def test_ids_of_every_kind_come_back(client, id):
    message = {"jsonrpc": "2.0", "id": id, "method": "list_games"}
    reply = json.loads(client.exchange(json.dumps(message)))
    assert reply["id"] == id and type(reply["id"]) is type(id)


def test_quit_ends_a_websocket(server):
    client = SocketClient(server)
    assert client.call("quit") is None
    with pytest.raises(Exception, match="1000"):
        client.socket.recv(10)


def test_every_method_has_been_asked_here():
    source = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in METHODS if f'"{name}"' not in source] == []
    assert asyncio.iscoroutinefunction(METHODS["act"].run)


def test_every_code_is_expected_somewhere_here():
    source = Path(__file__).read_text(encoding="utf-8")
    names = {value: name for name, value in vars(errors).items() if type(value) is int}
    assert [code for code in errors.CODES if f"errors.{names[code]}" not in source] == []
