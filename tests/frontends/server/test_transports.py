"""HTTP and WebSocket carry the same methods."""

import json

import pytest
from servers import HttpClient, SocketClient

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


@pytest.fixture(params=[HttpClient, SocketClient])
def client(request, server):
    client = request.param(server)
    yield client
    client.close()


def test_a_method_answers(client):
    games = client.call("list_games")["games"]
    assert {"hoi_pho", "house_of_fado"} <= {game["name"] for game in games}


def test_a_whole_game_at_a_table(client):
    token = client.call("table.create", game="kuhn_poker", seats=SEATS, seed=1)["token"]
    view = client.call("table.view", token=token)
    while not view["over"]:
        if view["legal"]:
            view = client.call("table.choose", token=token, action="bet", version=view["version"])
        else:
            view = client.call("table.view", token=token)
    assert {row["seat"] for row in view["result"]["standing"]} == {0, 1}


def test_a_batch_and_a_notification(server):
    client = HttpClient(server)
    call = {"jsonrpc": "2.0", "method": "list_games"}
    status, body = client.post(json.dumps([{**call, "id": "a"}, call, 7]))
    assert status == 200
    assert [reply["id"] for reply in json.loads(body)] == ["a", None]
    assert client.post(json.dumps(call)) == (204, b"")
