"""Bot specifications: both spellings, canonical text, a sentence for what cannot be read."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_cy import BotSpecError
from search import BotSpec, parse_spec
from search.command import cut_command, split_command

EXPECTED = BotSpec("", "ismcts", (("c", 0.7), ("sims", 1000)))

names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
texts = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1).filter(
    lambda text: not ("'" in text and '"' in text))
values = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**12), 10**12),
    st.floats(allow_nan=False, allow_infinity=False), texts)
params = st.dictionaries(names, values, max_size=4).map(lambda d: tuple(sorted(d.items())))


@pytest.mark.parametrize("text", [
    "ismcts(sims=1000, c=0.7)", "ismcts+sims:1000+c:0.7", "ismcts+c:.7+sims:1000",
    "  ismcts( c = 0.7 ,sims= 1000 ) ", "ismcts+c:7e-1+sims:1000"])
def test_both_spellings_mean_the_same(text):
    assert parse_spec(text) == EXPECTED


def test_the_canonical_text_needs_no_quotes_on_a_command_line():
    assert str(parse_spec("ismcts(sims=1000, c=0.7)")) == "ismcts+c:0.7+sims:1000"


@given(names, params)
def test_canonical_text_and_call_spelling_are_read_back(name, params):
    spec = BotSpec("", name, params)
    assert parse_spec(str(spec)) == spec
    assert parse_spec(spec.call_text()) == spec


@pytest.mark.parametrize(("text", "value"), [
    ("3", 3), ("-3", -3), ("3.0", 3.0), ("1e3", 1000.0), ("true", True), ("False", False),
    ("null", None), ("none", None), ("round", "round"), ("'3'", "3"), ('"a, b"', "a, b")])
def test_values_have_types(text, value):
    read = dict(parse_spec(f"bot(x={text})").params)["x"]
    assert read == value
    assert type(read) is type(value)


def test_own_classes_take_parameters_in_either_spelling():
    plus = parse_spec("py:my_bots.deep:Mine+depth:2")
    assert plus == BotSpec("py", "my_bots.deep:Mine", (("depth", 2),))
    assert parse_spec("py:my_bots.deep:Mine(depth=2)") == plus
    assert str(plus) == "py:my_bots.deep:Mine+depth:2"


@pytest.mark.parametrize(("text", "command", "params"), [
    ("cmd:./bot", "./bot", ()),
    ("cmd:python3  my_bot.py --deep+timeout:5", "python3 my_bot.py --deep", (("timeout", 5),)),
    ("cmd:python3 my_bot.py(timeout=5)", "python3 my_bot.py", (("timeout", 5),)),
    ("cmd:./c++bot a+b --x=1+2", "./c++bot a+b --x=1+2", ()),
    ("cmd:'my bot' \"a'b\"", "'my bot' 'a'\"'\"'b'", ()),
    ("cmd:./bot '+timeout:5'", "./bot '+timeout:5'", ()),
    ("cmd:./bot 'f(x)'+start:2", "./bot 'f(x)'", (("start", 2),)),
    ("cmd:./bot \\(", "./bot '('", ()),
])
def test_a_command_ends_where_its_parameters_begin(text, command, params):
    spec = parse_spec(text)
    assert spec == BotSpec("cmd", command, params)
    assert parse_spec(str(spec)) == spec
    assert parse_spec(spec.call_text()) == spec


words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1)


@given(st.lists(words, min_size=1, max_size=3), params)
def test_any_command_is_read_back(command, params):
    spec = BotSpec("cmd", cut_command(shlex.join(command))[0], params)
    assert parse_spec(str(spec)) == spec
    assert parse_spec(spec.call_text()) == spec
    assert split_command(spec.name) == command


@pytest.mark.parametrize(("text", "part"), [
    ("", "does not begin with a name"),
    ("3mcts", "does not begin with a name"),
    ("ismcts(sims=1000", r"lacks its closing '\)'"),
    ("ismcts+sims", "'sims'.*key:value"),
    ("ismcts(sims)", "'sims'.*key=value"),
    ("ismcts+sims:", "'sims:'.*key:value"),
    ("ismcts+c:1e+5", "'5'.*key:value"),
    ("ismcts+sims:1+sims:2", "'sims' twice"),
    ("ismcts+2x:1", "'2x'"),
    ("ismcts:sims+5", "'ismcts:'.*only prefixes are 'cmd:' and 'py:'"),
    ("cmd:", "names no program"),
    ("cmd:+timeout:5", "names no program"),
    ("cmd:'' bot.py", "names no program"),
    ("cmd:./bot 'deep", "cannot be split.*No closing quotation"),
    ("cmd:./bot '\n'", "cannot be printed"),
    ("cmd:./bot+timeout:", "'timeout:'.*key:value"),
    ("py:Mine", r"write py:package\.module:Class"),
    ("py:a.b:", r"write py:package\.module:Class"),
    (3, "3 is not a text"),
])
def test_what_cannot_be_read_is_one_sentence(text, part):
    with pytest.raises(BotSpecError, match=part) as caught:
        parse_spec(text)
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
