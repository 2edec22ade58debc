"""Play recorded games again: to watch them, and to check that they come out the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import engine_cy
from arena.match import shares_of
from arena.records import LOG_FILE, GameRecord, in_order, read_log
from engine_cy.errors import DataError


def find_log(path: Path) -> Path:
    """Return the log that `path` names: the file itself, or the one in a run's folder.

    Raises: DataError if there is none, or the file is something else altogether.
    """
    if path.is_dir():
        path = path / LOG_FILE
    if not path.exists():
        raise DataError(f"{str(path)!r} does not exist; name a games.jsonl or the folder of a run")
    with path.open("rb") as file:
        beginning = file.read(1)
    if beginning not in (b"", b"{"):
        raise DataError(f"{str(path)!r} is no games.jsonl; name one or the folder of a run")
    return path


def find_game(records: Sequence[GameRecord], name: str) -> GameRecord:
    """Return a game by its id (``block.rotation``) or by its place in the file, from 0.

    Raises: DataError if the file has no such game.
    """
    for record in records:
        if record.id == name:
            return record
    # More digits than any file has games are not worth reading, and Python refuses to.
    if name.isdecimal() and len(name) < 19 and int(name) < len(records):
        return records[int(name)]
    if not records:
        raise DataError("the file holds no game")
    planned = in_order(records)
    raise DataError(
        f"there is no game {name!r}; allowed are 0 to {len(records) - 1}, places in the file, and "
        f"the ids from {planned[0].id} to {planned[-1].id}"
    )


def load_recorded_game(record: GameRecord) -> Any:
    """Return the game of a record, by the rules and data of today."""
    return engine_cy.load_game(
        record.game, players=record.players, data=record.data, **record.options
    )


def steps(record: GameRecord) -> Iterator[list[str]]:
    """Yield what happened, in words: the deal, each action, the end; a few lines at a time.

    Raises: DataError if the rules of today do not allow a recorded action.
    """
    game = load_recorded_game(record)
    names = [f"seat {seat} ({bot})" for seat, bot in enumerate(record.bots)]
    yield _opening(record, game)
    state = game.new_initial_state(record.seed)
    told = 0
    news, told = _news(state, told)
    if news:
        yield news
    for number, (seat, action) in enumerate(record.actions):
        move = f"{number:>4}  {names[seat]}: {action_text(game, action)}"
        apply_recorded(state, record, number, seat, action)
        news, told = _news(state, told)
        yield [move, *_thoughts(record, game, number), *news]
    yield ending(record, names)


def _opening(record: GameRecord, game: Any) -> list[str]:
    title = getattr(getattr(game, "spec", None), "title", game.name)
    lines = [f"Game {record.id}: {title}, {record.players} players, deal seed {record.seed}"]
    changed = fingerprint_sentence(record, game)
    if changed:
        lines.append(f"note: {changed}")
    width = max(len(bot) for bot in record.bots)
    for seat, (bot, spec) in enumerate(zip(record.bots, record.specs, strict=True)):
        lines.append(f"seat {seat}  {bot:<{width}}  {'' if bot == spec else spec}".rstrip())
    return [*lines, ""]


def _news(state: Any, told: int) -> tuple[list[str], int]:
    """Return the texts of the events since `told`, and how many there are now."""
    new = state.events(told) or []
    return [f"        {event.text}" for event in new], told + len(new)


def _thoughts(record: GameRecord, game: Any, number: int) -> list[str]:
    """Return what the bot said of its move, where that was recorded."""
    said = record.analysis[number] if record.analysis is not None else None
    if said is None:
        return []
    visited = sum(row[1] or 0 for row in said["actions"])
    words = []
    for action, visits, value, _ in said["actions"]:
        share = f" {visits / visited:.0%}" if visits is not None and visited else ""
        worth = f" ({value:.3g})" if value is not None else ""
        words.append(f"{action_text(game, action)}{share}{worth}")
    count = said["simulations"]
    simulations = "" if count is None else f", {count:,} simulations"
    return [f"        thought: {', '.join(words)}{simulations}"]


def apply_recorded(state: Any, record: GameRecord, number: int, seat: int, action: int) -> None:
    """Apply the action `number` of a record; DataError if the rules of today refuse it."""
    try:
        state.apply_action(action, seat)
    except ValueError as error:
        raise DataError(
            f"game {record.id} cannot be played again: action {number} is refused ({error})"
        ) from None


def action_text(game: Any, action: int) -> str:
    """Return an action in the game's words, or its number where the game has none."""
    try:
        return str(game.action_to_string(action))
    except (ValueError, OverflowError):
        return f"action {action}"


def ending(record: GameRecord, names: Sequence[str]) -> list[str]:
    """Return how a game ended, in lines: first an empty one, then why, then the seats by rank."""
    length = f"{record.length} action{'' if record.length == 1 else 's'}"
    lines = ["", f"The end after {length}."]
    if record.truncated:
        lines[-1] = f"Ended by a guard of the rules after {length}."
    if record.failure is not None:
        failure = record.failure
        lines = [
            "",
            f"{names[failure.seat]} lost the game here, {failure.kind}: {failure.message}",
        ]
    order = sorted(range(record.players), key=lambda seat: (record.ranks[seat], seat))
    for seat in order:
        score = "" if record.scores is None else f"  score {record.scores[seat]:g}"
        share = f"  win share {100 * record.shares[seat]:.3g}%"
        lines.append(f"{record.ranks[seat]}. {names[seat]}{score}{share}")
    return lines


def fingerprint_sentence(record: GameRecord, game: Any) -> str | None:
    """Return in a sentence that the game has changed since the record, or None."""
    if game.fingerprint == record.fingerprint:
        return None
    if game.rules_version != record.rules_version:
        why = f"rules version {record.rules_version} then, {game.rules_version} now"
    else:
        why = "the component data or the options differ"
    return (
        f"the fingerprint of {record.game} is {game.fingerprint[:16]}, not "
        f"{record.fingerprint[:16]} as in the record: {why}"
    )


def differences(record: GameRecord, game: Any) -> list[str]:
    """Play the recorded actions again; return in sentences what comes out otherwise."""
    found: list[str] = []
    state = game.new_initial_state(record.seed)
    try:
        for number, (seat, action) in enumerate(record.actions):
            apply_recorded(state, record, number, seat, action)
    except DataError as error:
        return [str(error)]
    if record.failure is not None:
        return found  # the game has no end to compare
    if not state.is_terminal():
        return [f"game {record.id} is not over after its {record.length} actions"]
    ranks = [int(rank) for rank in state.ranks()]
    returns = [float(value) for value in state.returns()]
    now = {
        "scores": [float(score) for score in state.scores()],
        "returns": returns,
        "ranks": ranks,
        "shares": shares_of(ranks, returns),
        "truncated": bool(getattr(state, "truncated", False)),
    }
    for key, value in now.items():
        recorded = getattr(record, key)
        if value != recorded:
            found.append(f"game {record.id}: {key} are {value} now, {recorded} in the record")
    return found


@dataclass
class Verdict:
    """What came of playing a whole log again."""

    games: int
    differences: list[str]  # a sentence for each thing that came out otherwise
    notes: list[str]  # where the game's fingerprint is no longer the recorded one


def verify(path: Path) -> Verdict:
    """Play all games of a log again.

    Raises: DataError if the log is broken.
    """
    records = read_log(path)
    games: dict[str, Any] = {}
    verdict = Verdict(len(records), [], [])
    for record in records:
        key = repr((record.game, record.players, record.data, sorted(record.options.items())))
        if key not in games:
            games[key] = load_recorded_game(record)
        changed = fingerprint_sentence(record, games[key])
        if changed and changed not in verdict.notes:
            verdict.notes.append(changed)
        verdict.differences += differences(record, games[key])
    return verdict
