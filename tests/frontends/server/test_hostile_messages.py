"""Messages made to do harm get a reply by the book, and the server is as it was."""

import asyncio
import json

import pytest
from mutations import Mutator
from servers import HttpClient, Local, SocketClient, checked, config, running

from frontends.server.errors import INTERNAL
from frontends.server.services import Services

TRACES = ("Traceback", 'File "', "site-packages", "Error(")


def judge(text, secrets):
    """Assert that a reply is as it should be, and holds no secret it was not asked with."""
    for reply in (found if isinstance(found := json.loads(text), list) else [found]):
        checked("", reply)
        if "error" in reply:
            assert reply["error"]["code"] != INTERNAL, reply
            message = reply["error"]["message"]
            assert message[-1] in ".?!" and "\n" not in message and len(message) <= 301
            assert not any(word in message for word in TRACES), message
    assert not any(secret in text for secret in secrets), text


async def bombard(number, seed):
    """Send messages to a dispatcher; return how many were answered with a result."""
    services = Services(config(workers=1, waiting=100, seconds=5, tables=20, default_bot="random"))
    good = 0
    try:
        local = Local(services)
        seats = [{"kind": "me"}, {"kind": "guest"}]
        made = await local.call("table.create", game="goofspiel", seats=seats, hint="random")
        other = await local.call("table.create", game="hoi_pho", players=3, hint="random",
                                 seats=[*seats, {"kind": "bot", "bot": "random"}])
        guest = await local.call("table.join", invitation=other["invitations"][0]["invitation"])
        secrets = [guest["token"], other["token"]]
        mutator = Mutator(seed, [made["token"], "x", made["table"]],
                          [made["invitations"][0]["invitation"], made["token"], "x"])
        before = await local.call("table.view", token=guest["token"])
        for _ in range(number):
            text = await local.dispatcher.answer(mutator.message(), local.connection)
            if text is not None:
                judge(text, secrets)
                good += '"result"' in text
            local.connection.quits = False
        assert await local.call("table.view", token=guest["token"]) == before
        assert services.thinker.running == 0
    finally:
        services.close()
    return good


@pytest.mark.parametrize("seed", range(5))
def test_a_thousand_messages(seed):
    assert 50 < asyncio.run(bombard(1000, seed)) < 900


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 110))
def test_ten_thousand_messages(seed):
    assert asyncio.run(bombard(10_000, seed)) > 500


@pytest.mark.parametrize("kind", [HttpClient, SocketClient])
def test_over_the_wire(kind):
    with running(default_bot="random", tables=20) as address:
        client = kind(address)
        seats = [{"kind": "me"}, {"kind": "guest"}]
        made = client.call("table.create", game="goofspiel", seats=seats, hint="random")
        mutator = Mutator(9, [made["token"]], ["x"])
        for _ in range(200):
            raw = mutator.message()
            if isinstance(raw, bytes) and kind is SocketClient:
                continue  # of the transport's own frames test_rude_clients tells
            for text in told(client, raw):
                judge(text, [])
        assert client.call("table.view", token=made["token"])["seat"] == 0
        client.close()


def told(client, raw):
    """Yield the replies to a message, and to one sent after it that is in order."""
    if isinstance(client, HttpClient):
        _, text = client.post(raw if isinstance(raw, bytes) else raw.encode())
        if text:
            yield text.decode()
        return
    client.socket.send(raw)
    last = client.send("list_games")
    while True:
        text = client.socket.recv(20)
        said = json.loads(text)
        if isinstance(said, dict) and said.get("id") == last:
            return
        if isinstance(said, list) or "method" not in said:
            yield text
