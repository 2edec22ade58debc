"""Which bots a client may name, and the bots themselves: each lent to one thread at a time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import arena.foreign  # noqa: F401 - the server's own list may hold programs, cmd:
from arena.entrants import Entrant, check_name, read_entrants
from arena.faults import BotError, explain
from configs.bots import bot_summaries, named_bots
from engine_cy import Game
from engine_cy.errors import BotSpecError
from frontends.server.config import Limits
from frontends.server.errors import LOG
from search import bot_info, make_bot, parse_spec
from search.registry import BUILT_IN, LATER
from search.spec import BotSpec, Value

KNOWN = 1000  # pairs of bot and game of which is known whether they go together
FREE = 8  # bots kept while nobody uses them; each has a search tree


@dataclass(frozen=True)
class Choice:
    """A bot that may play: the name it is called by, and its specification."""

    name: str
    spec: str

    def within(self, **budget: float | None) -> Choice:
        """Return the same bot under a smaller budget: `seconds`, `sims`; None: as it is.

        A bot without such a parameter stays as it is.
        """
        if all(most is None for most in budget.values()):
            return self
        parsed = parse_spec(self.spec)
        params = dict(parsed.params)
        allowed = _names(parsed)
        for key, most in budget.items():
            if most is not None and key in allowed:
                held = params.get(key)
                params[key] = min(held, most) if isinstance(held, (int, float)) else most
        smaller = replace(parsed, params=tuple(sorted(params.items())))
        return Choice(self.name, str(smaller))


def _names(spec: BotSpec) -> set[str]:
    if spec.kind:
        return set()
    return {param["name"] for param in bot_info(spec.name).params}


class BotShelf:
    """The bots of a server.

    Clients name bots of the server's own list, named bots, and built-in bots with parameters that
    neither reach for a file nor beyond the limits.
    """

    def __init__(self, bots: Sequence[Any], limits: Limits) -> None:
        """Read the server's own list; BotSpecError."""
        self.entrants = {entrant.name: entrant for entrant in read_entrants(bots)}
        self._limits = limits
        self._free: OrderedDict[int, tuple[tuple[str, str], Any]] = OrderedDict()
        self._fits: dict[tuple[str, str], bool] = {}
        self._lock = threading.Lock()
        # To look through all that is installed for a name takes longer than a small search.
        self._described = lru_cache(KNOWN)(self._describe)

    def choose(self, word: str) -> Choice:
        """Return the bot a client names; BotSpecError for one that it may not name."""
        entrant = self.entrants.get(word)
        if entrant is not None:
            return Choice(word, entrant.spec)
        return self._described(word)

    def check(self, choice: Choice, game: Game) -> None:
        """Raise BotSpecError where the bot cannot play the game, or looks at hidden cards."""
        with self.lend(choice, game):
            pass

    def listed(self, game: Game | None) -> list[dict[str, str]]:
        """Return name, spec and summary of the server's bots that play a game (None: of all)."""
        return [
            {"name": name, "spec": shown(entrant), "summary": _summary(entrant)}
            for name, entrant in self.entrants.items()
            if game is None or self._plays(entrant, game)
        ]

    @contextmanager
    def lend(self, choice: Choice, game: Game) -> Iterator[Any]:
        """Give a bot to one thread; it is kept for the next one unless something went wrong.

        Raises: BotSpecError where it cannot be made for the game, or looks at hidden cards.
        """
        key = (choice.spec, game.fingerprint)
        bot = self._take(key)
        if bot is None:
            bot = _make(choice, game)
            if getattr(bot, "needs_state", False):
                raise BotSpecError(
                    f"The bot {choice.name!r} looks at hidden cards and may not play with people."
                )
        yield bot
        with self._lock:
            self._free[id(bot)] = (key, bot)
            while len(self._free) > FREE:
                self._free.popitem(last=False)

    def _describe(self, word: str) -> Choice:
        """Return the named or built-in bot that a client means."""
        named = named_bots().get(word)
        if named is not None:
            return Choice(word, named)
        parsed = parse_spec(word)
        if parsed.kind:
            raise BotSpecError(
                f"The bot {parsed.kind}:... is none that a client may name; this server's own bots "
                f"are {', '.join(self.entrants)}."
            )
        check_name(parsed)
        if parsed.name not in BUILT_IN and parsed.name not in LATER:
            raise BotSpecError(f"The bot {parsed.name!r} is not on this server's list: "
                               f"{', '.join(self.entrants)}.")
        self._check_params(parsed)
        return Choice(str(parsed), str(parsed))

    def _take(self, key: tuple[str, str]) -> Any:
        with self._lock:
            for number, (kept, bot) in self._free.items():
                if kept == key:
                    del self._free[number]
                    return bot
        return None

    def _plays(self, entrant: Entrant, game: Game) -> bool:
        if parse_spec(entrant.spec).kind:
            return True  # a program is not started to be listed
        key = entrant.spec, game.fingerprint
        if key not in self._fits:
            try:
                self.check(Choice(entrant.name, entrant.spec), game)
                self._fits[key] = True
            except BotSpecError:
                self._fits[key] = False
            if len(self._fits) > KNOWN:
                self._fits.pop(next(iter(self._fits)), None)
        return self._fits.get(key, True)

    def _check_params(self, spec: BotSpec) -> None:
        most = {"sims": self._limits.simulations, "memory": self._limits.memory,
                "seconds": self._limits.seconds, "belief": self._limits.simulations}
        for key, value in spec.params:
            if key == "path" and value is not None:
                raise BotSpecError("The parameter path names a file of the server; a client may "
                                   "not set it.")
            if key in most and _more(value, most[key]):
                raise BotSpecError(f"The parameter {key}={value} of {spec.name} is beyond this "
                                   f"server's limit of {most[key]:g}.")


def _more(value: Value, most: float) -> bool:
    return isinstance(value, (int, float)) and value > most


def shown(bot: Entrant | Choice) -> str:
    """Return a bot's specification as clients see it.

    Of a program, a class and a file of the server they see only the name.
    """
    return bot.name if _is_own(parse_spec(bot.spec)) else bot.spec


def _is_own(spec: BotSpec) -> bool:
    """Return whether only the server's own list can hold a bot."""
    return bool(spec.kind) or dict(spec.params).get("path") is not None


def _make(choice: Choice, game: Game) -> Any:
    """Return a new bot; BotSpecError, BotError."""
    try:
        return make_bot(choice.spec, game, 0)
    except BotSpecError as error:
        if isinstance(error, BotError) or not _is_own(parse_spec(choice.spec)):
            raise
        LOG.warning("the bot %s cannot be made", choice.name, exc_info=error)
        raise BotSpecError(f"The bot {choice.name!r} cannot play {game.name} here; the server's "
                           "log says why.") from None
    except BaseException as error:  # the bot's own code, in a thread: Ctrl-C never comes here
        raise BotError(explain(error)) from error


def _summary(entrant: Entrant) -> str:
    parsed = parse_spec(entrant.spec)
    said = bot_summaries().get(entrant.name, "")
    return said or ("" if parsed.kind else bot_info(parsed.name).summary)
