"""The field of a tournament: names and specifications of its bots, checked before any game."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import search
from arena.faults import explain
from arena.foreign.pool import POOL
from configs.bots import named_bots, resolve
from engine_cy.errors import BotSpecError
from search.command import split_command
from search.spec import BotSpec, parse_spec

MAX_NAME = 80
NOT_IN_NAME = r"[\s,\[\]{}\"']"
NAME = re.compile(rf"(?:(?!{NOT_IN_NAME}).){{1,{MAX_NAME}}}")


@dataclass(frozen=True)
class Entrant:
    """One bot of the field: the name in every table, and what makes it."""

    name: str
    spec: str


def read_entrants(bots: Sequence[Any]) -> list[Entrant]:
    """Return one entrant per entry of `bots`: a specification, a named bot, or {name, spec}.

    Raises: BotSpecError if an entry is none of these, or one name stands for two specifications.
    """
    entrants = [_read_entrant(entry) for entry in bots]
    specs: dict[str, str] = {}
    for entrant in entrants:
        known = specs.setdefault(entrant.name, entrant.spec)
        if known != entrant.spec:
            raise BotSpecError(
                f"the name {entrant.name!r} stands for {known!r} and for {entrant.spec!r}; "
                f"give every bot its own name"
            )
    return entrants


def _read_entrant(entry: Any) -> Entrant:
    if isinstance(entry, str) and entry.strip():
        word = entry.strip()
        spec = _canonical(word)
        return Entrant(word if word in named_bots() else default_name(parse_spec(spec)), spec)
    if isinstance(entry, Mapping) and set(entry) == {"name", "spec"}:
        name = str(entry["name"])
        if not (NAME.fullmatch(name) and name.isprintable()):
            raise BotSpecError(
                f"{name!r} is no name for a bot; allowed are 1 to 80 printable characters "
                f"without blanks, commas, quotes or brackets"
            )
        return Entrant(name, _canonical(str(entry["spec"])))
    raise BotSpecError(
        f"{entry!r} is no bot; allowed are a specification such as ismcts+sims:1000, a named bot "
        f"such as random, or {{name: NAME, spec: SPECIFICATION}}"
    )


def default_name(spec: BotSpec) -> str:
    """Return the name of a bot that was given none: its specification.

    Of a foreign program's command it is the file names alone, for a name has no blanks and should
    not depend on the folder; what is too long for a table is cut.
    """
    if spec.kind != "cmd":
        return str(spec)
    words = [PurePath(word).name or word for word in split_command(spec.name)]
    short = str(BotSpec("cmd", "_".join(words), spec.params))
    return re.sub(NOT_IN_NAME, "_", short)[:MAX_NAME]


def _canonical(word: str) -> str:
    """Return the specification `word` stands for in its one canonical spelling."""
    parsed = parse_spec(resolve([word])[0])
    check_name(parsed)
    spec = str(parsed)
    try:
        spec.encode()
    except UnicodeEncodeError:
        raise BotSpecError(f"{spec!a} is no bot; it cannot be written as UTF-8") from None
    return spec


def check_name(spec: BotSpec) -> None:
    """Refuse a bot that does not exist, naming all there are, those of ``configs/bot/`` included.

    Raises: BotSpecError.
    """
    known = search.registered_bots()
    if spec.kind or spec.name in known:
        return
    named = [name for name in named_bots() if name not in known]
    close = difflib.get_close_matches(spec.name, [*known, *named], n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    raise BotSpecError(
        f"there is no bot {spec.name!r}{hint}; the bots are {', '.join([*known, *named])}, and "
        f"py:package.module:Class or cmd:COMMAND for one of your own"
    )


def check_entrants(entrants: Sequence[Entrant], game: Any, allow_cheating: bool) -> None:
    """Make every bot once, so that a bad specification is known before the first game.

    Raises: BotSpecError, also for a bot that needs the state where cheating is not allowed.
    """
    for entrant in dict.fromkeys(entrants):
        if _needs_state(entrant, game) and not allow_cheating:
            raise BotSpecError(
                f"bot {entrant.name!r} looks at the hidden cards; "
                f"it plays only where allow_cheating=true"
            )
    POOL.end_free()  # the games are played by other processes


def _needs_state(entrant: Entrant, game: Any) -> bool:
    try:
        bot = search.make_bot(entrant.spec, game, 0)
    except (BotSpecError, KeyboardInterrupt):
        raise
    except BaseException as error:  # the bot's own code, SystemExit included
        raise BotSpecError(f"bot {entrant.name!r} cannot be made: {explain(error)}") from None
    try:
        return bool(getattr(bot, "needs_state", False))
    except KeyboardInterrupt:
        raise
    except BaseException:  # it is asked again in every game, and loses it there
        return False
