"""The protocol's page and schema say what is really sent."""

import json
import re
from importlib import resources

import pytest
from foreign_commands import EXAMPLE, EXAMPLE_JS, ROOT, needs_node

import engine_cy
from arena.foreign import EngineError, process
from arena.foreign.session import ask_action, begin

PAGE = ROOT / "docs" / "foreign_bots.md"
SCHEMA = json.loads(resources.files("arena.foreign").joinpath("protocol.schema.json").read_text())


@pytest.fixture
def talk(monkeypatch):
    """Return a function that has a conversation about a game: the messages in order."""

    def run(command, name):
        lines = []
        request, read_answer = process.request, process.read_answer
        monkeypatch.setattr(
            process, "request", lambda *words: lines.append(request(*words)) or lines[-1])
        monkeypatch.setattr(
            process, "read_answer", lambda line, *words: lines.append(line) or read_answer(
                line, *words))
        game = engine_cy.load_game(name)
        view = game.new_initial_state(1).observation(0)
        engine = process.Engine(command.removeprefix("cmd:"))
        begin(engine, game, 2**64 - 1, 20)
        ask_action(engine, game, view, 0, {"seconds": 1.0, "sims": None}, 20)
        with pytest.raises(EngineError):
            engine.ask("no_such_method", {}, 20)
        engine.ask("quit", {}, 20)
        assert engine.end(20)
        assert not any(b"\n" in line.rstrip(b"\n") for line in lines)
        return [json.loads(line) for line in lines]

    return run


def test_the_transcript_is_what_is_sent(talk):
    block = re.search(r"```transcript\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[1]
    written = [json.loads(text) for text in re.split(r"^(?:-->|<--) ", block, flags=re.M)[1:]]
    said = talk(EXAMPLE, "kuhn_poker")
    assert said[0]["params"]["observation_schema"] == engine_cy.load_game(
        "kuhn_poker").observation_schema()
    said[0]["params"]["observation_schema"] = "..."
    assert said == written


@pytest.mark.parametrize("name", ["kuhn_poker", "hoi_pho", "fairy_concerto"])
@pytest.mark.parametrize("command", [EXAMPLE, pytest.param(EXAMPLE_JS, marks=needs_node)])
def test_all_messages_fit_the_schema(talk, command, name):
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    part = jsonschema.Draft202012Validator(SCHEMA)
    said = talk(command, name)
    methods = ["hello", "reset", "act", "unknown", "quit"]
    for method, asked, answered in zip(methods, said[::2], said[1::2], strict=True):
        if method != "unknown":
            part.evolve(schema=SCHEMA["$defs"]["requests"][method] | {
                "$defs": SCHEMA["$defs"]}).validate(asked)
        part.evolve(schema=SCHEMA["$defs"]["answers"][method] | {
            "$defs": SCHEMA["$defs"]}).validate(answered)


@pytest.mark.parametrize(("method", "answer"), [
    ("act", {"id": 1, "jsonrpc": "2.0", "result": {}}),
    ("act", {"id": 1, "jsonrpc": "2.0", "result": {"action": 1.5}}),
    ("act", {"id": 1, "jsonrpc": "2.0", "result": {"action": 1}, "error": {}}),
    ("hello", {"id": 1, "jsonrpc": "2.0", "result": {"name": "x", "protocol": 2}}),
    ("reset", {"id": 1, "jsonrpc": "1.0", "result": None}),
    ("unknown", {"id": 1, "jsonrpc": "2.0", "result": None}),
])
def test_the_schema_refuses_what_the_arena_refuses(method, answer):
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    part = SCHEMA["$defs"]["answers"][method] | {"$defs": SCHEMA["$defs"]}
    assert not jsonschema.Draft202012Validator(part).is_valid(answer)
