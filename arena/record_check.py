"""Whether the fields of a logged game are what a game can have, before anything relies on them.

A checksum proves that a line is as it was written, not that it was written by this program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from arena.match import last_rank, ranks_of_failure, shares_of

SEEDS = 2**64
MOST = 2**63  # of what is counted
LARGEST = 1e100  # of a score; the squares of such numbers can still be added up
RESERVED = frozenset({"name", "players", "data"})  # of load_game, no option can have these names


def check_fields(fields: Any, names: set[str]) -> None:
    """Check the JSON value of a record whose members are to be `names`.

    Raises: ValueError with the first field that is wrong, what it is and what was allowed.
    """
    if not isinstance(fields, Mapping):
        raise ValueError("it is no game record")
    if set(fields) != names:
        odd = sorted(set(fields) ^ names)[0]
        raise ValueError(f"the field {odd!r} is {'unknown' if odd in fields else 'missing'}")
    players = fields["players"]
    _require(fields, "players", _whole(1), "a number of players")
    for name, allowed, words in _rules(players):
        _require(fields, name, allowed, words)
    _check_failure(fields)
    _check_times(fields["times"], players, len(fields["actions"]))
    _check_sums(fields)


def _rules(players: int) -> tuple[tuple[str, Callable[[Any], bool], str], ...]:
    """Return (field, test, what is allowed) for the fields that stand alone."""
    last = last_rank(players)
    seed, number = _whole(0, SEEDS), _optional(_per_seat(players, _is_number))
    return (
        ("event", _whole(0), "a whole number from 0"),
        ("block", _whole(0), "a whole number from 0"),
        ("rotation", _whole(0, players), f"0 to {players - 1}"),
        ("deal", _whole(0), "a whole number from 0"),
        ("seed", seed, "a whole number below 2^64"),
        ("game", _is_text, "a text"),
        ("options", _are_options, "options by name"),
        ("data", _optional(_is_text), "a text or null"),
        ("fingerprint", _is_text, "a text"),
        ("rules_version", _whole(0), "a whole number from 0"),
        ("engine_version", _is_text, "a text"),
        ("bots", _per_seat(players, _is_text), "a text for each seat"),
        ("specs", _per_seat(players, _is_text), "a text for each seat"),
        ("bot_seeds", _per_seat(players, seed), "a whole number below 2^64 for each seat"),
        ("actions", _list_of(_is_action(players)), "pairs of seat and action"),
        ("length", _whole(0), "a whole number from 0"),
        ("truncated", _is_bool, "true or false"),
        ("scores", number, "a number for each seat or null"),
        ("returns", number, "a number for each seat or null"),
        ("ranks", _per_seat(players, _whole(1, last + 1)), f"1 to {last} for each seat"),
        ("shares", _per_seat(players, _is_number), "a number for each seat"),
        ("analysis", _optional(_list_of(_optional(_is_analysis))), "what bots said, or null"),
        ("simulations", _optional(_per_seat(players, _list_of(_whole(0)))),
         "a list of whole numbers for each seat or null"),
        ("times", _is_object, "an object"),
    )  # fmt: skip


def _check_failure(fields: Mapping[str, Any]) -> None:
    failure = fields["failure"]
    if failure is None:
        return
    rules = {
        "seat": _whole(0, fields["players"]),
        "kind": _is_text,
        "message": _is_text,
        "move": _whole(0),
        "trace": _is_text,
    }
    if not isinstance(failure, Mapping) or set(failure) != set(rules):
        raise ValueError(f"failure is {_short(failure)}; allowed are null or {', '.join(rules)}")
    for name, allowed in rules.items():
        if not allowed(failure[name]):
            raise ValueError(f"failure.{name} is {_short(failure[name])}")


def _check_times(times: Mapping[str, Any], players: int, actions: int) -> None:
    whole = _whole(0)
    rules = (
        ("seconds", _per_seat(players, _is_time)),
        ("slowest", _per_seat(players, _is_time)),
        ("decisions", _per_seat(players, whole)),
        ("overtime", _per_seat(players, whole)),
        ("moves", _per_seat(actions, whole)),
    )
    for name, allowed in rules:
        if not allowed(times.get(name)):
            raise ValueError(f"times.{name} is {_short(times.get(name))}")


def _check_sums(fields: Mapping[str, Any]) -> None:
    """Check what one field says about another."""
    failure, players = fields["failure"], fields["players"]
    _equal("id", fields["id"], f"{fields['block']}.{fields['rotation']}")
    _equal("length", fields["length"], len(fields["actions"]))
    if fields["analysis"] is not None:
        _equal("the length of analysis", len(fields["analysis"]), fields["length"])
    for name in ("scores", "returns"):
        if (fields[name] is None) != (failure is not None):
            raise ValueError(f"{name} is {_short(fields[name])}; null means that a bot failed")
    if failure is not None:
        _equal("ranks", fields["ranks"], ranks_of_failure(players, failure["seat"]))
    if players > 1 and 1 not in fields["ranks"]:
        raise ValueError(f"ranks is {fields['ranks']}; somebody has to be first")
    _equal("shares", fields["shares"], shares_of(fields["ranks"], fields["returns"]))


def _equal(name: str, found: Any, expected: Any) -> None:
    if found != expected:
        raise ValueError(f"{name} is {_short(found)}; by the other fields it is {_short(expected)}")


def _require(
    fields: Mapping[str, Any], name: str, allowed: Callable[[Any], bool], words: str
) -> None:
    if not allowed(fields[name]):
        raise ValueError(f"{name} is {_short(fields[name])}; allowed is {words}")


def _short(value: Any) -> str:
    text = ascii(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _whole(lowest: int, end: int = MOST) -> Callable[[Any], bool]:
    """Return a test for an int, no bool, of lowest <= value < end."""
    return lambda v: type(v) is int and lowest <= v < end


def _optional(allowed: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda v: v is None or allowed(v)


def _list_of(allowed: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda v: isinstance(v, list) and all(map(allowed, v))


def _per_seat(players: int, allowed: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda v: isinstance(v, list) and len(v) == players and all(map(allowed, v))


def _is_text(value: Any) -> bool:
    # A lone surrogate, which JSON can spell, fits into no file.
    return isinstance(value, str) and not any("\ud800" <= char <= "\udfff" for char in value)


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < LARGEST


def _is_time(value: Any) -> bool:
    return _is_number(value) and value >= 0


def _is_object(value: Any) -> bool:
    return isinstance(value, Mapping)


def _are_options(value: Any) -> bool:
    return isinstance(value, Mapping) and not RESERVED & set(value)


def _is_analysis(value: Any) -> bool:
    if not isinstance(value, Mapping) or set(value) != {"simulations", "value", "actions"}:
        return False
    count, number = _optional(_whole(0)), _optional(_is_number)
    kinds = (_whole(0), count, number, number)
    return (
        count(value["simulations"])
        and number(value["value"])
        and _list_of(lambda row: isinstance(row, list) and len(row) == len(kinds) and all(
            allowed(cell) for allowed, cell in zip(kinds, row, strict=True)
        ))(value["actions"])
    )


def _is_action(players: int) -> Callable[[Any], bool]:
    seat, action = _whole(0, players), _whole(0)

    def test(value: Any) -> bool:
        return (
            isinstance(value, list) and len(value) == 2 and seat(value[0]) and action(value[1])
        )

    return test
