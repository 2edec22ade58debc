"""Thinking ends: when it is cancelled, when its client has gone, when its time is over."""

import json
import threading
import time
from pathlib import Path

import pytest
from servers import FailedError, HttpClient, SocketClient, config, request, run

from engine_cy import load_game
from frontends.server import errors
from frontends.server.services import Services
from frontends.server.serving import bind, make_server

ENDLESS = "ismcts+sims:1000000"


@pytest.fixture(scope="module")
def serving():
    """A server and its services."""
    services = Services(config(seconds=60))
    listener = bind("127.0.0.1", 0)
    server = make_server(services)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    yield listener.getsockname()[:2], services.thinker
    server.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


def observation(name="hoi_pho"):
    return load_game(name).new_initial_state(5).observation(0).to_dict()


def waits(fact, seconds=20):
    """Wait until `fact()`; return whether it came."""
    end = time.monotonic() + seconds
    while not fact() and time.monotonic() < end:
        time.sleep(0.005)
    return fact()


def test_a_websocket_that_closes_ends_what_it_has_asked(serving):
    address, thinker = serving
    client = SocketClient(address)
    client.send("act", bot=ENDLESS, observation=observation())
    assert waits(lambda: thinker.running == 1)
    client.close()
    assert waits(lambda: thinker.running == 0, 5)


def test_a_post_whose_client_hangs_up_ends_what_it_has_asked(serving):
    address, thinker = serving
    client = HttpClient(address)
    body = json.dumps(request("act", {"bot": ENDLESS, "observation": observation()}))
    client.connection.request("POST", "/rpc", body, client.headers)
    assert waits(lambda: thinker.running == 1)
    client.close()
    assert waits(lambda: thinker.running == 0, 5)


def test_a_post_is_cancelled_by_the_name_it_was_given(serving):
    address, thinker = serving
    slow, quick = HttpClient(address), HttpClient(address)
    params = {"bot": ENDLESS, "observation": observation(), "request": "one of mine"}
    slow.connection.request("POST", "/rpc", json.dumps(request("act", params)), slow.headers)
    assert waits(lambda: thinker.running == 1)
    assert quick.call("cancel", request="one of mine") == {"cancelled": True}
    reply = json.loads(slow.connection.getresponse().read())
    assert reply["error"]["code"] == errors.CANCELLED
    assert waits(lambda: thinker.running == 0, 5)
    slow.close()
    quick.close()


def test_others_are_answered_meanwhile(serving):
    address, thinker = serving
    client = SocketClient(address)
    id = client.send("act", bot=ENDLESS, observation=observation())
    assert waits(lambda: thinker.running == 1)
    assert client.call("list_games")["protocol"] == 1
    assert client.call("cancel", id=id) == {"cancelled": True}
    client.close()


@pytest.mark.parametrize("name", ["hoi_pho", "fairy_concerto", "fado_duetos", "house_of_fado"])
def test_a_search_may_be_given_seconds(serving, name):
    client = SocketClient(serving[0])
    form = observation(name)
    for bot in ("ismcts", "net_ismcts"):
        said = client.call("act", bot=bot, observation=form, seconds=0.05)
        assert said["analysis"]["simulations"] > 0
    client.close()


def test_a_bot_that_cannot_be_stopped_is_given_up(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))

    async def story(local, services):
        start = time.monotonic()
        with pytest.raises(FailedError) as failed:
            await local.call("act", bot="slow", observation=observation("kuhn_poker"))
        assert failed.value.code == errors.OUT_OF_TIME
        assert time.monotonic() - start < 1.4
        assert services.thinker.running == 1  # its thread is its own until it ends
        return await local.call("act", bot="random", observation=observation("kuhn_poker"))

    assert run(story, seconds=0.2, bots=[{"name": "slow", "spec": "py:failing_bots:Silent"}])


def test_the_kept_bots_are_few():
    async def story(local, services):
        for sims in range(2, 30):
            await local.call("act", bot=f"ismcts+sims:{sims}", observation=observation())
        return len(services.shelf._free)

    assert run(story) <= 8
