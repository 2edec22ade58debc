"""No reply to a seat tells what the seat cannot know.

Over whole games, at every decision, the table's state is exchanged for worlds that look the same to
a seat; whatever the seat can ask is then answered the same, word for word.
"""

import asyncio
import json
import random

import pytest
from positions import GAMES
from servers import FailedError, request, run

PERSONS = 2
SHARE = {"house_of_fado": 0.03, "fado_duetos": 0.2}  # of the decisions of a long game
BOT = {"kind": "bot", "bot": "random"}


async def open_table(local, services, name, players, seed):
    """Return (table, tokens by seat) with two persons, the first at seat 0, and bots."""
    seats = [{"kind": "me"}, {"kind": "guest"}, *[BOT] * (players - PERSONS)]
    made = await local.call(
        "table.create", game=name, players=players, seats=seats, seed=seed, hint="ismcts+sims:10")
    guest = await local.call("table.join", invitation=made["invitations"][0]["invitation"])
    table, _ = services.hall.seat(made["token"])
    return table, [made["token"], guest["token"]]


async def settled(table):
    """Wait until no bot thinks."""
    while table._asked:
        await asyncio.sleep(0)
    return not table.is_over()


async def all_replies(local, token, version, legal):
    """Return the text of the reply to everything a seat can ask without changing the game."""
    asked = [
        ("table.view", {}), ("table.choose", {"version": version, "action": 999}),
        ("table.choose", {"version": version + 1, "action": 0}),
        ("table.choose", {"version": version, "action": "no such move"}),
        ("table.hint", {"version": version}), ("table.review", {}), ("table.replay", {}),
        ("table.record", {}), ("table.undo", {"version": version + 1}),
    ]
    if not legal:
        asked.append(("table.choose", {"version": version, "action": 0}))
    texts = []
    for method, params in asked:
        message = {**request(method, {"token": token, **params}), "id": 1}
        texts.append(await local.dispatcher.answer(json.dumps(message), local.connection))
    return texts


async def twins_agree(local, table, seat, token):
    """Compare the replies in worlds that look the same; return how many were different worlds."""
    truth, different, replies = table.dealer._state, 0, []
    shown, everybody = table.view(seat), table._shown
    table._shown = {seat: everybody[seat]}  # a world of this seat has no log for the others
    for world in (truth, *(table.dealer.observation(seat).sample_state(k) for k in range(2))):
        table.dealer._state = world
        different += world != truth
        table._changed()
        replies.append(await all_replies(local, token, shown["version"], shown["legal"]))
    table.dealer._state, table._shown = truth, everybody
    table._changed()
    assert replies[1] == replies[0] and replies[2] == replies[0]
    return different


@pytest.mark.parametrize("name", GAMES)
def test_whole_games(name):
    async def story(local, services):
        rng, different = random.Random(name), 0
        players = 2 if name == "house_of_fado" else 3
        table, tokens = await open_table(local, services, name, players, seed=4)
        while await settled(table):
            for seat, token in enumerate(tokens):
                if rng.random() < SHARE.get(name, 0.5):
                    different += await twins_agree(local, table, seat, token)
            owing = [seat for seat in range(PERSONS) if table.dealer.owes(seat)]
            if owing:
                seat = rng.choice(owing)
                table.choose(seat, rng.choice(table.view(seat)["legal"])["action"])
        return different

    assert run(story, seeds=True) > 20


@pytest.mark.parametrize("name", ["hoi_pho", "fairy_concerto"])
def test_nobody_learns_that_another_person_has_chosen(name):
    """Neither by a view nor by its version, nor by a notification, nor by what may be undone."""
    async def story(local, services):
        table, (mine, theirs) = await open_table(local, services, name, 3, seed=3)
        told = []
        table.watch(0, lambda: told.append(table.view(0)))
        waited = 0
        while waited < 5 and await settled(table):
            if table.dealer.owes(0) and table.dealer.owes(1):
                before, told[:] = await local.call("table.view", token=mine), []
                other = await local.call("table.view", token=theirs)
                other = await local.call("table.choose", token=theirs, version=other["version"],
                                         action=other["legal"][0]["action"])
                assert other["committed"] and not table.dealer.owes(1)
                assert await local.call("table.view", token=mine) == before
                back = await local.call("table.undo", token=theirs, version=other["version"])
                assert back["legal"] and back["committed"] is None
                assert await local.call("table.view", token=mine) == before and told == []
                waited += 1
            for seat in range(PERSONS):
                if table.dealer.owes(seat):
                    table.choose(seat, int(table.view(seat)["legal"][0]["action"]))
        return waited

    assert run(story, seeds=True) == 5


def test_secrets_are_in_no_reply_to_another_seat():
    async def story(local, services):
        table, (mine, theirs) = await open_table(local, services, "hoi_pho", 3, seed=3)
        for token, other in ((mine, theirs), (theirs, mine)):
            view = await local.call("table.view", token=token)
            for text in await all_replies(local, token, view["version"], view["legal"]):
                assert other not in text and "trace" not in text and "seed" not in text
                assert str(table.dealer.deal) not in text
        return True

    assert run(story, seeds=True)


def test_a_token_opens_no_other_table():
    async def story(local, services):
        _, tokens = await open_table(local, services, "hoi_pho", 3, seed=3)
        for token in (tokens[0][:-1], tokens[0] + "A", "", "../" + tokens[0], tokens[0].swapcase()):
            with pytest.raises(FailedError) as failed:
                await local.call("table.view", token=token)
            assert failed.value.code == -32005
        return True

    assert run(story, seeds=True)
