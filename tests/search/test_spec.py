"""Bot specifications: both spellings, canonical text, a sentence for what cannot be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_cy import BotSpecError
from search import BotSpec, parse_spec

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
    ("ismcts:sims+5", "'ismcts:'.*only prefix is 'py:'"),
    ("cmd:./engine", "'cmd:'.*only prefix is 'py:'"),
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
