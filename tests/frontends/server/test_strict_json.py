"""JSON is read as it is defined, within limits."""

import pytest

from frontends.server import strict_json
from frontends.server.errors import NOT_JSON, TOO_LARGE, RpcError


def code(text, **limits):
    with pytest.raises(RpcError) as refused:
        strict_json.read(text, **{"max_bytes": 1000, "max_depth": 4, **limits})
    return refused.value.code


def test_the_size_of_a_message_is_in_bytes():
    text = '"' + "\u00fc" * 499 + '"'
    assert strict_json.read(text, 1000, 4) == strict_json.read(text.encode(), 1000, 4)
    assert code(text[:-1] + 'u"') == code((text[:-1] + 'u"').encode()) == TOO_LARGE
    assert code('"\ud800' + "u" * 996 + '"') == TOO_LARGE


@pytest.mark.parametrize("text", [
    "NaN", "-Infinity", "1e400", "-1e400", "[1,]", "'a'", '{"a": 1, "a": 1}', "1" * 41, "01",
    "\ufeff1",
    '"\n"', '["]]]]]]", "\\"]]]]]]\\\\", [[[[]]]]]', '{"a": {"b": [{"c": []}]}}',
    '{"a": [{}, {"b": {"c": {}}}]}', "[" * 999,
])
def test_what_is_refused(text):
    assert code(text, max_depth=3) == NOT_JSON


@pytest.mark.parametrize("text, value", [
    ("[[[[1]]]]", [[[[1]]]]), ('"[[[[[[[["', "[[[[[[[["), ('["}}}}}", [[]]]', ["}}}}}", [[]]]),
    ("1" * 40, int("1" * 40)), ("1e30", 1e30), ('"\\ud800"', "\ud800"), (" null ", None),
    ('{"a": {"b": {"c": {"d": 1}}}}', {"a": {"b": {"c": {"d": 1}}}}),
])
def test_what_is_read(text, value):
    assert strict_json.read(text, 1000, 4) == value
    assert strict_json.read(text.encode(), 1000, 4) == value


def test_what_is_too_long_is_not_read():
    assert code('"' + "x" * 1000, max_bytes=1000) == TOO_LARGE
    assert code(b"\xff" * 1001) == TOO_LARGE
    assert code(b"\xff") == NOT_JSON


def test_what_is_written_is_ascii_on_one_line():
    assert strict_json.write({"ü": "a\n\ud800"}) == '{"\\u00fc":"a\\n\\ud800"}'
    with pytest.raises(ValueError):
        strict_json.write(float("nan"))
