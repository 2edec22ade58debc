"""What the page's replay viewer shows: every step of a game, packed small.

A game's screens repeat most of their lines from step to step, so that a game is a table of
distinct lines, a table of distinct screens (numbers of lines) and, for each step, numbers into
both. As JSON, gzip and base64 a game of 1,000 steps with four seats at House of Fado takes about
100 kB of the page, one of 160 steps at Hội Phố about 15 kB.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from typing import Any

from arena import replay
from arena.records import GameRecord


class _Numbers:
    """Numbers things as they come, equal things once."""

    def __init__(self) -> None:
        self._number: dict[Any, int] = {}

    def __call__(self, thing: Any) -> int:
        return self._number.setdefault(thing, len(self._number))

    def things(self) -> list[Any]:
        return list(self._number)


def packed(record: GameRecord) -> str:
    """Return the data of one game as the page holds them: JSON, gzip, base64.

    Raises: DataError or GameOptionError if the rules of today do not play the game.
    """
    text = json.dumps(film(record), ensure_ascii=False, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def film(record: GameRecord) -> dict[str, Any]:
    """Return the data of one game, JSON-safe; n actions have n + 1 positions.

    ``lines``: distinct lines of text; ``screens``: distinct screens, lists of numbers of lines.
    For each position ``views``: the screen of each seat, ``events``: lines of what led to it. For
    each action ``seats``: who, ``actions``: its line, ``times``: microseconds, ``analysis``: as in
    the record, with lines in place of actions (empty where none was recorded). ``end``: the result
    in sentences.

    Raises: DataError or GameOptionError if the rules of today do not play the game.
    """
    game = replay.load_recorded_game(record)
    state = game.new_initial_state(record.seed)
    line, screen = _Numbers(), _Numbers()
    views, events, told = [], [], 0

    def position() -> None:
        nonlocal told
        views.append([_screen(state, seat, line, screen) for seat in range(record.players)])
        new = state.events(told) or []
        events.append([line(event.text) for event in new])
        told += len(new)

    def words(action: int) -> int:
        return line(replay.action_text(game, action))

    position()
    for number, (seat, action) in enumerate(record.actions):
        replay.apply_recorded(state, record, number, seat, action)
        position()
    return {
        "players": record.players,
        "bots": record.bots,
        "seats": [seat for seat, _ in record.actions],
        "actions": [words(action) for _, action in record.actions],
        "times": record.times["moves"],
        "analysis": [_analysis(said, words) for said in record.analysis or []],
        "views": views,
        "events": events,
        "end": replay.ending(record, _seat_names(record))[1:],
        "lines": line.things(),
        "screens": screen.things(),
    }


def _screen(state: Any, seat: int, line: _Numbers, screen: _Numbers) -> int:
    text = str(state.observation(seat))
    return screen(tuple(line(row) for row in text.split("\n")))


def _seat_names(record: GameRecord) -> list[str]:
    return [f"seat {seat} ({bot})" for seat, bot in enumerate(record.bots)]


def _analysis(said: dict[str, Any] | None, words: Any) -> dict[str, Any] | None:
    """Return what a bot said of its decision, with numbers of lines in place of actions."""
    if said is None:
        return None
    return {**said, "actions": [[words(action), *rest] for action, *rest in said["actions"]]}
