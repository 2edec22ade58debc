"""A bot asked over JSON, HTTP or WebSocket decides as one in this process, visit for visit."""

import itertools
import json
from pathlib import Path

import pytest
from positions import GAMES, observations
from servers import HttpClient, SocketClient, checked, running

from engine_cy import load_game
from engine_cy.jsonform import write_untraced
from search import make_bot

SPEC = "ismcts+sims:12"
POSITIONS = 1000
BATCH = 20
BY_HAND = Path(__file__).parents[2] / "engine" / "data" / "observations"


@pytest.fixture(scope="module")
def clients():
    with running(waiting=BATCH) as address:
        clients = HttpClient(address), SocketClient(address)
        yield clients
        for client in clients:
            client.close()


def visits(analysis):
    return {text: (row["visits"], row["utility"]) for text, row in analysis["actions"].items()}


def decision(observation, number):
    """Return (action, visits) of a bot in this process, at its decision `number`."""
    bot = make_bot(SPEC, observation.game, number)
    bot.decision = number % 7
    return bot.act(observation), visits(bot.analysis(observation))


def message(observation, number):
    return {"jsonrpc": "2.0", "id": number, "method": "act", "params": {
        "bot": SPEC, "observation": observation, "seed": number, "decision": number % 7}}


def form_of(observation, number):
    """Return an observation's JSON; three of four have no trace, as those of other frontends."""
    return observation.to_dict() if number % 4 == 0 else write_untraced(observation)


@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_positions(clients, name):
    numbered = enumerate(observations(name, POSITIONS))
    while part := list(itertools.islice(numbered, BATCH)):
        text = json.dumps([message(form_of(observation, k), k) for k, observation in part])
        read = {said["id"]: said["params"]["observation"] for said in json.loads(text)}
        wanted = {k: decision(observation, k) for k, observation in part}
        for k, observation in part:
            assert decision(observation.game.observation_from_dict(read[k]), k) == wanted[k]
        for client in clients:
            replies = json.loads(client.exchange(text))
            assert {
                reply["id"]: (reply["result"]["action"], visits(reply["result"]["analysis"]))
                for reply in replies
            } == wanted


@pytest.mark.parametrize("name", sorted(path.stem for path in BY_HAND.glob("*.json")))
def test_observations_written_by_hand_are_answered(clients, name):
    """As a frontend with rules of its own would send them: a view, and no trace."""
    written = json.loads((BY_HAND / f"{name}.json").read_text(encoding="utf-8"))
    assert len(written) == 50
    answered = 0
    for start in range(0, len(written), BATCH // 2):
        calls = []
        for number, form in enumerate(written[start : start + BATCH // 2], start):
            form = {"game": name, **form}
            calls.append({**message(form, number), "id": f"act {number}"})
            calls.append({"jsonrpc": "2.0", "id": f"validate {number}", "method": "validate",
                          "params": {"observation": form}})
        replies = {r["id"]: r for r in json.loads(clients[0].exchange(json.dumps(calls)))}
        for number, form in enumerate(written[start : start + BATCH // 2], start):
            valid = checked("validate", replies[f"validate {number}"])["result"]
            answer = checked("act", replies[f"act {number}"])
            if not valid["legal"]:
                assert answer["error"]["code"] == -32011
                continue
            answered += 1
            action = {key: answer["result"][key] for key in ("action", "text")}
            assert action in valid["legal"]
            game = load_game(name, form["players"], **form.get("options", {}))
            observation = game.observation_from_dict({"game": name, **form})
            assert decision(observation, number)[0] == action["action"]
    assert answered > 25
